//===- ParallelismTest.cpp - Equations (1)-(8) ----------------------------===//

#include "analysis/workflow/Parallelism.h"
#include "test/unit/golden/GoldenCases.h"
#include "gtest/gtest.h"
#include <cmath>

using namespace kernelcast;

namespace {

void expectNear(double Actual, double Expected) {
  EXPECT_NEAR(Actual, Expected, 1e-9 * (1 + std::abs(Expected)));
}

TEST(Parallelism, EffectiveWarps) {
  GoldenCase Case = golden("BG.eq1");
  double Local = Case.In["WLP_local"].number();
  double Average = Case.In["WLP_avg"].number();
  EXPECT_GOLDEN(
      effectiveParallelism(Local, Average, Case.In["NUM_blocks"].number()),
      Case.Out["WLP_effect"]);
  expectNear(effectiveParallelism(Local, Average, 1), Local);
}

TEST(Parallelism, EffectiveInstructions) {
  GoldenCase Case = golden("BG.eq2");
  EXPECT_GOLDEN(effectiveParallelism(Case.In["ILP_local"].number(),
                                     Case.In["ILP_avg"].number(),
                                     Case.In["NUM_blocks"].number()),
                Case.Out["ILP_effect"]);
}

// By the number of warps.
TEST(Parallelism, ComputeLatencySweep) {
  GoldenCase Case = golden("BG.lat_comp_sweep");
  double Ratio = Case.In["warp"].number() / Case.In["simd"].number();
  for (const std::string &Warps : Case.Out.names())
    EXPECT_GOLDEN(computeLatency(Case.In["pipe"].number(), Ratio,
                                 Case.In["ILP"].number(), std::stod(Warps)),
                  Case.Out[Warps]);
}

// A root with n instructions and two branch sides with p and q.
TEST(Parallelism, AveragesOverRegions) {
  GoldenCase Case = golden("BG.eq7_eq8");
  auto In = [&](const char *Name) { return Case.In[Name].number(); };
  std::vector<ParallelismRegion> Regions(3);
  Regions[0] = {In("n"), In("rho3"), 1, In("ILP_n"), NoRegion};
  Regions[1] = {In("p"), In("rho1"), 1, In("ILP_p"), 0};
  Regions[2] = {In("q"), In("rho2"), 1, In("ILP_q"), 0};
  for (bool CountTrips : {false, true}) {
    auto P = regionParallelism(Regions, In("WLP_max"), 1, CountTrips);
    EXPECT_GOLDEN(P[0].WlpLocal, Case.Out["WLP_local"]["n"]);
    EXPECT_GOLDEN(P[1].WlpLocal, Case.Out["WLP_local"]["p"]);
    EXPECT_GOLDEN(P[2].WlpLocal, Case.Out["WLP_local"]["q"]);
    EXPECT_GOLDEN(P[0].WlpAverage, Case.Out["WLP_avg"]);
    EXPECT_GOLDEN(P[0].IlpAverage, Case.Out["ILP_avg"]);
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

TEST(Parallelism, LocalIlp) {
  GoldenCase Case = golden("BG.ilp_local");
  std::vector<llvm::SmallVector<unsigned, 2>> Uses(Case.In["n"].number());
  for (const std::string &User : Case.In["deps"].names())
    for (size_t I = 0; I != Case.In["deps"][User].size(); ++I)
      Uses.at(std::stoul(User)).push_back(Case.In["deps"][User][I].number());
  EXPECT_GOLDEN(localIlp(Uses), Case.Out["ILP"]);
  expectNear(localIlp({}), 1.0);
}

TEST(Parallelism, SharedNodeCycles) {
  GoldenCase Case = golden("BG.shared_node_cycles");
  GoldenValue Degrees = Case.In["degrees_per_halfwarp"];
  for (size_t I = 0; I != Degrees.size(); ++I)
    EXPECT_GOLDEN(
        sharedCycles(Degrees[I][size_t(0)].number() + Degrees[I][1].number(),
                     Case.In["half"].number(), Case.In["simd"].number()),
        Case.Out[I]);
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
