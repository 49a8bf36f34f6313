//===- MwpCwpExplanation.cpp - The equations of mwp-cwp with their numbers ===//

#include "cost_models/common/Explainer.h"
#include "cost_models/common/LaunchShape.h"
#include "cost_models/common/MemoryInstructions.h"
#include "cost_models/common/PipeDemands.h"
#include "cost_models/mwp-cwp/MwpCwpModel.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace kernelcast;

namespace {

/// The equations of one wave.
class Explanation {
public:
  Explanation(const MwpCwpSetting &Setting, const MwpCwpResult &R,
              const WarpProfile &Profile, const GpuSpec &Gpu, ModelMode Mode)
      : Setting(Setting), In(Setting.Waves.front()), Options(Setting.Options),
        R(R), Profile(Profile), Gpu(Gpu), IsModern(Mode == ModelMode::Modern),
        Out(Profile, Gpu) {}

  Explainer &write() {
    hardware();
    warp();
    computation();
    if (R.Case != 0)
      parallelism();
    Out.equation(
        "Rep", R.Repetitions, "rounds", "HK [21]",
        formatted("%g / (%g * %g)", In.Blocks, In.ActiveBlocks, In.ActiveSMs));
    execution();
    return Out;
  }

private:
  void hardware() {
    Out.input("warp", Profile.WarpSize, "lanes", Out.warpSize());
    Out.hardware("lanes", &GpuSpec::Fp32Lanes);
    Out.hardware("clock", &GpuSpec::Clock);
    Out.hardware("bw", &GpuSpec::DramBandwidth);
    Out.hardware("SMs", &GpuSpec::Multiprocessors);
    Out.hardware("Mem_DRAM", &GpuSpec::LatencyGlobal);
    Hits = cacheHits(Profile);
    HasMean = IsModern && Gpu.LatencyL2 > 0;
    if (HasMean)
      Out.hardware("Mem_L1", &GpuSpec::LatencyL1, Gpu.LatencyL2);
    if (HasMean || Options.L2)
      Out.hardware("L2_hit", &GpuSpec::LatencyL2);
    if (HasMean) {
      Out.input("hit_L1", Hits.L1, "", Out.caches());
      Out.input("hit_L2", Hits.L2, "", Out.caches());
    }
    if (IsModern && Gpu.L2Bandwidth > 0)
      Out.hardware("bw_L2", &GpuSpec::L2Bandwidth);
    bool Given = Gpu.DepartureCoalesced > 0 && Gpu.DepartureUncoalesced > 0;
    auto Departure = [&](const char *Name, double Value,
                         HardwareNumber GpuSpec::*Member) {
      if (Given)
        Out.hardware(Name, Member);
      else
        Out.stated(Name, Value, Member);
    };
    Departure("dep_uncoal", In.DepartureUncoalesced,
              &GpuSpec::DepartureUncoalesced);
    Departure("dep_coal", In.DepartureCoalesced, &GpuSpec::DepartureCoalesced);
    if (Setting.LaunchCycles > 0)
      Out.hardware("overhead", &GpuSpec::LaunchOverhead);
  }

  void warp() {
    Out.input("total_insts", In.Instructions, "per warp", Out.instructions());
    Out.input("n_uncoal", In.Uncoalesced, "per warp", Out.accesses(),
              "more transactions than as many lanes side by side need");
    Out.input("n_coal", In.Coalesced, "per warp", Out.accesses());
    Out.input("uncoal_per_mw", In.TransactionsUncoalesced, "transactions",
              Out.accesses());
    Out.input("coal_per_mw", In.TransactionsCoalesced, "transactions",
              Out.accesses());
    Out.input("load_bytes", In.LoadBytes, "bytes", Out.accesses(),
              "that a warp's access asks for");
    if (Options.Bytes == BytesRule::Transactions)
      Out.input("transaction_bytes", In.TransactionBytes, "bytes",
                IsModern ? Out.caches() : Out.accesses(),
                IsModern ? "of a transaction, on the level that limits" : "");
    Out.input("synch", In.Barriers, "per warp", Out.instructions());
    Out.input("N", In.ActiveWarps, "warps", Out.residency());
    Out.input("active_blocks", In.ActiveBlocks, "blocks", Out.residency());
    Out.input("active_SMs", In.ActiveSMs, "", Out.launch(),
              "no more than blocks");
    Out.input("blocks", In.Blocks, "", Out.launch(),
              Setting.Waves.size() > 1 ? "in full rounds" : "");
  }

  void computation() {
    if (!Setting.BusiestUnit)
      Out.equation("issue", In.IssueCycles, "cycles", "warp / lanes",
                   formatted("%u / %g", Profile.WarpSize, Gpu.Fp32Lanes.Value));
    else {
      double Cycles = In.IssueCycles * In.Instructions;
      Out.hardware("schedulers", &GpuSpec::Schedulers, 1);
      Out.lanes();
      Out.input("unit_cycles", Cycles, "cycles per warp", Out.instructions(),
                ("of the busiest unit: " + name(Setting.BusiestUnit)).str());
      Out.equation("issue", In.IssueCycles, "cycles", "modern",
                   formatted("%g / %g", Cycles, In.Instructions));
    }
    Out.equation("Comp_cycles", R.ComputeCycles, "cycles", "HK [19]",
                 formatted("%g * %g", In.IssueCycles, In.Instructions));
    if (HasMean)
      Out.equation("Mem_LD", In.MemoryLatency, "cycles", "modern",
                   formatted("%g * %g + (1 - %g) * (%g * %g + (1 - %g) * %g)",
                             Hits.L1,
                             Gpu.LatencyL1 > 0 ? Gpu.LatencyL1.Value
                                               : Gpu.LatencyL2.Value,
                             Hits.L1, Hits.L2, Gpu.LatencyL2.Value, Hits.L2,
                             Gpu.LatencyGlobal.Value));
    else
      Out.equation("Mem_LD", In.MemoryLatency, "cycles", "as measured",
                   formatted("%g", Gpu.LatencyGlobal.Value));
  }

  void parallelism() {
    double Accesses = In.Uncoalesced + In.Coalesced;
    double Wu = R.WeightUncoalesced;
    Out.equation("Weight_uncoal", Wu, "", "HK [13]",
                 formatted("%g / (%g + %g)", In.Uncoalesced, In.Uncoalesced,
                           In.Coalesced));
    Out.equation("Mem_L_Uncoal", R.LatencyUncoalesced, "cycles", "HK [10]",
                 formatted("%g + (%g - 1) * %g", In.MemoryLatency,
                           In.TransactionsUncoalesced,
                           In.DepartureUncoalesced));
    Out.equation("Mem_L", R.Latency, "cycles", "HK [12]",
                 formatted("%g * %g + %g * (1 - %g)", R.LatencyUncoalesced, Wu,
                           In.MemoryLatency, Wu));
    Out.equation("departure_delay", R.DepartureDelay, "cycles", "HK [15]",
                 formatted("%g * %g * %g + %g * (1 - %g)",
                           In.DepartureUncoalesced, In.TransactionsUncoalesced,
                           Wu, In.DepartureCoalesced, Wu));
    Out.equation("Mem_cycles", R.MemoryCycles, "cycles", "HK [18]",
                 formatted("%g * %g + %g * %g", R.LatencyUncoalesced,
                           In.Uncoalesced, In.MemoryLatency, In.Coalesced));
    Out.equation("Comp_p", R.ComputePeriod, "cycles", "Comp_cycles / accesses",
                 formatted("%g / %g", R.ComputeCycles, Accesses));
    Out.input("accesses", Accesses, "per warp", Out.accesses());
    double Bytes = R.BandwidthPerWarp * R.Latency / In.Clock;
    Out.equation("bytes_per_mw", Bytes, "bytes", "HK [7], WL (7)",
                 Options.Bytes == BytesRule::Transactions
                     ? formatted("%g * (%g * %g + %g * (1 - %g))",
                                 In.TransactionBytes,
                                 In.TransactionsUncoalesced, Wu,
                                 In.TransactionsCoalesced, Wu)
                     : formatted("%g", In.LoadBytes));
    Out.equation("BW_per_warp", R.BandwidthPerWarp, "bytes per second",
                 "HK [7]",
                 formatted("%g * %g / %g", In.Clock, Bytes, R.Latency));
    if (R.MwpWithoutBandwidth)
      Out.equation("MWP_without_BW", *R.MwpWithoutBandwidth, "warps", "HK [16]",
                   formatted("%g / %g", R.Latency, R.DepartureDelay));
    Out.equation("bw_reached", In.Bandwidth, "B/s",
                 IsModern ? "modern" : "the file's", bandwidth(),
                 IsModern ? name(Setting.Bandwidth).str() : "");
    Out.equation("MWP_peak_BW", R.MwpPeakBandwidth, "warps", "HK [6]",
                 formatted("%g / (%g * %g)", In.Bandwidth, R.BandwidthPerWarp,
                           In.ActiveSMs));
    Out.equation(
        "MWP", R.Mwp, "warps", "HK [17]",
        R.MwpWithoutBandwidth
            ? formatted("min(%g, %g, %g)", *R.MwpWithoutBandwidth,
                        R.MwpPeakBandwidth, In.ActiveWarps)
            : formatted("min(%g, %g)", R.MwpPeakBandwidth, In.ActiveWarps),
        ("limited by " + name(R.Limiter)).str());
    Out.equation("CWP_full", R.CwpFull, "warps", "HK [8]",
                 formatted("(%g + %g) / %g", R.MemoryCycles, R.ComputeCycles,
                           R.ComputeCycles));
    Out.equation("CWP", R.Cwp, "warps", "HK [9]",
                 formatted("min(%g, %g)", R.CwpFull, In.ActiveWarps));
  }

  std::string bandwidth() const {
    double Peak = Gpu.DramBandwidth;
    if (Setting.Bandwidth == Cost::L2Bandwidth)
      return formatted("max(%g, %g) * %g / %g", Gpu.L2Bandwidth.Value, Peak,
                       In.ActiveSMs, Gpu.Multiprocessors.Value);
    if (In.Bandwidth == Peak)
      return formatted("%g", Peak);
    return formatted("%g * %g", ReachedBandwidth, Peak);
  }

  /// One round by its case, then all of them.
  void execution() {
    double N = In.ActiveWarps, Others = std::max(R.Mwp - 1, 0.0);
    double Memory = R.MemoryCycles, Compute = R.ComputeCycles;
    std::string Times = formatted(" * %g", R.Repetitions);
    if (R.Case == 0) {
      Out.equation("case", 0, "", "no memory instruction");
      Out.equation("Exec_cycles", R.ExecutionCycles, "cycles", "no memory",
                   formatted("%g * %g", Compute, N) + Times);
    } else {
      Out.equation("case", R.Case, "", "HK [22]-[24]", "",
                   R.Case == 1   ? "MWP = CWP = N"
                   : R.Case == 2 ? "CWP >= MWP: memory bounds"
                                 : "computation bounds");
      Out.equation("MWP_others", Others, "warps", "MWP - 1",
                   formatted("max(%g - 1, 0)", R.Mwp));
      if (Options.L2)
        withL2(Others, Times);
      else if (R.Case == 1)
        Out.equation("Exec_cycles", R.ExecutionCycles, "cycles", "HK [22]",
                     formatted("(%g + %g + %g * %g)", Memory, Compute,
                               R.ComputePeriod, Others) +
                         Times);
      else if (R.Case == 2)
        Out.equation("Exec_cycles", R.ExecutionCycles, "cycles", "HK [23]",
                     formatted("(%g * %g / %g + %g * %g)", Memory, N, R.Mwp,
                               R.ComputePeriod, Others) +
                         Times);
      else
        Out.equation("Exec_cycles", R.ExecutionCycles, "cycles", "HK [24]",
                     formatted("(%g + %g * %g)", R.Latency, Compute, N) +
                         Times);
      Out.equation("Synch_cost", R.BarrierCycles, "cycles", "HK [25]",
                   formatted("%g * %g * %g * %g", R.DepartureDelay, Others,
                             In.Barriers, In.ActiveBlocks) +
                       Times);
    }
  }

  /// Wang and Lou's rounds.
  void withL2(double Others, const std::string &Times) {
    double N = In.ActiveWarps, Memory = R.MemoryCycles;
    double Compute = R.ComputeCycles, Hit = Options.HitRatio;
    double Later = Hit * In.L2Latency / In.MemoryLatency + 1 - Hit;
    bool Faithful = !Options.Corrected;
    Out.input("hit_ratio", Hit, "",
              Faithful ? Origin::PaperAssumes : Origin::Caches,
              "of the accesses after the first round of warps");
    Out.input("first_comp", In.FirstInstructions, "per warp",
              Out.instructions(),
              "instructions before the first memory instruction");
    Out.equation("L2_share", Later, "", "WL (20)-(22)",
                 formatted("%g * %g / %g + 1 - %g", Hit, In.L2Latency,
                           In.MemoryLatency, Hit));
    const char *Equation = R.Case == 1   ? "WL (20)"
                           : R.Case == 2 ? "WL (21)"
                                         : "WL (22)";
    if (R.Case == 2) {
      Out.equation("hit_rounds", R.CacheHitRounds, "rounds", Equation,
                   formatted("max(%g / %g - 1, 0)", N, R.Mwp));
      Out.equation("Exec_cycles", R.ExecutionCycles, "cycles", Equation,
                   formatted("(%g + %g * %g * %g + %g * %g)", Memory, Memory,
                             Later, R.CacheHitRounds, R.ComputePeriod, Others) +
                       Times);
      return;
    }
    double Wait = R.Case == 1 ? Memory : R.Latency;
    Out.equation("first_warp", R.FirstWarp, "cycles", Equation,
                 formatted("%g + %g", Wait, Compute));
    std::string Last = formatted("%g * %g + ", Wait, Later);
    if (R.Case == 1)
      Last += formatted("%g * %g * %g", In.FirstInstructions, In.IssueCycles,
                        Others) +
              (Faithful ? "" : formatted(" + %g", Compute));
    else if (Faithful)
      Last +=
          formatted("%g * %g * %g", In.FirstInstructions, In.IssueCycles, N);
    else
      Last += formatted("%g * %g", Compute, N);
    Out.equation("last_warp", R.LastWarp, "cycles", Equation, std::move(Last));
    Out.equation("Exec_cycles", R.ExecutionCycles, "cycles", Equation,
                 formatted("max(%g, %g)", R.FirstWarp, R.LastWarp) + Times);
  }

  const MwpCwpSetting &Setting;
  const MwpCwpInputs &In;
  const MwpCwpOptions &Options;
  const MwpCwpResult &R;
  const WarpProfile &Profile;
  const GpuSpec &Gpu;
  bool IsModern, HasMean = false;
  CacheHits Hits;
  Explainer Out;
};

} // namespace

std::vector<Quantity> kernelcast::explain(const MwpCwpSetting &Setting,
                                          ArrayRef<MwpCwpResult> Results,
                                          const WarpProfile &Profile,
                                          const GpuSpec &Gpu, ModelMode Mode) {
  const MwpCwpResult &R = Results.front();
  Explanation First(Setting, R, Profile, Gpu, Mode);
  Explainer &Out = First.write();
  double Cycles = R.Cycles + Setting.LaunchCycles;
  std::string Sum = formatted("%g + %g", R.ExecutionCycles, R.BarrierCycles);
  if (Results.size() > 1) {
    Out.equation("Exec_last_wave", Results.back().Cycles, "cycles",
                 "the same equations", "",
                 "for the blocks that do not fill a round");
    Cycles += Results.back().Cycles;
    Sum += formatted(" + %g", Results.back().Cycles);
  }
  if (Setting.LaunchCycles > 0) {
    Out.equation(
        "CYC_launch", Setting.LaunchCycles, "cycles", "overhead * clock",
        formatted("%g * %g", Gpu.LaunchOverhead.Value, Gpu.Clock.Value));
    Sum += formatted(" + %g", Setting.LaunchCycles);
  }
  // What the same launch takes without the L2, for comparison.
  if (Setting.Options.L2) {
    MwpCwpOptions Without = Setting.Options;
    Without.L2 = false;
    if (auto Other = mwpCwp(Setting.Waves.front(), Without))
      Out.equation("Exec_without_L2", Other->ExecutionCycles, "cycles",
                   "HK [22]-[24]", "", "for comparison");
    else
      consumeError(Other.takeError());
  }
  if (!Setting.Extensions.empty())
    Out.equation("extensions", double(Setting.Extensions.size()), "", "modern",
                 "", join(Setting.Extensions, "; "));
  Out.result(Cycles, std::move(Sum));
  return Out.take();
}
