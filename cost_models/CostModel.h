//===- CostModel.h - From a warp profile to a time --------------*- C++ -*-===//
//
// The one interface of all cost models: the same WarpProfile in, the same
// Prediction out.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_COST_MODELS_COSTMODEL_H
#define KERNELCAST_COST_MODELS_COSTMODEL_H

#include "analysis/hardware/GpuSpec.h"
#include "cost_models/common/Domain.h"
#include "cost_models/common/ProfiledResource.h"
#include "cost_models/common/Quantity.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"
#include <memory>

namespace kernelcast {

/// faithful reproduces the paper, corrected repairs its errors, modern adds
/// today's hardware. Never mixed.
enum class ModelMode : uint8_t { Faithful, Corrected, Modern };
llvm::StringRef name(ModelMode Mode);

/// The models that are built in (Models.def), in the order of the interface.
enum class ModelId : uint8_t {
#define MODEL(ID, NAME) ID,
#include "cost_models/Models.def"
};
/// As on the command line: "wfg", "mwp-cwp", ...
llvm::StringRef name(ModelId Model);

/// How much is said of a prediction beside its time and breakdown. What is not
/// asked for costs nothing.
enum class Detail : uint8_t {
  Seconds, ///< the time alone, without the interval that bounded facts give it
  Time,
  Quantities, ///< every quantity with its value
  Explanation ///< and its formula
};

struct BreakdownItem {
  Cost What;
  double Cycles = 0;
};

/// The cycles of a launch while the trip count T of one loop changes and all
/// else stays: Base + PerTrip * T.
struct TimeInTrips {
  LoopId Loop = 0;
  double Base = 0, PerTrip = 0;
};

struct Prediction {
  ModelId Model = ModelId::Wfg;
  ModelMode Mode = ModelMode::Corrected;
  std::string Gpu;
  double Cycles = 0;
  double Seconds = 0;
  double SecondsLow = 0, SecondsHigh = 0;
  std::optional<Cost> Bottleneck; ///< of every prediction that a model makes
  /// What that comes down to in the list of all models.
  std::optional<ProfiledResource> BoundBy;
  /// Adds up to Cycles; largest first.
  llvm::SmallVector<BreakdownItem, 8> Breakdown;
  std::vector<Quantity> Quantities; ///< if asked for
  /// What the model itself takes for granted, for the ledger.
  std::vector<Assumption> Assumptions;
  /// For each loop whose trip count is no constant of the source, as they nest;
  /// with the quantities, and of models that follow loops.
  std::vector<TimeInTrips> InTrips;
  /// Parts that the model was asked to leave out (KernelcastPart.h): "l1".
  std::vector<std::string> Without;
  /// What the model takes for granted, and what of that does not hold for this
  /// launch; with the quantities.
  llvm::ArrayRef<Premise> Premises;
  std::vector<BrokenPremise> Broken;
};

/// The model and what it leaves out: "kernelcast", "kernelcast without l1".
std::string modelLabel(const Prediction &P);

class CostModel {
public:
  virtual ~CostModel();
  virtual ModelId id() const = 0;
  llvm::StringRef name() const { return kernelcast::name(id()); }
  /// Modes in order of preference, the default first.
  virtual llvm::ArrayRef<ModelMode> modes() const = 0;
  /// What the model takes for granted: its domain is where that holds.
  virtual llvm::ArrayRef<Premise> premises() const = 0;
  /// The prediction, or an error for degenerate input (no warps, occupancy or
  /// bandwidth 0). Never NaN, infinite or negative.
  virtual llvm::Expected<Prediction>
  predict(const WarpProfile &Profile, const GpuSpec &Gpu, ModelMode Mode,
          Detail Asked = Detail::Time) const = 0;

protected:
  /// For models that have all modes: modern, corrected, faithful.
  static llvm::ArrayRef<ModelMode> allModes();
  /// Widens the interval of \p P by the cycles at both ends of the facts that
  /// are bounded. An end that has none (an error) is left out.
  static void
  widen(Prediction &P, double Clock,
        llvm::function_ref<llvm::Expected<double>(FactBound)> CyclesAt);
};

/// Names of the models that are built in, in the order of the interface.
std::vector<std::string> costModelNames();

/// The model that is asked when none is named: over the measured development
/// sets no other ranks better (docs/validation.md).
inline constexpr ModelId DefaultModel = ModelId::Kernelcast;

/// The model called \p Name, or null.
std::unique_ptr<CostModel> makeCostModel(llvm::StringRef Name);
std::unique_ptr<CostModel> makeCostModel(ModelId Id);

} // namespace kernelcast

#endif // KERNELCAST_COST_MODELS_COSTMODEL_H
