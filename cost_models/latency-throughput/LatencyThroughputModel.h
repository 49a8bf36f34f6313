//===- LatencyThroughputModel.h - Latency or throughput bound ---*- C++ -*-===//
//
// Model "latency-throughput": Volkov 2016 as Gajger 2017 uses it.
// docs/models/latency-throughput.md explains it, LatencyThroughputEquations.h
// holds the equations, ExecutionTime.h and WarpTimeline.h the latency of a
// warp.
//
//   faithful   CUDA cores, issue slots and DRAM bytes; one lambda for all
//   corrected  every functional unit and shared memory; a lambda for each
//              ceiling; no more SMs and resident warps than the launch has
//   modern     a ceiling for each pipeline and for the L2, the tail of the
//              launch, its overhead
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_COST_MODELS_LATENCY_THROUGHPUT_LATENCYTHROUGHPUTMODEL_H
#define KERNELCAST_COST_MODELS_LATENCY_THROUGHPUT_LATENCYTHROUGHPUTMODEL_H

#include "cost_models/CostModel.h"
#include "cost_models/latency-throughput/LatencyThroughputEquations.h"

namespace kernelcast {

/// What --explain tells beside the equations' own inputs and results. Cycles.
struct LatencyThroughputStory {
  double CriticalPath = 0; ///< of a warp, without the block's replacement
  double BlockReplacement = 0;
  double IssueInterval = 0;    ///< as used
  double CoreInstructions = 0; ///< INS_CUDA, per warp
  double BlocksOfBusiestSM = 0, ResidentBlocks = 0;
  std::optional<double> TailCycles; ///< of SMs that wait for the busiest one
  double LaunchCycles = 0;
};

/// Every equation with its numbers, for --explain.
std::vector<Quantity> explain(const LatencyThroughputStory &Story,
                              const LatencyThroughputInput &Input,
                              const LatencyThroughputResult &Result,
                              const WarpProfile &Profile, const GpuSpec &Gpu,
                              ModelMode Mode);

class LatencyThroughputModel final : public CostModel {
public:
  ModelId id() const override { return ModelId::LatencyThroughput; }
  llvm::ArrayRef<ModelMode> modes() const override;
  llvm::Expected<Prediction> predict(const WarpProfile &Profile,
                                     const GpuSpec &Gpu, ModelMode Mode,
                                     Detail Asked) const override;
};

} // namespace kernelcast

#endif // KERNELCAST_COST_MODELS_LATENCY_THROUGHPUT_LATENCYTHROUGHPUTMODEL_H
