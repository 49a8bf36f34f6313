//===- SimplificationEngineTest.cpp - Separation under constraints --------===//
#include "analysis/symbolic/SimplificationEngine.h"
#include "Evaluate.h"
#include "test/unit/golden/GoldenCases.h"
#include "test/unit/symbolic/ScalarTypes.h"
#include "gtest/gtest.h"

using namespace kernelcast;

namespace {

/// (b N + t) / 2^j * 2^(j+1) + (b N + t) mod 2^j + i 2^j in three spellings.
struct Fft {
  ExpressionPool P;
  const Expr *B = P.coordinate(Coordinate::BlockX),
             *T = P.coordinate(Coordinate::ThreadX), *N = P.symbol("N", U32),
             *I = P.cast(P.counter(1), U32), *J = P.counter(0);

  const Expr *subscript(unsigned Spelling) {
    const Expr *X = P.add(P.mul(B, N), T), *One = P.constant(1, U32);
    const Expr *Power = P.binary(Op::Shl, One, J);
    const Expr *Quotient =
        Spelling == 1 ? P.binary(Op::Div, X, Power) : P.binary(Op::Shr, X, J);
    const Expr *Remainder = Spelling == 2
                                ? P.binary(Op::And, X, P.sub(Power, One))
                                : P.binary(Op::Rem, X, Power);
    const Expr *Up = P.add(J, P.constant(1, J->type()));
    const Expr *First = Spelling == 1
                            ? P.mul(Quotient, P.mul(Power, P.constant(2, U32)))
                            : P.binary(Op::Shl, Quotient, Up);
    return P.add(P.add(First, Remainder), P.binary(Op::Shl, I, J));
  }
};

struct Point {
  int64_t B, T, I, J, N;
  int64_t operator()(const Expr *L) const {
    if (L->op() == Op::Counter)
      return L->value() == 0 ? J : I;
    if (L->op() == Op::Symbol)
      return L->name() == "N" ? N : 5;
    return static_cast<Coordinate>(L->value()) == Coordinate::ThreadX ? T : B;
  }
};

// No mismatch where N is a multiple of 2^J, J = 5; some where it is not (N =
// 12, J = 3).
TEST(SimplificationEngine, FftSubscript) {
  GoldenCase Case = golden("BG.fft_simplify");
  for (unsigned Spelling : {0, 1, 2}) {
    Fft F;
    const Expr *E = F.subscript(Spelling);
    EXPECT_TRUE(isClassF(E));
    SeparatedSubscript S = separateSubscript(F.P, E, [&](unsigned Loop) {
      return Loop == 0 ? F.P.symbol("J") : nullptr;
    });
    ASSERT_TRUE(S.isSeparated()) << S.Reason;
    ASSERT_EQ(S.Constraints.size(), 1u);
    EXPECT_EQ(S.Constraints[0].Factor, F.N);
    EXPECT_EQ(S.Constraints[0].Text, "N % 2^J == 0");
    EXPECT_EQ(S.Rest, F.P.mul(F.P.mul(F.B, F.N), F.P.constant(2, U32)))
        << toText(S.Rest);
    visitPostOrder(S.Local,
                   [&](const Expr *X) { EXPECT_FALSE(X == F.B || X == F.N); });
    const Expr *Sum = F.P.add(S.Local, S.Rest);
    unsigned Mismatches = 0, Violated = 0;
    for (int64_t N : {32, 64, 96})
      for (int64_t B = 0; B < 3; ++B)
        for (int64_t T = 0; T < 32; ++T)
          for (int64_t I : {0, 1})
            for (int64_t J = 0; J < 6; ++J) {
              Point At{B, T, I, J, N};
              Mismatches += evaluate(E, At) != evaluate(Sum, At);
            }
    for (int64_t B = 0; B < 3; ++B)
      for (int64_t T = 0; T < 12; ++T)
        for (int64_t J = 0; J < 4; ++J) {
          Point At{B, T, 0, J, 12};
          Violated += evaluate(E, At) != evaluate(Sum, At);
        }
    EXPECT_GOLDEN(Mismatches, Case.Out["mismatches"]);
    EXPECT_GOLDEN(Violated, Case.Out["mismatches_when_violated_N12_J3"]);
    // The sample has b, t, i, j, N and the subscript.
    for (size_t I = 0; I != Case.Out["sample"].size(); ++I) {
      GoldenValue Sample = Case.Out["sample"][I];
      auto At = [&](size_t Place) {
        return static_cast<int64_t>(Sample[Place].number());
      };
      EXPECT_EQ(evaluate(Sum, Point{At(0), At(1), At(2), At(3), At(4)}), At(5))
          << Sample.path();
    }
    // With J = 5 the constraint holds for 64 and fails for 12.
    EXPECT_EQ(evaluate(S.Constraints[0].Holds, Point{0, 0, 0, 0, 64}), 1);
    EXPECT_EQ(evaluate(S.Constraints[0].Holds, Point{0, 0, 0, 0, 12}), 0);
  }
}

// blockIdx.x * 64 is a multiple of 2^5 by itself: no constraint is needed.
TEST(SimplificationEngine, KnownMultiplesNeedNoConstraint) {
  ExpressionPool P;
  const Expr *T = P.coordinate(Coordinate::ThreadX);
  const Expr *X =
      P.add(P.mul(P.coordinate(Coordinate::BlockX), P.constant(64, U32)), T);
  auto None = [](unsigned) -> const Expr * { return nullptr; };
  SeparatedSubscript S =
      separateSubscript(P, P.binary(Op::Rem, X, P.constant(32, U32)), None);
  ASSERT_TRUE(S.isSeparated());
  EXPECT_TRUE(S.Constraints.empty());
  EXPECT_EQ(S.Local, P.binary(Op::Rem, T, P.constant(32, U32)));
  EXPECT_TRUE(S.Rest->isConstant(0));
}

TEST(SimplificationEngine, SaysWhyNot) {
  ExpressionPool P;
  auto None = [](unsigned) -> const Expr * { return nullptr; };
  const Expr *T = P.coordinate(Coordinate::ThreadX);
  const Expr *B = P.coordinate(Coordinate::BlockX);
  const Expr *N = P.symbol("N", U32);
  // threadIdx.x * N mixes thread and parameter.
  SeparatedSubscript S = separateSubscript(P, P.mul(T, N), None);
  EXPECT_FALSE(S.isSeparated());
  EXPECT_NE(S.Reason.find("product of thread and parameter"),
            std::string::npos);
  // A block number is no free parameter: no constraint can be put on it.
  S = separateSubscript(P, P.binary(Op::Rem, P.add(B, T), P.constant(32, U32)),
                        None);
  EXPECT_FALSE(S.isSeparated());
  EXPECT_TRUE(S.Constraints.empty());
  std::string Why;
  EXPECT_FALSE(isClassF(P.binary(Op::Div, T, N), &Why));
  EXPECT_EQ(Why, "threadIdx.x / N");
  EXPECT_FALSE(
      separateSubscript(P, P.add(T, P.load(0, U32)), None).isSeparated());
}

// (64 b + t - 1) / 32 in C: for b = 1, t = 0 it is 63 / 32 = 1, where the parts
// would give 64 / 32 + -1 / 32 = 2. Rounding down (>> of an int) makes it
// exact.
TEST(SimplificationEngine, TruncationNeedsNonNegativeParts) {
  ExpressionPool P;
  auto None = [](unsigned) -> const Expr * { return nullptr; };
  const Expr *T = P.cast(P.coordinate(Coordinate::ThreadX), {});
  const Expr *B = P.cast(P.coordinate(Coordinate::BlockX), {});
  const Expr *X = P.add(P.add(P.mul(B, P.constant(64)), T), P.constant(-1));
  EXPECT_FALSE(separateSubscript(P, P.binary(Op::Div, X, P.constant(32)), None)
                   .isSeparated());
  const Expr *Down = P.binary(Op::Shr, X, P.constant(5));
  SeparatedSubscript S = separateSubscript(P, Down, None);
  ASSERT_TRUE(S.isSeparated()) << S.Reason;
  for (int64_t Block = 0; Block < 3; ++Block)
    for (int64_t Thread = 0; Thread < 64; ++Thread) {
      Point At{Block, Thread, 0, 0, 0};
      ASSERT_EQ(evaluate(P.add(S.Local, S.Rest), At), evaluate(Down, At));
    }
}

// Residues mod 16 of sums and products follow from the operands'
// residues; those of x / 2 do not (32 of 64 values fail), but follow from x
// mod 32.
TEST(SimplificationEngine, ResidueBits) {
  GoldenCase Case = golden("BG.residue");
  ExpressionPool P;
  const Expr *X = P.symbol("x", U32), *Y = P.symbol("y", U32);
  const Expr *Ring =
      P.add(P.mul(X, P.constant(3, U32)), P.mul(Y, P.constant(5, U32)));
  EXPECT_EQ(residueBits(Ring, 4), 4u);
  const Expr *Half = P.binary(Op::Div, X, P.constant(2, U32));
  EXPECT_EQ(residueBits(Half, 4), 5u);
  EXPECT_EQ(residueBits(P.binary(Op::Div, X, P.constant(3, U32)), 4),
            std::nullopt);
  auto Value = [&](const Expr *E, int64_t XV, int64_t YV) {
    return *evaluate(E, [&](const Expr *L) { return L == X ? XV : YV; }) % 16;
  };
  unsigned RingWrong = 0, HalfWrong = 0, HalfWith32 = 0;
  for (int64_t A = 0; A < 64; ++A) {
    for (int64_t B = 0; B < 64; ++B)
      RingWrong += Value(Ring, A, B) != Value(Ring, A % 16, B % 16);
    HalfWrong += Value(Half, A, 0) != Value(Half, A % 16, 0);
  }
  for (int64_t A = 0; A < 256; ++A)
    HalfWith32 += Value(Half, A, 0) != Value(Half, A % 32, 0);
  EXPECT_EQ(RingWrong, 0u);
  EXPECT_GOLDEN(HalfWrong, Case.Out["div2_failures_of_64"]);
  EXPECT_EQ(HalfWith32, 0u);
}

} // namespace
