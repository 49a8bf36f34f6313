//===- UncoalescedAccess.cpp - More sectors than the data fill ------------===//
//
// The sectors of a warp's access against the fewest that could carry its data.
// Where lanes go to neighbouring elements the excess comes from where they
// begin: that is misaligned-access. Where they read one member of each of
// neighbouring records it comes from the order of the members:
// array-of-structs, which is one finding for all members. And where a thread's
// own neighbours fill the gaps between lanes, wider accesses leave none:
// vectorizable-access.
//===----------------------------------------------------------------------===//

#include "analysis/access/Coalescing.h"
#include "analysis/pdg/KernelGraphs.h"
#include "analysis/specialize/IdealProfile.h"
#include "tool/lint/AccessGroups.h"
#include "tool/lint/LintLaunch.h"
#include "tool/report/Numbers.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"
#include <fmt/format.h>

using namespace llvm;
using namespace kernelcast;

/// Whether the sectors of \p Entry are certainly more than its data fill.
static bool isWasteful(const WarpProfile &Profile, const CostlyAccess &Entry) {
  double Sectors = 0, Least = 0;
  for (AccessId Id : Entry.Copies) {
    const AccessFacts &Facts = Profile.Accesses[Id];
    Sectors += at(Facts.Sectors, FactBound::Low);
    Least +=
        at(leastSectors(Profile.Kernel->Accesses[Id], Facts), FactBound::High);
  }
  constexpr double Rounding = 1e-9;
  return Sectors > Least * (1 + Rounding);
}

namespace {
enum class Cause : uint8_t { Distance, Start, Members, Neighbours };
} // namespace

static Cause causeOf(const LintLaunch &Launch, const CostlyAccess &Entry) {
  if (Entry.LaneStride == Entry.Access->instructionBytes())
    return Cause::Start;
  if (isMemberwise(Launch.model(), Entry))
    return Cause::Members;
  return any_of(Launch.neighbours(),
                [&](const NeighbouringAccesses &Wide) {
                  return Entry.LaneStride == Wide.Bytes &&
                         is_contained(Wide.Parts, Entry.Copies[0]);
                })
             ? Cause::Neighbours
             : Cause::Distance;
}

/// Whether the thread has stored what \p Load loads, so that the compiler may
/// have it in a register.
static bool isStoredBefore(const LintLaunch &Launch, AccessId Load) {
  const KernelModel &Kernel = Launch.model();
  const MemoryAccess &Access = Kernel.Accesses[Load];
  return Access.Kind == AccessKind::Load &&
         any_of(ArrayRef(Kernel.Accesses).take_front(Load),
                [&](const MemoryAccess &Before) {
                  return Before.Kind == AccessKind::Store &&
                         Before.Address == Access.Address &&
                         Before.Bytes == Access.Bytes &&
                         Launch.profile().Graphs->dominators().dominates(
                             Before.Block, Access.Block);
                });
}

/// Whether the lanes that make \p Entry may not be neighbours: those of two
/// rows are two runs, each with a start of its own.
static bool mayBeSeveralRuns(const LintLaunch &Launch,
                             const CostlyAccess &Entry) {
  if (Entry.LaneExecutions == Entry.WarpExecutions * Launch.gpu().WarpSize)
    return false;
  const std::optional<WarpExample> Example =
      Launch.example(Entry.Copies[0], [](const WarpExample &Each) {
        return double(llvm::popcount(Each.Active));
      });
  return !Example || !isShiftedMask_64(Example->Active);
}

/// The wasteful accesses to global memory for this \p Reason.
static std::vector<const CostlyAccess *> wasteful(const LintLaunch &Launch,
                                                  Cause Reason) {
  std::vector<const CostlyAccess *> Result;
  const WholePieces Whole(Launch.profile());
  for (const CostlyAccess &Entry : Launch.accesses())
    if (Entry.Access->Space == MemorySpace::Global &&
        Entry.Access->Kind != AccessKind::Atomic &&
        Entry.Source != How::Assumed && causeOf(Launch, Entry) == Reason &&
        isWasteful(Launch.profile(), Entry) &&
        Launch.isMadeAsOften(Entry.Copies) &&
        none_of(Entry.Copies,
                [&](AccessId Id) {
                  return isStoredBefore(Launch, Id) || Whole.has(Id);
                }) &&
        !(Reason == Cause::Start && mayBeSeveralRuns(Launch, Entry)))
      Result.push_back(&Entry);
  return Result;
}

/// The finding about \p Group, whose members are mended together, but for its
/// message.
static Finding coalescedFinding(const LintLaunch &Launch,
                                const AccessGroup &Group) {
  Finding F = findingAbout(Group);
  for (const CostlyAccess *Each : Group)
    for (AccessId Id : Each->Copies)
      Launch.restOnMean(F, Id, Each->SectorsPerWarp);
  F.Predicted = Launch.gain([&](WarpProfile &Ideal) {
    for (AccessId Id : copiesOf(Group))
      coalesce(Ideal, Id, Launch.gpu());
  });
  const CostlyAccess &Entry = *Group[0];
  F.Shown = Launch.witness(Entry.Copies[0], [&](const WarpExample &Example) {
    return static_cast<double>(warpTraffic(Example.Addresses, Example.Active,
                                           Entry.Access->Bytes,
                                           CoalescingRule::Sectors)
                                   .Sectors);
  });
  return F;
}

static std::vector<Finding> find(const LintLaunch &Launch, Cause Reason) {
  std::vector<Finding> Result;
  for (const AccessGroup &Group : groupedByArray(wasteful(Launch, Reason))) {
    const CostlyAccess &Entry = *Group[0];
    Finding F = coalescedFinding(Launch, Group);
    const std::string Why = laneSentence(Entry, Launch.profile().WarpSize,
                                         /*Unicode=*/false);
    F.Message = fmt::format(
        "{} touches {} sectors a warp, {} would do{}{}", subject(*Entry.Access),
        meanText(Entry, Entry.SectorsPerWarp),
        meanText(Entry, Entry.IdealSectors), Why.empty() ? "" : ": ", Why);
    Result.push_back(std::move(F));
  }
  return Result;
}

std::vector<Finding>
kernelcast::findUncoalescedAccess(const LintLaunch &Launch) {
  return find(Launch, Cause::Distance);
}

std::vector<Finding>
kernelcast::findMisalignedAccess(const LintLaunch &Launch) {
  return find(Launch, Cause::Start);
}

std::vector<Finding> kernelcast::findArrayOfStructs(const LintLaunch &Launch) {
  MapVector<ArrayId, AccessGroup> ByArray;
  for (const CostlyAccess *Entry : wasteful(Launch, Cause::Members))
    ByArray[Entry->Access->Array].push_back(Entry);
  std::vector<Finding> Result;
  for (const auto &[Id, Group] : ByArray) {
    const CostlyAccess &Entry = *Group[0];
    const ArrayInfo &Array = Launch.model().Arrays[Id];
    Finding F = coalescedFinding(Launch, Group);
    F.Message = fmt::format(
        "{} touches {} sectors a warp, {} would do: lanes go to one part of "
        "each of {}'s elements of {} bytes; an array for each part would keep "
        "neighbours together",
        subject(*Entry.Access), meanText(Entry, Entry.SectorsPerWarp),
        meanText(Entry, Entry.IdealSectors), Array.Name, Array.ElementBytes);
    Result.push_back(std::move(F));
  }
  return Result;
}
