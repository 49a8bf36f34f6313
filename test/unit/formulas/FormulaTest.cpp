//===- FormulaTest.cpp - Formulas: arithmetic, values and text ------------===//

#include "analysis/formulas/FormulaTranslation.h"
#include "gtest/gtest.h"

using namespace kernelcast;

namespace {

struct FormulaTest : testing::Test {
  FormulaPool Pool;
  Formula N = Pool.argument("n"), M = Pool.argument("m");
  Formula K = Pool.counter(0);
  FormulaValues Values;

  Formula number(int64_t V) { return Pool.number(V); }
  Formula binary(FormulaOp Operation, Formula A, Formula B) {
    return Pool.binary(Operation, A, B);
  }
  std::optional<int64_t> compute(Formula F, uint64_t Steps = 100000) {
    return evaluate(F, Values, Steps);
  }
};

TEST_F(FormulaTest, EqualOnesAreOneNode) {
  EXPECT_EQ(N + M * 4, N + M * 4);
  EXPECT_FALSE(N + M == M + N);
  EXPECT_TRUE(N);
  EXPECT_FALSE(Formula());
}

TEST_F(FormulaTest, FoldsConstantsAndLeansToTheLeft) {
  EXPECT_TRUE((number(7) + 5).isNumber(12));
  EXPECT_EQ(N + 0, N);
  EXPECT_EQ(N * 1, N);
  EXPECT_EQ(N / 1, N);
  EXPECT_EQ(N + 3 + 4, N + 7);
  EXPECT_EQ(N + (-4), N - 4);
  EXPECT_EQ(N + (M + K), N + M + K);
  EXPECT_EQ(N + (M - K), N + M - K);
  EXPECT_EQ(N * (M * K), N * M * K);
  // What is undefined stays, and fails when it is computed.
  EXPECT_EQ(compute(number(1) / 0), std::nullopt);
}

TEST_F(FormulaTest, NoFormulaStaysNone) {
  EXPECT_FALSE(N + Formula());
  EXPECT_FALSE(Formula() * 2);
  EXPECT_FALSE(onlyIf(Formula(), N));
  EXPECT_FALSE(onlyIf(isAbove(N, 0), Formula()));
  EXPECT_EQ(toText(Formula()), "");
}

TEST_F(FormulaTest, DividesTowardsZero) {
  Values[N.node()] = -7;
  EXPECT_EQ(compute(N / 2), -3);
  EXPECT_EQ(compute(N % 4), -3);
  EXPECT_EQ(compute(abs(N)), 7);
  EXPECT_EQ(compute(binary(FormulaOp::BitAnd, N, number(31))), 25);
  EXPECT_EQ(compute(max(min(N, M), 0)), std::nullopt); // m has no value
  EXPECT_EQ(compute(Pool.unary(FormulaOp::FloorLog2, N)), -1);
  Values[N.node()] = 9;
  EXPECT_EQ(compute(Pool.unary(FormulaOp::FloorLog2, N)), 3);
}

// 1 + 2 + 3 + 4, and for k0 = 0, 1, 2 as many as k0 + 1 terms of 1.
TEST_F(FormulaTest, SumsCountFromZeroAndRestoreTheirLeaf) {
  Values[N.node()] = 4;
  EXPECT_EQ(compute(Pool.sum(K, N, K + 1)), 10);
  Values[K.node()] = 5;
  Formula Inner = Pool.sum(Pool.counter(1), K + 1, number(1));
  EXPECT_EQ(compute(Pool.sum(K, number(3), Inner) + K), 11);
  EXPECT_EQ(compute(Pool.sum(K, N - 7, number(1))), 0);
}

// Of 8 lanes, those with an odd number: 1, 3, 5, 7. Their halves are 0, 1, 2,
// 3; of the words 0, 16, 32, 48 all are in bank 0 of 8; of 3 x + n with n = 4
// the largest is 25. A lane that does not count is not computed.
TEST_F(FormulaTest, GoesOverLanes) {
  Formula Lane = Pool.coordinate(Coordinate::ThreadX);
  Formula Odd = Lane % 2;
  Values[N.node()] = 4;
  EXPECT_EQ(compute(Pool.distinct(Lane, 8, Odd, Lane / 2, Lane / 2)), 4);
  EXPECT_EQ(compute(Pool.distinct(Lane, 8, Odd, Lane / 4, Lane / 4)), 2);
  EXPECT_EQ(compute(Pool.distinct(Lane, 8, number(0), Lane, Lane)), 0);
  EXPECT_EQ(compute(Pool.conflicts(Lane, 8, Odd, (Lane - 1) * 8)), 4);
  EXPECT_EQ(compute(Pool.conflicts(Lane, 8, Odd, Lane)), 1);
  EXPECT_EQ(compute(Pool.conflicts(Lane, 8, Odd, number(3) - Lane * 4)), 4);
  EXPECT_EQ(compute(Pool.largest(Lane, 8, Lane * 3 + N)), 25);
  EXPECT_EQ(compute(Pool.largest(Lane, 8, -Lane - 1)), -1);
  Formula ByLane = binary(FormulaOp::Div, N, Lane);
  EXPECT_EQ(compute(Pool.distinct(Lane, 8, Odd, ByLane, ByLane)),
            3); // 4, 1, 0, 0
  EXPECT_EQ(compute(Pool.distinct(Lane, 8, number(1), ByLane, ByLane)),
            std::nullopt);
  EXPECT_EQ(toText(Pool.distinct(Lane, 8, Odd, Lane / 2, Lane / 2)),
            "distinct(threadIdx.x < 8, threadIdx.x % 2, threadIdx.x / 2, "
            "threadIdx.x / 2)");
  // 1 and 2, 3 and 4, ...; a lane has two of them at most.
  EXPECT_EQ(compute(Pool.distinct(Lane, 8, Odd, Lane, Lane + 1)), 8);
  EXPECT_EQ(compute(Pool.distinct(Lane, 8, number(1), Lane, Lane + 1)), 9);
  EXPECT_EQ(compute(Pool.distinct(Lane, 8, Odd, Lane, Lane + 2)), std::nullopt);
  Values[Lane.node()] = 77;
  EXPECT_EQ(compute(Pool.largest(Lane, 8, Lane) + Lane), 84);
}

TEST_F(FormulaTest, SaysWhereThereIsNoValue) {
  Values[N.node()] = 0;
  Formula One = number(1);
  EXPECT_EQ(compute(binary(FormulaOp::Div, One, N)), std::nullopt);
  EXPECT_EQ(compute(binary(FormulaOp::Rem, One, N)), std::nullopt);
  Formula Undefined = binary(FormulaOp::Div, One, N);
  EXPECT_EQ(compute(both(isAbove(N, 0), isAbove(Undefined, 0))), 0);
  EXPECT_EQ(compute(onlyIf(isAbove(N, 0), Undefined)), 0);
  Values[N.node()] = int64_t(1) << 32;
  EXPECT_EQ(compute(N * N), std::nullopt);
  EXPECT_EQ(compute(binary(FormulaOp::ShiftLeft, One, number(63))),
            std::nullopt);
  EXPECT_EQ(compute(Pool.sum(K, N, K), 1000), std::nullopt);
}

TEST_F(FormulaTest, Text) {
  Formula Size = Pool.coordinate(Coordinate::BlockSizeX);
  EXPECT_EQ(toText((max(min(N, Size), 0) + 31) / 32 * M),
            "((max(min(n, blockDim.x), 0) + 31) / 32) * m");
  EXPECT_EQ(toText(N / 32 * 4 * M), "n / 32 * 4 * m");
  EXPECT_EQ(toText(N - (M + 1)), "n - (m + 1)");
  EXPECT_EQ(toText(N * (M / 2)), "n * (m / 2)");
  EXPECT_EQ(toText(binary(FormulaOp::BitAnd, N * 4, number(31)) + 3),
            "((n * 4) & 31) + 3");
  EXPECT_EQ(toText(onlyIf(both(isLess(K, N), isAbove(M, 0)), N)),
            "(k0 < n && m > 0) ? n : 0");
  EXPECT_EQ(toText(isFalse(isLess(K, N))), "!(k0 < n)");
  EXPECT_EQ(toText(Pool.sum(K, N + 1, K * -4) + N),
            "sum(k0 < n + 1, k0 * -4) + n");
  EXPECT_EQ(toText({isEqual(Size % 32, 0), isAtLeast(N - 1, 0)}),
            "blockDim.x % 32 == 0 && n - 1 >= 0");
}

TEST_F(FormulaTest, Mentions) {
  Formula F = Pool.coordinate(Coordinate::ThreadY) * N + K;
  EXPECT_TRUE(F.mentions(K));
  EXPECT_FALSE(F.mentions(M));
  EXPECT_TRUE(F.mentions(Coordinate::ThreadY));
  EXPECT_FALSE(F.mentions(Coordinate::ThreadX));
}

// 255 is -1 to an addition of eight bits. The 200th load is no such number, but
// data, and data have no formula.
TEST_F(FormulaTest, SubtractsWhatWrapsAround) {
  ExpressionPool Expressions;
  FormulaTranslation Translation(Pool);
  ScalarType Byte = ScalarType::integer(8, false);
  const Expr *N = Expressions.symbol("n", Byte);
  EXPECT_EQ(toText(Translation.of(
                Expressions.add(N, Expressions.constant(255, Byte)))),
            "n - 1");
  EXPECT_EQ(toText(Translation.of(
                Expressions.add(N, Expressions.constant(100, Byte)))),
            "n + 100");
  EXPECT_FALSE(Translation.of(Expressions.add(N, Expressions.load(200, Byte))));
}

// An unsigned n - 1 means 2^32 - 1 for n = 0; as a whole number it is -1, so
// n - 1 >= 0 is what the translation rests on.
TEST_F(FormulaTest, TranslatesWhatStaysWhole) {
  ExpressionPool Expressions;
  FormulaTranslation Translation(Pool);
  ScalarType Unsigned = ScalarType::integer(32, false);
  const Expr *E = Expressions.sub(Expressions.symbol("n", Unsigned),
                                  Expressions.constant(1, Unsigned));
  std::vector<Formula> Holds;
  EXPECT_TRUE(Translation.staysWhole(E, Holds));
  EXPECT_EQ(toText(Translation.of(E)), "n - 1");
  EXPECT_EQ(toText(Holds), "n - 1 >= 0");
  // Data have no formula, nor do names that read like counters.
  EXPECT_FALSE(Translation.of(Expressions.load(0, ScalarType())));
  EXPECT_FALSE(Translation.of(Expressions.symbol("k0")));
}

} // namespace
