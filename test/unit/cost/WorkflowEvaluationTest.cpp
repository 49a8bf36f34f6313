//===- WorkflowEvaluationTest.cpp - What a breakdown blames ---------------===//

#include "cost_models/wfg/WorkflowBreakdown.h"
#include "test/unit/workflow/ParsedWorkflow.h"
#include "gtest/gtest.h"
#include <cmath>

using namespace kernelcast;

namespace {

/// One SM, 8 lanes, one wave of 8 warps in one block; memory is no limit.
WorkflowSetting setting() {
  WorkflowSetting S;
  S.Machine.IssueCycles = {4, 4, 4};
  S.Machine.Pipeline = {24, 24, 24};
  S.Machine.BankLanes = 32;
  S.Machine.SharedLanes = 8;
  S.Machine.MemoryLatency = 400;
  S.Machine.BytesPerCycle = 1e9;
  S.DramBytesPerCycle = 1e9;
  S.Wlp = S.Warps = 8;
  return S;
}

WorkflowEvaluation evaluate(const WorkflowGraph &Graph,
                            const WorkflowSetting &Setting) {
  GpuSpec Gpu;
  Equations<double> Silent(Gpu);
  return kernelcast::evaluate(Silent, Graph, WorkflowWaits(Graph), Setting);
}

llvm::SmallVector<BreakdownItem, 8> explain(const WorkflowGraph &Graph,
                                            const WorkflowSetting &Setting) {
  double Cycles = evaluate(Graph, Setting).Cycles;
  GpuSpec Gpu;
  Equations<double> Silent(Gpu);
  auto Items =
      breakdown(Silent, Graph, WorkflowWaits(Graph), Setting, {}, Cycles);
  double Sum = 0;
  for (const BreakdownItem &Item : Items) {
    EXPECT_GE(Item.Cycles, 0) << name(Item.What).str();
    Sum += Item.Cycles;
  }
  EXPECT_NEAR(Sum, Cycles + Setting.LaunchCycles, 1e-9 * (1 + Cycles));
  return Items;
}

double item(llvm::ArrayRef<BreakdownItem> Items, Cost What) {
  for (const BreakdownItem &Item : Items)
    if (Item.What == What)
      return Item.Cycles;
  return 0;
}

// 100 instructions at 4 cycles, 8 warps, pipeline full.
TEST(WorkflowBreakdown, InstructionIssue) {
  auto Items = explain(parsedWorkflow("C100"), setting());
  EXPECT_EQ(Items[0].What, Cost::InstructionIssue);
  EXPECT_NEAR(Items[0].Cycles, 8 * 400, 1e-6);
}

// One warp alone waits 24 / 4 slots for each instruction: 6 times 4 cycles, of
// which one slot is issue.
TEST(WorkflowBreakdown, PipelineLatency) {
  WorkflowSetting S = setting();
  S.Wlp = S.Warps = 1;
  auto Items = explain(parsedWorkflow("C100"), S);
  EXPECT_EQ(Items[0].What, Cost::PipelineLatency);
  EXPECT_NEAR(Items[0].Cycles, 100 * 5 * 4, 1e-6);
  EXPECT_NEAR(item(Items, Cost::InstructionIssue), 100 * 4, 1e-6);
}

// 16-way conflicts: 16 steps of 4 cycles instead of 1, for 8 warps.
TEST(WorkflowBreakdown, BankConflicts) {
  WorkflowGraph Graph = parsedWorkflow("C2 S16");
  Graph.Nodes[1].IdealBankSteps = 1;
  auto Items = explain(Graph, setting());
  EXPECT_EQ(Items[0].What, Cost::BankConflicts);
  EXPECT_NEAR(Items[0].Cycles, 8 * 15 * 4, 1e-6);
}

// Every warp takes both sides; without divergence half of each.
TEST(WorkflowBreakdown, Divergence) {
  auto Items = explain(parsedWorkflow("if(1,1){C50 | C50}"), setting());
  EXPECT_NEAR(item(Items, Cost::Divergence), 8 * 50 * 4, 1e-6);
}

// Four times the bytes that the lanes ask for, at 1 byte a cycle: 512 cycles a
// warp, of which 384 fetch what nobody wants, 128 - 12 are bandwidth and 12
// issue (two instructions and the store).
TEST(WorkflowBreakdown, UncoalescedAccess) {
  WorkflowSetting S = setting();
  S.Machine.BytesPerCycle = 1;
  WorkflowGraph Graph = parsedWorkflow("C2 W512");
  Graph.Nodes[1].IdealBytes = 128;
  auto Items = explain(Graph, S);
  EXPECT_NEAR(item(Items, Cost::UncoalescedAccess), 8 * 384, 1e-6);
  EXPECT_NEAR(item(Items, Cost::DramBandwidth), 8 * 116, 1e-6);
  EXPECT_NEAR(item(Items, Cost::InstructionIssue), 8 * 12, 1e-6);
  EXPECT_EQ(item(Items, Cost::MemoryLatency), 0); // a store is not waited for
}

TEST(WorkflowBreakdown, MemoryLatency) {
  auto Items = explain(parsedWorkflow("m=L128 c=C1 ; m->c"), setting());
  EXPECT_EQ(Items[0].What, Cost::MemoryLatency);
}

// Barriers issue, and split the computation that hides memory latency.
TEST(WorkflowBreakdown, Barriers) {
  auto Items = explain(parsedWorkflow("C10 B B B B"), setting());
  EXPECT_NEAR(item(Items, Cost::Barriers), 8 * 4 * 4, 1e-6);
}

TEST(WorkflowBreakdown, LaunchKeepsItsOwnItem) {
  WorkflowSetting S = setting();
  S.LaunchCycles = 123;
  auto Items = explain(parsedWorkflow("C1"), S);
  EXPECT_NEAR(item(Items, Cost::KernelLaunch), 123, 1e-9);
}

// An empty kernel costs nothing but is no error.
TEST(WorkflowBreakdown, EmptyKernel) {
  auto Items = explain(parsedWorkflow(""), setting());
  EXPECT_EQ(Items[0].Cycles, 0);
}

// 10000 bytes at 10 bytes a cycle cannot take less than 1000 cycles.
TEST(WorkflowBreakdown, BandwidthFloor) {
  WorkflowSetting S = setting();
  S.DramBytes = 10000;
  S.DramBytesPerCycle = 10;
  WorkflowEvaluation E = evaluate(parsedWorkflow("C1"), S);
  EXPECT_EQ(E.FloorCycles, 1000);
  EXPECT_EQ(E.Cycles, 1000);
  EXPECT_EQ(explain(parsedWorkflow("C1"), S)[0].What, Cost::DramBandwidth);
  S.Corrected = false;
  EXPECT_EQ(evaluate(parsedWorkflow("C1"), S).Cycles, 32);
}

// Fewer lanes for integers and for accesses than the engine has: 32 / 4 cycles
// for each of 3 integer instructions, 32 / 16 for each of 2 accesses to shared
// memory and 1 to global. The loop, the branch and the barrier take neither.
TEST(WorkflowBreakdown, NarrowLanes) {
  WorkflowGraph Graph = parsedWorkflow("C3 loop(2){S1} if(1,0){L128 | C1} B");
  Graph.Nodes[Graph.Root[0]].IntegerInstructions = 3;
  WorkflowSetting S = setting();
  S.AccessLanes = 16;
  EXPECT_EQ(evaluate(Graph, S).UnitCycles, 8 * 3 * 2);
  S.IntegerLanes = 4;
  EXPECT_EQ(evaluate(Graph, S).UnitCycles, 8 * 3 * 8);
}

// A region that one warp in a thousand enters does not wait for a thousand
// pipelines: 24 cycles an instruction at most, 0.024 on average.
TEST(WorkflowBreakdown, RareRegionsAreCheap) {
  double Cycles =
      evaluate(parsedWorkflow("if(0.001,0.999){C10}"), setting()).Cycles;
  EXPECT_LE(Cycles, 8 * 0.001 * 10 * 24 + 1e-9);
}

} // namespace
