//===- WarpTimelineTest.cpp - Branches, loops, intervals ------------------===//

#include "cost_models/common/WarpTimeline.h"
#include "test/unit/workflow/ParsedWorkflow.h"
#include "llvm/ADT/Twine.h"
#include "gtest/gtest.h"

using namespace kernelcast;

namespace {

/// A cycle between instructions; results after 6 cycles, of loads after 100;
/// a request for each 128 bytes.
std::vector<NodeCost> costs(const WorkflowGraph &Graph) {
  std::vector<NodeCost> List;
  for (const WorkflowNode &Node : Graph.Nodes) {
    NodeCost Cost;
    Cost.Latency = 6;
    if (Node.Kind == WorkflowKind::Compute)
      Cost.Instructions = Node.Instructions;
    if (Node.Kind == WorkflowKind::Memory) {
      Cost.Latency = Node.IsLoad ? 100 : 0;
      (Node.IsLoad ? Cost.Reads : Cost.Writes) = Node.Bytes / 128;
    }
    List.push_back(Cost);
  }
  return List;
}

WarpTimeline timeline(llvm::StringRef Text,
                      llvm::ArrayRef<BranchWay> Ways = {}) {
  WorkflowGraph Graph = parsedWorkflow(Text);
  return warpTimeline(Graph, costs(Graph), Ways);
}

double stalls(const WarpTimeline &T) {
  double Sum = 0;
  for (const WarpInterval &Interval : T.Intervals)
    Sum += Interval.Times * Interval.Stall;
  return Sum;
}

// a at 0, the load at 6 (a's result), its use at 106: intervals of 1 and 1
// instructions with stalls of 5 and 99, then the use alone.
TEST(WarpTimeline, StraightLine) {
  WarpTimeline T = timeline("a=C1 m=L256 u=C1 ; a->m m->u");
  EXPECT_DOUBLE_EQ(T.Cycles, 106);
  ASSERT_EQ(T.Intervals.size(), 3u);
  EXPECT_DOUBLE_EQ(T.Intervals[0].Stall, 5);
  EXPECT_DOUBLE_EQ(T.Intervals[1].Stall, 99);
  EXPECT_DOUBLE_EQ(T.Intervals[1].Reads, 2);
  EXPECT_DOUBLE_EQ(T.Intervals[2].Stall, 0);
  EXPECT_DOUBLE_EQ(T.Instructions, 3);
}

// An operation of four instructions is a chain: 0, 6, 12, 18, its result at 24.
TEST(WarpTimeline, ChainOfOneOperation) {
  WarpTimeline T = timeline("d=C4 u=C1 ; d->u");
  EXPECT_DOUBLE_EQ(T.Cycles, 24);
  EXPECT_DOUBLE_EQ(T.Instructions, 5);
  EXPECT_DOUBLE_EQ(stalls(T), 20);
}

// A sum in a register: 1000 additions of 6 cycles each, then the store. Two
// iterations are walked, the others counted.
TEST(WarpTimeline, LoopOfOneChain) {
  WarpTimeline T = timeline("m=L128 loop(1000){s=C1} w=W128 ; "
                            "m->s s->s@1 s->w");
  // load 0, s at 100, 106, ..., 100 + 999 * 6; the store 6 later.
  EXPECT_DOUBLE_EQ(T.Cycles, 100 + 1000 * 6);
  EXPECT_DOUBLE_EQ(T.Instructions, 1002);
  EXPECT_DOUBLE_EQ(stalls(T), 99 + 1000 * 5);
  EXPECT_LE(T.Intervals.size(), 4u);
  EXPECT_DOUBLE_EQ(T.Writes, 1);
  EXPECT_TRUE(T.Notes.empty());
}

// Loads whose values are used in the next iteration: the first use of the loop
// waits for nothing, every further one for the rest of 100 - 2 - 1 cycles.
TEST(WarpTimeline, CarriedLoad) {
  WarpTimeline One = timeline("loop(1){u=C1 m=L128} ; m->u@1");
  EXPECT_DOUBLE_EQ(One.Cycles, 1);
  // u 0, m 1, u 101, m 102, u 202, ...
  WarpTimeline Ten = timeline("loop(10){u=C1 m=L128} ; m->u@1");
  EXPECT_DOUBLE_EQ(Ten.Cycles, 9 * 101 + 1);
  // Used behind the load: the previous iteration's value. m 0, u 1; m 2, u 100
  // (m's first value); m 101, u 102 (the second at 102): every two iterations
  // take 101 cycles.
  WarpTimeline Behind = timeline("loop(9){m=L128 u=C1} ; m->u@1");
  double Last = Behind.Cycles;
  WarpTimeline More = timeline("loop(11){m=L128 u=C1} ; m->u@1");
  EXPECT_GT(More.Cycles, Last);
  EXPECT_LT(More.Cycles - Last, 2 * 101);
}

// Intervals without a stall go on over iterations.
TEST(WarpTimeline, LoopWithoutStalls) {
  WarpTimeline T = timeline("loop(50){C1 C1} C1");
  EXPECT_DOUBLE_EQ(T.Cycles, 100);
  ASSERT_EQ(T.Intervals.size(), 1u);
  EXPECT_DOUBLE_EQ(T.Intervals[0].Instructions, 101);
}

// A quarter of the warps wait 100 cycles in a branch; all instructions and
// stalls are expected values.
TEST(WarpTimeline, ExpectedBranch) {
  const char *Text = "C1 if(0.25,0.75){m=L128 u=C1 | } C1 ; m->u";
  WarpTimeline T = timeline(Text);
  EXPECT_DOUBLE_EQ(T.Cycles, 0.25 * 102 + 0.75 * 1);
  EXPECT_DOUBLE_EQ(T.Instructions, 2.5);
  EXPECT_DOUBLE_EQ(T.Reads, 0.25);
  EXPECT_DOUBLE_EQ(stalls(T), 0.25 * 99);
  WorkflowGraph Graph = parsedWorkflow(Text);
  std::vector<WarpKind> Kinds = warpKinds(Graph);
  ASSERT_EQ(Kinds.size(), 2u);
  EXPECT_DOUBLE_EQ(Kinds[0].Share, 0.75);
  EXPECT_DOUBLE_EQ(warpTimeline(Graph, costs(Graph), Kinds[0].Ways).Cycles, 1);
  EXPECT_DOUBLE_EQ(warpTimeline(Graph, costs(Graph), Kinds[1].Ways).Cycles,
                   102);
}

// Every warp diverges: both sides run one after the other.
TEST(WarpTimeline, DivergedBranch) {
  WarpTimeline T = timeline("if(1,1){C3 | C4} C1");
  EXPECT_DOUBLE_EQ(T.Instructions, 8);
  EXPECT_EQ(warpKinds(parsedWorkflow("if(1,1){C3 | C4} C1")).size(), 1u);
}

// Trips that are no whole number, and a loop that few enter.
TEST(WarpTimeline, FractionsOfTrips) {
  EXPECT_NEAR(timeline("loop(2.5){C1 C1} C1").Instructions, 6, 1e-9);
  EXPECT_NEAR(timeline("loop(0.5){C1 C1} C1").Instructions, 2, 1e-9);
  EXPECT_NEAR(timeline("loop(0.5){C1 C1} C1").Cycles, 1, 1e-9);
}

// Instructions are conserved whatever the shape, and time is at least what
// issue needs.
TEST(WarpTimeline, Conserves) {
  for (llvm::StringRef Text :
       {"loop(100){loop(7){m=L128 u=C1} if(0.5,0.5){v=C2 | C1} } ; m->u u->v",
        "loop(30){if(0.3,0.9){m=L128 | C1} u=C1} ; m->u@1",
        "m=L128 loop(12){loop(0.25){u=C1} if(1,0.1){C1 | w=C1}} ; m->u m->w"}) {
    SCOPED_TRACE(Text.str());
    WarpTimeline T = timeline(Text);
    double Cycles = T.Instructions + stalls(T);
    EXPECT_NEAR(T.Cycles + 1, Cycles, 1e-6 * Cycles);
  }
  EXPECT_NEAR(timeline("loop(100){loop(7){C1 C1} if(0.5,0.5){C1 C1 | C1}}")
                  .Instructions,
              100 * (14 + 1.5), 1e-6);
}

// Twenty branches inside one another would be a million paths: past the limit
// they are averaged one by one. Instructions stay what they are.
TEST(WarpTimeline, MorePathsThanCanBeFollowed) {
  std::string Text = "C1";
  for (unsigned I = 0; I < 20; ++I)
    Text = ("C1 if(0.5,0.5){" + llvm::Twine(Text) + " | m" + llvm::Twine(I) +
            "=L128 C1}")
               .str();
  WarpTimeline T = timeline("loop(1000){" + Text + "}");
  EXPECT_FALSE(T.Notes.empty());
  // Level by level from inside: 1 instruction before, 2 on the other side.
  double Instructions = 1;
  for (unsigned I = 0; I < 20; ++I)
    Instructions = 1 + 0.5 * Instructions + 0.5 * 2;
  EXPECT_NEAR(T.Instructions, 1000 * Instructions, 1e-6 * T.Instructions);
}

// Four branches with two sides each inside each side of another: 2 * 2^4 = 32
// kinds are the limit. With one more, the branch for which there is no room
// keeps its probabilities: both sides in a row, and chains of any depth.
TEST(WarpKinds, AreBounded) {
  auto Count = [](const std::string &Text) {
    std::vector<WarpKind> Kinds = warpKinds(parsedWorkflow(Text));
    double Shares = 0;
    for (const WarpKind &Kind : Kinds)
      Shares += Kind.Share;
    EXPECT_NEAR(Shares, 1, 1e-12) << Text;
    return Kinds.size();
  };
  std::string Branch = "if(0.5,0.5){C1 | C2} ";
  std::string Four = Branch + Branch + Branch + Branch;
  EXPECT_EQ(Count("if(0.5,0.5){" + Four + "| " + Four + "}"), 32u);
  EXPECT_LE(Count("if(0.5,0.5){" + Four + "| " + Four + "}" + Branch), 32u);
  EXPECT_EQ(Count("if(0.5,0.5){" + Four + Branch + "| C1}"), 17u);
  std::string Chain = "C1";
  for (unsigned I = 0; I < 60; ++I)
    Chain = ("if(0.9,0.1){" + llvm::Twine(Chain) + " | C1}").str();
  EXPECT_EQ(Count(Chain), 32u);
  std::string Switch;
  for (unsigned I = 0; I < 12; ++I)
    Switch += "if(0.5,0.5){" + Four + "| C1} ";
  EXPECT_LE(Count(Switch), 32u);
}

} // namespace
