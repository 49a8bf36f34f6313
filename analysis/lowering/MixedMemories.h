//===- MixedMemories.h - Accesses to one of two memories --------*- C++ -*-===//
//
// Of two ways that each load from a memory of their own,
//
//   x = edge ? a[i - 1] : tile[t - 1];       a global, tile shared
//
// LLVM makes a choice between two addresses, and one load from wherever they
// lead. The vendor's compiler knows of each pointer which memory it leads to
// before it comes so far, and loads from each by itself. A load whose address
// is a choice between memories becomes two loads here, each on its own way.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_LOWERING_MIXEDMEMORIES_H
#define KERNELCAST_ANALYSIS_LOWERING_MIXEDMEMORIES_H

#include "llvm/IR/Function.h"

namespace kernelcast {

/// Takes apart the plain loads and stores of \p Kernel whose address is chosen
/// by a condition, or by the way on which their block is reached, between
/// different memories. Its meaning stays.
void separateMemories(llvm::Function &Kernel);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_LOWERING_MIXEDMEMORIES_H
