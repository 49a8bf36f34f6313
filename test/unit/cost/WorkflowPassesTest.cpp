//===- WorkflowPassesTest.cpp - The paper's examples, end to end ----------===//

#include "cost_models/wfg/WorkflowPasses.h"
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

/// Warps of 32 on 8 lanes, pipeline of 24 cycles, 250 cycles to memory, 4 bytes
/// a cycle and SM: the GeForce 8800 GTX of the paper.
WorkflowMachine paperMachine() {
  WorkflowMachine Machine;
  Machine.IssueCycles = {4, 16, 4};
  Machine.Pipeline = {24, 24, 24};
  Machine.MemoryLatency = 250;
  Machine.BytesPerCycle = 4;
  Machine.BankLanes = 16;
  Machine.SharedLanes = 8;
  Machine.Rule = BranchRule::Faithful;
  return Machine;
}

// C2 -> M -> C1 with 16 warps: 4 * 4 cycles of issue, 128 / 4 cycles of memory,
// (32 - 16) / 1 + 4 for the memory node, 250 - 15 * 8 exposed, of which the
// node itself covers 20.
TEST(WorkflowPasses, FigureOne) { // BG.fig1
  WorkflowGraph Graph = parse("C2 m=L128 c=C1 ; m->c");
  std::vector<RegionParallelism> Warps{{16, 16, 16, 1, 1, 1}};
  WorkflowPasses P = runPasses(Graph, paperMachine(), Warps);
  expectNear(P.ComputeLatency[0], 1.0);
  expectNear(P.ComputeCycles, 16.0);
  expectNear(P.MemoryCycles, 32.0);
  expectNear(P.NonBlockingCycles, 8.0);
  expectNear(P.BandwidthLatency, 20.0);
  expectNear(P.ExposedLatency[0], 130.0);
  ASSERT_EQ(P.Full.Residuals.size(), 1u);
  expectNear(P.Full.Residuals[0].Cycles, 110.0);
  expectNear(P.BandwidthLatency + P.Full.Residuals[0].Cycles, 130.0);
  expectNear(P.BandwidthCycles, 32.0);
  expectNear(P.FullCycles, 142.0);
}

// 25600 warps, 16 at a time on 16 SMs: 100 waves. The bandwidth alone needs
// 16 * 32 = 512 cycles a wave.
TEST(WorkflowPasses, KernelCycles) {
  const std::tuple<const char *, WaveComposition, double> Cases[] = {
      {"BG.time_round", WaveComposition::Round, 62200.0},
      {"BG.time_serial", WaveComposition::Serial, 227200.0},
      {"BG.time_perwave", WaveComposition::PerWave, 14200.0}};
  for (auto [Key, Composition, Cycles] : Cases) {
    SCOPED_TRACE(Key);
    expectNear(kernelCycles(Composition, 16, 32, 142, 25600, 16, 100), Cycles);
  }
}

// The whole chain: C3, a loop of 4 over {load, C1, a branch, the load's use},
// a store; 8 warps in 2 blocks, 480 blocks of 4 warps on 16 SMs. The golden
// case uses the kernel's effective parallelism for every region.
TEST(WorkflowPasses, Pipeline) { // BG.pipeline
  WorkflowGraph Graph =
      parse("C3 loop(4){ld=L128 C1 if(0.5,0.5){C5 | C2} u=C2} W128 ; ld->u");
  auto Regions = regionParallelism(Graph.Regions, 8, 2, /*CountTrips=*/true);
  expectNear(Regions[0].WlpAverage, 5.395348837209302);
  expectNear(Regions[0].WlpEffective, 6.697674418604651);
  std::vector<RegionParallelism> Whole(Regions.size(), Regions[0]);
  WorkflowPasses P = runPasses(Graph, paperMachine(), Whole);
  expectNear(P.ComputeLatency[0], 1.0);
  expectNear(P.ComputeCycles, 136.0);
  expectNear(P.Counts.MemoryInstructions, 5);
  expectNear(P.Counts.Bytes, 640.0);
  expectNear(P.MemoryCycles, 160.0);
  expectNear(P.BandwidthLatency, 8.8);
  expectNear(P.NonBlockingCycles, 22.666666666666668);
  expectNear(P.ExposedLatency[0], 120.85271317829458);
  expectNear(P.BandwidthCycles, 160.0);
  expectNear(P.FullCycles, 536.2108527131783);
  auto Kernel = [&](WaveComposition C) {
    return kernelCycles(C, 8, P.BandwidthCycles, P.FullCycles, 4 * 16 * 30, 16,
                        15);
  };
  expectNear(Kernel(WaveComposition::PerWave), 8043.162790697674);
  expectNear(Kernel(WaveComposition::Round), 24843.162790697672);
  expectNear(Kernel(WaveComposition::Serial), 64345.30232558139);
}

// Special functions issue on 2 lanes: 16 cycles each, pipeline hidden.
TEST(WorkflowPasses, UnitsHaveTheirOwnIssueCost) {
  WorkflowGraph Graph = parse("C2 C3.sfu S2");
  std::vector<RegionParallelism> Warps{{16, 16, 16, 1, 1, 1}};
  WorkflowPasses P = runPasses(Graph, paperMachine(), Warps);
  // 2 * 4 + 3 * 16 + two half-warps of 16 lanes on 8.
  expectNear(P.ComputeCycles, 8 + 48 + 4);
  expectNear(P.FullCycles, P.ComputeCycles);
}

} // namespace
