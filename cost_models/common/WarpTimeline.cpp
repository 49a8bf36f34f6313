//===- WarpTimeline.cpp - One warp's way through its work -----------------===//

#include "cost_models/common/WarpTimeline.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <cmath>
#include <map>

using namespace llvm;
using namespace kernelcast;

namespace {

constexpr double Tiny = 1e-9;
/// Nodes whose times are copied in the time of one step.
constexpr size_t CopiesPerStep = 8;
constexpr double Never = -HUGE_VAL;

/// Where the warp is: its issue port, when results are there, and the interval
/// that no stall has closed yet.
struct State {
  double Next = 0;             ///< earliest cycle of the next issue
  double Last = 0;             ///< cycle of the last issue
  std::vector<double> Ready;   ///< result of each node's last execution
  std::vector<double> Earlier; ///< and of the one before
  WarpInterval Open;
};

class Walker {
public:
  Walker(const WorkflowGraph &Graph, ArrayRef<NodeCost> Costs,
         ArrayRef<BranchWay> Ways)
      : Graph(Graph), Costs(Costs), Sources(Graph.Nodes.size()),
        Iteration(Graph.Nodes.size(), 0), Order(Graph.Nodes.size(), 0) {
    for (const BranchWay &Way : Ways)
      Chosen[Way.Branch] = Way;
    for (const DependenceArc &Arc : Graph.Arcs)
      Sources[Arc.Use].push_back(&Arc);
    number(Graph.Root);
    S.Ready.assign(Graph.Nodes.size(), Never);
    S.Earlier = S.Ready;
  }

  WarpTimeline run() {
    sequence(Graph.Root);
    Result.Cycles = S.Last;
    Result.Intervals = fold();
    for (const WarpInterval &Interval : Result.Intervals) {
      Result.Instructions += Interval.Times * Interval.Instructions;
      Result.Reads += Interval.Times * Interval.Reads;
      Result.Writes += Interval.Times * Interval.Writes;
    }
    return std::move(Result);
  }

private:
  void number(ArrayRef<WorkflowId> Sequence) {
    for (WorkflowId Id : Sequence) {
      Order[Id] = ++Counter;
      number(Graph.Nodes[Id].Body);
      number(Graph.Nodes[Id].Else);
    }
  }

  void note(std::string Text) {
    if (!is_contained(Result.Notes, Text))
      Result.Notes.push_back(std::move(Text));
  }

  void sequence(ArrayRef<WorkflowId> Sequence) {
    for (WorkflowId Id : Sequence) {
      ++Steps;
      const WorkflowNode &Node = Graph.Nodes[Id];
      if (Node.Kind == WorkflowKind::Branch)
        branch(Id);
      else if (Node.Kind == WorkflowKind::Loop)
        loop(Id);
      else
        instruction(Id);
    }
  }

  //===- Leaves -----------------------------------------------------------===//

  double readyAt(WorkflowId Id) const {
    double Ready = Never;
    for (const DependenceArc *Arc : Sources[Id]) {
      if (!Arc->Distance) {
        Ready = std::max(Ready, S.Ready[Arc->Load]);
        continue;
      }
      // Carried: nothing to wait for in the first iteration; later the last
      // execution, unless this iteration has run the source already.
      if (Iteration[Arc->Loop] < Arc->Distance)
        continue;
      bool RanAlready = Order[Arc->Load] < Order[Id];
      Ready = std::max(Ready,
                       RanAlready ? S.Earlier[Arc->Load] : S.Ready[Arc->Load]);
    }
    return Ready;
  }

  /// Ends the open interval with \p Stall; \p Times as often as the path runs.
  void close(double Stall, double Times = 1) {
    S.Open.Stall = Stall;
    S.Open.Times = Scale * Times;
    Closed.push_back(S.Open);
    S.Open = WarpInterval();
  }

  void instruction(WorkflowId Id) {
    const NodeCost &Cost = Costs[Id];
    if (!(Cost.Instructions > 0))
      return;
    double Ready = readyAt(Id);
    double Stall = Ready - S.Next;
    if (Stall > Tiny) {
      close(Stall);
      S.Next = Ready;
    }
    S.Last = S.Next;
    S.Open.Reads += Cost.Reads;
    S.Open.Writes += Cost.Writes;
    double First = std::min(1.0, Cost.Instructions);
    double More = Cost.Instructions - First;
    S.Open.Instructions += First;
    S.Next += Cost.Gap * First;
    if (More > Tiny) {
      // A chain: each waits for the one before.
      double Wait = std::max(0.0, Cost.Latency - Cost.Gap);
      if (Wait > Tiny) {
        double Whole = std::max(1.0, More);
        close(Wait * More / Whole);
        if (Whole > 1 + Tiny) {
          S.Open.Instructions = 1;
          close(Wait, Whole - 1);
        }
        S.Open.Instructions = std::min(1.0, More);
      } else {
        S.Open.Instructions += More;
      }
      S.Last += More * (Cost.Gap + Wait);
      S.Next = S.Last + Cost.Gap;
    }
    S.Earlier[Id] = S.Ready[Id];
    S.Ready[Id] = S.Last + Cost.Latency;
  }

  //===- Branches ---------------------------------------------------------===//

  void branch(WorkflowId Id) {
    const WorkflowNode &Node = Graph.Nodes[Id];
    if (auto Way = Chosen.find(Id); Way != Chosen.end()) {
      sides(Node, Way->second.True, Way->second.False);
      return;
    }
    auto Ways = weightedWays(Node);
    if (Ways.size() == 1) {
      sides(Node, Ways.front().True, Ways.front().False);
      return;
    }
    if (Steps > MaxSteps) {
      note("more branches than can be followed apart: the later ones are "
           "averaged one by one");
      average(Node.Body, std::clamp(Node.RhoTrue, 0.0, 1.0));
      average(Node.Else, std::clamp(Node.RhoFalse, 0.0, 1.0));
      return;
    }
    std::vector<std::pair<double, State>> Ends;
    const State Start = S;
    const double Around = Scale;
    for (const WeightedWay &Way : Ways) {
      S = Start;
      Scale = Around * Way.Probability;
      sides(Node, Way.True, Way.False);
      Ends.emplace_back(Way.Probability, std::move(S));
      Steps += 1 + Graph.Nodes.size() / CopiesPerStep;
    }
    Scale = Around;
    S = mean(Ends);
  }

  /// A side that \p Share of the warps run, in time linear in its nodes: the
  /// clock advances by the share, waits inside go on as for those that run it.
  void average(ArrayRef<WorkflowId> Side, double Share) {
    if (Side.empty() || Share <= Tiny)
      return;
    const double Next = S.Next, Last = S.Last, Around = Scale;
    const WarpInterval Open = S.Open;
    Scale *= Share;
    sequence(Side);
    Scale = Around;
    auto Mix = [&](double Without, double With) {
      return Without + Share * (With - Without);
    };
    S.Next = Mix(Next, S.Next);
    S.Last = Mix(Last, S.Last);
    S.Open.Instructions = Mix(Open.Instructions, S.Open.Instructions);
    S.Open.Reads = Mix(Open.Reads, S.Open.Reads);
    S.Open.Writes = Mix(Open.Writes, S.Open.Writes);
  }

  void sides(const WorkflowNode &Node, bool True, bool False) {
    if (True)
      sequence(Node.Body);
    if (False)
      sequence(Node.Else);
  }

  static State mean(ArrayRef<std::pair<double, State>> Ends) {
    State M;
    size_t Nodes = Ends.front().second.Ready.size();
    double Sum = 0;
    for (const auto &[P, E] : Ends) {
      Sum += P;
      M.Next += P * E.Next;
      M.Last += P * E.Last;
      M.Open.Instructions += P * E.Open.Instructions;
      M.Open.Reads += P * E.Open.Reads;
      M.Open.Writes += P * E.Open.Writes;
    }
    M.Next /= Sum;
    M.Last /= Sum;
    // The mean of what is left to wait, from the mean clock on.
    auto Mean = [&](std::vector<double> State::*Times) {
      std::vector<double> Left(Nodes, 0.0);
      for (const auto &[P, E] : Ends)
        for (size_t I = 0; I < Nodes; ++I)
          Left[I] += P / Sum * std::max(0.0, (E.*Times)[I] - E.Next);
      for (double &Time : Left)
        Time = Time > 0 ? M.Next + Time : Never;
      return Left;
    };
    M.Ready = Mean(&State::Ready);
    M.Earlier = Mean(&State::Earlier);
    return M;
  }

  //===- Loops ------------------------------------------------------------===//

  /// Whether the waits that are left are the same.
  static bool sameWaits(const State &A, const State &B) {
    auto Same = [&](std::vector<double> State::*Times) {
      for (size_t I = 0; I < A.Ready.size(); ++I) {
        double X = std::max(0.0, (A.*Times)[I] - A.Next);
        double Y = std::max(0.0, (B.*Times)[I] - B.Next);
        if (std::abs(X - Y) > Tiny * std::max(1.0, X))
          return false;
      }
      return true;
    };
    return Same(&State::Ready) && Same(&State::Earlier);
  }

  void loop(WorkflowId Id) {
    const WorkflowNode &Node = Graph.Nodes[Id];
    double Trip = Node.Trip;
    if (!(Trip > 0) || Node.Body.empty())
      return;
    const unsigned Outer = Iteration[Id];
    if (Trip < 1) { // Not every warp enters.
      const State Skipped = S;
      const double Around = Scale;
      Scale *= Trip;
      Iteration[Id] = 0;
      sequence(Node.Body);
      Scale = Around;
      S = mean({{Trip, S}, {1 - Trip, Skipped}});
      Iteration[Id] = Outer;
      return;
    }
    double Left = Trip;
    for (unsigned K = 0; Left > Tiny; ++K) {
      const State Before = S;
      const size_t Mark = Closed.size();
      Iteration[Id] = K;
      sequence(Node.Body);
      Left -= 1;
      Steps += Graph.Nodes.size() / CopiesPerStep;
      bool Closes = Closed.size() > Mark;
      bool OpenRepeats = !Closes || std::abs(S.Open.Instructions -
                                             Before.Open.Instructions) < 1e-6;
      bool Steady = K > 0 && OpenRepeats && sameWaits(Before, S);
      if (!Steady && Left >= 1 &&
          (K + 1 >= MaxIterations || Steps > MaxSteps)) {
        note(formatv("loop {0}: no iteration is like the one before within "
                     "{1}; the last one stands for the rest",
                     Node.Location.Line, K + 1)
                 .str());
        Steady = true;
      }
      if (Steady || (Left > 0 && Left < 1)) {
        repeat(Before, Mark, Left);
        break;
      }
    }
    Iteration[Id] = Outer;
  }

  /// Runs the iteration since \p Before \p Times more.
  void repeat(const State &Before, size_t Mark, double Times) {
    if (!(Times > Tiny))
      return;
    for (size_t I = Mark; I < Closed.size(); ++I)
      Closed[I].Times *= 1 + Times;
    // What did not end in a closed interval goes on in the open one.
    auto Extend = [&](double WarpInterval::*Part) {
      S.Open.*Part += Times * (S.Open.*Part - Before.Open.*Part);
      S.Open.*Part = std::max(0.0, S.Open.*Part);
    };
    Extend(&WarpInterval::Instructions);
    Extend(&WarpInterval::Reads);
    Extend(&WarpInterval::Writes);
    double Shift = Times * (S.Next - Before.Next);
    for (auto *List : {&S.Ready, &S.Earlier})
      for (double &Time : *List)
        if (Time > S.Next)
          Time += Shift;
    S.Next += Shift;
    S.Last += Shift;
  }

  /// Equal intervals as one; the last has no stall.
  std::vector<WarpInterval> fold() {
    S.Open.Times = 1;
    S.Open.Stall = 0;
    if (S.Open.Instructions > 0)
      Closed.push_back(S.Open);
    std::vector<WarpInterval> List;
    std::map<std::array<double, 4>, size_t> Known;
    for (const WarpInterval &Interval : Closed) {
      auto [At, New] = Known.try_emplace({Interval.Instructions, Interval.Stall,
                                          Interval.Reads, Interval.Writes},
                                         List.size());
      if (New)
        List.push_back(Interval);
      else
        List[At->second].Times += Interval.Times;
    }
    return List;
  }

  const WorkflowGraph &Graph;
  ArrayRef<NodeCost> Costs;
  std::map<WorkflowId, BranchWay> Chosen;
  std::vector<SmallVector<const DependenceArc *, 2>> Sources; ///< by use
  std::vector<unsigned> Iteration; ///< of each loop, while it is walked
  std::vector<unsigned> Order;     ///< place of each node in the program
  unsigned Counter = 0;
  uint64_t Steps = 0;
  double Scale = 1; ///< probability of the path that is being walked
  State S;
  std::vector<WarpInterval> Closed;
  WarpTimeline Result;
};

} // namespace

WarpTimeline kernelcast::warpTimeline(const WorkflowGraph &Graph,
                                      ArrayRef<NodeCost> Costs,
                                      ArrayRef<BranchWay> Ways) {
  assert(Costs.size() == Graph.Nodes.size() && "one cost for each node");
  return Walker(Graph, Costs, Ways).run();
}
