//===- SpecializationPlan.h - A kernel ready for its launches ---*- C++ -*-===//
//
// All that a profile needs of the kernel alone and that launches share: the
// evaluation plan, the additions that multiply, too, the branches that equation
// (12) may weigh, and, for each size of block that has been asked for, the
// access classes. Several threads may use one plan.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_SPECIALIZE_SPECIALIZATIONPLAN_H
#define KERNELCAST_ANALYSIS_SPECIALIZE_SPECIALIZATIONPLAN_H

#include "analysis/control/AccessClasses.h"
#include "analysis/evaluator/EvaluationPlan.h"
#include <map>
#include <mutex>

namespace kernelcast {

class SpecializationPlan {
public:
  /// \p Graphs and their kernel outlive the plan.
  explicit SpecializationPlan(const KernelGraphs &Graphs);

  const KernelModel &kernel() const { return Graphs.kernel(); }
  const KernelGraphs &graphs() const { return Graphs; }
  const EvaluationPlan &evaluation() const { return Evaluation; }
  /// By block: whether equation (12) may apply to its branch, its shape and
  /// the launch permitting.
  bool mayBeWeighed(BlockId Block) const { return Weighed[Block]; }
  /// Floating-point operations of one execution of \p Block by one thread, a
  /// multiply-add counted as two.
  const FloatOperations &operations(BlockId Block) const {
    return Flops[Block];
  }
  /// The class of every access in blocks of \p Sizes.
  llvm::ArrayRef<AccessClass> accessClasses(const BlockSize &Sizes) const;

private:
  const KernelGraphs &Graphs;
  EvaluationPlan Evaluation;
  std::vector<bool> Weighed;
  std::vector<FloatOperations> Flops;
  mutable std::mutex ClassesLock;
  mutable std::map<BlockSize, std::vector<AccessClass>> Classes;
};

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_SPECIALIZE_SPECIALIZATIONPLAN_H
