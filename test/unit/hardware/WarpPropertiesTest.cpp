// Random warps against direct counts with sets: the fast counters must agree
// with the definition for every width, mask and order.
#include "analysis/access/BankConflicts.h"
#include "analysis/access/Coalescing.h"
#include "gtest/gtest.h"
#include <algorithm>
#include <map>
#include <random>
#include <set>

using namespace kernelcast;

namespace {

struct WarpAccess {
  std::vector<int64_t> Addresses;
  uint64_t Active;
  unsigned Bytes;
};

int64_t floorDivide(int64_t A, int64_t B) {
  return (A - ((A % B) + B) % B) / B;
}

/// Strides, gathers and both together, some lanes off, some addresses negative.
WarpAccess randomWarp(std::mt19937 &Random) {
  static constexpr unsigned Widths[] = {1, 2, 3, 4, 8, 12, 16, 20, 32, 100};
  auto Pick = [&](int64_t Low, int64_t High) {
    return std::uniform_int_distribution<int64_t>(Low, High)(Random);
  };
  WarpAccess W;
  W.Bytes = Widths[Pick(0, std::size(Widths) - 1)];
  int64_t Lanes = Pick(0, 3) ? 32 : Pick(1, 64);
  int64_t Stride = Pick(-40, 40), Start = Pick(-500, 500);
  int64_t Scatter = Pick(0, 1) ? 0 : Pick(1, 3000);
  for (int64_t Lane = 0; Lane < Lanes; ++Lane)
    W.Addresses.push_back(Start + Stride * Lane + Pick(0, Scatter));
  W.Active = Pick(0, 1) ? ~uint64_t(0) : (uint64_t(Random()) << 32 | Random());
  return W;
}

uint64_t distinctUnits(const WarpAccess &W, int64_t Unit) {
  std::set<int64_t> Units;
  for (size_t Lane = 0; Lane < W.Addresses.size(); ++Lane)
    if (W.Active >> Lane & 1)
      for (unsigned Byte = 0; Byte < W.Bytes; ++Byte)
        Units.insert(floorDivide(W.Addresses[Lane] + Byte, Unit));
  return Units.size();
}

TEST(WarpProperties, DistinctUnits) {
  std::mt19937 Random(7);
  for (int Round = 0; Round < 3000; ++Round) {
    WarpAccess W = randomWarp(Random);
    uint64_t Sectors = distinctUnits(W, 32), Lines = distinctUnits(W, 128);
    WarpTraffic T =
        warpTraffic(W.Addresses, W.Active, W.Bytes, CoalescingRule::Sectors);
    ASSERT_EQ(T.Sectors, Sectors) << Round;
    ASSERT_EQ(T.Lines, Lines) << Round;
    ASSERT_EQ(T.Transactions, Sectors) << Round;
    ASSERT_EQ(
        warpTraffic(W.Addresses, W.Active, W.Bytes, CoalescingRule::CacheLines)
            .Transactions,
        Lines)
        << Round;
    ASSERT_EQ(
        warpTraffic(W.Addresses, W.Active, W.Bytes, CoalescingRule::Wave64Lines)
            .Transactions,
        distinctUnits(W, 64))
        << Round;
  }
}

/// The degree of the warp for bytes [From, To) of each lane.
unsigned degreeBySets(const WarpAccess &W, unsigned From, unsigned To) {
  std::map<int64_t, std::set<int64_t>> WordsOfBank;
  for (size_t Lane = 0; Lane < W.Addresses.size(); ++Lane)
    if (W.Active >> Lane & 1)
      for (unsigned Byte = From; Byte < To; ++Byte) {
        int64_t Word = floorDivide(W.Addresses[Lane] + Byte, 4);
        WordsOfBank[Word - 32 * floorDivide(Word, 32)].insert(Word);
      }
  size_t Degree = 0;
  for (const auto &[Bank, Words] : WordsOfBank)
    Degree = std::max(Degree, Words.size());
  return Degree;
}

/// Cycles for the data of \p Bytes bytes a lane, 128 bytes each.
unsigned transferByLanes(const WarpAccess &W, unsigned Bytes) {
  const unsigned Width = Bytes <= 4 ? 4 : Bytes <= 8 ? 8 : 16;
  std::set<size_t> Groups;
  bool Next = true, Second = true;
  for (size_t A = 0; A < W.Addresses.size(); ++A) {
    if (!(W.Active >> A & 1))
      continue;
    Groups.insert(A / (128 / Width));
    for (size_t B = A + 1; B < W.Addresses.size(); ++B)
      if ((W.Active >> B & 1) && W.Addresses[A] != W.Addresses[B]) {
        Next &= A / 2 != B / 2;
        Second &= B != A + 2 || A % 4 >= 2;
      }
  }
  const size_t AtOnce = Width > 4 && (Next || Second) ? 2 : 1;
  return static_cast<unsigned>((Groups.size() + AtOnce - 1) / AtOnce);
}

TEST(WarpProperties, BankDegrees) {
  std::mt19937 Random(11);
  for (int Round = 0; Round < 3000; ++Round) {
    WarpAccess W = randomWarp(Random);
    unsigned Cycles = 0, Most = 0;
    for (unsigned From = 0; From < W.Bytes; From += 16) {
      unsigned To = std::min(W.Bytes, From + 16);
      unsigned Degree = degreeBySets(W, From, To);
      Cycles += std::max(Degree, transferByLanes(W, To - From));
      Most = std::max(Most, Degree);
    }
    BankCost Cost =
        bankCost(W.Addresses, W.Active, W.Bytes, BankRule::Warp32, 32);
    ASSERT_EQ(Cost.Cycles, Cycles) << Round;
    ASSERT_EQ(Cost.MaxDegree, Most) << Round;
  }
}

// On the half-warp rules, every transaction serves at least one lane, and the
// protocol that merges lanes never makes more transactions than the one that
// does not.
TEST(WarpProperties, HalfWarpRules) {
  std::mt19937 Random(13);
  for (int Round = 0; Round < 3000; ++Round) {
    WarpAccess W = randomWarp(Random);
    W.Bytes = 1u << Round % 5;
    for (int64_t &Address : W.Addresses)
      Address = floorDivide(Address, W.Bytes) * W.Bytes;
    WarpTraffic Strict = warpTraffic(W.Addresses, W.Active, W.Bytes,
                                     CoalescingRule::HalfWarpStrict);
    WarpTraffic Segments = warpTraffic(W.Addresses, W.Active, W.Bytes,
                                       CoalescingRule::HalfWarpSegments);
    // Two transactions of 128 bytes serve an ordered half-warp of 16 bytes.
    uint64_t Lanes = 0;
    for (size_t Lane = 0; Lane < W.Addresses.size(); ++Lane)
      Lanes += W.Active >> Lane & 1;
    ASSERT_LE(Segments.Transactions, Lanes) << Round;
    if (W.Bytes < 16) {
      ASSERT_LE(Segments.Transactions, Strict.Transactions) << Round;
    }
    ASSERT_GE(Segments.TransactionBytes, 32 * distinctUnits(W, 32)) << Round;
    ASSERT_GE(Segments.Transactions, distinctUnits(W, 128)) << Round;
  }
}

} // namespace
