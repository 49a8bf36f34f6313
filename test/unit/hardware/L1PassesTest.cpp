//===- L1PassesTest.cpp - Passes of one warp through the L1 ---------------===//
//
// Expected passes by hand, from the rules of the header.
//===----------------------------------------------------------------------===//

#include "analysis/access/L1Passes.h"
#include "gtest/gtest.h"
#include <algorithm>
#include <array>
#include <random>
#include <vector>

using namespace kernelcast;

namespace {

constexpr uint64_t WholeWarp = 0xffffffff;

std::vector<int64_t> spread(int64_t First, int64_t Stride) {
  std::vector<int64_t> Result(32);
  for (int64_t Lane = 0; Lane < 32; ++Lane)
    Result[Lane] = First + Lane * Stride;
  return Result;
}

unsigned passes(int64_t First, int64_t Stride, unsigned Bytes) {
  return l1Passes(spread(First, Stride), WholeWarp, Bytes);
}

TEST(L1Passes, RowsBeginAnywhere) {
  EXPECT_EQ(passes(0, 4, 4), 1u);
  EXPECT_EQ(passes(4, 4, 4), 1u); // two lines, each bank once
  EXPECT_EQ(passes(100, 4, 4), 1u);
  EXPECT_EQ(passes(-4, 4, 4), 1u);
  EXPECT_EQ(passes(1, 1, 1), 1u);
}

TEST(L1Passes, WordsOfOneBank) {
  EXPECT_EQ(passes(0, 8, 4), 2u);   // every other bank twice
  EXPECT_EQ(passes(0, 64, 4), 16u); // two banks
  EXPECT_EQ(passes(0, 128, 4), 32u);
  EXPECT_EQ(passes(0, 0, 4), 1u);
}

TEST(L1Passes, TagsOfFourLines) {
  // 32 lanes 28 bytes apart: each bank once, seven lines.
  EXPECT_EQ(passes(0, 28, 4), 2u);
  // 33 words: each bank once, 32 lines one after the other.
  EXPECT_EQ(passes(0, 132, 4), 8u);
  // 129 words: each bank once, every fourth line.
  EXPECT_EQ(passes(0, 516, 4), 32u);
}

TEST(L1Passes, TwoRowsOfSixteenLanes) {
  auto Rows = [](int64_t Apart) {
    std::vector<int64_t> Result = spread(0, 4);
    for (unsigned Lane = 16; Lane < 32; ++Lane)
      Result[Lane] += Apart - 64;
    return l1Passes(Result, WholeWarp, 4);
  };
  EXPECT_EQ(Rows(4096), 2u);       // the same banks
  EXPECT_EQ(Rows(4096 + 64), 2u);  // other banks, lines 0 and 32
  EXPECT_EQ(Rows(4096 + 192), 1u); // and lines 0 and 33
  EXPECT_EQ(Rows(16440), 2u);      // 14 banks on: two of them twice
}

TEST(L1Passes, WideLanes) {
  EXPECT_EQ(passes(0, 8, 8), 2u);
  EXPECT_EQ(passes(0, 16, 16), 4u);
  EXPECT_EQ(passes(0, 0, 16), 4u); // all get the same 16 bytes
  EXPECT_EQ(passes(0, 0, 8), 2u);
  EXPECT_EQ(l1Passes(spread(0, 16), 0xff, 16), 1u);
}

TEST(L1Passes, FewLanesOrNone) {
  EXPECT_EQ(l1Passes(spread(0, 128), 0, 4), 0u);
  EXPECT_EQ(l1Passes(spread(0, 128), WholeWarp, 0), 0u);
  EXPECT_EQ(l1Passes({}, WholeWarp, 4), 0u);
  EXPECT_EQ(l1Passes(spread(0, 128), 0x8001, 4), 2u);
  EXPECT_EQ(l1PassesOfLocal(spread(0, 128), 0, 4), 0u);
}

TEST(L1Passes, LocalMemoryIsInterleaved) {
  EXPECT_EQ(l1PassesOfLocal(spread(40, 0), WholeWarp, 4), 1u);
  EXPECT_EQ(l1PassesOfLocal(spread(40, 0), WholeWarp, 8), 2u);
  EXPECT_EQ(l1PassesOfLocal(spread(40, 0), WholeWarp, 16), 4u);
  // A word of its own for each lane: 32 lines, eight in each part.
  EXPECT_EQ(l1PassesOfLocal(spread(0, 4), WholeWarp, 4), 8u);
  // Every fourth word: all lines in one part.
  EXPECT_EQ(l1PassesOfLocal(spread(0, 16), WholeWarp, 4), 32u);
}

TEST(L1Passes, LanesThatGoAnywhere) {
  EXPECT_EQ(scatteredL1Passes(0), 0);
  EXPECT_EQ(scatteredL1Passes(1), 1);
  std::mt19937 Random(20261130);
  for (unsigned Count : {2u, 4u, 8u, 16u, 32u}) {
    constexpr unsigned Draws = 20000;
    double Sum = 0;
    for (unsigned Draw = 0; Draw < Draws; ++Draw) {
      std::array<unsigned, 4> Parts{};
      for (unsigned Lane = 0; Lane < Count; ++Lane)
        ++Parts[Random() % 4];
      Sum += *std::max_element(Parts.begin(), Parts.end());
    }
    EXPECT_NEAR(scatteredL1Passes(Count) * Draws / Sum, 1, 0.06) << Count;
  }
}

} // namespace
