//===- CostModel.cpp - The models that are built in -----------------------===//

#include "cost_models/CostModel.h"
#include "cost_models/cache-aware/CacheAwareModel.h"
#include "cost_models/latency-throughput/LatencyThroughputModel.h"
#include "cost_models/mdm/MdmModel.h"
#include "cost_models/mwp-cwp/MwpCwpModel.h"
#include "cost_models/roofline/RooflineModel.h"
#include "cost_models/wfg/WorkflowModel.h"

using namespace llvm;
using namespace kernelcast;

CostModel::~CostModel() = default;

ArrayRef<ModelMode> CostModel::allModes() {
  static constexpr ModelMode Modes[] = {ModelMode::Modern, ModelMode::Corrected,
                                        ModelMode::Faithful};
  return Modes;
}

Prediction CostModel::start(ModelMode Mode, const GpuSpec &Gpu, double Cycles,
                            double Clock) const {
  Prediction P;
  P.Model = id();
  P.Mode = Mode;
  P.Gpu = Gpu.Name;
  P.Cycles = Cycles;
  P.Seconds = P.SecondsLow = P.SecondsHigh = Cycles / Clock;
  return P;
}

void CostModel::widen(Prediction &P, double Clock,
                      function_ref<Expected<double>(FactBound)> CyclesAt) {
  for (FactBound Bound : {FactBound::Low, FactBound::High}) {
    Expected<double> End = CyclesAt(Bound);
    if (!End) {
      consumeError(End.takeError());
      continue;
    }
    P.SecondsLow = std::min(P.SecondsLow, *End / Clock);
    P.SecondsHigh = std::max(P.SecondsHigh, *End / Clock);
  }
}

StringRef kernelcast::name(ModelMode Mode) {
  constexpr StringLiteral Names[] = {"faithful", "corrected", "modern"};
  return Names[static_cast<unsigned>(Mode)];
}

StringRef kernelcast::name(ModelId Model) {
  constexpr StringLiteral Names[NumModels] = {
      "wfg",         "mwp-cwp",   "mdm",      "gpumech",
      "gpumech+",    "mdm-queue", "mdm-mshr", "latency-throughput",
      "cache-aware", "roofline"};
  return Names[static_cast<unsigned>(Model)];
}

namespace {
template <typename Model> std::unique_ptr<CostModel> make() {
  return std::make_unique<Model>();
}
template <MdmVariant Variant> std::unique_ptr<CostModel> makeMdm() {
  return std::make_unique<MdmModel>(Variant);
}
/// By ModelId.
constexpr std::unique_ptr<CostModel> (*Makers[NumModels])() = {
    make<WorkflowModel>,
    make<MwpCwpModel>,
    makeMdm<MdmVariant::Mdm>,
    makeMdm<MdmVariant::GpuMech>,
    makeMdm<MdmVariant::GpuMechPlus>,
    makeMdm<MdmVariant::Queue>,
    makeMdm<MdmVariant::Mshr>,
    make<LatencyThroughputModel>,
    make<CacheAwareModel>,
    make<RooflineModel>};
} // namespace

std::vector<std::string> kernelcast::costModelNames() {
  std::vector<std::string> Names;
  for (unsigned I = 0; I < NumModels; ++I)
    Names.push_back(name(static_cast<ModelId>(I)).str());
  return Names;
}

std::unique_ptr<CostModel> kernelcast::makeCostModel(ModelId Id) {
  return Makers[static_cast<unsigned>(Id)]();
}

std::unique_ptr<CostModel> kernelcast::makeCostModel(StringRef Name) {
  for (unsigned I = 0; I < NumModels; ++I)
    if (Name == name(static_cast<ModelId>(I)))
      return makeCostModel(static_cast<ModelId>(I));
  return nullptr;
}
