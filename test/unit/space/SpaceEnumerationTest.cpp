//===- SpaceEnumerationTest.cpp - Counting, drawing, going through --------===//
//
// Small spaces are also gone through by brute force here: every combination,
// each condition with its own evaluation. The enumeration must find the same.
//===----------------------------------------------------------------------===//

#include "tool/prune/space/SpaceEnumeration.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include <random>
#include <set>

using namespace kernelcast;
using namespace llvm;

namespace {

TuningSpace makeSpace(const std::vector<std::vector<int64_t>> &Values,
                      const std::vector<std::string> &Conditions) {
  TuningSpace Space;
  for (const std::vector<int64_t> &Each : Values)
    Space.Parameters.push_back(
        {std::string(1, static_cast<char>('a' + Space.Parameters.size())),
         {Each.begin(), Each.end()},
         {}});
  for (const std::string &Text : Conditions) {
    auto Read = ParameterExpression::parse(Text, Space.parameterNames());
    EXPECT_TRUE(bool(Read)) << Text << toString(Read.takeError());
    if (Read)
      Space.Conditions.push_back({Text, *Read, {}});
  }
  return Space;
}

struct BruteForce {
  std::vector<ConfigurationPlaces> Valid;
  uint64_t Dividing = 0, Unknown = 0;
};

BruteForce bruteForce(const TuningSpace &Space) {
  BruteForce Found;
  ConfigurationPlaces Places(Space.Parameters.size(), 0);
  ExpressionEvaluator Evaluator;
  while (true) {
    std::vector<ExpressionValue> Values;
    for (size_t I = 0; I != Places.size(); ++I)
      Values.push_back(expressionValue(Space.Parameters[I].Values[Places[I]]));
    bool Fails = false, Divides = false, IsUnknown = false;
    for (const SpaceExpression &Each : Space.Conditions) {
      const ExpressionValue *Value = Evaluator.run(Each.Value, Values);
      if (Value)
        Fails |= !isTrue(*Value);
      else if (Evaluator.failure().Reason ==
               ExpressionFailure::Kind::DivisionByZero)
        Divides = true;
      else
        IsUnknown = true;
    }
    if (!Fails && IsUnknown)
      ++Found.Unknown;
    if (!Fails && !IsUnknown) {
      Found.Valid.push_back(Places);
      Found.Dividing += Divides;
    }
    size_t I = Places.size();
    while (I && ++Places[I - 1] == Space.Parameters[I - 1].Values.size())
      Places[--I] = 0;
    if (!I)
      return Found;
  }
}

std::vector<ConfigurationPlaces> walked(const TuningSpace &Space) {
  std::vector<ConfigurationPlaces> All;
  SpaceCursor Cursor(Space);
  while (Cursor.next())
    All.push_back(Cursor.places().vec());
  EXPECT_FALSE(Cursor.next());
  return All;
}

SpaceCount counted(const TuningSpace &Space) {
  Expected<SpaceCount> Count = countConfigurations(Space);
  EXPECT_TRUE(bool(Count));
  return Count ? *Count : (consumeError(Count.takeError()), SpaceCount());
}

std::vector<ConfigurationPlaces> sampled(const TuningSpace &Space,
                                         uint64_t Number, uint64_t Seed) {
  auto Sample = sampleConfigurations(Space, Number, Seed);
  EXPECT_TRUE(bool(Sample));
  return Sample ? *Sample
                : (consumeError(Sample.takeError()),
                   std::vector<ConfigurationPlaces>());
}

} // namespace

// a = 1 with each of three b, then a = 2, b = 1: the first configuration is
// found with the sixth value set.
TEST(SpaceEnumeration, GivesUpAfterItsSteps) {
  const TuningSpace Space = makeSpace({{1, 2}, {1, 2, 3}}, {"a + b * b == 3"});
  EXPECT_TRUE(SpaceCursor(Space, 6).next());
  EXPECT_FALSE(SpaceCursor(Space, 5).next());
  auto Sample = sampleConfigurations(Space, 1, 0, /*MaxSteps=*/2);
  ASSERT_FALSE(bool(Sample));
  EXPECT_EQ(toString(Sample.takeError()),
            "counting the configurations takes over 2 steps");
}

TEST(SpaceEnumeration, KeepsTheSpacesOrder) {
  const TuningSpace Space = makeSpace({{1, 2}, {1, 2, 3}}, {"a * b < 4"});
  EXPECT_THAT(walked(Space), testing::ElementsAre(ConfigurationPlaces{0, 0},
                                                  ConfigurationPlaces{0, 1},
                                                  ConfigurationPlaces{0, 2},
                                                  ConfigurationPlaces{1, 0}));
  const SpaceCount Count = counted(Space);
  EXPECT_EQ(Count.Combinations, 6u);
  EXPECT_EQ(Count.Valid, 4u);
  EXPECT_EQ(std::get<int64_t>(configurationAt(Space, {1, 2})[1]), 3);
}

TEST(SpaceEnumeration, CountsWithoutListing) {
  // Ten to the tenth; a * b <= 10 holds for 10+5+3+2+2+1+1+1+1+1 = 27 pairs.
  std::vector<int64_t> Ten = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
  const TuningSpace Space =
      makeSpace(std::vector<std::vector<int64_t>>(10, Ten), {"a * b <= 10"});
  EXPECT_EQ(counted(Space).Combinations, 10000000000u);
  EXPECT_EQ(counted(Space).Valid, 2700000000u); // 27 * 10^8
  EXPECT_EQ(sampled(Space, 3, 1).size(), 3u);
}

TEST(SpaceEnumeration, SaysIfThereAreTooMany) {
  std::vector<int64_t> Ten = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
  const TuningSpace Space =
      makeSpace(std::vector<std::vector<int64_t>>(20, Ten), {}); // 10^20
  auto Count = countConfigurations(Space);
  ASSERT_FALSE(bool(Count));
  EXPECT_EQ(toString(Count.takeError()),
            "the space has over 2^64 configurations");
}

TEST(SpaceEnumeration, KnowsThatNothingIsLeft) {
  const TuningSpace Space = makeSpace({{1, 2}, {1, 2}}, {"a > 2"});
  EXPECT_EQ(counted(Space).Valid, 0u);
  EXPECT_TRUE(walked(Space).empty());
  EXPECT_TRUE(sampled(Space, 5, 1).empty());
  const TuningSpace Never = makeSpace({{1, 2}, {1, 2}}, {"1 > 2"});
  EXPECT_EQ(counted(Never).Valid, 0u);
  EXPECT_TRUE(walked(Never).empty());
}

TEST(SpaceEnumeration, LeavesDivisionsByZeroIn) {
  // b = 0 divides by zero for both of a; 1 % 2 and 2 % 2: one holds.
  const TuningSpace Space = makeSpace({{1, 2}, {0, 2}}, {"a % b == 0"});
  const SpaceCount Count = counted(Space);
  EXPECT_EQ(Count.Valid, 3u);
  EXPECT_EQ(Count.DividingByZero, 2u);
  ASSERT_EQ(Count.Notes.size(), 1u);
  EXPECT_EQ(Count.Notes[0].Message,
            "the condition a % b == 0 has no value for 2 configurations, which "
            "stay in, as with Kernel Tuner: division by zero (column 3)");
}

TEST(SpaceEnumeration, LeavesOutWhatItCannotWorkOut) {
  // 2^62 * 2 does not fit; with b = 3 the other condition fails anyway.
  const TuningSpace Space =
      makeSpace({{1, int64_t(1) << 62}, {1, 2, 3}}, {"a * b > 0", "b != 3"});
  const SpaceCount Count = counted(Space);
  EXPECT_EQ(Count.Valid, 3u);
  EXPECT_EQ(Count.Unknown, 1u);
  ASSERT_EQ(Count.Notes.size(), 1u);
  EXPECT_THAT(Count.Notes[0].Message,
              testing::HasSubstr("1 configuration, which are left out"));
}

// Random spaces with conditions of every kind.
TEST(SpaceEnumeration, FindsWhatBruteForceFinds) {
  std::mt19937_64 Random(11);
  const std::string Operators[] = {"+", "-", "*", "//", "%", "/", "**"};
  const std::string Comparisons[] = {"<", "<=", ">", "==", "!="};
  uint64_t Dividing = 0, Unknown = 0, Valid = 0;
  for (int Round = 0; Round != 400; ++Round) {
    std::vector<std::vector<int64_t>> Values(Random() % 5 + 1);
    for (std::vector<int64_t> &Each : Values) {
      std::set<int64_t> Some;
      for (uint64_t Left = Random() % 4 + 1; Left; --Left)
        Some.insert(Random() % 16 == 0 ? int64_t(1) << 62
                                       : int64_t(Random() % 9) - 2);
      Each.assign(Some.begin(), Some.end());
    }
    auto Name = [&] {
      return std::string(1, static_cast<char>('a' + Random() % Values.size()));
    };
    std::vector<std::string> Conditions;
    for (uint64_t Left = Random() % 4; Left; --Left) {
      std::string Text = Name();
      for (uint64_t More = Random() % 3; More; --More)
        Text += " " + Operators[Random() % std::size(Operators)] + " " + Name();
      Text += " " + Comparisons[Random() % std::size(Comparisons)] + " " +
              std::to_string(Random() % 6);
      if (Random() % 3 == 0)
        Text = "0 <= " + Text;
      if (Random() % 3 == 0)
        Text += (Random() % 2 ? " or " : " and ") + Name() + " in [1, 2]";
      Conditions.push_back(Text);
    }
    const TuningSpace Space = makeSpace(Values, Conditions);
    const BruteForce Expected = bruteForce(Space);
    const SpaceCount Count = counted(Space);
    const std::string Shown = testing::PrintToString(Conditions);
    EXPECT_EQ(Count.Valid, Expected.Valid.size()) << Shown;
    EXPECT_EQ(Count.DividingByZero, Expected.Dividing) << Shown;
    EXPECT_EQ(Count.Unknown, Expected.Unknown) << Shown;
    EXPECT_EQ(walked(Space), Expected.Valid) << Shown;
    const uint64_t Wanted = Random() % (Expected.Valid.size() + 3);
    const auto Sample = sampled(Space, Wanted, Round);
    EXPECT_EQ(Sample.size(), std::min<uint64_t>(Wanted, Expected.Valid.size()));
    EXPECT_TRUE(std::includes(Expected.Valid.begin(), Expected.Valid.end(),
                              Sample.begin(), Sample.end()))
        << Shown;
    EXPECT_EQ(
        std::set<ConfigurationPlaces>(Sample.begin(), Sample.end()).size(),
        Sample.size());
    EXPECT_EQ(sampled(Space, Wanted, Round), Sample);
    Dividing += Expected.Dividing;
    Unknown += Expected.Unknown;
    Valid += Expected.Valid.size();
  }
  // The spaces were no trivial ones.
  EXPECT_GT(Dividing, 100u);
  EXPECT_GT(Unknown, 100u);
  EXPECT_GT(Valid, 1000u);
}

TEST(SpaceEnumeration, DrawsEachWithTheSameProbability) {
  // 12 of 16 are valid; 6000 draws of 2: each is drawn 1000 times on average,
  // with a standard deviation of 29.
  const TuningSpace Space = makeSpace({{1, 2, 3, 4}, {1, 2, 3, 4}}, {"a != b"});
  std::map<ConfigurationPlaces, int> Drawn;
  for (uint64_t Seed = 0; Seed != 6000; ++Seed)
    for (const ConfigurationPlaces &Each : sampled(Space, 2, Seed))
      ++Drawn[Each];
  EXPECT_EQ(Drawn.size(), 12u);
  for (const auto &[Places, Times] : Drawn)
    EXPECT_NEAR(Times, 1000, 150) << testing::PrintToString(Places);
}
