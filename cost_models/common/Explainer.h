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

namespace kernelcast {

class Explainer {
public:
  Explainer(const WarpProfile &Profile, const GpuSpec &Gpu)
      : Profile(Profile), Gpu(Gpu) {}

  void input(llvm::StringRef Name, double Value, llvm::StringRef Unit,
             std::string Origin, std::string Note = "");

  /// A number of the GPU file under the name that the equations use.
  /// \p Otherwise is what the model takes where the file has none.
  void hardware(llvm::StringRef Name, HardwareNumber GpuSpec::*Member,
                double Otherwise = 0);

  /// A number of the GPU file's calibration.
  void calibrated(llvm::StringRef Name, llvm::StringRef Key,
                  const HardwareNumber &Number, std::string Note = "");

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
  std::vector<Quantity> take();

  // Origins.
  std::string instructions() const; ///< counts of the warp's instructions
  std::string accesses() const;     ///< transactions and bytes of accesses
  std::string caches() const;       ///< what caches are estimated to save
  std::string launch() const;       ///< grid and block
  std::string residency() const;    ///< occupancy
  std::string warpSize() const { return "GPU file warp_size"; }

private:
  bool executes(std::initializer_list<InstructionClass> Classes) const;

  const WarpProfile &Profile;
  const GpuSpec &Gpu;
  std::vector<Quantity> Inputs, Equations;
};

/// What all models start from: the launch, its arguments, and the numbers of
/// the GPU file behind occupancy and the estimate of the caches.
std::vector<Quantity> commonInputs(const WarpProfile &Profile,
                                   const GpuSpec &Gpu);

/// "GPU file clock (B)", "--set clock", or that the file gives none.
std::string originOf(const GpuSpec &Gpu, HardwareNumber GpuSpec::*Member);

} // namespace kernelcast

#endif // KERNELCAST_COST_MODELS_COMMON_EXPLAINER_H
