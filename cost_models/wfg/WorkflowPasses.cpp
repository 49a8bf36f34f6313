//===- WorkflowPasses.cpp - Two passes over a work flow graph -------------===//

#include "cost_models/wfg/WorkflowPasses.h"

using namespace llvm;
using namespace kernelcast;

template <typename Number>
BasicWorkflowPasses<Number> kernelcast::runPasses(
    const BasicWorkflowGraph<Number> &Graph,
    const BasicWorkflowMachine<Number> &Machine,
    const std::vector<BasicRegionParallelism<Number>> &Parallelism) {
  BasicWorkflowPasses<Number> P;
  const double Issue = Machine.IssueCycles[0];
  for (const BasicRegionParallelism<Number> &Region : Parallelism)
    P.ComputeLatency.push_back(computeLatency<Number>(
        Machine.Pipeline[0], Issue, Region.IlpEffective, Region.WlpEffective));

  // First pass: memory nodes cost their issue.
  BasicWorkflowWeights<Number> Weights;
  Weights.Exposed.assign(Graph.Nodes.size(), 0.0);
  for (const BasicWorkflowNode<Number> &Node : Graph.Nodes) {
    Number Weight = 0;
    if (Node.Kind == WorkflowKind::Compute) {
      unsigned Unit = static_cast<unsigned>(Node.Unit);
      const BasicRegionParallelism<Number> &Region = Parallelism[Node.Region];
      double R = Machine.IssueCycles[Unit];
      Weight = Node.Instructions * R *
               computeLatency<Number>(Machine.Pipeline[Unit], R,
                                      Region.IlpEffective, Region.WlpEffective);
    } else if (Node.Kind == WorkflowKind::Shared) {
      Weight = sharedCycles<Number>(Node.BankSteps, Machine.BankLanes,
                                    Machine.SharedLanes);
    } else if (Node.Kind == WorkflowKind::Barrier ||
               Node.Kind == WorkflowKind::Memory) {
      Weight = Issue;
    }
    Weights.Node.push_back(Weight);
  }
  P.Counts = counts(Graph, Machine.Rule);
  P.ComputeCycles = reduce(Graph, Weights, Machine.Rule, false).Cycles;
  P.MemoryCycles = P.Counts.Bytes / Machine.BytesPerCycle;
  P.BandwidthLatency = bandwidthLatency<Number>(
      P.MemoryCycles, P.ComputeCycles, P.Counts.MemoryInstructions, Issue);
  P.NonBlockingCycles = nonBlockingCycles<Number>(
      P.ComputeCycles, P.Counts.MemoryInstructions, P.Counts.Barriers);
  for (const BasicRegionParallelism<Number> &Region : Parallelism)
    P.ExposedLatency.push_back(exposedLatency<Number>(
        Machine.MemoryLatency, Region.WlpEffective, P.NonBlockingCycles));

  // Second pass.
  for (WorkflowId Id = 0; Id < Graph.Nodes.size(); ++Id) {
    const BasicWorkflowNode<Number> &Node = Graph.Nodes[Id];
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

template <typename Number>
Number kernelcast::kernelCycles(WaveComposition Composition, Plain<Number> Wlp,
                                Plain<Number> BandwidthCycles,
                                Plain<Number> FullCycles,
                                Plain<Number> TotalWarps, Plain<Number> Engines,
                                Plain<Number> Waves) {
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

template BasicWorkflowPasses<double>
kernelcast::runPasses(const BasicWorkflowGraph<double> &,
                      const BasicWorkflowMachine<double> &,
                      const std::vector<BasicRegionParallelism<double>> &);
template double kernelcast::kernelCycles<double>(WaveComposition, double,
                                                 double, double, double, double,
                                                 double);
template BasicWorkflowPasses<Traced>
kernelcast::runPasses(const BasicWorkflowGraph<Traced> &,
                      const BasicWorkflowMachine<Traced> &,
                      const std::vector<BasicRegionParallelism<Traced>> &);
template Traced kernelcast::kernelCycles<Traced>(WaveComposition, Traced,
                                                 Traced, Traced, Traced, Traced,
                                                 Traced);
