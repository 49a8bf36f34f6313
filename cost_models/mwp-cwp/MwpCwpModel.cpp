//===- MwpCwpModel.cpp - Memory and computation warp parallelism ----------===//

#include "cost_models/mwp-cwp/MwpCwpModel.h"
#include "cost_models/common/LaunchShape.h"
#include "llvm/ADT/StringExtras.h"
#include <cmath>

using namespace llvm;
using namespace kernelcast;

ArrayRef<ModelMode> MwpCwpModel::modes() const { return allModes(); }

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
  SmallVector<BreakdownItem, 8> items(const MwpCwpSetting &Setting) const {
    SmallVector<BreakdownItem, 8> Items = {
        {Cost::UncoalescedAccess, Uncoalesced},
        {Setting.Bandwidth, Bandwidth},
        {Cost::MemoryLatency, Latency},
        {Cost::DepartureDelay, Departure},
        {Cost::Computation, Computation},
        {Cost::Barriers, Barriers}};
    if (Setting.LaunchCycles > 0)
      Items.push_back({Cost::KernelLaunch, Setting.LaunchCycles});
    stable_sort(Items, [](const BreakdownItem &A, const BreakdownItem &B) {
      return A.Cycles > B.Cycles;
    });
    return Items;
  }

private:
  double Computation = 0, Barriers = 0, Latency = 0, Departure = 0;
  double Bandwidth = 0, Uncoalesced = 0;
};

} // namespace

Expected<Prediction> MwpCwpModel::predict(const WarpProfile &Profile,
                                          const GpuSpec &Gpu, ModelMode Mode,
                                          Detail Asked) const {
  auto Setting = mwpCwpSetting(Profile, Gpu, Mode);
  if (!Setting)
    return Setting.takeError();
  auto Result = evaluate(*Setting);
  if (!Result)
    return Result.takeError();

  Prediction P = start(Mode, Gpu, Result->Cycles, Gpu.Clock);
  P.Assumptions = Setting->Assumptions;
  Breakdown Parts;
  for (auto [In, R] : zip(Setting->Waves, Result->Waves))
    Parts.add(In, Setting->Options, R);
  P.Breakdown = Parts.items(*Setting);
  P.Bottleneck = P.Breakdown.front().What;
  if (Asked != Detail::Time)
    P.Quantities = explain(*Setting, Result->Waves, Profile, Gpu, Mode);
  if (!hasBounds(Profile))
    return P;
  widen(P, Gpu.Clock, [&](FactBound Bound) -> Expected<double> {
    auto Other = mwpCwpSetting(Profile, Gpu, Mode, Bound);
    if (!Other)
      return Other.takeError();
    auto End = evaluate(*Other);
    if (!End)
      return End.takeError();
    return End->Cycles;
  });
  return P;
}
