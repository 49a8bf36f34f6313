//===- CostModel.cpp - The models that are built in -----------------------===//

#include "cost_models/common/EquationModel.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace kernelcast;

CostModel::~CostModel() = default;

ArrayRef<ModelMode> CostModel::allModes() {
  static constexpr ModelMode Modes[] = {ModelMode::Modern, ModelMode::Corrected,
                                        ModelMode::Faithful};
  return Modes;
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

namespace {
struct BuiltIn {
  StringLiteral Name;
  std::unique_ptr<CostModel> (*Make)();
};
} // namespace

/// By ModelId.
static constexpr BuiltIn Models[] = {
#define MODEL(ID, NAME) {NAME, make##ID},
#include "cost_models/Models.def"
};

StringRef kernelcast::name(ModelId Model) {
  return Models[static_cast<unsigned>(Model)].Name;
}

std::string kernelcast::modelLabel(const Prediction &P) {
  std::string Text = name(P.Model).str();
  if (!P.Without.empty())
    Text += " without " + join(P.Without, ", ");
  return Text;
}

std::vector<std::string> kernelcast::costModelNames() {
  std::vector<std::string> Names;
  Names.reserve(std::size(Models));
  for (const BuiltIn &Model : Models)
    Names.push_back(Model.Name.str());
  return Names;
}

std::unique_ptr<CostModel> kernelcast::makeCostModel(ModelId Id) {
  return Models[static_cast<unsigned>(Id)].Make();
}

std::unique_ptr<CostModel> kernelcast::makeCostModel(StringRef Name) {
  for (const BuiltIn &Model : Models)
    if (Name == Model.Name)
      return Model.Make();
  return nullptr;
}
