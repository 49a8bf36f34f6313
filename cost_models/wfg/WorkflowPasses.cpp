//===- WorkflowPasses.cpp - Two passes over a work flow graph -------------===//

#include "cost_models/wfg/WorkflowPasses.h"

using namespace llvm;
using namespace kernelcast;

namespace {

template <typename Number, typename Work> class Passes {
public:
  Passes(Equations<Number> &Eq, const BasicWorkflowGraph<Work> &Graph,
         const WorkflowWaits &Waits,
         const BasicWorkflowMachine<Number> &Machine,
         const std::vector<BasicRegionParallelism<Work>> &Parallelism,
         const BasicRegionParallelism<Number> &Outermost)
      : Eq(Eq), Graph(Graph), Waits(Waits), Machine(Machine),
        Parallelism(Parallelism), Outermost(Outermost),
        Issue(Machine.IssueCycles[0]) {}

  BasicWorkflowPasses<Number, Work> run() {
    P.Executed = executions(Graph, Machine.Rule);
    count();
    first();
    latencies();
    second();
    return std::move(P);
  }

private:
  void count() {
    BasicWorkflowCounts<Work> Found = counts(Graph, P.Executed);
    P.Counts.MemoryInstructions = Eq.input("NUM_mem", Found.MemoryInstructions,
                                           "per warp", Origin::Instructions);
    P.Counts.Bytes = Eq.input("NUM_bytes", Found.Bytes, "bytes per warp",
                              Origin::Accesses, "no cache");
    P.Counts.Barriers =
        Eq.input("NUM_sync", Found.Barriers, "per warp", Origin::Instructions);
  }

  /// Memory nodes cost their issue.
  void first() {
    for (const BasicRegionParallelism<Work> &Region : Parallelism)
      P.ComputeLatency.push_back(computeLatency<Work>(
          worked<Work>(Machine.Pipeline[0]), worked<Work>(Issue),
          Region.IlpEffective, Region.WlpEffective));
    if (Eq.isRecorded())
      Eq.equation("Latency_comp", "issue slots", "BG (3)",
                  computeLatency<Number>(Machine.Pipeline[0], Issue,
                                         Outermost.IlpEffective,
                                         Outermost.WlpEffective));
    Weights.Exposed.assign(Graph.Nodes.size(), 0.0);
    Weights.Node.reserve(Graph.Nodes.size());
    for (const BasicWorkflowNode<Work> &Node : Graph.Nodes)
      Weights.Node.push_back(weight(Node));
    P.ComputeCycles = Eq.outcome("CYC_compute", "cycles", "BG 2.3, first pass",
                                 weighted(Graph, P.Executed, Weights),
                                 "the graph reduced, memory nodes at r");
  }

  Work weight(const BasicWorkflowNode<Work> &Node) const {
    switch (Node.Kind) {
    case WorkflowKind::Compute: {
      unsigned Unit = static_cast<unsigned>(Node.Unit);
      const BasicRegionParallelism<Work> &Region = Parallelism[Node.Region];
      Work R = worked<Work>(Machine.IssueCycles[Unit]);
      return Node.Instructions * R *
             computeLatency<Work>(worked<Work>(Machine.Pipeline[Unit]), R,
                                  Region.IlpEffective, Region.WlpEffective);
    }
    case WorkflowKind::Shared:
      return sharedCycles<Work>(Node.BankSteps, Machine.BankLanes,
                                Machine.SharedLanes);
    case WorkflowKind::Barrier:
    case WorkflowKind::Memory:
      return worked<Work>(Issue);
    case WorkflowKind::Branch:
    case WorkflowKind::Loop:
      break;
    }
    return 0;
  }

  void latencies() {
    const BasicWorkflowCounts<Number> &N = P.Counts;
    P.MemoryCycles = Eq.equation("CYC_mem", "cycles", "NUM_bytes / BW_SM",
                                 N.Bytes / Machine.BytesPerCycle);
    P.BandwidthLatency = bandwidthLatency<Number>(
        P.MemoryCycles, P.ComputeCycles, N.MemoryInstructions, Issue);
    if (valueOf(N.MemoryInstructions) > 0)
      P.BandwidthLatency =
          Eq.equation("Latency_BW", "cycles", "BG (4)", P.BandwidthLatency);
    P.NonBlockingCycles =
        Eq.equation("NBC", "cycles", "BG (5)",
                    nonBlockingCycles<Number>(
                        P.ComputeCycles, N.MemoryInstructions, N.Barriers));
    for (const BasicRegionParallelism<Work> &Region : Parallelism)
      P.ExposedLatency.push_back(exposedLatency<Work>(
          worked<Work>(Machine.MemoryLatency), Region.WlpEffective,
          worked<Work>(P.NonBlockingCycles)));
    if (Eq.isRecorded())
      Eq.equation("Latency_exposed", "cycles", "BG (6), clamped",
                  exposedLatency<Number>(Machine.MemoryLatency,
                                         Outermost.WlpEffective,
                                         P.NonBlockingCycles));
  }

  /// Memory nodes cost their share of the bandwidth, and loads are waited for.
  void second() {
    for (WorkflowId Id = 0; Id < Graph.Nodes.size(); ++Id) {
      const BasicWorkflowNode<Work> &Node = Graph.Nodes[Id];
      if (Node.Kind != WorkflowKind::Memory)
        continue;
      Weights.Node[Id] = worked<Work>(P.BandwidthLatency);
      if (Node.IsLoad)
        Weights.Exposed[Id] = P.ExposedLatency[Node.Region];
    }
    constexpr const char *Source = "BG 2.3, second pass";
    P.BandwidthCycles = Eq.outcome(
        "W_bw", "cycles", Source, weighted(Graph, P.Executed, Weights),
        "the graph reduced without dependences, memory at Latency_BW");
    P.Full = reduce(Graph, Waits, Weights, Machine.Rule);
    P.FullCycles =
        Eq.outcome("W_full", "cycles", Source, P.Full.Cycles, waitsNote());
  }

  std::string waitsNote() const {
    if (!Eq.isRecorded())
      return "";
    char Text[64];
    std::snprintf(Text, sizeof(Text), "with dependences: %g cycles of waiting",
                  valueOf(P.Full.Cycles) - valueOf(P.BandwidthCycles));
    return Text;
  }

  Equations<Number> &Eq;
  const BasicWorkflowGraph<Work> &Graph;
  const WorkflowWaits &Waits;
  const BasicWorkflowMachine<Number> &Machine;
  const std::vector<BasicRegionParallelism<Work>> &Parallelism;
  const BasicRegionParallelism<Number> &Outermost;
  const Number Issue;
  BasicWorkflowWeights<Work> Weights;
  BasicWorkflowPasses<Number, Work> P;
};

} // namespace

template <typename Number, typename Work>
BasicWorkflowPasses<Number, Work> kernelcast::runPasses(
    Equations<Number> &Eq, const BasicWorkflowGraph<Work> &Graph,
    const WorkflowWaits &Waits, const BasicWorkflowMachine<Number> &Machine,
    const std::vector<BasicRegionParallelism<Work>> &Parallelism,
    const BasicRegionParallelism<Number> &Outermost) {
  return Passes<Number, Work>(Eq, Graph, Waits, Machine, Parallelism, Outermost)
      .run();
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

// To predict, to explain, and to be written as code.
template BasicWorkflowPasses<double, double>
kernelcast::runPasses(Equations<double> &, const BasicWorkflowGraph<double> &,
                      const WorkflowWaits &,
                      const BasicWorkflowMachine<double> &,
                      const std::vector<BasicRegionParallelism<double>> &,
                      const BasicRegionParallelism<double> &);
template BasicWorkflowPasses<Traced, double>
kernelcast::runPasses(Equations<Traced> &, const BasicWorkflowGraph<double> &,
                      const WorkflowWaits &,
                      const BasicWorkflowMachine<Traced> &,
                      const std::vector<BasicRegionParallelism<double>> &,
                      const BasicRegionParallelism<Traced> &);
template BasicWorkflowPasses<Traced, Traced>
kernelcast::runPasses(Equations<Traced> &, const BasicWorkflowGraph<Traced> &,
                      const WorkflowWaits &,
                      const BasicWorkflowMachine<Traced> &,
                      const std::vector<BasicRegionParallelism<Traced>> &,
                      const BasicRegionParallelism<Traced> &);
template double kernelcast::kernelCycles<double>(WaveComposition, double,
                                                 double, double, double, double,
                                                 double);
template Traced kernelcast::kernelCycles<Traced>(WaveComposition, Traced,
                                                 Traced, Traced, Traced, Traced,
                                                 Traced);
