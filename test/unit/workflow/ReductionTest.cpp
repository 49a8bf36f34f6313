//===- ReductionTest.cpp - The reduction rules ----------------------------===//
//
// Unless a test says otherwise: 4 issue cycles an instruction, a memory node
// weighs 20 cycles and a load's exposed latency is 130, as in the paper's
// figures 1 and 4.
//===----------------------------------------------------------------------===//

#include "analysis/workflow/Reduction.h"
#include "gtest/gtest.h"
#include <cmath>

using namespace kernelcast;

namespace {

void expectNear(double Actual, double Expected) {
  EXPECT_NEAR(Actual, Expected, 1e-9 * (1 + std::abs(Expected)));
}

WorkflowGraph parse(llvm::StringRef Text) {
  auto Graph = parseWorkflow(Text);
  if (!Graph) {
    ADD_FAILURE() << llvm::toString(Graph.takeError());
    return {};
  }
  return std::move(*Graph);
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
  WorkflowGraph Graph = parse(Text);
  return reduce(Graph, weigh(Graph), Rule, /*WithArcs=*/true);
}

// M 20, A 8, B 12: 130 - 40 = 90 cycles are left before C.
TEST(Reduction, SingleLoad) { // BG.fig4_single
  Reduction R = reduceText("m=L128 C2 C3 c=C1 ; m->c");
  ASSERT_EQ(R.Residuals.size(), 1u);
  expectNear(R.Residuals[0].Elapsed, 40.0);
  expectNear(R.Residuals[0].Cycles, 90.0);
  expectNear(R.Residuals[0].Cycles + 12, 102.0); // W_newBC
  expectNear(R.Cycles, 134.0);
}

// The wait for M before A also covers most of N's.
TEST(Reduction, InterleavedLoads) { // BG.fig4_interleaved
  Reduction R = reduceText("m=L128 n=L128 a=C3 b=C1 ; m->a n->b");
  ASSERT_EQ(R.Residuals.size(), 2u);
  expectNear(R.Residuals[0].Elapsed, 40.0);
  expectNear(R.Residuals[0].Cycles, 90.0);
  expectNear(R.Residuals[0].Cycles + 20, 110.0); // W_NA
  expectNear(R.Residuals[1].Elapsed, 122.0);
  expectNear(R.Residuals[1].Cycles, 8.0);
  expectNear(R.Residuals[1].Cycles + 12, 20.0); // W_newAB
  expectNear(R.Cycles, 154.0);
}

struct BranchCase {
  const char *Key, *Rho;
  double PaperCompute, PaperExposed, PaperTotal;
  double Compute, Exposed, Total;
};

// C3 M C1 {T: C5, c = C2 | F: C8} C2 with the load used on the true side;
// memory nodes weigh 4 (the bandwidth suffices), latency 400, 4 warps. NBC and
// the exposed latency follow from CYC_compute by (5) and (6), one load.
TEST(Reduction, BranchOfFigure3) {
  const BranchCase Cases[] = {
      {"BG.fig3_uniform", "0.75,0.25", 57.0, 314.5, 271.875, 57.0, 314.5,
       271.875},
      {"BG.fig3_divergent", "1,1", 58.0, 313.0, 200.5, 88.0, 268.0, 328.0},
      {"BG.fig3_mixed", "1,0.5", 57.33333333333333, 314.0, 248.0, 72.0, 292.0,
       336.0}};
  for (const BranchCase &Case : Cases) {
    SCOPED_TRACE(Case.Key);
    WorkflowGraph Graph = parse("C3 m=L128 C1 if(" + std::string(Case.Rho) +
                                "){C5 c=C2 | C8} C2 ; m->c");
    for (BranchRule Rule : {BranchRule::Faithful, BranchRule::Corrected}) {
      bool Paper = Rule == BranchRule::Faithful;
      double Compute = reduce(Graph, weigh(Graph, 4, 4), Rule, false).Cycles;
      expectNear(Compute, Paper ? Case.PaperCompute : Case.Compute);
      WorkflowCounts C = counts(Graph, Rule);
      expectNear(C.MemoryInstructions, 1);
      double Blocking = nonBlockingCycles(Compute, 1, C.Barriers);
      expectNear(Blocking, Compute / 2);
      double Memory = bandwidthLatency(C.Bytes / 4, Compute, 1, 4);
      expectNear(Memory, 4.0);
      double Exposed = exposedLatency(400, 4, Blocking);
      expectNear(Exposed, Paper ? Case.PaperExposed : Case.Exposed);
      expectNear(
          reduce(Graph, weigh(Graph, 4, Memory, Exposed), Rule, true).Cycles,
          Paper ? Case.PaperTotal : Case.Total);
    }
  }
}

void expectLoop(const Reduction &R, double First, double Steady, double Total) {
  ASSERT_EQ(R.Loops.size(), 1u);
  expectNear(R.Loops[0].First, First);
  expectNear(R.Loops[0].Steady, Steady);
  expectNear(R.Loops[0].Total, Total);
  expectNear(R.Cycles, Total);
}

TEST(Reduction, LoopWithoutDependence) { // BG.loop_nodep
  expectLoop(reduceText("loop(10){L128 C6 C2}"), 52, 52, 520);
}

TEST(Reduction, LoopWithUseInTheSameIteration) { // BG.loop_intra
  Reduction R = reduceText("loop(10){ld=L128 C6 u=C2} ; ld->u");
  expectLoop(R, 138, 138, 1380);
  expectNear(R.Residuals.at(0).Elapsed, 44);
  expectNear(R.Residuals.at(0).Cycles, 86);
}

TEST(Reduction, PrefetchedLoad) { // BG.loop_carried
  Reduction R = reduceText("loop(10){ld=L128 x=C6 C2} ; ld->x@1");
  expectLoop(R, 52, 110, 1042);
  ASSERT_EQ(R.Residuals.size(), 1u);
  expectNear(R.Residuals[0].Elapsed, 72);
  expectNear(R.Residuals[0].Cycles, 58);
}

TEST(Reduction, WaitOnTheBackEdge) { // BG.loop_carried_backedge
  Reduction R = reduceText("loop(10){u=C2 C6 ld=L128} ; ld->u@1");
  expectLoop(R, 52, 162, 1510);
  ASSERT_EQ(R.Residuals.size(), 1u);
  expectNear(R.Residuals[0].Elapsed, 20);
  expectNear(R.Residuals[0].Cycles, 110);
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
  expectNear(R.Cycles, 20 + 110 + 10 * 8);
}

// Only the last iteration's load is waited for.
TEST(Reduction, ArcOutOfALoop) {
  Reduction R = reduceText("loop(10){m=L128 C2} c=C1 ; m->c");
  expectNear(R.Cycles, 10 * 28 + (130 - 28) + 4);
}

// 100 iterations of 4 cycles pass between load and use: no wait is left.
TEST(Reduction, ArcAcrossALoop) {
  Reduction R = reduceText("m=L128 loop(100){C1} c=C1 ; m->c");
  expectNear(R.Cycles, 20 + 400 + 4);
}

TEST(Reduction, LoopThatRunsHalfTheTime) {
  expectNear(reduceText("loop(0.5){C10}").Cycles, 20);
  expectNear(reduceText("loop(0){C10} C1").Cycles, 4);
}

// The faithful and the corrected rule agree where no warp diverges.
TEST(Reduction, RulesAgreeWithoutDivergence) {
  const char *Text = "m=L128 loop(3){if(0.25,0.75){C5 n=L64 | u=C9}} "
                     "if(1,0){v=C1 | C7} w=C2 ; m->u n->v n->w";
  expectNear(reduceText(Text, BranchRule::Faithful).Cycles,
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
  Reduction R = reduce(Graph, weigh(Graph), BranchRule::Corrected, true);
  expectNear(R.Cycles, 28);
  EXPECT_EQ(R.Notes.size(), 1u);
}

// Thirty nested loops with an arc between iterations in each: two copies a
// level would be 2^30 walks.
TEST(Reduction, NestedCarriedLoopsAreBounded) {
  std::string Text, Arcs;
  for (unsigned I = 0; I < 30; ++I) {
    std::string N = std::to_string(I);
    Text += "loop(2){u" + N + "=C1 m" + N + "=L128 ";
    Arcs += " m" + N + "->u" + N + "@1";
  }
  Text += std::string(30, '}') + ";" + Arcs;
  Reduction R = reduceText(Text);
  EXPECT_FALSE(R.Notes.empty());
  EXPECT_TRUE(std::isfinite(R.Cycles));
}

} // namespace
