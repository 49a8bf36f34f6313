//===- MwpCwpModel.h - Memory and computation warp parallelism --*- C++ -*-===//
//
// Model "mwp-cwp": Hong and Kim, ISCA 2009, with the L2 cache of Wang and Lou.
// docs/models/mwp-cwp.md explains it, MwpCwpEquations.h holds the equations.
//
// From a profile to the equations' inputs:
//
//   faithful   as printed: Wang and Lou where the GPU file gives an L2 latency,
//              else Hong and Kim
//   corrected  the bytes of the transactions load the bandwidth; later rounds
//              hit the L2 as often as the profile says; no computation is left
//              out; no more blocks on an SM than the launch has
//   modern     mean latency and the tightest of the DRAM's and the L2's
//              bandwidth, traffic in sectors, computation by the busiest unit,
//              a last wave of its own, launch overhead
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_COST_MODELS_MWP_CWP_MWPCWPMODEL_H
#define KERNELCAST_COST_MODELS_MWP_CWP_MWPCWPMODEL_H

#include "cost_models/common/EquationModel.h"

namespace kernelcast {

class MwpCwpModel final : public EquationModel {
public:
  ModelId id() const override { return ModelId::MwpCwp; }
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

#endif // KERNELCAST_COST_MODELS_MWP_CWP_MWPCWPMODEL_H
