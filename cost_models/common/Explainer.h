//===- Explainer.h - Every equation with where its numbers come from ------===//
//
// The list of quantities behind a prediction, for --explain. Two kinds:
//
//   inputs     with an origin: the analysis of the source and how it knows, a
//              field of the GPU file and its confidence, an option, the launch
//   equations  with their number in the paper, and the formula with the values
//              in it; each of these is an input or the result of an equation
//              above, or a constant of the equation
//
// A formula is arithmetic that gives the value (+ - * /, min, max, ceil);
// anything else is a note.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_COST_MODELS_COMMON_EXPLAINER_H
#define KERNELCAST_COST_MODELS_COMMON_EXPLAINER_H

#include "cost_models/CostModel.h"
#include "cost_models/common/Equations.h"

namespace kernelcast {

class Explainer {
public:
  Explainer(const WarpProfile &Profile, const GpuSpec &Gpu)
      : Profile(Profile), Gpu(Gpu), Eq(Gpu, &List) {}

  void input(llvm::StringRef Name, double Value, llvm::StringRef Unit,
             Origin From, std::string Note = "");

  /// A number of the GPU file under the name that the equations use.
  /// \p Otherwise is what the model takes where the file has none.
  void hardware(llvm::StringRef Name, HardwareNumber GpuSpec::*Member,
                double Otherwise = 0);

  /// A number of the GPU file's calibration.
  void calibrated(llvm::StringRef Name, llvm::StringRef Key,
                  const HardwareNumber &Number, std::string Note = "");

  void stated(llvm::StringRef Name, double Value,
              HardwareNumber GpuSpec::*Member);

  /// The lanes of the units on which the warp's instructions run.
  void lanes();
  /// Latencies of the warp's instructions in an in-order issue.
  void latencies();

  void equation(llvm::StringRef Name, double Value, llvm::StringRef Unit,
                llvm::StringRef Equation, std::string Formula = "",
                std::string Note = "");

  /// The last two: cycles of the prediction by \p Formula, and its time.
  void result(double Cycles, std::string Formula);

  /// The inputs, then the equations, each in the order in which they came.
  std::vector<Quantity> take() { return List.take(); }

  QuantityList &list() { return List; }

  // Origins.
  Origin instructions() const { return Origin::Instructions; }
  Origin accesses() const { return Origin::Accesses; }
  Origin caches() const { return Origin::Caches; }
  Origin launch() const { return Origin::Launch; }
  Origin residency() const { return Origin::Residency; }
  Origin warpSize() const { return Origin::WarpSize; }

private:
  const WarpProfile &Profile;
  const GpuSpec &Gpu;
  QuantityList List;
  Equations<double> Eq;
};

} // namespace kernelcast

#endif // KERNELCAST_COST_MODELS_COMMON_EXPLAINER_H
