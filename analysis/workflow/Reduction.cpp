//===- Reduction.cpp - Walking the graph with count-downs -----------------===//
//
// The walk goes through the nodes in their order, with the paths on which the
// warp may be (WarpPaths.h). Its sum of cycles is the expectation.
//
// Waits belong to channels: one for a load and the loop that its arcs cross
// (or no loop). A channel of a loop keeps the waits of the last iterations
// apart by their age.
//===----------------------------------------------------------------------===//

#include "analysis/workflow/Reduction.h"
#include "analysis/workflow/WarpPaths.h"
#include "llvm/ADT/DenseMap.h"
#include <algorithm>
#include <cmath>
#include <map>

using namespace llvm;
using namespace kernelcast;

namespace {

/// Leaves visited times paths on them, after which only one path and one copy
/// of each loop are followed: keeps the worst kernel within milliseconds.
constexpr unsigned WalkBudget = 300000;
constexpr size_t MaxRecordedResiduals = 1000;

struct Channel {
  WorkflowId Load, Loop;
};

template <typename Number> class Walker {
  using Path = BasicPath<Number>;
  using Walk = BasicWalk<Number>;

public:
  Walker(const BasicWorkflowGraph<Number> &Graph,
         const BasicWorkflowWeights<Number> &Weights, BranchRule Rule,
         BasicReduction<Number> &Result)
      : Graph(Graph), Weights(Weights), Rule(Rule), Result(Result) {
    numberNodes();
    Starts.resize(Graph.Nodes.size());
    Uses.resize(Graph.Nodes.size());
    MaxDistance.assign(Graph.Nodes.size(), 0);
    std::map<std::pair<WorkflowId, WorkflowId>, unsigned> Numbers;
    for (const DependenceArc &Arc : Graph.Arcs) {
      WorkflowId Loop = Arc.Distance ? Arc.Loop : None;
      auto [Entry, New] =
          Numbers.try_emplace({Arc.Load, Loop}, Channels.size());
      if (New) {
        Starts[Arc.Load].push_back(Channels.size());
        Channels.push_back({Arc.Load, Loop});
      }
      Uses[Arc.Use].push_back({Entry->second, Arc.Distance});
      if (Loop != None)
        MaxDistance[Loop] = std::max(MaxDistance[Loop], Arc.Distance);
    }
    for (auto &List : Uses)
      std::sort(List.begin(), List.end(), [&](WaitKey A, WaitKey B) {
        return First[Channels[A.first].Load] < First[Channels[B.first].Load];
      });
    markEnteredLoops();
  }

  Number run() {
    Walk All;
    All.Paths.emplace_back();
    sequence(Graph.Root, All, 0);
    return All.Cycles;
  }

private:
  bool isInside(WorkflowId Node, WorkflowId Loop) const {
    return First[Loop] < First[Node] && First[Node] <= Last[Loop];
  }

  /// Pre-order numbers, and the last one inside each node.
  void numberNodes() {
    First.assign(Graph.Nodes.size(), 0);
    Last.assign(Graph.Nodes.size(), 0);
    unsigned Next = 0;
    std::vector<std::pair<WorkflowId, bool>> Stack;
    auto Push = [&](const WorkflowSequence &S) {
      for (size_t I = S.size(); I-- > 0;)
        Stack.push_back({S[I], false});
    };
    Push(Graph.Root);
    while (!Stack.empty()) {
      auto [Id, Done] = Stack.back();
      Stack.pop_back();
      if (Done) {
        Last[Id] = Next;
        continue;
      }
      First[Id] = ++Next;
      Stack.push_back({Id, true});
      Push(Graph.Nodes[Id].Else);
      Push(Graph.Nodes[Id].Body);
    }
  }

  /// Loops that contain the use, but not the load, of some arc: their first
  /// iteration is not like the others.
  void markEnteredLoops() {
    Entered.assign(Graph.Nodes.size(), false);
    for (WorkflowId Loop = 0; Loop < Graph.Nodes.size(); ++Loop) {
      if (Graph.Nodes[Loop].Kind != WorkflowKind::Loop)
        continue;
      for (const DependenceArc &Arc : Graph.Arcs)
        if (isInside(Arc.Use, Loop) && !isInside(Arc.Load, Loop)) {
          Entered[Loop] = true;
          break;
        }
    }
  }

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
    for (WaitKey Key : Uses[Id])
      for (Path &P : W.Paths) {
        Number Cycles = P.left(Key);
        if (!mayBePositive(Cycles))
          continue;
        WorkflowId Load = Channels[Key.first].Load;
        if (Result.Residuals.size() < MaxRecordedResiduals)
          Result.Residuals.push_back({Load, Id, Weights.Exposed[Load] - Cycles,
                                      Cycles, P.Weight, Copy});
        W.Cycles += P.Weight * Cycles;
        P.Now += Cycles;
      }
    if (mayBePositive(Weights.Exposed[Id]))
      for (unsigned Channel : Starts[Id])
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
    unsigned Copies = MaxDistance[Id] + 1;
    if (Entered[Id])
      Copies = std::max(Copies, 2u);
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
        return Channels[Wait.first.first].Loop == Id;
      });
      if (magnitude(Weight) < 1e-12)
        continue;
      for (auto &Wait : P.Waits)
        if (!isInside(Channels[Wait.first.first].Load, Id))
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
        const Channel &C = Channels[Wait.first.first];
        return C.Loop == Loop
                   ? FirstOne || Wait.first.second >= MaxDistance[Loop]
                   : C.Loop == None && isInside(C.Load, Loop);
      });
      for (auto &Wait : P.Waits)
        if (Channels[Wait.first.first].Loop == Loop)
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
  const BasicWorkflowWeights<Number> &Weights;
  BranchRule Rule;
  BasicReduction<Number> &Result;
  std::vector<unsigned> First, Last;
  std::vector<Channel> Channels;
  std::vector<SmallVector<unsigned, 1>> Starts; ///< channels, by load
  std::vector<SmallVector<WaitKey, 1>> Uses; ///< channel and distance, by use
  std::vector<unsigned> MaxDistance;         ///< by loop
  std::vector<bool> Entered;                 ///< by loop
  unsigned Steps = 0;
  unsigned Copy = 0;
};

} // namespace

template <typename Number>
BasicReduction<Number>
kernelcast::reduce(const BasicWorkflowGraph<Number> &Graph,
                   const BasicWorkflowWeights<Number> &Weights, BranchRule Rule,
                   bool WithArcs) {
  BasicReduction<Number> Result;
  if (WithArcs) {
    Result.Cycles = Walker<Number>(Graph, Weights, Rule, Result).run();
    return Result;
  }
  Result.Cycles = weighted(Graph, executions(Graph, Rule), Weights);
  return Result;
}

template BasicReduction<double>
kernelcast::reduce(const BasicWorkflowGraph<double> &,
                   const BasicWorkflowWeights<double> &, BranchRule, bool);
template BasicReduction<Traced>
kernelcast::reduce(const BasicWorkflowGraph<Traced> &,
                   const BasicWorkflowWeights<Traced> &, BranchRule, bool);
