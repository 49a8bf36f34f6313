//===- WorkflowEvaluation.cpp - One graph on one machine ------------------===//

#include "cost_models/wfg/WorkflowEvaluation.h"
#include "llvm/ADT/STLExtras.h"
#include <limits>

using namespace llvm;
using namespace kernelcast;

/// Cycles for which the warps of an SM keep lanes busy that are fewer than the
/// engine's, by the busier of the two.
template <typename Number>
static void countUnitCycles(const BasicWorkflowGraph<Number> &Graph,
                            const BasicWorkflowSetting<Number> &Setting,
                            BasicWorkflowEvaluation<Number> &E) {
  if (!(Setting.IntegerCycles > 0) && !(Setting.AccessCycles > 0))
    return;
  Number Integer = 0, Accesses = 0;
  std::vector<Number> Executed = executions(Graph, Setting.Machine.Rule);
  for (WorkflowId Id = 0; Id < Graph.Nodes.size(); ++Id) {
    const BasicWorkflowNode<Number> &Node = Graph.Nodes[Id];
    if (Node.Kind == WorkflowKind::Compute)
      Integer = Integer + Executed[Id] * Node.IntegerInstructions;
    else if (Node.Kind == WorkflowKind::Memory ||
             Node.Kind == WorkflowKind::Shared)
      Accesses = Accesses + Executed[Id];
  }
  E.IntegerInstructions = Integer;
  E.Accesses = Accesses;
  E.UnitCycles =
      Setting.WarpsOfSM * maximum<Number>(Integer * Setting.IntegerCycles,
                                          Accesses * Setting.AccessCycles);
}

template <typename Number>
BasicWorkflowEvaluation<Number>
kernelcast::evaluate(const BasicWorkflowGraph<Number> &Graph,
                     const BasicWorkflowSetting<Number> &Setting) {
  BasicWorkflowEvaluation<Number> E;
  E.Regions = regionParallelism(Graph.Regions, Setting.Wlp, Setting.BlocksPerSM,
                                Setting.Corrected);
  // Whoever runs a rare region is there itself: without this bound, a region
  // that one warp in a thousand enters would wait a thousand pipelines.
  if (Setting.Corrected)
    for (BasicRegionParallelism<Number> &Region : E.Regions)
      Region.WlpEffective = maximum<Number>(Region.WlpEffective, 1.0);
  E.Passes = runPasses(Graph, Setting.Machine, E.Regions);
  E.Cycles = E.WarpCycles = kernelCycles<Number>(
      Setting.Composition, Setting.Wlp, E.Passes.BandwidthCycles,
      E.Passes.FullCycles, Setting.Warps,
      Setting.Multiprocessors * Setting.Partitions, Setting.Waves);
  if (Setting.Corrected) {
    countUnitCycles(Graph, Setting, E);
    E.FloorCycles = maximum<Number>(
        Setting.DramBytes / Setting.DramBytesPerCycle, E.UnitCycles);
    E.Cycles = maximum<Number>(E.Cycles, E.FloorCycles);
  }
  return E;
}

template WorkflowEvaluation kernelcast::evaluate(const WorkflowGraph &,
                                                 const WorkflowSetting &);
template BasicWorkflowEvaluation<Traced>
kernelcast::evaluate(const BasicWorkflowGraph<Traced> &,
                     const BasicWorkflowSetting<Traced> &);

Cost kernelcast::costOf(WorkflowFactor Factor) {
  constexpr Cost Costs[NumWorkflowFactors] = {
      Cost::PipelineLatency,   Cost::BankConflicts, Cost::Divergence,
      Cost::UncoalescedAccess, Cost::DramBandwidth, Cost::MemoryLatency,
      Cost::Barriers};
  return Costs[static_cast<unsigned>(Factor)];
}

void kernelcast::neutralise(WorkflowFactor Factor, ArrayRef<LoopFacts> Loops,
                            WorkflowGraph &Graph, WorkflowSetting &Setting) {
  constexpr double Infinite = std::numeric_limits<double>::infinity();
  switch (Factor) {
  case WorkflowFactor::Pipeline:
    Setting.Machine.Pipeline.fill(0);
    return;
  case WorkflowFactor::Bandwidth:
    Setting.Machine.BytesPerCycle = Infinite;
    Setting.DramBytesPerCycle = Infinite;
    return;
  case WorkflowFactor::Latency:
    Setting.Machine.MemoryLatency = 0;
    return;
  case WorkflowFactor::BankConflicts:
    for (WorkflowNode &Node : Graph.Nodes)
      Node.BankSteps = std::min(Node.BankSteps, Node.IdealBankSteps);
    return;
  case WorkflowFactor::Coalescing: {
    double Before = counts(Graph, Setting.Machine.Rule).Bytes;
    for (WorkflowNode &Node : Graph.Nodes)
      Node.Bytes = std::min(Node.Bytes, Node.IdealBytes);
    if (Before > 0)
      Setting.DramBytes *= counts(Graph, Setting.Machine.Rule).Bytes / Before;
    return;
  }
  case WorkflowFactor::Divergence:
    for (WorkflowNode &Node : Graph.Nodes) {
      double Sum = Node.RhoTrue + Node.RhoFalse;
      if (Node.Kind == WorkflowKind::Branch && Sum > 1)
        Node.RhoTrue /= Sum, Node.RhoFalse /= Sum;
      // A warp runs as many iterations as its longest lane.
      if (Node.Kind == WorkflowKind::Loop && Node.Loop < Loops.size()) {
        const LoopFacts &Facts = Loops[Node.Loop];
        if (Facts.Mean.Value >= 0 && Facts.WarpMean.Value > Facts.Mean.Value)
          Node.Trip *= Facts.Mean.Value / Facts.WarpMean.Value;
      }
    }
    return;
  case WorkflowFactor::Barriers:
    for (WorkflowNode &Node : Graph.Nodes)
      if (Node.Kind == WorkflowKind::Barrier) {
        Node.Kind = WorkflowKind::Compute;
        Node.Instructions = 0;
      }
    return;
  }
}

SmallVector<BreakdownItem, 8>
kernelcast::breakdown(const WorkflowGraph &Graph,
                      const WorkflowSetting &Setting, ArrayRef<LoopFacts> Loops,
                      double Cycles) {
  // What each factor alone saves, and what remains without all of them.
  std::array<double, NumWorkflowFactors> Saved{};
  double Sum = 0;
  WorkflowGraph Bare = Graph;
  WorkflowSetting BareSetting = Setting;
  for (unsigned F = 0; F < NumWorkflowFactors; ++F) {
    WorkflowGraph Changed = Graph;
    WorkflowSetting ChangedSetting = Setting;
    auto Factor = static_cast<WorkflowFactor>(F);
    // Infinite bandwidth would hide bytes that nobody asked for; they are the
    // access pattern's fault, so bandwidth is judged without them.
    double Before = Cycles;
    if (Factor == WorkflowFactor::Bandwidth) {
      neutralise(WorkflowFactor::Coalescing, Loops, Changed, ChangedSetting);
      Before = evaluate(Changed, ChangedSetting).Cycles;
    }
    neutralise(Factor, Loops, Changed, ChangedSetting);
    neutralise(Factor, Loops, Bare, BareSetting);
    Saved[F] = std::max(0.0, Before - evaluate(Changed, ChangedSetting).Cycles);
    Sum += Saved[F];
  }
  double Issue = std::min(Cycles, evaluate(Bare, BareSetting).Cycles);
  // Two equal limits: neither alone saves anything. Take them away in turn.
  if (Sum <= 1e-9 * Cycles && Issue < Cycles) {
    WorkflowGraph Changed = Graph;
    WorkflowSetting ChangedSetting = Setting;
    double Left = Cycles;
    Sum = 0;
    for (unsigned F = 0; F < NumWorkflowFactors; ++F) {
      neutralise(static_cast<WorkflowFactor>(F), Loops, Changed,
                 ChangedSetting);
      double Now = std::min(Left, evaluate(Changed, ChangedSetting).Cycles);
      Saved[F] = Left - Now;
      Sum += Saved[F];
      Left = Now;
    }
  }
  SmallVector<BreakdownItem, 8> Items;
  Items.push_back({Cost::InstructionIssue, Sum > 0 ? Issue : Cycles});
  for (unsigned F = 0; F < NumWorkflowFactors; ++F)
    Items.push_back({costOf(static_cast<WorkflowFactor>(F)),
                     Sum > 0 ? (Cycles - Issue) * Saved[F] / Sum : 0});
  if (Setting.LaunchCycles > 0)
    Items.push_back({Cost::KernelLaunch, Setting.LaunchCycles});
  llvm::stable_sort(Items, [](const BreakdownItem &A, const BreakdownItem &B) {
    return A.Cycles > B.Cycles;
  });
  // Rounding goes to the largest.
  double Rest = 0;
  for (size_t I = 1; I < Items.size(); ++I)
    Rest += Items[I].Cycles;
  Items[0].Cycles = std::max(0.0, Cycles + Setting.LaunchCycles - Rest);
  return Items;
}
