//===- SpillReusesTest.cpp - When spilled registers come back -------------===//
//
// Reuse distances are held against their definition, walks of code against
// what was counted by hand.
//===----------------------------------------------------------------------===//

#include "analysis/lowering/SpillReuses.h"
#include "analysis/support/ReuseDistances.h"
#include "gtest/gtest.h"
#include <algorithm>
#include <random>
#include <set>

using namespace kernelcast;

namespace {

TEST(ReuseDistances, AgainstTheirDefinition) {
  std::mt19937 Random(7);
  for (unsigned Round = 0; Round < 100; ++Round) {
    const size_t Places = 1 + Random() % 12, Touches = 1 + Random() % 80;
    std::vector<uint64_t> Sizes(Places);
    for (uint64_t &Size : Sizes)
      Size = 1 + Random() % 9;
    std::vector<size_t> Sequence(Touches);
    ReuseDistances Distances(Places, Touches);
    for (size_t Now = 0; Now != Touches; ++Now) {
      const size_t Place = Sequence[Now] = Random() % Places;
      const auto Found = Distances.touch(Place, Sizes[Place]);
      std::set<size_t> Since;
      size_t Before = Now;
      while (Before-- > 0) {
        Since.insert(Sequence[Before]);
        if (Sequence[Before] == Place)
          break;
      }
      uint64_t Bytes = 0;
      for (size_t Each : Since)
        Bytes += Sizes[Each];
      const bool IsFirst = Since.count(Place) == 0;
      ASSERT_EQ(Found.has_value(), !IsFirst);
      if (!IsFirst) {
        EXPECT_EQ(*Found, Bytes) << "touch " << Now;
      } else {
        EXPECT_EQ(Distances.touched(), Bytes + Sizes[Place]);
      }
    }
  }
}

SpillTouch store(unsigned Place) { return {Place, 4, true}; }
SpillTouch load(unsigned Place) { return {Place, 4, false}; }

/// "12: 4 stored, 8 loaded; ..." of a block.
std::string text(const std::vector<SpillReuse> &Reuses) {
  std::string Result;
  for (const SpillReuse &Each : Reuses)
    Result += std::to_string(Each.Distance) + ": " +
              std::to_string(Each.Moved.Stored) + " stored, " +
              std::to_string(Each.Moved.Loaded) + " loaded; ";
  return Result;
}

// Three registers go and come back in the same order: each has the two others
// and itself between. The stores are first touches, behind all that the code
// touches.
TEST(SpillReuses, InLine) {
  const auto Found = spillReuses({SpillingBlock{
      {store(0), store(1), store(2), load(0), load(1), load(2), load(2)}, {}}});
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_EQ(text(Found[0]), "4: 0 stored, 4 loaded; "
                            "12: 12 stored, 12 loaded; ");
}

// A loop loads what was stored in front of it: from its second round on, only
// what the loop itself touches lies between. What stands in front is walked
// once.
TEST(SpillReuses, InALoop) {
  const auto Found = spillReuses({
      SpillingBlock{{store(0), store(1), store(2), store(3)}, {1}},
      SpillingBlock{{load(0), store(4)}, {1, 2}},
      SpillingBlock{{load(3)}, {}},
  });
  ASSERT_EQ(Found.size(), 3u);
  EXPECT_EQ(text(Found[0]), "20: 16 stored, 0 loaded; ");
  EXPECT_EQ(text(Found[1]), "8: 4 stored, 4 loaded; ");
  // 3, 0 and 4 were touched since.
  EXPECT_EQ(text(Found[2]), "12: 0 stored, 4 loaded; ");
}

// The outer loop's second round has the inner loop's places between.
TEST(SpillReuses, InNestedLoops) {
  const auto Found = spillReuses({
      SpillingBlock{{load(0)}, {1}},
      SpillingBlock{{load(1), load(2)}, {1, 2}},
      SpillingBlock{{load(3)}, {0, 3}},
      SpillingBlock{{}, {}},
  });
  EXPECT_EQ(text(Found[0]), "16: 0 stored, 4 loaded; ");
  EXPECT_EQ(text(Found[1]), "8: 0 stored, 8 loaded; ");
  EXPECT_EQ(text(Found[2]), "16: 0 stored, 4 loaded; ");
  EXPECT_EQ(text(Found[3]), "");
}

// Forty loops in one another, and loops that overlap, end in no time.
TEST(SpillReuses, OfManyLoops) {
  std::vector<SpillingBlock> Blocks(80);
  for (unsigned I = 0; I != 80; ++I) {
    Blocks[I].Touches = {load(I)};
    Blocks[I].Successors = {I + 1 < 80 ? I + 1 : I};
    if (I >= 40)
      Blocks[I].Successors.push_back(79 - I);
  }
  EXPECT_EQ(spillReuses(Blocks).size(), 80u);
  for (unsigned I = 40; I != 80; ++I)
    Blocks[I].Successors.back() = I - 40;
  EXPECT_EQ(spillReuses(Blocks).size(), 80u);
  EXPECT_TRUE(spillReuses({}).empty());
}

TEST(SpillReuses, AddUp) {
  std::vector<SpillReuse> Sum = {{4, {4, 0}}, {12, {0, 8}}};
  addReuses(Sum, {{8, {0, 4}}, {12, {4, 4}}});
  EXPECT_EQ(text(Sum), "4: 4 stored, 0 loaded; 8: 0 stored, 4 loaded; "
                       "12: 4 stored, 12 loaded; ");
}

} // namespace
