//===- RooflineModel.cpp - The floor under every prediction ---------------===//

#include "cost_models/roofline/RooflineModel.h"
#include "cost_models/common/LaunchShape.h"
#include "cost_models/common/MemoryInstructions.h"
#include "cost_models/common/PipeDemands.h"
#include <cmath>

using namespace llvm;
using namespace kernelcast;

ArrayRef<ModelMode> RooflineModel::modes() const {
  static constexpr ModelMode Modes[] = {ModelMode::Modern, ModelMode::Faithful};
  return Modes;
}

/// Floating-point operations over the peak of their lanes, two for each lane
/// and cycle.
static void addOperations(const WarpProfile &Profile, const GpuSpec &Gpu,
                          std::vector<Ceiling> &Ceilings) {
  auto Add = [&](const char *Name, double Operations, double Lanes) {
    if (!(Operations > 0) || !(Lanes > 0))
      return;
    double PerCycle = 2 * Lanes * Gpu.Multiprocessors;
    Ceilings.push_back({Name, Operations / PerCycle,
                        formatted("%g / (2 * %g * %g)", Operations, Lanes,
                                  Gpu.Multiprocessors.Value)});
  };
  Add("FP32", Profile.FlopsFp32, Gpu.Fp32Lanes);
  Add("FP64", Profile.FlopsFp64,
      Gpu.Fp64Lanes > 0 ? Gpu.Fp64Lanes : Gpu.Fp32Lanes);
}

/// What the warps ask of the SMs that have any.
static void addUnits(const WarpProfile &Profile, const GpuSpec &Gpu,
                     const LaunchShape &Shape, FactBound Bound,
                     std::vector<Ceiling> &Ceilings) {
  double SMs = std::min(Gpu.Multiprocessors.Value, Shape.Blocks);
  double Issues = std::max(1.0, Gpu.Schedulers.Value) *
                  std::max(1.0, Gpu.IssuePerScheduler.Value);
  for (const PipeDemand &Demand : pipeDemands(Profile, Gpu, Issues, Bound))
    Ceilings.push_back(
        {Demand.Name, Shape.Warps * Demand.Cycles / SMs,
         formatted("%g * %g / %g", Shape.Warps, Demand.Cycles, SMs)});
}

Expected<std::vector<Ceiling>> kernelcast::ceilings(const WarpProfile &Profile,
                                                    const GpuSpec &Gpu,
                                                    ModelMode Mode,
                                                    FactBound Bound) {
  if (Error E = requireNumbers("roofline", Gpu,
                               {&GpuSpec::Multiprocessors, &GpuSpec::Clock,
                                &GpuSpec::Fp32Lanes, &GpuSpec::DramBandwidth}))
    return E;
  auto Shape = launchShape("roofline", Profile);
  if (!Shape)
    return Shape.takeError();
  std::vector<Ceiling> Result;
  auto AddBytes = [&](const char *Name, double Bytes,
                      const HardwareNumber &Bandwidth) {
    if (Bandwidth > 0)
      Result.push_back(
          {Name, Bytes / Bandwidth * Gpu.Clock,
           formatted("%g / %g * %g", Bytes, Bandwidth.Value, Gpu.Clock.Value)});
  };
  MemoryTraffic Bytes = memoryTraffic(Profile, Gpu, Bound);
  AddBytes("DRAM bandwidth", Bytes.Dram, Gpu.DramBandwidth);
  if (Mode == ModelMode::Faithful) {
    addOperations(Profile, Gpu, Result);
  } else {
    AddBytes("L2 bandwidth", Bytes.L2, Gpu.L2Bandwidth);
    addUnits(Profile, Gpu, *Shape, Bound, Result);
  }
  for (const Ceiling &C : Result)
    if (!std::isfinite(C.Cycles))
      return createStringError("roofline: the numbers of this launch are too "
                               "large");
  return Result;
}

const Ceiling &kernelcast::highest(ArrayRef<Ceiling> Ceilings) {
  const Ceiling *Highest = &Ceilings.front();
  for (const Ceiling &C : Ceilings)
    if (C.Cycles > Highest->Cycles)
      Highest = &C;
  return *Highest;
}

Expected<Prediction> RooflineModel::predict(const WarpProfile &Profile,
                                            const GpuSpec &Gpu,
                                            ModelMode Mode) const {
  if (!is_contained(modes(), Mode))
    return createStringError("roofline: there is no mode '" +
                             kernelcast::name(Mode) + "'");
  auto All = ceilings(Profile, Gpu, Mode);
  if (!All)
    return All.takeError();
  const Ceiling &Most = highest(*All);
  double Launch =
      Mode == ModelMode::Modern ? Gpu.LaunchOverhead * Gpu.Clock : 0;

  Prediction P = start(Mode, Gpu, Most.Cycles + Launch, Gpu.Clock);
  P.Breakdown = {{Most.Name, Most.Cycles}};
  if (Launch > 0)
    P.Breakdown.push_back({"kernel launch", Launch});
  P.Bottleneck = Launch > Most.Cycles ? "kernel launch" : Most.Name;
  P.Quantities = explain(*All, Launch, Profile, Gpu, Mode);
  P.Assumptions.push_back({.Kind = AssumptionKind::PerfectOverlap});
  if (!hasBounds(Profile))
    return P;
  widen(P, Gpu.Clock, [&](FactBound Bound) -> Expected<double> {
    auto Other = ceilings(Profile, Gpu, Mode, Bound);
    if (!Other)
      return Other.takeError();
    return highest(*Other).Cycles + Launch;
  });
  return P;
}
