//===- WorkingBlocks.cpp - Blocks that have something to do ---------------===//

#include "tool/lint/WorkingBlocks.h"
#include "llvm/ADT/DenseSet.h"

using namespace llvm;
using namespace kernelcast;

/// Whether \p Id leads to the end of the kernel, past nothing that has an
/// effect.
static bool leaves(const KernelModel &Kernel, BlockId Id) {
  DenseSet<BlockId> Seen;
  while (Seen.insert(Id).second) {
    const BasicBlock &Block = Kernel.Blocks[Id];
    if (!Block.Effects.empty() || Block.Successors.size() > 1)
      return false;
    if (Block.Successors.empty())
      return true;
    Id = Block.Successors[0];
  }
  return false;
}

WorkingThreads kernelcast::workingThreads(const WarpProfile &Profile) {
  const KernelModel &Kernel = *Profile.Kernel;
  DenseSet<BlockId> Seen;
  BlockId Here = 0; // the kernel begins there
  while (Seen.insert(Here).second) {
    const BasicBlock &Block = Kernel.Blocks[Here];
    std::optional<BlockId> Next;
    if (Block.Successors.size() == 1) {
      Next = Block.Successors[0];
    } else if (Block.Successors.size() == 2) {
      const bool First = leaves(Kernel, Block.Successors[0]);
      if (First != leaves(Kernel, Block.Successors[1]))
        Next = Block.Successors[First ? 1 : 0];
    }
    // Others may come there, too.
    if (!Next || Kernel.Blocks[*Next].Predecessors.size() != 1)
      break;
    Here = *Next;
  }
  const BlockFacts &Facts = Profile.Blocks[Here];
  return {at(Facts.WarpExecutions, FactBound::Low),
          at(Facts.LaneExecutions, FactBound::Low)};
}

bool kernelcast::mayHaveIdleBlocks(const WarpProfile &Profile) {
  const LaunchConfiguration &Launch = Profile.Launch;
  const uint64_t WarpsOfBlock =
      (Launch.threadsPerBlock() + Profile.WarpSize - 1) / Profile.WarpSize;
  return Profile.Warps - workingThreads(Profile).Warps >=
         static_cast<double>(WarpsOfBlock);
}
