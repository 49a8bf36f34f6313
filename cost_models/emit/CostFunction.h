//===- CostFunction.h - The work flow model as a decision tree --*- C++ -*-===//
//
// The time of a kernel as a function of its arguments and launch sizes. The
// model "wfg" itself computes it, in numbers that note their operations
// (support/Traced.h), from a profile of formulas (ParametricProfile.h):
//
//   launch -> counts -> decision? -> decision? -> ... -> cycles
//
// Each run of the model goes one way through the decisions that its code takes
// (is the branch ever entered, is a loop run once, twice or more often, ...),
// and runs for many launches make a tree of all the ways that launches take.
// Launches that would leave the tree are outside of the function.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_COST_MODELS_EMIT_COSTFUNCTION_H
#define KERNELCAST_COST_MODELS_EMIT_COSTFUNCTION_H

#include "cost_models/emit/ParametricProfile.h"

namespace kernelcast {

/// How many blocks and warps of a launch an SM holds; 0 where none fits.
struct ResidentBlocks {
  unsigned Blocks = 0, Warps = 0;
};

/// A place in the tree: a decision, or the result.
struct CostStep {
  enum Kind : uint8_t { Nowhere, Decision, Result, Outside };
  Kind What = Nowhere;
  TraceDecision Asked;
  unsigned Next[2] = {0, 0}; ///< steps for false and true; 0: never taken
  Traced Cycles;             ///< of a result, with the launch
};

class CostFunction {
public:
  /// \p Residency by warps of a block, from 0 to the most that are possible.
  CostFunction(const KernelGraphs &Graphs, const GpuSpec &Gpu, ModelMode Mode,
               std::vector<ResidentBlocks> Residency);

  /// Runs the model for the launch at \p Point, and returns its cycles; nothing
  /// where the function does not hold. Errors: those of the model.
  llvm::Expected<std::optional<double>> explore(const LaunchPoint &Point);

  /// Everything that some launch needs and has no formula, in words.
  std::vector<std::string> unknowns() const;

  const ParametricProfile &profile() const { return Profile; }
  const Trace &trace() const { return Operations; }
  /// Step 0 is the root.
  llvm::ArrayRef<CostStep> steps() const { return Steps; }
  /// Ways through the tree.
  unsigned paths() const { return Paths; }
  const GpuSpec &gpu() const { return Gpu; }
  ModelMode mode() const { return Mode; }
  llvm::ArrayRef<ResidentBlocks> residency() const { return Residency; }

  /// Inputs beside the counts of the profile.
  static constexpr const char *Blocks = "blocks";
  static constexpr const char *BlocksPerSM = "blocks_per_sm";
  static constexpr const char *WarpsPerSM = "warps_per_sm";

private:
  llvm::Expected<CostStep> run(const LaunchPoint &Point,
                               llvm::ArrayRef<double> Values,
                               const ResidentBlocks &Resident);
  void insert(llvm::ArrayRef<TraceDecision> Decisions, CostStep End);

  const KernelGraphs &Graphs;
  const GpuSpec &Gpu;
  ModelMode Mode;
  std::vector<ResidentBlocks> Residency;
  ParametricProfile Profile;
  Trace Operations;
  std::vector<CostStep> Steps;
  unsigned Paths = 0;
};

} // namespace kernelcast

#endif // KERNELCAST_COST_MODELS_EMIT_COSTFUNCTION_H
