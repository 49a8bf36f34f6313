//===- AddressForm.h - Addresses as a compiler computes them ----*- C++ -*-===//
//
// The source writes a[(i + 1) * n + k]; a compiler computes what is invariant
// before the loop, advances by a constant inside, and leaves constants to the
// load's immediate offset:
//
//   a + 4 * (long)((i + 1) * n + k)
//     = ((a + 4 * (long)((i + 1) * n)) + 4 * (long)k)   [reg + 0]
//
// An address is taken apart into a sum of terms with constant factors, through
// additions, multiplications and shifts by constants and sign extensions
// (signed overflow is undefined, so extension distributes), and put together
// again from the outermost loop's terms to the innermost's. Addresses that
// differ by a constant become the same expression. What the counter of an
// unrolled loop adds by itself is a constant as well.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_INSTRUCTIONS_ADDRESSFORM_H
#define KERNELCAST_ANALYSIS_INSTRUCTIONS_ADDRESSFORM_H

#include "analysis/pdg/ConstantInIteration.h"
#include "analysis/pdg/LoopVariance.h"

namespace kernelcast {

/// The address of \p Access without its immediate offset, made in the kernel's
/// pool; null if only constants are left (shared, local and constant variables
/// have constant start addresses).
const Expr *addressForm(const KernelModel &Kernel, const MemoryAccess &Access,
                        LoopVariance &Variance, ConstantInIteration &Constants);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_INSTRUCTIONS_ADDRESSFORM_H
