//===- IslBridgeTest.cpp - Quasi-affine expressions by isl ----------------===//
#include "analysis/symbolic/IslBridge.h"
#include "gtest/gtest.h"

using namespace kernelcast;

namespace {

constexpr ScalarType I32 = {false, true, 32};

struct Bridge : testing::Test {
  ExpressionPool P;
  const Expr *T = P.cast(P.coordinate(Coordinate::ThreadX), I32);
  const Expr *Size = P.cast(P.coordinate(Coordinate::BlockSizeX), I32);
  const Expr *N = P.symbol("n");
};

// max(0, n - threadIdx.x) falls apart into its two cases.
TEST_F(Bridge, Formula) {
  std::string Text =
      simplifiedFormula(P.binary(Op::Max, P.sub(N, T), P.constant(0)));
  EXPECT_EQ(Text, "-threadIdx.x + n if n >= threadIdx.x; 0 otherwise");
  EXPECT_EQ(simplifiedFormula(P.constant(12)), "12");
  // threadIdx.x is below blockDim.x: the minimum is no case distinction.
  EXPECT_EQ(simplifiedFormula(P.binary(Op::Min, T, Size)), "threadIdx.x");
}

TEST_F(Bridge, Range) {
  // t - t / 32 * 32 is t mod 32, whatever rangeOf() makes of it.
  const Expr *E =
      P.sub(T, P.mul(P.binary(Op::Div, T, P.constant(32)), P.constant(32)));
  auto R = quasiAffineRange(E);
  ASSERT_TRUE(R);
  EXPECT_EQ(R->Low, 0);
  EXPECT_EQ(R->High, 31);
  EXPECT_LT(rangeOf(E).Low, 0);
  // C's remainder of a negative number: -1023 % 10 to 0.
  R = quasiAffineRange(
      P.binary(Op::Rem, P.unary(Op::Negate, T), P.constant(10)));
  ASSERT_TRUE(R);
  EXPECT_EQ(R->Low, -9);
  EXPECT_EQ(R->High, 0);
}

TEST_F(Bridge, AlwaysHolds) {
  EXPECT_EQ(alwaysHolds(P.binary(Op::Less, T, Size)), true);
  EXPECT_EQ(alwaysHolds(P.binary(Op::Less, Size, T)), false);
  EXPECT_EQ(alwaysHolds(P.binary(Op::Less, T, N)), std::nullopt);
  EXPECT_EQ(
      alwaysHolds(P.binary(Op::NotEqual, P.mul(T, P.constant(2)),
                           P.add(P.mul(N, P.constant(2)), P.constant(1)))),
      true); // even is not odd
}

// Dozens of nested selects and remainders are no question for isl: there is no
// answer, and it does not take long to say so. 60 levels are refused for their
// size, 40 run into the limit on operations.
TEST_F(Bridge, GivesUpInBoundedTime) {
  for (int Levels : {60, 40}) {
    const Expr *E = T;
    for (int I = 3; I < Levels; ++I)
      E = P.select(P.binary(Op::Less, P.binary(Op::Rem, E, P.constant(I)),
                            P.binary(Op::Div, N, P.constant(I + 1))),
                   P.add(E, N), P.binary(Op::Div, E, P.constant(I + 2)));
    EXPECT_EQ(simplifiedFormula(E), "");
    EXPECT_FALSE(quasiAffineRange(E).has_value());
  }
  EXPECT_EQ(simplifiedFormula(P.floatConstant(1)), "");
  EXPECT_EQ(simplifiedFormula(nullptr), "");
}

} // namespace
