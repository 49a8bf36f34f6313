//===- VectorizableAccess.cpp - Neighbours loaded one by one --------------===//
//
// Accesses of a thread that lie side by side (NeighbouringAccesses.h) are as
// many instructions, each for all sectors of the warp. A vector type makes one
// of them. A function that is called from several places is written once: what
// is said of its text holds in every call, or is not said.
//===----------------------------------------------------------------------===//

#include "analysis/dependences/AlignmentTests.h"
#include "analysis/specialize/IdealProfile.h"
#include "tool/lint/AccessGroups.h"
#include "tool/lint/LintLaunch.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include <fmt/format.h>
#include <map>

using namespace llvm;
using namespace kernelcast;

namespace {

/// Where the first of neighbouring accesses stands, and what it could be.
struct WideText {
  SourceSpot Location;
  AccessKind Kind = AccessKind::Load;
  unsigned Bytes = 0; ///< of the access that would do
  unsigned Count = 0; ///< of those that it stands for

  friend bool operator<(const WideText &A, const WideText &B) {
    return std::tie(A.Location, A.Kind, A.Bytes, A.Count) <
           std::tie(B.Location, B.Kind, B.Bytes, B.Count);
  }
};

using WideAccesses = std::vector<const NeighbouringAccesses *>;

} // namespace

/// The neighbouring accesses of \p Launch by the text that makes them, but for
/// those that a test of alignment guards.
static std::map<WideText, WideAccesses> wideTexts(const LintLaunch &Launch) {
  const KernelModel &Kernel = Launch.model();
  const AlignmentTests Tests(*Launch.profile().Graphs);
  std::map<WideText, WideAccesses> Result;
  for (const NeighbouringAccesses &Wide : Launch.neighbours()) {
    const MemoryAccess &First = Kernel.Accesses[Wide.Parts[0]];
    if (Launch.isMadeAsOften(Wide.Parts) && !Tests.guard(First.Block))
      Result[{First.Location, First.Kind, Wide.Bytes,
              static_cast<unsigned>(Wide.Parts.size()) * Wide.Iterations}]
          .push_back(&Wide);
  }
  return Result;
}

/// Whether each call that makes the access \p Text in \p Launch makes one of
/// \p Wides.
static bool holdsInAllCalls(const LintLaunch &Launch, const WideText &Text,
                            const WideAccesses &Wides) {
  const KernelModel &Kernel = Launch.model();
  StringSet<> Calls;
  for (const NeighbouringAccesses *Wide : Wides)
    Calls.insert(Kernel.Accesses[Wide->Parts[0]].Callees);
  return all_of(enumerate(Kernel.Accesses), [&](const auto &Each) {
    const MemoryAccess &Access = Each.value();
    return Access.Location != Text.Location || Access.Kind != Text.Kind ||
           Access.Silent || Access.Repeats != kernelcast::None ||
           !(Launch.profile().Accesses[Each.index()].WarpExecutions.Value >
             0) ||
           Calls.contains(Access.Callees);
  });
}

static Finding wideFinding(const LintLaunch &Launch, const WideText &Text,
                           const WideAccesses &Wides) {
  const KernelModel &Kernel = Launch.model();
  const MemoryAccess &First = Kernel.Accesses[Wides[0]->Parts[0]];
  Finding F;
  F.Location = First.Location;
  F.Range = First.Range;
  F.Known = How::Assumed; // that the array begins at a multiple of the width
  F.Message = fmt::format(
      "{} and {} more lie side by side: one {} of {} bytes would do instead "
      "of {}",
      subject(First), Text.Count - 1, name(First.Kind).str(), Text.Bytes,
      Text.Count);
  for (const NeighbouringAccesses *Wide : Wides)
    Launch.restOn(F, Kernel.Accesses[Wide->Parts[0]].Address);
  F.Predicted = Launch.gain([&](WarpProfile &Ideal) {
    for (const NeighbouringAccesses *Wide : Wides)
      for (const auto &[I, Id] : enumerate(Wide->Parts))
        keepValue(Ideal, Id, I == 0 ? 1.0 / Wide->Iterations : 0);
  });
  for (AccessId Id : ArrayRef(Wides[0]->Parts).drop_front())
    if (Kernel.Accesses[Id].Location != First.Location)
      F.Notes.push_back({ReportDiagnostic::Level::Note,
                         Kernel.Accesses[Id].Location,
                         "a neighbour is here: " + Kernel.Accesses[Id].Text});
  return F;
}

std::vector<Finding>
kernelcast::findVectorizableAccess(const LintLaunch &Launch) {
  std::vector<Finding> Result;
  for (const auto &[Text, Wides] : wideTexts(Launch))
    if (holdsInAllCalls(Launch, Text, Wides))
      Result.push_back(wideFinding(Launch, Text, Wides));
  return Result;
}
