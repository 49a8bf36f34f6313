//===- StayConditions.h - How long a condition to stay holds ----*- C++ -*-===//
//
// A loop goes on while its condition holds. For linear and geometric variables
// the number of times is a formula over values known before the loop.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_CONTROL_STAYCONDITIONS_H
#define KERNELCAST_ANALYSIS_CONTROL_STAYCONDITIONS_H

#include "analysis/control/LoopValues.h"

namespace kernelcast {

/// What a loop that is taken to end says about one of its conditions to stay.
enum class StayRole : uint8_t {
  Only,  ///< this one fails at some time: there is no other way out
  First, ///< this one or another
  Last,  ///< this one, and then it has to stay false until others fail, too
};

/// The number of iterations in which \p Stay holds from the first one on, as a
/// 64-bit expression; with \p Holds false, in which its negation does. Null
/// where there is no closed form, or it is not proved that the condition ever
/// fails in a loop with other exits.
const Expr *iterationsWhile(ExpressionPool &Pool, LoopValues &Loop,
                            const Expr *Stay, StayRole Role, bool Holds = true);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_CONTROL_STAYCONDITIONS_H
