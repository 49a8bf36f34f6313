//===- AccessEvaluator.h - One access over a box ----------------*- C++ -*-===//
//
// Bounds where lanes are uncertain: all counts grow with the set of lanes, so
// the sure lanes give the lower and the possible lanes the upper bound. Lanes
// whose address depends on data touch at least nothing new and at most units of
// their own; the estimate takes them all apart.
//
// If the part that depends on data is the same for the whole warp or for groups
// of its lanes (CommonOffsets.h), only its alignment is unknown, and the costs
// are those of AccessCosts.h. If data choose one of a few known addresses
// (ChosenAddresses.h), lanes cost at most what all of them cost at each. If
// they choose a row of shared memory whose words are in the same banks as those
// of every other row, the banks are known.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_EVALUATOR_ACCESSEVALUATOR_H
#define KERNELCAST_ANALYSIS_EVALUATOR_ACCESSEVALUATOR_H

#include "analysis/evaluator/AccessCosts.h"

namespace kernelcast {

class AccessEvaluator {
public:
  AccessEvaluator(const EvaluationPlan &Plan, const GpuSpec &Gpu,
                  WarpValues &Values, EvaluationState &State,
                  FactJournal &Journal);

  /// Writes down what the access costs when \p Lanes execute it at all points
  /// of the box. Its address is up to date. False: the box has to be split.
  bool evaluate(AccessId Id, const LaneSet &Lanes);

private:
  bool servesHalfWarpsApart(const MemoryAccess &A) const;
  void addKnown(AccessEvent &E, const WarpValue &Address, const LaneSet &Lanes,
                const CommonOffsets &Offsets);
  bool addRows(AccessEvent &E, const LaneSet &Lanes,
               const ExpressionProgram::OffsetAddress &Parts);
  bool addChosen(AccessEvent &E, const LaneSet &Lanes,
                 const ExpressionProgram::ChosenAddress &Choice);
  void addGuessed(AccessEvent &E, const LaneSet &Lanes, LaneMask Guessed,
                  LaneMask Known);
  void recordPattern(AccessId Id, double Sectors, const WarpValue &Address,
                     LaneMask Lanes);
  /// Warp executions, over all points of the box.
  double executions() const { return Values.points().volume() * State.Scale; }

  const EvaluationPlan &Plan;
  const KernelModel &Kernel;
  const GpuSpec &Gpu;
  WarpValues &Values;
  EvaluationState &State;
  FactJournal &Journal;
  AccessCosts Costs;
};

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_EVALUATOR_ACCESSEVALUATOR_H
