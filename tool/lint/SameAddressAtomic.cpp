//===- SameAddressAtomic.cpp - A queue in front of one address ------------===//
//
// Atomics on one address are done one after the other. Where all lanes of a
// warp go to the same one, they can first combine what they bring, and one of
// them goes to memory for all. Behind a condition on data nobody knows how many
// lanes there are, if there are two at all.
//===----------------------------------------------------------------------===//

#include "analysis/specialize/IdealProfile.h"
#include "tool/lint/LintLaunch.h"
#include "tool/report/Numbers.h"
#include <fmt/format.h>

using namespace llvm;
using namespace kernelcast;

std::vector<Finding>
kernelcast::findSameAddressAtomic(const LintLaunch &Launch) {
  std::vector<Finding> Result;
  for (const CostlyAccess &Entry : Launch.accesses()) {
    const MemoryAccess &Access = *Entry.Access;
    if (Access.Kind != AccessKind::Atomic ||
        Access.Space != MemorySpace::Global || !Access.CanGather ||
        Entry.Source == How::Assumed || !Launch.isMade(Entry.Copies[0]) ||
        Entry.LaneStride != 0 || !Entry.LanesCounted ||
        Entry.LaneExecutions <= Entry.WarpExecutions)
      continue;
    Finding F;
    F.Location = Access.Location;
    F.Range = Access.Range;
    F.Known = Entry.Source;
    Launch.restOn(F, Access.Address);
    F.Message = fmt::format(
        "all {} lanes of a warp go to one address, one after the other",
        threeDigits(Entry.LaneExecutions / Entry.WarpExecutions));
    F.Predicted = Launch.gain([&](WarpProfile &Ideal) {
      for (AccessId Id : Entry.Copies)
        combineInWarps(Ideal, Id);
    });
    F.Shown = Launch.witness(Entry.Copies[0], [](const WarpExample &Example) {
      return double(llvm::popcount(Example.Active));
    });
    Result.push_back(std::move(F));
  }
  return Result;
}
