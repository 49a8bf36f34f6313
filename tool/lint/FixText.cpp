//===- FixText.cpp - What there is to say of a fix ------------------------===//

#include "tool/lint/FindingWriters.h"
#include "tool/report/Numbers.h"
#include <fmt/format.h>

using namespace llvm;
using namespace kernelcast;

StringRef kernelcast::obstacleText(ChangeObstacle Obstacle) {
  switch (Obstacle) {
  case ChangeObstacle::None:
    return "";
  case ChangeObstacle::FromMacro:
    return "a part of the text comes from a macro";
  case ChangeObstacle::NotInMainFile:
    return "the text is not in the file that is compiled";
  case ChangeObstacle::NotSpelledOut:
    return "a named type has what would change";
  case ChangeObstacle::UsedAsWhole:
    return "its address goes elsewhere without all subscripts";
  case ChangeObstacle::SizeTaken:
    return "the array's size is asked for";
  case ChangeObstacle::IndexUnbounded:
    return "an index may leave its row";
  case ChangeObstacle::InexactLiteral:
    return "the number is no float, and would be rounded";
  case ChangeObstacle::SeveralRoundings:
    return "each of several operations would round";
  case ChangeObstacle::MayFuse:
    return "the compiler may make one operation of a product and a sum of "
           "floats";
  case ChangeObstacle::InexactFloats:
    return "arithmetic of floats may be inexact here";
  case ChangeObstacle::OfFunction:
    return "the function of floats has other results";
  case ChangeObstacle::DeclaredTwice:
    return "the kernel has another declaration";
  case ChangeObstacle::NoLaunch:
    return "not all launches are seen in this file";
  case ChangeObstacle::MayOverlap:
    return "a launch may pass the same memory twice";
  case ChangeObstacle::MayBeWritten:
    return "something may write there";
  case ChangeObstacle::NoRoom:
    return "a declaration does not fit in front of the loop";
  case ChangeObstacle::MayNotRun:
    return "it may not be reached in the first iteration";
  case ChangeObstacle::NotModelled:
    return "a part of the code is not analysed";
  }
  llvm_unreachable("covered switch");
}

/// What the analysis of the changed source says against it.
static StringRef against(FixVerdict Verdict) {
  switch (Verdict) {
  case FixVerdict::NotAsked:
  case FixVerdict::Confirmed:
    return "";
  case FixVerdict::FindingStays:
    return "it does not mend this";
  case FixVerdict::Slower:
    return "a launch would take longer";
  case FixVerdict::LessOccupancy:
    return "fewer blocks would fit on a multiprocessor";
  case FixVerdict::MoreConflicts:
    return "another access would have more bank conflicts";
  case FixVerdict::NotReadable:
    return "the changed source does not compile as before";
  case FixVerdict::Overlaps:
    return "another fix changes the same text";
  case FixVerdict::FileHasErrors:
    return "the file does not compile";
  }
  llvm_unreachable("covered switch");
}

std::string kernelcast::fixText(const Finding &F, bool Unicode) {
  if (!F.Remedy)
    return "";
  const Fix &Remedy = *F.Remedy;
  std::string Text = "fix: " + Remedy.What;
  if (!Remedy.Change.isProved())
    return Text +
           "; not applied: " + obstacleText(Remedy.Change.Obstacle).str();
  if (!Remedy.isConfirmed())
    return Text + "; not applied: " + against(Remedy.Verdict).str();
  constexpr double Noticeable = 0.001;
  if (Remedy.Predicted && !F.TimesWithheld &&
      Remedy.Predicted->share() > Noticeable) {
    const TimeUnit Unit = timeUnit(Remedy.Predicted->Seconds, Unicode);
    Text += fmt::format(
        "; with {} the kernel takes {} {} instead of {} {} on {}",
        Remedy.Companions == 0   ? "it"
        : Remedy.Companions == 1 ? "it and the other fix"
                                 : "it and the other fixes",
        inUnit(Remedy.Predicted->FixedSeconds, Unit), Unit.Name.str(),
        inUnit(Remedy.Predicted->Seconds, Unit), Unit.Name.str(), F.Gpu);
  }
  return Text + (Remedy.Applied ? "; applied" : "; --fix applies it");
}
