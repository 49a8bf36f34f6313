//===- BankConflicts.cpp - Shared-memory conflicts of one warp ------------===//
#include "analysis/access/BankConflicts.h"
#include "analysis/access/Coalescing.h"
#include "llvm/ADT/bit.h"
#include <algorithm>
#include <array>

namespace kernelcast {
namespace {

constexpr unsigned MaxBanks = 64;
constexpr unsigned WordShift = 2;

uint64_t lanesOf(llvm::ArrayRef<int64_t> &Addresses, uint64_t Active) {
  Addresses = Addresses.take_front(MaxLanes);
  if (Addresses.size() < MaxLanes)
    Active &= (uint64_t(1) << Addresses.size()) - 1;
  return Active;
}

unsigned bankOf(int64_t Word, unsigned Banks) {
  if (llvm::has_single_bit(Banks)) // every real GPU; saves the division
    return unsigned(uint64_t(Word) & (Banks - 1));
  int64_t Bank = Word % int64_t(Banks);
  return unsigned(Bank < 0 ? Bank + int64_t(Banks) : Bank);
}

/// Largest number of distinct words that one bank serves.
unsigned multicastDegree(llvm::MutableArrayRef<int64_t> Words, unsigned Banks) {
  if (!std::is_sorted(Words.begin(), Words.end()))
    std::sort(Words.begin(), Words.end());
  std::array<uint16_t, MaxBanks> Served{};
  unsigned Degree = 0;
  for (size_t I = 0; I < Words.size(); ++I) {
    if (I && Words[I] == Words[I - 1])
      continue;
    Degree = std::max<unsigned>(Degree, ++Served[bankOf(Words[I], Banks)]);
  }
  return Degree;
}

/// 4-byte words of a register that \p Bytes bytes, at most 16, take.
unsigned wordsOf(unsigned Bytes) {
  return llvm::bit_ceil((Bytes + 3) >> WordShift);
}

/// Groups of lanes whose data pass at once that have one of \p Active.
unsigned transferGroups(uint64_t Active, unsigned Bytes) {
  constexpr unsigned BytesPerCycle = 128;
  const unsigned LanesAtOnce = BytesPerCycle / (wordsOf(Bytes) << WordShift);
  const uint64_t Group = (uint64_t(1) << LanesAtOnce) - 1;
  unsigned Groups = 0;
  for (unsigned First = 0; First < MaxLanes; First += LanesAtOnce)
    Groups += (Active >> First & Group) != 0;
  return Groups;
}

/// Cycles in which the data of \p Bytes bytes for each lane, at most 16, pass
/// between the banks and the registers.
unsigned transferCycles(llvm::ArrayRef<int64_t> Addresses, uint64_t Active,
                        unsigned Bytes) {
  const unsigned Groups = transferGroups(Active, Bytes);
  if (wordsOf(Bytes) == 1)
    return Groups;
  auto ShareWith = [&](unsigned Distance) {
    for (uint64_t Rest = Active; Rest; Rest &= Rest - 1) {
      const unsigned Lane = llvm::countr_zero(Rest), Other = Lane ^ Distance;
      if ((Active >> Other & 1) && Addresses[Lane] != Addresses[Other])
        return false;
    }
    return true;
  };
  return ShareWith(1) || ShareWith(2) ? (Groups + 1) / 2 : Groups;
}

/// Steps that one half-warp takes on CC 1.x; \p Words has at most 16 entries.
unsigned broadcastSteps(llvm::MutableArrayRef<int64_t> Words, unsigned Banks) {
  size_t Left = Words.size();
  unsigned Steps = 0;
  while (Left) {
    int64_t Broadcast = Words[0];
    size_t MostReaders = 0;
    for (size_t I = 0; I < Left; ++I) {
      size_t Readers =
          std::count(Words.begin(), Words.begin() + Left, Words[I]);
      if (Readers > MostReaders ||
          (Readers == MostReaders && Words[I] < Broadcast)) {
        MostReaders = Readers;
        Broadcast = Words[I];
      }
    }
    uint64_t Used = uint64_t(1) << bankOf(Broadcast, Banks);
    size_t Kept = 0;
    for (size_t I = 0; I < Left; ++I) {
      if (Words[I] == Broadcast)
        continue;
      uint64_t Bit = uint64_t(1) << bankOf(Words[I], Banks);
      if (Used & Bit)
        Words[Kept++] = Words[I];
      Used |= Bit;
    }
    Left = Kept;
    ++Steps;
  }
  return Steps;
}

/// Adds to \p Cost one access of at most 16 bytes per lane.
void addMulticast(llvm::ArrayRef<int64_t> Addresses, uint64_t Active,
                  uint64_t Offset, unsigned Bytes, unsigned Banks,
                  BankCost &Cost) {
  // An unaligned lane touches one word more than an aligned one.
  constexpr size_t MostWords = 16 / 4 + 1;
  std::array<int64_t, MaxLanes * MostWords> Words;
  size_t Count = 0;
  for (uint64_t Rest = Active; Rest; Rest &= Rest - 1) {
    uint64_t Address = uint64_t(Addresses[llvm::countr_zero(Rest)]) + Offset;
    int64_t From = int64_t(Address) >> WordShift;
    unsigned Touched = unsigned((Address & 3) + Bytes + 3) >> WordShift;
    for (unsigned I = 0; I < Touched; ++I)
      Words[Count++] = int64_t(uint64_t(From) + I);
  }
  unsigned Degree =
      multicastDegree(llvm::MutableArrayRef(Words.data(), Count), Banks);
  Cost.Cycles += std::max(Degree, transferCycles(Addresses, Active, Bytes));
  Cost.MaxDegree = std::max(Cost.MaxDegree, Degree);
}

/// Adds to \p Cost the requests of 4 bytes each that CC 1.x makes of an access.
void addBroadcast(llvm::ArrayRef<int64_t> Addresses, uint64_t Active,
                  unsigned Bytes, unsigned Banks, BankCost &Cost) {
  for (unsigned First = 0; First < Addresses.size(); First += HalfWarp) {
    uint64_t Half = (Active >> First) & 0xffff;
    for (unsigned Done = 0; Half && Done < Bytes; Done += 4) {
      std::array<int64_t, HalfWarp> Words;
      size_t Count = 0;
      for (uint64_t Rest = Half; Rest; Rest &= Rest - 1)
        Words[Count++] =
            int64_t(uint64_t(Addresses[First + llvm::countr_zero(Rest)]) +
                    Done) >>
            WordShift;
      unsigned Degree =
          broadcastSteps(llvm::MutableArrayRef(Words.data(), Count), Banks);
      Cost.Cycles += Degree;
      Cost.MaxDegree = std::max(Cost.MaxDegree, Degree);
    }
  }
}

} // namespace

BankCost bankCost(llvm::ArrayRef<int64_t> Addresses, uint64_t Active,
                  unsigned Bytes, BankRule Rule, unsigned Banks) {
  BankCost Cost;
  Bytes = std::min(Bytes, MaxAccessBytes);
  Active = lanesOf(Addresses, Active);
  if (!Active)
    return Cost;
  if (Rule == BankRule::HalfWarp16) {
    Banks = std::min(Banks ? Banks : 16, MaxBanks);
    addBroadcast(Addresses, Active, Bytes, Banks, Cost);
    return Cost;
  }
  Banks = std::min(Banks ? Banks : 32, MaxBanks);
  for (unsigned Done = 0; Done < Bytes; Done += 16)
    addMulticast(Addresses, Active, Done, std::min(Bytes - Done, 16u), Banks,
                 Cost);
  return Cost;
}

unsigned mostTransferCycles(uint64_t Active, unsigned Bytes) {
  Bytes = std::min(Bytes, MaxAccessBytes);
  unsigned Cycles = 0;
  for (unsigned Done = 0; Done < Bytes; Done += 16)
    Cycles += transferGroups(Active, std::min(Bytes - Done, 16u));
  return Cycles;
}

} // namespace kernelcast
