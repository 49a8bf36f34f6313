//===- EvaluationPlan.h - A kernel made ready to be evaluated ---*- C++ -*-===//
//
// What the warp evaluator needs of a kernel whatever the launch: the needed
// expressions as straight code, the regions between which lanes part and meet,
// and which outcome of a branch leads along which edge. Made once for a kernel
// and only read from then on, so that any number of launches and threads share
// it.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_EVALUATOR_EVALUATIONPLAN_H
#define KERNELCAST_ANALYSIS_EVALUATOR_EVALUATIONPLAN_H

#include "analysis/evaluator/ExpressionProgram.h"
#include "analysis/pdg/KernelGraphs.h"

namespace kernelcast {

struct EvaluationPlan {
  /// \p Graphs and their kernel outlive the plan.
  explicit EvaluationPlan(const KernelGraphs &Graphs);

  const KernelModel &Kernel;
  llvm::ArrayRef<FlowRegion> Regions;
  ExpressionProgram Program;
  /// By block and predecessor, the outcomes of the predecessor that lead here,
  /// as bits.
  std::vector<std::vector<uint8_t>> Outcomes;
};

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_EVALUATOR_EVALUATIONPLAN_H
