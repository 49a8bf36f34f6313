//===- KernelcastModel.h - Between no overlap and all of it -----*- C++ -*-===//
//
// Model "kernelcast". An SM that runs N warps at a time is through with them no
// sooner than its busiest resource lets it, and no sooner than one warp is that
// has it to itself:
//
//   busy   = max(N * cycles of an SM's busiest unit for a warp,
//                N * SMs * cycles of the device's busiest resource)     (1)
//   hidden = max(busy, path)                                            (2)
//
// (2) is the time where warps hide one another's waits as well as can be. Where
// they hide nothing, because all of them load, wait and compute at once, it is
//
//   exposed = busy + path                                               (3)
//
// Kernels are between the two, and nothing that is known of most says where;
// the model takes the middle. A barrier brings the warps of a block together
// again: those of its own block, one in NB of the resident ones, hide nothing
// of a warp's waits, the others are taken as before. Of the shorter of busy and
// path there shows
//
//   shown = 1/2, with barriers 1/NB + (1 - 1/NB) / 2 = (1 + 1/NB) / 2   (4)
//   round = hidden + shown * (exposed - hidden)                         (5)
//
// The blocks that an SM can hold at a time are a round. A launch is its full
// rounds and one more of the blocks that are left, which lie on fewer SMs or
// leave places free, and the start and drain of the kernel:
//
//   time = full rounds * round + last round + start and drain           (6)
//
// Where the parts come from: the resources are those of roofline (Ceilings.h;
// Williams et al. 2009), the path is Volkov's (2016; CriticalPath.h), and the
// rounds of blocks are Hong and Kim's (2009). No number is fitted.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_COST_MODELS_KERNELCAST_KERNELCASTMODEL_H
#define KERNELCAST_COST_MODELS_KERNELCAST_KERNELCASTMODEL_H

#include "cost_models/common/EquationModel.h"
#include "cost_models/kernelcast/KernelcastPart.h"

namespace kernelcast {

class KernelcastModel final : public EquationModel {
public:
  /// The model without some of its parts, which its ledger then names.
  explicit KernelcastModel(KernelcastParts Without = {})
      : Without(std::move(Without)) {}
  ModelId id() const override { return ModelId::Kernelcast; }
  llvm::ArrayRef<ModelMode> modes() const override;
  llvm::ArrayRef<Premise> premises() const override;

protected:
  llvm::ArrayRef<HardwareNumber GpuSpec::*> needed() const override;
  llvm::Expected<double> cycles(Equations<double> &Eq, const Question &Q,
                                Prediction *P) const override;
  llvm::Expected<Traced> cycles(Equations<Traced> &Eq, const Question &Q,
                                Prediction *P) const override;

private:
  template <typename Number>
  llvm::Expected<Number> cyclesOf(Equations<Number> &Eq, const Question &Q,
                                  Prediction *P) const;

  KernelcastParts Without;
};

} // namespace kernelcast

#endif // KERNELCAST_COST_MODELS_KERNELCAST_KERNELCASTMODEL_H
