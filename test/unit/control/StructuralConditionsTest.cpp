//===- StructuralConditionsTest.cpp - Equations 9 to 12 -------------------===//
//
// Golden numbers for the paper's equations, and the recognition of conditions
// in expressions.
//===----------------------------------------------------------------------===//
#include "analysis/control/StructuralConditions.h"
#include "gtest/gtest.h"

using namespace kernelcast;

namespace {

void near(double Got, double Golden) {
  EXPECT_NEAR(Got, Golden, 1e-9 * std::max(1.0, std::abs(Golden)));
}

StructuralCondition condition(Relation R, InductionKind K, int64_t A, int64_t B,
                              int64_t Alpha, int64_t Beta, int64_t I,
                              int64_t T) {
  return {R, K, A, B, Alpha, Beta, I, T, 32};
}

constexpr auto Le = Relation::LessEqual, Mod = Relation::Divisible;
constexpr auto Lin = InductionKind::Linear, Geo = InductionKind::Geometric;

struct Golden {
  double I0, Eq12, Tail, Integer, Mean, W0;
  int64_t N0;
};

void check(const StructuralCondition &C, const Golden &G,
           const std::vector<double> &Active,
           const std::vector<double> &Divergent) {
  ConditionWeights W = replay(C);
  EXPECT_FALSE(W.Assumed);
  near(W.I0, G.I0);
  near(W.Eq12, G.Eq12);
  near(W.Eq12Tail, G.Tail);
  near(W.Eq12Integer, G.Integer);
  near(W.ExactMean, G.Mean);
  near(W.MeanWhileChanging, G.W0);
  EXPECT_EQ(W.ChangingIterations, G.N0);
  EXPECT_EQ(W.Active, Active);
  EXPECT_EQ(W.Divergent, Divergent);
  near(W.executionWeight(WeightMode::Faithful), G.Eq12);
  near(W.executionWeight(WeightMode::Corrected), G.Mean);
}

std::vector<double>
steps(std::initializer_list<std::pair<unsigned, double>> L) {
  std::vector<double> Result;
  for (auto [Count, Value] : L)
    Result.insert(Result.end(), Count, Value);
  return Result;
}

TEST(StructuralConditions, LinearComparison) { // BG.cond_le_lin
  auto C = condition(Le, Lin, 1, 0, 16, 0, 15, 256);
  check(C, {15.9375, 0.5625, 0.5625, 0.5625, 0.5625, 0.5625, 16},
        steps({{2, .125},
               {2, .25},
               {2, .375},
               {2, .5},
               {2, .625},
               {2, .75},
               {2, .875},
               {2, 1}}),
        steps({{16, .125}}));
  near(stepsExact(C), 1936);
  near(stepsEq10(C), 2056);
  near(stepsEq11(C), 2296);
}

TEST(StructuralConditions, LinearComparisonWithTail) { // BG.cond_le_lin_tail
  auto C = condition(Le, Lin, 1, 0, 32, 31, 15, 128);
  check(C, {3, 0.9, 0.9, 0.90625, 0.90625, 0.5, 3},
        steps({{1, .25}, {1, .5}, {1, .75}, {13, 1}}), steps({{16, 0}}));
  near(stepsExact(C), 1856);
  near(stepsEq10(C), 1918);
  near(stepsEq11(C), 382);
}

TEST(StructuralConditions, GeometricComparison) { // BG.cond_le_geo
  check(condition(Le, Geo, 1, 1, 1, 0, 8, 256),
        {8, 0.1875, 0.1875, 0.2777777777777778, 0.2777777777777778, 0.1875, 8},
        steps({{6, .125}, {1, .25}, {1, .5}, {1, 1}}),
        steps({{5, .125}, {4, 0}}));
}

TEST(StructuralConditions, ReductionTree) { // BG.cond_mod_geo_tree
  auto C = condition(Mod, Geo, 1, 0, 1, 1, 7, 256);
  check(C,
        {6.994353436858858, 0.8215726164066617, 0.8208667960140189, 0.734375,
         0.734375, 0.8214285714285714, 7},
        steps({{5, 1}, {1, .5}, {1, .25}, {1, .125}}),
        steps({{5, 1}, {1, .5}, {1, .25}, {1, .125}}));
  near(stepsDivisible(C), 16320);
}

TEST(StructuralConditions, ReductionTreeWithTail) { // BG.cond_mod_geo_tail
  check(condition(Mod, Geo, 1, 0, 1, 1, 11, 256),
        {6.994353436858858, 0.8864553013496939, 0.5678243247361938, 0.53125,
         0.53125, 0.8214285714285714, 7},
        steps({{5, 1}, {1, .5}, {1, .25}, {5, .125}}),
        steps({{5, 1}, {1, .5}, {1, .25}, {5, .125}}));
}

TEST(StructuralConditions, LinearDivisor) { // BG.cond_mod_lin
  auto C = condition(Mod, Lin, 1, 1, 1, 1, 63, 64);
  check(C, {63, 0.75, 0.75, 0.75, 0.75, 0.75, 64}, steps({{32, 1}, {32, .5}}),
        steps({{1, 0}, {31, 1}, {32, .5}}));
  near(stepsDivisible(C), 1040);
}

TEST(StructuralConditions, BothSidesOfAPredicate) {
  auto Of = [](auto Holds) { return predicateWeights(Holds, 256, 32); };
  auto Half = Of([](int64_t T) { return T < 128; }); // BG.rho_t<128
  near(Half.True, 0.5);
  near(Half.False, 0.5);
  auto Even = Of([](int64_t T) { return T % 2 == 0; }); // BG.rho_t%2==0
  near(Even.True, 1);
  near(Even.False, 1);
  auto Few = Of([](int64_t T) { return T < 40; }); // BG.rho_t<40
  near(Few.True, 0.25);
  near(Few.False, 0.875);
}

// Other relations and falling bounds have no steady state that equation (12)
// could use: replayed to the end, the corrected weight is the exact mean.
TEST(StructuralConditions, OtherRelationsAreReplayedWhole) {
  // t >= 64 - 16 i: 256 threads, 8 warps. i = 0: t >= 64, 6 of 8 warps; i = 1:
  // t >= 48, warp 1 in half, 7 of 8; i = 2: 7 of 8; i = 3: t >= 16, all.
  auto C = condition(Relation::GreaterEqual, Lin, 1, 0, -16, 64, 3, 256);
  ConditionWeights W = replay(C);
  EXPECT_EQ(W.Active, (std::vector<double>{.75, .875, .875, 1}));
  EXPECT_EQ(W.Divergent, (std::vector<double>{0, .125, 0, .125}));
  near(W.executionWeight(WeightMode::Corrected), 0.875);
  // t == 40 i: one warp each time while 40 i < 256, which ends with i = 6.
  C = condition(Relation::Equal, Lin, 1, 0, 40, 0, 9, 256);
  near(replay(C).ExactMean, 7.0 / 10 / 8);
}

TEST(StructuralConditions, BeyondTheBudgetIsTakenAsTrue) {
  auto C = condition(Le, Lin, 1, 0, 1, 0, 1000000000, 1024);
  ConditionWeights W = replay(C, 1000);
  EXPECT_TRUE(W.Assumed);
  EXPECT_EQ(W.executionWeight(WeightMode::Corrected), 1);
  C.Threads = 0;
  EXPECT_EQ(replay(C).ExactMean, 1);
}

TEST(StructuralConditions, RecognisedInExpressions) {
  ExpressionPool P;
  const Expr *T = P.cast(P.coordinate(Coordinate::ThreadX), {});
  const Expr *K = P.counter(0), *I = P.cast(K, {});
  // tid % (2 * s) == 0 with s = 1 << k: the reduction tree, 2^(k+1).
  const Expr *Divisor =
      P.mul(P.binary(Op::Shl, P.constant(1), K), P.constant(2));
  auto C = structuralCondition(
      P.binary(Op::Equal, P.binary(Op::Rem, T, Divisor), P.constant(0)), 0);
  ASSERT_TRUE(C);
  EXPECT_EQ(C->Compares, Mod);
  EXPECT_EQ(C->Induction, Geo);
  EXPECT_EQ(C->Alpha, 1);
  EXPECT_EQ(C->Beta, 1);
  C->LastIteration = 7;
  near(replay(*C).ExactMean, 0.734375);
  // tid < 128 >> k: t + 1 <= 2^(7 - k).
  C = structuralCondition(
      P.binary(Op::Less, T, P.binary(Op::Shr, P.constant(128), K)), 0);
  ASSERT_TRUE(C);
  EXPECT_EQ(C->Alpha, -1);
  EXPECT_EQ(C->Beta, 7);
  for (int64_t Thread = 0; Thread < 200; ++Thread)
    for (int64_t It = 0; It < 10; ++It)
      ASSERT_EQ(C->holds(Thread, It), Thread < 128 >> It);
  // 3 * tid + 5 < 2 * i - 7.
  C = structuralCondition(
      P.binary(Op::Less, P.add(P.mul(T, P.constant(3)), P.constant(5)),
               P.add(P.mul(I, P.constant(2)), P.constant(-7))),
      0);
  ASSERT_TRUE(C);
  for (int64_t Thread = 0; Thread < 50; ++Thread)
    for (int64_t It = 0; It < 100; ++It)
      ASSERT_EQ(C->holds(Thread, It), 3 * Thread + 5 < 2 * It - 7);
  // Data decides: not of the class.
  EXPECT_FALSE(structuralCondition(P.binary(Op::Less, T, P.load(0, {})), 0));
}

} // namespace
