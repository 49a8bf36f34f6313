//===- Explainer.cpp - Every equation with where its numbers come from ----===//

#include "cost_models/common/Explainer.h"
#include "cost_models/common/LaunchShape.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>

using namespace llvm;
using namespace kernelcast;

static std::string keyOf(HardwareNumber GpuSpec::*Member) {
  for (const GpuSpec::Field &Field : GpuSpec::fields())
    if (Field.Member == Member)
      return Field.Key;
  return "";
}

std::string kernelcast::originOf(const GpuSpec &Gpu,
                                 HardwareNumber GpuSpec::*Member) {
  std::string Key = keyOf(Member);
  const HardwareNumber &Number = Gpu.*Member;
  if (!Number.isKnown())
    return "assumed: no " + Key + " in the GPU file";
  if (Number.Confidence == 'S')
    return "--set " + Key;
  return "GPU file " + Key + " (" + Number.Confidence +
         (Number.Confidence == 'C' ? ", unverified)" : ")");
}

void Explainer::input(StringRef Name, double Value, StringRef Unit,
                      std::string Origin, std::string Note) {
  if (std::isfinite(Value))
    Inputs.push_back({Name.str(), Value, Unit.str(), "", "", std::move(Origin),
                      std::move(Note)});
}

void Explainer::hardware(StringRef Name, HardwareNumber GpuSpec::*Member,
                         double Otherwise) {
  const HardwareNumber &Number = Gpu.*Member;
  StringRef Unit;
  for (const GpuSpec::Field &Field : GpuSpec::fields())
    if (Field.Member == Member)
      Unit = Field.Unit;
  // One name for a number is enough.
  if (any_of(Inputs, [&](const Quantity &Q) { return Q.Name == Name; }))
    return;
  bool Given = Number.isKnown() && (Number.Value > 0 || Otherwise == 0);
  input(Name, Given ? Number.Value : Otherwise, Unit == "count" ? "" : Unit,
        originOf(Gpu, Member));
  if (!Number.isKnown())
    return;
  Inputs.back().Key = keyOf(Member);
  Inputs.back().Confidence = Number.Confidence;
}

void Explainer::calibrated(StringRef Name, StringRef Key,
                           const HardwareNumber &Number, std::string Note) {
  if (!Number.isKnown())
    return input(Name, Number.Value, Number.Unit,
                 "assumed: no " + Key.str() + " in the calibration",
                 std::move(Note));
  std::string Full = "calibration." + Key.str();
  input(Name, Number.Value, Number.Unit,
        "GPU file " + Full + " (" + Number.Confidence +
            (Number.Confidence == 'C' ? ", unverified)" : ")"),
        std::move(Note));
  Inputs.back().Key = Full;
  Inputs.back().Confidence = Number.Confidence;
}

bool Explainer::executes(
    std::initializer_list<InstructionClass> Classes) const {
  return any_of(Classes, [&](InstructionClass Class) {
    return Profile.PerWarp[static_cast<unsigned>(Class)] > 0;
  });
}

void Explainer::lanes() {
  using C = InstructionClass;
  hardware("lanes FP32", &GpuSpec::Fp32Lanes);
  if (executes({C::Int}))
    hardware("lanes integer", &GpuSpec::IntLanes, Gpu.Fp32Lanes);
  if (executes({C::Fp64}))
    hardware("lanes FP64", &GpuSpec::Fp64Lanes, Gpu.Fp32Lanes);
  if (executes({C::Sfu}))
    hardware("lanes special functions", &GpuSpec::SfuLanes, Gpu.Fp32Lanes);
  if (executes({C::LoadGlobal, C::StoreGlobal, C::LoadShared, C::StoreShared,
                C::Atomic}))
    hardware("lanes load/store", &GpuSpec::LoadStoreLanes, Gpu.Fp32Lanes);
}

void Explainer::latencies() {
  using C = InstructionClass;
  hardware("latency ALU", &GpuSpec::LatencyAlu);
  if (executes({C::Int}))
    hardware("latency integer product", &GpuSpec::LatencyIntMultiply,
             Gpu.LatencyAlu);
  if (executes({C::Fp64}))
    hardware("latency FP64", &GpuSpec::LatencyFp64, Gpu.LatencyAlu);
  if (executes({C::Sfu}))
    hardware("latency special function", &GpuSpec::LatencySfu, Gpu.LatencyAlu);
  if (executes({C::LoadShared, C::StoreShared, C::Atomic}))
    hardware("latency shared memory", &GpuSpec::LatencyShared, Gpu.LatencyAlu);
  if (!executes({C::LoadGlobal, C::Atomic}))
    return;
  hardware("latency DRAM", &GpuSpec::LatencyGlobal);
  if (!Profile.Caches.L2Keeps.empty())
    hardware("latency L2", &GpuSpec::LatencyL2, Gpu.LatencyGlobal);
  if (!Profile.Caches.L1Keeps.empty())
    hardware("latency L1", &GpuSpec::LatencyL1,
             Gpu.LatencyL2 > 0 ? Gpu.LatencyL2.Value : Gpu.LatencyGlobal.Value);
}

void Explainer::equation(StringRef Name, double Value, StringRef Unit,
                         StringRef Equation, std::string Formula,
                         std::string Note) {
  if (std::isfinite(Value))
    Equations.push_back({Name.str(), Value, Unit.str(), Equation.str(),
                         std::move(Formula), "", std::move(Note)});
}

void Explainer::result(double Cycles, std::string Formula) {
  equation("cycles", Cycles, "cycles", "sum", std::move(Formula));
  equation("time", Cycles / Gpu.Clock, "s", "cycles / clock",
           formatted("%g / %g", Cycles, Gpu.Clock.Value));
}

std::vector<Quantity> Explainer::take() {
  std::vector<Quantity> All = std::move(Inputs);
  All.insert(All.end(), Equations.begin(), Equations.end());
  return All;
}

static std::string analysed(How Weakest) {
  return "source analysis, " + name(Weakest).str();
}

std::string Explainer::instructions() const {
  if (Profile.CountedIn != InstructionSource::Ast)
    return ("compiled code (" + name(Profile.CountedIn) + ")").str();
  How Weakest = How::Exact;
  for (const BlockFacts &Facts : Profile.Blocks)
    Weakest = weaker(Weakest, Facts.WarpExecutions.Source);
  return analysed(Weakest);
}

std::string Explainer::accesses() const {
  How Weakest = How::Exact;
  for (const AccessFacts &Facts : Profile.Accesses)
    Weakest = weaker(Weakest, Facts.Source);
  return analysed(Weakest);
}

std::string Explainer::caches() const {
  return Profile.Caches.L1Keeps.empty() && Profile.Caches.L2Keeps.empty()
             ? accesses()
             : "accesses and the estimate of reuse, assumed";
}

std::string Explainer::launch() const {
  switch (Profile.Launch.Source) {
  case LaunchSource::HostCode:
    return "launch in host code";
  case LaunchSource::Option:
    return "launch as given by options";
  case LaunchSource::Attribute:
    return "launch, block from the kernel's attribute";
  case LaunchSource::Assumed:
    return "launch, assumed";
  }
  return "";
}

std::string Explainer::residency() const {
  return ("occupancy, limited by " + name(Profile.Residency.Limiter)).str();
}

std::vector<Quantity> kernelcast::commonInputs(const WarpProfile &Profile,
                                               const GpuSpec &Gpu) {
  Explainer Out(Profile, Gpu);
  const LaunchConfiguration &Launch = Profile.Launch;
  Out.input("warp", Profile.WarpSize, "lanes", Out.warpSize());
  static constexpr const char *Axes[] = {"x", "y", "z"};
  for (unsigned Axis = 0; Axis < 3; ++Axis)
    if (Axis == 0 || Launch.Grid[Axis] > 1)
      Out.input(std::string("grid ") + Axes[Axis], double(Launch.Grid[Axis]),
                "blocks", Out.launch());
  for (unsigned Axis = 0; Axis < 3; ++Axis)
    if (Axis == 0 || Launch.Block[Axis] > 1)
      Out.input(std::string("block ") + Axes[Axis], double(Launch.Block[Axis]),
                "threads", Out.launch());
  for (const ArgumentValue &Argument : Launch.Arguments)
    Out.input("argument " + Argument.Name, Argument.Value, "",
              Argument.Source == LaunchSource::Option ? "--arg"
              : Argument.Source == LaunchSource::HostCode
                  ? "host code"
                  : name(Argument.Source).str());
  Out.input("registers", Profile.RegistersPerThread, "per thread",
            Profile.RegistersSource == RegisterSource::Option ? "--registers"
            : Profile.RegistersSource == RegisterSource::CompilerLog
                ? "--ptxas-log"
                : "assumed: estimated");
  Out.input(
      "shared",
      double(Launch.DynamicSharedBytes) +
          (Profile.Kernel ? double(Profile.Kernel->StaticSharedBytes) : 0),
      "bytes per block", "source and launch");
  static constexpr std::pair<const char *, HardwareNumber GpuSpec::*> Limits[] =
      {{"SMs", &GpuSpec::Multiprocessors},
       {"warps at most", &GpuSpec::MaxWarps},
       {"blocks at most", &GpuSpec::MaxBlocks},
       {"threads of a block", &GpuSpec::MaxThreadsPerBlock},
       {"registers of an SM", &GpuSpec::Registers},
       {"registers of a block", &GpuSpec::RegistersPerBlock},
       {"registers of a thread", &GpuSpec::MaxRegistersPerThread},
       {"unit of registers", &GpuSpec::RegisterUnit},
       {"unit of warps", &GpuSpec::WarpUnit},
       {"shared of an SM", &GpuSpec::SharedBytes},
       {"shared of a block", &GpuSpec::SharedBytesPerBlock},
       {"unit of shared", &GpuSpec::SharedUnit},
       {"shared reserved", &GpuSpec::SharedReserved},
       {"banks", &GpuSpec::NumBanks},
       {"L1", &GpuSpec::L1Bytes},
       {"L2", &GpuSpec::L2Bytes}};
  for (auto [Name, Member] : Limits)
    if ((Gpu.*Member).isKnown())
      Out.hardware(Name, Member);
  if (Gpu.RegisterGranularity == RegisterAllocation::PerSimd)
    Out.hardware("SIMD units", &GpuSpec::Schedulers);
  return Out.take();
}
