//===- BulkCopies.cpp - Copies that one thread starts for a block ---------===//

#include "analysis/instructions/BulkCopies.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace kernelcast {

void settleBulkCopies(KernelModel &Kernel) {
  const BulkSource StoodFor =
      Kernel.BringsBoxes ? BulkSource::Copy : BulkSource::Barrier;
  // What is silent is dropped with its instructions (RegisterArrays.h).
  for (MemoryAccess &Access : Kernel.Accesses)
    if (Access.Bulk == StoodFor) {
      Access.Silent = true;
      Access.Address = Access.Stored = nullptr;
    }
  if (Kernel.BringsBoxes &&
      none_of(Kernel.Accesses, [](const MemoryAccess &Access) {
        return Access.Bulk == BulkSource::Barrier;
      }))
    Kernel.lacks("copies by a tensor map whose bytes the kernel announces "
                 "nowhere, not counted",
                 Kernel.Location);
  for (AccessId Id : Kernel.UnsizedCopies)
    if (!Kernel.Accesses[Id].Silent)
      Kernel.lacks("bulk copy of an unknown size, counted as 16 bytes",
                   Kernel.Accesses[Id].Location);
}

} // namespace kernelcast
