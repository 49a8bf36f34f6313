//===- RooflineExplanation.cpp - The ceilings with their numbers ----------===//

#include "cost_models/common/Explainer.h"
#include "cost_models/common/LaunchShape.h"
#include "cost_models/common/PipeDemands.h"
#include "cost_models/roofline/RooflineModel.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace kernelcast;

namespace {

/// The lanes that a unit of PipeDemands.h runs on.
struct UnitLanes {
  const char *Name;
  HardwareNumber GpuSpec::*Lanes;
};
constexpr UnitLanes Units[] = {{"FP32", &GpuSpec::Fp32Lanes},
                               {"integer", &GpuSpec::IntLanes},
                               {"FP64", &GpuSpec::Fp64Lanes},
                               {"special functions", &GpuSpec::SfuLanes},
                               {"load/store", &GpuSpec::LoadStoreLanes}};

} // namespace

/// What a warp asks of an SM's unit, and what that gives in a cycle.
static void explainUnit(Explainer &Out, const PipeDemand &Demand,
                        const WarpProfile &Profile, const GpuSpec &Gpu) {
  StringRef Name = Demand.Name;
  bool IsShared = Name == "shared memory";
  Out.input("insts " + Demand.Name, Demand.Instructions,
            IsShared ? "bank steps per warp" : "per warp",
            IsShared ? Out.accesses() : Out.instructions());
  std::string Rate;
  if (Name == "issue")
    Rate = formatted("%g * %g", std::max(1.0, Gpu.Schedulers.Value),
                     std::max(1.0, Gpu.IssuePerScheduler.Value));
  if (IsShared) {
    double Banks = Gpu.Banks == BankRule::HalfWarp16 ? 16 : 32;
    Out.input("lanes of a step", Banks, "lanes", "GPU file banks");
    Out.hardware("lanes FP32", &GpuSpec::Fp32Lanes);
    Rate = formatted("min(1, %g / %g)", Gpu.Fp32Lanes.Value, Banks);
  }
  for (const UnitLanes &Unit : Units)
    if (Name == Unit.Name) {
      Out.hardware("lanes " + Demand.Name, Unit.Lanes, Gpu.Fp32Lanes);
      double Lanes = (Gpu.*Unit.Lanes).Value;
      Rate = formatted("%g / %u", Lanes > 0 ? Lanes : Gpu.Fp32Lanes.Value,
                       Profile.WarpSize);
    }
  double PerCycle = Demand.Instructions / Demand.Cycles;
  Out.equation("rate " + Demand.Name, PerCycle, "per cycle and SM",
               Name == "issue" ? "schedulers * width"
               : IsShared      ? "steps of a cycle"
                               : "lanes / warp",
               std::move(Rate));
  Out.equation("busy " + Demand.Name, Demand.Cycles, "cycles per warp",
               "insts / rate",
               formatted("%g / %g", Demand.Instructions, PerCycle));
}

void kernelcast::explainCeiling(Explainer &Out, const Ceiling &C,
                                StringRef Name, const WarpProfile &Profile,
                                const GpuSpec &Gpu, ModelMode Mode) {
  bool IsL2 = C.Name == "L2 bandwidth";
  if (IsL2 || C.Name == "DRAM bandwidth")
    Out.input(IsL2 ? "bytes L2" : "bytes DRAM",
              C.Cycles / Gpu.Clock *
                  (IsL2 ? Gpu.L2Bandwidth : Gpu.DramBandwidth).Value,
              "bytes", Out.caches());
  if (Mode == ModelMode::Modern)
    for (const PipeDemand &Demand :
         pipeDemands(Profile, Gpu,
                     std::max(1.0, Gpu.Schedulers.Value) *
                         std::max(1.0, Gpu.IssuePerScheduler.Value)))
      if (Demand.Name == C.Name)
        explainUnit(Out, Demand, Profile, Gpu);
  Out.equation(Name, C.Cycles, "cycles",
               Mode == ModelMode::Modern ? "ceiling, modern"
                                         : "Williams et al., ceiling",
               C.Formula, Name == C.Name ? "" : "of " + C.Name);
}

std::vector<Quantity> kernelcast::explain(ArrayRef<Ceiling> Ceilings,
                                          double LaunchCycles,
                                          const WarpProfile &Profile,
                                          const GpuSpec &Gpu, ModelMode Mode) {
  Explainer Out(Profile, Gpu);
  double SMs = Gpu.Multiprocessors, Blocks = double(Profile.Launch.blocks());
  Out.hardware("clock", &GpuSpec::Clock);
  Out.hardware("SMs", &GpuSpec::Multiprocessors);
  Out.hardware("bw", &GpuSpec::DramBandwidth);
  bool IsModern = Mode == ModelMode::Modern;
  if (IsModern && Gpu.L2Bandwidth > 0)
    Out.hardware("bw_L2", &GpuSpec::L2Bandwidth);
  if (LaunchCycles > 0)
    Out.hardware("overhead", &GpuSpec::LaunchOverhead);
  Out.input("blocks", Blocks, "", Out.launch());
  Out.input("warps", Profile.Warps, "", Out.launch());
  if (IsModern) {
    Out.input("warp", Profile.WarpSize, "lanes", Out.warpSize());
    Out.hardware("schedulers", &GpuSpec::Schedulers, 1);
    Out.hardware("width", &GpuSpec::IssuePerScheduler, 1);
    Out.equation("SMs_busy", std::min(SMs, Blocks), "", "modern",
                 formatted("min(%g, %g)", SMs, Blocks));
  } else {
    Out.hardware("lanes FP32", &GpuSpec::Fp32Lanes);
    Out.hardware("lanes FP64", &GpuSpec::Fp64Lanes, Gpu.Fp32Lanes);
    Out.input("ops FP32", Profile.FlopsFp32, "", Out.instructions());
    Out.input("ops FP64", Profile.FlopsFp64, "", Out.instructions());
  }
  std::vector<std::string> Terms;
  double Highest = 0;
  for (const Ceiling &C : Ceilings) {
    explainCeiling(Out, C, C.Name, Profile, Gpu, Mode);
    Terms.push_back(formatted("%g", C.Cycles));
    Highest = std::max(Highest, C.Cycles);
  }
  std::string Formula = "max(0, " + join(Terms, ", ") + ")";
  if (LaunchCycles > 0) {
    Out.equation(
        "CYC_launch", LaunchCycles, "cycles", "overhead * clock",
        formatted("%g * %g", Gpu.LaunchOverhead.Value, Gpu.Clock.Value));
    Formula += formatted(" + %g", LaunchCycles);
  }
  Out.result(Highest + LaunchCycles, std::move(Formula));
  return Out.take();
}
