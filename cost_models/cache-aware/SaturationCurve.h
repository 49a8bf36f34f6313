//===- SaturationCurve.h - n operations against one -------------*- C++ -*-===//
//
// Pöppl, Herz: A cache-aware performance prediction framework for GPGPU
// computations, UCHPC 2015: n operations of one kind in a kernel take W(n)
// times as long as one. Up to a saturation they overlap, beyond it each costs
// the same:
//
//   W(n) = a n^b + c    for n <= sat
//          a' n + c'    for n >  sat        W(0) = 0, W(1) = 1
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_COST_MODELS_CACHE_AWARE_SATURATIONCURVE_H
#define KERNELCAST_COST_MODELS_CACHE_AWARE_SATURATIONCURVE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <limits>
#include <utility>

namespace kernelcast {

struct SaturationCurve {
  double A = 1, B = 1, C = 0; ///< up to Saturation
  double A2 = 1, C2 = 0;      ///< beyond it: a', c'
  double Saturation = std::numeric_limits<double>::infinity();

  /// W(\p Operations), not below 0.
  double at(double Operations) const;
};

struct SaturationFit {
  SaturationCurve Curve; ///< normalised to W(1) = 1
  double One = 0;        ///< what one operation takes, unit of the points
  double Residual = 0;   ///< root mean square, relative to One
};

/// The curve of least squares through \p Points, pairs of number of operations
/// and time: for every split into a left and a right part, b is scanned from 0
/// to 2 and the rest is linear. Errors: fewer than three different numbers of
/// operations, a number below 1, or a time that is negative or not finite.
llvm::Expected<SaturationFit>
fitSaturation(llvm::ArrayRef<std::pair<double, double>> Points);

} // namespace kernelcast

#endif // KERNELCAST_COST_MODELS_CACHE_AWARE_SATURATIONCURVE_H
