//===- ParameterEffects.h - How much each parameter matters -----*- C++ -*-===//
//
// Of a tuning space's parameters a few decide about the time and the others
// hardly matter. How much of the times' variation parameter P explains alone is
// its main effect: with x the natural logarithm of a configuration's predicted
// time, m the mean of all n, and m(v) the mean of the n(v) configurations in
// which P is v,
//
//             sum over v of n(v) * (m(v) - m)^2
//   effect =  ---------------------------------
//             sum over all of (x - m)^2
//
// 0: every value of P has the same mean; 1: P alone decides. Logarithms, so
// that twice as long counts the same among fast and slow configurations. The
// effects of all parameters add up to 1 where each acts on its own in a full
// space; what is left is what only certain values together do. Constraints can
// make several parameters explain the same, so that the sum is above 1, and a
// parameter of which each configuration has a value of its own explains
// everything.
//
// Fisher's correlation ratio (1925); Sobol's first-order index (1993) where all
// combinations are there.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_TOOL_PRUNE_PARAMETEREFFECTS_H
#define KERNELCAST_TOOL_PRUNE_PARAMETEREFFECTS_H

#include "tool/prune/Ranking.h"

namespace kernelcast {

/// What one parameter does to the predicted times.
struct ParameterEffect {
  size_t Parameter = 0; ///< its number
  size_t Values = 0;    ///< different ones, of configurations with a time
  double Explains = 0;  ///< part of the variation of the log time, 0 to 1
};

/// Of the configurations of \p All that have a time above 0, the parameter that
/// explains most first, equals by number. Empty where all of them take equally
/// long: there is nothing to explain.
std::vector<ParameterEffect> parameterEffects(const Ranking &All);

} // namespace kernelcast

#endif // KERNELCAST_TOOL_PRUNE_PARAMETEREFFECTS_H
