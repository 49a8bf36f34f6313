//===- CommonInputs.cpp - What all models start from ----------------------===//

#include "cost_models/common/CommonInputs.h"
#include "cost_models/common/PipeDemands.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace kernelcast;

std::vector<Quantity> kernelcast::commonInputs(const WarpProfile &Profile,
                                               const GpuSpec &Gpu) {
  QuantityList List;
  Equations<double> Eq(Gpu, &List);
  const LaunchConfiguration &Launch = Profile.Launch;
  Eq.input("warp", Profile.WarpSize, "lanes", Origin::WarpSize);
  static constexpr const char *Axes[] = {"x", "y", "z"};
  for (unsigned Axis = 0; Axis < 3; ++Axis)
    if (Axis == 0 || Launch.Grid[Axis] > 1)
      Eq.input("grid " + Twine(Axes[Axis]), double(Launch.Grid[Axis]), "blocks",
               Origin::Launch);
  for (unsigned Axis = 0; Axis < 3; ++Axis)
    if (Axis == 0 || Launch.Block[Axis] > 1)
      Eq.input("block " + Twine(Axes[Axis]), double(Launch.Block[Axis]),
               "threads", Origin::Launch);
  for (const ArgumentValue &Argument : Launch.Arguments) {
    Quantity Q;
    Q.Name = "argument " + Argument.Name;
    Q.Value = Argument.Value;
    Q.From = Origin::Argument;
    Q.Given = Argument.Source;
    List.add(std::move(Q));
  }
  Eq.input("registers", Profile.RegistersPerThread, "per thread",
           Origin::Registers);
  Eq.input("shared",
           double(Launch.DynamicSharedBytes) +
               (Profile.Kernel ? double(Profile.Kernel->StaticSharedBytes) : 0),
           "bytes per block", Origin::SharedMemory);
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
      Eq.hardware(Name, Member);
  if (Gpu.RegisterGranularity == RegisterAllocation::PerSimd)
    Eq.hardware("SIMD units", &GpuSpec::Schedulers);
  return List.take();
}

static bool executes(const WarpProfile &Profile,
                     std::initializer_list<InstructionClass> Classes) {
  return any_of(Classes, [&](InstructionClass Class) {
    return Profile.PerWarp[static_cast<unsigned>(Class)] > 0;
  });
}

template <typename Number>
void kernelcast::listLanes(Equations<Number> &Eq, const WarpProfile &Profile) {
  if (!Eq.isRecorded())
    return;
  using C = InstructionClass;
  double Main = Eq.gpu().Fp32Lanes;
  Eq.hardware("lanes FP32", &GpuSpec::Fp32Lanes);
  if (executes(Profile, {C::Int}))
    Eq.hardware("lanes integer", &GpuSpec::IntLanes, Main);
  auto Asks = [&](Cost Unit) {
    return instructionsOn(Unit, Profile.PerWarp, Profile.Pipes, Eq.gpu()) > 0;
  };
  if (Asks(Cost::Fp64))
    Eq.hardware("lanes FP64", &GpuSpec::Fp64Lanes, Main);
  if (Asks(Cost::SpecialFunctions))
    Eq.hardware("lanes special functions", &GpuSpec::SfuLanes, Main);
  if (executes(Profile, {C::LoadGlobal, C::StoreGlobal, C::LoadShared,
                         C::StoreShared, C::Atomic}))
    Eq.hardware("lanes load/store", &GpuSpec::LoadStoreLanes, Main);
}

template <typename Number>
void kernelcast::listLatencies(Equations<Number> &Eq,
                               const WarpProfile &Profile) {
  if (!Eq.isRecorded())
    return;
  using C = InstructionClass;
  const GpuSpec &Gpu = Eq.gpu();
  Eq.hardware("latency ALU", &GpuSpec::LatencyAlu);
  if (executes(Profile, {C::Int}))
    Eq.hardware("latency integer product", &GpuSpec::LatencyIntMultiply,
                Gpu.LatencyAlu);
  if (executes(Profile, {C::Fp64}))
    Eq.hardware("latency FP64", &GpuSpec::LatencyFp64, Gpu.LatencyAlu);
  if (executes(Profile, {C::Sfu}))
    Eq.hardware("latency special function", &GpuSpec::LatencySfu,
                Gpu.LatencyAlu);
  if (executes(Profile, {C::LoadShared, C::StoreShared, C::Atomic}))
    Eq.hardware("latency shared memory", &GpuSpec::LatencyShared,
                Gpu.LatencyAlu);
  if (!executes(Profile, {C::LoadGlobal, C::Atomic}))
    return;
  Eq.hardware("latency DRAM", &GpuSpec::LatencyGlobal);
  if (!Profile.Caches.L2Keeps.empty())
    Eq.hardware("latency L2", &GpuSpec::LatencyL2, Gpu.LatencyGlobal);
  if (!Profile.Caches.L1Keeps.empty())
    Eq.hardware("latency L1", &GpuSpec::LatencyL1,
                Gpu.LatencyL2 > 0 ? Gpu.LatencyL2.Value
                                  : Gpu.LatencyGlobal.Value);
}

template void kernelcast::listLanes(Equations<double> &, const WarpProfile &);
template void kernelcast::listLanes(Equations<Traced> &, const WarpProfile &);
template void kernelcast::listLatencies(Equations<double> &,
                                        const WarpProfile &);
template void kernelcast::listLatencies(Equations<Traced> &,
                                        const WarpProfile &);
