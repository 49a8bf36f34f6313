//===- MwpCwpModel.cpp - Memory and computation warp parallelism ----------===//

#include "cost_models/MwpCwpModel.h"
#include "cost_models/LaunchShape.h"
#include "llvm/ADT/StringExtras.h"
#include <cmath>

using namespace llvm;
using namespace kernelcast;

ArrayRef<ModelMode> MwpCwpModel::modes() const {
  static constexpr ModelMode Modes[] = {ModelMode::Modern, ModelMode::Corrected,
                                        ModelMode::Faithful};
  return Modes;
}

namespace {

struct Evaluation {
  SmallVector<MwpCwpResult, 2> Waves; ///< parallel to the setting's
  double Cycles = 0;                  ///< with the launch
};

Expected<Evaluation> evaluate(const MwpCwpSetting &Setting) {
  Evaluation E;
  E.Cycles = Setting.LaunchCycles;
  for (const MwpCwpInputs &Wave : Setting.Waves) {
    auto R = mwpCwp(Wave, Setting.Options);
    if (!R)
      return createStringError("mwp-cwp: " + toString(R.takeError()));
    E.Cycles += R->Cycles;
    E.Waves.push_back(*R);
  }
  if (!std::isfinite(E.Cycles))
    return createStringError("mwp-cwp: the numbers of this launch are too "
                             "large");
  return E;
}

/// Where the cycles of a wave go.
class Breakdown {
public:
  /// In case 2 the memory system is busy all the time, so all of the memory
  /// term is its throughput's; else it is latency that nobody covers. What
  /// uncoalesced accesses add to either is theirs.
  void add(const MwpCwpInputs &In, const MwpCwpOptions &Options,
           const MwpCwpResult &R) {
    Computation += R.ExecutionCycles - R.MemoryPart;
    Barriers += R.BarrierCycles;
    bool Throughput = R.Case == 2 && R.Limiter != MwpLimiter::Warps;
    double Extra = 0; // share of the memory term
    if (!Throughput) {
      Extra = R.Latency > 0 ? 1 - In.MemoryLatency / R.Latency : 0;
    } else if (R.Limiter == MwpLimiter::DepartureDelay) {
      Extra = 1 - In.DepartureCoalesced / R.DepartureDelay;
    } else if (Options.Bytes == BytesRule::Transactions) {
      double Moved = R.BandwidthPerWarp * R.Latency / In.Clock;
      Extra = 1 - In.LoadBytes / Moved;
    }
    Extra = std::clamp(Extra, 0.0, 1.0);
    Uncoalesced += R.MemoryPart * Extra;
    double Rest = R.MemoryPart * (1 - Extra);
    (!Throughput                               ? Latency
     : R.Limiter == MwpLimiter::DepartureDelay ? Departure
                                               : Bandwidth) += Rest;
  }

  /// Items that add up to the cycles, largest first.
  std::vector<BreakdownItem> items(const MwpCwpSetting &Setting) const {
    std::vector<BreakdownItem> Items = {
        {"uncoalesced memory access", Uncoalesced},
        {Setting.BandwidthName, Bandwidth},
        {"memory latency", Latency},
        {"departure delay", Departure},
        {"computation", Computation},
        {"barriers", Barriers}};
    if (Setting.LaunchCycles > 0)
      Items.push_back({"kernel launch", Setting.LaunchCycles});
    stable_sort(Items, [](const BreakdownItem &A, const BreakdownItem &B) {
      return A.Cycles > B.Cycles;
    });
    return Items;
  }

private:
  double Computation = 0, Barriers = 0, Latency = 0, Departure = 0;
  double Bandwidth = 0, Uncoalesced = 0;
};

/// The equations of one wave with their numbers.
class Explanation {
public:
  Explanation(const MwpCwpInputs &In, const MwpCwpOptions &Options,
              const MwpCwpResult &R)
      : In(In), Options(Options), R(R) {}

  std::vector<Quantity> quantities() {
    inputs();
    if (R.Case != 0)
      parallelism();
    Add("Rep", R.Repetitions, "rounds", "HK [21]",
        formatted("%g / (%g * %g)", In.Blocks, In.ActiveBlocks, In.ActiveSMs));
    cases();
    return std::move(Result);
  }

private:
  void Add(const char *Name, double Value, const char *Unit,
           const char *Equation, std::string Formula = "") {
    if (std::isfinite(Value))
      Result.push_back({Name, Value, Unit, Equation, std::move(Formula)});
  }

  void inputs() {
    Add("total_insts", In.Instructions, "per warp", "input");
    Add("n_uncoal", In.Uncoalesced, "per warp", "input",
        "more transactions than as many lanes side by side need");
    Add("n_coal", In.Coalesced, "per warp", "input");
    Add("uncoal_per_mw", In.TransactionsUncoalesced, "transactions", "input");
    Add("N", In.ActiveWarps, "warps", "input", "resident on an SM");
    Add("active_blocks", In.ActiveBlocks, "blocks", "input", "on an SM");
    Add("active_SMs", In.ActiveSMs, "count", "input");
    Add("Mem_LD", In.MemoryLatency, "cycles", "input");
    Add("issue", In.IssueCycles, "cycles", "input");
    Add("Comp_cycles", R.ComputeCycles, "cycles", "HK [19]",
        formatted("%g * %g", In.IssueCycles, In.Instructions));
  }

  void parallelism() {
    Add("Mem_L_Uncoal", R.LatencyUncoalesced, "cycles", "HK [10]",
        formatted("%g + (%g - 1) * %g", In.MemoryLatency,
                  In.TransactionsUncoalesced, In.DepartureUncoalesced));
    Add("Mem_L", R.Latency, "cycles", "HK [12]",
        formatted("%g * %g + %g * %g", R.LatencyUncoalesced,
                  R.WeightUncoalesced, In.MemoryLatency,
                  1 - R.WeightUncoalesced));
    Add("departure_delay", R.DepartureDelay, "cycles", "HK [15]",
        formatted("%g * %g * %g + %g * %g", In.DepartureUncoalesced,
                  In.TransactionsUncoalesced, R.WeightUncoalesced,
                  In.DepartureCoalesced, 1 - R.WeightUncoalesced));
    Add("Mem_cycles", R.MemoryCycles, "cycles", "HK [18]",
        formatted("%g * %g + %g * %g", R.LatencyUncoalesced, In.Uncoalesced,
                  In.MemoryLatency, In.Coalesced));
    Add("BW_per_warp", R.BandwidthPerWarp, "bytes per second", "HK [7]",
        formatted("%g * %g / %g", In.Clock,
                  R.BandwidthPerWarp * R.Latency / In.Clock, R.Latency));
    if (R.MwpWithoutBandwidth)
      Add("MWP_without_BW", *R.MwpWithoutBandwidth, "warps", "HK [16]",
          formatted("%g / %g", R.Latency, R.DepartureDelay));
    Add("MWP_peak_BW", R.MwpPeakBandwidth, "warps", "HK [6]",
        formatted("%g / (%g * %g)", In.Bandwidth, R.BandwidthPerWarp,
                  In.ActiveSMs));
    Add("MWP", R.Mwp, "warps", "HK [17]",
        ("limited by " + name(R.Limiter)).str());
    Add("CWP_full", R.CwpFull, "warps", "HK [8]",
        formatted("(%g + %g) / %g", R.MemoryCycles, R.ComputeCycles,
                  R.ComputeCycles));
    Add("CWP", R.Cwp, "warps", "HK [9]",
        formatted("min(%g, %g)", R.CwpFull, In.ActiveWarps));
  }

  void cases() {
    static constexpr const char *Hong[] = {"no memory", "HK [22]", "HK [23]",
                                           "HK [24]"};
    static constexpr const char *Wang[] = {"no memory", "WL (20)", "WL (21)",
                                           "WL (22)"};
    Add("case", R.Case, "", "", "");
    if (Options.L2) {
      Add("L2_hit", In.L2Latency, "cycles", "input");
      Add("hit_ratio", Options.HitRatio, "", "input",
          "of the accesses after the first round of warps");
      Add("first_comp", In.FirstInstructions, "per warp", "input",
          "instructions before the first memory instruction");
    }
    if (R.LastWarp > 0) {
      Add("first_warp", R.FirstWarp, "cycles", Wang[R.Case]);
      Add("last_warp", R.LastWarp, "cycles", Wang[R.Case]);
    }
    Add("Exec_cycles", R.ExecutionCycles, "cycles",
        Options.L2 ? Wang[R.Case] : Hong[R.Case]);
    Add("Synch_cost", R.BarrierCycles, "cycles", "HK [25]",
        formatted("%g * (%g - 1) * %g * %g * %g", R.DepartureDelay, R.Mwp,
                  In.Barriers, In.ActiveBlocks, R.Repetitions));
  }

  const MwpCwpInputs &In;
  const MwpCwpOptions &Options;
  const MwpCwpResult &R;
  std::vector<Quantity> Result;
};

} // namespace

Expected<Prediction> MwpCwpModel::predict(const WarpProfile &Profile,
                                          const GpuSpec &Gpu,
                                          ModelMode Mode) const {
  auto Setting = mwpCwpSetting(Profile, Gpu, Mode);
  if (!Setting)
    return Setting.takeError();
  auto Result = evaluate(*Setting);
  if (!Result)
    return Result.takeError();

  Prediction P;
  P.Model = name().str();
  P.Mode = Mode;
  P.Gpu = Gpu.Name;
  P.Cycles = Result->Cycles;
  P.Seconds = P.SecondsLow = P.SecondsHigh = P.Cycles / Gpu.Clock;
  P.Assumptions = Setting->Assumptions;
  Breakdown Parts;
  for (auto [In, R] : zip(Setting->Waves, Result->Waves))
    Parts.add(In, Setting->Options, R);
  P.Breakdown = Parts.items(*Setting);
  P.Bottleneck = P.Breakdown.front().Name;
  P.Quantities = Explanation(Setting->Waves.front(), Setting->Options,
                             Result->Waves.front())
                     .quantities();
  if (Setting->Waves.size() > 1)
    P.Quantities.push_back({"Exec_last_wave", Result->Waves.back().Cycles,
                            "cycles", "",
                            "the blocks that do not fill a round"});
  // What the same launch takes without the L2, for comparison.
  if (Setting->Options.L2) {
    MwpCwpOptions Without = Setting->Options;
    Without.L2 = false;
    if (auto Other = mwpCwp(Setting->Waves.front(), Without))
      P.Quantities.push_back({"Exec_without_L2", Other->ExecutionCycles,
                              "cycles", "HK [22]-[24]", ""});
    else
      consumeError(Other.takeError());
  }
  if (!Setting->Extensions.empty())
    P.Quantities.push_back({"extensions", double(Setting->Extensions.size()),
                            "count", "", join(Setting->Extensions, "; ")});
  if (!hasBounds(Profile))
    return P;
  for (FactBound Bound : {FactBound::Low, FactBound::High}) {
    auto Other = mwpCwpSetting(Profile, Gpu, Mode, Bound);
    if (!Other)
      return Other.takeError();
    auto End = evaluate(*Other);
    if (!End) {
      consumeError(End.takeError());
      continue;
    }
    P.SecondsLow = std::min(P.SecondsLow, End->Cycles / Gpu.Clock);
    P.SecondsHigh = std::max(P.SecondsHigh, End->Cycles / Gpu.Clock);
  }
  return P;
}
