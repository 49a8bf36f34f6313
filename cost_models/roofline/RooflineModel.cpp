//===- RooflineModel.cpp - The floor under every prediction ---------------===//

#include "cost_models/roofline/RooflineModel.h"
#include "cost_models/common/MemoryInstructions.h"
#include "cost_models/roofline/Ceilings.h"

using namespace llvm;
using namespace kernelcast;

std::unique_ptr<CostModel> kernelcast::makeRoofline() {
  return std::make_unique<RooflineModel>();
}

ArrayRef<ModelMode> RooflineModel::modes() const {
  static constexpr ModelMode Modes[] = {ModelMode::Modern, ModelMode::Faithful};
  return Modes;
}

ArrayRef<Premise> RooflineModel::premises() const {
  static constexpr Premise Premises[] = {Premise::KnownCounts,
                                         Premise::KnownAddresses};
  return Premises;
}

ArrayRef<HardwareNumber GpuSpec::*> RooflineModel::needed() const {
  static constexpr HardwareNumber GpuSpec::*Needed[] = {
      &GpuSpec::Multiprocessors, &GpuSpec::Clock, &GpuSpec::Fp32Lanes,
      &GpuSpec::DramBandwidth};
  return Needed;
}

namespace {

template <typename Number> class Roofline {
public:
  Roofline(Equations<Number> &Eq, const Question &Q)
      : Eq(Eq), Q(Q), IsModern(Q.Mode == ModelMode::Modern) {}

  Number cycles(Prediction *P) {
    inputs();
    if (IsModern)
      for (Cost Resource : usedResources(Q))
        add(Resource, ceiling(Eq, Resource, Q, In));
    else
      published();
    Number Cycles = Highest;
    if (IsModern)
      Cycles += LaunchCycles = launchCycles(Eq, Overhead, In.Clock);
    if (P)
      fill(*P);
    return Cycles;
  }

private:
  void inputs() {
    In.Clock = Eq.hardware("clock", &GpuSpec::Clock);
    SMs = Eq.hardware("SMs", &GpuSpec::Multiprocessors);
    In.DramBandwidth = Eq.hardware("bw", &GpuSpec::DramBandwidth);
    if (IsModern && Q.Profile.Caches.MemoryShare < 1)
      In.L3Bandwidth = Eq.hardware("bw_L3", &GpuSpec::L3Bandwidth);
    if (IsModern && Q.Gpu.L2Bandwidth > 0)
      In.L2Bandwidth = Eq.hardware("bw_L2", &GpuSpec::L2Bandwidth);
    if (IsModern && Q.Gpu.StartAndDrain > 0)
      Overhead = Eq.hardware("overhead", &GpuSpec::StartAndDrain);
    Number Blocks = Eq.input("blocks", Q.Shape.Blocks, "", Origin::Launch);
    In.Warps = Eq.input("warps", Q.Shape.Warps, "", Origin::Launch);
    if (!IsModern)
      return;
    In.WarpSize =
        Eq.input("warp", Q.Profile.WarpSize, "lanes", Origin::WarpSize);
    Number Schedulers = Eq.hardware("schedulers", &GpuSpec::Schedulers, 1);
    Number Width = Eq.hardware("width", &GpuSpec::IssuePerScheduler, 1);
    In.IssuesPerCycle = Schedulers * Width;
    In.BusySMs =
        Eq.equation("SMs_busy", "", "modern", minimum<Number>(SMs, Blocks));
  }

  /// Bytes over the bandwidth, and floating-point operations over the peak of
  /// their lanes, two for each lane and cycle.
  void published() {
    Number Lanes = Eq.hardware("lanes FP32", &GpuSpec::Fp32Lanes);
    Number Double =
        Eq.hardware("lanes FP64", &GpuSpec::Fp64Lanes, Q.Gpu.Fp32Lanes);
    // The same lanes do half precision.
    const double Single = Q.Profile.Flops.Fp16 + Q.Profile.Flops.Fp32;
    Number Fp32 = Eq.input("ops FP32", Single, "", Origin::Instructions);
    Number Fp64 =
        Eq.input("ops FP64", Q.Profile.Flops.Fp64, "", Origin::Instructions);
    add(Cost::DramBandwidth, ceiling(Eq, Cost::DramBandwidth, Q, In));
    auto Operations = [&](Cost Unit, double Asked, const Number &Count,
                          const Number &PerSM) {
      if (Asked > 0)
        add(Unit, Eq.equation(name(Unit), "cycles", "Williams et al., ceiling",
                              Count / (2 * PerSM * SMs)));
    };
    Operations(Cost::Fp32, Single, Fp32, Lanes);
    Operations(Cost::Fp64, Q.Profile.Flops.Fp64, Fp64, Double);
  }

  void add(Cost Resource, const Number &Cycles) {
    if (valueOf(Cycles) > valueOf(Highest))
      Most = Resource;
    Highest = maximum<Number>(Highest, Cycles);
  }

  void fill(Prediction &P) const {
    P.Breakdown = {{Most, valueOf(Highest)}};
    if (valueOf(LaunchCycles) > 0)
      P.Breakdown.push_back({Cost::KernelLaunch, valueOf(LaunchCycles)});
    P.Assumptions.push_back({.Kind = AssumptionKind::PerfectOverlap});
    assumeCacheContents(Q.Profile, P.Assumptions);
  }

  Equations<Number> &Eq;
  const Question &Q;
  const bool IsModern;
  CeilingInputs<Number> In;
  Number SMs = 0, Overhead = 0, LaunchCycles = 0;
  Number Highest = 0;
  Cost Most = Cost::DramBandwidth;
};

} // namespace

Expected<double> RooflineModel::cycles(Equations<double> &Eq, const Question &Q,
                                       Prediction *P) const {
  return Roofline<double>(Eq, Q).cycles(P);
}

Expected<Traced> RooflineModel::cycles(Equations<Traced> &Eq, const Question &Q,
                                       Prediction *P) const {
  return Roofline<Traced>(Eq, Q).cycles(P);
}
