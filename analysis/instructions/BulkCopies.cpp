//===- BulkCopies.cpp - Copies that one thread starts for a block ---------===//

#include "analysis/instructions/BulkCopies.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace kernelcast {

void settleBulkCopies(KernelModel &Kernel) {
  const BulkSource StoodFor =
      Kernel.BringsBoxes ? BulkSource::Copy : BulkSource::Barrier;
  auto IsForgotten = [&](AccessId Id) {
    return Kernel.Accesses[Id].Bulk == StoodFor;
  };
  for (BasicBlock &Block : Kernel.Blocks)
    erase_if(Block.Effects, [&](const Effect &Step) {
      return Step.Access != None && IsForgotten(Step.Access);
    });
  if (Kernel.BringsBoxes &&
      none_of(Kernel.Accesses, [](const MemoryAccess &Access) {
        return Access.Bulk == BulkSource::Barrier;
      }))
    Kernel.lacks("copies by a tensor map whose bytes the kernel announces "
                 "nowhere, not counted",
                 Kernel.Location);
  for (AccessId Id : Kernel.UnsizedCopies)
    if (!IsForgotten(Id))
      Kernel.lacks("bulk copy of an unknown size, counted as 16 bytes",
                   Kernel.Accesses[Id].Location);
  // What no effect refers to is dropped later; it must not keep values alive.
  for (MemoryAccess &Access : Kernel.Accesses)
    if (Access.Bulk == StoodFor)
      Access.Address = Access.Stored = nullptr;
}

} // namespace kernelcast
