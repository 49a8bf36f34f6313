// How much of the variation of times each parameter explains, by hand.

#include "tool/prune/ParameterEffects.h"
#include "gtest/gtest.h"
#include <cmath>

using namespace kernelcast;

namespace {

/// With parameters a and b; its time is e to the \p Power seconds.
RankedConfiguration timed(int64_t A, std::string B, double Power) {
  RankedConfiguration Result;
  Result.Values = {A, std::move(B)};
  const double Seconds = std::exp(Power);
  Result.Known.Time = ForecastTime{Seconds, Seconds, Seconds, "computation"};
  return Result;
}

} // namespace

// Logarithms 0, 1, 4, 7; their mean is 3, and 9 + 4 + 1 + 16 = 30 the whole.
//   a = 1: 0, 1, mean 0.5;  a = 2: 4, 7, mean 5.5: 2 * 2.5^2 * 2 = 25 of 30
//   b = x: 0, 4, mean 2;    b = y: 1, 7, mean 4:   2 * 1^2 * 2   =  4 of 30
// What is left, 1 of 30, is what a and b do together. A configuration without a
// time says nothing.
TEST(ParameterEffects, PartsOfTheVariation) {
  RankedConfiguration Timeless = timed(3, "z", 100);
  Timeless.Known.Time.reset();
  const Ranking All{{"a", "b"},
                    {timed(1, "x", 0), timed(1, "y", 1), timed(2, "x", 4),
                     timed(2, "y", 7), Timeless}};
  const std::vector<ParameterEffect> Effects = parameterEffects(All);
  ASSERT_EQ(Effects.size(), 2u);
  EXPECT_EQ(Effects[0].Parameter, 0u);
  EXPECT_EQ(Effects[0].Values, 2u);
  EXPECT_NEAR(Effects[0].Explains, 25.0 / 30, 1e-12);
  EXPECT_EQ(Effects[1].Parameter, 1u);
  EXPECT_NEAR(Effects[1].Explains, 4.0 / 30, 1e-12);
}

// The first parameter has one value: it explains nothing. The second one has
// another value in each: it explains all.
TEST(ParameterEffects, OneValueAndAllDifferent) {
  const Ranking All{{"a", "b"}, {timed(1, "x", 0), timed(1, "y", 2)}};
  const std::vector<ParameterEffect> Effects = parameterEffects(All);
  ASSERT_EQ(Effects.size(), 2u);
  EXPECT_EQ(Effects[0].Parameter, 1u);
  EXPECT_NEAR(Effects[0].Explains, 1, 1e-12);
  EXPECT_NEAR(Effects[1].Explains, 0, 1e-12);
}

TEST(ParameterEffects, NothingToExplain) {
  EXPECT_TRUE(parameterEffects({{"a", "b"}, {}}).empty());
  EXPECT_TRUE(
      parameterEffects({{"a", "b"}, {timed(1, "x", 3), timed(2, "y", 3)}})
          .empty());
}
