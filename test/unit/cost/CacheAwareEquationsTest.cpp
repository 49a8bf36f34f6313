//===- CacheAwareEquationsTest.cpp - Pöppl and Herz -----------------------===//

#include "cost_models/cache-aware/CacheAwareEquations.h"
#include "cost_models/cache-aware/SaturationCurve.h"
#include "test/unit/golden/GoldenCases.h"
#include <random>

using namespace kernelcast;

namespace {

template <typename T> T take(llvm::Expected<T> Value) {
  if (!Value) {
    ADD_FAILURE() << llvm::toString(Value.takeError());
    return T();
  }
  return std::move(*Value);
}

template <typename T> bool isRefused(llvm::Expected<T> Value) {
  bool Refused = !Value;
  llvm::consumeError(Value.takeError());
  return Refused;
}

llvm::Expected<CacheAwareResult> cacheAwareTime(const CacheAwareInputs &In) {
  GpuSpec Gpu;
  Equations<double> Silent(Gpu);
  return kernelcast::cacheAwareTime(Silent, In);
}

TEST(CacheAwareEquations, Utilisation) {
  for (const GoldenCase &Case : goldenCases("PH.U_*")) {
    SCOPED_TRACE(Case.Key);
    double Items = Case.In["n_wg"].number(), Units = Case.In["n_xu"].number();
    double U = groupUtilisation(Items, Units);
    EXPECT_GOLDEN(U, Case.Out["U"]);
    // As the slides print it: the passes, begun ones in part.
    EXPECT_GOLDEN(U * std::ceil(Items / Units), Case.Out["raw"]);
    EXPECT_GOLDEN(1 / U, Case.Out["slowdown"]);
  }
}

SaturationCurve curve(const GoldenValue &In) {
  return {In["a"].number(),  In["b"].number(),  In["c"].number(),
          In["a2"].number(), In["c2"].number(), In["sat"].number()};
}

TEST(CacheAwareEquations, Saturation) {
  GoldenCase Case = golden("PH.W_example");
  SaturationCurve W = curve(Case.In);
  ASSERT_EQ(Case.Out.names().size(), 6u);
  for (const std::string &Operations : Case.Out.names())
    EXPECT_GOLDEN(W.at(std::stod(Operations)), Case.Out[Operations]);
  EXPECT_EQ(W.at(0), 0); // an operation that is not there
}

TEST(CacheAwareEquations, Kernel) {
  GoldenCase Case = golden("PH.kernel_example");
  CacheAwareInputs In;
  In.WorkItems = Case.In["n_wi"].number();
  In.GroupItems = Case.In["n_wg"].number();
  In.ExecutionUnits = Case.In["n_xu"].number();
  In.BasePerItem = Case.In["base"][0].number();
  In.BaseFixed = Case.In["base"][1].number();
  for (size_t I = 0; I < Case.In["ops"].size(); ++I)
    In.Operations.push_back(
        {Case.In["ops"][I][0].number(), Case.In["ops"][I][1].number()});
  CacheAwareResult R = take(cacheAwareTime(In)); // in microseconds
  EXPECT_GOLDEN(R.Seconds, Case.Out["t_us"]);
  EXPECT_GOLDEN(R.Share, Case.Out["U"]);
}

// The paper's one table: times of a whole launch by kind of operation, for a
// number of work-items that it does not give; so one "item" here is the launch.
TEST(CacheAwareEquations, TableOfTheSlides) {
  GoldenCase Case = golden("PH.sq_mod_table");
  CacheAwareInputs In;
  In.WorkItems = 1;
  In.GroupItems = 1024;
  In.ExecutionUnits = 32;
  std::vector<std::string> Names;
  for (size_t I = 0; I < Case.In.size(); ++I) {
    GoldenValue Row = Case.In[I];
    if (Row[0].text() == "base") {
      In.BaseFixed = Row[2].number();
      continue;
    }
    Names.push_back(Row[0].text());
    In.Operations.push_back({1, Row[2].number()});
  }
  CacheAwareResult R = take(cacheAwareTime(In));
  EXPECT_GOLDEN(R.Seconds, Case.Out["sum_us"]);
  double Printed = Case.Paper.number();
  EXPECT_GOLDEN(Printed - R.Seconds, Case.Out["diff_to_8089"]);
  EXPECT_LE(Printed - R.Seconds, Case.Out["rounding_half_width"].number());
  EXPECT_GOLDEN(R.Sum / Printed, Case.Out["implied_U_nominal"]);
  EXPECT_LE(Case.Out["implied_U_range"][0].number(), R.Share);
  EXPECT_GE(Case.Out["implied_U_range"][1].number(), R.Share);
  EXPECT_GOLDEN(R.Base / R.Sum, Case.Out["share"]["base"]);
  for (size_t I = 0; I < Names.size(); ++I)
    EXPECT_GOLDEN(R.Operations[I] / R.Sum, Case.Out["share"][Names[I]]);
}

TEST(CacheAwareEquations, Transfer) {
  GoldenCase Case = golden("PH.transfer");
  TransferLine Line;
  Line.Startup = Case.In["lat"].number();
  Line.Bandwidth = Case.In["bw"].number();
  auto Seconds = [&](TransferUnit Unit) {
    return take(itemTransferSeconds(Line, Case.In["n_wi"].number(),
                                    Case.In["s_wi"].number(), Unit));
  };
  EXPECT_GOLDEN(Seconds(TransferUnit::Bytes), Case.Out["t_s"]);
  EXPECT_GOLDEN(Seconds(TransferUnit::Elements),
                Case.Out["t_s_slide_literal_elements"]);
}

// Never above 1, and 1 exactly for whole passes.
TEST(CacheAwareEquations, UtilisationIsAShare) {
  for (unsigned Units : {1u, 16u, 32u, 100u})
    for (unsigned Items = 1; Items <= 1024; ++Items) {
      double Share = groupUtilisation(Items, Units);
      EXPECT_GT(Share, 0);
      EXPECT_LE(Share, 1);
      EXPECT_EQ(Share == 1, Items % Units == 0);
    }
}

// A curve that was sampled is found again, and predicts between its points.
TEST(CacheAwareEquations, FitFindsTheCurve) {
  SaturationCurve Wanted = curve(golden("PH.W_example").In);
  std::vector<std::pair<double, double>> Points;
  for (unsigned N = 1; N <= 64; ++N)
    Points.push_back({N, 3e-9 * Wanted.at(N)});
  SaturationFit Fit = take(fitSaturation(Points));
  EXPECT_NEAR(Fit.One, 3e-9, 1e-14);
  EXPECT_NEAR(Fit.Curve.at(1), 1, 1e-9);
  EXPECT_LT(Fit.Residual, 1e-3);
  for (double N : {2.5, 7.0, 16.0, 20.5, 64.0, 100.0})
    EXPECT_NEAR(Fit.Curve.at(N), Wanted.at(N), 1e-2 * Wanted.at(N)) << N;
}

// Two percent of noise, the same every time, moves it by about as much.
TEST(CacheAwareEquations, FitStandsNoise) {
  SaturationCurve Wanted = curve(golden("PH.W_example").In);
  std::mt19937 Random(1);
  std::uniform_real_distribution<double> Noise(0.98, 1.02);
  std::vector<std::pair<double, double>> Points;
  for (unsigned N = 1; N <= 64; ++N)
    Points.push_back({N, Noise(Random) * Wanted.at(N)});
  SaturationFit Fit = take(fitSaturation(Points));
  for (double N : {2.0, 8.0, 16.0, 32.0, 64.0})
    EXPECT_NEAR(Fit.One * Fit.Curve.at(N), Wanted.at(N), 0.05 * Wanted.at(N))
        << N;
}

TEST(CacheAwareEquations, FitOfAStraightLine) {
  SaturationFit Fit = take(fitSaturation({{1, 2.0}, {2, 4.0}, {4, 8.0}}));
  EXPECT_NEAR(Fit.Curve.at(3), 3, 1e-9);
  EXPECT_NEAR(Fit.Curve.at(40), 40, 1e-9);
}

// Measurements of one count belong to one part of the curve, which goes through
// their middle, (1 + 9) / 2, even if two parts would meet all points between
// them.
TEST(CacheAwareEquations, FitDoesNotDivideACount) {
  SaturationFit Fit =
      take(fitSaturation({{1, 1}, {2, 1}, {3, 1}, {3, 9}, {4, 9}, {5, 9}}));
  EXPECT_NEAR(Fit.One * Fit.Curve.at(3), 5, 0.5);
}

TEST(CacheAwareEquations, DegenerateInputIsAnError) {
  CacheAwareInputs In;
  In.WorkItems = In.GroupItems = In.ExecutionUnits = 32;
  EXPECT_FALSE(isRefused(cacheAwareTime(In)));
  for (double CacheAwareInputs::*Size :
       {&CacheAwareInputs::GroupItems, &CacheAwareInputs::ExecutionUnits}) {
    for (double Wrong : {0.0, -32.0}) {
      In.*Size = Wrong;
      EXPECT_TRUE(isRefused(cacheAwareTime(In)));
    }
    In.*Size = 32;
  }
  In.Operations = {{1, -1}};
  EXPECT_TRUE(isRefused(cacheAwareTime(In)));
  In.Operations = {{1e200, 1e200}};
  EXPECT_TRUE(isRefused(cacheAwareTime(In)));
  In.Operations.clear();
  In.WorkItems = 0;
  EXPECT_TRUE(isRefused(cacheAwareTime(In)));
  EXPECT_TRUE(isRefused(fitSaturation({{1, 1.0}, {2, 2.0}})));
  EXPECT_TRUE(isRefused(fitSaturation({{0, 1.0}, {2, 2.0}, {3, 3.0}})));
  EXPECT_TRUE(isRefused(fitSaturation({{1, NAN}, {2, 2.0}, {3, 3.0}})));
  // A time may be too short to be measured, but not negative.
  EXPECT_FALSE(isRefused(fitSaturation({{1, 1.0}, {2, 0.0}, {3, 1.0}})));
  EXPECT_TRUE(isRefused(fitSaturation({{1, 1.0}, {2, -1.0}, {3, 1.0}})));
}

} // namespace
