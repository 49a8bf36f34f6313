//===- CacheAwareModel.h - Calibrated times by operation --------*- C++ -*-===//
//
// Model "cache-aware": Pöppl, Herz: A cache-aware performance prediction
// framework for GPGPU computations, UCHPC 2015. docs/models/cache-aware.md
// explains it, CacheAwareEquations.h holds the equations.
//
//   faithful   straight-line kernels, every operation of the source once, on a
//              GPU whose file has a calibration
//   corrected  operations as often as an average work-item executes them
//   modern     as corrected; without a calibration, times that follow from the
//              GPU's peaks, all of them assumed
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_COST_MODELS_CACHE_AWARE_CACHEAWAREMODEL_H
#define KERNELCAST_COST_MODELS_CACHE_AWARE_CACHEAWAREMODEL_H

#include "cost_models/common/EquationModel.h"

namespace kernelcast {

class CacheAwareModel final : public EquationModel {
public:
  ModelId id() const override { return ModelId::CacheAware; }
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

#endif // KERNELCAST_COST_MODELS_CACHE_AWARE_CACHEAWAREMODEL_H
