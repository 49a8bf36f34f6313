//===- SharedSums.h - What several blocks compute alike ---------*- C++ -*-===//
//
// The last passes of LLVM's back end compute addresses where they are used:
// each copy of a guarded load has its own sums of 64 bits and its own
// comparison with a bound that is the same for all copies, in blocks none of
// which comes before the other. In the code of the vendor's compiler, what two
// of them compute of the same operands is there once: before the loop if
// nothing changes in it, or before the first of the blocks.
//
// Found with the counters of one kernel on an RTX 2080 Ti, a tiled convolution
// in 3,600 configurations whose guarded loads fill a tile: with a plain load,
// the integer operations of a thread are a whole number for each row of the
// tile it loads and next to none for each element.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_LOWERING_SHAREDSUMS_H
#define KERNELCAST_ANALYSIS_LOWERING_SHAREDSUMS_H

#include "llvm/IR/Function.h"

namespace kernelcast {

/// Computes once what \p Kernel computes in several blocks of the same
/// operands: sums, products, comparisons and addresses, none of which has an
/// effect or reads memory. Its meaning stays.
void shareSums(llvm::Function &Kernel);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_LOWERING_SHAREDSUMS_H
