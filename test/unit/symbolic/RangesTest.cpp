//===- RangesTest.cpp - Values stay within their ranges -------------------===//
#include "analysis/symbolic/Ranges.h"
#include "Evaluate.h"
#include "test/unit/symbolic/ScalarTypes.h"
#include "gtest/gtest.h"
#include <random>

using namespace kernelcast;

namespace {

// Random expressions over a thread's number, a block's size and an argument:
// no value leaves the range. (64-bit unsigned values beyond 2^63 cannot be told
// by a range and are left out.)
TEST(Ranges, HoldForRandomExpressions) {
  std::mt19937 Random(11);
  const ScalarType Types[] = {I32, U32, I64, U64, U8};
  const Op Operations[] = {Op::Add, Op::Sub, Op::Mul,   Op::Div, Op::Rem,
                           Op::Shl, Op::Shr, Op::And,   Op::Or,  Op::Xor,
                           Op::Min, Op::Max, Op::Negate};
  unsigned Checked = 0;
  for (unsigned Round = 0; Round < 4000; ++Round) {
    ExpressionPool P;
    std::vector<const Expr *> Made = {P.coordinate(Coordinate::ThreadX),
                                      P.coordinate(Coordinate::BlockSizeX),
                                      P.symbol("n", I32)};
    for (unsigned Step = 0; Step < 10; ++Step) {
      const Expr *A = Made[Random() % Made.size()];
      const Expr *B = Random() % 3
                          ? Made[Random() % Made.size()]
                          : P.constant(int64_t(Random() % 70) - 5, A->type());
      if (Random() % 5 == 0) {
        Made.push_back(P.cast(A, Types[Random() % std::size(Types)]));
        continue;
      }
      Op O = Operations[Random() % std::size(Operations)];
      Made.push_back(O == Op::Negate ? P.unary(O, A) : P.binary(O, A, B));
    }
    for (unsigned Try = 0; Try < 5; ++Try) {
      int64_t Thread = Random() % 1024, Size = 1 + Random() % 1024;
      int64_t N = Try ? int64_t(Random() % 100) - 50 : INT32_MIN;
      for (const Expr *E : Made) {
        auto Value = evaluate(E, [&](const Expr *L) {
          return L->op() == Op::Symbol ? N : L == Made[0] ? Thread : Size;
        });
        if (!Value || (E->type() == U64 && *Value < 0))
          continue;
        // A part of 64 unsigned bits may lie beyond what a range can say.
        bool Huge = false;
        visitPostOrder(E, [&](const Expr *X) { Huge |= X->type() == U64; });
        if (Huge)
          continue;
        ValueRange R = rangeOf(E);
        ++Checked;
        ASSERT_TRUE(R.Low <= *Value && *Value <= R.High)
            << toText(E) << " = " << *Value << " not in " << R.Low << " .. "
            << R.High;
      }
    }
  }
  EXPECT_GT(Checked, 50000u);
}

TEST(Ranges, WhatEveryLaunchSatisfies) {
  ExpressionPool P;
  const Expr *T = P.coordinate(Coordinate::ThreadX);
  const Expr *Size = P.coordinate(Coordinate::BlockSizeX);
  // int s = blockDim.x / 2 is in 0 .. 512.
  ValueRange R =
      rangeOf(P.cast(P.binary(Op::Div, Size, P.constant(2, U32)), I32));
  EXPECT_EQ(R.Low, 0);
  EXPECT_EQ(R.High, 512);
  // threadIdx.x - 1 wraps around for thread 0.
  R = rangeOf(P.sub(T, P.constant(1, U32)));
  EXPECT_EQ(R.High, 0xFFFFFFFFll);
  EXPECT_FALSE(isPositive(T));
  EXPECT_TRUE(isPositive(P.mul(Size, P.coordinate(Coordinate::GridSizeX))));
  EXPECT_FALSE(isPositive(P.symbol("n")));
  EXPECT_TRUE(isNonNegative(P.binary(Op::Rem, T, P.constant(32, U32))));
  EXPECT_FALSE(isNonNegative(P.symbol("n")));
}

} // namespace
