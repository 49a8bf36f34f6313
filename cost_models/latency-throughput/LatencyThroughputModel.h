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

#include "cost_models/common/EquationModel.h"

namespace kernelcast {

class LatencyThroughputModel final : public EquationModel {
public:
  ModelId id() const override { return ModelId::LatencyThroughput; }
  llvm::ArrayRef<ModelMode> modes() const override;
  llvm::ArrayRef<Premise> premises() const override;

protected:
  llvm::ArrayRef<HardwareNumber GpuSpec::*> needed() const override;
  llvm::Expected<double> cycles(Equations<double> &Eq, const Question &Q,
                                Prediction *P) const override;
  llvm::Expected<Traced> cycles(Equations<Traced> &Eq, const Question &Q,
                                Prediction *P) const override;
};

} // namespace kernelcast

#endif // KERNELCAST_COST_MODELS_LATENCY_THROUGHPUT_LATENCYTHROUGHPUTMODEL_H
