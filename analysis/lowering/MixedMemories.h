//===- MixedMemories.h - Accesses to one of two memories --------*- C++ -*-===//
//
// Of two ways that each load from a memory of their own,
//
//   x = edge ? a[i - 1] : tile[t - 1];       a global, tile shared
//
// LLVM makes a choice between two addresses, and one load from wherever they
// lead. The vendor's compiler knows of each pointer which memory it leads to
// before it comes so far, and loads from each by itself. A load whose address
// is such a choice becomes two loads here, each on its own way. A pointer that
// the program itself chooses is left alone: there, the vendor's compiler has
// one access to wherever it leads, too.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_LOWERING_MIXEDMEMORIES_H
#define KERNELCAST_ANALYSIS_LOWERING_MIXEDMEMORIES_H

#include "llvm/IR/Function.h"

namespace kernelcast {

/// Takes apart the plain loads and stores of \p Kernel that LLVM has merged to
/// one, with an address that is chosen between different memories by a
/// condition or by the way on which their block is reached. Its meaning stays.
void separateMemories(llvm::Function &Kernel);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_LOWERING_MIXEDMEMORIES_H
