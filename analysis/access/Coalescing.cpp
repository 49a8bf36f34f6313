//===- Coalescing.cpp - Memory transactions of one warp -------------------===//
//
// Distinct units are counted in one pass over ascending addresses: a lane adds
// the units from the first one not counted yet to its last one. Most warps
// come in ascending order; only the others are copied and sorted.
//===----------------------------------------------------------------------===//
#include "analysis/access/Coalescing.h"
#include "llvm/ADT/bit.h"
#include <algorithm>
#include <cmath>
#include <limits>

namespace kernelcast {
namespace {

/// Counts the distinct units of 2^Shift bytes in ascending byte ranges.
class UnitCounter {
public:
  explicit UnitCounter(unsigned Shift) : Shift(Shift) {}

  void add(int64_t First, int64_t Last) {
    int64_t From = First >> Shift, To = Last >> Shift;
    if (Any && From <= Newest)
      From = Newest + 1;
    if (From > To)
      return;
    Count += uint64_t(To) - uint64_t(From) + 1;
    Newest = To;
    Any = true;
  }
  uint64_t count() const { return Count; }

private:
  unsigned Shift;
  bool Any = false;
  int64_t Newest = 0;
  uint64_t Count = 0;
};

int64_t lastByte(int64_t Address, unsigned Bytes) {
  int64_t Last;
  if (__builtin_add_overflow(Address, int64_t(Bytes) - 1, &Last))
    return std::numeric_limits<int64_t>::max();
  return Last;
}

struct UnitCounts {
  uint64_t Sectors, Pairs, Lines; // 32, 64 and 128 bytes
};

/// \p Shift: the size of a sector is 2^Shift. \returns false if the lanes do
/// not ascend; \p Counts is then meaningless.
bool countAscending(llvm::ArrayRef<int64_t> Addresses, uint64_t Active,
                    unsigned Bytes, unsigned Shift, UnitCounts &Counts) {
  UnitCounter Sectors(Shift), Pairs(Shift + 1), Lines(Shift + 2);
  int64_t Previous = std::numeric_limits<int64_t>::min();
  for (uint64_t Rest = Active; Rest; Rest &= Rest - 1) {
    int64_t Address = Addresses[llvm::countr_zero(Rest)];
    if (Address < Previous)
      return false;
    Previous = Address;
    int64_t Last = lastByte(Address, Bytes);
    Sectors.add(Address, Last);
    Pairs.add(Address, Last);
    Lines.add(Address, Last);
  }
  Counts = {Sectors.count(), Pairs.count(), Lines.count()};
  return true;
}

UnitCounts countUnits(llvm::ArrayRef<int64_t> Addresses, uint64_t Active,
                      unsigned Bytes, unsigned Shift = 5) {
  UnitCounts Counts{};
  if (countAscending(Addresses, Active, Bytes, Shift, Counts))
    return Counts;
  int64_t Sorted[MaxLanes];
  unsigned Lanes = 0;
  for (uint64_t Rest = Active; Rest; Rest &= Rest - 1)
    Sorted[Lanes++] = Addresses[llvm::countr_zero(Rest)];
  std::sort(Sorted, Sorted + Lanes);
  uint64_t All = Lanes == MaxLanes ? ~uint64_t(0) : (uint64_t(1) << Lanes) - 1;
  countAscending(llvm::ArrayRef(Sorted, Lanes), All, Bytes, Shift, Counts);
  return Counts;
}

/// CC 1.0/1.1 for the sixteen lanes from \p First on.
void addStrictHalf(llvm::ArrayRef<int64_t> Addresses, unsigned First,
                   uint64_t Half, int64_t Offset, unsigned Bytes,
                   unsigned UncoalescedBytes, WarpTraffic &Traffic) {
  bool InOrder = Bytes == 4 || Bytes == 8 || Bytes == 16;
  unsigned Lowest = llvm::countr_zero(Half);
  uint64_t Base = uint64_t(Addresses[First + Lowest]) + uint64_t(Offset) -
                  uint64_t(Lowest) * Bytes;
  InOrder = InOrder && Base % (uint64_t(HalfWarp) * Bytes) == 0;
  for (uint64_t Rest = Half; InOrder && Rest; Rest &= Rest - 1) {
    unsigned Lane = llvm::countr_zero(Rest);
    InOrder = uint64_t(Addresses[First + Lane]) + uint64_t(Offset) ==
              Base + uint64_t(Lane) * Bytes;
  }
  if (InOrder) {
    Traffic.Transactions += Bytes == 16 ? 2 : 1;
    Traffic.TransactionBytes += uint64_t(HalfWarp) * Bytes;
    return;
  }
  unsigned Lanes = llvm::popcount(Half);
  Traffic.Transactions += Lanes;
  Traffic.TransactionBytes += uint64_t(Lanes) * UncoalescedBytes;
}

/// CC 1.2/1.3 for the sixteen lanes from \p First on.
void addSegmentHalf(llvm::ArrayRef<int64_t> Addresses, unsigned First,
                    uint64_t Half, int64_t Offset, unsigned Bytes,
                    WarpTraffic &Traffic) {
  unsigned Shift = Bytes == 1 ? 5 : Bytes == 2 ? 6 : 7;
  while (Half) {
    auto Address = [&](uint64_t Lanes) {
      return int64_t(uint64_t(Addresses[First + llvm::countr_zero(Lanes)]) +
                     uint64_t(Offset));
    };
    int64_t Segment = Address(Half) >> Shift;
    // Offsets inside the segment, so that nothing can overflow.
    uint64_t Low = uint64_t(1) << Shift, High = 0;
    uint64_t Start = uint64_t(Segment) << Shift;
    for (uint64_t Rest = Half; Rest; Rest &= Rest - 1) {
      int64_t Here = Address(Rest);
      if (Here >> Shift != Segment)
        continue;
      uint64_t Inside = uint64_t(Here) - Start;
      Low = std::min(Low, Inside);
      High = std::max(High, Inside + Bytes);
      Half &= ~(Rest & -Rest);
    }
    uint64_t Size = uint64_t(1) << Shift, Begin = 0;
    while (Size > 32) {
      uint64_t Middle = Begin + Size / 2;
      if (High > Middle && Low < Middle)
        break;
      Size /= 2;
      if (Low >= Middle)
        Begin = Middle;
    }
    ++Traffic.Transactions;
    Traffic.TransactionBytes += Size;
  }
}

} // namespace

WarpTraffic warpTraffic(llvm::ArrayRef<int64_t> Addresses, uint64_t Active,
                        unsigned Bytes, CoalescingRule Rule,
                        unsigned UncoalescedBytes) {
  WarpTraffic Traffic;
  Addresses = Addresses.take_front(MaxLanes);
  Bytes = std::min(Bytes, MaxAccessBytes);
  if (Addresses.size() < MaxLanes)
    Active &= (uint64_t(1) << Addresses.size()) - 1;
  if (!Active || !Bytes)
    return Traffic;

  UnitCounts Counts = countUnits(Addresses, Active, Bytes);
  Traffic.Sectors = Counts.Sectors;
  Traffic.Lines = Counts.Lines;
  switch (Rule) {
  case CoalescingRule::Sectors:
    Traffic.Transactions = Counts.Sectors;
    Traffic.TransactionBytes = 32 * Counts.Sectors;
    break;
  case CoalescingRule::Wave64Lines:
    Traffic.Transactions = Counts.Pairs;
    Traffic.TransactionBytes = 64 * Counts.Pairs;
    break;
  case CoalescingRule::CacheLines:
  case CoalescingRule::Wave32Lines:
    Traffic.Transactions = Counts.Lines;
    Traffic.TransactionBytes = 128 * Counts.Lines;
    break;
  case CoalescingRule::HalfWarpStrict:
  case CoalescingRule::HalfWarpSegments:
    for (unsigned Done = 0; Done < Bytes; Done += 16) {
      unsigned Piece = std::min(Bytes - Done, 16u);
      for (unsigned First = 0; First < Addresses.size(); First += HalfWarp) {
        uint64_t Half = (Active >> First) & 0xffff;
        if (!Half)
          continue;
        if (Rule == CoalescingRule::HalfWarpStrict)
          addStrictHalf(Addresses, First, Half, Done, Piece, UncoalescedBytes,
                        Traffic);
        else
          addSegmentHalf(Addresses, First, Half, Done, Piece, Traffic);
      }
    }
    break;
  }
  return Traffic;
}

WarpTraffic localTraffic(llvm::ArrayRef<int64_t> Addresses, uint64_t Active,
                         unsigned Bytes, CoalescingRule Rule) {
  Addresses = Addresses.take_front(MaxLanes);
  const unsigned Width = Addresses.size();
  Bytes = std::min(Bytes, MaxAccessBytes);
  if (Width < MaxLanes)
    Active &= (uint64_t(1) << Width) - 1;
  WarpTraffic Traffic;
  if (!Active || !Bytes)
    return Traffic;
  // A unit of 32 bytes holds one word of each of 8 lanes: as many units are
  // touched as these lanes touch different words.
  auto Units = [&](unsigned Lanes) {
    uint64_t Count = 0;
    for (unsigned First = 0; First < Width; First += Lanes)
      if (uint64_t Group = Active >> First & ((uint64_t(1) << Lanes) - 1))
        Count += countUnits(Addresses, Group << First, Bytes, 2).Sectors;
    return Count;
  };
  Traffic.Sectors = Units(8);
  Traffic.Lines = Units(32);
  if (Rule == CoalescingRule::Sectors) {
    Traffic.Transactions = Traffic.Sectors;
    Traffic.TransactionBytes = 32 * Traffic.Sectors;
  } else if (Rule == CoalescingRule::Wave64Lines) {
    Traffic.Transactions = Units(16);
    Traffic.TransactionBytes = 64 * Traffic.Transactions;
  } else if (Rule == CoalescingRule::CacheLines ||
             Rule == CoalescingRule::Wave32Lines) {
    Traffic.Transactions = Traffic.Lines;
    Traffic.TransactionBytes = 128 * Traffic.Lines;
  } else {
    // To the rules that look at the order of lanes, each word is an access.
    int64_t Places[MaxLanes];
    for (int64_t Word = 0; Active; ++Word) {
      for (unsigned Lane = 0; Lane != Width; ++Lane) {
        int64_t At = (Addresses[Lane] >> 2) + Word;
        if (lastByte(Addresses[Lane], Bytes) >> 2 < At)
          Active &= ~(uint64_t(1) << Lane);
        Places[Lane] = (At * Width + Lane) * 4 +
                       (Bytes < 4 && Word == 0 ? Addresses[Lane] & 3 : 0);
      }
      WarpTraffic Piece = warpTraffic(llvm::ArrayRef(Places, Width), Active,
                                      std::min(Bytes, 4u), Rule);
      Traffic.Transactions += Piece.Transactions;
      Traffic.TransactionBytes += Piece.TransactionBytes;
    }
  }
  return Traffic;
}

IdealTraffic idealTraffic(CoalescingRule Rule, double Lanes, unsigned Bytes,
                          bool OneAddress) {
  const double Asked = Bytes * (OneAddress ? 1.0 : Lanes);
  auto Units = [&](double Of) { return std::max(1.0, std::ceil(Asked / Of)); };
  IdealTraffic Ideal{Units(32), Units(128)};
  switch (Rule) {
  case CoalescingRule::Sectors:
    Ideal.Transactions = Ideal.Sectors;
    Ideal.TransactionBytes = 32 * Ideal.Sectors;
    break;
  case CoalescingRule::CacheLines:
  case CoalescingRule::Wave32Lines:
    Ideal.Transactions = Ideal.Lines;
    Ideal.TransactionBytes = 128 * Ideal.Lines;
    break;
  case CoalescingRule::Wave64Lines:
    Ideal.Transactions = Units(64);
    Ideal.TransactionBytes = 64 * Ideal.Transactions;
    break;
  case CoalescingRule::HalfWarpStrict:
  case CoalescingRule::HalfWarpSegments:
    // 16-byte words take two transactions each.
    const double Halves = Lanes > HalfWarp ? 2 : 1;
    const double Least = Rule == CoalescingRule::HalfWarpStrict ? 64 : 32;
    Ideal.Transactions =
        Halves * std::max(1.0, std::ceil(double(HalfWarp) * Bytes / 128));
    Ideal.TransactionBytes = Halves * std::max(Least, double(HalfWarp) * Bytes);
    break;
  }
  return Ideal;
}

} // namespace kernelcast
