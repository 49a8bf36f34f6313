//===- Reduction.cpp - Walking the graph with count-downs -----------------===//
//
// The walk goes through the nodes in their order, with the paths on which the
// warp may be (WarpPaths.h), each with the waits that are running on it
// (WorkflowWaits.h). Its sum of cycles is the expectation.
//===----------------------------------------------------------------------===//

#include "analysis/workflow/Reduction.h"
#include <algorithm>
#include <cmath>

using namespace llvm;
using namespace kernelcast;

namespace {

/// Leaves visited times paths on them, after which only one path and one copy
/// of each loop are followed: keeps the worst kernel within milliseconds.
constexpr unsigned WalkBudget = 300000;
constexpr size_t MaxRecordedResiduals = 1000;

template <typename Number> class Walker {
  using Path = BasicPath<Number>;
  using Walk = BasicWalk<Number>;

public:
  Walker(const BasicWorkflowGraph<Number> &Graph, const WorkflowWaits &Waits,
         const BasicWorkflowWeights<Number> &Weights, BranchRule Rule,
         BasicReduction<Number> &Result)
      : Graph(Graph), Waits(Waits), Weights(Weights), Rule(Rule),
        Result(Result) {}

  Number run() {
    Walk All;
    All.Paths.emplace_back();
    sequence(Graph.Root, All, 0);
    return All.Cycles;
  }

private:
  void note(const char *Text) {
    if (!is_contained(Result.Notes, Text))
      Result.Notes.push_back(Text);
  }

  void sequence(const WorkflowSequence &Sequence, Walk &W, unsigned Depth) {
    for (WorkflowId Id : Sequence) {
      switch (Graph.Nodes[Id].Kind) {
      case WorkflowKind::Branch:
      case WorkflowKind::Loop:
        if (Depth > MaxWorkflowDepth) {
          note("nested too deeply: dependences inside the innermost levels "
               "are not followed");
          flat(Id, W);
        } else if (Graph.Nodes[Id].Kind == WorkflowKind::Branch) {
          branch(Graph.Nodes[Id], W, Depth);
        } else {
          loop(Id, W, Depth);
        }
        break;
      default:
        leaf(Id, W);
      }
    }
  }

  void advance(Walk &W, const Number &Cycles) {
    W.Cycles += W.weight() * Cycles;
    for (Path &P : W.Paths)
      P.Now += Cycles;
  }

  void leaf(WorkflowId Id, Walk &W) {
    Steps += W.Paths.size();
    for (WaitKey Key : Waits.endingAt(Id))
      for (Path &P : W.Paths) {
        Number Cycles = P.left(Key);
        if (!mayBePositive(Cycles))
          continue;
        WorkflowId Load = Waits.channel(Key.first).Load;
        if (Result.Residuals.size() < MaxRecordedResiduals)
          Result.Residuals.push_back({Load, Id, Weights.Exposed[Load] - Cycles,
                                      Cycles, P.Weight, Copy});
        W.Cycles += P.Weight * Cycles;
        P.Now += Cycles;
      }
    if (mayBePositive(Weights.Exposed[Id]))
      for (unsigned Channel : Waits.startedBy(Id))
        for (Path &P : W.Paths)
          P.start({Channel, 0}, Weights.Exposed[Id]);
    advance(W, Weights.Node[Id]);
  }

  void branch(const BasicWorkflowNode<Number> &Node, Walk &W, unsigned Depth) {
    Number True = Node.RhoTrue, False = Node.RhoFalse;
    if (Rule == BranchRule::Faithful) {
      if (True + False <= 0)
        return;
      Number Sum = True + False;
      True /= Sum, False /= Sum;
    }
    merge(W);
    const WorkflowSequence Empty;
    const std::pair<Number, const WorkflowSequence *> Sides[] = {
        {True, &Node.Body}, {False, &Node.Else}, {1 - True - False, &Empty}};
    Walk Joined;
    Joined.Cycles = W.Cycles;
    for (auto [Share, Side] : Sides) {
      if (magnitude(Share) < 1e-13)
        continue;
      Walk Part;
      Part.Paths = W.Paths;
      for (Path &P : Part.Paths)
        P.Weight *= Share;
      sequence(*Side, Part, Depth + 1);
      Joined.Cycles += Part.Cycles;
      Joined.Paths.append(std::make_move_iterator(Part.Paths.begin()),
                          std::make_move_iterator(Part.Paths.end()));
    }
    W = std::move(Joined);
    merge(W);
  }

  void loop(WorkflowId Id, Walk &W, unsigned Depth) {
    const BasicWorkflowNode<Number> &Node = Graph.Nodes[Id];
    if (Node.Trip <= 0)
      return;
    merge(W);
    unsigned Copies = Waits.distinctIterations(Id);
    if (Steps > WalkBudget) {
      note("too many paths: dependences between iterations are not followed "
           "everywhere");
      Copies = 1;
    }
    // After[k]: cycles after k iterations.
    Number Start = W.Cycles;
    SmallVector<Number, 4> After{Number(0.0)};
    unsigned OuterCopy = Copy;
    while (After.size() <= Copies &&
           Number(double(After.size() - 1)) < Node.Trip) {
      Copy = After.size() - 1;
      startIteration(Id, W, Copy == 0);
      sequence(Node.Body, W, Depth + 1);
      merge(W);
      After.push_back(W.Cycles - Start);
    }
    Copy = OuterCopy;
    unsigned Walked = After.size() - 1;
    Number Steady = After[Walked] - After[Walked - 1];
    Number Total = After[Walked] + (Node.Trip - double(Walked)) * Steady;
    Number Skipped = Total - After[Walked], Weight = W.weight();
    W.Cycles = Start + Total;
    for (Path &P : W.Paths) {
      erase_if(P.Waits, [&](const auto &Wait) {
        return Waits.channel(Wait.first.first).Loop == Id;
      });
      if (magnitude(Weight) < 1e-12)
        continue;
      for (auto &Wait : P.Waits)
        if (!Waits.isInside(Waits.channel(Wait.first.first).Load, Id))
          Wait.second -= Skipped / Weight;
    }
    merge(W);
    record(Id, After[1], Steady, Total, Weight);
  }

  void record(WorkflowId Id, const Number &First, const Number &Steady,
              const Number &Total, const Number &Weight) {
    if (magnitude(Weight) < 1e-12)
      return;
    BasicLoopCycles<Number> Cycles{Id, First / Weight, Steady / Weight,
                                   Total / Weight};
    auto At = std::lower_bound(Result.Loops.begin(), Result.Loops.end(), Id,

                               [](const BasicLoopCycles<Number> &L,
                                  WorkflowId Loop) { return L.Loop < Loop; });
    if (At != Result.Loops.end() && At->Loop == Id)
      *At = Cycles;
    else
      Result.Loops.insert(At, Cycles);
  }

  /// Waits of this loop's channels grow one iteration older; loads inside are
  /// about to be repeated.
  void startIteration(WorkflowId Loop, Walk &W, bool FirstOne) {
    for (Path &P : W.Paths) {
      erase_if(P.Waits, [&](const auto &Wait) {
        const WaitChannel &C = Waits.channel(Wait.first.first);
        return C.Loop == Loop
                   ? FirstOne || Wait.first.second >= Waits.farthest(Loop)
                   : C.Loop == None && Waits.isInside(C.Load, Loop);
      });
      for (auto &Wait : P.Waits)
        if (Waits.channel(Wait.first.first).Loop == Loop)
          ++Wait.first.second;
    }
  }

  /// Paths with equal waits become one; too many paths become their average.
  void merge(Walk &W) {
    W.joinEqualPaths();
    if (W.Paths.size() > 1 &&
        (W.Paths.size() > MaxPaths || Steps > WalkBudget)) {
      note("too many paths: waits that differ between paths are averaged at "
           "joins");
      W.averagePaths();
    }
  }

  /// Expected cycles of a node's inside, dependences ignored.
  void flat(WorkflowId Id, Walk &W) {
    Number Cycles = 0;
    std::vector<std::pair<WorkflowId, Number>> Stack{{Id, 1.0}};
    while (!Stack.empty()) {
      auto [Node, Scale] = Stack.back();
      Stack.pop_back();
      const BasicWorkflowNode<Number> &N = Graph.Nodes[Node];
      if (N.Kind == WorkflowKind::Branch) {
        Number Sum =
            Rule == BranchRule::Faithful ? N.RhoTrue + N.RhoFalse : Number(1);
        if (Sum <= 0)
          continue;
        for (WorkflowId Child : N.Body)
          Stack.push_back({Child, Scale * N.RhoTrue / Sum});
        for (WorkflowId Child : N.Else)
          Stack.push_back({Child, Scale * N.RhoFalse / Sum});
      } else if (N.Kind == WorkflowKind::Loop) {
        for (WorkflowId Child : N.Body)
          Stack.push_back({Child, Scale * N.Trip});
      } else {
        Cycles += Scale * Weights.Node[Node];
      }
    }
    advance(W, Cycles);
  }

  const BasicWorkflowGraph<Number> &Graph;
  const WorkflowWaits &Waits;
  const BasicWorkflowWeights<Number> &Weights;
  BranchRule Rule;
  BasicReduction<Number> &Result;
  unsigned Steps = 0;
  unsigned Copy = 0;
};

} // namespace

template <typename Number>
BasicReduction<Number> kernelcast::reduce(
    const BasicWorkflowGraph<Number> &Graph, const WorkflowWaits &Waits,
    const BasicWorkflowWeights<Number> &Weights, BranchRule Rule) {
  BasicReduction<Number> Result;
  Result.Cycles = Walker<Number>(Graph, Waits, Weights, Rule, Result).run();
  return Result;
}

template BasicReduction<double>
kernelcast::reduce(const BasicWorkflowGraph<double> &, const WorkflowWaits &,
                   const BasicWorkflowWeights<double> &, BranchRule);
template BasicReduction<Traced>
kernelcast::reduce(const BasicWorkflowGraph<Traced> &, const WorkflowWaits &,
                   const BasicWorkflowWeights<Traced> &, BranchRule);
