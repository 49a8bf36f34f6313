//===- StayConditions.h - How long a condition to stay holds ----*- C++ -*-===//
//
// A loop goes on while its condition holds. For linear and geometric variables
// the number of times is a formula over values known before the loop.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_CONTROL_STAYCONDITIONS_H
#define KERNELCAST_ANALYSIS_CONTROL_STAYCONDITIONS_H

#include "analysis/control/LoopValues.h"

namespace kernelcast {

/// The number of iterations in which \p Stay holds from the first one on, as a
/// 64-bit expression; with \p Holds false, in which its negation does. Null
/// where there is no closed form.
const Expr *iterationsWhile(ExpressionPool &Pool, LoopValues &Loop,
                            const Expr *Stay, bool Holds = true);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_CONTROL_STAYCONDITIONS_H
