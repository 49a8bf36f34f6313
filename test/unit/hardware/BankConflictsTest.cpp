// Shared-memory conflicts of single warps, against the golden cases and hand
// counts.
#include "analysis/access/BankConflicts.h"
#include "test/unit/golden/GoldenCases.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "gtest/gtest.h"
#include <functional>
#include <map>
#include <numeric>
#include <vector>

using namespace kernelcast;

namespace {

constexpr uint64_t FullWarp = 0xffffffff;
constexpr uint64_t FirstHalf = 0xffff;

std::vector<int64_t> words(llvm::function_ref<int64_t(int64_t)> Word,
                           int64_t Lanes = 32) {
  std::vector<int64_t> Addresses;
  Addresses.reserve(Lanes);
  for (int64_t Lane = 0; Lane < Lanes; ++Lane)
    Addresses.push_back(4 * Word(Lane));
  return Addresses;
}

TEST(BankConflicts, Golden) {
  using Subscript = std::function<int64_t(int64_t)>;
  std::map<std::string, Subscript> Words = {
      {"bcast", [](int64_t) { return 5; }},
      {"pairs", [](int64_t T) { return T / 2; }},
      // The FFT's subscript for j = 2: floor(t / 4) * 8 + t mod 4.
      {"fft_j2", [](int64_t T) { return T / 4 * 8 + T % 4; }}};
  for (int64_t Stride : {1, 2, 3, 4, 8, 16, 17, 32, 33})
    Words["s" + std::to_string(Stride)] = [=](int64_t T) { return Stride * T; };
  GoldenCase Case = golden("BG.banks");
  EXPECT_EQ(Case.Out.names().size(), Words.size());
  for (const auto &[Name, Word] : Words) {
    GoldenValue Wanted = Case.Out[Name], Half = Wanted["cc1_halfwarps"];
    auto A = words(Word);
    EXPECT_GOLDEN(bankCost(A, FirstHalf, 4, BankRule::HalfWarp16).Cycles,
                  Half[size_t(0)]);
    EXPECT_GOLDEN(bankCost(A, FirstHalf << 16, 4, BankRule::HalfWarp16).Cycles,
                  Half[1]);
    BankCost Old = bankCost(A, FullWarp, 4, BankRule::HalfWarp16);
    EXPECT_EQ(Old.Cycles, Half[size_t(0)].number() + Half[1].number());
    EXPECT_EQ(Old.MaxDegree,
              std::max(Half[size_t(0)].number(), Half[1].number()));
    BankCost Modern = bankCost(A, FullWarp, 4, BankRule::Warp32);
    EXPECT_GOLDEN(Modern.Cycles, Wanted["modern"]);
    EXPECT_GOLDEN(Modern.MaxDegree, Wanted["modern"]);
  }
}

// Eight bytes, neighbouring lanes: 64 words, two in each bank. At a stride of
// two values the words are 4 T and 4 T + 1: 64 words in the 16 banks
// 0,1,4,5,..., four in each.
TEST(BankConflicts, EightBytes) {
  BankCost Unit = bankCost(words([](int64_t T) { return 2 * T; }), FullWarp, 8,
                           BankRule::Warp32);
  EXPECT_EQ(Unit.Cycles, 2u);
  EXPECT_EQ(Unit.MaxDegree, 2u);
  BankCost Two = bankCost(words([](int64_t T) { return 4 * T; }), FullWarp, 8,
                          BankRule::Warp32);
  EXPECT_EQ(Two.Cycles, 4u);
  EXPECT_EQ(Two.MaxDegree, 4u);
}

// Sixteen bytes: 128 words, four in each bank. Two lanes have 8 words in 8
// banks. One address for all lanes is four words in four banks, degree 1, but
// 512 bytes go to registers, 128 a cycle, and the same ones for two lanes at
// once: 2 cycles. Where only lanes 4 apart share, four words of 8 lanes pass at
// a time: 4 cycles. Lanes 4 bytes apart share words, and no lanes' are the
// same: 35 words, degree 2, and 4 cycles to pass.
TEST(BankConflicts, SixteenBytes) {
  auto A = words([](int64_t T) { return 4 * T; });
  EXPECT_EQ(bankCost(A, FullWarp, 16, BankRule::Warp32).Cycles, 4u);
  EXPECT_EQ(bankCost(A, 0x300, 16, BankRule::Warp32).Cycles, 1u);
  auto Same = words([](int64_t) { return 4; });
  EXPECT_EQ(bankCost(Same, FullWarp, 16, BankRule::Warp32).Cycles, 2u);
  EXPECT_EQ(bankCost(Same, FullWarp, 16, BankRule::Warp32).MaxDegree, 1u);
  EXPECT_EQ(bankCost(Same, FullWarp, 8, BankRule::Warp32).Cycles, 1u);
  auto Fours = words([](int64_t T) { return 4 * (T % 4); });
  EXPECT_EQ(bankCost(Fours, FullWarp, 16, BankRule::Warp32).Cycles, 4u);
  auto Pairs = words([](int64_t T) { return 4 * (T / 2 % 4); });
  EXPECT_EQ(bankCost(Pairs, FullWarp, 16, BankRule::Warp32).Cycles, 2u);
  auto Overlap = words([](int64_t T) { return T; });
  EXPECT_EQ(bankCost(Overlap, FullWarp, 16, BankRule::Warp32).Cycles, 4u);
  EXPECT_EQ(bankCost(Overlap, FullWarp, 16, BankRule::Warp32).MaxDegree, 2u);
  // 32 bytes a lane are two such accesses; lanes 8 words apart touch 128 words
  // in half of the banks each time: degree 8, 2 accesses.
  BankCost Wide = bankCost(words([](int64_t T) { return 8 * T; }), FullWarp, 32,
                           BankRule::Warp32);
  EXPECT_EQ(Wide.Cycles, 16u);
  EXPECT_EQ(Wide.MaxDegree, 8u);
}

// Four chars share a word, so 32 lanes read 8 words without conflict.
TEST(BankConflicts, BytesShareWords) {
  std::vector<int64_t> A(32);
  std::iota(A.begin(), A.end(), 0);
  EXPECT_EQ(bankCost(A, FullWarp, 1, BankRule::Warp32).Cycles, 1u);
  // On CC 1.x only one of the four words of a half-warp is broadcast per step
  // and the other three serve one lane each: readers 4,4,4,4 -> 0,3,3,3 ->
  // 0,0,2,2 -> 0,0,0,1 -> done: 4 steps.
  EXPECT_EQ(bankCost(A, FirstHalf, 1, BankRule::HalfWarp16).Cycles, 4u);
}

// A double on CC 1.x is two requests of 4 bytes with a stride of two words,
// degree 2 each: 4 cycles a half-warp.
TEST(BankConflicts, DoublesOnOldCards) {
  auto A = words([](int64_t T) { return 2 * T; });
  EXPECT_EQ(bankCost(A, FirstHalf, 8, BankRule::HalfWarp16).Cycles, 4u);
  BankCost Cost = bankCost(A, FullWarp, 8, BankRule::HalfWarp16);
  EXPECT_EQ(Cost.Cycles, 8u);
  EXPECT_EQ(Cost.MaxDegree, 2u);
}

// A wave of 64 lanes is served 32 at a time.
TEST(BankConflicts, Wave64) {
  auto A = words([](int64_t T) { return T; }, 64);
  EXPECT_EQ(bankCost(A, ~uint64_t(0), 4, BankRule::Warp32).Cycles, 2u);
}

// A 4-byte value at byte 2 touches words 0 and 1, which differ in bank.
TEST(BankConflicts, UnalignedAndDegenerate) {
  EXPECT_EQ(bankCost({2}, 1, 4, BankRule::Warp32).Cycles, 1u);
  EXPECT_EQ(bankCost({2}, 0, 4, BankRule::Warp32).Cycles, 0u);
  EXPECT_EQ(bankCost({2}, 1, 0, BankRule::Warp32).Cycles, 0u);
  EXPECT_EQ(bankCost({-4, -132}, 3, 4, BankRule::Warp32).Cycles, 2u);
  EXPECT_EQ(bankCost({0, 4}, 3, 4, BankRule::Warp32, 1).Cycles, 2u);
  EXPECT_GT(bankCost({INT64_MAX, INT64_MIN}, 3, ~0u, BankRule::Warp32).Cycles,
            0u);
  EXPECT_GT(bankCost({INT64_MAX}, 1, ~0u, BankRule::HalfWarp16, 1000).Cycles,
            0u);
}

} // namespace
