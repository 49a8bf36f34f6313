//===- CostModel.h - From a warp profile to a time --------------*- C++ -*-===//
//
// The one interface of all cost models: the same WarpProfile in, the same
// Prediction out.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_COST_MODELS_COSTMODEL_H
#define KERNELCAST_COST_MODELS_COSTMODEL_H

#include "analysis/WarpProfile.h"
#include "analysis/hardware/GpuSpec.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"
#include <memory>

namespace kernelcast {

/// faithful reproduces the paper, corrected repairs its errors, modern adds
/// today's hardware. Never mixed.
enum class ModelMode : uint8_t { Faithful, Corrected, Modern };
llvm::StringRef name(ModelMode Mode);

/// A named quantity, for --explain (Explainer.h): an input, which has an
/// origin, or the result of an equation.
struct Quantity {
  std::string Name; ///< "CYC_compute"
  double Value = 0;
  std::string Unit;        ///< "cycles"
  std::string Equation;    ///< "BG (3)" or "BG (6), clamped"; "" for an input
  std::string Formula;     ///< with the numbers in it: "max(1, 24/(4*1*16))"
  std::string Origin = {}; ///< "source analysis, exact", "GPU file clock (B)"
  std::string Note = {};   ///< in words, or ""
  std::string Key = {};    ///< of the GPU file's number that it is, or ""
  char Confidence = 0;     ///< of that number
};

struct BreakdownItem {
  std::string Name; ///< "DRAM bandwidth", "divergence", ...
  double Cycles = 0;
};

struct Prediction {
  std::string Model;
  ModelMode Mode = ModelMode::Corrected;
  std::string Gpu;
  double Cycles = 0;
  double Seconds = 0;
  double SecondsLow = 0, SecondsHigh = 0;
  std::string Bottleneck;
  std::vector<BreakdownItem> Breakdown; ///< adds up to Cycles
  std::vector<Quantity> Quantities;
  /// What the model itself takes for granted, for the ledger.
  std::vector<Assumption> Assumptions;
  /// The time as a formula where a trip count stays symbolic, or "".
  std::string Formula;
};

class CostModel {
public:
  virtual ~CostModel();
  virtual llvm::StringRef name() const = 0;
  /// Modes in order of preference, the default first.
  virtual llvm::ArrayRef<ModelMode> modes() const = 0;
  /// The prediction, or an error for degenerate input (no warps, occupancy or
  /// bandwidth 0). Never NaN, infinite or negative.
  virtual llvm::Expected<Prediction> predict(const WarpProfile &Profile,
                                             const GpuSpec &Gpu,
                                             ModelMode Mode) const = 0;

protected:
  /// For models that have all modes: modern, corrected, faithful.
  static llvm::ArrayRef<ModelMode> allModes();
  /// A prediction of \p Cycles at \p Clock Hz, with nothing else yet.
  Prediction start(ModelMode Mode, const GpuSpec &Gpu, double Cycles,
                   double Clock) const;
  /// Widens the interval of \p P by the cycles at both ends of the facts that
  /// are bounded. An end that has none (an error) is left out.
  static void
  widen(Prediction &P, double Clock,
        llvm::function_ref<llvm::Expected<double>(FactBound)> CyclesAt);
};

/// Names of the models that are built in, in the order of the interface.
std::vector<std::string> costModelNames();

/// The model called \p Name, or null.
std::unique_ptr<CostModel> makeCostModel(llvm::StringRef Name);

} // namespace kernelcast

#endif // KERNELCAST_COST_MODELS_COSTMODEL_H
