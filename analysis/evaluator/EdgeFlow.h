//===- EdgeFlow.h - What comes over the edges of the flow graph -*- C++ -*-===//
//
// Lanes leave a block by the edges of its branch and meet those from other
// blocks at the next one. With them come the values of that block's phis. A
// lane that may come by two edges, because data decides, has a phi's value only
// if both edges bring the same.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_EVALUATOR_EDGEFLOW_H
#define KERNELCAST_ANALYSIS_EVALUATOR_EDGEFLOW_H

#include "analysis/evaluator/LaneSet.h"
#include "analysis/evaluator/WarpValues.h"

namespace kernelcast {

class EdgeFlow {
public:
  EdgeFlow(const EvaluationPlan &Plan, WarpValues &Values)
      : Plan(Plan), Values(Values), Out(Plan.kernel().Blocks.size()) {}

  /// No lane has gone anywhere yet.
  void clear() { std::fill(Out.begin(), Out.end(), Sides()); }
  /// No lane has left \p Block.
  void clear(BlockId Block) { Out[Block] = {}; }
  /// The lanes that left \p From by its successor number \p Side.
  LaneSet &over(BlockId From, unsigned Side) { return Out[From][Side]; }

  /// The lanes that come to \p Block by its latches (\p Back) or from before.
  LaneSet incoming(const BasicBlock &Block, bool Back) const;
  /// The values that these lanes bring for the needed phis of \p Block. False:
  /// the box has to be split.
  bool mergePhis(const BasicBlock &Block, bool Back,
                 std::vector<GroupedValue> &Result);
  /// Gives the phis of a block that is no header their values.
  bool joinPhis(const BasicBlock &Block);

private:
  using Sides = std::array<LaneSet, 2>;
  LaneSet edge(const BasicBlock &To, unsigned Predecessor) const;
  bool addPhi(SlotId Phi, GroupedValue &To, LaneMask Filled,
              const GroupedValue &Incoming, LaneMask Lanes);

  const EvaluationPlan &Plan;
  WarpValues &Values;
  std::vector<Sides> Out; ///< by block and successor
  std::vector<GroupedValue> Joined;
};

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_EVALUATOR_EDGEFLOW_H
