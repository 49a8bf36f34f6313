//===- LatencyThroughputExplanation.cpp - Its equations with numbers ------===//

#include "cost_models/common/Explainer.h"
#include "cost_models/common/LaunchShape.h"
#include "cost_models/common/PipeDemands.h"
#include "cost_models/latency-throughput/LatencyThroughputModel.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace kernelcast;

/// As the thesis calls it.
static StringRef symbol(Cost Unit) {
  return Unit == Cost::DramBandwidth          ? "gmem"
         : Unit == Cost::ArithmeticThroughput ? "cuda"
                                              : name(Unit);
}

/// Where what a warp asks of \p Unit comes from.
static Origin askedOrigin(Cost Unit) {
  if (Unit == Cost::DramBandwidth || Unit == Cost::L2Bandwidth)
    return Origin::Caches;
  return Unit == Cost::SharedMemory ? Origin::Accesses : Origin::Instructions;
}

std::vector<Quantity> kernelcast::explain(const LatencyThroughputStory &S,
                                          const LatencyThroughputInput &In,
                                          const LatencyThroughputResult &R,
                                          const WarpProfile &Profile,
                                          const GpuSpec &Gpu, ModelMode Mode) {
  Explainer Out(Profile, Gpu);
  double All = instructionsPerWarp(Profile);
  double Blocks = double(Profile.Launch.blocks());
  double SMs = Gpu.Multiprocessors;
  Out.input("warp", Profile.WarpSize, "lanes", Out.warpSize());
  Out.hardware("clk", &GpuSpec::Clock);
  Out.hardware("SMs_GPU", &GpuSpec::Multiprocessors);
  Out.hardware("bw", &GpuSpec::DramBandwidth);
  if (Mode == ModelMode::Modern && Gpu.L2Bandwidth > 0)
    Out.hardware("bw_L2", &GpuSpec::L2Bandwidth);
  Out.hardware("replacement", &GpuSpec::BlockReplacement);
  Out.hardware("schedulers", &GpuSpec::Schedulers);
  Out.latencies();
  Out.hardware("issue interval", &GpuSpec::IssueInterval, S.IssueInterval);
  Out.hardware("branch taken", &GpuSpec::LatencyBranchTaken);
  Out.hardware("branch not taken", &GpuSpec::LatencyBranchNotTaken);
  Out.lanes();
  if (S.LaunchCycles > 0)
    Out.hardware("overhead", &GpuSpec::LaunchOverhead);
  Out.input("grid", Blocks, "blocks", Out.launch());
  Out.input("block", double(Profile.Launch.threadsPerBlock()), "threads",
            Out.launch());
  Out.input("occ_resident", Profile.Residency.WarpsPerSM, "warps per SM",
            Out.residency());
  Out.input("blocks_resident", Profile.Residency.BlocksPerSM, "blocks per SM",
            Out.residency());
  Out.input("INS_CUDA", S.CoreInstructions, "per warp", Out.instructions());
  Out.input("INS_issued", All, "per warp", Out.instructions(),
            "none issued in pairs");
  Out.input("critical_path", S.CriticalPath, "cycles", Origin::WarpTiming,
            "t(k) = max(t(k-1) + gap, t(s) + latency), VG 5.2.2");
  bool Faithful = Mode == ModelMode::Faithful;
  auto Lambda = [&](const char *Name, double Value,
                    HardwareNumber GpuSpec::*Own) {
    HardwareNumber GpuSpec::*Member = Faithful ? &GpuSpec::LambdaCompute : Own;
    Out.stated(Name, Value, Member);
  };
  Lambda("lambda_latency", In.LatencyLambda, &GpuSpec::LambdaLatency);
  for (const ThroughputUnit &Unit : In.Units) {
    bool IsDram = Unit.What == Cost::DramBandwidth;
    bool IsBus = IsDram || Unit.What == Cost::L2Bandwidth;
    bool IsCores = Unit.What == Cost::ArithmeticThroughput;
    std::string Name = symbol(Unit.What).str();
    Out.input(IsDram  ? "GMem_bytes"
              : IsBus ? "L2_bytes"
                      : "asked " + Name,
              Unit.PerWarp,
              IsBus                ? "bytes per warp"
              : IsCores            ? "lanes per warp"
              : Unit.PerCycle != 1 ? "slots per warp"
                                   : "cycles per warp",
              askedOrigin(Unit.What));
    if (!IsBus && Unit.PerCycle != 1)
      Out.stated("given " + Name, Unit.PerCycle,
                 IsCores ? &GpuSpec::Fp32Lanes : &GpuSpec::Schedulers);
    if (&Unit == &In.Units.front() || IsBus)
      Lambda(IsBus ? "lambda_memory" : "lambda_compute", Unit.Lambda,
             IsBus ? &GpuSpec::LambdaMemory : &GpuSpec::LambdaCompute);
  }

  Out.equation("warps", In.Warps, "", "VG (4.2)",
               formatted("%g * ceil(%g / %u)", Blocks,
                         double(Profile.Launch.threadsPerBlock()),
                         Profile.WarpSize));
  Out.equation("SMs", In.Multiprocessors, "", Faithful ? "all" : "busy",
               Faithful ? formatted("%g", SMs)
                        : formatted("min(%g, %g)", SMs, Blocks));
  Out.equation("occ", In.Occupancy, "warps per SM", "resident",
               Faithful ? formatted("%u", Profile.Residency.WarpsPerSM)
                        : formatted("min(%u, ceil(%g / %g)) * ceil(%g / %u)",
                                    Profile.Residency.BlocksPerSM, Blocks, SMs,
                                    double(Profile.Launch.threadsPerBlock()),
                                    Profile.WarpSize));
  Out.equation(
      "lat", In.Latency, "cycles", "VG (5.1)",
      formatted("max(1, %g + %g)", S.CriticalPath, S.BlockReplacement));
  for (size_t I = 0; I < In.Units.size(); ++I) {
    const ThroughputUnit &Unit = In.Units[I];
    bool IsDram = Unit.What == Cost::DramBandwidth;
    if (IsDram || Unit.What == Cost::L2Bandwidth)
      Out.equation(
          IsDram ? "gbw" : "gbw_L2", Unit.PerCycle, "bytes per cycle and SM",
          "VG (4.7)",
          formatted("%g / (%g * %g)",
                    IsDram ? Gpu.DramBandwidth.Value : Gpu.L2Bandwidth.Value,
                    In.Multiprocessors, In.Clock));
    Out.equation(("CPW_" + symbol(Unit.What)).str(), R.CyclesPerUnit[I],
                 "cycles per warp", "VG (4.5)",
                 formatted("%g / %g", Unit.PerWarp, Unit.PerCycle));
  }
  std::vector<std::string> Terms;
  for (double Cycles : R.CyclesPerUnit)
    Terms.push_back(formatted("%g", Cycles));
  Out.equation("CPW", R.CyclesPerWarp, "cycles per warp", "VG (4.5)",
               "max(0, " + join(Terms, ", ") + ")");
  Out.equation("occ_lat", R.LatencyThroughput, "warps per cycle", "VG (4.6)",
               formatted("%g / %g", In.Occupancy, In.Latency));
  if (R.CyclesPerWarp > 0)
    Out.equation(
        "thr", R.WarpThroughput, "warps per cycle", "VG (4.3)",
        formatted("min(%g, 1 / %g)", R.LatencyThroughput, R.CyclesPerWarp));
  Out.equation("occ_transition", R.TransitionOccupancy, "warps per SM",
               "VG, lat / CPW", "",
               "with lambdas; below it latency bounds, above it throughput");
  double Lowest =
      R.LatencyBound ? In.LatencyLambda : In.Units[R.Limiter].Lambda;
  Out.equation("lambda", Lowest, "", "VG (4.4)", formatted("%g", Lowest),
               ("of " + symbol(R.limiter(In.Units))).str());
  double Ceiling =
      R.LatencyBound ? In.Latency / In.Occupancy : R.CyclesPerUnit[R.Limiter];
  Out.equation("T_cycles", R.Cycles, "cycles", "VG (4.1)",
               R.LatencyBound
                   ? formatted("%g * %g / %g / (%g * %g)", In.Warps, In.Latency,
                               In.Occupancy, In.Multiprocessors, Lowest)
                   : formatted("%g * %g / (%g * %g)", In.Warps, Ceiling,
                               In.Multiprocessors, Lowest));
  Out.equation("T", R.Seconds, "seconds", "VG (4.1)",
               formatted("%g / %g", R.Cycles, In.Clock));
  std::string Sum = formatted("%g", R.Cycles);
  if (S.TailCycles) {
    Out.equation("blocks_busiest", S.BlocksOfBusiestSM, "blocks", "tail",
                 formatted("ceil(%g / %g)", Blocks, SMs));
    Out.equation("blocks_at_once", S.ResidentBlocks, "blocks", "tail",
                 formatted("min(%u, %g)", Profile.Residency.BlocksPerSM,
                           S.BlocksOfBusiestSM));
    Out.equation("tail", *S.TailCycles, "cycles", "modern",
                 formatted("max(%g * max(1, %g * %g / %g / (%g / %g)), ceil(%g "
                           "/ %g) * %g / %g) - %g",
                           R.Cycles, S.BlocksOfBusiestSM, In.Occupancy,
                           S.ResidentBlocks, In.Warps, In.Multiprocessors,
                           S.BlocksOfBusiestSM, S.ResidentBlocks, In.Latency,
                           In.LatencyLambda, R.Cycles),
                 "the SM with most blocks, in whole rounds");
    Sum += formatted(" + %g", *S.TailCycles);
  }
  if (S.LaunchCycles > 0) {
    Out.equation(
        "CYC_launch", S.LaunchCycles, "cycles", "overhead clk",
        formatted("%g * %g", Gpu.LaunchOverhead.Value, Gpu.Clock.Value));
    Sum += formatted(" + %g", S.LaunchCycles);
  }
  Out.result(R.Cycles + S.TailCycles.value_or(0) + S.LaunchCycles,
             std::move(Sum));
  return Out.take();
}
