//===- IrLoops.cpp - What compiled loops say without a source -------------===//
//
// A compiled loop ends where all that leave it come together again, at a block
// that post-dominates its head. What comes before that, and is only reached
// through an exit in the middle of the body, such as { found = i; break; }, is
// run by lanes that leave in different iterations one after the other, and so
// once in each of these. What is reached from the loop's own test comes when
// all have left.
//===----------------------------------------------------------------------===//

#include "analysis/lowering/IrLoops.h"
#include "analysis/pdg/FlowGraph.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"

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

} // namespace kernelcast
