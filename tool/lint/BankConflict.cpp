//===- BankConflict.cpp - Several words of one bank -----------------------===//
//
// Shared memory delivers one word of each bank in a cycle
// (access/BankConflicts.h). The witness is the bank that most words are wanted
// of, with a lane for each word.
//===----------------------------------------------------------------------===//

#include "analysis/access/BankConflicts.h"
#include "analysis/pdg/KernelGraphs.h"
#include "analysis/specialize/IdealProfile.h"
#include "tool/lint/AccessGroups.h"
#include "tool/lint/LintLaunch.h"
#include "tool/lint/ProvedFixes.h"
#include "tool/report/Numbers.h"
#include "llvm/ADT/STLExtras.h"
#include <fmt/format.h>
#include <map>

using namespace llvm;
using namespace kernelcast;

/// The lanes that collide in the worst bank of \p Example, one for each word.
static uint64_t collidingLanes(const WarpExample &Example, const GpuSpec &Gpu) {
  const bool Halves = Gpu.Banks == BankRule::HalfWarp16;
  const auto Banks = std::max<int64_t>(1, int64_t(Gpu.NumBanks.Value));
  constexpr int64_t BankBytes = 4;
  std::map<std::pair<size_t, int64_t>, std::map<int64_t, unsigned>> Words;
  for (size_t Lane = 0; Lane != Example.Addresses.size(); ++Lane)
    if (Example.Active & (uint64_t(1) << Lane)) {
      const int64_t Word = Example.Addresses[Lane] / BankBytes;
      Words[{Halves ? Lane / 16 : 0, Word % Banks}].try_emplace(Word, Lane);
    }
  uint64_t Result = 0;
  size_t Most = 0;
  for (const auto &[Bank, Lanes] : Words)
    if (Lanes.size() > Most) {
      Most = Lanes.size();
      Result = 0;
      for (const auto &[Word, Lane] : Lanes)
        Result |= uint64_t(1) << Lane;
    }
  return Result;
}

/// Whether the banks certainly take longer than \p Least cycles for the lanes
/// that issue \p Entry together.
static bool hasConflict(const WarpProfile &Profile, const CostlyAccess &Entry,
                        unsigned Least) {
  double Cycles = 0, Warps = 0;
  for (AccessId Id : Entry.Copies) {
    Cycles += at(Profile.Accesses[Id].BankCycles, FactBound::Low);
    Warps += at(Profile.Accesses[Id].WarpExecutions, FactBound::High);
  }
  return Entry.Source == How::Exact ? Entry.BankDegree > Least
                                    : Cycles > Warps * Least;
}

std::vector<Finding> kernelcast::findBankConflict(const LintLaunch &Launch) {
  const WarpProfile &Profile = Launch.profile();
  const GpuSpec &Gpu = Launch.gpu();
  std::vector<const CostlyAccess *> Conflicting;
  for (const CostlyAccess &Entry : Launch.accesses())
    if (Entry.OfBanks && Entry.Source != How::Assumed &&
        Launch.isMadeAsOften(Entry.Copies) &&
        hasConflict(Profile, Entry, conflictFreeCycles(*Entry.Access, Gpu)))
      Conflicting.push_back(&Entry);
  if (Conflicting.empty())
    return {};
  // Neighbours in shared memory are one wide access in the compiled code, which
  // the banks serve otherwise.
  const std::vector<NeighbouringAccesses> Joined = neighbouringAccesses(
      Launch.threads(), Profile.Graphs->dominators(), MemorySpace::Shared);
  erase_if(Conflicting, [&](const CostlyAccess *Entry) {
    return any_of(Joined, [&](const NeighbouringAccesses &Wide) {
      return any_of(Entry->Copies,
                    [&](AccessId Id) { return is_contained(Wide.Parts, Id); });
    });
  });
  std::vector<Finding> Result;
  for (const AccessGroup &Group : groupedByArray(Conflicting)) {
    const CostlyAccess &Entry = *Group[0];
    const MemoryAccess &Access = *Entry.Access;
    Finding F = findingAbout(Group);
    for (const CostlyAccess *Each : Group)
      for (AccessId Id : Each->Copies)
        Launch.restOnMean(F, Id, Each->BankCyclesPerWarp);
    F.Message = fmt::format(
        "{} has up to {}-way bank conflicts: {} cycles a warp{}",
        subject(Access), Entry.BankDegree / conflictFreeCycles(Access, Gpu),
        meanText(Entry, Entry.BankCyclesPerWarp),
        Entry.LaneStride && *Entry.LaneStride
            ? fmt::format(", lanes lie {} bytes apart", *Entry.LaneStride)
            : "");
    F.Predicted = Launch.gain([&](WarpProfile &Ideal) {
      for (AccessId Id : copiesOf(Group))
        spreadOverBanks(Ideal, Id, Gpu);
    });
    // Of several copies, the one that has the worst conflict.
    AccessId Worst = *max_element(Entry.Copies, [&](AccessId A, AccessId B) {
      return Profile.Accesses[A].MaxBankDegree <
             Profile.Accesses[B].MaxBankDegree;
    });
    if (auto Example = Launch.example(Worst, [&](const WarpExample &E) {
          return double(bankCost(E.Addresses, E.Active, Access.Bytes, Gpu.Banks,
                                 unsigned(Gpu.NumBanks.Value))
                            .MaxDegree);
        }))
      F.Shown =
          Launch.witnessOf(Worst, *Example, collidingLanes(*Example, Gpu));
    if (Access.Array != kernelcast::None)
      F.Remedy = paddingFix(Launch.model(), Access.Array);
    Result.push_back(std::move(F));
  }
  return Result;
}
