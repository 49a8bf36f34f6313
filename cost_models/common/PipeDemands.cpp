//===- PipeDemands.cpp - What a warp asks of each functional unit ---------===//

#include "cost_models/common/PipeDemands.h"
#include "llvm/Support/ErrorHandling.h"
#include <cmath>

using namespace llvm;
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

/// Bank steps of one average warp. Words of the constant cache count as such
/// steps, too: how fast its own port is, no source says.
static double bankSteps(const WarpProfile &Profile, FactBound Bound) {
  double Steps = 0;
  const auto &Accesses = Profile.Kernel->Accesses;
  size_t Count = std::min(Accesses.size(), Profile.Accesses.size());
  for (AccessId Id = 0; Id < Count; ++Id)
    if (pathOf(Accesses[Id]) == AccessPath::OnChip)
      Steps += at(Profile.Accesses[Id].BankCycles, Bound);
  return Steps / Profile.Warps;
}

/// As many as there are banks.
static double lanesOfStep(const GpuSpec &Gpu) {
  return Gpu.Banks == BankRule::HalfWarp16 ? 16 : 32;
}

double kernelcast::bankStepsPerCycle(const GpuSpec &Gpu) {
  return std::min(1.0, Gpu.Fp32Lanes / lanesOfStep(Gpu));
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

double kernelcast::unitInstructions(Cost Unit, const WarpProfile &Profile,
                                    const GpuSpec &Gpu, FactBound Bound) {
  using C = InstructionClass;
  auto Of = [&](C Class) { return count(Profile, Class); };
  switch (Unit) {
  case Cost::IssueSlots: // A warp that does nothing still ends.
    return std::max(1.0, instructionsPerWarp(Profile));
  case Cost::Fp32:
    return Of(C::Fp32);
  case Cost::Integer:
    return Of(C::Int);
  case Cost::Fp64:
    return Of(C::Fp64);
  case Cost::SpecialFunctions:
    return Of(C::Sfu);
  case Cost::LoadStore:
    return Gpu.LoadStoreLanes > 0
               ? Of(C::LoadGlobal) + Of(C::StoreGlobal) + Of(C::LoadShared) +
                     Of(C::StoreShared) + Of(C::Atomic)
               : 0;
  case Cost::SharedMemory:
    return bankSteps(Profile, Bound);
  default:
    llvm_unreachable("not a unit of an SM");
  }
}

/// The lanes that a pipeline runs on.
static HardwareNumber GpuSpec::*pipelineLanes(Cost Unit) {
  switch (Unit) {
  case Cost::Integer:
    return &GpuSpec::IntLanes;
  case Cost::Fp64:
    return &GpuSpec::Fp64Lanes;
  case Cost::SpecialFunctions:
    return &GpuSpec::SfuLanes;
  case Cost::LoadStore:
    return &GpuSpec::LoadStoreLanes;
  default:
    return &GpuSpec::Fp32Lanes;
  }
}

template <typename Number>
Number kernelcast::busyCycles(Equations<Number> &Eq, Cost Unit,
                              double Instructions, Plain<Number> WarpSize,
                              Plain<Number> IssuesPerCycle) {
  const GpuSpec &Gpu = Eq.gpu();
  StringRef Name = name(Unit);
  bool IsShared = Unit == Cost::SharedMemory;
  Number Count = Eq.input("insts " + Name, Instructions,
                          IsShared ? "bank steps per warp" : "per warp",
                          IsShared ? Origin::Accesses : Origin::Instructions);
  Number Rate = 0;
  auto IsRate = [&](StringRef Source, Plain<Number> PerCycle) {
    Rate = Eq.equation("rate " + Name, "per cycle and SM", Source, PerCycle);
  };
  if (Unit == Cost::IssueSlots) {
    IsRate("schedulers * width", IssuesPerCycle);
  } else if (IsShared) {
    Number Banks =
        Eq.input("lanes of a step", lanesOfStep(Gpu), "lanes", Origin::Banks);
    Number Lanes = Eq.hardware("lanes FP32", &GpuSpec::Fp32Lanes);
    IsRate("steps of a cycle", minimum<Number>(1.0, Lanes / Banks));
  } else {
    Number Lanes =
        Eq.hardware("lanes " + Name, pipelineLanes(Unit), Gpu.Fp32Lanes);
    IsRate("lanes / warp", Lanes / WarpSize);
  }
  return Eq.equation("busy " + Name, "cycles per warp", "insts / rate",
                     Count / Rate);
}

template double kernelcast::busyCycles(Equations<double> &, Cost, double,
                                       double, double);
template Traced kernelcast::busyCycles(Equations<Traced> &, Cost, double,
                                       Traced, Traced);

SmallVector<PipeDemand, 8> kernelcast::pipeDemands(const WarpProfile &Profile,
                                                   const GpuSpec &Gpu,
                                                   double IssuesPerCycle,
                                                   FactBound Bound) {
  SmallVector<PipeDemand, 8> Demands;
  Equations<double> Silent(Gpu);
  for (Cost Unit : SMUnits) {
    double Instructions = unitInstructions(Unit, Profile, Gpu, Bound);
    if (!(Instructions > 0))
      continue;
    double Cycles = busyCycles(Silent, Unit, Instructions, Profile.WarpSize,
                               IssuesPerCycle);
    Demands.push_back({Unit, Cycles});
  }
  return Demands;
}

const PipeDemand *kernelcast::busiest(llvm::ArrayRef<PipeDemand> Demands) {
  const PipeDemand *Most = nullptr;
  for (const PipeDemand &Demand : Demands)
    if (!Most || Demand.Cycles > Most->Cycles)
      Most = &Demand;
  return Most;
}
