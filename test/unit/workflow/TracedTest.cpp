//===- TracedTest.cpp - Numbers that know how they came about -------------===//

#include "analysis/support/Traced.h"
#include "gtest/gtest.h"

using namespace kernelcast;

namespace {

template <typename Number> Number clamped(const Number &X) {
  if (X < 10)
    return X * 2 + 1;
  return maximum<Number>(X, 100);
}

TEST(Traced, ComputesAsDoublesDo) {
  Trace T;
  Trace::Run Run(T);
  EXPECT_EQ(clamped(T.input("x", 4)).value(), clamped(4.0));
  EXPECT_EQ(clamped(T.input("x", 70)).value(), clamped(70.0));
  EXPECT_EQ(roundedUp(T.input("x", 2.25)).value(), 3);
  EXPECT_EQ(magnitude(T.input("x", -2)).value(), 2);
}

TEST(Traced, NotesOperationsAndDecisions) {
  Trace T;
  {
    Trace::Run Run(T);
    Traced Result = clamped(T.input("x", 4));
    const TraceNode &Add = T[Result.id()];
    EXPECT_EQ(Add.Op, TraceOp::Add);
    EXPECT_EQ(T[Add.A].Op, TraceOp::Mul);
    EXPECT_EQ(T[T[Add.A].A].Name, "x");
    EXPECT_EQ(T[Add.B].Value, 1);
    ASSERT_EQ(Run.decisions().size(), 1u);
    EXPECT_TRUE(Run.decisions()[0].Outcome);
  }
  size_t Before = T.size();
  Trace::Run Again(T);
  Traced Same = clamped(T.input("x", 5));
  EXPECT_EQ(T.size(), Before); // equal operations are one node
  EXPECT_EQ(Same.value(), 11);
  Traced Other = clamped(T.input("x", 50));
  EXPECT_EQ(T[Other.id()].Op, TraceOp::Max);
}

// A run asks each question once, and answers it alike.
TEST(Traced, AsksOnce) {
  Trace T;
  Trace::Run Run(T);
  Traced X = T.input("x", 3);
  EXPECT_TRUE(X > 1);
  EXPECT_TRUE(1 < X);
  EXPECT_FALSE(X <= 1);
  EXPECT_EQ(Run.decisions().size(), 2u);
  EXPECT_TRUE(X == X); // no question
  EXPECT_FALSE(X < X);
  EXPECT_EQ(Run.decisions().size(), 2u);
}

// Folded where doubles give the same, and nowhere else.
TEST(Traced, Folds) {
  Trace T;
  Trace::Run Run(T);
  Traced X = T.input("x", 3), Y = T.input("y", 5);
  EXPECT_TRUE((X - X).isConstant(0));
  EXPECT_TRUE((X / X).isConstant(1));
  EXPECT_TRUE((X * 1).same(X));
  EXPECT_TRUE((X + 0).same(X));
  EXPECT_TRUE((X / 1).same(X));
  EXPECT_TRUE((X * 0).isConstant(0));
  EXPECT_FALSE(((X + Y) - Y).same(X)); // may round
  EXPECT_TRUE((Traced(2) * 3).isConstant(6));
}

TEST(Traced, UnknownsStayVisible) {
  Trace T;
  Trace::Run Run(T);
  Traced X = T.unknown("no formula") * 2 + 1;
  EXPECT_EQ(T[T[T[X.id()].A].A].Op, TraceOp::Unknown);
}

} // namespace
