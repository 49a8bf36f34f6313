//===- IrLoops.cpp - What compiled loops say of themselves ----------------===//
//
// A compiled loop ends where all that leave it come together again, at a block
// that post-dominates its head. What comes before that, and is only reached
// through an exit in the middle of the body, such as { found = i; break; }, is
// run by lanes that leave in different iterations one after the other, and so
// once in each of these. What is reached from the loop's own test comes when
// all have left.
//
// Which loop of the source it is, the place of a condition to leave says: that
// of a loop condition, wherever the compiler has moved it. How many iterations
// of that one of its own makes, the metadata says that unrolling leaves.
//===----------------------------------------------------------------------===//

#include "analysis/lowering/IrLoops.h"
#include "analysis/lowering/LoopUnrolling.h"
#include "analysis/pdg/FlowGraph.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Dominators.h"
#include "llvm/Transforms/Utils/UnrollLoop.h"

using namespace llvm;

namespace kernelcast {

static bool testsIteration(const LoopInfo &Loop, BlockId Block) {
  return Block == Loop.Header || is_contained(Loop.Latches, Block);
}

void markExitBodies(KernelModel &Kernel) {
  Kernel.SourceLoopParent.clear();
  Kernel.SourceLoopUnroll.assign(Kernel.Loops.size(), 0);
  for (const LoopInfo &Loop : Kernel.Loops)
    Kernel.SourceLoopParent.push_back(Loop.Parent);
  for (BasicBlock &Block : Kernel.Blocks)
    Block.SourceLoop = Block.Loop;
  if (Kernel.Irreducible || Kernel.Loops.empty())
    return;
  // Each loop costs a walk over the blocks.
  constexpr uint64_t MostSteps = 4'000'000;
  if (uint64_t(Kernel.Loops.size()) * Kernel.Blocks.size() > MostSteps)
    return;
  const Dominance Tree = dominance(Kernel);
  for (const LoopInfo &Loop : reverse(Kernel.Loops)) { // inner ones first
    if (Loop.Exits.size() < 2)
      continue;
    BitVector Inside(Kernel.Blocks.size()), Out(Kernel.Blocks.size());
    for (BlockId Block : Loop.Blocks)
      Inside.set(Block);
    for (BasicBlock &Block : drop_begin(Kernel.Blocks, Loop.Header)) {
      if (Inside[Block.Id] || Block.Predecessors.empty() ||
          Block.SourceLoop != Loop.Parent ||
          Tree.postDominates(Block.Id, Loop.Header))
        continue;
      const bool OnlyFromBody = all_of(Block.Predecessors, [&](BlockId From) {
        return Out[From] || (Inside[From] && !testsIteration(Loop, From));
      });
      if (!OnlyFromBody)
        continue;
      Out.set(Block.Id);
      Block.SourceLoop = Loop.Id;
    }
  }
}

void markLoopConditions(KernelModel &Kernel) {
  for (const LoopInfo &Loop : Kernel.Loops)
    for (auto [Block, Outside] : Loop.Exits)
      if (testsIteration(Loop, Block) && Kernel.Blocks[Block].Condition) {
        Kernel.Blocks[Block].FromLoopCondition = true;
        Kernel.Blocks[Block].TestsAtEnd = is_contained(Loop.Latches, Block);
      }
}

static unsigned note(llvm::MDNode *Id, llvm::StringRef Name) {
  constexpr unsigned Most = 1u << 16;
  const llvm::MDNode *Found = Id ? llvm::GetUnrollMetadata(Id, Name) : nullptr;
  const auto *Number =
      Found && Found->getNumOperands() == 2
          ? llvm::mdconst::dyn_extract<llvm::ConstantInt>(Found->getOperand(1))
          : nullptr;
  return Number ? std::max(1u,
                           static_cast<unsigned>(Number->getLimitedValue(Most)))
                : 1;
}

void adoptLoopsOf(const KernelModel &Source, const llvm::Function &Code,
                  KernelModel &Model) {
  if (Model.Loops.empty())
    return;
  // Neither changes the function.
  llvm::DominatorTree Tree(const_cast<llvm::Function &>(Code));
  const llvm::LoopInfo Loops(Tree);
  const llvm::ReversePostOrderTraversal<const llvm::Function *> Order(&Code);
  const std::vector<const llvm::BasicBlock *> Blocks(Order.begin(),
                                                     Order.end());
  for (LoopInfo &Loop : Model.Loops) {
    for (auto [Exit, Outside] : Loop.Exits) {
      const auto Same =
          llvm::find_if(Source.Loops, [&](const LoopInfo &Candidate) {
            return Candidate.Location.isValid() &&
                   Candidate.Location == Model.Blocks[Exit].ConditionLocation;
          });
      if (Same == Source.Loops.end())
        continue;
      Loop.Location = Same->Location;
      Loop.Range = Same->Range;
      Loop.Text = Same->Text;
      break;
    }
    const unsigned Number = Model.Blocks[Loop.Header].CodeBlock;
    if (Number >= Blocks.size())
      continue;
    if (const llvm::Loop *L = Loops.getLoopFor(Blocks[Number]);
        L && L->getHeader() == Blocks[Number]) {
      Loop.Makes = note(L->getLoopID(), MakesNote);
      Loop.LeftOverOf = note(L->getLoopID(), LeftOverNote);
    }
  }
}

} // namespace kernelcast
