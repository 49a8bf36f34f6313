//===- PipeDemands.h - What a warp asks of each functional unit -*- C++ -*-===//
//
// SM cycles for which the instructions of one average warp keep each unit of an
// SM busy: instructions * warp / lanes for the pipelines, bank steps for shared
// memory, one slot each for the schedulers. The sum over an SM's warps of any
// of them is a floor of its time.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_COST_MODELS_COMMON_PIPEDEMANDS_H
#define KERNELCAST_COST_MODELS_COMMON_PIPEDEMANDS_H

#include "analysis/WarpProfile.h"
#include "analysis/hardware/GpuSpec.h"

namespace kernelcast {

struct PipeDemand {
  std::string Name;        ///< "FP32", "special functions", "issue", ...
  double Instructions = 0; ///< of one warp; shared memory: bank steps
  double Cycles = 0;       ///< SM cycles that they keep the unit busy
};

/// Instructions of one average warp, all classes.
double instructionsPerWarp(const WarpProfile &Profile);

/// Steps of shared memory that an SM does in a cycle. One serves as many lanes
/// as there are banks, at the lanes' own rate where those are fewer.
double bankStepsPerCycle(const GpuSpec &Gpu);

/// Lanes of an SM that execute instructions of \p Class; those without a unit
/// of their own have the issue slots, \p IssuesPerCycle for a warp each.
double lanesOf(InstructionClass Class, const GpuSpec &Gpu, unsigned WarpSize,
               double IssuesPerCycle);

/// All units that the warp uses. \p IssuesPerCycle: warp instructions that an
/// SM issues in a cycle. A unit that the GPU file does not give (or gives as 0)
/// shares the FP32 lanes.
std::vector<PipeDemand> pipeDemands(const WarpProfile &Profile,
                                    const GpuSpec &Gpu, double IssuesPerCycle,
                                    FactBound Bound = FactBound::Value);

/// The unit with the most cycles, or null if there is none.
const PipeDemand *busiest(llvm::ArrayRef<PipeDemand> Demands);

} // namespace kernelcast

#endif // KERNELCAST_COST_MODELS_COMMON_PIPEDEMANDS_H
