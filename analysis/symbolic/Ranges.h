//===- Ranges.h - Intervals that hold for every launch ----------*- C++ -*-===//
//
// What an expression's value can be, whatever the launch: threadIdx.x is at
// least 0 and below 1024, a remainder stays below its divisor, and so on. An
// operation that could wrap around has the whole range of its type.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_SYMBOLIC_RANGES_H
#define KERNELCAST_ANALYSIS_SYMBOLIC_RANGES_H

#include "analysis/symbolic/Expression.h"

namespace kernelcast {

/// Low <= value <= High, both included.
struct ValueRange {
  int64_t Low;
  int64_t High;
};

/// The range of the integer expression \p E. 64-bit unsigned values of 2^63 or
/// more are not told apart from 2^63 - 1.
ValueRange rangeOf(const Expr *E);

/// How many of the low bits of the integer expression \p E are 0, whatever the
/// launch: at least so many, up to 63.
unsigned lowZeroBits(const Expr *E);

/// Whether \p E is never negative. Floating-point values never qualify.
bool isNonNegative(const Expr *E);

/// Whether \p E is at least 1: constants, block, grid and warp sizes and their
/// products and sums, which are taken not to wrap around (a launch whose thread
/// count leaves 32 bits is taken not to happen).
bool isPositive(const Expr *E);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_SYMBOLIC_RANGES_H
