//===- InstructionOrderTest.cpp - List scheduling of basic blocks ---------===//

#include "cost_models/common/InstructionOrder.h"
#include "test/unit/workflow/ParsedWorkflow.h"
#include "gtest/gtest.h"
#include <random>

using namespace kernelcast;

namespace {

/// A cycle between instructions; results after 6 cycles, of loads after 100.
std::vector<NodeCost> costsOf(const WorkflowGraph &Graph) {
  std::vector<NodeCost> List;
  for (const WorkflowNode &Node : Graph.Nodes) {
    NodeCost Cost;
    Cost.Latency = 6;
    if (Node.Kind == WorkflowKind::Compute)
      Cost.Instructions = Node.Instructions;
    if (Node.Kind == WorkflowKind::Memory)
      Cost.Latency = Node.IsLoad ? 100 : 0;
    if (Node.Kind == WorkflowKind::Barrier)
      Cost.Latency = 0;
    List.push_back(Cost);
  }
  return List;
}

/// A graph and the kernel of its accesses: loads, stores and barriers are of
/// global memory unless a test says otherwise.
struct StraightCode {
  explicit StraightCode(llvm::StringRef Text) : Graph(parsedWorkflow(Text)) {
    for (WorkflowNode &Node : Graph.Nodes) {
      if (Node.Kind != WorkflowKind::Memory)
        continue;
      Node.Access = Kernel.Accesses.size();
      MemoryAccess &Access = Kernel.Accesses.emplace_back();
      Access.Kind = Node.IsLoad ? AccessKind::Load : AccessKind::Store;
    }
  }

  /// The names of the nodes on the top level, in order.
  std::string order() {
    std::vector<NodeCost> Costs = costsOf(Graph);
    orderInstructions(Graph, Costs, Kernel);
    std::string Names;
    for (WorkflowId Id : Graph.Root)
      Names += (Names.empty() ? "" : " ") + (Graph.Nodes[Id].Name.empty()
                                                 ? std::string("-")
                                                 : Graph.Nodes[Id].Name);
    return Names;
  }

  /// Says of all sides of branches that compiled code has them in line.
  void putSidesInLine() {
    for (const WorkflowNode &Branch : Graph.Nodes) {
      if (Branch.Kind != WorkflowKind::Branch)
        continue;
      for (WorkflowId Id : Branch.Body) {
        Graph.Nodes[Id].Block = Kernel.Blocks.size();
        Kernel.Blocks.emplace_back().InLine = true;
      }
    }
  }

  double cycles() const { return warpTimeline(Graph, costsOf(Graph)).Cycles; }

  WorkflowGraph Graph;
  KernelModel Kernel;
};

// As written the second load waits for the first one's use: 0, 100, 101, 201.
// With both loads in front it is 0, 1, 100, 101.
TEST(InstructionOrder, LoadsMoveUp) {
  StraightCode P("a=L128 x=C1 b=L128 y=C1 ; a->x b->y");
  EXPECT_DOUBLE_EQ(P.cycles(), 201);
  EXPECT_EQ(P.order(), "a b x y");
  EXPECT_DOUBLE_EQ(P.cycles(), 101);
}

// The longer chain goes first, although the other was written first.
TEST(InstructionOrder, LongestWayFirst) {
  StraightCode P("s=C1 a=C1 b=C1 c=C1 ; a->b b->c");
  EXPECT_EQ(P.order(), "a s b c");
}

// No access passes a barrier, and nothing else need wait for one.
TEST(InstructionOrder, Barriers) {
  StraightCode P("a=L128 x=C1 n=B b=L128 y=C1 ; a->x b->y");
  EXPECT_EQ(P.order(), "a n b x y");
}

// A load may bring what a store before it wrote, but not what one to another
// kind of memory wrote.
TEST(InstructionOrder, StoresToTheSameMemory) {
  llvm::StringRef Text = "x=C1 s=W128 l=L128 u=C1 ; x->s l->u";
  EXPECT_EQ(StraightCode(Text).order(), "x s l u");
  StraightCode Other(Text);
  Other.Kernel.Accesses[0].Space = MemorySpace::Shared;
  EXPECT_EQ(Other.order(), "l x s u");
}

// What stands in a loop stays there.
TEST(InstructionOrder, Loops) {
  StraightCode P("x=C1 loop(4){y=C1 m=L128 u=C1} z=L128 ; m->u");
  EXPECT_EQ(P.order(), "x - z");
  const WorkflowSequence &Body = P.Graph.Nodes[P.Graph.Root[1]].Body;
  ASSERT_EQ(Body.size(), 3u);
  EXPECT_EQ(P.Graph.Nodes[Body[0]].Name, "m");
}

// v uses a and b, u only a; u comes after v, which has waited for a already.
TEST(InstructionOrder, OnlyFirstUsesWait) {
  StraightCode P("a=C1 u=C1 v=C1 w=C1 ; a->u a->v v->w");
  EXPECT_EQ(P.order(), "a v u w");
  ASSERT_EQ(P.Graph.Arcs.size(), 2u);
  for (const DependenceArc &Arc : P.Graph.Arcs)
    EXPECT_NE(P.Graph.Nodes[Arc.Use].Name, "u");
}

// Two guarded loads and their uses behind them: both loads go first, as if
// there were no guards, and the uses issue at 100 and, since the second one
// waits for the first, at 106. Sides that are blocks of their own stay where
// they are, and so do those with few warps.
TEST(InstructionOrder, ShortSidesStandInLine) {
  const char *Text =
      "if(%,0){a=L128} u=C1 if(%,0){b=L128} v=C1 ; a->u b->v u->v";
  auto WithShare = [&](const char *Share) {
    std::string Result = Text;
    for (size_t At = 0; (At = Result.find('%')) != std::string::npos;)
      Result.replace(At, 1, Share);
    return Result;
  };
  StraightCode Blocks(WithShare("1"));
  EXPECT_EQ(Blocks.order(), "- u - v");
  EXPECT_DOUBLE_EQ(Blocks.cycles(), 201);
  StraightCode InLine(WithShare("1"));
  InLine.putSidesInLine();
  EXPECT_EQ(InLine.order(), "a b u v");
  EXPECT_DOUBLE_EQ(InLine.cycles(), 106);
  StraightCode FewWarps(WithShare("0.4"));
  FewWarps.putSidesInLine();
  EXPECT_EQ(FewWarps.order(), "- u - v");
}

// A store in a side waits for the load there, and lets the next side's load
// pass if that is of another kind of memory.
TEST(InstructionOrder, StoresOfSidesLetOtherLoadsPass) {
  auto Order = [](MemorySpace Stores) {
    StraightCode P("if(1,0){a=L128 s=W128} if(1,0){b=L128 t=W128} ; a->s b->t");
    P.putSidesInLine();
    for (MemoryAccess &Access : P.Kernel.Accesses)
      Access.Space =
          Access.Kind == AccessKind::Load ? MemorySpace::Global : Stores;
    return P.order();
  };
  EXPECT_EQ(Order(MemorySpace::Shared), "a b s t");
  EXPECT_EQ(Order(MemorySpace::Global), "a s b t");
}

// What leaves the SM from a side is that of the warps that go there.
TEST(InstructionOrder, SidesInLineHaveTheRequestsOfTheirWarps) {
  StraightCode P("if(0.75,0){a=L128}");
  P.putSidesInLine();
  std::vector<NodeCost> Costs = costsOf(P.Graph);
  for (NodeCost &Cost : Costs)
    Cost.Reads = 4;
  orderInstructions(P.Graph, Costs, P.Kernel);
  ASSERT_EQ(P.Graph.Root.size(), 1u);
  EXPECT_DOUBLE_EQ(Costs[P.Graph.Root[0]].Reads, 3);
}

// Of random straight code: everything is issued once and after what it uses.
TEST(InstructionOrder, KeepsDependences) {
  std::mt19937 Random(20);
  for (unsigned Round = 0; Round < 200; ++Round) {
    const unsigned Count = 2 + Random() % 20;
    std::string Nodes, Arcs;
    for (unsigned I = 0; I < Count; ++I) {
      Nodes += "n" + std::to_string(I) + (Random() % 3 ? "=C1 " : "=L128 ");
      if (I && Random() % 2)
        Arcs += " n" + std::to_string(Random() % I) + "->n" + std::to_string(I);
    }
    StraightCode P(Nodes + ";" + Arcs);
    const std::vector<DependenceArc> All = P.Graph.Arcs;
    std::vector<NodeCost> Costs = costsOf(P.Graph);
    orderInstructions(P.Graph, Costs, P.Kernel);
    std::vector<unsigned> Place(P.Graph.Nodes.size(), 0);
    ASSERT_EQ(P.Graph.Root.size(), Count);
    for (unsigned I = 0; I < Count; ++I)
      Place[P.Graph.Root[I]] = I + 1;
    for (unsigned Where : Place)
      EXPECT_GT(Where, 0u);
    for (const DependenceArc &Arc : All)
      EXPECT_LT(Place[Arc.Load], Place[Arc.Use]) << Nodes << Arcs;
  }
}

} // namespace
