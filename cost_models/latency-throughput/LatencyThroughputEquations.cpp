//===- LatencyThroughputEquations.cpp - Latency or throughput -------------===//

#include "cost_models/latency-throughput/LatencyThroughputEquations.h"
#include <cmath>

using namespace llvm;
using namespace kernelcast;

double kernelcast::issuedInstructions(IssueCount Rule, double Instructions,
                                      double Pairs, double ExecutedPairs) {
  switch (Rule) {
  case IssueCount::Text:
    return Instructions - Pairs;
  case IssueCount::Code:
    return Instructions;
  case IssueCount::Corrected:
    break;
  }
  return Instructions - ExecutedPairs;
}

StringRef kernelcast::symbol(Cost Unit) {
  return Unit == Cost::DramBandwidth          ? "gmem"
         : Unit == Cost::ArithmeticThroughput ? "cuda"
                                              : name(Unit);
}

namespace {

template <typename Number> bool isPositive(const Number &N) {
  return std::isfinite(valueOf(N)) && valueOf(N) > 0;
}

/// Errors as latencyThroughput() says.
template <typename Number>
Error check(const LatencyThroughputInput<Number> &In) {
  const std::pair<const Number &, const char *> Needed[] = {
      {In.Warps, "warps"},
      {In.Occupancy, "resident warps"},
      {In.Latency, "latency"},
      {In.LatencyLambda, "calibration of the latency"},
      {In.Multiprocessors, "multiprocessors"},
      {In.Clock, "clock"}};
  for (const auto &[N, What] : Needed)
    if (!isPositive(N))
      return createStringError("no %s, or not a proper number", What);
  for (const ThroughputUnit<Number> &Unit : In.Units) {
    double Asked = valueOf(Unit.PerWarp);
    if (!std::isfinite(Asked) || Asked < 0 ||
        (Asked > 0 && (!isPositive(Unit.PerCycle) || !isPositive(Unit.Lambda))))
      return createStringError("unit '" + name(Unit.What) +
                               "' has no throughput for what is asked");
  }
  return Error::success();
}

} // namespace

template <typename Number>
Expected<LatencyThroughputResult<Number>>
kernelcast::latencyThroughput(Equations<Number> &Eq,
                              const LatencyThroughputInput<Number> &In) {
  if (Error E = check(In))
    return E;
  LatencyThroughputResult<Number> R;
  Number Slowest = 0;
  R.CalibratedCycles.push_back(In.Latency / (In.Occupancy * In.LatencyLambda));
  for (const ThroughputUnit<Number> &Unit : In.Units) {
    bool IsAsked = valueOf(Unit.PerWarp) > 0;
    Number Cycles =
        Eq.equation("CPW_" + symbol(Unit.What), "cycles per warp", "VG (4.5)",
                    IsAsked ? Unit.PerWarp / Unit.PerCycle : Number(0));
    Number Calibrated = IsAsked ? Cycles / Unit.Lambda : Number(0);
    if (valueOf(Calibrated) > valueOf(Slowest)) {
      Slowest = Calibrated;
      R.Limiter = R.CyclesPerUnit.size();
    }
    R.CyclesPerWarp = maximum<Number>(R.CyclesPerWarp, Cycles);
    R.CyclesPerUnit.push_back(Cycles);
    R.CalibratedCycles.push_back(Calibrated);
  }
  R.CyclesPerWarp =
      Eq.equation("CPW", "cycles per warp", "VG (4.5)", R.CyclesPerWarp);
  R.LatencyThroughput = Eq.equation("occ_lat", "warps per cycle", "VG (4.6)",
                                    In.Occupancy / In.Latency);
  R.WarpThroughput = R.LatencyThroughput;
  if (valueOf(R.CyclesPerWarp) > 0) {
    R.PeakThroughput = 1 / R.CyclesPerWarp;
    R.WarpThroughput =
        Eq.equation("thr", "warps per cycle", "VG (4.3)",
                    minimum<Number>(R.LatencyThroughput, R.PeakThroughput));
    R.TransitionOccupancy = Eq.equation(
        "occ_transition", "warps per SM", "VG, lat / CPW",
        In.Latency / In.LatencyLambda / Slowest,
        "with lambdas; below it latency bounds, above it throughput");
  }
  const Number &Latency = R.CalibratedCycles.front();
  R.LatencyBound = valueOf(Latency) > valueOf(Slowest);
  Eq.equation("lambda", "", "VG (4.4)",
              R.LatencyBound ? In.LatencyLambda : In.Units[R.Limiter].Lambda,
              "of " + symbol(R.limiter(In.Units)));
  R.Cycles = Eq.equation("T_cycles", "cycles", "VG (4.1)",
                         In.Warps * (R.LatencyBound ? Latency : Slowest) /
                             In.Multiprocessors);
  R.Seconds = Eq.equation("T", "seconds", "VG (4.1)", R.Cycles / In.Clock);
  if (!std::isfinite(valueOf(R.Seconds)) ||
      !std::isfinite(valueOf(R.TransitionOccupancy)))
    return createStringError("the numbers of this launch are too large");
  return R;
}

template Expected<LatencyThroughputResult<double>>
kernelcast::latencyThroughput(Equations<double> &,
                              const LatencyThroughputInput<double> &);
template Expected<LatencyThroughputResult<Traced>>
kernelcast::latencyThroughput(Equations<Traced> &,
                              const LatencyThroughputInput<Traced> &);
