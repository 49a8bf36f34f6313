//===- PipeDemands.cpp - What a warp asks of each functional unit ---------===//

#include "cost_models/common/PipeDemands.h"
#include <cmath>

using namespace kernelcast;

static double count(const WarpProfile &Profile, InstructionClass Class) {
  double Count = Profile.PerWarp[static_cast<unsigned>(Class)];
  return std::isfinite(Count) ? std::max(Count, 0.0) : 0;
}

double kernelcast::instructionsPerWarp(const WarpProfile &Profile) {
  double Sum = 0;
  for (unsigned C = 0; C < NumInstructionClasses; ++C)
    Sum += count(Profile, static_cast<InstructionClass>(C));
  return Sum;
}

/// Bank steps of one average warp.
static double bankSteps(const WarpProfile &Profile, FactBound Bound) {
  double Steps = 0;
  const auto &Accesses = Profile.Kernel->Accesses;
  size_t Count = std::min(Accesses.size(), Profile.Accesses.size());
  for (AccessId Id = 0; Id < Count; ++Id)
    if (Accesses[Id].Space == MemorySpace::Shared)
      Steps += at(Profile.Accesses[Id].BankCycles, Bound);
  return Steps / Profile.Warps;
}

double kernelcast::bankStepsPerCycle(const GpuSpec &Gpu) {
  double Banks = Gpu.Banks == BankRule::HalfWarp16 ? 16 : 32;
  return std::min(1.0, Gpu.Fp32Lanes / Banks);
}

double kernelcast::lanesOf(InstructionClass Class, const GpuSpec &Gpu,
                           unsigned WarpSize, double IssuesPerCycle) {
  using C = InstructionClass;
  auto Own = [&](const HardwareNumber &Lanes) {
    return Lanes > 0 ? Lanes.Value : Gpu.Fp32Lanes.Value;
  };
  double Slots = IssuesPerCycle * WarpSize;
  switch (Class) {
  case C::Fp32:
    return Gpu.Fp32Lanes;
  case C::Int:
    return Own(Gpu.IntLanes);
  case C::Fp64:
    return Own(Gpu.Fp64Lanes);
  case C::Sfu:
    return Own(Gpu.SfuLanes);
  case C::LoadGlobal:
  case C::StoreGlobal:
  case C::LoadShared:
  case C::StoreShared:
  case C::Atomic:
    return Gpu.LoadStoreLanes > 0 ? Gpu.LoadStoreLanes.Value : Slots;
  default:
    return Slots;
  }
}

std::vector<PipeDemand> kernelcast::pipeDemands(const WarpProfile &Profile,
                                                const GpuSpec &Gpu,
                                                double IssuesPerCycle,
                                                FactBound Bound) {
  using C = InstructionClass;
  std::vector<PipeDemand> Demands;
  auto Add = [&](const char *Name, double Instructions, double PerCycle) {
    if (Instructions > 0 && PerCycle > 0)
      Demands.push_back({Name, Instructions, Instructions / PerCycle});
  };
  auto Of = [&](C Class) { return count(Profile, Class); };
  auto Rate = [&](C Class) {
    return lanesOf(Class, Gpu, Profile.WarpSize, IssuesPerCycle) /
           Profile.WarpSize;
  };
  // Who does nothing still ends.
  Add("issue", std::max(1.0, instructionsPerWarp(Profile)), IssuesPerCycle);
  Add("FP32", Of(C::Fp32), Rate(C::Fp32));
  Add("integer", Of(C::Int), Rate(C::Int));
  Add("FP64", Of(C::Fp64), Rate(C::Fp64));
  Add("special functions", Of(C::Sfu), Rate(C::Sfu));
  if (Gpu.LoadStoreLanes > 0)
    Add("load/store",
        Of(C::LoadGlobal) + Of(C::StoreGlobal) + Of(C::LoadShared) +
            Of(C::StoreShared) + Of(C::Atomic),
        Rate(C::LoadGlobal));
  Add("shared memory", bankSteps(Profile, Bound), bankStepsPerCycle(Gpu));
  return Demands;
}

const PipeDemand *kernelcast::busiest(llvm::ArrayRef<PipeDemand> Demands) {
  const PipeDemand *Most = nullptr;
  for (const PipeDemand &Demand : Demands)
    if (!Most || Demand.Cycles > Most->Cycles)
      Most = &Demand;
  return Most;
}
