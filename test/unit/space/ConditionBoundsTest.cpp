//===- ConditionBoundsTest.cpp - What is certain before all is set --------===//

#include "tool/prune/space/ConditionBounds.h"
#include "tool/prune/space/SpaceEnumeration.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include <random>

using namespace kernelcast;
using namespace llvm;

namespace {

const std::vector<std::string> Letters = {"a", "b", "c"};

Certainty certainty(const std::string &Text,
                    const std::vector<WholeInterval> &Intervals) {
  auto Read = ParameterExpression::parse(Text, Letters);
  if (!Read) {
    ADD_FAILURE() << Text << ": " << toString(Read.takeError());
    return Certainty::Open;
  }
  return certaintyOf(*Read, [&](unsigned Parameter) {
    return std::optional<WholeInterval>(Intervals[Parameter]);
  });
}

} // namespace

TEST(ConditionBounds, FollowsWholeNumbers) {
  const std::vector<WholeInterval> Given = {{8, 8}, {16, 32}, {1, 4}};
  EXPECT_EQ(certainty("a * b * c <= 64", Given), Certainty::AlwaysFalse);
  EXPECT_EQ(certainty("a * b * c <= 256", Given), Certainty::Open);
  EXPECT_EQ(certainty("a * b * c <= 1024", Given), Certainty::AlwaysTrue);
  EXPECT_EQ(certainty("1 <= a * b <= 100", Given), Certainty::AlwaysFalse);
  EXPECT_EQ(certainty("c > 2 and a > 9", Given), Certainty::AlwaysFalse);
  EXPECT_EQ(certainty("c > 2 or a == 8", Given), Certainty::AlwaysTrue);
  EXPECT_EQ(certainty("not (c > 4) and b // 16 in [1]", Given),
            Certainty::Open);
  EXPECT_EQ(certainty("b % 64 == 0", Given), Certainty::AlwaysFalse);
}

TEST(ConditionBounds, LeavesOpenWhatMayFail) {
  const std::vector<WholeInterval> Given = {
      {0, 1}, {1, 2}, {INT64_MAX, INT64_MAX}};
  EXPECT_EQ(certainty("b // a > 5", Given), Certainty::Open);
  EXPECT_EQ(certainty("b * c < 0", Given), Certainty::Open);
  EXPECT_EQ(certainty("b / 2 > 5", Given), Certainty::Open);
}

// Random conditions on random intervals: what is called certain holds for every
// combination of values in them.
TEST(ConditionBounds, IsNeverWrong) {
  std::mt19937_64 Random(3);
  const std::string Pieces[] = {"a", "b", "c", "1", "2", "7", "-3"};
  const std::string Operators[] = {
      " + ", " - ",  " * ",  " // ",  " % ",     " < ",   " <= ",       " == ",
      " > ", " != ", " or ", " and ", " < a < ", ") * (", ") and not ("};
  int Certain[3] = {0, 0, 0};
  for (int Round = 0; Round != 20000; ++Round) {
    std::string Text = "(" + Pieces[Random() % std::size(Pieces)];
    for (uint64_t Left = Random() % 5 + 1; Left; --Left)
      Text += Operators[Random() % std::size(Operators)] +
              Pieces[Random() % std::size(Pieces)];
    Text += ")";
    std::vector<WholeInterval> Given;
    for (int I = 0; I != 3; ++I) {
      const int64_t Low = int64_t(Random() % 12) - 4;
      Given.push_back({Low, Low + int64_t(Random() % 3)});
    }
    const Certainty Said = certainty(Text, Given);
    ++Certain[static_cast<int>(Said)];
    if (Said == Certainty::Open)
      continue;
    auto Read = cantFail(ParameterExpression::parse(Text, Letters));
    ExpressionEvaluator Evaluator;
    for (int64_t A = Given[0].Low; A <= Given[0].High; ++A)
      for (int64_t B = Given[1].Low; B <= Given[1].High; ++B)
        for (int64_t C = Given[2].Low; C <= Given[2].High; ++C) {
          const ExpressionValue *Value = Evaluator.run(
              Read, {ExpressionValue::integer(A), ExpressionValue::integer(B),
                     ExpressionValue::integer(C)});
          ASSERT_TRUE(Value) << Text;
          ASSERT_EQ(isTrue(*Value), Said == Certainty::AlwaysTrue)
              << Text << " at " << A << ", " << B << ", " << C;
        }
  }
  for (int Times : Certain)
    EXPECT_GT(Times, 1000);
}

// Seven numbers from 1 to 10 with a sum of at most 12: as many as seven numbers
// from 0 with a sum of at most 5, which is 12 over 7 = 792. The product, 10^7,
// is more than is asked one by one.
TEST(ConditionBounds, CutsConditionsOverManyParameters) {
  const std::vector<int64_t> Ten = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
  TuningSpace Space;
  for (char Name = 'a'; Name != 'h'; ++Name)
    Space.Parameters.push_back(
        {std::string(1, Name), {Ten.begin(), Ten.end()}, {}});
  const std::string Text = "a + b + c + d + e + f + g <= 12";
  Space.Conditions.push_back(
      {Text,
       cantFail(ParameterExpression::parse(Text, Space.parameterNames())),
       {}});
  EXPECT_EQ(cantFail(countConfigurations(Space)).Valid, 792u);
  SpaceCursor Cursor(Space);
  uint64_t Walked = 0;
  while (Cursor.next())
    ++Walked;
  EXPECT_EQ(Walked, 792u);
  EXPECT_EQ(cantFail(sampleConfigurations(Space, 1000, 1)).size(), 792u);
}

// As many with a sum of at most 38 as with one of at least 39, by symmetry:
// each number becomes 11 minus itself, and the sum 77 minus itself. So half of
// 10^7.
TEST(ConditionBounds, AddsUpWhatIsAlike) {
  const std::vector<int64_t> Ten = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
  TuningSpace Space;
  for (char Name = 'a'; Name != 'h'; ++Name)
    Space.Parameters.push_back(
        {std::string(1, Name), {Ten.begin(), Ten.end()}, {}});
  auto add = [&](const std::string &Text) {
    Space.Conditions.push_back(
        {Text,
         cantFail(ParameterExpression::parse(Text, Space.parameterNames())),
         {}});
  };
  add("a + b + c + d + e + f + g <= 38");
  EXPECT_EQ(cantFail(countConfigurations(Space)).Valid, 5000000u);
  // With a condition beside it, as many as brute force finds.
  add("a != b and (b + g) % 3 == 0");
  uint64_t Expected = 0;
  for (int64_t A : Ten)
    for (int64_t B : Ten)
      for (int64_t G : Ten)
        if (A != B && (B + G) % 3 == 0)
          for (int I = 0; I != 10000; ++I)
            Expected += A + B + G + I % 10 + I / 10 % 10 + I / 100 % 10 +
                            I / 1000 + 4 <=
                        38;
  EXPECT_EQ(cantFail(countConfigurations(Space)).Valid, Expected);
  // A parameter that comes again later is not forgotten.
  add("a * b * c * d * e * f * g - a * a > 3000");
  uint64_t Walked = 0;
  SpaceCursor Cursor(Space);
  while (Cursor.next())
    ++Walked;
  EXPECT_EQ(cantFail(countConfigurations(Space)).Valid, Walked);
  EXPECT_GT(Walked, 1000u);
  EXPECT_LT(Walked, Expected);
}
