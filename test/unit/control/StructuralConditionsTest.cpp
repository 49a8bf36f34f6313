//===- StructuralConditionsTest.cpp - Equations 9 to 12 -------------------===//
//
// Golden numbers for the paper's equations, and the recognition of conditions
// in expressions.
//===----------------------------------------------------------------------===//
#include "analysis/control/StructuralConditions.h"
#include "test/unit/golden/GoldenCases.h"
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

StructuralCondition condition(const GoldenValue &In) {
  auto Number = [&](const char *Name) {
    return static_cast<int64_t>(In[Name].number());
  };
  EXPECT_EQ(Number("warp"), 32);
  return condition(In["op"].text() == "le" ? Le : Mod,
                   In["induction"].text() == "lin" ? Lin : Geo, Number("A"),
                   Number("B"), Number("alpha"), Number("beta"), Number("I"),
                   Number("T"));
}

void expectAll(const std::vector<double> &Got, const GoldenValue &Wanted) {
  ASSERT_EQ(Got.size(), Wanted.size()) << Wanted.path();
  for (size_t I = 0; I != Got.size(); ++I)
    EXPECT_GOLDEN(Got[I], Wanted[I]);
}

TEST(StructuralConditions, Golden) {
  for (const GoldenCase &Case : goldenCases("BG.cond_*")) {
    SCOPED_TRACE(Case.Key);
    StructuralCondition C = condition(Case.In);
    ConditionWeights W = replay(C);
    EXPECT_FALSE(W.Assumed);
    EXPECT_GOLDEN(W.I0, Case.Out["I0"]);
    EXPECT_GOLDEN(W.Eq12, Case.Out["eq12_paper"]);
    EXPECT_GOLDEN(W.Eq12Tail, Case.Out["eq12_tail_corrected"]);
    EXPECT_GOLDEN(W.Eq12Integer, Case.Out["eq12_integer"]);
    EXPECT_GOLDEN(W.ExactMean, Case.Out["exact_mean"]);
    EXPECT_GOLDEN(W.MeanWhileChanging, Case.Out["w0"]);
    EXPECT_GOLDEN(W.ChangingIterations, Case.Out["n0"]);
    expectAll(W.Active, Case.Out["w"]);
    expectAll(W.Divergent, Case.Out["divergent"]);
    EXPECT_GOLDEN(W.executionWeight(WeightMode::Faithful),
                  Case.Out["eq12_paper"]);
    EXPECT_GOLDEN(W.executionWeight(WeightMode::Corrected),
                  Case.Out["exact_mean"]);
    if (Case.Out.has("steps_exact")) {
      EXPECT_GOLDEN(stepsExact(C), Case.Out["steps_exact"]);
      EXPECT_GOLDEN(stepsEq10(C), Case.Out["steps_eq10"]);
      EXPECT_GOLDEN(stepsEq11(C), Case.Out["steps_eq11"]);
    }
    if (Case.Out.has("steps_bound"))
      EXPECT_GOLDEN(stepsDivisible(C), Case.Out["steps_bound"]);
  }
}

TEST(StructuralConditions, BothSidesOfAPredicate) {
  auto Check = [](const char *Key, auto Holds) {
    GoldenCase Case = golden(Key);
    auto Weights = predicateWeights(Holds, Case.In["T"].number(),
                                    Case.In["warp"].number());
    EXPECT_GOLDEN(Weights.True, Case.Out["rhoT"]);
    EXPECT_GOLDEN(Weights.False, Case.Out["rhoF"]);
  };
  Check("BG.rho_t<128", [](int64_t T) { return T < 128; });
  Check("BG.rho_t%2==0", [](int64_t T) { return T % 2 == 0; });
  Check("BG.rho_t<40", [](int64_t T) { return T < 40; });
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

// So is a condition that no thread is asked.
TEST(StructuralConditions, WithoutThreadsOrWarpsIsTakenAsTrue) {
  auto C = condition(Le, Lin, 1, 0, 1, 0, 9, 1024);
  EXPECT_LT(replay(C).ExactMean, 1);
  auto Empty = C, Scalar = C;
  Empty.Threads = 0;
  EXPECT_EQ(replay(Empty).ExactMean, 1);
  Scalar.WarpSize = 0;
  EXPECT_EQ(replay(Scalar).ExactMean, 1);
}

/// \p E as a condition of loop 0; a failure if it is not of the class.
StructuralCondition recognised(const Expr *E) {
  std::optional<StructuralCondition> C = structuralCondition(E, 0);
  EXPECT_TRUE(C) << toText(E);
  return C.value_or(StructuralCondition());
}

TEST(StructuralConditions, RecognisedInExpressions) {
  ExpressionPool P;
  const Expr *T = P.cast(P.coordinate(Coordinate::ThreadX), {});
  const Expr *K = P.counter(0), *I = P.cast(K, {});
  // tid % (2 * s) == 0 with s = 1 << k: the reduction tree, 2^(k+1).
  const Expr *Divisor =
      P.mul(P.binary(Op::Shl, P.constant(1), K), P.constant(2));
  StructuralCondition C = recognised(
      P.binary(Op::Equal, P.binary(Op::Rem, T, Divisor), P.constant(0)));
  EXPECT_EQ(C.Compares, Mod);
  EXPECT_EQ(C.Induction, Geo);
  EXPECT_EQ(C.Alpha, 1);
  EXPECT_EQ(C.Beta, 1);
  C.LastIteration = 7;
  near(replay(C).ExactMean, 0.734375);
  // tid < 128 >> k: t + 1 <= 2^(7 - k).
  C = recognised(P.binary(Op::Less, T, P.binary(Op::Shr, P.constant(128), K)));
  EXPECT_EQ(C.Alpha, -1);
  EXPECT_EQ(C.Beta, 7);
  for (int64_t Thread = 0; Thread < 200; ++Thread)
    for (int64_t It = 0; It < 10; ++It)
      ASSERT_EQ(C.holds(Thread, It), Thread < 128 >> It);
  // 1 << k < tid, the power on the left: t - 1 >= 2^k.
  C = recognised(P.binary(Op::Less, P.binary(Op::Shl, P.constant(1), K), T));
  EXPECT_EQ(C.Compares, Relation::GreaterEqual);
  for (int64_t Thread = 0; Thread < 200; ++Thread)
    for (int64_t It = 0; It < 10; ++It)
      ASSERT_EQ(C.holds(Thread, It), 1 << It < Thread);
  // 3 * tid + 5 < 2 * i - 7.
  C = recognised(P.binary(Op::Less,
                          P.add(P.mul(T, P.constant(3)), P.constant(5)),
                          P.add(P.mul(I, P.constant(2)), P.constant(-7))));
  for (int64_t Thread = 0; Thread < 50; ++Thread)
    for (int64_t It = 0; It < 100; ++It)
      ASSERT_EQ(C.holds(Thread, It), 3 * Thread + 5 < 2 * It - 7);
  // Data decides, or an argument: not of the class.
  EXPECT_FALSE(structuralCondition(P.binary(Op::Less, T, P.load(0, {})), 0));
  const Expr *Twice = P.mul(P.symbol("n"), P.constant(2));
  EXPECT_FALSE(structuralCondition(P.binary(Op::Less, T, Twice), 0));
  EXPECT_FALSE(structuralCondition(
      P.binary(Op::Equal, P.binary(Op::Rem, T, Twice), P.constant(0)), 0));
}

} // namespace
