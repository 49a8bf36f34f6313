//===- WorkflowSetting.cpp - Hardware and launch for the graph ------------===//

#include "cost_models/wfg/WorkflowSetting.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace kernelcast;

ArrayRef<HardwareNumber GpuSpec::*> kernelcast::workflowNeeds() {
  static constexpr HardwareNumber GpuSpec::*Needed[] = {
      &GpuSpec::Multiprocessors, &GpuSpec::Clock,      &GpuSpec::Fp32Lanes,
      &GpuSpec::DramBandwidth,   &GpuSpec::LatencyAlu, &GpuSpec::LatencyGlobal};
  return Needed;
}

namespace {

template <typename Number> class SettingBuilder {
  using C = InstructionClass;

public:
  SettingBuilder(Equations<Number> &Eq, const BasicLaunchShape<Number> &Shape,
                 bool Corrected, const InstructionMix *Mix)
      : Eq(Eq), Silent(Eq.gpu()), Gpu(Eq.gpu()), Shape(Shape), Mix(Mix) {
    S.Corrected = Corrected;
  }

  BasicWorkflowSetting<Number> build(unsigned WarpSize,
                                     Plain<Number> DramBytes) {
    hardware(WarpSize);
    launch();
    engines();
    sharedMemory();
    bandwidth();
    S.DramBytes = DramBytes;
    S.DramBytesPerCycle = Bandwidth / Clock;
    return std::move(S);
  }

private:
  bool executes(std::initializer_list<C> Classes) const {
    return Mix && any_of(Classes, [&](C Class) {
             return (*Mix)[static_cast<unsigned>(Class)] > 0;
           });
  }

  /// The record where a number matters for the warp's instructions.
  Equations<Number> &listedIf(bool Matters) { return Matters ? Eq : Silent; }

  void hardware(unsigned WarpSize) {
    BasicWorkflowMachine<Number> &M = S.Machine;
    double Main = Gpu.Fp32Lanes;
    S.WarpSize = Eq.input("warp", WarpSize, "lanes", Origin::WarpSize);
    Lanes[0] = Eq.hardware("simd", &GpuSpec::Fp32Lanes);
    Lanes[1] = Eq.hardware("simd_sfu", &GpuSpec::SfuLanes, Main);
    Lanes[2] = Eq.hardware("simd_fp64", &GpuSpec::Fp64Lanes, Main);
    if (S.Corrected) {
      Schedulers = Eq.hardware("schedulers", &GpuSpec::Schedulers, 1);
      Width = Eq.hardware("issue", &GpuSpec::IssuePerScheduler, 1);
    }
    S.Multiprocessors = Eq.hardware("SMs", &GpuSpec::Multiprocessors);
    Clock = Eq.hardware("clock", &GpuSpec::Clock);
    Bandwidth = Eq.hardware("bw", &GpuSpec::DramBandwidth);
    if (S.Corrected && Gpu.L2Bandwidth > 0)
      L2Bandwidth = Eq.hardware("bw_L2", &GpuSpec::L2Bandwidth);
    Number Pipe = Eq.hardware("pipe", &GpuSpec::LatencyAlu);
    Number Sfu =
        listedIf(executes({C::Sfu}))
            .hardware("pipe_sfu", &GpuSpec::LatencySfu, Gpu.LatencyAlu);
    M.Pipeline = {Pipe, Sfu, Pipe};
    if (S.Corrected && executes({C::LoadShared, C::StoreShared, C::Atomic}))
      Eq.hardware("lanes_shared", &GpuSpec::LoadStoreLanes, Main);
    M.MemoryLatency = Eq.hardware("Latency_mem", &GpuSpec::LatencyGlobal);
    if (S.Corrected && Gpu.StartAndDrain > 0)
      S.LaunchCycles = Eq.hardware("overhead", &GpuSpec::StartAndDrain) * Clock;
    M.Rule = S.Corrected ? BranchRule::Corrected : BranchRule::Faithful;
    auto Narrow = [&](double Own) {
      return S.Corrected && Own > 0 && Own < Main ? Own : 0;
    };
    S.IntegerLanes = Narrow(Gpu.IntLanes);
    S.AccessLanes = Narrow(Gpu.LoadStoreLanes);
  }

  void launch() {
    S.Blocks = Eq.input("blocks", Shape.Blocks, "", Origin::Launch);
    S.Warps = Eq.input("warps", Shape.Warps, "", Origin::Launch);
    WarpsPerBlock =
        Eq.input("warps_block", Shape.WarpsPerBlock, "warps", Origin::Launch);
    S.ResidentBlocks = Eq.input("NB_resident", Shape.BlocksPerSM,
                                "blocks per SM", Origin::Residency);
    S.ActiveSMs = S.Multiprocessors;
    if (S.Corrected) // A launch smaller than one wave spreads over the SMs.
      S.ActiveSMs = minimum<Number>(S.Multiprocessors, S.Blocks);
  }

  void engines() {
    if (S.Corrected) {
      S.BlocksPerSM =
          Eq.equation("NUM_blocks", "blocks", "corrected",
                      minimum<Number>(S.ResidentBlocks,
                                      roundedUp(S.Blocks / S.Multiprocessors)),
                      "no more than the launch has");
      S.Partitions = Eq.equation(
          "partitions", "", "corrected",
          minimum<Number>(Schedulers,
                          maximum<Number>(1.0, S.BlocksPerSM * WarpsPerBlock)),
          "engines of an SM: one for each scheduler");
    } else {
      S.BlocksPerSM = Eq.equation("NUM_blocks", "blocks", "resident on an SM",
                                  S.ResidentBlocks);
      S.Partitions = Eq.equation("partitions", "", "one engine per SM", 1.0);
    }
    static constexpr const char *Names[NumComputeUnits] = {"r", "r_sfu",
                                                           "r_fp64"};
    for (unsigned Unit = 0; Unit < NumComputeUnits; ++Unit) {
      // Every unit issues at its lanes' rate, at best one per issue slot.
      Number R = S.WarpSize * Schedulers / Lanes[Unit];
      if (S.Corrected)
        R = maximum<Number>(R, 1 / Width);
      S.Machine.IssueCycles[Unit] =
          Eq.equation(Names[Unit], "cycles", "warp / simd", R);
    }
    S.Wlp = Eq.equation("WLP_max", "warps", "NUM_blocks warps / engines",
                        S.BlocksPerSM * WarpsPerBlock / S.Partitions);
  }

  void sharedMemory() {
    BasicWorkflowMachine<Number> &M = S.Machine;
    double Engines = valueOf(Schedulers), Main = Gpu.Fp32Lanes;
    M.BankLanes = Gpu.Banks == BankRule::HalfWarp16 ? 16 : 32;
    double Lanes = Engines > 1 && Gpu.LoadStoreLanes > 0
                       ? std::min(Main, Gpu.LoadStoreLanes.Value)
                       : Main;
    // The partitions share one array of banks, which gives each a word a cycle.
    if (S.Corrected)
      Lanes = std::min(Lanes, M.BankLanes);
    M.SharedLanes = Lanes / Engines;
  }

  void bandwidth() {
    Number PerSM = Bandwidth / (S.ActiveSMs * Clock);
    // One SM cannot draw more than its port to the L2 gives.
    if (S.Corrected && Gpu.L2Bandwidth > 0)
      PerSM = minimum<Number>(PerSM, maximum<Number>(L2Bandwidth, Bandwidth) /
                                         (S.Multiprocessors * Clock));
    S.Machine.BytesPerCycle =
        Eq.equation("BW_SM", "bytes per cycle", "bw / (SMs * clock)",
                    PerSM / S.Partitions, "of one engine");
  }

  Equations<Number> &Eq;
  Equations<Number> Silent;
  const GpuSpec &Gpu;
  const BasicLaunchShape<Number> &Shape;
  const InstructionMix *Mix;
  BasicWorkflowSetting<Number> S;
  std::array<Number, NumComputeUnits> Lanes;
  Number Schedulers = 1, Width = 1, Clock = 0, Bandwidth = 0, L2Bandwidth = 0;
  Number WarpsPerBlock = 1;
};

} // namespace

template <typename Number>
BasicWorkflowSetting<Number>
kernelcast::workflowSetting(Equations<Number> &Eq,
                            const BasicLaunchShape<Number> &Shape,
                            unsigned WarpSize, Plain<Number> DramBytes,
                            ModelMode Mode, const InstructionMix *Mix) {
  return SettingBuilder<Number>(Eq, Shape, Mode != ModelMode::Faithful, Mix)
      .build(WarpSize, DramBytes);
}

template WorkflowSetting
kernelcast::workflowSetting(Equations<double> &, const LaunchShape &, unsigned,
                            double, ModelMode, const InstructionMix *);
template BasicWorkflowSetting<Traced>
kernelcast::workflowSetting(Equations<Traced> &,
                            const BasicLaunchShape<Traced> &, unsigned, Traced,
                            ModelMode, const InstructionMix *);
