//===- WarpArithmeticTest.cpp - Affine operations against foldInteger -----===//
//
// Random affine operands over random boxes, with one to three groups of lanes
// that move alike: at every point and in every lane the result must be
// foldInteger() of the operands there. Where the operation
// asks for a split, the box is split and both parts are tried again; this must
// come to an end.
//===----------------------------------------------------------------------===//

#include "analysis/evaluator/LaneGroups.h"
#include "analysis/evaluator/Residues.h"
#include "llvm/ADT/STLExtras.h"
#include <gtest/gtest.h>
#include <random>

using namespace kernelcast;

namespace {

constexpr unsigned Width = 4;

/// The value of lane \p L at \p Point, or nothing if it is unknown.
std::optional<int64_t> valueAt(const GroupedValue &A, unsigned L,
                               llvm::ArrayRef<int64_t> Point) {
  uint64_t R = 0;
  bool Unknown = false;
  A.forEachGroup(LaneMask(1) << L, [&](const WarpValue &V, LaneMask) {
    Unknown = V.Unknown >> L & 1;
    R = V.lane(L);
    for (unsigned I = 0; I != Point.size(); ++I)
      R += static_cast<uint64_t>(V.coefficient(I)) * Point[I];
    return true;
  });
  if (Unknown)
    return std::nullopt;
  return static_cast<int64_t>(R);
}

/// A sum beyond 64 bits wraps around; such operands are not used.
int64_t sum(int64_t A, int64_t B) {
  return static_cast<int64_t>(static_cast<uint64_t>(A) +
                              static_cast<uint64_t>(B));
}

/// The coordinates of one operand: value = Lane + sum of Factor * coordinate,
/// with factors of its own for each group of lanes.
struct Affine {
  std::array<int64_t, Width> Lane{};
  std::array<unsigned, Width> Group{};
  std::array<std::array<int64_t, 3>, 3> Factor{}; ///< by group
  bool Uniform = false;

  WarpValue group(unsigned G, const Box &B) const {
    WarpValue A;
    A.setConstant(0);
    A.Uniform = false;
    for (unsigned L = 0; L != Width; ++L) {
      A.Lane[L] = Lane[L];
      for (unsigned V = 0; V != 3; ++V)
        A.Lane[L] = sum(A.Lane[L], Factor[G][V] * B.Variables[V].Low);
    }
    A.Uniform = llvm::all_equal(llvm::ArrayRef(A.Lane, Width));
    for (unsigned V = 0; V != 3; ++V)
      A.addTerm(V, Factor[G][V] * B.Variables[V].Step, B);
    return A;
  }
  GroupedValue over(const Box &B) const {
    GroupedArithmetic Arithmetic(B, Width);
    GroupedValue A;
    LaneMask Filled = 0;
    for (unsigned L = 0; L != Width; ++L) {
      LaneMask Lane = LaneMask(1) << L;
      EXPECT_TRUE(Arithmetic.merge(A, Filled, group(Group[L], B), Lane));
      Filled |= Lane;
    }
    return A;
  }
};

class ArithmeticTest : public testing::Test {
protected:
  std::mt19937_64 Random{42};
  uint64_t pick(uint64_t N) { return Random() % N; }

  Affine operand(ScalarType Type, bool Constant) {
    static const int64_t Factors[] = {1,  2,  4,  8,  16, 32, 3,   5,
                                      12, 33, -1, -4, -7, 64, 100, 1 << 20};
    Affine A;
    A.Uniform = Constant || pick(3) == 0;
    int64_t First = static_cast<int64_t>(pick(100)) - 20;
    if (pick(6) == 0) // near the end of the range
      First = static_cast<int64_t>(typeRange(Type).High) - pick(60);
    for (unsigned L = 0; L != Width; ++L)
      A.Lane[L] = A.Uniform ? First : sum(First, L * int64_t(1 + pick(3)));
    for (auto &Factor : A.Factor)
      for (unsigned V = 0; V != 3 && !Constant; ++V)
        if (pick(2))
          Factor[V] = Factors[pick(16)];
    if (pick(3) == 0)
      for (unsigned &Group : A.Group)
        Group = pick(3);
    return A;
  }

  /// Operands must be values of the type at every point.
  static bool representable(const GroupedValue &A, ScalarType Type,
                            const Box &B) {
    WideRange T = typeRange(Type);
    return A.forEachGroup(15, [&](const WarpValue &V, LaneMask Lanes) {
      WideRange R = range(V, Lanes, B);
      return R.Low >= T.Low && R.High <= T.High;
    });
  }

  void check(Op Operation, ScalarType Type, const Affine &A, const Affine &B,
             Box Whole) {
    std::vector<Box> Stack{Whole};
    unsigned Pieces = 0;
    while (!Stack.empty()) {
      Box Points = Stack.back();
      Stack.pop_back();
      ASSERT_LT(++Pieces, 3000u);
      GroupedValue X = A.over(Points), Y = B.over(Points), R;
      GroupedArithmetic Arithmetic(Points, Width);
      bool Unary = Operation == Op::Negate || Operation == Op::Not ||
                   Operation == Op::FloorLog2;
      bool Good = Unary ? Arithmetic.unary(Operation, Type, X, 15, R)
                        : Arithmetic.binary(Operation, Type, X, Y, 15, R);
      if (!Good) {
        unsigned V = Arithmetic.split().Variable;
        ASSERT_LT(V, 3u);
        ASSERT_GT(Points.Variables[V].Count, 1);
        int64_t Total = 0;
        split(Points.Variables[V], Arithmetic.split(),
              [&](const BoxVariable &Part) {
                Stack.push_back(Points);
                Stack.back().Variables[V] = Part;
                Total += Part.Count;
              });
        ASSERT_EQ(Total, Points.Variables[V].Count);
        continue;
      }
      std::array<int64_t, 3> P;
      for (P[0] = 0; P[0] != Points.Variables[0].Count; ++P[0])
        for (P[1] = 0; P[1] != Points.Variables[1].Count; ++P[1])
          for (P[2] = 0; P[2] != Points.Variables[2].Count; ++P[2])
            for (unsigned L = 0; L != Width; ++L) {
              int64_t Left = *valueAt(X, L, P), Right = *valueAt(Y, L, P);
              ASSERT_EQ(foldInteger(Operation, Type, Left, Right),
                        valueAt(R, L, P))
                  << "operation " << unsigned(Operation) << " on " << Left
                  << " and " << Right
                  << (Type.Signed ? " signed " : " unsigned ")
                  << unsigned(Type.Bits);
            }
    }
  }
};

} // namespace

TEST_F(ArithmeticTest, EveryOperationAtEveryPoint) {
  const Op Operations[] = {Op::Add,   Op::Sub,      Op::Mul,      Op::Div,
                           Op::Rem,   Op::Shl,      Op::Shr,      Op::And,
                           Op::Or,    Op::Xor,      Op::Min,      Op::Max,
                           Op::Not,   Op::Negate,   Op::Less,     Op::LessEqual,
                           Op::Equal, Op::NotEqual, Op::FloorLog2};
  const ScalarType Types[] = {
      ScalarType::integer(32, true), ScalarType::integer(32, false),
      ScalarType::integer(64, true), ScalarType::integer(64, false),
      ScalarType::integer(8, true),  ScalarType::integer(16, false)};
  unsigned Done = 0;
  for (unsigned Round = 0; Round != 40000 && !HasFailure(); ++Round) {
    Box B;
    for (unsigned V = 0; V != 3; ++V)
      B.Variables[V] = {int64_t(pick(5)), int64_t(1 + pick(3)),
                        int64_t(1 + pick(V == 0 ? 9 : 4))};
    Op Operation = Operations[pick(std::size(Operations))];
    ScalarType Type = Types[pick(6)];
    Affine X = operand(Type, false), Y = operand(Type, pick(3) != 0);
    if (Operation == Op::And && pick(2))
      Y.Lane.fill((int64_t(1) << pick(7)) - 1);
    if (!representable(X.over(B), Type, B) ||
        !representable(Y.over(B), Type, B))
      continue;
    ++Done;
    check(Operation, Type, X, Y, B);
  }
  EXPECT_GT(Done, 5000u);
}

// The residues of 12 * i + 8 * j, counted by hand for all points.
TEST(Residues, AreThoseOfAllPoints) {
  Box B;
  B.Variables[0].Count = 1000;
  B.Variables[4].Count = 7;
  B.Variables[2].Count = 3; // does not occur in the address
  WarpValue A;
  A.setConstant(5);
  A.addTerm(0, 12, B);
  A.addTerm(4, -8, B);
  std::array<double, AlignmentPeriod> Expected{};
  for (int64_t I = 0; I != 1000; ++I)
    for (int64_t J = 0; J != 7; ++J)
      Expected[static_cast<uint64_t>(12 * I - 8 * J) % AlignmentPeriod] += 3;
  Residues R = residues(A, B);
  EXPECT_EQ(R.Points, Expected);
  EXPECT_EQ(R.Step, 4u);
}

// One guard over a million blocks: i = 1024 b + 32 w + lane < n is false for
// all points, true for all, or the split falls on the block where it flips.
TEST(Split, FallsWhereAComparisonFlips) {
  Box B;
  B.Variables[0].Count = 1000000;
  B.Variables[3].Count = 32;
  WarpValue I, N, R;
  I.setConstant(0);
  I.Uniform = false;
  for (unsigned L = 0; L != 32; ++L)
    I.Lane[L] = L;
  I.addTerm(0, 1024, B);
  I.addTerm(3, 32, B);
  N.setConstant(1024 * 5000 + 7);
  WarpArithmetic Arithmetic(B, 32);
  ASSERT_FALSE(Arithmetic.binary(Op::Less, ScalarType::integer(64, true), I, N,
                                 0xFFFFFFFF, R));
  EXPECT_EQ(Arithmetic.Split.What, SplitRequest::Kind::Cut);
  EXPECT_EQ(Arithmetic.Split.Variable, 0u);
  EXPECT_EQ(Arithmetic.Split.Position, 5000);
}

// An unsigned value that counts down: k times 2^32 - 1 is zero at first and
// then 2^32 - k, and 5000 more than that wraps at every other point alike.
TEST(Split, FallsOnceWhereAnUnsignedValueCountsDown) {
  const ScalarType Unsigned = ScalarType::integer(32, false);
  Box B;
  B.Variables[0].Count = 5000;
  WarpValue K, Step, Start, Product, R;
  K.setConstant(0);
  K.addTerm(0, 1, B);
  Step.setConstant(4294967295);
  Start.setConstant(5000);
  WarpArithmetic Whole(B, 32);
  ASSERT_FALSE(Whole.binary(Op::Mul, Unsigned, K, Step, 1, Product));
  EXPECT_EQ(Whole.Split.What, SplitRequest::Kind::Cut);
  EXPECT_EQ(Whole.Split.Position, 1);
  B.Variables[0] = {1, 1, 4999};
  K.setConstant(1);
  K.addTerm(0, 1, B);
  WarpArithmetic Rest(B, 32);
  ASSERT_TRUE(Rest.binary(Op::Mul, Unsigned, K, Step, 1, Product));
  EXPECT_EQ(Product.lane(0), 4294967295);
  EXPECT_EQ(Product.coefficient(0), -1);
  ASSERT_TRUE(Rest.binary(Op::Add, Unsigned, Start, Product, 1, R));
  EXPECT_EQ(R.lane(0), 4999);
  EXPECT_EQ(R.coefficient(0), -1);
}

// (64 b + lane) % 1000 repeats after 1000 / gcd(64, 1000) = 125 blocks, less
// often than it wraps in 100000 blocks.
TEST(Split, UsesThePeriodOfARemainder) {
  Box B;
  B.Variables[0].Count = 100000;
  WarpValue I, D, R;
  I.setConstant(0);
  I.addTerm(0, 64, B);
  D.setConstant(1000);
  WarpArithmetic Arithmetic(B, 32);
  ASSERT_FALSE(
      Arithmetic.binary(Op::Rem, ScalarType::integer(32, true), I, D, 1, R));
  EXPECT_EQ(Arithmetic.Split.What, SplitRequest::Kind::Residue);
  EXPECT_EQ(Arithmetic.Split.Position, 125);
}

// i % 4096 and i % 4097 for 2^25 points, which wrap more often than they have
// values. Up to 4096 classes are made; above, the box is cut where the first
// turn ends.
TEST(Split, MakesAtMost4096Classes) {
  for (int64_t Period : {4096, 4097}) {
    Box B;
    B.Variables[0].Count = 1 << 25;
    WarpValue I, D, R;
    I.setConstant(0);
    I.addTerm(0, 1, B);
    D.setConstant(Period);
    WarpArithmetic Arithmetic(B, 32);
    ASSERT_FALSE(
        Arithmetic.binary(Op::Rem, ScalarType::integer(32, true), I, D, 1, R));
    EXPECT_EQ(Arithmetic.Split.What, Period == 4096
                                         ? SplitRequest::Kind::Residue
                                         : SplitRequest::Kind::Cut);
    EXPECT_EQ(Arithmetic.Split.Position, Period);
  }
}

// A value of a box, counted from the first point of a part of it, is that of
// the part: at every point and in every lane.
TEST_F(ArithmeticTest, PartsOfABox) {
  for (unsigned Round = 0; Round != 3000; ++Round) {
    Box Whole;
    Whole.Size = 3;
    for (unsigned V = 0; V != 3; ++V)
      Whole.Variables[V] = {static_cast<int64_t>(pick(5)),
                            static_cast<int64_t>(1 + pick(3)),
                            static_cast<int64_t>(1 + pick(9))};
    Box Part = Whole;
    for (unsigned Cuts = pick(4); Cuts > 0; --Cuts) {
      const auto V = static_cast<unsigned>(pick(3));
      const int64_t Count = Part.Variables[V].Count;
      if (Count == 1)
        continue;
      const auto Kind =
          pick(2) ? SplitRequest::Kind::Cut : SplitRequest::Kind::Residue;
      std::vector<BoxVariable> Parts;
      split(Part.Variables[V], {Kind, V, static_cast<int64_t>(1 + pick(Count))},
            [&](const BoxVariable &One) { Parts.push_back(One); });
      Part.Variables[V] = Parts[pick(Parts.size())];
    }
    const Affine A = operand(ScalarType::integer(64, true), false);
    GroupedValue Moved = A.over(Whole);
    ASSERT_TRUE(Moved.rebase(Whole, Part));
    const GroupedValue There = A.over(Part);
    EXPECT_FALSE(Moved.varying() & ~There.varying());
    std::array<int64_t, 3> Point{};
    for (Point[0] = 0; Point[0] != Part.Variables[0].Count; ++Point[0])
      for (Point[1] = 0; Point[1] != Part.Variables[1].Count; ++Point[1])
        for (Point[2] = 0; Point[2] != Part.Variables[2].Count; ++Point[2])
          for (unsigned L = 0; L != Width; ++L)
            ASSERT_EQ(valueAt(Moved, L, Point), valueAt(There, L, Point))
                << Round;
  }
}
