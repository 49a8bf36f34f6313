//===- ExpressionTest.cpp - Folding keeps values, text is C ---------------===//
#include "Evaluate.h"
#include "test/unit/symbolic/ScalarTypes.h"
#include "gtest/gtest.h"
#include <random>

using namespace kernelcast;

namespace {

// Equal expressions are one node, however they are written.
TEST(Expression, EqualIsIdentical) {
  ExpressionPool P;
  const Expr *X = P.symbol("x"), *Y = P.symbol("y");
  EXPECT_EQ(P.add(X, Y), P.add(Y, X));
  EXPECT_EQ(P.add(P.add(X, P.constant(1)), P.constant(2)),
            P.add(X, P.constant(3)));
  EXPECT_EQ(P.add(P.add(X, P.constant(4)), Y),
            P.add(P.add(X, Y), P.constant(4)));
  EXPECT_EQ(P.mul(P.add(X, P.constant(1)), P.constant(4)),
            P.add(P.binary(Op::Shl, X, P.constant(2)), P.constant(4)));
  EXPECT_EQ(P.unary(Op::Not, P.binary(Op::Less, X, Y)),
            P.binary(Op::LessEqual, Y, X));
  EXPECT_EQ(P.binary(Op::LessEqual, X, P.constant(5)),
            P.binary(Op::Less, X, P.constant(6)));
  EXPECT_NE(P.symbol("x", I64), X);
  EXPECT_NE(P.opaque("call", I32), P.opaque("call", I32));
  EXPECT_NE(P.load(3, I32, 0), P.load(3, I32, 1));
  EXPECT_EQ(P.load(3, I32, 1)->value(), 3);
}

// A truth value that another one selects is an "and" or an "or" of both, as in
// a && b and a || b.
TEST(Expression, ChosenTruthValuesAreAndAndOr) {
  ExpressionPool P;
  const Expr *X = P.symbol("x"), *Y = P.symbol("y"), *Z = P.symbol("z");
  const Expr *A = P.binary(Op::Less, X, Y), *B = P.binary(Op::Less, Y, Z);
  const Expr *NotA = P.binary(Op::LessEqual, Y, X);
  const Expr *True = P.constant(1, ScalarType::truth());
  const Expr *False = P.constant(0, ScalarType::truth());
  EXPECT_EQ(P.select(A, True, B), P.binary(Op::Or, A, B));
  EXPECT_EQ(P.select(A, B, False), P.binary(Op::And, A, B));
  EXPECT_EQ(P.select(A, False, B), P.binary(Op::And, NotA, B));
  EXPECT_EQ(P.select(A, B, True), P.binary(Op::Or, NotA, B));
  EXPECT_EQ(P.select(A, B, P.binary(Op::Less, Z, X))->op(), Op::Select);
}

// One test of a union, as compilers make of several, is several tests again.
TEST(Expression, TestsOfUnionsAreTestsOfTheParts) {
  ExpressionPool P;
  const Expr *X = P.symbol("x", U32), *Y = P.symbol("y", U32);
  const Expr *Both = P.binary(Op::Or, X, Y);
  auto Below = [&](const Expr *E, int64_t C) {
    return P.binary(Op::Less, E, P.constant(C, E->type()));
  };
  auto Above = [&](int64_t C, const Expr *E) {
    return P.binary(Op::Less, P.constant(C, E->type()), E);
  };
  auto Equal = [&](const Expr *E, int64_t C) {
    return P.binary(Op::Equal, E, P.constant(C, E->type()));
  };
  EXPECT_EQ(Below(Both, 2048),
            P.binary(Op::And, Below(X, 2048), Below(Y, 2048)));
  EXPECT_EQ(Above(2047, Both),
            P.binary(Op::Or, Above(2047, X), Above(2047, Y)));
  EXPECT_EQ(Equal(Both, 0), P.binary(Op::And, Equal(X, 0), Equal(Y, 0)));
  // 4 and 8 are below 11, and 4 | 8 is not.
  EXPECT_EQ(Below(Both, 11)->op(), Op::Less);
  EXPECT_EQ(Equal(Both, 3)->op(), Op::Equal);
  const Expr *S = P.symbol("s"), *T = P.symbol("t");
  const Expr *Any = P.binary(Op::Or, S, T), *All = P.binary(Op::And, S, T);
  EXPECT_EQ(Below(Any, 0), P.binary(Op::Or, Below(S, 0), Below(T, 0)));
  EXPECT_EQ(Below(All, 0), P.binary(Op::And, Below(S, 0), Below(T, 0)));
  EXPECT_EQ(Above(-1, Any), P.binary(Op::And, Above(-1, S), Above(-1, T)));
  EXPECT_EQ(Above(-1, All), P.binary(Op::Or, Above(-1, S), Above(-1, T)));
  EXPECT_EQ(Equal(All, -1), P.binary(Op::And, Equal(S, -1), Equal(T, -1)));
  EXPECT_EQ(Below(Any, 2048)->op(), Op::Less); // -1 | 4096 is below it
  // No bit of them above the lowest 32, as before a division of 64 bits.
  const Expr *A = P.symbol("a", I64), *B = P.symbol("b", I64);
  const Expr *Upper =
      P.binary(Op::And, P.binary(Op::Or, A, B), P.constant(-0x100000000, I64));
  EXPECT_EQ(Equal(Upper, 0),
            P.binary(Op::And, Below(P.cast(A, U64), 0x100000000),
                     Below(P.cast(B, U64), 0x100000000)));
  EXPECT_EQ(P.binary(Op::NotEqual, Upper, P.constant(0, I64)),
            P.binary(Op::Or, Above(0xffffffff, P.cast(A, U64)),
                     Above(0xffffffff, P.cast(B, U64))));
}

// All pairs of small numbers, all bounds, in all ways to write the comparison:
// the folded one is what C computes.
TEST(Expression, TestsOfBitsKeepTheirMeaning) {
  auto Test = [](ScalarType T, ScalarType Asked, Op Bits, int64_t Bound) {
    ExpressionPool P;
    const Expr *X = P.symbol("x", T), *Y = P.symbol("y", T);
    const Expr *Both = P.cast(P.binary(Bits, X, Y), Asked);
    const Expr *C = P.constant(wrapToType(Bound, Asked), Asked);
    for (Op Compare : {Op::Less, Op::LessEqual, Op::Equal, Op::NotEqual})
      for (bool Turned : {false, true}) {
        const Expr *E =
            Turned ? P.binary(Compare, C, Both) : P.binary(Compare, Both, C);
        for (int64_t A = -4; A <= 12; ++A)
          for (int64_t B : {int64_t(-128), A + 1, int64_t(3), int64_t(64)}) {
            const int64_t VX = wrapToType(A, T), VY = wrapToType(B, T);
            const int64_t Value =
                wrapToType(Bits == Op::Or ? VX | VY : VX & VY, Asked);
            const int64_t L = Turned ? C->value() : Value;
            const int64_t R = Turned ? Value : C->value();
            EXPECT_EQ(
                evaluate(E,
                         [&](const Expr *Leaf) { return Leaf == X ? VX : VY; }),
                foldInteger(Compare, Asked, L, R))
                << toText(E);
          }
      }
  };
  for (ScalarType T : {I8, U8})
    for (ScalarType Asked : {I8, U8})
      for (Op Bits : {Op::Or, Op::And})
        for (int64_t Bound : {-128, -16, -1, 0, 1, 7, 8, 15, 64, 127})
          Test(T, Asked, Bits, Bound);
}

// Unions of common bits of unions: taking each apart, for every path that leads
// there, would take 2^64 steps. The types of the sums differ in their sign.
TEST(Expression, NestedTestsOfBitsStaySmall) {
  ExpressionPool P;
  const Expr *A = P.symbol("a"), *B = P.symbol("b");
  for (unsigned I = 0; I != 64; ++I) {
    const Expr *C = P.symbol("c" + std::to_string(I));
    const Expr *New = P.binary(Op::Or, P.binary(Op::And, A, C),
                               P.binary(Op::And, B, P.unary(Op::Not, C)));
    B = P.cast(P.cast(P.binary(Op::And, A, New), U32), I32);
    A = New;
  }
  const unsigned Before = P.size();
  P.binary(Op::Less, A, P.constant(0));
  P.binary(Op::Equal, B, P.constant(-1));
  EXPECT_LT(P.size(), Before + 100);
}

// What could change a value is left alone: x * 8 / 8 wraps for large x, and
// a sum of floats depends on its order.
TEST(Expression, DoesNotFoldWhatMayDiffer) {
  ExpressionPool P;
  const Expr *X = P.symbol("x");
  const Expr *Q = P.binary(Op::Div, P.mul(X, P.constant(8)), P.constant(8));
  EXPECT_NE(Q, X);
  const Expr *F = P.symbol("f", ScalarType::floating(32));
  EXPECT_NE(P.sub(F, F), P.floatConstant(0));
  EXPECT_NE(P.add(F, P.floatConstant(0)), F); // -0.0f + 0.0f is 0.0f
  EXPECT_EQ(P.mul(F, P.floatConstant(1)), F);
  // A NaN is not below itself, and not at least itself either.
  EXPECT_EQ(P.unary(Op::Not, P.binary(Op::Less, F, P.floatConstant(1)))->op(),
            Op::Not);
}

// All of these are exact, but for what is larger than any float.
TEST(Expression, FoldsFloatingConstants) {
  ExpressionPool P;
  const Expr *A = P.floatConstant(2.5, 32), *B = P.floatConstant(0.25, 32);
  EXPECT_EQ(P.add(A, B)->floatValue(), 2.75);
  EXPECT_EQ(P.sub(A, B)->floatValue(), 2.25);
  EXPECT_EQ(P.mul(A, B)->floatValue(), 0.625);
  EXPECT_EQ(P.binary(Op::Div, A, B)->floatValue(), 10);
  const Expr *Huge = P.floatConstant(0x1p127, 32);
  EXPECT_FALSE(P.add(Huge, Huge)->isConstant());
}

TEST(Expression, CastsKeepCMeaning) {
  ExpressionPool P;
  const Expr *X = P.symbol("x");
  EXPECT_EQ(P.cast(P.cast(X, I64), I32), X);
  EXPECT_EQ(P.cast(P.cast(X, U32), I32), X);
  // int -> unsigned -> long zero-extends; int -> long sign-extends.
  EXPECT_NE(P.cast(P.cast(X, U32), I64), P.cast(X, I64));
  EXPECT_EQ(P.cast(P.constant(-1), U32)->value(), 0xFFFFFFFFll);
  EXPECT_EQ(P.cast(P.constant(300), U8)->value(), 44);
  // (bool)2 is true, where a cut to one bit would be 0.
  EXPECT_EQ(P.cast(P.constant(2), ScalarType::truth())->value(), 1);
  EXPECT_EQ(P.cast(P.floatConstant(-2.75), I32)->value(), -2);
  EXPECT_EQ(P.cast(P.floatConstant(1e20), I32)->op(), Op::Cast);
  EXPECT_EQ(
      P.cast(P.constant(16777217), ScalarType::floating(32))->floatValue(),
      16777216.0);
}

TEST(Expression, DivisionAndShiftsAtTheEdges) {
  constexpr int64_t Min = INT64_MIN;
  EXPECT_EQ(foldInteger(Op::Div, I32, -7, 2), -3);
  EXPECT_EQ(foldInteger(Op::Rem, I32, -7, 2), -1);
  EXPECT_EQ(foldInteger(Op::Div, I64, Min, -1), Min);
  EXPECT_EQ(foldInteger(Op::Rem, I64, Min, -1), 0);
  EXPECT_EQ(foldInteger(Op::Div, I32, 1, 0), std::nullopt);
  EXPECT_EQ(foldInteger(Op::Div, U64, -1, 2), INT64_MAX);
  EXPECT_EQ(foldInteger(Op::Shr, I32, -8, 1), -4);
  EXPECT_EQ(foldInteger(Op::Shr, U32, 0xFFFFFFF8, 1), 0x7FFFFFFC);
  EXPECT_EQ(foldInteger(Op::Shl, I32, 1, 31), INT32_MIN);
  EXPECT_EQ(foldInteger(Op::Shl, I32, 1, 32), 0);
  EXPECT_EQ(foldInteger(Op::Shr, I32, -1, 99), -1);
  EXPECT_EQ(foldInteger(Op::Less, U64, -1, 1), 0);
  EXPECT_EQ(foldInteger(Op::FloorLog2, U64, -1, 0), 63);
  EXPECT_EQ(foldInteger(Op::FloorLog2, I32, 0, 0), -1);
  EXPECT_EQ(foldInteger(Op::Mul, U8, 16, 17), 16);
}

// Random expressions built twice: folded in the pool, and as numbers, step by
// step. Both must agree for random and for extreme leaf values.
TEST(Expression, FoldingKeepsEveryValue) {
  std::mt19937 Random(7);
  const ScalarType Types[] = {I32, U32, I64, U64, U8, I8};
  const Op Operations[] = {Op::Add,   Op::Add,      Op::Sub,    Op::Sub,
                           Op::Mul,   Op::Div,      Op::Rem,    Op::Shl,
                           Op::Shr,   Op::And,      Op::Or,     Op::Xor,
                           Op::Min,   Op::Max,      Op::Less,   Op::LessEqual,
                           Op::Equal, Op::NotEqual, Op::Negate, Op::Not};
  const int64_t Special[] = {0,  1,  -1, 2,   3,         7,         8,
                             31, 32, 64, 127, INT32_MAX, INT32_MIN, INT64_MIN};
  auto Pick = [&](auto &Array) -> auto & {
    return Array[Random() % std::size(Array)];
  };
  unsigned Compared = 0;
  for (unsigned Round = 0; Round < 3000; ++Round) {
    ExpressionPool P;
    int64_t Leaf[3];
    for (int64_t &V : Leaf)
      V = Random() % 2 ? Pick(Special) : static_cast<int64_t>(Random()) - 2e9;
    struct Pair {
      const Expr *E;
      std::optional<int64_t> Value;
    };
    std::vector<Pair> Made;
    for (unsigned I = 0; I < 3; ++I) {
      ScalarType T = Pick(Types);
      Made.push_back(
          {P.symbol(std::string(1, 'a' + I), T), wrapToType(Leaf[I], T)});
    }
    for (unsigned Step = 0; Step < 12; ++Step) {
      Pair A = Made[Random() % Made.size()], B = Made[Random() % Made.size()];
      unsigned Kind = Random() % 10;
      if (Kind < 3) {
        int64_t C = wrapToType(Pick(Special), A.E->type());
        B = {P.constant(C, A.E->type()), C};
      }
      if (Kind == 9) {
        ScalarType To = Pick(Types);
        Made.push_back(
            {P.cast(A.E, To),
             A.Value ? std::optional(wrapToType(*A.Value, To)) : std::nullopt});
        continue;
      }
      if (Kind == 8) {
        Pair C = Made[Random() % Made.size()];
        ScalarType T = A.E->type();
        std::optional<int64_t> Value;
        if (C.Value)
          Value = *C.Value != 0 ? A.Value : B.Value;
        if (Value)
          Value =
              T == ScalarType::truth() ? *Value != 0 : wrapToType(*Value, T);
        Made.push_back({P.select(P.isTrue(C.E), A.E, B.E), Value});
        continue;
      }
      Op O = Pick(Operations);
      ScalarType T = A.E->type();
      if (O == Op::Negate || O == Op::Not) {
        if (T == ScalarType::truth())
          continue;
        Made.push_back({P.unary(O, A.E), A.Value
                                             ? foldInteger(O, T, *A.Value, 0)
                                             : std::nullopt});
        continue;
      }
      bool Shift = O == Op::Shl || O == Op::Shr;
      std::optional<int64_t> Y = B.Value;
      if (Y && !Shift && T == ScalarType::truth())
        Y = *Y != 0;
      else if (Y && !Shift)
        Y = wrapToType(*Y, T);
      if (T == ScalarType::truth() &&
          (O == Op::Add || O == Op::Sub || O == Op::Mul || Shift))
        continue;
      Made.push_back(
          {P.binary(O, A.E, B.E),
           A.Value && Y ? foldInteger(O, T, *A.Value, *Y) : std::nullopt});
    }
    for (const Pair &M : Made) {
      if (!M.Value)
        continue;
      auto Got = evaluate(
          M.E, [&](const Expr *L) { return Leaf[L->name()[0] - 'a']; });
      ++Compared;
      ASSERT_EQ(Got, M.Value) << toText(M.E) << " round " << Round;
    }
  }
  EXPECT_GT(Compared, 20000u);
}

TEST(Expression, TextReadsLikeC) {
  ExpressionPool P;
  const Expr *X = P.symbol("x"), *Y = P.symbol("y"), *N = P.symbol("n");
  EXPECT_EQ(toText(P.mul(P.add(X, Y), N)), "n * (x + y)");
  EXPECT_EQ(toText(P.add(P.mul(Y, N), X)), "x + y * n");
  EXPECT_EQ(toText(P.sub(X, P.sub(Y, N))), "x - (y - n)");
  EXPECT_EQ(toText(P.add(X, P.constant(-3))), "x - 3");
  EXPECT_EQ(toText(P.sub(P.symbol("u", U32), P.constant(1, U32))), "u - 1");
  EXPECT_EQ(toText(P.binary(Op::Div, X, P.binary(Op::Div, Y, N))),
            "x / (y / n)");
  EXPECT_EQ(toText(P.binary(Op::Less, P.constant(0), X)), "x > 0");
  const Expr *Before = P.binary(Op::Less, X, Y);
  EXPECT_EQ(toText(P.binary(Op::And, Before, P.binary(Op::Less, Y, N))),
            "x < y && y < n");
  EXPECT_EQ(toText(P.select(P.binary(Op::Less, X, Y), X, P.counter(2))),
            "x < y ? x : k2");
  EXPECT_EQ(toText(P.cast(P.coordinate(Coordinate::ThreadX), I64)),
            "threadIdx.x");
  EXPECT_EQ(toText(P.cast(P.floatConstant(1.5), I32)), "1");
  EXPECT_EQ(toText(P.floatConstant(2)), "2.0f");
  EXPECT_EQ(toText(P.add(P.load(0, I32), P.base(1)),
                   [](const Expr *L) -> std::string {
                     return L->op() == Op::Base ? "a" : "";
                   }),
            "data + a");
}

// Rounding to a double first changes nothing for one operation of floats; it
// does for two, for a number that is no float, and on the way to an integer.
TEST(Expression, NarrowsSingleOperationsOfFloats) {
  ExpressionPool P;
  const ScalarType F32 = ScalarType::floating(32);
  const ScalarType F64 = ScalarType::floating(64);
  const Expr *X = P.symbol("x", F32), *Y = P.symbol("y", F32);
  const Expr *WideX = P.cast(X, F64), *WideY = P.cast(Y, F64);
  const Expr *Half = P.floatConstant(0.5, 64);
  const Expr *Tenth = P.floatConstant(0.1, 64);
  for (Op Operation : {Op::Add, Op::Sub, Op::Mul, Op::Div}) {
    EXPECT_EQ(P.cast(P.binary(Operation, WideX, WideY), F32),
              P.binary(Operation, X, Y));
    EXPECT_EQ(P.cast(P.binary(Operation, WideX, Half), F32),
              P.binary(Operation, X, P.floatConstant(0.5)));
    EXPECT_EQ(P.cast(P.binary(Operation, WideX, Tenth), F32)->op(), Op::Cast);
    EXPECT_EQ(P.cast(P.add(P.binary(Operation, WideX, Half), Half), F32)->op(),
              Op::Cast);
    EXPECT_EQ(P.cast(P.binary(Operation, WideX, Half), I32)->op(), Op::Cast);
  }
  EXPECT_EQ(P.binary(Op::Less, WideX, Half),
            P.binary(Op::Less, X, P.floatConstant(0.5)));
  EXPECT_EQ(P.binary(Op::Equal, WideX, WideY), P.binary(Op::Equal, X, Y));
  EXPECT_NE(P.binary(Op::Less, WideX, Tenth),
            P.binary(Op::Less, X, P.floatConstant(0.1)));
}

// A node shared at every level prints 2^100 times without a limit; a chain of
// 100000 nodes overflows a recursive walk.
TEST(Expression, StaysBoundedOnDeepAndSharedGraphs) {
  ExpressionPool P;
  const Expr *X = P.symbol("x");
  for (unsigned I = 0; I < 100; ++I)
    X = P.binary(Op::Xor, P.mul(X, X), P.symbol("y"));
  std::string Text = toText(X);
  EXPECT_LT(Text.size(), 4000u);
  EXPECT_NE(Text.find("..."), std::string::npos);
  const Expr *Chain = P.symbol("x");
  for (unsigned I = 0; I < 100000; ++I)
    Chain = P.binary(Op::Xor, Chain, P.symbol(I % 2 ? "y" : "z"));
  unsigned Count = 0;
  visitPostOrder(Chain, [&](const Expr *) { ++Count; });
  EXPECT_EQ(Count, 100003u);
  const Expr *Zero = P.rewrite(Chain, [&](const Expr *L) {
    return L->name() == "x" ? P.constant(0) : nullptr;
  });
  EXPECT_NE(Zero, Chain);
}

} // namespace
