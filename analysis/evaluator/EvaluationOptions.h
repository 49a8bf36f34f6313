//===- EvaluationOptions.h - What the evaluator may assume ------*- C++ -*-===//
#ifndef KERNELCAST_ANALYSIS_EVALUATOR_EVALUATIONOPTIONS_H
#define KERNELCAST_ANALYSIS_EVALUATOR_EVALUATIONOPTIONS_H

#include <cstdint>
#include <map>
#include <utility>

namespace kernelcast {

/// User knowledge about data-dependent control, keyed by line and column
/// (column 0: any column of that line).
struct ControlAssumptions {
  std::map<std::pair<unsigned, unsigned>, double> BranchProbability;
  std::map<std::pair<unsigned, unsigned>, double> LoopTrips;
  /// The same of machine code, by line of its listing.
  std::map<unsigned, double> ListingTaken, ListingTrips;
};

struct EvaluationOptions {
  ControlAssumptions Control;
  /// Upper bound on evaluation steps (one step = one block of the flow graph
  /// for one warp shape); beyond it facts are sampled.
  uint64_t StepBudget = 300000;
  double DefaultBranchProbability = 0.5; ///< of a data-dependent branch, a lane
  double DefaultTrips = 16; ///< of a loop whose trips cannot be known
};

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_EVALUATOR_EVALUATIONOPTIONS_H
