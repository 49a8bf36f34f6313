//===- CostModel.cpp - The models that are built in -----------------------===//

#include "cost_models/CostModel.h"
#include "cost_models/CacheAwareModel.h"
#include "cost_models/LatencyThroughputModel.h"
#include "cost_models/MdmModel.h"
#include "cost_models/MwpCwpModel.h"
#include "cost_models/RooflineModel.h"
#include "cost_models/WorkflowModel.h"

using namespace llvm;
using namespace kernelcast;

CostModel::~CostModel() = default;

StringRef kernelcast::name(ModelMode Mode) {
  constexpr StringLiteral Names[] = {"faithful", "corrected", "modern"};
  return Names[static_cast<unsigned>(Mode)];
}

namespace {
struct Entry {
  StringLiteral Name;
  std::unique_ptr<CostModel> (*Make)();
};
template <typename Model> std::unique_ptr<CostModel> make() {
  return std::make_unique<Model>();
}
template <MdmVariant Variant> std::unique_ptr<CostModel> makeMdm() {
  return std::make_unique<MdmModel>(Variant);
}
constexpr Entry Models[] = {
    {"wfg", make<WorkflowModel>},
    {"mwp-cwp", make<MwpCwpModel>},
    {"mdm", makeMdm<MdmVariant::Mdm>},
    {"gpumech", makeMdm<MdmVariant::GpuMech>},
    {"gpumech+", makeMdm<MdmVariant::GpuMechPlus>},
    {"mdm-queue", makeMdm<MdmVariant::Queue>},
    {"mdm-mshr", makeMdm<MdmVariant::Mshr>},
    {"latency-throughput", make<LatencyThroughputModel>},
    {"cache-aware", make<CacheAwareModel>},
    {"roofline", make<RooflineModel>}};
} // namespace

std::vector<std::string> kernelcast::costModelNames() {
  std::vector<std::string> Names;
  for (const Entry &Model : Models)
    Names.push_back(Model.Name.str());
  return Names;
}

std::unique_ptr<CostModel> kernelcast::makeCostModel(StringRef Name) {
  for (const Entry &Model : Models)
    if (Model.Name == Name)
      return Model.Make();
  return nullptr;
}
