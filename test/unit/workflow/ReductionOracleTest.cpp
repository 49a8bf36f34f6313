//===- ReductionOracleTest.cpp - The walk against full expansion ----------===//
//
// Small random graphs without loops, expanded to all their paths; on each path
// the dependence rule is applied literally: arcs in the order of their uses,
// elapsed = sum of the weights from the load to the use, the residual added to
// the weight before the use.
//===----------------------------------------------------------------------===//

#include "analysis/workflow/Reduction.h"
#include "gtest/gtest.h"
#include <algorithm>
#include <random>

using namespace kernelcast;

namespace {

using Line = std::pair<double, std::vector<WorkflowId>>; // weight, leaves

std::vector<Line> expand(const WorkflowGraph &Graph,
                         const WorkflowSequence &Sequence, BranchRule Rule) {
  std::vector<Line> Lines{{1.0, {}}};
  for (WorkflowId Id : Sequence) {
    const WorkflowNode &Node = Graph.Nodes[Id];
    std::vector<Line> Alternatives;
    if (Node.Kind != WorkflowKind::Branch) {
      Alternatives.push_back({1.0, {Id}});
    } else {
      double Sum = Node.RhoTrue + Node.RhoFalse;
      double Norm = Rule == BranchRule::Faithful ? Sum : 1;
      for (const auto &[W, L] : expand(Graph, Node.Body, Rule))
        Alternatives.push_back({W * Node.RhoTrue / Norm, L});
      for (const auto &[W, L] : expand(Graph, Node.Else, Rule))
        Alternatives.push_back({W * Node.RhoFalse / Norm, L});
      if (Rule == BranchRule::Corrected)
        Alternatives.push_back({1 - Sum, {}});
    }
    std::vector<Line> Next;
    for (const Line &A : Lines)
      for (const Line &B : Alternatives) {
        Line Joined{A.first * B.first, A.second};
        Joined.second.insert(Joined.second.end(), B.second.begin(),
                             B.second.end());
        Next.push_back(Joined);
      }
    Lines = std::move(Next);
  }
  return Lines;
}

double straight(const WorkflowGraph &Graph, const WorkflowWeights &Weights,
                const std::vector<WorkflowId> &Leaves) {
  std::vector<double> W;
  W.reserve(Leaves.size());
  for (WorkflowId Id : Leaves)
    W.push_back(Weights.Node[Id]);
  auto At = [&](WorkflowId Id) {
    return std::find(Leaves.begin(), Leaves.end(), Id) - Leaves.begin();
  };
  std::vector<std::tuple<long, long, WorkflowId>> Arcs;
  for (const DependenceArc &Arc : Graph.Arcs) {
    long From = At(Arc.Load), To = At(Arc.Use), End = long(Leaves.size());
    if (From < End && To < End && From < To)
      Arcs.push_back({To, From, Arc.Load});
  }
  std::sort(Arcs.begin(), Arcs.end());
  for (auto [To, From, Load] : Arcs) {
    double Elapsed = 0;
    for (long I = From; I < To; ++I)
      Elapsed += W[I];
    W[To - 1] += std::max(0.0, Weights.Exposed[Load] - Elapsed);
  }
  double Sum = 0;
  for (double X : W)
    Sum += X;
  return Sum;
}

struct Generator {
  std::mt19937 Random;
  WorkflowGraph Graph;
  unsigned Branches = 0;

  WorkflowSequence sequence(unsigned Depth) {
    WorkflowSequence Result;
    for (unsigned I = 0, E = 1 + Random() % 4; I < E; ++I) {
      WorkflowId Id = Graph.Nodes.size();
      Graph.Nodes.emplace_back();
      Result.push_back(Id);
      unsigned Kind = Random() % 4;
      if (Kind == 0 && Depth < 2 && Branches < 3) {
        ++Branches;
        WorkflowSequence Body = sequence(Depth + 1);
        WorkflowSequence Else =
            Random() % 2 ? sequence(Depth + 1) : WorkflowSequence();
        WorkflowNode &Node = Graph.Nodes[Id];
        Node.Kind = WorkflowKind::Branch;
        Node.RhoTrue = (1 + Random() % 4) / 4.0;
        Node.RhoFalse = (Random() % 5) / 4.0;
        Node.Body = Body, Node.Else = Else;
      } else if (Kind <= 2) {
        Graph.Nodes[Id].Kind = WorkflowKind::Memory;
        Graph.Nodes[Id].IsLoad = true;
      }
    }
    return Result;
  }
};

TEST(ReductionOracle, RandomGraphs) {
  unsigned WithWaits = 0;
  for (unsigned Seed = 0; Seed < 1000; ++Seed) {
    Generator G;
    G.Random.seed(Seed);
    G.Graph.Root = G.sequence(0);
    WorkflowWeights Weights;
    for (const WorkflowNode &Node : G.Graph.Nodes) {
      Weights.Node.push_back(1 + G.Random() % 40);
      Weights.Exposed.push_back(
          Node.Kind == WorkflowKind::Memory ? G.Random() % 150 : 0);
    }
    WorkflowId Count = G.Graph.Nodes.size();
    for (unsigned I = 0; I < Count; ++I) {
      DependenceArc Arc;
      Arc.Load = G.Random() % Count, Arc.Use = G.Random() % Count;
      if (Arc.Load < Arc.Use &&
          G.Graph.Nodes[Arc.Load].Kind == WorkflowKind::Memory &&
          G.Graph.Nodes[Arc.Use].Kind != WorkflowKind::Branch)
        G.Graph.Arcs.push_back(Arc);
    }
    for (BranchRule Rule : {BranchRule::Faithful, BranchRule::Corrected}) {
      double Expected = 0;
      for (const auto &[Weight, Leaves] : expand(G.Graph, G.Graph.Root, Rule))
        Expected += Weight * straight(G.Graph, Weights, Leaves);
      Reduction R = reduce(G.Graph, WorkflowWaits(G.Graph), Weights, Rule);
      EXPECT_NEAR(R.Cycles, Expected, 1e-9 * (1 + Expected))
          << Seed << ": " << toText(G.Graph);
      EXPECT_TRUE(R.Notes.empty()) << Seed;
      WithWaits += !R.Residuals.empty();
    }
  }
  EXPECT_GT(WithWaits, 300u); // the test tests something
}

} // namespace
