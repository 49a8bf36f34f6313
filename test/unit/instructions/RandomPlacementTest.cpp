//===- RandomPlacementTest.cpp - What holds wherever values are placed ----===//

#include "analysis/instructions/InstructionPlacement.h"
#include "analysis/instructions/RegisterPressure.h"
#include "analysis/pdg/KernelGraphs.h"
#include "test/unit/pdg/Graphs.h"
#include "gtest/gtest.h"
#include <map>

using namespace kernelcast;

namespace {

/// Fills a graph with loads, phis and stores whose values obey SSA: a value is
/// used only where its definition dominates.
class RandomKernel {
public:
  explicit RandomKernel(unsigned Seed) : Random(Seed) {
    Model = randomGraph(Random);
    orderBlocks(Model);
    findLoops(Model);
    Model.Pool = std::make_unique<ExpressionPool>();
    Model.Arrays.resize(2);
    Dom = dominance(Model);
    Available.resize(Model.Blocks.size());
    for (BasicBlock &Block : Model.Blocks)
      fill(Block);
    for (PhiNode &Phi : Model.Phis)
      for (BlockId From : Model.Blocks[Phi.Block].Predecessors)
        Phi.Incoming.push_back(value(From));
  }

  KernelModel Model;
  Dominance Dom;

private:
  void fill(BasicBlock &Block) {
    ExpressionPool &Pool = *Model.Pool;
    auto &Values = Available[Block.Id];
    if (Dom.Idom[Block.Id] != None)
      Values = Available[Dom.Idom[Block.Id]];
    else
      Values = {Pool.symbol("n"), Pool.symbol("m"),
                Pool.cast(Pool.coordinate(Coordinate::ThreadX), {})};
    if (Block.Predecessors.size() > 1) {
      Block.Phis.push_back(Model.Phis.size());
      Values.push_back(Pool.phi(Model.Phis.size(), {}));
      Model.Phis.push_back({Block.Id, {}, "v", {}, nullptr});
    }
    for (LoopId L = 0; L != Model.Loops.size(); ++L)
      if (Model.Loops[L].Header == Block.Id)
        Values.push_back(Pool.cast(Pool.counter(L), {}));
    for (unsigned I = Random() % 6; I-- != 0;) {
      const Op Operations[] = {Op::Add, Op::Sub, Op::Mul, Op::Xor, Op::Shl};
      Values.push_back(Pool.binary(Operations[Random() % 5], value(Block.Id),
                                   value(Block.Id)));
    }
    for (unsigned I = Random() % 3; I-- != 0;)
      Values.push_back(Pool.load(access(Block, AccessKind::Load), {}));
    if (Random() % 2)
      Model.Accesses[access(Block, AccessKind::Store)].Stored = value(Block.Id);
    if (Block.Successors.size() == 2)
      Block.Condition = Pool.binary(Op::Less, value(Block.Id), value(Block.Id));
  }

  const Expr *value(BlockId Block) {
    return Available[Block][Random() % Available[Block].size()];
  }

  AccessId access(BasicBlock &Block, AccessKind Kind) {
    ExpressionPool &Pool = *Model.Pool;
    MemoryAccess Access;
    Access.Kind = Kind;
    Access.Array = Random() % 2;
    Access.Block = Block.Id;
    Access.Address =
        Pool.add(Pool.base(Access.Array),
                 Pool.mul(Pool.cast(value(Block.Id), ScalarType::pointer()),
                          Pool.constant(4, ScalarType::pointer())));
    Model.Accesses.push_back(Access);
    Effect Step;
    Step.Access = Model.Accesses.size() - 1;
    Block.Effects.push_back(Step);
    return Step.Access;
  }

  std::mt19937 Random;
  std::vector<std::vector<const Expr *>> Available; ///< at the end of a block
};

} // namespace

TEST(RandomPlacement, DefinitionsComeBeforeUsesAndOnce) {
  unsigned Dependences = 0, Carried = 0;
  for (unsigned Seed = 0; Seed != 1500; ++Seed) {
    RandomKernel K(Seed);
    placeInstructions(K.Model);
    ASSERT_GE(estimatedRegisters(K.Model), 8u);
    std::map<const Expr *, unsigned> Made;
    for (const BasicBlock &Block : K.Model.Blocks) {
      unsigned Effects = 0;
      for (const Instruction &I : Block.Instructions) {
        if (I.Value) {
          ASSERT_EQ(++Made[I.Value], 1u) << "seed " << Seed;
        }
        if (I.Effect != None) {
          ASSERT_EQ(I.Effect, Effects++) << "seed " << Seed;
        }
      }
      ASSERT_EQ(Effects, Block.Effects.size());
    }
    ProgramDependenceGraph G = KernelGraphs(K.Model).dependences();
    for (const DataDependence &D : G.Data) {
      ASSERT_LT(D.From, K.Model.Blocks[D.FromBlock].Instructions.size());
      ASSERT_LT(D.To, K.Model.Blocks[D.ToBlock].Instructions.size());
      ++Dependences;
      Carried += D.Carried != None;
      // Through a phi, the definition is on one of two paths.
      if (D.Carried == None && !K.Model.Irreducible) {
        ASSERT_LT(std::pair(D.FromBlock, D.From), std::pair(D.ToBlock, D.To))
            << "seed " << Seed;
      }
    }
  }
  EXPECT_GT(Dependences, 5000u);
  EXPECT_GT(Carried, 500u);
}

// The address of every access is made of instructions that dominate it.
TEST(RandomPlacement, AddressesAreMadeOnTheWay) {
  for (unsigned Seed = 0; Seed != 500; ++Seed) {
    RandomKernel K(Seed);
    placeInstructions(K.Model);
    std::map<const Expr *, BlockId> MadeIn;
    for (const BasicBlock &Block : K.Model.Blocks)
      for (const Instruction &I : Block.Instructions)
        if (I.Value)
          MadeIn[I.Value] = Block.Id;
    for (const BasicBlock &Block : K.Model.Blocks)
      for (const Instruction &I : Block.Instructions)
        if (I.Address && MadeIn.count(I.Address)) {
          ASSERT_TRUE(K.Dom.dominates(MadeIn[I.Address], Block.Id))
              << "seed " << Seed;
        }
  }
}
