//===- GlobalMemoryRace.cpp - A word that two blocks fight over -----------===//
//
// The races of dependences/BlockRaces.h, which are certain, with their two
// threads. What rests on a number that nobody gave is left out.
//===----------------------------------------------------------------------===//

#include "analysis/dependences/BlockRaces.h"
#include "tool/lint/Races.h"
#include <fmt/format.h>
#include <set>

using namespace llvm;
using namespace kernelcast;

static std::string threadText(const GridThread &T) {
  return fmt::format("thread ({}, {}, {}) of block ({}, {}, {})", T.Thread[0],
                     T.Thread[1], T.Thread[2], T.Block[0], T.Block[1],
                     T.Block[2]);
}

std::vector<Finding>
kernelcast::findGlobalMemoryRace(const LintLaunch &Launch) {
  if (Launch.blockIsGuessed() || Launch.gridIsGuessed())
    return {};
  std::vector<Finding> Result;
  const KernelModel &Kernel = Launch.model();
  std::set<SourceSpot> Told;
  for (const BlockRace &Race : blockRaces(Launch.threads())) {
    const MemoryAccess &Write = Kernel.Accesses[Race.Write];
    const MemoryAccess &Other = Kernel.Accesses[Race.Other];
    if (whoAndWhereIsGuessed(Launch, Race.Write) ||
        whoAndWhereIsGuessed(Launch, Race.Other) ||
        !Launch.isMade(Race.Write) || !Launch.isMade(Race.Other) ||
        !Told.insert(Other.Location).second)
      continue;
    Finding F;
    F.Location = Other.Location;
    F.Range = Other.Range;
    F.Message = fmt::format(
        "{} {} byte {} of {}{}, which {} writes, and nothing orders the blocks",
        threadText(Race.Second),
        Other.Kind == AccessKind::Load ? "reads" : "writes", Race.Byte,
        Kernel.Arrays[Write.Array].Name, calleesText(Other),
        threadText(Race.Writer));
    F.Notes.push_back(
        {ReportDiagnostic::Level::Note, Write.Location,
         threadText(Race.Writer) + " writes it here" + calleesText(Write)});
    Result.push_back(std::move(F));
  }
  return Result;
}
