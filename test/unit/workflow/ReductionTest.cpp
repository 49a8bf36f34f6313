//===- ReductionTest.cpp - The reduction rules ----------------------------===//
//
// Unless a test says otherwise: 4 issue cycles an instruction, a memory node
// weighs 20 cycles and a load's exposed latency is 130, as in the paper's
// figures 1 and 4.
//===----------------------------------------------------------------------===//

#include "analysis/workflow/Reduction.h"
#include "test/unit/golden/GoldenCases.h"
#include "test/unit/workflow/ParsedWorkflow.h"
#include "llvm/Support/FormatVariadic.h"
#include "gtest/gtest.h"
#include <cmath>

using namespace kernelcast;

namespace {

void expectClose(double Actual, double Expected) {
  EXPECT_NEAR(Actual, Expected, 1e-9 * (1 + std::abs(Expected)));
}

WorkflowWeights weigh(const WorkflowGraph &Graph, double Issue = 4,
                      double Memory = 20, double Exposed = 130) {
  WorkflowWeights Weights;
  for (const WorkflowNode &Node : Graph.Nodes) {
    bool IsMemory = Node.Kind == WorkflowKind::Memory;
    Weights.Node.push_back(IsMemory ? Memory
                           : Node.Kind == WorkflowKind::Compute
                               ? Node.Instructions * Issue
                           : Node.Kind == WorkflowKind::Shared ? Node.BankSteps
                                                               : Issue);
    Weights.Exposed.push_back(IsMemory && Node.IsLoad ? Exposed : 0);
  }
  return Weights;
}

Reduction reduceText(llvm::StringRef Text,
                     BranchRule Rule = BranchRule::Faithful) {
  WorkflowGraph Graph = parsedWorkflow(Text);
  return reduce(Graph, WorkflowWaits(Graph), weigh(Graph), Rule);
}

void expectResiduals(const Reduction &R, const GoldenValue &Wanted) {
  ASSERT_EQ(R.Residuals.size(), Wanted.size());
  for (size_t I = 0; I != Wanted.size(); ++I) {
    EXPECT_GOLDEN(R.Residuals[I].Elapsed, Wanted[I]["elapsed"]);
    EXPECT_GOLDEN(R.Residuals[I].Cycles, Wanted[I]["residual"]);
  }
}

// M 20, A 8, B 12: 130 - 40 = 90 cycles are left before C.
TEST(Reduction, SingleLoad) {
  GoldenCase Case = golden("BG.fig4_single");
  Reduction R = reduceText("m=L128 C2 C3 c=C1 ; m->c");
  expectResiduals(R, Case.Out["residuals"]);
  EXPECT_GOLDEN(R.Residuals.at(0).Cycles + Case.In["W_BC"].number(),
                Case.Out["W_newBC"]);
  EXPECT_GOLDEN(R.Cycles, Case.Out["total"]);
}

// The wait for M before A also covers most of N's.
TEST(Reduction, InterleavedLoads) {
  GoldenCase Case = golden("BG.fig4_interleaved");
  Reduction R = reduceText("m=L128 n=L128 a=C3 b=C1 ; m->a n->b");
  expectResiduals(R, Case.Out["residuals"]);
  EXPECT_GOLDEN(R.Residuals.at(0).Cycles + 20, Case.Out["W_NA"]);
  EXPECT_GOLDEN(R.Residuals.at(1).Cycles + Case.In["W_AB"].number(),
                Case.Out["W_newAB"]);
  EXPECT_GOLDEN(R.Cycles, Case.Out["total"]);
}

// C3 M C1 {T: C5, c = C2 | F: C8} C2 with the load used on the true side;
// memory nodes weigh 4 (the bandwidth suffices), latency 400, 4 warps. NBC and
// the exposed latency follow from CYC_compute by (5) and (6), one load.
TEST(Reduction, BranchOfFigure3) {
  for (const GoldenCase &Case : goldenCases("BG.fig3_*")) {
    SCOPED_TRACE(Case.Key);
    auto In = [&](const char *Name) { return Case.In[Name].number(); };
    WorkflowGraph Graph = parsedWorkflow(
        llvm::formatv("C3 m=L128 C1 if({0},{1}){{C5 c=C2 | C8} C2 ; m->c",
                      In("rhoT"), In("rhoF"))
            .str());
    for (BranchRule Rule : {BranchRule::Faithful, BranchRule::Corrected}) {
      GoldenValue Wanted =
          Case.Out[Rule == BranchRule::Faithful ? "paper" : "corrected"];
      double Compute =
          weighted(Graph, executions(Graph, Rule), weigh(Graph, In("r"), 4));
      EXPECT_GOLDEN(Compute, Wanted["CYC_compute"]);
      WorkflowCounts C = counts(Graph, Rule);
      expectClose(C.MemoryInstructions, 1);
      double Blocking = nonBlockingCycles(Compute, 1, C.Barriers);
      EXPECT_GOLDEN(Blocking, Wanted["NBC"]);
      double Memory =
          bandwidthLatency(C.Bytes / In("bw"), Compute, 1, In("WLP"));
      EXPECT_GOLDEN(Memory, Wanted["Latency_BW"]);
      double Exposed = exposedLatency(In("mem_lat"), In("WLP"), Blocking);
      EXPECT_GOLDEN(Exposed, Wanted["Latency_exposed"]);
      EXPECT_GOLDEN(reduce(Graph, WorkflowWaits(Graph),
                           weigh(Graph, In("r"), Memory, Exposed), Rule)
                        .Cycles,
                    Wanted["total"]);
    }
  }
}

/// The golden case has the first two iterations' residuals; the reduction
/// keeps the steady one's.
void expectLoop(llvm::StringRef Text, const GoldenCase &Case) {
  SCOPED_TRACE(Case.Key);
  Reduction R = reduceText(Text);
  ASSERT_EQ(R.Loops.size(), 1u);
  EXPECT_GOLDEN(R.Loops[0].First, Case.Out["first"]);
  EXPECT_GOLDEN(R.Loops[0].Steady, Case.Out["steady"]);
  EXPECT_GOLDEN(R.Loops[0].Total, Case.Out["total"]);
  EXPECT_GOLDEN(R.Cycles, Case.Out["total"]);
  GoldenValue Residuals = Case.Out["residuals_two"];
  if (!Residuals.size())
    return;
  if (Residuals.size() == 1)
    EXPECT_EQ(R.Residuals.size(), 1u);
  EXPECT_GOLDEN(R.Residuals.at(0).Elapsed, Residuals[size_t(0)]["elapsed"]);
  EXPECT_GOLDEN(R.Residuals.at(0).Cycles, Residuals[size_t(0)]["residual"]);
}

TEST(Reduction, LoopWithoutDependence) {
  expectLoop("loop(10){L128 C6 C2}", golden("BG.loop_nodep"));
}

TEST(Reduction, LoopWithUseInTheSameIteration) {
  expectLoop("loop(10){ld=L128 C6 u=C2} ; ld->u", golden("BG.loop_intra"));
}

TEST(Reduction, PrefetchedLoad) {
  expectLoop("loop(10){ld=L128 x=C6 C2} ; ld->x@1", golden("BG.loop_carried"));
}

TEST(Reduction, WaitOnTheBackEdge) {
  expectLoop("loop(10){u=C2 C6 ld=L128} ; ld->u@1",
             golden("BG.loop_carried_backedge"));
}

void expectLoop(const Reduction &R, double First, double Steady, double Total) {
  ASSERT_EQ(R.Loops.size(), 1u);
  expectClose(R.Loops[0].First, First);
  expectClose(R.Loops[0].Steady, Steady);
  expectClose(R.Loops[0].Total, Total);
  expectClose(R.Cycles, Total);
}

// Two iterations ahead: from the load to the use pass the load itself (20) and
// a whole iteration (28), so the third iteration waits 130 - 48 = 82 cycles. It
// is the steady one by the rule of d+1 copies.
TEST(Reduction, DistanceTwoTakesThreeCopies) {
  Reduction R = reduceText("loop(10){u=C2 ld=L128} ; ld->u@2");
  expectLoop(R, 28, 28 + 82, 2 * 28 + 8 * 110);
}

// The load before the loop holds up the first iteration only: it needs
// 130 - 20 = 110 cycles, then 10 iterations of 8.
TEST(Reduction, ArcIntoALoop) {
  Reduction R = reduceText("m=L128 loop(10){c=C2} ; m->c");
  expectClose(R.Cycles, 20 + 110 + 10 * 8);
}

// Only the last iteration's load is waited for.
TEST(Reduction, ArcOutOfALoop) {
  Reduction R = reduceText("loop(10){m=L128 C2} c=C1 ; m->c");
  expectClose(R.Cycles, 10 * 28 + (130 - 28) + 4);
}

// 100 iterations of 4 cycles pass between load and use: no wait is left.
TEST(Reduction, ArcAcrossALoop) {
  Reduction R = reduceText("m=L128 loop(100){C1} c=C1 ; m->c");
  expectClose(R.Cycles, 20 + 400 + 4);
}

TEST(Reduction, LoopThatRunsHalfTheTime) {
  expectClose(reduceText("loop(0.5){C10}").Cycles, 20);
  expectClose(reduceText("loop(0){C10} C1").Cycles, 4);
}

// The faithful and the corrected rule agree where no warp diverges.
TEST(Reduction, RulesAgreeWithoutDivergence) {
  const char *Text = "m=L128 loop(3){if(0.25,0.75){C5 n=L64 | u=C9}} "
                     "if(1,0){v=C1 | C7} w=C2 ; m->u n->v n->w";
  expectClose(reduceText(Text, BranchRule::Faithful).Cycles,
              reduceText(Text, BranchRule::Corrected).Cycles);
}

// Loads that are outstanding across 40 branches would make 2^40 paths.
TEST(Reduction, ManyPathsAreBounded) {
  std::string Text = "m=L128 ";
  for (unsigned I = 0; I < 40; ++I)
    Text += "if(0.5,0.5){C0." + std::to_string(I + 1) + " | C0.001} ";
  Text += "c=C1 ; m->c";
  Reduction R = reduceText(Text);
  EXPECT_EQ(R.Notes.size(), 1u);
  // Between no and all bodies, and not below the load's latency.
  EXPECT_GE(R.Cycles, 134 - 1e-9);
  EXPECT_LT(R.Cycles, 200.0);
}

// 4000 loads and uses in a row, 200 branches in between, in a loop: no note is
// needed beyond that of the paths, and it takes milliseconds.
TEST(Reduction, LargeKernels) {
  std::string Text = "loop(50){", Arcs;
  for (unsigned I = 0; I < 4000; ++I) {
    std::string N = std::to_string(I);
    Text += "m" + N + "=L128 C1 ";
    if (I % 20 == 0)
      Text += "if(0.5,1){C3 | L64} ";
    if (I >= 5) {
      Text += "u" + N + "=C1 ";
      Arcs += " m" + std::to_string(I - 5) + "->u" + N;
    }
  }
  Reduction R = reduceText(Text + "} ;" + Arcs, BranchRule::Corrected);
  EXPECT_TRUE(std::isfinite(R.Cycles));
  // 50 iterations of 4000 loads at 20 cycles and two instructions at 4.
  EXPECT_GE(R.Cycles, 50 * (4000 * 24 + 3995 * 4.0));
}

TEST(Reduction, DeepNestingIsFlattened) {
  WorkflowGraph Graph;
  Graph.Regions.emplace_back();
  constexpr unsigned Depth = 20000;
  for (unsigned I = 0; I < Depth; ++I) {
    WorkflowNode Node;
    Node.Kind = WorkflowKind::Loop;
    Node.Trip = 1;
    Node.Body = {I + 1};
    Graph.Nodes.push_back(Node);
  }
  WorkflowNode Leaf;
  Leaf.Instructions = 7;
  Graph.Nodes.push_back(Leaf);
  Graph.Root = {0};
  Reduction R =
      reduce(Graph, WorkflowWaits(Graph), weigh(Graph), BranchRule::Corrected);
  expectClose(R.Cycles, 28);
  EXPECT_EQ(R.Notes.size(), 1u);
}

// The first iteration is like the others where the use and its load lie in the
// loop, or neither does: one copy a level is walked, not 2^30 of the innermost.
TEST(Reduction, LikeIterationsAreWalkedOnce) {
  constexpr unsigned Depth = 30;
  std::string Open, Close(Depth, '}');
  for (unsigned I = 0; I < Depth; ++I)
    Open += "loop(2){";
  double Times = std::ldexp(1, Depth);
  // 20 for the load, 110 that are left, 4 for its use.
  Reduction Inside = reduceText(Open + "m=L128 c=C1" + Close + " ; m->c");
  EXPECT_TRUE(Inside.Notes.empty());
  EXPECT_EQ(Inside.Residuals.size(), 1u);
  expectClose(Inside.Cycles, 134 * Times);
  Reduction Outside =
      reduceText("m=L128 c=C1 " + Open + "C1" + Close + " ; m->c");
  EXPECT_TRUE(Outside.Notes.empty());
  expectClose(Outside.Cycles, 134 + 4 * Times);
}

// Thirty nested loops with an arc between iterations in each: two copies a
// level would be 2^30 walks.
TEST(Reduction, NestedCarriedLoopsAreBounded) {
  std::string Text, Arcs;
  for (unsigned I = 0; I < 30; ++I) {
    Text += llvm::formatv("loop(2){{u{0}=C1 m{0}=L128 ", I).str();
    Arcs += llvm::formatv(" m{0}->u{0}@1", I).str();
  }
  Text += std::string(30, '}') + ";" + Arcs;
  Reduction R = reduceText(Text);
  EXPECT_FALSE(R.Notes.empty());
  EXPECT_TRUE(std::isfinite(R.Cycles));
}

} // namespace
