//===- IslBridgeTest.cpp - Quasi-affine expressions by isl ----------------===//
#include "analysis/symbolic/IslBridge.h"
#include "test/unit/symbolic/ScalarTypes.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include <map>

using namespace kernelcast;
using testing::FieldsAre;
using testing::Optional;

namespace {

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
  EXPECT_THAT(quasiAffineRange(E), Optional(FieldsAre(0, 31)));
  EXPECT_LT(rangeOf(E).Low, 0);
  // C's remainder of a negative number: -1023 % 10 to 0.
  EXPECT_THAT(quasiAffineRange(
                  P.binary(Op::Rem, P.unary(Op::Negate, T), P.constant(10))),
              Optional(FieldsAre(-9, 0)));
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

// Nobody knows how far t >> n shifts: it may be t, or 0, or neither. So for t /
// n and t % n; what holds for any number holds for them all the same.
TEST_F(Bridge, UnknownDivisorsAndShifts) {
  const Expr *Five = P.constant(5);
  const Expr *Shifted = P.binary(Op::Shr, T, N);
  EXPECT_EQ(alwaysHolds(P.binary(Op::Equal, Shifted, T)), std::nullopt);
  EXPECT_EQ(alwaysHolds(P.binary(Op::Equal, Shifted, P.constant(0))),
            std::nullopt);
  for (Op O : {Op::Div, Op::Rem, Op::Shr}) {
    const Expr *Least = P.binary(Op::Max, P.binary(O, T, N), Five);
    EXPECT_EQ(alwaysHolds(P.binary(Op::LessEqual, Five, Least)), true);
  }
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

/// Which threads touch common bytes, in a launch of 4 blocks of 64 threads.
struct Common : Bridge {
  const Expr *Block = P.cast(P.coordinate(Coordinate::BlockX), I32);
  /// blockIdx.x * blockDim.x + threadIdx.x
  const Expr *Global = P.add(P.mul(Block, Size), T);
  std::map<const Expr *, int64_t> Values;

  TouchedBytes floats(const Expr *Index) {
    TouchedBytes Result;
    Result.Address =
        P.add(P.base(0), P.mul(P.cast(Index, ScalarType::pointer()),
                               P.constant(4, ScalarType::pointer())));
    Result.Bytes = 4;
    Result.AllConditions = true;
    return Result;
  }
  OverlapAnswer ask(const TouchedBytes &A, const TouchedBytes &B,
                    ThreadPair Pair) {
    return overlap(A, B, Pair, [&](const Expr *E) -> std::optional<int64_t> {
      if (E->op() == Op::Coordinate)
        switch (static_cast<Coordinate>(E->value())) {
        case Coordinate::BlockSizeX:
          return 64;
        case Coordinate::GridSizeX:
          return 4;
        case Coordinate::BlockSizeY:
        case Coordinate::BlockSizeZ:
        case Coordinate::GridSizeY:
        case Coordinate::GridSizeZ:
          return 1;
        default:
          return std::nullopt;
        }
      auto Found = Values.find(E);
      return Found == Values.end() ? std::nullopt
                                   : std::optional(Found->second);
    });
  }
};

TEST_F(Common, EachThreadItsOwnElement) {
  TouchedBytes Own = floats(Global);
  EXPECT_EQ(ask(Own, Own, ThreadPair::SameBlock).Found, Overlap::Never);
  EXPECT_EQ(ask(Own, Own, ThreadPair::TwoBlocks).Found, Overlap::Never);
  EXPECT_EQ(ask(Own, Own, ThreadPair::Same).Found, Overlap::Exists);
}

TEST_F(Common, ANeighboursElement) {
  TouchedBytes Own = floats(Global);
  TouchedBytes Next = floats(P.add(Global, P.constant(1)));
  OverlapAnswer Answer = ask(Own, Next, ThreadPair::SameBlock);
  ASSERT_EQ(Answer.Found, Overlap::Exists);
  const Expr *Thread = P.coordinate(Coordinate::ThreadX);
  const std::optional<int64_t> Second = Answer.Second.valueOf(Thread);
  if (!Second)
    FAIL() << "nothing is said of the second thread";
  EXPECT_EQ(Answer.First.valueOf(Thread), *Second + 1);
  // The last thread of a block touches the first element of the next one.
  Answer = ask(Own, Next, ThreadPair::TwoBlocks);
  ASSERT_EQ(Answer.Found, Overlap::Exists);
  EXPECT_EQ(Answer.First.valueOf(Thread), 0);
  EXPECT_EQ(Answer.Second.valueOf(Thread), 63);
  // Not if that one is left out.
  Next.Conditions.push_back({P.binary(Op::Less, T, P.constant(63)), true});
  EXPECT_EQ(ask(Own, Next, ThreadPair::TwoBlocks).Found, Overlap::Never);
  EXPECT_EQ(ask(Own, Next, ThreadPair::Same).Found, Overlap::Never);
}

TEST_F(Common, CountersAndArguments) {
  // Element t + 64 * k for k < n: a block's threads stay apart, blocks do not.
  const Expr *K = P.counter(0);
  TouchedBytes Strided =
      floats(P.add(T, P.mul(P.cast(K, I32), P.constant(64))));
  Strided.Counters.push_back({K, P.cast(N, ScalarType::integer(64, true))});
  EXPECT_EQ(ask(Strided, Strided, ThreadPair::SameBlock).Found, Overlap::Never);
  EXPECT_EQ(ask(Strided, Strided, ThreadPair::TwoBlocks).Found,
            Overlap::Unknown); // n may be 0
  Values[N] = 5;
  EXPECT_EQ(ask(Strided, Strided, ThreadPair::TwoBlocks).Found,
            Overlap::Exists);
  Values[N] = 0;
  EXPECT_EQ(ask(Strided, Strided, ThreadPair::TwoBlocks).Found, Overlap::Never);
}

TEST_F(Common, DataIsUnknown) {
  // out[in[t]]: nobody knows.
  TouchedBytes Scatter = floats(P.load(0, I32));
  EXPECT_EQ(ask(Scatter, Scatter, ThreadPair::SameBlock).Found,
            Overlap::Unknown);
  // 2 * in[t] and 2 * in[t] + 1 are never equal, whatever the data.
  const Expr *Even = P.mul(P.load(0, I32), P.constant(2));
  EXPECT_EQ(ask(floats(Even), floats(P.add(Even, P.constant(1))),
                ThreadPair::SameBlock)
                .Found,
            Overlap::Never);
}

TEST_F(Common, UnsignedNumbersMayWrap) {
  // (unsigned char)(4 * t): threads 0 and 64 would meet, of 64 none do; of 65
  // threads it is no longer known to be 4 * t.
  ScalarType U8 = ScalarType::integer(8, false);
  TouchedBytes Small = floats(P.cast(P.mul(T, P.constant(4)), U8));
  EXPECT_EQ(ask(Small, Small, ThreadPair::SameBlock).Found, Overlap::Never);
  TouchedBytes Wraps = floats(P.cast(P.mul(T, P.constant(8)), U8));
  EXPECT_EQ(ask(Wraps, Wraps, ThreadPair::SameBlock).Found, Overlap::Unknown);
}

TEST_F(Common, WithoutAllConditionsNothingIsCertain) {
  TouchedBytes One = floats(P.constant(0));
  EXPECT_EQ(ask(One, One, ThreadPair::SameBlock).Found, Overlap::Exists);
  One.AllConditions = false;
  EXPECT_EQ(ask(One, One, ThreadPair::SameBlock).Found, Overlap::Unknown);
}

} // namespace
