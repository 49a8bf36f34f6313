//===- UncoalescedAccess.cpp - More sectors than the data fill ------------===//
//
// The sectors of a warp's access against the fewest that could carry its data.
// Where lanes go to neighbouring elements the excess comes from where they
// begin: that is misaligned-access.
//===----------------------------------------------------------------------===//

#include "analysis/access/Coalescing.h"
#include "analysis/specialize/IdealProfile.h"
#include "tool/lint/AccessGroups.h"
#include "tool/lint/LintLaunch.h"
#include "tool/report/Numbers.h"
#include <fmt/format.h>

using namespace llvm;
using namespace kernelcast;

/// Whether the sectors of \p Entry are certainly more than its data fill.
static bool isWasteful(const WarpProfile &Profile, const CostlyAccess &Entry) {
  double Sectors = 0, Warps = 0;
  for (AccessId Id : Entry.Copies) {
    Sectors += at(Profile.Accesses[Id].Sectors, FactBound::Low);
    Warps += at(Profile.Accesses[Id].WarpExecutions, FactBound::High);
  }
  constexpr double Rounding = 1e-9;
  return Sectors > Warps * Entry.IdealSectors * (1 + Rounding);
}

static std::vector<Finding> find(const LintLaunch &Launch, bool Neighbours) {
  const WarpProfile &Profile = Launch.profile();
  std::vector<const CostlyAccess *> Wasteful;
  for (const CostlyAccess &Entry : Launch.accesses()) {
    const MemoryAccess &Access = *Entry.Access;
    const bool OfNeighbours = Entry.LaneStride == Access.instructionBytes();
    if (Access.Space == MemorySpace::Global &&
        Access.Kind != AccessKind::Atomic && Entry.Source != How::Assumed &&
        OfNeighbours == Neighbours && isWasteful(Profile, Entry))
      Wasteful.push_back(&Entry);
  }
  std::vector<Finding> Result;
  for (const AccessGroup &Group : groupedByArray(Wasteful)) {
    const CostlyAccess &Entry = *Group[0];
    const MemoryAccess &Access = *Entry.Access;
    Finding F = findingAbout(Group);
    for (const CostlyAccess *Each : Group)
      F.Known = Launch.known(F.Known, Each->Access->Address);
    const std::string Why =
        laneSentence(Entry, Profile.WarpSize, /*Unicode=*/false);
    F.Message = fmt::format("{} touches {} sectors a warp, {} would do{}{}",
                            subject(Access), threeDigits(Entry.SectorsPerWarp),
                            threeDigits(Entry.IdealSectors),
                            Why.empty() ? "" : ": ", Why);
    F.Predicted = Launch.gain([&](WarpProfile &Ideal) {
      for (AccessId Id : copiesOf(Group))
        coalesce(Ideal, Id, Launch.gpu());
    });
    F.Shown = Launch.witness(Entry.Copies[0], [&](const WarpExample &Example) {
      return static_cast<double>(warpTraffic(Example.Addresses, Example.Active,
                                             Access.Bytes,
                                             CoalescingRule::Sectors)
                                     .Sectors);
    });
    Result.push_back(std::move(F));
  }
  return Result;
}

std::vector<Finding>
kernelcast::findUncoalescedAccess(const LintLaunch &Launch) {
  return find(Launch, /*Neighbours=*/false);
}

std::vector<Finding>
kernelcast::findMisalignedAccess(const LintLaunch &Launch) {
  return find(Launch, /*Neighbours=*/true);
}
