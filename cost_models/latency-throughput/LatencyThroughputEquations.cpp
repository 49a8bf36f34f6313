//===- LatencyThroughputEquations.cpp - Latency or throughput bound -------===//

#include "cost_models/latency-throughput/LatencyThroughputEquations.h"
#include <algorithm>
#include <cmath>

using namespace llvm;
using namespace kernelcast;

double kernelcast::launchedWarps(double Blocks, double Threads,
                                 double WarpSize) {
  return Blocks * std::ceil(Threads / WarpSize);
}

double kernelcast::bytesPerCycle(double Bandwidth, double Multiprocessors,
                                 double Clock) {
  return Bandwidth / (Multiprocessors * Clock);
}

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

static bool isPositive(double Number) {
  return std::isfinite(Number) && Number > 0;
}

Expected<LatencyThroughputResult>
kernelcast::latencyThroughput(const LatencyThroughputInput &Input) {
  const std::pair<double, const char *> Needed[] = {
      {Input.Warps, "warps"},
      {Input.Occupancy, "resident warps"},
      {Input.Latency, "latency"},
      {Input.LatencyLambda, "calibration of the latency"},
      {Input.Multiprocessors, "multiprocessors"},
      {Input.Clock, "clock"}};
  for (auto [Number, What] : Needed)
    if (!isPositive(Number))
      return createStringError("no %s, or not a proper number", What);

  LatencyThroughputResult R;
  double Slowest = 0;
  R.CalibratedCycles.push_back(Input.Latency /
                               (Input.Occupancy * Input.LatencyLambda));
  for (const ThroughputUnit &Unit : Input.Units) {
    if (!std::isfinite(Unit.PerWarp) || Unit.PerWarp < 0 ||
        (Unit.PerWarp > 0 &&
         (!isPositive(Unit.PerCycle) || !isPositive(Unit.Lambda))))
      return createStringError("unit '%s' has no throughput for what is asked",
                               name(Unit.What).data());
    double Cycles = Unit.PerWarp > 0 ? Unit.PerWarp / Unit.PerCycle : 0;
    double Calibrated = Unit.PerWarp > 0 ? Cycles / Unit.Lambda : 0;
    if (Calibrated > Slowest) {
      Slowest = Calibrated;
      R.Limiter = R.CyclesPerUnit.size();
    }
    R.CyclesPerWarp = std::max(R.CyclesPerWarp, Cycles);
    R.CyclesPerUnit.push_back(Cycles);
    R.CalibratedCycles.push_back(Calibrated);
  }
  R.LatencyThroughput = Input.Occupancy / Input.Latency;
  R.WarpThroughput = R.LatencyThroughput;
  if (R.CyclesPerWarp > 0) {
    R.PeakThroughput = 1 / R.CyclesPerWarp;
    R.WarpThroughput = std::min(R.LatencyThroughput, R.PeakThroughput);
    R.TransitionOccupancy = Input.Latency / Input.LatencyLambda / Slowest;
  }
  R.LatencyBound = R.CalibratedCycles.front() > Slowest;
  double CyclesPerWarp = std::max(R.CalibratedCycles.front(), Slowest);
  R.Cycles = Input.Warps * CyclesPerWarp / Input.Multiprocessors;
  R.Seconds = R.Cycles / Input.Clock;
  if (!std::isfinite(R.Seconds) || !std::isfinite(R.TransitionOccupancy))
    return createStringError("the numbers of this launch are too large");
  return R;
}
