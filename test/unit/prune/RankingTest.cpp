// Ranks, cuts and parameters without effect, on rankings made by hand.

#include "tool/prune/Ranking.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace kernelcast;
using testing::ElementsAre;

namespace {

/// A configuration of one parameter with its time; the program is the value.
RankedConfiguration timed(uint64_t Place, int64_t Value, double Seconds,
                          InstructionSource Counts = InstructionSource::Ir) {
  RankedConfiguration Result;
  Result.Place = Place;
  Result.Values = {Value};
  Result.Known.Time = ForecastTime{Seconds, Seconds, Seconds, "computation"};
  Result.Known.Counts = Counts;
  Result.Known.Program = {static_cast<uint64_t>(Value), 0};
  return Result;
}

RankedConfiguration excluded(uint64_t Place, int64_t Value, Hindrance Why) {
  RankedConfiguration Result;
  Result.Place = Place;
  Result.Values = {Value};
  Result.Known.Excluded = Why;
  Result.Known.Reason = "it does not fit";
  Result.Known.Program = {static_cast<uint64_t>(Value), 1};
  return Result;
}

std::vector<uint64_t> places(const Ranking &All) {
  std::vector<uint64_t> Result;
  for (const RankedConfiguration &Each : All.Configurations)
    Result.push_back(Each.Place);
  return Result;
}

} // namespace

// By time, then by place; what has no time behind what has one, what cannot run
// last, and compiled counts before the source's, whatever their times.
TEST(Ranking, Order) {
  RankedConfiguration Timeless = timed(4, 4, 0);
  Timeless.Known.Time.reset();
  const Ranking All =
      ranked({"a"}, {excluded(0, 0, Hindrance::Threads), timed(1, 1, 3),
                     timed(2, 2, 1), timed(3, 3, 0.5, InstructionSource::Ast),
                     Timeless, timed(5, 5, 1)});
  EXPECT_THAT(places(All), ElementsAre(2, 5, 1, 3, 4, 0));
  EXPECT_EQ(All.Configurations[5].Rank, 6u);
  EXPECT_EQ(excludedBy(All)[static_cast<size_t>(Hindrance::Threads)], 1u);
}

TEST(Ranking, TheFirstStandsForItsProgram) {
  const Ranking All =
      ranked({"a"}, {timed(0, 7, 2), timed(1, 8, 1), timed(2, 7, 2)});
  EXPECT_THAT(places(All), ElementsAre(1, 0, 2));
  EXPECT_EQ(All.Configurations[0].SameAs, std::nullopt);
  EXPECT_EQ(All.Configurations[1].SameAs, std::nullopt);
  EXPECT_EQ(All.Configurations[2].SameAs, std::optional<uint64_t>(2));
  EXPECT_EQ(distinctPrograms(All), 2u);
}

// Twenty can run: 5 % are one, 6 % are more than one. The other is left out in
// any case.
TEST(Ranking, KeepsPartsOfWhatCanRun) {
  std::vector<RankedConfiguration> List;
  for (int I = 0; I != 20; ++I)
    List.push_back(timed(I, I, 1 + I));
  List.push_back(excluded(20, 20, Hindrance::SharedMemory));
  auto left = [&](RankingCut Cut) {
    Ranking All = ranked({"a"}, List);
    EXPECT_FALSE(static_cast<bool>(cut(All, Cut)));
    return All.Configurations.size();
  };
  EXPECT_EQ(left({}), 21u);
  EXPECT_EQ(left({.Keep = 0.05}), 1u);
  EXPECT_EQ(left({.Keep = 0.06}), 2u);
  EXPECT_EQ(left({.Keep = 0}), 1u);
  EXPECT_EQ(left({.Keep = 1}), 20u);
  EXPECT_EQ(left({.Top = 7}), 7u);
  EXPECT_EQ(left({.Keep = 0.5, .Top = 7}), 7u);
  // 1 second and a half more: those of 1 and, of 2, none.
  EXPECT_EQ(left({.Within = 0.5}), 1u);
  EXPECT_EQ(left({.Within = 1}), 2u);
}

// The best one takes 1 to 2 seconds. What takes 5 and may take 2.1 is not more
// than 10 % slower for sure; what may take 2.3 at least is.
TEST(Ranking, WithinAllowsForIntervals) {
  RankedConfiguration Best = timed(0, 0, 1), Near = timed(1, 1, 5),
                      Far = timed(2, 2, 4);
  Best.Known.Time->High = 2;
  Near.Known.Time->Low = 2.1;
  Far.Known.Time->Low = 2.3;
  Ranking All = ranked({"a"}, {Best, Near, Far});
  ASSERT_FALSE(static_cast<bool>(cut(All, {.Within = 0.1})));
  EXPECT_THAT(places(All), ElementsAre(0, 1));
}

TEST(Ranking, NothingLeft) {
  Ranking All = ranked({"a"}, {excluded(0, 0, Hindrance::Threads)});
  EXPECT_EQ(llvm::toString(cut(All, {.Top = 1})),
            "nothing is left: none of the 1 configurations can run; the first "
            "one: it does not fit");
  Ranking None = ranked({"a"}, {});
  EXPECT_EQ(llvm::toString(cut(None, {})), "the space has no configuration");
}

// b never changes the program, c does so for a = 1 alone, and d has one value.
TEST(Ranking, ParametersWithoutEffect) {
  std::vector<RankedConfiguration> List;
  for (int64_t A : {0, 1})
    for (int64_t B : {0, 1})
      for (int64_t C : {0, 1}) {
        RankedConfiguration New = timed(List.size(), 0, 1);
        New.Values = {A, B, C, int64_t(3)};
        New.Known.Program = {static_cast<uint64_t>(2 * A + A * C), 0};
        List.push_back(New);
      }
  EXPECT_THAT(parametersWithoutEffect(ranked({"a", "b", "c", "d"}, List)),
              ElementsAre(1u));
}
