//===- LaunchEvaluation.h - All boxes of a launch ---------------*- C++ -*-===//
//
// Starts from the boxes of the warp mapping and divides them until each piece
// can be evaluated as one; their facts add up to exact totals. When the step
// budget is used up the boxes that are left are sampled: as many points as the
// budget allows once more, at most 32, spread over them by volume with a
// golden-ratio offset in each stratum (so that no power-of-two stride of the
// launch resonates with the choice), each standing for its share.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_EVALUATOR_LAUNCHEVALUATION_H
#define KERNELCAST_ANALYSIS_EVALUATOR_LAUNCHEVALUATION_H

#include "analysis/WarpProfile.h"
#include "analysis/evaluator/EvaluationOptions.h"
#include "analysis/evaluator/EvaluationPlan.h"
#include "analysis/evaluator/EvaluationState.h"
#include "analysis/hardware/GpuSpec.h"

namespace kernelcast {

/// Fills the facts of blocks, accesses, loops and branches of \p Profile in,
/// but for the accesses' classes and the loops' formulas. Returns what the
/// estimates among them have taken for granted.
AssumedControl evaluateLaunch(const EvaluationPlan &Plan,
                              const LaunchConfiguration &Launch,
                              const GpuSpec &Gpu,
                              const EvaluationOptions &Options,
                              WarpProfile &Profile);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_EVALUATOR_LAUNCHEVALUATION_H
