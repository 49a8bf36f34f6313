//===- SharedMemoryRace.cpp - A word of shared memory and no barrier ------===//
//
// The races of dependences/DataRaces.h, which are certain, with their two
// threads. What rests on a number that nobody gave is left out.
//===----------------------------------------------------------------------===//

#include "analysis/dependences/DataRaces.h"
#include "tool/lint/Races.h"
#include "llvm/ADT/STLExtras.h"
#include <fmt/format.h>
#include <set>

using namespace llvm;
using namespace kernelcast;

/// \p T, one of the threads of \p Race.
static std::string threadText(const FirstThread &T, const DataRace &Race) {
  const bool Later = Race.Writer.Iteration || Race.Second.Iteration;
  return fmt::format("thread ({}, {}, {}){}", T.At[0], T.At[1], T.At[2],
                     Later ? fmt::format(" in iteration {}", T.Iteration) : "");
}

/// Whether a block has all its threads for certain: of several in each
/// dimension the first one has, even if the last ones are partial.
static bool hasWholeBlock(const LaunchConfiguration &Launch) {
  return none_of(Launch.Assumptions,
                 [](const Assumption &A) {
                   return A.Reason == AssumptionReason::WholeBlocks;
                 }) ||
         all_of(zip(Launch.Grid, Launch.Block), [](const auto &Along) {
           const auto &[Blocks, Threads] = Along;
           return Blocks > 1 || Threads == 1;
         });
}

std::vector<Finding>
kernelcast::findSharedMemoryRace(const LintLaunch &Launch) {
  std::vector<Finding> Result;
  const KernelModel &Kernel = Launch.model();
  if (!hasWholeBlock(Launch.profile().Launch) ||
      none_of(Kernel.Accesses, [](const MemoryAccess &Access) {
        return Access.Space == MemorySpace::Shared;
      }))
    return Result;
  std::set<SourceSpot> Told;
  for (const DataRace &Race :
       sharedMemoryRaces(Launch.threads(), Launch.profile().WarpSize)) {
    const MemoryAccess &Write = Kernel.Accesses[Race.Write];
    const MemoryAccess &Other = Kernel.Accesses[Race.Other];
    if (whoAndWhereIsGuessed(Launch, Race.Write) ||
        whoAndWhereIsGuessed(Launch, Race.Other) ||
        !Launch.isMade(Race.Write) || !Launch.isMade(Race.Other) ||
        !Told.insert(Other.Location).second)
      continue;
    const std::string Array = Kernel.Arrays[Write.Array].Name;
    Finding F;
    F.Location = Other.Location;
    F.Range = Other.Range;
    F.Message = fmt::format(
        "{} {} byte {} of {}{}, which {} writes, and no barrier is between "
        "them",
        threadText(Race.Second, Race),
        Other.Kind == AccessKind::Load ? "reads" : "writes", Race.Byte, Array,
        calleesText(Other), threadText(Race.Writer, Race));
    F.Notes.push_back({ReportDiagnostic::Level::Note, Write.Location,
                       threadText(Race.Writer, Race) + " writes it here" +
                           calleesText(Write)});
    Result.push_back(std::move(F));
  }
  return Result;
}
