//===- ScalarEvaluation.h - An expression over known symbols ----*- C++ -*-===//
//
// The value of a host-code expression (a grid size, an argument) once its
// symbols have values. Unlike the warp evaluator it computes floating point,
// because hosts write ceil(n / 256.0).
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_LAUNCH_SCALAREVALUATION_H
#define KERNELCAST_ANALYSIS_LAUNCH_SCALAREVALUATION_H

#include "analysis/symbolic/Expression.h"

namespace kernelcast {

/// A number of an expression's type: Integer, or Float if it is floating.
struct Scalar {
  int64_t Integer = 0;
  double Float = 0;
  double number(ScalarType Type) const;
};

/// The value of \p Root, or nothing if it needs a leaf without a value, loads,
/// an unknown function or an undefined operation. \p ValueOf is asked for the
/// leaves other than constants.
std::optional<Scalar>
evaluateScalar(const Expr *Root,
               llvm::function_ref<std::optional<Scalar>(const Expr *)> ValueOf);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_LAUNCH_SCALAREVALUATION_H
