//===- WorkflowPassesTest.cpp - The paper's examples, end to end ----------===//

#include "cost_models/wfg/WorkflowPasses.h"
#include "test/unit/golden/GoldenCases.h"
#include "test/unit/workflow/ParsedWorkflow.h"
#include "gtest/gtest.h"
#include <cmath>

using namespace kernelcast;

namespace {

void expectNear(double Actual, double Expected) {
  EXPECT_NEAR(Actual, Expected, 1e-9 * (1 + std::abs(Expected)));
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

WorkflowPasses runPasses(const WorkflowGraph &Graph,
                         const WorkflowMachine &Machine,
                         const std::vector<RegionParallelism> &Regions) {
  GpuSpec Gpu;
  Equations<double> Silent(Gpu);
  return kernelcast::runPasses(Silent, Graph, WorkflowWaits(Graph), Machine,
                               Regions, Regions.front());
}

// C2 -> M -> C1 with 16 warps: 4 * 4 cycles of issue, 128 / 4 cycles of memory,
// (32 - 16) / 1 + 4 for the memory node, 250 - 15 * 8 exposed, of which the
// node itself covers 20.
TEST(WorkflowPasses, FigureOne) {
  GoldenCase Case = golden("BG.fig1");
  double Warps = Case.In["WLP"].number();
  WorkflowGraph Graph = parsedWorkflow("C2 m=L128 c=C1 ; m->c");
  std::vector<RegionParallelism> Whole{{Warps, Warps, Warps, 1, 1, 1}};
  WorkflowPasses P = runPasses(Graph, paperMachine(), Whole);
  EXPECT_GOLDEN(P.ComputeLatency[0], Case.Out["latency_comp"]);
  EXPECT_GOLDEN(P.ComputeCycles, Case.Out["CYC_compute"]);
  EXPECT_GOLDEN(P.MemoryCycles, Case.Out["CYC_mem"]);
  EXPECT_GOLDEN(P.NonBlockingCycles, Case.Out["NBC_avg"]);
  EXPECT_GOLDEN(P.BandwidthLatency, Case.Out["Latency_BW"]);
  EXPECT_GOLDEN(P.ExposedLatency[0], Case.Out["Latency_exposed"]);
  ASSERT_EQ(P.Full.Residuals.size(), 1u);
  EXPECT_GOLDEN(P.Full.Residuals[0].Cycles, Case.Out["residual"]);
  EXPECT_GOLDEN(P.BandwidthLatency + P.Full.Residuals[0].Cycles,
                Case.Out["W_new_M_C1"]);
  EXPECT_GOLDEN(P.BandwidthCycles, Case.Out["W_BW_only"]);
  EXPECT_GOLDEN(P.FullCycles, Case.Out["warp_latency"]);
}

constexpr std::pair<WaveComposition, const char *> Compositions[] = {
    {WaveComposition::Round, "round"},
    {WaveComposition::Serial, "serial"},
    {WaveComposition::PerWave, "perwave"}};

// 25600 warps, 16 at a time on 16 SMs: 100 waves. The bandwidth alone needs
// 16 * 32 = 512 cycles a wave.
TEST(WorkflowPasses, KernelCycles) {
  std::vector<GoldenCase> Cases = goldenCases("BG.time_*");
  EXPECT_EQ(Cases.size(), std::size(Compositions));
  for (const GoldenCase &Case : Cases) {
    WaveComposition Composition =
        llvm::find_if(Compositions, [&](const auto &C) {
          return llvm::StringRef(Case.Key).ends_with(C.second);
        })->first;
    auto In = [&](const char *Key) { return Case.In[Key].number(); };
    EXPECT_GOLDEN(kernelCycles(Composition, In("WLP"), In("W_bw"), In("W_full"),
                               In("total_warps"), In("SMs"), In("waves")),
                  Case.Out["cycles"]);
  }
}

// The whole chain: C3, a loop of 4 over {load, C1, a branch, the load's use},
// a store; 8 warps in 2 blocks, 480 blocks of 4 warps on 16 SMs. The golden
// case uses the kernel's effective parallelism for every region.
TEST(WorkflowPasses, Pipeline) {
  GoldenCase Case = golden("BG.pipeline");
  auto In = [&](const char *Key) { return Case.In[Key].number(); };
  WorkflowGraph Graph = parsedWorkflow(
      "C3 loop(4){ld=L128 C1 if(0.5,0.5){C5 | C2} u=C2} W128 ; ld->u");
  auto Regions = regionParallelism(Graph.Regions, In("WLP_max"),
                                   In("NUM_blocks"), /*CountTrips=*/true);
  EXPECT_GOLDEN(Regions[0].WlpAverage, Case.Out["WLP_avg"]);
  EXPECT_GOLDEN(Regions[0].WlpEffective, Case.Out["WLP_effect"]);
  std::vector<RegionParallelism> Whole(Regions.size(), Regions[0]);
  WorkflowPasses P = runPasses(Graph, paperMachine(), Whole);
  EXPECT_GOLDEN(P.ComputeLatency[0], Case.Out["Latency_comp"]);
  EXPECT_GOLDEN(P.ComputeCycles, Case.Out["CYC_compute"]);
  EXPECT_GOLDEN(P.Counts.MemoryInstructions, Case.Out["NUM_mem"]);
  EXPECT_GOLDEN(P.Counts.Bytes, Case.Out["NUM_bytes"]);
  EXPECT_GOLDEN(P.MemoryCycles, Case.Out["CYC_mem"]);
  EXPECT_GOLDEN(P.BandwidthLatency, Case.Out["Latency_BW"]);
  EXPECT_GOLDEN(P.NonBlockingCycles, Case.Out["NBC"]);
  EXPECT_GOLDEN(P.ExposedLatency[0], Case.Out["Latency_exposed"]);
  EXPECT_GOLDEN(P.BandwidthCycles, Case.Out["W_bw"]);
  EXPECT_GOLDEN(P.FullCycles, Case.Out["W_full"]);
  double Warps = In("blocks") * In("warps_per_block");
  for (auto [Composition, Name] : Compositions)
    EXPECT_GOLDEN(kernelCycles(Composition, In("WLP_max"), P.BandwidthCycles,
                               P.FullCycles, Warps, In("SMs"), In("waves")),
                  Case.Out["kernel_cycles"][Name]);
}

// Special functions issue on 2 lanes: 16 cycles each, pipeline hidden.
TEST(WorkflowPasses, UnitsHaveTheirOwnIssueCost) {
  WorkflowGraph Graph = parsedWorkflow("C2 C3.sfu S2");
  std::vector<RegionParallelism> Warps{{16, 16, 16, 1, 1, 1}};
  WorkflowPasses P = runPasses(Graph, paperMachine(), Warps);
  // 2 * 4 + 3 * 16 + two half-warps of 16 lanes on 8.
  expectNear(P.ComputeCycles, 8 + 48 + 4);
  expectNear(P.FullCycles, P.ComputeCycles);
}

} // namespace
