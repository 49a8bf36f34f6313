//===- EquationModel.h - What every cost model does alike -------*- C++ -*-===//
//
// A model by equations (Equations.h) says what it needs of a GPU and how many
// cycles a launch takes. Its base makes the prediction of that:
//
//   is there such a mode, does the GPU file give every number, has the launch
//   warps  ->  cycles, in double or Traced as is asked  ->  are they finite  ->
//   the largest part first, it bounds  ->  the interval, where facts are
//   bounded: the same equations at both ends, without a record
//
// A model of one's own is a folder and a line:
//
//   cost_models/Models.def        MODEL(DramOnly, "dram-only")
//   cost_models/dram-only/*.cpp   a class with the six functions of
//                                 EquationModel and CostModel, and
//
//     std::unique_ptr<CostModel> kernelcast::makeDramOnly() {
//       return std::make_unique<DramOnlyModel>();
//     }
//
// CMake finds the folder. A line without a maker does not link.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_COST_MODELS_COMMON_EQUATIONMODEL_H
#define KERNELCAST_COST_MODELS_COMMON_EQUATIONMODEL_H

#include "cost_models/CostModel.h"
#include "cost_models/common/Equations.h"
#include "cost_models/common/LaunchShape.h"

namespace kernelcast {

/// A launch about which a model is asked. Shape and the needed numbers of the
/// GPU have been checked.
struct Question {
  const WarpProfile &Profile;
  const GpuSpec &Gpu;
  ModelMode Mode;
  FactBound Bound; ///< the end of the facts to compute with
  LaunchShape Shape;
  /// Whether instructions issue in the order in which an assembler would put
  /// them, and not as in the optimised code.
  bool AssemblerOrder = true;
};

/// Makes the model: one function for each line of the table, beside the model.
#define MODEL(ID, NAME) std::unique_ptr<CostModel> make##ID();
#include "cost_models/Models.def"

class EquationModel : public CostModel {
public:
  llvm::Expected<Prediction> predict(const WarpProfile &Profile,
                                     const GpuSpec &Gpu, ModelMode Mode,
                                     Detail Asked) const final;

protected:
  /// Numbers without which the model has no answer.
  virtual llvm::ArrayRef<HardwareNumber GpuSpec::*> needed() const = 0;

  /// Cycles of the launch, with everything that the model counts. Fills in the
  /// rest of \p P, which is null where only the cycles matter: the breakdown in
  /// any order, what is assumed, and the bottleneck if it is not the largest
  /// part. Errors need not name the model, nor numbers that are not finite.
  ///
  /// Both are one template in the model's source.
  virtual llvm::Expected<double>
  cycles(Equations<double> &Eq, const Question &Q, Prediction *P) const = 0;
  virtual llvm::Expected<Traced>
  cycles(Equations<Traced> &Eq, const Question &Q, Prediction *P) const = 0;
};

/// The launch's overhead in cycles as the equation "CYC_launch"; 0 and no
/// equation where the GPU file has none.
template <typename Number>
Number launchCycles(Equations<Number> &Eq, Plain<Number> Overhead,
                    Plain<Number> Clock,
                    llvm::StringRef Source = "overhead * clock") {
  if (!(Eq.gpu().StartAndDrain > 0))
    return 0;
  return Eq.equation("CYC_launch", "cycles", Source, Overhead * Clock);
}

} // namespace kernelcast

#endif // KERNELCAST_COST_MODELS_COMMON_EQUATIONMODEL_H
