//===- ArgumentConstraintTest.cpp - The nearest number that is allowed ----===//

#include "analysis/launch/ArgumentConstraint.h"
#include "gtest/gtest.h"
#include <random>

using namespace kernelcast;

namespace {

using Relation = ArgumentConstraint::Relation;

ArgumentConstraint remainder(int64_t Modulus, int64_t Value,
                             Relation Compare = Relation::Equal) {
  return {"n", Modulus, Compare, Value, ""};
}
ArgumentConstraint compared(Relation Compare, int64_t Value) {
  return {"n", 0, Compare, Value, ""};
}

// Sun Tzu: a number that leaves 2, 3 and 2 when divided by 3, 5 and 7 is 23 or
// a multiple of 105 away from it.
TEST(ArgumentConstraint, MeetsSeveralRemainders) {
  ArgumentConstraint Three[] = {remainder(3, 2), remainder(5, 3),
                                remainder(7, 2)};
  EXPECT_EQ(nearestAllowed(1, Three), 23);
  EXPECT_EQ(nearestAllowed(75, Three), 23);
  EXPECT_EQ(nearestAllowed(76, Three), 128);
}

// 2^63 - 1, the largest number, divides by nothing but itself: 5, then 5 - it.
TEST(ArgumentConstraint, MeetsTheLargestModulus) {
  EXPECT_EQ(nearestAllowed(100, {{remainder(INT64_MAX, 5)}}), 5);
}

// n = 2^40 a + 2^39 = 3 b + 2, and 2^40 leaves 1 when divided by 3, 2^39 leaves
// 2: the smallest is 2^39, the next one 3 * 2^40 further on.
TEST(ArgumentConstraint, MeetsLargeModuli) {
  constexpr int64_t Large = int64_t(1) << 40;
  ArgumentConstraint Two[] = {remainder(Large, Large / 2), remainder(3, 2)};
  EXPECT_EQ(nearestAllowed(1, Two), Large / 2);
  EXPECT_EQ(nearestAllowed(3 * Large, Two), 3 * Large + Large / 2);
}

// 2^61 - 1 and 2^63 - 25 are primes, so that the numbers that leave 7 when
// divided by both lie almost 2^124 apart: no other than 7 itself fits 64 bits.
TEST(ArgumentConstraint, MeetsModuliWithALargeMultiple) {
  constexpr int64_t P = (int64_t(1) << 61) - 1, Q = INT64_MAX - 24;
  EXPECT_EQ(nearestAllowed(100, {{remainder(P, 7), remainder(Q, 7)}}), 7);
  EXPECT_EQ(nearestAllowed(
                100, {{remainder(P, 7), remainder(Q, 7), remainder(5, 2)}}),
            7);
  EXPECT_EQ(nearestAllowed(
                100, {{remainder(P, 7), remainder(Q, 7), remainder(5, 3)}}),
            std::nullopt);
}

// Odd by the first, even by the second.
TEST(ArgumentConstraint, FindsContradictions) {
  EXPECT_EQ(nearestAllowed(100, {{remainder(6, 1), remainder(4, 2)}}),
            std::nullopt);
  EXPECT_EQ(nearestAllowed(100, {{compared(Relation::Less, 3),
                                  compared(Relation::Greater, 3)}}),
            std::nullopt);
}

// Sizes are positive where that is possible: -4 is nearer to 0 than 8 is to 6.
TEST(ArgumentConstraint, PrefersPositiveNumbers) {
  EXPECT_EQ(nearestAllowed(0, {{remainder(4, 0)}}), 4);
  EXPECT_EQ(nearestAllowed(5, {{compared(Relation::LessEqual, -2)}}), -2);
  EXPECT_EQ(nearestAllowed(5, {{compared(Relation::Equal, 0)}}), 0);
}

TEST(ArgumentConstraint, KnowsMultiples) {
  EXPECT_TRUE(remainder(1024, 0).impliesMultipleOf(32));
  EXPECT_TRUE(remainder(1024, 64).impliesMultipleOf(32));
  EXPECT_FALSE(remainder(1024, 16).impliesMultipleOf(32));
  EXPECT_FALSE(remainder(48, 0).impliesMultipleOf(32));
  EXPECT_FALSE(remainder(32, 0, Relation::NotEqual).impliesMultipleOf(32));
  EXPECT_TRUE(compared(Relation::Equal, 96).impliesMultipleOf(32));
  EXPECT_FALSE(compared(Relation::GreaterEqual, 96).impliesMultipleOf(32));
}

// Against trying all numbers.
TEST(ArgumentConstraint, AgreesWithTryingAll) {
  std::mt19937 Random(1);
  for (unsigned Round = 0; Round != 2000; ++Round) {
    std::vector<ArgumentConstraint> Constraints;
    for (unsigned I = Random() % 4; I-- != 0;)
      if (Random() % 2) {
        int64_t Modulus = 1 + Random() % 12;
        Constraints.push_back(
            remainder(Modulus, Random() % Modulus,
                      Random() % 3 ? Relation::Equal : Relation::NotEqual));
      } else {
        Constraints.push_back(compared(static_cast<Relation>(Random() % 6),
                                       int64_t(Random() % 200)));
      }
    int64_t Wanted = Random() % 300;
    auto Allowed = [&](int64_t N) {
      return std::all_of(
          Constraints.begin(), Constraints.end(),
          [&](const ArgumentConstraint &C) { return C.holdsFor(N); });
    };
    std::optional<int64_t> Best;
    constexpr int64_t Most = 40000; // 12 * 11 * 5 * 7 * ... and the intervals
    for (int64_t N = 1; N != Most; ++N)
      if (Allowed(N) &&
          (!Best || std::abs(N - Wanted) < std::abs(*Best - Wanted)))
        Best = N;
    std::optional<int64_t> Found = nearestAllowed(Wanted, Constraints);
    if (!Best) {
      EXPECT_TRUE(!Found || *Found < 1) << Round;
      continue;
    }
    if (!Found)
      FAIL() << Round;
    EXPECT_TRUE(Allowed(*Found)) << Round;
    EXPECT_EQ(std::abs(*Found - Wanted), std::abs(*Best - Wanted)) << Round;
  }
}

} // namespace
