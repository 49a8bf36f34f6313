//===- MdmExplanation.cpp - The equations of mdm with their numbers -------===//

#include "cost_models/common/Explainer.h"
#include "cost_models/common/LaunchShape.h"
#include "cost_models/common/PipeDemands.h"
#include "cost_models/mdm/MdmModel.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace kernelcast;

namespace {

class Explanation {
public:
  Explanation(const MdmStory &Story, const MdmMachine &M, MdmVariant Variant,
              const WarpTimeline &Warp, const MdmResult &R,
              const WarpProfile &Profile, const GpuSpec &Gpu, ModelMode Mode)
      : Story(Story), M(M), Variant(Variant), Warp(Warp), R(R),
        Profile(Profile), Gpu(Gpu), IsModern(Mode == ModelMode::Modern),
        Out(Profile, Gpu) {}

  std::vector<Quantity> write() {
    inputs();
    machine();
    intervals();
    total();
    return Out.take();
  }

private:
  /// The costliest of the intervals that differ have lines of their own.
  static constexpr size_t MostIntervals = 6;
  bool allShown() const { return Warp.Intervals.size() <= MostIntervals; }

  void inputs() {
    Out.input("warp", Profile.WarpSize, "lanes", Out.warpSize());
    Out.hardware("lanes", &GpuSpec::Fp32Lanes);
    Out.hardware("schedulers", &GpuSpec::Schedulers);
    Out.hardware("width", &GpuSpec::IssuePerScheduler, 1);
    Out.hardware("f", &GpuSpec::Clock);
    Out.hardware("SMs", &GpuSpec::Multiprocessors);
    Out.hardware("MSHR", &GpuSpec::MissRegisters, M.MissRegisters);
    Out.hardware("line", &GpuSpec::LineBytes, M.LineBytes);
    Out.hardware("B_noc", &GpuSpec::L2Bandwidth, M.NocBandwidth);
    Out.hardware("B_dram", &GpuSpec::DramBandwidth);
    Out.hardware("L_llc", &GpuSpec::LatencyL2);
    Out.hardware("L_load", &GpuSpec::LatencyGlobal);
    if (Story.LaunchCycles > 0)
      Out.hardware("overhead", &GpuSpec::LaunchOverhead);
    Out.latencies();
    if (IsModern)
      Out.lanes();
    Blocks = double(Profile.Launch.blocks());
    PerBlock =
        double(Profile.Residency.WarpsPerSM) / Profile.Residency.BlocksPerSM;
    Out.input("blocks", Blocks, "", Out.launch());
    Out.input("warps", Profile.Warps, "", Out.launch());
    Out.input("warps_block", PerBlock, "warps", Out.launch());
    Out.input("W_resident", Profile.Residency.WarpsPerSM, "warps per SM",
              Out.residency());
    Out.input("insts_warp", instructions(), "per warp", Out.instructions());
    Out.input("missrate", M.LlcMissRate, "", Out.caches(),
              "of the requests to the L2");
    Out.input("warp_kinds", Story.Kinds, "", Out.instructions(),
              formatted("k-means: the representative's cluster has %.3g %% of "
                        "the warps",
                        100 * Story.RepresentedShare));
  }

  double instructions() const {
    return std::max(1.0, instructionsPerWarp(Profile));
  }

  void machine() {
    if (IsModern) {
      Out.equation("W", Story.Warps, "warps per SM", "modern",
                   formatted("min(%u, ceil(%g / %g) * %g)",
                             Profile.Residency.WarpsPerSM, Blocks,
                             Gpu.Multiprocessors.Value, PerBlock));
      Out.equation("SMs_active", M.Multiprocessors, "", "modern",
                   formatted("min(%g, %g)", Gpu.Multiprocessors.Value, Blocks));
    } else {
      Out.equation("W", Story.Warps, "warps per SM", "resident",
                   formatted("%u", Profile.Residency.WarpsPerSM));
    }
    Out.equation("IR", M.IssueRate, "per cycle", "issue rate",
                 formatted("min(%g * %g, %g / %u)", Gpu.Schedulers.Value,
                           std::max(1.0, Gpu.IssuePerScheduler.Value),
                           Gpu.Fp32Lanes.Value, Profile.WarpSize));
    Noc = serviceCycles(M, M.NocBandwidth);
    Out.equation(
        "L_noc", Noc, "cycles", "MDM (2)",
        formatted("%g * %g / %g", M.LineBytes, M.Clock, M.NocBandwidth));
    Dram = M.LlcMissRate * serviceCycles(M, M.DramBandwidth);
    Out.equation("L_dram", Dram, "cycles", "MDM (3)",
                 formatted("%g * %g * %g / %g", M.LlcMissRate, M.LineBytes,
                           M.Clock, M.DramBandwidth));
    Out.equation("L_dram_min", M.DramLatency, "cycles",
                 M.DramLatency == Gpu.LatencyGlobal ? "as printed"
                                                    : "beyond the LLC",
                 M.DramLatency == Gpu.LatencyGlobal
                     ? formatted("%g", Gpu.LatencyGlobal.Value)
                     : formatted("max(0, %g - %g)", Gpu.LatencyGlobal.Value,
                                 M.LlcLatency));
    Out.equation(
        "L_nc", M.LlcLatency + M.LlcMissRate * M.DramLatency, "cycles",
        "MDM (6)",
        formatted("%g + %g * %g", M.LlcLatency, M.LlcMissRate, M.DramLatency));
  }

  /// Sum over the intervals as a formula; "" where not all are shown.
  template <typename Term> std::string sum(Term Of) const {
    if (!allShown())
      return "";
    std::vector<std::string> Terms;
    for (const WarpInterval &Interval : Warp.Intervals)
      Terms.push_back(Of(Interval));
    return join(Terms, " + ");
  }

  IntervalContention contentionOf(const WarpInterval &Interval) const {
    return contention(M, Variant, Interval.Reads, Interval.Writes, Story.Warps,
                      Interval.Instructions / M.IssueRate + Interval.Stall);
  }

  void intervals() {
    std::vector<std::pair<double, size_t>> Order;
    double Count = 0;
    for (size_t I = 0; I < Warp.Intervals.size(); ++I) {
      const WarpInterval &Interval = Warp.Intervals[I];
      Count += Interval.Times;
      Order.emplace_back(-Interval.Times *
                             (Interval.Instructions / M.IssueRate +
                              Interval.Stall + contentionOf(Interval).total()),
                         I);
    }
    stable_sort(Order);
    if (!allShown())
      Order.resize(MostIntervals);
    Out.input("intervals", Count, "", Out.instructions(),
              formatted("%zu that differ%s", Warp.Intervals.size(),
                        allShown() ? "" : "; the costliest are shown"));
    for (auto [Cost, I] : Order) {
      const WarpInterval &Interval = Warp.Intervals[I];
      std::string Suffix = "_" + std::to_string(I + 1);
      Out.input("times" + Suffix, Interval.Times, "", Origin::WarpTiming);
      Out.input("I" + Suffix, Interval.Instructions, "instructions",
                Origin::WarpTiming);
      Out.input("S" + Suffix, Interval.Stall, "cycles", Origin::WarpTiming);
      if (!(Interval.Reads > 0) && !(Interval.Writes > 0))
        continue;
      Out.input("Mr" + Suffix, Interval.Reads, "requests", Out.accesses());
      Out.input("Mw" + Suffix, Interval.Writes, "requests", Out.accesses());
      queues(Interval, Suffix);
    }
  }

  /// (4), (5), (7) and (8) of one interval.
  void queues(const WarpInterval &Interval, const std::string &Suffix) {
    IntervalContention C = contentionOf(Interval);
    double W = Story.Warps;
    Out.equation("K" + Suffix, C.Reads, "requests", "MDM (4)",
                 formatted("%g * %g", Interval.Reads, W));
    Out.equation("M" + Suffix, C.Requests, "requests", "MDM (4)",
                 formatted("min(%g, %g) + %g * %g", C.Reads, M.MissRegisters,
                           Interval.Writes, W));
    bool Knows = Variant == MdmVariant::Queue || Variant == MdmVariant::Mdm;
    const char *Share = Knows && C.Divergent ? "1" : "1 / 2";
    auto Queue = [&](const char *Name, double Value, double Service) {
      Out.equation(Name + Suffix, Value, "cycles", "MDM (5)",
                   formatted("%s * %g * %g * %g", Share, M.Multiprocessors,
                             C.Requests, Service));
    };
    if (Variant != MdmVariant::GpuMech)
      Queue("S_noc", C.Noc, Noc);
    Queue("S_dram", C.Dram, Dram);
    Out.equation("S_mem" + Suffix, C.Memory, "cycles", "MDM (7)",
                 formatted("%g + %g + %g", C.NoContention, C.Noc, C.Dram));
    if (!C.Divergent)
      return;
    bool Batches = Variant == MdmVariant::Mshr || Variant == MdmVariant::Mdm;
    double Waits = Variant == MdmVariant::GpuMech ? C.NoContention : C.Memory;
    Out.equation("S_mshr" + Suffix, C.Mshr, "cycles",
                 Batches ? "MDM (8)" : "GPUMech, average wait",
                 Batches ? formatted("(ceil(%g / %g) - 1) * %g", C.Reads,
                                     M.MissRegisters, Waits)
                         : "");
  }

  /// The ceiling of the busiest resource.
  void floor() {
    auto Shape = launchShape("", Profile);
    if (!Shape)
      return consumeError(Shape.takeError());
    Trace Operations;
    Trace::Run Run(Operations);
    Equations<Traced> Eq(Gpu, &Out.list());
    auto Leaf = [](double Value) { return Traced::leaf("", Value); };
    CeilingInputs<Traced> In;
    In.Clock = Leaf(Gpu.Clock);
    In.DramBandwidth = Leaf(Gpu.DramBandwidth);
    In.L2Bandwidth = Leaf(Gpu.L2Bandwidth);
    In.Warps = Leaf(Profile.Warps);
    In.BusySMs = Leaf(M.Multiprocessors);
    In.WarpSize = Leaf(Profile.WarpSize);
    In.IssuesPerCycle =
        Leaf(std::max(1.0, Gpu.Schedulers.Value)) *
        Traced::leaf("width", std::max(1.0, Gpu.IssuePerScheduler.Value));
    Question Q{Profile, Gpu, ModelMode::Modern, FactBound::Value, *Shape};
    ceiling(Eq, Story.Floor.Resource, Q, In, "CYC_floor");
  }

  void total() {
    double W = Story.Warps, IR = M.IssueRate;
    using Interval = const WarpInterval &;
    auto Sum = [&](const char *Name, double Value, const char *Unit,
                   const char *Equation, std::string Formula) {
      Out.equation(Name, Value, Unit, Equation, std::move(Formula),
                   allShown() ? "" : "over all intervals");
    };
    Sum("I", R.Instructions, "per warp", "sum of I_i", sum([](Interval I) {
          return formatted("%g * %g", I.Times, I.Instructions);
        }));
    Sum("Base", R.BaseCycles, "cycles", "sum of (I_i / IR + S_i)",
        sum([&](Interval I) {
          return formatted("%g * (%g / %g + %g)", I.Times, I.Instructions, IR,
                           I.Stall);
        }));
    Sum("Mr", Warp.Reads, "requests", "sum of Mr_i",
        sum([](Interval I) { return formatted("%g * %g", I.Times, I.Reads); }));
    Sum("Mw", Warp.Writes, "requests", "sum of Mw_i", sum([](Interval I) {
          return formatted("%g * %g", I.Times, I.Writes);
        }));
    Out.equation("K_max", R.MostReads, "requests", "MDM (4), largest", "",
                 formatted("against %g miss registers%s", M.MissRegisters,
                           R.NearThreshold
                               ? "; K is near #MSHR, where (5) and (8) jump"
                               : ""));
    double P = R.IssueProbability;
    Out.equation("p", P, "per cycle", "sum of I_i / Base",
                 formatted("%g / %g", R.Instructions, R.BaseCycles));
    Sum("NO", R.NonOverlapped, "instructions", "GPUMech, round robin",
        sum([&](Interval I) {
          return formatted("%g * %g * ((%g - 1) * max(0, %g - 1) + max(0, (%g "
                           "- 1) / %g - %g))",
                           I.Times, P, W, I.Instructions, W, IR, I.Stall);
        }));
    auto Contention = [&](const char *Name, double Value, const char *Equation,
                          double IntervalContention::*Part) {
      Sum(Name, Value, "cycles", Equation, sum([&](Interval I) {
            return formatted("%g * %g", I.Times, contentionOf(I).*Part);
          }));
    };
    Contention("S_noc", R.Noc, "sum of S_noc_i", &IntervalContention::Noc);
    Contention("S_dram", R.Dram, "sum of S_dram_i", &IntervalContention::Dram);
    Contention("S_mshr", R.Mshr, "sum of S_mshr_i", &IntervalContention::Mshr);
    Out.equation("Total", R.TotalCycles, "cycles", "MDM (1)",
                 formatted("%g + %g / %g + %g + %g + %g", R.BaseCycles,
                           R.NonOverlapped, IR, R.Noc, R.Dram, R.Mshr));
    auto Cpi = [&](const char *Name, double Value, double Of, double Over = 1) {
      Out.equation(Name, Value, "cycles", "CPI stack",
                   Over == 1
                       ? formatted("%g / %g", Of, R.Instructions)
                       : formatted("%g / %g / %g", Of, Over, R.Instructions));
    };
    Cpi("CPI_base", R.Cpi.Base, R.BaseCycles);
    Cpi("CPI_multithread", R.Cpi.Multithread, R.NonOverlapped, IR);
    Cpi("CPI_noc", R.Cpi.Noc, R.Noc);
    Cpi("CPI_dram", R.Cpi.Dram, R.Dram);
    Cpi("CPI_mshr", R.Cpi.Mshr, R.Mshr);
    Out.equation("IPC", R.Ipc, "per cycle and SM", "min(IR, W I / Total)",
                 formatted("min(%g, %g * %g / %g)", IR, W, R.Instructions,
                           R.TotalCycles));
    Out.equation("instructions", Story.Instructions, "", "of all warps",
                 formatted("%g * %g", Profile.Warps, instructions()));
    Out.equation("CYC_kernel", Story.ModelCycles, "cycles",
                 "instructions / (IPC SMs)",
                 formatted("%g / (%g * %g)", Story.Instructions, R.Ipc,
                           M.Multiprocessors));
    if (Story.GreedyCycles)
      Out.equation("CYC_gto", *Story.GreedyCycles, "cycles",
                   "GPUMech, greedy then oldest", "",
                   "for comparison: CYC_kernel under that policy");
    std::string Formula = formatted("%g", Story.ModelCycles);
    if (Story.Floor.Cycles > 0) {
      floor();
      Formula = formatted("max(%g, %g)", Story.ModelCycles, Story.Floor.Cycles);
    }
    if (Story.LaunchCycles > 0) {
      Out.equation(
          "CYC_launch", Story.LaunchCycles, "cycles", "overhead f",
          formatted("%g * %g", Gpu.LaunchOverhead.Value, Gpu.Clock.Value));
      Formula += formatted(" + %g", Story.LaunchCycles);
    }
    Out.result(std::max(Story.ModelCycles, Story.Floor.Cycles) +
                   Story.LaunchCycles,
               std::move(Formula));
  }

  const MdmStory &Story;
  const MdmMachine &M;
  MdmVariant Variant;
  const WarpTimeline &Warp;
  const MdmResult &R;
  const WarpProfile &Profile;
  const GpuSpec &Gpu;
  bool IsModern;
  double Blocks = 0, PerBlock = 0, Noc = 0, Dram = 0;
  Explainer Out;
};

} // namespace

std::vector<Quantity>
kernelcast::explain(const MdmStory &Story, const MdmMachine &Machine,
                    MdmVariant Variant, const WarpTimeline &Representative,
                    const MdmResult &Result, const WarpProfile &Profile,
                    const GpuSpec &Gpu, ModelMode Mode) {
  return Explanation(Story, Machine, Variant, Representative, Result, Profile,
                     Gpu, Mode)
      .write();
}
