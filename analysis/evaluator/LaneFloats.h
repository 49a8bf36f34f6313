//===- LaneFloats.h - Floats in the lanes of a warp -------------*- C++ -*-===//
//
// Addresses and conditions are sometimes computed in floating point: a pixel is
// read at int((x + 0.5f) * scale). A lane's number is kept with a bound on how
// far the machine's is away from it, since nobody knows which products and sums
// the compiler fuses, and wider types are kept in single precision. As long as
// a number has no more digits than that, and small multiples of powers of two
// have none to lose, the bound is zero. Rounding to an integer, or a
// comparison, is known if all numbers within the bound agree, and else depends
// on more than is known here.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_EVALUATOR_LANEFLOATS_H
#define KERNELCAST_ANALYSIS_EVALUATOR_LANEFLOATS_H

#include "analysis/symbolic/Expression.h"

namespace kernelcast {

/// A number, and how far the real one is away from it at most.
struct LaneFloat {
  float Value = 0;
  float Error = 0; ///< not negative

  /// Both in the 64 bits that a lane has, and back.
  int64_t packed() const;
  static LaneFloat unpacked(int64_t Bits);
};

/// A constant or an argument; nothing if it is too large or not a number.
std::optional<LaneFloat> laneFloat(double Exact);

/// What \p E computes, whose operands or result are floats, from the lane's
/// values of its operands: floats packed, integers as they are. Nothing where
/// that is not certain.
std::optional<int64_t> evaluateFloats(const Expr &E,
                                      llvm::ArrayRef<int64_t> Operands);

/// Whether evaluateFloats() knows the operation of \p E at all.
bool isFloatOperation(const Expr &E);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_EVALUATOR_LANEFLOATS_H
