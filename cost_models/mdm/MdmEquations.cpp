//===- MdmEquations.cpp - From intervals to cycles per instruction --------===//

#include "cost_models/mdm/MdmEquations.h"
#include <cmath>

using namespace llvm;
using namespace kernelcast;

double kernelcast::serviceCycles(const MdmMachine &Machine, double Bandwidth) {
  return Machine.LineBytes * Machine.Clock / Bandwidth;
}

/// Mean of (ceil(j / Registers) - 1) over the requests j = 1 ... Reads: how
/// many batches go before a request. With Reads = q Registers + r, batch b has
/// Registers requests that wait for b others, the last one r that wait for q.
static double meanBatchesBefore(double Reads, double Registers) {
  double Whole = std::floor(Reads);
  double Full = std::floor(Whole / Registers);
  double Rest = Whole - Full * Registers;
  return (Registers * Full * (Full - 1) / 2 + Rest * Full) / Whole;
}

/// Mean reads are quotients of estimates; what is whole to six digits must not
/// make one more batch of reads.
static double wholeIfClose(double Count) {
  double Whole = std::round(Count);
  return std::fabs(Count - Whole) <= 1e-6 * Whole ? Whole : Count;
}

IntervalContention kernelcast::contention(const MdmMachine &Machine,
                                          MdmVariant Variant, double Reads,
                                          double Writes, double Warps,
                                          double Cycles) {
  IntervalContention C;
  if (Reads <= 0 && Writes <= 0)
    return C;
  C.Reads = wholeIfClose(Reads * Warps);
  C.Requests = std::min(C.Reads, Machine.MissRegisters) + Writes * Warps; // (4)
  C.Divergent = C.Reads > Machine.MissRegisters;
  C.NearThreshold = C.Reads >= 0.8 * Machine.MissRegisters &&
                    C.Reads <= 1.25 * Machine.MissRegisters;

  bool KnowsQueues = Variant == MdmVariant::Queue || Variant == MdmVariant::Mdm;
  bool KnowsBatches = Variant == MdmVariant::Mshr || Variant == MdmVariant::Mdm;
  double Share = KnowsQueues && C.Divergent ? 1.0 : 0.5;
  double AtOnce = Machine.Multiprocessors * C.Requests;
  if (Variant != MdmVariant::GpuMech)
    C.Noc = Share * AtOnce * serviceCycles(Machine, Machine.NocBandwidth);
  double Service = serviceCycles(Machine, Machine.DramBandwidth);
  C.Dram = Share * AtOnce * Service * Machine.LlcMissRate;
  if (Machine.DramAsMd1 && Cycles > 0) {
    double Requests = AtOnce * Machine.LlcMissRate;
    double Rate = Requests / Cycles, Load = Rate * Service;
    C.Dram = Load >= 1 ? Requests * Service / 2
                       : Rate * Service * Service / (2 * (1 - Load));
  }
  if (Reads > 0)
    C.NoContention =
        Machine.LlcLatency + Machine.LlcMissRate * Machine.DramLatency; // (6)
  C.Memory = C.NoContention + C.Noc + C.Dram;                           // (7)
  if (!C.Divergent)
    return C;
  double Latency = Variant == MdmVariant::GpuMech ? C.NoContention : C.Memory;
  double Before = KnowsBatches
                      ? std::ceil(C.Reads / Machine.MissRegisters) - 1 // (8)
                      : meanBatchesBefore(C.Reads, Machine.MissRegisters);
  C.Mshr = Before * Latency;
  return C;
}

/// NO: instructions of the other warps that the representative waits for.
static double nonOverlapped(ArrayRef<WarpInterval> Intervals, double Warps,
                            double IssueRate, WarpScheduling Policy,
                            double Probability, double MeanInstructions) {
  double Others = Warps - 1, Sum = 0;
  for (const WarpInterval &Interval : Intervals) {
    double Waits = 0;
    if (Policy == WarpScheduling::RoundRobin) {
      // Between two of its instructions the others issue with probability p;
      // a stall shorter than their round does not hide that round.
      Waits =
          Probability * (Others * std::max(0.0, Interval.Instructions - 1) +
                         std::max(0.0, Others / IssueRate - Interval.Stall));
    } else {
      // Whoever becomes ready during the stall runs its interval first.
      double Ready = Interval.Stall > 0
                         ? std::min(1.0, Probability * Interval.Stall)
                         : 1.0;
      Waits = std::max(0.0, Ready * Others * MeanInstructions -
                                IssueRate * Interval.Stall);
    }
    Sum += Interval.Times * Waits;
  }
  return Sum;
}

Expected<MdmResult> kernelcast::mdm(const MdmMachine &Machine,
                                    MdmVariant Variant, WarpScheduling Policy,
                                    ArrayRef<WarpInterval> Intervals,
                                    double Warps) {
  const std::pair<double, const char *> Needed[] = {
      {Machine.Clock, "clock"},
      {Machine.Multiprocessors, "number of multiprocessors"},
      {Machine.MissRegisters, "number of miss registers"},
      {Machine.LineBytes, "line size"},
      {Machine.NocBandwidth, "bandwidth of the network on chip"},
      {Machine.DramBandwidth, "DRAM bandwidth"},
      {Machine.IssueRate, "issue rate"},
      {Warps, "resident warps"}};
  for (auto [Number, What] : Needed)
    if (!(Number > 0) || !std::isfinite(Number))
      return createStringError("no %s, or not a proper number", What);

  MdmResult R;
  double Stall = 0, Count = 0;
  for (const WarpInterval &Interval : Intervals) {
    R.Instructions += Interval.Times * Interval.Instructions;
    Stall += Interval.Times * Interval.Stall;
    Count += Interval.Times;
  }
  if (!(R.Instructions > 0))
    return createStringError("the warp executes no instructions");
  double IR = Machine.IssueRate;
  R.BaseCycles = R.Instructions / IR + Stall;
  R.IssueProbability = R.Instructions / R.BaseCycles;
  R.NonOverlapped = nonOverlapped(Intervals, Warps, IR, Policy,
                                  R.IssueProbability, R.Instructions / Count);
  for (const WarpInterval &Interval : Intervals) {
    IntervalContention C =
        contention(Machine, Variant, Interval.Reads, Interval.Writes, Warps,
                   Interval.Instructions / IR + Interval.Stall);
    R.Noc += Interval.Times * C.Noc;
    R.Dram += Interval.Times * C.Dram;
    R.Mshr += Interval.Times * C.Mshr;
    R.NearThreshold |= C.NearThreshold;
    R.MostReads = std::max(R.MostReads, C.Reads);
  }
  R.TotalCycles =
      R.BaseCycles + R.NonOverlapped / IR + R.Noc + R.Dram + R.Mshr; // (1)
  R.IpcUnclamped = Warps * R.Instructions / R.TotalCycles;
  R.Ipc = std::min(IR, R.IpcUnclamped);
  R.Cpi = {R.BaseCycles / R.Instructions, R.NonOverlapped / IR / R.Instructions,
           R.Noc / R.Instructions, R.Dram / R.Instructions,
           R.Mshr / R.Instructions};
  if (!std::isfinite(R.TotalCycles) || !(R.Ipc > 0))
    return createStringError("the numbers of this launch are too large");
  return R;
}
