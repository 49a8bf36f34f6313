//===- WorkflowBreakdown.cpp - Where the cycles of a graph go -------------===//

#include "cost_models/wfg/WorkflowBreakdown.h"
#include "llvm/ADT/STLExtras.h"
#include <limits>

using namespace llvm;
using namespace kernelcast;

Cost kernelcast::costOf(WorkflowFactor Factor) {
  constexpr Cost Costs[NumWorkflowFactors] = {
      Cost::PipelineLatency,   Cost::BankConflicts, Cost::Divergence,
      Cost::UncoalescedAccess, Cost::DramBandwidth, Cost::MemoryLatency,
      Cost::Barriers};
  return Costs[static_cast<unsigned>(Factor)];
}

namespace {

/// Iterations of \p Node that lanes ask for, of those that its warps issue: a
/// warp runs as many as its longest lane.
double shareOfLanes(const WorkflowNode &Node, ArrayRef<LoopFacts> Loops) {
  if (Node.Kind != WorkflowKind::Loop || Node.Loop >= Loops.size())
    return 1;
  const LoopFacts &Facts = Loops[Node.Loop];
  return Facts.Mean.Value >= 0 && Facts.WarpMean.Value > Facts.Mean.Value
             ? Facts.Mean.Value / Facts.WarpMean.Value
             : 1;
}

bool runsBothSides(const WorkflowNode &Node) {
  return Node.Kind == WorkflowKind::Branch && Node.RhoTrue + Node.RhoFalse > 1;
}

/// A graph on a machine, from which factors are taken away.
class Changed {
public:
  Changed(Equations<double> &Silent, const WorkflowGraph &Graph,
          const WorkflowWaits &Waits, const WorkflowSetting &Setting,
          ArrayRef<LoopFacts> Loops)
      : Silent(Silent), Original(Graph), Waits(Waits), Setting(Setting),
        Loops(Loops) {}

  double cycles() {
    return evaluate(Silent, Copy ? *Copy : Original, Waits, Setting).Cycles;
  }

  /// Whether anything is different without \p Factor.
  bool matters(WorkflowFactor Factor) const {
    auto Any = [&](function_ref<bool(const WorkflowNode &)> Is) {
      return any_of(Original.Nodes, Is);
    };
    using Node = const WorkflowNode &;
    switch (Factor) {
    case WorkflowFactor::Pipeline:
    case WorkflowFactor::Bandwidth:
    case WorkflowFactor::Latency:
      return true;
    case WorkflowFactor::BankConflicts:
      return Any([](Node N) { return N.BankSteps > N.IdealBankSteps; });
    case WorkflowFactor::Coalescing:
      return Any([](Node N) { return N.Bytes > N.IdealBytes; });
    case WorkflowFactor::Divergence:
      return Any([&](Node N) {
        return runsBothSides(N) || shareOfLanes(N, Loops) < 1;
      });
    case WorkflowFactor::Barriers:
      return Any([](Node N) { return N.Kind == WorkflowKind::Barrier; });
    }
    return true;
  }

  void neutralise(WorkflowFactor Factor) {
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
    default:
      if (matters(Factor))
        change(Factor);
    }
  }

private:
  /// Those of the graph.
  void change(WorkflowFactor Factor) {
    if (!Copy)
      Copy = Original;
    if (Factor == WorkflowFactor::Coalescing) {
      double Before = bytes();
      for (WorkflowNode &Node : Copy->Nodes)
        Node.Bytes = std::min(Node.Bytes, Node.IdealBytes);
      if (Before > 0)
        Setting.DramBytes *= bytes() / Before;
      return;
    }
    for (WorkflowNode &Node : Copy->Nodes) {
      if (Factor == WorkflowFactor::BankConflicts) {
        Node.BankSteps = std::min(Node.BankSteps, Node.IdealBankSteps);
      } else if (Factor == WorkflowFactor::Divergence) {
        if (double Sum = Node.RhoTrue + Node.RhoFalse; runsBothSides(Node))
          Node.RhoTrue /= Sum, Node.RhoFalse /= Sum;
        Node.Trip *= shareOfLanes(Node, Loops);
      } else if (Node.Kind == WorkflowKind::Barrier) {
        Node.Kind = WorkflowKind::Compute;
        Node.Instructions = 0;
      }
    }
  }

  double bytes() const {
    return counts(Copy ? *Copy : Original, Setting.Machine.Rule).Bytes;
  }

  Equations<double> &Silent;
  const WorkflowGraph &Original;
  const WorkflowWaits &Waits;        ///< of both: no change is one of shape
  std::optional<WorkflowGraph> Copy; ///< once it differs
  WorkflowSetting Setting;
  ArrayRef<LoopFacts> Loops;
};

constexpr WorkflowFactor Factors[NumWorkflowFactors] = {
    WorkflowFactor::Pipeline,   WorkflowFactor::BankConflicts,
    WorkflowFactor::Divergence, WorkflowFactor::Coalescing,
    WorkflowFactor::Bandwidth,  WorkflowFactor::Latency,
    WorkflowFactor::Barriers};

/// By factor.
using Savings = std::array<double, NumWorkflowFactors>;

/// What each factor alone saves.
Savings savedAlone(const Changed &All, double Cycles) {
  Savings Saved{};
  double Coalesced = Cycles;
  for (unsigned F = 0; F < NumWorkflowFactors; ++F) {
    WorkflowFactor Factor = Factors[F];
    if (!All.matters(Factor))
      continue;
    Changed Without = All;
    double Before = Cycles;
    // Infinite bandwidth would hide bytes that nobody asked for; they are the
    // access pattern's fault, so bandwidth is judged without them.
    if (Factor == WorkflowFactor::Bandwidth) {
      Without.neutralise(WorkflowFactor::Coalescing);
      Before = Coalesced;
    }
    Without.neutralise(Factor);
    double Left = Without.cycles();
    if (Factor == WorkflowFactor::Coalescing)
      Coalesced = Left;
    Saved[F] = std::max(0.0, Before - Left);
  }
  return Saved;
}

/// What they save taken away one after the other.
Savings savedInTurn(Changed All, double Cycles) {
  Savings Saved{};
  double Left = Cycles;
  for (unsigned F = 0; F < NumWorkflowFactors; ++F) {
    All.neutralise(Factors[F]);
    double Now = std::min(Left, All.cycles());
    Saved[F] = Left - Now;
    Left = Now;
  }
  return Saved;
}

double sum(const Savings &Saved) {
  double Sum = 0;
  for (double Cycles : Saved)
    Sum += Cycles;
  return Sum;
}

} // namespace

SmallVector<BreakdownItem, 8>
kernelcast::breakdown(Equations<double> &Silent, const WorkflowGraph &Graph,
                      const WorkflowWaits &Waits,
                      const WorkflowSetting &Setting, ArrayRef<LoopFacts> Loops,
                      double Cycles) {
  Changed All(Silent, Graph, Waits, Setting, Loops);
  Savings Saved = savedAlone(All, Cycles);
  Changed Bare = All;
  for (WorkflowFactor Factor : Factors)
    Bare.neutralise(Factor);
  double Issue = std::min(Cycles, Bare.cycles());
  // Two equal limits: neither alone saves anything.
  if (sum(Saved) <= 1e-9 * Cycles && Issue < Cycles)
    Saved = savedInTurn(All, Cycles);
  double Sum = sum(Saved);
  SmallVector<BreakdownItem, 8> Items;
  Items.push_back({Cost::InstructionIssue, Sum > 0 ? Issue : Cycles});
  for (unsigned F = 0; F < NumWorkflowFactors; ++F)
    Items.push_back(
        {costOf(Factors[F]), Sum > 0 ? (Cycles - Issue) * Saved[F] / Sum : 0});
  if (Setting.LaunchCycles > 0)
    Items.push_back({Cost::KernelLaunch, Setting.LaunchCycles});
  stable_sort(Items, [](const BreakdownItem &A, const BreakdownItem &B) {
    return A.Cycles > B.Cycles;
  });
  // Rounding goes to the largest.
  double Rest = 0;
  for (const BreakdownItem &Item : drop_begin(Items))
    Rest += Item.Cycles;
  Items[0].Cycles = std::max(0.0, Cycles + Setting.LaunchCycles - Rest);
  return Items;
}
