// Transactions of single warps, against the golden cases and hand counts.
#include "analysis/access/Coalescing.h"
#include "test/unit/golden/GoldenCases.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "gtest/gtest.h"
#include <functional>
#include <limits>
#include <map>
#include <vector>

using namespace kernelcast;

namespace {

constexpr uint64_t AllLanes = 0xffffffff;

std::vector<int64_t> lanes(llvm::function_ref<int64_t(int64_t)> Address,
                           int64_t Lanes = 32) {
  std::vector<int64_t> Addresses;
  Addresses.reserve(Lanes);
  for (int64_t Lane = 0; Lane < Lanes; ++Lane)
    Addresses.push_back(Address(Lane));
  return Addresses;
}

struct Warp {
  std::function<int64_t(int64_t)> Address;
  uint64_t Active = AllLanes;
};

void check(const Warp &W, unsigned Bytes, const GoldenValue &Wanted) {
  std::vector<int64_t> A = lanes(W.Address);
  WarpTraffic Strict =
      warpTraffic(A, W.Active, Bytes, CoalescingRule::HalfWarpStrict);
  EXPECT_GOLDEN(Strict.Transactions, Wanted["cc10"]["transactions"]);
  EXPECT_GOLDEN(Strict.TransactionBytes, Wanted["cc10"]["bytes_32B_min"]);
  EXPECT_GOLDEN(warpTraffic(A, W.Active, Bytes, CoalescingRule::HalfWarpStrict,
                            UncoalescedBytesPaper)
                    .TransactionBytes,
                Wanted["cc10"]["bytes"]);
  WarpTraffic Segments =
      warpTraffic(A, W.Active, Bytes, CoalescingRule::HalfWarpSegments);
  EXPECT_GOLDEN(Segments.Transactions, Wanted["cc13"]["transactions"]);
  EXPECT_GOLDEN(Segments.TransactionBytes, Wanted["cc13"]["bytes"]);
  WarpTraffic Modern = warpTraffic(A, W.Active, Bytes, CoalescingRule::Sectors);
  EXPECT_GOLDEN(Modern.Sectors, Wanted["modern"]["sectors"]);
  EXPECT_GOLDEN(Modern.Lines, Wanted["modern"]["lines"]);
  EXPECT_EQ(Modern.Transactions, Modern.Sectors);
  EXPECT_GOLDEN(Modern.TransactionBytes, Wanted["modern"]["bytes"]);
  // The two common counts do not depend on the rule.
  EXPECT_EQ(Strict.Sectors, Modern.Sectors);
  EXPECT_EQ(Segments.Lines, Modern.Lines);
}

TEST(Coalescing, GoldenFourBytes) {
  std::map<std::string, Warp> Warps = {
      {"misaligned+4", {[](int64_t L) { return 4 * (L + 1); }}},
      {"misaligned+64", {[](int64_t L) { return 4 * (L + 16); }}},
      {"reverse", {[](int64_t L) { return 4 * (31 - L); }}},
      {"bcast", {[](int64_t) { return 256; }}},
      {"half_active", {[](int64_t L) { return 4 * L; }, 0x55555555}},
      {"tail_1_thread", {[](int64_t) { return 0; }, 1}}};
  for (int64_t Words : {1, 2, 4, 8, 16, 32})
    Warps["stride" + std::to_string(Words)] = {
        [=](int64_t L) { return 4 * Words * L; }};
  GoldenCase Case = golden("BG.coalescing_4B");
  EXPECT_EQ(Case.Out.names().size(), Warps.size());
  for (const auto &[Name, W] : Warps)
    check(W, 4, Case.Out[Name]);
}

TEST(Coalescing, GoldenWideAccesses) {
  GoldenCase Case = golden("BG.coalescing_8B_16B");
  check({[](int64_t L) { return 8 * L; }}, 8, Case.Out["8B"]);
  check({[](int64_t L) { return 16 * L; }}, 16, Case.Out["16B"]);
}

// Sixteen lanes read one row of 17 doubles, the next sixteen the row below:
// row 0 is bytes 0..127 = sectors 0..3, row 1 bytes 136..263 = sectors 4..8.
TEST(Coalescing, SecondRowStartsInsideASector) {
  auto A = lanes([](int64_t L) { return 8 * (L % 16 + 17 * (L / 16)); });
  EXPECT_EQ(warpTraffic(A, AllLanes, 8, CoalescingRule::Sectors).Sectors, 9u);
}

// A 16-byte value at byte 24 covers bytes 24..39: two sectors, one line. At
// byte 120 it covers 120..135: two sectors in two lines.
TEST(Coalescing, AccessAcrossASectorBoundary) {
  WarpTraffic Sector = warpTraffic({24}, 1, 16, CoalescingRule::Sectors);
  EXPECT_EQ(Sector.Sectors, 2u);
  EXPECT_EQ(Sector.Lines, 1u);
  WarpTraffic Line = warpTraffic({120}, 1, 16, CoalescingRule::CacheLines);
  EXPECT_EQ(Line.Sectors, 2u);
  EXPECT_EQ(Line.Transactions, 2u);
  EXPECT_EQ(Line.TransactionBytes, 256u);
}

// A 100-byte structure at 0 covers sectors 0..3; the next lane's at 100 covers
// bytes 100..199 = sectors 3..6. Together 0..6.
TEST(Coalescing, StructuresShareASector) {
  EXPECT_EQ(warpTraffic({0, 100}, 3, 100, CoalescingRule::Sectors).Sectors, 7u);
  // As 16-byte pieces on CC 1.0: 7 pieces of which none is in order, as the
  // lanes lie 100 bytes apart, so 2 lanes x 7.
  EXPECT_EQ(warpTraffic({0, 100}, 3, 100, CoalescingRule::HalfWarpStrict)
                .Transactions,
            14u);
}

// 64 lanes x 4 bytes: 256 bytes = 4 lines of 64 bytes on CDNA; a wave32 on
// RDNA has 128 bytes = 1 line.
TEST(Coalescing, AmdWaves) {
  auto A = lanes([](int64_t L) { return 4 * L; }, 64);
  WarpTraffic Wide =
      warpTraffic(A, ~uint64_t(0), 4, CoalescingRule::Wave64Lines);
  EXPECT_EQ(Wide.Transactions, 4u);
  EXPECT_EQ(Wide.TransactionBytes, 256u);
  A.resize(32);
  EXPECT_EQ(
      warpTraffic(A, AllLanes, 4, CoalescingRule::Wave32Lines).TransactionBytes,
      128u);
}

// Local memory, 32 lanes: word k of lane l is word 32 k + l. A double at byte 8
// is words 2 and 3, two rows of 128 bytes. If lane 0 takes its double at byte 0
// instead, that is words 0 and 1: a sector more in each of two more rows.
TEST(Coalescing, WordsOfLocalMemoryLieApart) {
  auto A = lanes([](int64_t) { return 8; });
  WarpTraffic Together = localTraffic(A, AllLanes, 8, CoalescingRule::Sectors);
  EXPECT_EQ(Together.Sectors, 8u);
  EXPECT_EQ(Together.Lines, 2u);
  EXPECT_EQ(Together.Transactions, 8u);
  A[0] = 0;
  WarpTraffic Apart = localTraffic(A, AllLanes, 8, CoalescingRule::Sectors);
  EXPECT_EQ(Apart.Sectors, 10u);
  EXPECT_EQ(Apart.Lines, 4u);
  // Bytes 0 and 3 are one word, byte 4 the next; lane 8 begins a sector.
  auto B = lanes([](int64_t L) { return L < 8 ? 3 * (L % 2) : 4; });
  EXPECT_EQ(localTraffic(B, 0x1ff, 1, CoalescingRule::Sectors).Sectors, 2u);
  EXPECT_EQ(localTraffic(B, 0x1ff, 1, CoalescingRule::Sectors).Lines, 2u);
  // Rules of whole lines fetch each of them once: the double of lane 0 lies in
  // two lines, those of the others in two more.
  for (CoalescingRule Rule :
       {CoalescingRule::CacheLines, CoalescingRule::Wave32Lines}) {
    WarpTraffic Lines = localTraffic(A, AllLanes, 8, Rule);
    EXPECT_EQ(Lines.Transactions, 4u);
    EXPECT_EQ(Lines.TransactionBytes, 4u * 128);
  }
  // In order for CC 1.0: one transaction of 64 bytes for each half-warp, word.
  auto C = lanes([](int64_t) { return 0; });
  WarpTraffic Halves =
      localTraffic(C, AllLanes, 16, CoalescingRule::HalfWarpStrict);
  EXPECT_EQ(Halves.Transactions, 8u);
  EXPECT_EQ(Halves.TransactionBytes, 8u * 64);
}

// Order must not matter to distinct units: lanes 0..31 permuted by xor 21 with
// two lanes on the same word.
TEST(Coalescing, OrderDoesNotMatter) {
  auto Ordered = lanes([](int64_t L) { return 40 * (L / 2); });
  auto Permuted = lanes([](int64_t L) { return 40 * ((L ^ 21) / 2); });
  for (unsigned Bytes : {1u, 4u, 8u, 16u, 33u}) {
    WarpTraffic A =
        warpTraffic(Ordered, AllLanes, Bytes, CoalescingRule::Sectors);
    WarpTraffic B =
        warpTraffic(Permuted, AllLanes, Bytes, CoalescingRule::Sectors);
    EXPECT_EQ(A.Sectors, B.Sectors) << Bytes;
    EXPECT_EQ(A.Lines, B.Lines) << Bytes;
  }
}

// Addresses before an array's start are real for an analysis: -4..-1 lies in
// the sector before 0..3.
TEST(Coalescing, NegativeAddresses) {
  EXPECT_EQ(warpTraffic({-4, 0}, 3, 4, CoalescingRule::Sectors).Sectors, 2u);
  EXPECT_EQ(
      warpTraffic({-4, 0}, 3, 4, CoalescingRule::HalfWarpSegments).Transactions,
      2u);
}

// 32 lanes of 4 bytes lie in 128: four sectors, one line, two lines of 64. The
// half-warps of CC 1.x make a transaction each, of 64 bytes; of 16-byte words
// two each, of 128. One address takes one element.
TEST(Coalescing, Ideal) {
  IdealTraffic I = idealTraffic(CoalescingRule::Sectors, 32, 4);
  EXPECT_EQ(I.Sectors, 4);
  EXPECT_EQ(I.Lines, 1);
  EXPECT_EQ(I.Transactions, 4);
  EXPECT_EQ(I.TransactionBytes, 128);
  EXPECT_EQ(idealTraffic(CoalescingRule::CacheLines, 32, 8).Transactions, 2);
  EXPECT_EQ(idealTraffic(CoalescingRule::Wave64Lines, 64, 4).Transactions, 4);
  for (auto Rule :
       {CoalescingRule::HalfWarpStrict, CoalescingRule::HalfWarpSegments}) {
    EXPECT_EQ(idealTraffic(Rule, 32, 4).Transactions, 2);
    EXPECT_EQ(idealTraffic(Rule, 32, 4).TransactionBytes, 128);
    EXPECT_EQ(idealTraffic(Rule, 16, 16).Transactions, 2);
    EXPECT_EQ(idealTraffic(Rule, 16, 16).TransactionBytes, 256);
  }
  EXPECT_EQ(idealTraffic(CoalescingRule::Sectors, 32, 16, true).Sectors, 1);
  // What lanes side by side cost is what is counted of them.
  std::vector<int64_t> Side;
  for (int64_t Lane = 0; Lane != 32; ++Lane)
    Side.push_back(8 * Lane);
  for (auto Rule :
       {CoalescingRule::HalfWarpStrict, CoalescingRule::HalfWarpSegments,
        CoalescingRule::CacheLines, CoalescingRule::Sectors,
        CoalescingRule::Wave64Lines, CoalescingRule::Wave32Lines}) {
    WarpTraffic T = warpTraffic(Side, 0xffffffff, 8, Rule);
    IdealTraffic Least = idealTraffic(Rule, 32, 8);
    EXPECT_EQ(Least.Sectors, double(T.Sectors));
    EXPECT_EQ(Least.Lines, double(T.Lines));
    EXPECT_EQ(Least.Transactions, double(T.Transactions));
    EXPECT_EQ(Least.TransactionBytes, double(T.TransactionBytes));
  }
}

TEST(Coalescing, DegenerateWarps) {
  EXPECT_EQ(warpTraffic({0, 4}, 0, 4, CoalescingRule::Sectors).Sectors, 0u);
  EXPECT_EQ(warpTraffic({0, 4}, 3, 0, CoalescingRule::Sectors).Sectors, 0u);
  EXPECT_EQ(warpTraffic({}, ~uint64_t(0), 4, CoalescingRule::Sectors).Lines,
            0u);
  // Bits beyond the last lane do not count.
  EXPECT_EQ(warpTraffic({0}, ~uint64_t(0), 4, CoalescingRule::HalfWarpStrict)
                .Transactions,
            1u);
  int64_t Top = std::numeric_limits<int64_t>::max();
  EXPECT_EQ(warpTraffic({Top - 1}, 1, 16, CoalescingRule::Sectors).Sectors, 1u);
  for (auto Rule : {CoalescingRule::HalfWarpStrict,
                    CoalescingRule::HalfWarpSegments, CoalescingRule::Sectors})
    EXPECT_GT(warpTraffic({Top, -Top}, 3, ~0u, Rule).Transactions, 0u);
}

} // namespace
