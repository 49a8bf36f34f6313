//===- ParametricProfile.h - A profile for any launch -----------*- C++ -*-===//
//
// What the work flow graph reads of a profile, as formulas of the arguments and
// the launch's sizes (formulas/KernelFormulas.h): executions of every block,
// sectors and bank cycles of every access, shares of branches. What has no
// formula is unknown, with the reason; whoever computes with it finds that out.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_COST_MODELS_EMIT_PARAMETRICPROFILE_H
#define KERNELCAST_COST_MODELS_EMIT_PARAMETRICPROFILE_H

#include "analysis/formulas/KernelFormulas.h"
#include "analysis/hardware/GpuSpec.h"
#include "analysis/pdg/KernelGraphs.h"
#include "analysis/workflow/WorkflowBuilder.h"
#include "cost_models/CostModel.h"
#include "cost_models/emit/Magnitudes.h"

namespace kernelcast {

/// Values by name: "gridDim.x", ..., "blockDim.z" and arguments.
using LaunchPoint = std::map<std::string, int64_t>;

struct CountFormula {
  std::string Name; ///< "c0", "c1", ...
  Formula Value;
  std::string What; ///< "warps that execute 12:3"
};

class ParametricProfile {
public:
  /// Pointers that the kernel compares with null are taken as not null.
  ParametricProfile(const KernelGraphs &Graphs, const GpuSpec &Gpu,
                    ModelMode Mode);

  const KernelModel &kernel() const { return Kernel; }
  llvm::ArrayRef<CountFormula> counts() const { return Counts; }
  /// Conditions of the formulas, each to be true.
  llvm::ArrayRef<Formula> conditions() const { return Conditions; }
  /// Whether some count goes over the lanes of all warps, which takes long.
  bool isByLanes() const;
  const Magnitudes &magnitudes() const { return Sizes; }
  /// Arguments that formulas, conditions or magnitudes mention.
  const std::vector<std::string> &arguments() const { return Arguments; }

  /// The values of the counts at \p Point; nothing where a condition is not
  /// met, a number gets too large or computing takes too long.
  std::optional<std::vector<double>> valuesAt(const LaunchPoint &Point) const;

  /// The facts of a launch with these \p Values, as inputs of \p T.
  WorkflowFacts<Traced> facts(Trace &T, llvm::ArrayRef<double> Values) const;
  /// An upper bound of what it moves to and from memory, in bytes: all sectors.
  Traced dramBytes(Trace &T, llvm::ArrayRef<double> Values) const;

private:
  /// A count, or why there is none.
  struct Fact {
    unsigned Count = None;
    std::string Reason;
  };
  Fact fact(Formula Value, llvm::ArrayRef<Formula> Holds,
            const std::string &What, const std::string &Reason);
  void readBlocks(ModelMode Mode, const ProgramDependenceGraph &Pdg);
  void readAccesses();
  bool requirePath(const ExecutionPath &Path);
  bool requireWay(const BasicBlock &Block);
  std::string whyNot(BlockId Block);
  Traced value(const Fact &F, Trace &T, llvm::ArrayRef<double> Values) const;
  void collectArguments();
  FormulaValues leavesAt(const LaunchPoint &Point) const;

  const KernelModel &Kernel;
  const GpuSpec &Gpu;
  KernelFormulas Formulas;
  Magnitudes Sizes;
  std::vector<CountFormula> Counts;
  std::vector<Formula> Conditions;
  std::vector<std::string> Arguments;
  std::vector<Fact> Blocks, Sectors, Banks;
  std::vector<std::array<std::optional<Fact>, 2>> Sides;
};

} // namespace kernelcast

#endif // KERNELCAST_COST_MODELS_EMIT_PARAMETRICPROFILE_H
