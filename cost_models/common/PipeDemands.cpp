//===- PipeDemands.cpp - What a warp asks of each functional unit ---------===//

#include "cost_models/common/PipeDemands.h"
#include "analysis/access/L1Passes.h"
#include "analysis/hardware/PeakRates.h"
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

/// Bytes that a load's lanes get in registers, also where they are the same
/// ones: an RTX 2080 Ti takes four times as long for 16 bytes that all lanes
/// share as for 4. Unlike in shared memory (BankConflicts.h), no two lanes get
/// them at once. What is the same for a wave is AMD's scalar cache's affair.
static double returnedBytes(const MemoryAccess &A, const AccessFacts &Facts,
                            const GpuSpec &Gpu, FactBound Bound) {
  if (Gpu.Vendor == GpuVendor::Amd && Facts.isOneAddress())
    return 0;
  return A.Bytes * at(Facts.LaneExecutions, Bound);
}

/// Whether the L1, which is the texture unit, takes loads in requests of eight
/// lanes, four from 8 bytes on or two of 16 bytes, be they neighbours or not:
/// NVIDIA's of compute capability 5.x and 6.x.
static bool takesLanesInGroups(const GpuSpec &Gpu) {
  return Gpu.Vendor == GpuVendor::Nvidia && nvidiaArchitecture(Gpu) >= 50 &&
         nvidiaArchitecture(Gpu) < 70;
}

/// Bytes that pass from the L1 to registers: what the lanes get, or whole
/// sectors; of an L1 that serves in passes, what could come in as many.
static double l1Bytes(const MemoryAccess &A, const AccessFacts &Facts,
                      const GpuSpec &Gpu, FactBound Bound) {
  if (A.Kind != AccessKind::Load)
    return 0;
  if (takesLanesInGroups(Gpu)) // a warp makes one request at least
    return std::max(32 * at(Facts.WarpExecutions, Bound),
                    std::max(4U, A.instructionBytes()) *
                        at(Facts.LaneExecutions, Bound));
  const double Returned = returnedBytes(A, Facts, Gpu, Bound);
  if (servesInPasses(Gpu))
    return std::max(Returned, bytesOfBankStep(Gpu) * at(Facts.L1Passes, Bound));
  return std::max(32 * at(Facts.Sectors, Bound), Returned);
}

double kernelcast::demandOfAccess(Cost Unit, const MemoryAccess &Access,
                                  const AccessFacts &Facts, const GpuSpec &Gpu,
                                  FactBound Bound) {
  const AccessPath Path = pathOf(Access);
  const MemorySpace Space = Access.Space;
  const bool ThroughL1 =
      Path == AccessPath::Memory && Space != MemorySpace::Texture;
  switch (Unit) {
  case Cost::SharedMemory:
  case Cost::ConstantCache: {
    const MemorySpace Own = Unit == Cost::SharedMemory ? MemorySpace::Shared
                                                       : MemorySpace::Constant;
    return Path == AccessPath::OnChip && Space == Own
               ? at(Facts.BankCycles, Bound)
               : 0;
  }
  case Cost::L1Passes:
    return ThroughL1 ? at(Facts.L1Passes, Bound) : 0;
  case Cost::L1Bandwidth:
    return ThroughL1 ? l1Bytes(Access, Facts, Gpu, Bound) : 0;
  case Cost::StoreLines:
    return ThroughL1 && Access.Kind == AccessKind::Store
               ? at(Facts.Lines, Bound)
               : 0;
  default:
    llvm_unreachable("not asked by accesses");
  }
}

/// What all accesses ask of \p Unit, of one average warp.
static double ofAccesses(Cost Unit, const WarpProfile &Profile,
                         const GpuSpec &Gpu, FactBound Bound) {
  double Sum = 0;
  const auto &Accesses = Profile.Kernel->Accesses;
  const size_t Count = std::min(Accesses.size(), Profile.Accesses.size());
  for (AccessId Id = 0; Id < Count; ++Id)
    Sum += demandOfAccess(Unit, Accesses[Id], Profile.Accesses[Id], Gpu, Bound);
  return Sum / Profile.Warps;
}

static bool runsOn(Cost Unit, InstructionClass Class) {
  using C = InstructionClass;
  switch (Unit) {
  case Cost::IssueSlots:
  case Cost::InstructionIssue:
    return true;
  case Cost::Fp32:
    return Class == C::Fp32;
  case Cost::Integer:
    return Class == C::Int;
  case Cost::Fp64:
    return Class == C::Fp64;
  case Cost::SpecialFunctions:
    return Class == C::Sfu;
  case Cost::LoadStore:
    return Class == C::LoadGlobal || Class == C::StoreGlobal ||
           Class == C::Atomic || Class == C::LoadShared ||
           Class == C::StoreShared;
  default:
    return false;
  }
}

/// Integer instructions of one warp that the busier of two pipelines gets. From
/// Volta on the pipeline of multiply-adds executes integer products at the rate
/// at which the ALU does all others, and compilers give it sums, moves and
/// shifts to the left for as long as that evens both out.
static double integersOfOnePipe(const WarpProfile &Profile,
                                const GpuSpec &Gpu) {
  const double All = count(Profile, InstructionClass::Int);
  if (!sharesIntegers(Gpu))
    return All;
  const PipelineShares &Of = Profile.Pipes;
  return std::max({All - Of.Products - Of.Either, Of.Products, All / 2});
}

/// Whether a conversion from or to 64 bits waits for double precision.
static bool convertsWideWithFp64(const GpuSpec &Gpu) {
  return Gpu.Fp64Lanes > 0 && Gpu.SfuLanes > 0 &&
         Gpu.Fp64Lanes.Value < Gpu.SfuLanes.Value;
}

/// Of so many conversions those that run on \p Unit.
static double conversionsOn(Cost Unit, double All, const PipelineShares &Pipes,
                            const GpuSpec &Gpu) {
  if (Gpu.Vendor != GpuVendor::Nvidia || !(All > 0))
    return 0;
  const bool WideWithFp64 = convertsWideWithFp64(Gpu);
  if (Unit == Cost::Fp64)
    return WideWithFp64 ? Pipes.Wide : 0;
  if (Unit != Cost::SpecialFunctions)
    return 0;
  return std::max(0.0, All - (WideWithFp64 ? Pipes.Wide : 0) -
                           (nvidiaArchitecture(Gpu) >= 80 ? Pipes.Plain : 0));
}

double kernelcast::instructionsOn(Cost Unit, const InstructionMix &Mix,
                                  const PipelineShares &Pipes,
                                  const GpuSpec &Gpu) {
  auto Of = [&](InstructionClass Class) {
    const double Count = Mix[static_cast<unsigned>(Class)];
    return std::isfinite(Count) ? std::max(Count, 0.0) : 0.0;
  };
  double Sum =
      conversionsOn(Unit, Of(InstructionClass::Conversion), Pipes, Gpu);
  for (unsigned C = 0; C < NumInstructionClasses; ++C)
    if (const auto Class = static_cast<InstructionClass>(C);
        runsOn(Unit, Class))
      Sum += Of(Class);
  return Sum;
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

/// Bank cycles of what one warp's matrix products read in shared memory: every
/// bank gives a word of four bytes in each.
static double ofTensorCores(const WarpProfile &Profile, const GpuSpec &Gpu) {
  return std::isfinite(Profile.TensorReadBytes) && Gpu.NumBanks > 0
             ? Profile.TensorReadBytes / (4 * Gpu.NumBanks)
             : 0;
}

double kernelcast::unitInstructions(Cost Unit, const WarpProfile &Profile,
                                    const GpuSpec &Gpu, FactBound Bound) {
  switch (Unit) {
  case Cost::IssueSlots: // A warp that does nothing still ends.
    return std::max(1.0, instructionsPerWarp(Profile));
  case Cost::Integer:
    return integersOfOnePipe(Profile, Gpu);
  case Cost::Fp32:
  case Cost::Fp64:
  case Cost::SpecialFunctions:
    return instructionsOn(Unit, Profile.PerWarp, Profile.Pipes, Gpu);
  case Cost::LoadStore:
    return Gpu.LoadStoreLanes > 0
               ? instructionsOn(Unit, Profile.PerWarp, Profile.Pipes, Gpu)
               : 0;
  case Cost::SharedMemory:
    return ofTensorCores(Profile, Gpu) + ofAccesses(Unit, Profile, Gpu, Bound);
  case Cost::ConstantCache:
    return ofAccesses(Unit, Profile, Gpu, Bound);
  case Cost::L1Passes:
    return Gpu.L1Passes > 0 ? ofAccesses(Unit, Profile, Gpu, Bound) : 0;
  case Cost::L1Bandwidth:
    return Gpu.L1Bandwidth > 0 ? Profile.SpillLoadBytes / Profile.Warps +
                                     ofAccesses(Unit, Profile, Gpu, Bound)
                               : 0;
  case Cost::StoreLines:
    return Gpu.StoreLines > 0 ? ofAccesses(Unit, Profile, Gpu, Bound) : 0;
  case Cost::TensorCores:
    return std::isfinite(Profile.TensorWork) ? Profile.TensorWork : 0;
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

/// The number of the GPU file that is the rate of \p Unit itself, or null.
static HardwareNumber GpuSpec::*ownRate(Cost Unit) {
  switch (Unit) {
  case Cost::SharedMemory:
    return &GpuSpec::BankStepRate;
  case Cost::ConstantCache:
    return &GpuSpec::ConstantRate;
  case Cost::L1Passes:
    return &GpuSpec::L1Passes;
  case Cost::L1Bandwidth:
    return &GpuSpec::L1Bandwidth;
  case Cost::StoreLines:
    return &GpuSpec::StoreLines;
  case Cost::TensorCores:
    return &GpuSpec::TensorRate;
  default:
    return nullptr;
  }
}

/// In what a warp asks \p Unit for something, and where the number is from.
static std::pair<const char *, Origin> askedOf(Cost Unit) {
  switch (Unit) {
  case Cost::SharedMemory:
  case Cost::ConstantCache:
    return {"bank steps per warp", Origin::Accesses};
  case Cost::L1Passes: // which a rule makes of exact addresses
    return {"per warp, by tags and banks", Origin::Accesses};
  case Cost::StoreLines:
    return {"lines per warp", Origin::Accesses};
  case Cost::L1Bandwidth:
    return {"bytes per warp", Origin::Accesses};
  case Cost::TensorCores:
    return {"multiply-adds per warp", Origin::Instructions};
  case Cost::Integer:
    return {"per warp, on one pipeline", Origin::Instructions};
  default:
    return {"per warp", Origin::Instructions};
  }
}

template <typename Number>
Number kernelcast::busyCycles(Equations<Number> &Eq, Cost Unit,
                              double Instructions, Plain<Number> WarpSize,
                              Plain<Number> IssuesPerCycle) {
  const GpuSpec &Gpu = Eq.gpu();
  StringRef Name = name(Unit);
  auto [Asked, From] = askedOf(Unit);
  Number Count = Eq.input("insts " + Name, Instructions, Asked, From);
  Number Rate = 0;
  auto IsRate = [&](StringRef Source, Plain<Number> PerCycle) {
    Rate = Eq.equation("rate " + Name, "per cycle and SM", Source, PerCycle);
  };
  if (Unit == Cost::IssueSlots) {
    IsRate("schedulers * width", IssuesPerCycle);
  } else if (HardwareNumber GpuSpec::*Given = ownRate(Unit);
             Given && Gpu.*Given > 0) {
    IsRate("the file's", Eq.hardware("given " + Name, Given));
  } else if (Unit == Cost::TensorCores) {
    // A GPU without them, or of which the file does not tell: the lanes do one
    // multiply-add each, which is what such code falls back on.
    IsRate("lanes FP32", Eq.hardware("lanes FP32", &GpuSpec::Fp32Lanes));
  } else if (Unit == Cost::SharedMemory || Unit == Cost::ConstantCache) {
    Number Banks = Eq.input("lanes of a step", lanesOfBankStep(Gpu), "lanes",
                            Origin::Banks);
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

template <typename Number>
void kernelcast::listRates(Equations<Number> &Eq, const WarpProfile &Profile,
                           double IssuesPerCycle, double Cycles) {
  if (!Eq.isRecorded())
    return;
  const auto Demands = pipeDemands(Profile, Eq.gpu(), IssuesPerCycle);
  for (const PipeDemand &Demand : Demands)
    Cycles = std::max(Cycles, Demand.Cycles);
  for (const PipeDemand &Demand : Demands)
    if (HardwareNumber GpuSpec::*Given = ownRate(Demand.Unit);
        Given && 2 * Demand.Cycles >= Cycles)
      Eq.hardware("rate " + name(Demand.Unit), Given);
}

template void kernelcast::listRates(Equations<double> &, const WarpProfile &,
                                    double, double);
template void kernelcast::listRates(Equations<Traced> &, const WarpProfile &,
                                    double, double);

const PipeDemand *kernelcast::busiest(llvm::ArrayRef<PipeDemand> Demands) {
  const PipeDemand *Most = nullptr;
  for (const PipeDemand &Demand : Demands)
    if (!Most || Demand.Cycles > Most->Cycles)
      Most = &Demand;
  return Most;
}
