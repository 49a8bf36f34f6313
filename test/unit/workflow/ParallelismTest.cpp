//===- ParallelismTest.cpp - Equations (1)-(8) ----------------------------===//

#include "analysis/workflow/Parallelism.h"
#include "gtest/gtest.h"
#include <cmath>

using namespace kernelcast;

namespace {

void expectNear(double Actual, double Expected) {
  EXPECT_NEAR(Actual, Expected, 1e-9 * (1 + std::abs(Expected)));
}

// Golden case BG.eq1: (4 + 2 * 10) / 3.
TEST(Parallelism, EffectiveWarps) { // BG.eq1
  expectNear(effectiveParallelism(4, 10, 3), 8.0);
  expectNear(effectiveParallelism(4, 10, 1), 4.0);
}

// Golden case BG.eq2: (2 + 2 * 1.5) / 3.
TEST(Parallelism, EffectiveInstructions) { // BG.eq2
  expectNear(effectiveParallelism(2.0, 1.5, 3), 1.6666666666666667);
}

// Golden case BG.lat_comp_sweep: pipeline of 24 cycles, r = 32 / 8 = 4. From
// 6 warps on the pipeline is full.
TEST(Parallelism, ComputeLatencySweep) { // BG.lat_comp_sweep
  const std::pair<double, double> Expected[] = {{1, 6.0},  {2, 3.0}, {3, 2.0},
                                                {4, 1.5},  {6, 1.0}, {8, 1.0},
                                                {16, 1.0}, {24, 1.0}};
  for (auto [Wlp, Latency] : Expected)
    expectNear(computeLatency(24, 32.0 / 8, 1, Wlp), Latency);
}

// Golden case BG.eq7_eq8: a root with n = 8 and two branch sides p = 10 at
// rho 0.5 and q = 5 at rho 0.75, 24 warps.
TEST(Parallelism, AveragesOverRegions) { // BG.eq7_eq8
  std::vector<ParallelismRegion> Regions(3);
  Regions[0] = {8, 1.0, 1, 1.6, NoRegion};
  Regions[1] = {10, 0.5, 1, 2.0, 0};
  Regions[2] = {5, 0.75, 1, 1.25, 0};
  for (bool CountTrips : {false, true}) {
    auto P = regionParallelism(Regions, 24, 1, CountTrips);
    expectNear(P[0].WlpLocal, 24.0);
    expectNear(P[1].WlpLocal, 12.0);
    expectNear(P[2].WlpLocal, 18.0);
    expectNear(P[0].WlpAverage, 17.47826086956522);
    expectNear(P[0].IlpAverage, 1.6410447761194031);
  }
}

// A loop of 4 with 5 instructions after 3 plain ones, half of the warps in the
// loop, 8 warps: trips weigh the loop 20 : 3, as printed they would 5 : 3.
TEST(Parallelism, TripsCountOnlyWhenCorrected) {
  std::vector<ParallelismRegion> Regions(2);
  Regions[0] = {3, 1.0, 1, 1, NoRegion};
  Regions[1] = {5, 0.5, 4, 1, 0};
  expectNear(regionParallelism(Regions, 8, 1, true)[0].WlpAverage,
             (3 * 8 + 20 * 4) / 23.0);
  expectNear(regionParallelism(Regions, 8, 1, false)[0].WlpAverage,
             (3 * 8 + 5 * 4) / 8.0);
}

// Golden case BG.ilp_local: chain 0 -> 2 -> 3, six instructions.
TEST(Parallelism, LocalIlp) { // BG.ilp_local
  std::vector<llvm::SmallVector<unsigned, 2>> Uses(6);
  Uses[2] = {0, 1};
  Uses[3] = {2};
  Uses[5] = {4};
  expectNear(localIlp(Uses), 2.0);
  expectNear(localIlp({}), 1.0);
}

// Degrees per half-warp of 16 lanes on 8 lanes: 2 cycles a degree.
TEST(Parallelism, SharedNodeCycles) { // BG.shared_node_cycles
  expectNear(sharedCycles(1 + 1, 16, 8), 4.0);
  expectNear(sharedCycles(2 + 2, 16, 8), 8.0);
  expectNear(sharedCycles(16 + 16, 16, 8), 64.0);
  expectNear(sharedCycles(1 + 4, 16, 8), 10.0);
}

// More warps than needed hide everything; the value stays at 0.
TEST(Parallelism, ExposedLatencyIsClamped) {
  expectNear(exposedLatency(250, 100, 8), 0.0);
  expectNear(exposedLatency(250, 16, 8), 130.0);
}

TEST(Parallelism, NoMemoryInstructionsIsDefined) {
  expectNear(bandwidthLatency(0, 10, 0, 4), 4.0);
  expectNear(nonBlockingCycles(10, 0, 0), 10.0);
}

} // namespace
