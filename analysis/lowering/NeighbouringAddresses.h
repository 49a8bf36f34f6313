//===- NeighbouringAddresses.h - One register, many offsets -----*- C++ -*-===//
//
// An access adds a constant to its address, so that addresses which differ by
// constants alone need one register together:
//
//   a[y * 100 + x]            R = &a[y * 100 + x]     [R]
//   a[y * 100 + x + 1]                                [R + 4]
//   a[(y + 2) * 100 + x]                              [R + 800]
//
// LLVM reorders the sums behind them, to share what it can:
//
//   r2 = 100 y + 200;   x1 = x + 1;   a[100 y + x1], a[r2 + x], a[r2 + x1]
//
// and from then on does not know that signed sums of 32 bits do not overflow,
// which it would have to for the constant to be taken out of the extension to
// 64 bits. The vendor's compiler does not forget it. Unsigned sums may
// overflow, but where they lead into shared memory, whose addresses have 32
// bits as well, the address overflows with them. So an index is taken apart
// here:
//
//   index = sum of values that are no sums + constant
//
// Addresses from one base whose indices have the same values at the same scale
// are a row, as far as their constants are no larger than those of an access.
// The first one of a row is computed; each behind it is the first one's
// register with an offset. In other blocks it is computed anew from the same
// values, but no register is kept for it until then. Short sides of branches
// end no block: they become predicates (BranchCosts.h), so that the loads of
//
//   for each of many (i, j):  if (x < width) sum += a[(y + i) * 100 + x + j];
//
// have one register together.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_LOWERING_NEIGHBOURINGADDRESSES_H
#define KERNELCAST_ANALYSIS_LOWERING_NEIGHBOURINGADDRESSES_H

#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include <vector>

namespace kernelcast {

/// How far a row reaches.
enum class RowReach {
  Block,    ///< to the end of the first address's block, and past short sides
            ///< of branches: no instructions
  Dominated ///< to all that it dominates: no registers
};

/// The instructions of \p Kernel for addresses that are another's register with
/// an offset: the addresses, and the sums and extensions that nothing else
/// uses. The address that such a row begins with is not among them, its
/// constant is.
std::vector<const llvm::Value *>
neighbouringAddresses(const llvm::Function &Kernel, RowReach Reach);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_LOWERING_NEIGHBOURINGADDRESSES_H
