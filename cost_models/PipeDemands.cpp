//===- PipeDemands.cpp - What a warp asks of each functional unit ---------===//

#include "cost_models/PipeDemands.h"
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
  double Main = Gpu.Fp32Lanes / Profile.WarpSize;
  auto Rate = [&](const HardwareNumber &Lanes) {
    return Lanes > 0 ? Lanes / Profile.WarpSize : Main;
  };
  Add("issue", instructionsPerWarp(Profile), IssuesPerCycle);
  Add("FP32", Of(C::Fp32), Main);
  Add("integer", Of(C::Int), Rate(Gpu.IntLanes));
  Add("FP64", Of(C::Fp64), Rate(Gpu.Fp64Lanes));
  Add("special functions", Of(C::Sfu), Rate(Gpu.SfuLanes));
  if (Gpu.LoadStoreLanes > 0)
    Add("load/store",
        Of(C::LoadGlobal) + Of(C::StoreGlobal) + Of(C::LoadShared) +
            Of(C::StoreShared) + Of(C::Atomic),
        Rate(Gpu.LoadStoreLanes));
  // A step serves as many lanes as there are banks, at the lanes' own rate
  // where those are fewer.
  double Banks = Gpu.Banks == BankRule::HalfWarp16 ? 16 : 32;
  Add("shared memory", bankSteps(Profile, Bound),
      std::min(1.0, Gpu.Fp32Lanes / Banks));
  return Demands;
}

const PipeDemand *kernelcast::busiest(llvm::ArrayRef<PipeDemand> Demands) {
  const PipeDemand *Most = nullptr;
  for (const PipeDemand &Demand : Demands)
    if (!Most || Demand.Cycles > Most->Cycles)
      Most = &Demand;
  return Most;
}
