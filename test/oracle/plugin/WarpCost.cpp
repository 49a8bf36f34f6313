//===- WarpCost.cpp - What one warp execution costs -----------------------===//

#include "WarpCost.h"
#include <algorithm>
#include <set>

using namespace oracle;

static size_t place(const WarpAccess &Access, unsigned Lane, unsigned Byte) {
  size_t At = Access.Address[Lane] + Byte;
  if (!Access.Interleave)
    return At;
  return Access.Array[Lane] + (At / 4 * Access.Interleave + Lane) * 4 + At % 4;
}

/// A register of a lane is filled from one bank in each pass: lanes of as many
/// bytes as pass at a time.
static uint64_t returnPasses(const WarpAccess &Access) {
  std::set<std::pair<unsigned, unsigned>> Groups;
  for (unsigned Piece = 0; Piece < Access.Bytes; Piece += 16) {
    const unsigned Bytes = std::min(16u, Access.Bytes - Piece);
    const unsigned Width = Bytes <= 4 ? 4 : Bytes <= 8 ? 8 : 16;
    for (unsigned Lane = 0; Lane != MaxLanes; ++Lane)
      if (Access.Lanes >> Lane & 1)
        Groups.insert({Piece, Lane * Width / 128});
  }
  return Groups.size();
}

/// Tags of four lines, a word from each of 32 banks and 128 bytes for registers
/// in each.
static uint64_t l1Passes(const WarpAccess &Access) {
  std::array<std::set<size_t>, 4> Lines;
  uint64_t Most = Access.Interleave ? 0 : returnPasses(Access);
  uint64_t Banks = 0;
  for (unsigned Piece = 0; Piece < Access.Bytes; Piece += 16) {
    std::array<std::set<size_t>, 32> Words;
    for (unsigned Lane = 0; Lane != MaxLanes; ++Lane)
      if (Access.Lanes >> Lane & 1)
        for (unsigned Byte = Piece; Byte != std::min(Piece + 16, Access.Bytes);
             ++Byte) {
          const size_t At = place(Access, Lane, Byte);
          Lines[At / 128 % 4].insert(At / 128);
          Words[At / 4 % 32].insert(At / 4);
        }
    uint64_t Degree = 0;
    for (const std::set<size_t> &OfBank : Words)
      Degree = std::max<uint64_t>(Degree, OfBank.size());
    Banks += Degree;
  }
  for (const std::set<size_t> &OfPart : Lines)
    Most = std::max<uint64_t>(Most, OfPart.size());
  return std::max(Most, Banks);
}

WarpCost oracle::unitCost(const WarpAccess &Access) {
  std::set<size_t> Sectors, Lines;
  for (unsigned Lane = 0; Lane != MaxLanes; ++Lane)
    if (Access.Lanes >> Lane & 1)
      for (unsigned Byte = 0; Byte != Access.Bytes; ++Byte) {
        Sectors.insert(place(Access, Lane, Byte) / 32);
        Lines.insert(place(Access, Lane, Byte) / 128);
      }
  WarpCost Cost;
  Cost.Sectors = Sectors.size();
  Cost.Lines = Lines.size();
  Cost.L1Passes = l1Passes(Access);
  return Cost;
}

/// Cycles for the data of a piece of an access, 128 bytes each: those of as
/// many neighbours as have room, and of twice as many where lanes share in
/// pairs.
static uint64_t transferCycles(const WarpAccess &Access, unsigned Bytes) {
  unsigned Width = Bytes <= 4 ? 4 : Bytes <= 8 ? 8 : 16;
  std::set<unsigned> Groups;
  bool ShareNext = true, ShareSecond = true;
  for (unsigned Lane = 0; Lane != MaxLanes; ++Lane) {
    if (!(Access.Lanes >> Lane & 1))
      continue;
    Groups.insert(Lane * Width / 128);
    auto Shares = [&](unsigned Other) {
      return !(Access.Lanes >> Other & 1) ||
             Access.Address[Lane] == Access.Address[Other];
    };
    ShareNext &= Shares(Lane % 2 ? Lane - 1 : Lane + 1);
    ShareSecond &= Shares(Lane % 4 < 2 ? Lane + 2 : Lane - 2);
  }
  bool Pairs = Width > 4 && (ShareNext || ShareSecond);
  return Pairs ? (Groups.size() + 1) / 2 : Groups.size();
}

WarpCost oracle::bankCost(const WarpAccess &Access) {
  WarpCost Cost;
  for (unsigned Piece = 0; Piece < Access.Bytes; Piece += 16) {
    std::array<std::set<size_t>, 32> Banks;
    unsigned End = std::min(Piece + 16, Access.Bytes);
    for (unsigned Lane = 0; Lane != MaxLanes; ++Lane)
      if (Access.Lanes >> Lane & 1)
        for (unsigned Byte = Piece; Byte != End; ++Byte) {
          size_t Word = (Access.Address[Lane] + Byte) / 4;
          Banks[Word % 32].insert(Word);
        }
    uint64_t Degree = 0;
    for (const std::set<size_t> &Words : Banks)
      Degree = std::max<uint64_t>(Degree, Words.size());
    Cost.BankCycles += std::max(Degree, transferCycles(Access, End - Piece));
    Cost.Degree = std::max(Cost.Degree, Degree);
  }
  return Cost;
}
