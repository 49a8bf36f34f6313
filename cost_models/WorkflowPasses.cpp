//===- WorkflowPasses.cpp - Two passes over a work flow graph -------------===//

#include "cost_models/WorkflowPasses.h"

using namespace llvm;
using namespace kernelcast;

WorkflowPasses kernelcast::runPasses(const WorkflowGraph &Graph,
                                     const WorkflowMachine &Machine,
                                     ArrayRef<RegionParallelism> Parallelism) {
  WorkflowPasses P;
  const double Issue = Machine.IssueCycles[0];
  for (const RegionParallelism &Region : Parallelism)
    P.ComputeLatency.push_back(computeLatency(
        Machine.Pipeline[0], Issue, Region.IlpEffective, Region.WlpEffective));

  // First pass: memory nodes cost their issue.
  WorkflowWeights Weights;
  Weights.Exposed.assign(Graph.Nodes.size(), 0.0);
  for (const WorkflowNode &Node : Graph.Nodes) {
    double Weight = 0;
    if (Node.Kind == WorkflowKind::Compute) {
      unsigned Unit = static_cast<unsigned>(Node.Unit);
      const RegionParallelism &Region = Parallelism[Node.Region];
      double R = Machine.IssueCycles[Unit];
      Weight = Node.Instructions * R *
               computeLatency(Machine.Pipeline[Unit], R, Region.IlpEffective,
                              Region.WlpEffective);
    } else if (Node.Kind == WorkflowKind::Shared) {
      Weight =
          sharedCycles(Node.BankSteps, Machine.BankLanes, Machine.SharedLanes);
    } else if (Node.Kind == WorkflowKind::Barrier ||
               Node.Kind == WorkflowKind::Memory) {
      Weight = Issue;
    }
    Weights.Node.push_back(Weight);
  }
  P.Counts = counts(Graph, Machine.Rule);
  P.ComputeCycles = reduce(Graph, Weights, Machine.Rule, false).Cycles;
  P.MemoryCycles = P.Counts.Bytes / Machine.BytesPerCycle;
  P.BandwidthLatency = bandwidthLatency(P.MemoryCycles, P.ComputeCycles,
                                        P.Counts.MemoryInstructions, Issue);
  P.NonBlockingCycles = nonBlockingCycles(
      P.ComputeCycles, P.Counts.MemoryInstructions, P.Counts.Barriers);
  for (const RegionParallelism &Region : Parallelism)
    P.ExposedLatency.push_back(exposedLatency(
        Machine.MemoryLatency, Region.WlpEffective, P.NonBlockingCycles));

  // Second pass.
  for (WorkflowId Id = 0; Id < Graph.Nodes.size(); ++Id) {
    const WorkflowNode &Node = Graph.Nodes[Id];
    if (Node.Kind != WorkflowKind::Memory)
      continue;
    Weights.Node[Id] = P.BandwidthLatency;
    if (Node.IsLoad)
      Weights.Exposed[Id] = P.ExposedLatency[Node.Region];
  }
  P.BandwidthCycles = reduce(Graph, Weights, Machine.Rule, false).Cycles;
  P.Full = reduce(Graph, Weights, Machine.Rule, true);
  P.FullCycles = P.Full.Cycles;
  return P;
}

double kernelcast::kernelCycles(WaveComposition Composition, double Wlp,
                                double BandwidthCycles, double FullCycles,
                                double TotalWarps, double Engines,
                                double Waves) {
  switch (Composition) {
  case WaveComposition::Serial:
    return FullCycles * TotalWarps / Engines;
  case WaveComposition::PerWave:
    return FullCycles * Waves;
  case WaveComposition::Round:
    break;
  }
  return Waves * (Wlp * BandwidthCycles + (FullCycles - BandwidthCycles));
}
