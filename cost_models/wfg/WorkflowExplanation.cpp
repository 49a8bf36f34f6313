//===- WorkflowExplanation.cpp - The equations of wfg with their numbers --===//

#include "cost_models/common/Explainer.h"
#include "cost_models/common/LaunchShape.h"
#include "cost_models/wfg/WorkflowEvaluation.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace kernelcast;

/// What the equations start from.
static void inputs(Explainer &Out, const WorkflowSetting &S,
                   const WorkflowEvaluation &E, const WarpProfile &Profile,
                   const GpuSpec &Gpu) {
  const WorkflowCounts &Counts = E.Passes.Counts;
  const RegionParallelism &R = E.Regions.front();
  double Blocks = double(Profile.Launch.blocks());
  Out.input("warp", Profile.WarpSize, "lanes", Out.warpSize());
  Out.hardware("simd", &GpuSpec::Fp32Lanes);
  Out.hardware("simd_sfu", &GpuSpec::SfuLanes, Gpu.Fp32Lanes);
  Out.hardware("simd_fp64", &GpuSpec::Fp64Lanes, Gpu.Fp32Lanes);
  if (S.Corrected) {
    Out.hardware("schedulers", &GpuSpec::Schedulers, 1);
    Out.hardware("issue", &GpuSpec::IssuePerScheduler, 1);
  }
  Out.hardware("SMs", &GpuSpec::Multiprocessors);
  Out.hardware("clock", &GpuSpec::Clock);
  Out.hardware("bw", &GpuSpec::DramBandwidth);
  if (S.Corrected && Gpu.L2Bandwidth > 0)
    Out.hardware("bw_L2", &GpuSpec::L2Bandwidth);
  Out.hardware("pipe", &GpuSpec::LatencyAlu);
  auto Executes = [&](InstructionClass Class) {
    return Profile.PerWarp[static_cast<unsigned>(Class)] > 0;
  };
  if (Executes(InstructionClass::Sfu))
    Out.hardware("pipe_sfu", &GpuSpec::LatencySfu, Gpu.LatencyAlu);
  if (S.Corrected && (Executes(InstructionClass::LoadShared) ||
                      Executes(InstructionClass::StoreShared) ||
                      Executes(InstructionClass::Atomic)))
    Out.hardware("lanes_shared", &GpuSpec::LoadStoreLanes, Gpu.Fp32Lanes);
  Out.hardware("Latency_mem", &GpuSpec::LatencyGlobal);
  if (S.LaunchCycles > 0)
    Out.hardware("overhead", &GpuSpec::LaunchOverhead);
  Out.input("blocks", Blocks, "", Out.launch());
  Out.input("warps", S.Warps, "", Out.launch());
  Out.input("warps_block", S.Warps / Blocks, "warps", Out.launch());
  Out.input("NB_resident", Profile.Residency.BlocksPerSM, "blocks per SM",
            Out.residency());
  Out.input("WLP_local", R.WlpLocal, "warps", Out.instructions(),
            "that execute the kernel's outermost region");
  Out.input("ILP_local", R.IlpLocal, "", Out.instructions(),
            "instructions over the longest chain of dependences, there");
  Out.input("NUM_mem", Counts.MemoryInstructions, "per warp",
            Out.instructions());
  Out.input("NUM_bytes", Counts.Bytes, "bytes per warp", Out.accesses(),
            "no cache");
  Out.input("NUM_sync", Counts.Barriers, "per warp", Out.instructions());
  if (S.Corrected)
    Out.input("DRAM_bytes", S.DramBytes, "bytes", Out.caches());
}

/// The machine: issue cycles, warps and bandwidth of an engine.
static void machine(Explainer &Out, const WorkflowSetting &S,
                    const WarpProfile &Profile, const GpuSpec &Gpu) {
  const WorkflowMachine &M = S.Machine;
  double Blocks = double(Profile.Launch.blocks()), SMs = Gpu.Multiprocessors;
  double PerBlock = S.Warps / Blocks;
  double Resident = Profile.Residency.BlocksPerSM;
  if (S.Corrected) {
    Out.equation("NUM_blocks", S.BlocksPerSM, "blocks", "corrected",
                 formatted("min(%g, ceil(%g / %g))", Resident, Blocks, SMs),
                 "no more than the launch has");
    Out.equation("partitions", S.Partitions, "", "corrected",
                 formatted("min(%g, max(1, %g * %g))",
                           std::max(1.0, Gpu.Schedulers.Value), S.BlocksPerSM,
                           PerBlock),
                 "engines of an SM: one for each scheduler");
  } else {
    Out.equation("NUM_blocks", S.BlocksPerSM, "blocks", "resident on an SM",
                 formatted("%g", Resident));
    Out.equation("partitions", S.Partitions, "", "one engine per SM", "1");
  }
  auto Issue = [&](const char *Name, unsigned Unit, const HardwareNumber &Own) {
    double Lanes = Own > 0 ? Own.Value : Gpu.Fp32Lanes.Value;
    std::string Text = formatted("%u / %g", Profile.WarpSize, Lanes);
    if (S.Corrected)
      Text = formatted("max(%u * %g / %g, 1 / %g)", Profile.WarpSize,
                       std::max(1.0, Gpu.Schedulers.Value), Lanes,
                       std::max(1.0, Gpu.IssuePerScheduler.Value));
    Out.equation(Name, M.IssueCycles[Unit], "cycles", "warp / simd",
                 std::move(Text));
  };
  Issue("r", 0, Gpu.Fp32Lanes);
  Issue("r_sfu", 1, Gpu.SfuLanes);
  Issue("r_fp64", 2, Gpu.Fp64Lanes);
  Out.equation(
      "WLP_max", S.Wlp, "warps", "NUM_blocks warps / engines",
      formatted("%g * %g / %g", S.BlocksPerSM, PerBlock, S.Partitions));
  std::string PerSM =
      S.Corrected
          ? formatted("%g / (min(%g, %g) * %g)", Gpu.DramBandwidth.Value, SMs,
                      Blocks, Gpu.Clock.Value)
          : formatted("%g / (%g * %g)", Gpu.DramBandwidth.Value, SMs,
                      Gpu.Clock.Value);
  if (S.Corrected && Gpu.L2Bandwidth > 0)
    PerSM = "min(" + PerSM +
            formatted(", max(%g, %g) / (%g * %g))", Gpu.L2Bandwidth.Value,
                      Gpu.DramBandwidth.Value, SMs, Gpu.Clock.Value);
  Out.equation("BW_SM", M.BytesPerCycle, "bytes per cycle",
               "bw / (SMs * clock)", PerSM + formatted(" / %g", S.Partitions),
               "of one engine");
}

/// The time that lanes fewer than the engine's take, where there are any.
static void narrowLanes(Explainer &Out, const WorkflowSetting &S,
                        const WorkflowEvaluation &E, const WarpProfile &Profile,
                        const GpuSpec &Gpu) {
  if (!(E.UnitCycles > 0))
    return;
  std::vector<std::string> Terms;
  auto Unit = [&](const char *Count, const char *Lanes, const char *Cycles,
                  double Instructions, HardwareNumber GpuSpec::*Member,
                  double PerInstruction) {
    if (!(PerInstruction > 0))
      return;
    Out.input(Count, Instructions, "per warp", Out.instructions());
    Out.hardware(Lanes, Member);
    Out.equation(Cycles, PerInstruction, "cycles", "warp / lanes",
                 formatted("%u / %g", Profile.WarpSize, (Gpu.*Member).Value));
    Terms.push_back(formatted("%g * %g", Instructions, PerInstruction));
  };
  Unit("insts_int", "lanes_int", "r_int", E.IntegerInstructions,
       &GpuSpec::IntLanes, S.IntegerCycles);
  Unit("accesses", "lanes_access", "r_access", E.Accesses,
       &GpuSpec::LoadStoreLanes, S.AccessCycles);
  Out.equation("warps_SM", S.WarpsOfSM, "warps", "warps / SMs",
               formatted("%g / min(%g, %g)", S.Warps, S.Multiprocessors,
                         double(Profile.Launch.blocks())),
               "of the launch, on each SM that has any");
  Out.equation("CYC_units", E.UnitCycles, "cycles", "corrected",
               formatted("%g * max(0, ", S.WarpsOfSM) + join(Terms, ", ") + ")",
               "on lanes that are fewer than the engine's");
}

std::vector<Quantity> kernelcast::explain(const WorkflowSetting &S,
                                          const WorkflowEvaluation &E,
                                          const WarpProfile &Profile,
                                          const GpuSpec &Gpu) {
  Explainer Out(Profile, Gpu);
  inputs(Out, S, E, Profile, Gpu);
  machine(Out, S, Profile, Gpu);
  const WorkflowMachine &M = S.Machine;
  const WorkflowPasses &P = E.Passes;
  const RegionParallelism &R = E.Regions.front();
  double Issue = M.IssueCycles[0];
  const char *Trips = S.Corrected ? ", trips counted" : "";
  auto Effective = [&](double Local, double Average) {
    return formatted("(%g + (%g - 1) * %g) / %g", Local, S.BlocksPerSM, Average,
                     S.BlocksPerSM);
  };
  std::string Wlp = Effective(R.WlpLocal, R.WlpAverage);
  Out.equation("WLP_avg", R.WlpAverage, "warps", std::string("BG (7)") + Trips,
               "", "mean over regions by instructions");
  Out.equation("WLP_eff", R.WlpEffective, "warps", "BG (1)",
               S.Corrected ? "max(1, " + Wlp + ")" : Wlp);
  Out.equation("ILP_avg", R.IlpAverage, "", std::string("BG (8)") + Trips, "",
               "mean over regions by instructions");
  Out.equation("ILP_eff", R.IlpEffective, "", "BG (2)",
               Effective(R.IlpLocal, R.IlpAverage));
  Out.equation("Latency_comp", P.ComputeLatency.front(), "issue slots",
               "BG (3)",
               formatted("max(1, %g / (%g * %g * %g))", M.Pipeline[0], Issue,
                         R.IlpEffective, R.WlpEffective));
  Out.equation("CYC_compute", P.ComputeCycles, "cycles", "BG 2.3, first pass",
               "", "the graph reduced, memory nodes at r");
  Out.equation("CYC_mem", P.MemoryCycles, "cycles", "NUM_bytes / BW_SM",
               formatted("%g / %g", P.Counts.Bytes, M.BytesPerCycle));
  if (P.Counts.MemoryInstructions > 0)
    Out.equation("Latency_BW", P.BandwidthLatency, "cycles", "BG (4)",
                 formatted("max(0, (%g - %g) / %g) + %g", P.MemoryCycles,
                           P.ComputeCycles, P.Counts.MemoryInstructions,
                           Issue));
  Out.equation("NBC", P.NonBlockingCycles, "cycles", "BG (5)",
               formatted("%g / (%g + %g + 1)", P.ComputeCycles,
                         P.Counts.MemoryInstructions, P.Counts.Barriers));
  Out.equation("Latency_exposed", P.ExposedLatency.front(), "cycles",
               "BG (6), clamped",
               formatted("max(0, %g - (%g - 1) * %g)", M.MemoryLatency,
                         R.WlpEffective, P.NonBlockingCycles));
  Out.equation("W_bw", P.BandwidthCycles, "cycles", "BG 2.3, second pass", "",
               "the graph reduced without dependences, memory at Latency_BW");
  Out.equation("W_full", P.FullCycles, "cycles", "BG 2.3, second pass", "",
               formatted("with dependences: %g cycles of waiting",
                         P.FullCycles - P.BandwidthCycles));
  Out.equation(
      "waves", S.Waves, "", "ceil(blocks / (NB SMs))",
      formatted("ceil(%g / (%g * %g))", double(Profile.Launch.blocks()),
                double(Profile.Residency.BlocksPerSM), S.Multiprocessors));
  switch (S.Composition) {
  case WaveComposition::Round:
    Out.equation("CYC_kernel", E.WarpCycles, "cycles", "composition round",
                 formatted("%g * (%g * %g + (%g - %g))", S.Waves, S.Wlp,
                           P.BandwidthCycles, P.FullCycles, P.BandwidthCycles));
    break;
  case WaveComposition::Serial:
    Out.equation("CYC_kernel", E.WarpCycles, "cycles", "composition serial",
                 formatted("%g * %g / (%g * %g)", P.FullCycles, S.Warps,
                           S.Multiprocessors, S.Partitions));
    break;
  case WaveComposition::PerWave:
    Out.equation("CYC_kernel", E.WarpCycles, "cycles", "composition per wave",
                 formatted("%g * %g", P.FullCycles, S.Waves));
    break;
  }
  if (S.Corrected) {
    double Dram = S.DramBytes / S.DramBytesPerCycle;
    Out.equation("CYC_DRAM", Dram, "cycles", "DRAM_bytes / (bw / clock)",
                 formatted("%g / (%g / %g)", S.DramBytes,
                           Gpu.DramBandwidth.Value, Gpu.Clock.Value));
    narrowLanes(Out, S, E, Profile, Gpu);
    Out.equation("CYC_floor", E.FloorCycles, "cycles", "corrected",
                 formatted("max(%g, %g)", Dram, E.UnitCycles));
  }
  if (S.LaunchCycles > 0)
    Out.equation(
        "CYC_launch", S.LaunchCycles, "cycles", "overhead * clock",
        formatted("%g * %g", Gpu.LaunchOverhead.Value, Gpu.Clock.Value));
  if (!P.Full.Notes.empty())
    Out.equation("approximations", P.Full.Notes.size(), "", "reduction", "",
                 llvm::join(P.Full.Notes, "; "));
  Out.result(E.Cycles + S.LaunchCycles,
             S.Corrected ? formatted("max(%g, %g) + %g", E.WarpCycles,
                                     E.FloorCycles, S.LaunchCycles)
                         : formatted("%g", E.WarpCycles));
  return Out.take();
}
