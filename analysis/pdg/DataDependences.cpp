//===- DataDependences.cpp - Which instruction uses which result ----------===//
//
// From each instruction through the expressions that cost nothing to the
// instructions that made its operands. A phi is looked through: an operand
// that comes along a back edge was made by the iteration before.
//===----------------------------------------------------------------------===//

#include "analysis/pdg/DataDependences.h"
#include "analysis/pdg/InstructionUses.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace kernelcast;

std::vector<DataDependence>
kernelcast::dataDependences(const KernelModel &Kernel) {
  std::vector<DataDependence> Result;
  InstructionUses Uses(Kernel);

  // Phis whose operands are still to be looked at, and the loop whose back
  // edge lies between them and the use.
  using Pending = std::pair<const Expr *, LoopId>;
  std::vector<Pending> Phis;
  DenseSet<Pending> SeenPhis;

  for (const BasicBlock &Block : Kernel.Blocks)
    for (auto [Index, I] : enumerate(Block.Instructions)) {
      size_t First = Result.size();
      LoopId Carried = None;
      auto Found = [&](const Expr *E) {
        if (E->op() == Op::Phi) {
          if (SeenPhis.insert({E, Carried}).second)
            Phis.emplace_back(E, Carried);
          return;
        }
        InstructionUses::Definition D = Uses.definition(E);
        if (D.Block != None)
          Result.push_back(
              {D.Block, Block.Id, D.Index, unsigned(Index), Carried});
      };

      // The parts of one value: its function unit and helper instructions.
      if (I.Value && Index != 0 &&
          Block.Instructions[Index - 1].Value == I.Value)
        Result.push_back(
            {Block.Id, Block.Id, unsigned(Index - 1), unsigned(Index), None});
      Uses.visitRead(Block, Index, Found);
      if (I.Value) {
        LoopId Loop = Uses.advancesIn(I.Value, Block.Id);
        if (Loop != None)
          Result.push_back(
              {Block.Id, Block.Id, unsigned(Index), unsigned(Index), Loop});
      }
      while (!Phis.empty()) {
        auto [Phi, CarriedBefore] = Phis.back();
        Phis.pop_back();
        size_t Number = static_cast<size_t>(Phi->value());
        if (Number >= Kernel.Phis.size() ||
            Kernel.Phis[Number].Block >= Kernel.Blocks.size())
          continue;
        const PhiNode &Node = Kernel.Phis[Number];
        const BasicBlock &Join = Kernel.Blocks[Node.Block];
        for (auto [Incoming, From] : zip(Node.Incoming, Join.Predecessors)) {
          if (!Incoming)
            continue;
          // The innermost of several back edges is as good as any; keep the
          // first.
          Carried = CarriedBefore == None && From >= Join.Id ? Join.Loop
                                                             : CarriedBefore;
          Uses.visit(Incoming, Found);
        }
      }
      SeenPhis.clear();
      auto Key = [](const DataDependence &D) {
        return std::tuple(D.FromBlock, D.From, D.Carried);
      };
      auto Begin = Result.begin() + First;
      std::sort(Begin, Result.end(),
                [&](const auto &A, const auto &B) { return Key(A) < Key(B); });
      Result.erase(std::unique(Begin, Result.end(),
                               [&](const auto &A, const auto &B) {
                                 return Key(A) == Key(B);
                               }),
                   Result.end());
    }
  return Result;
}
