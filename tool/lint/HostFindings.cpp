//===- HostFindings.cpp - What the checks say of host code ----------------===//

#include "tool/lint/HostFindings.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace kernelcast;

bool HostTimeline::pinnedIsBound() const {
  return any_of(Link.Assumptions, [](const Assumption &A) {
    return A.Kind == AssumptionKind::PinnedBandwidth;
  });
}

/// Whether \p A stands for a number of the program that nobody gave.
static bool isGuess(const Assumption &A) {
  switch (A.Kind) {
  case AssumptionKind::BlockSize:
  case AssumptionKind::GridSize:
  case AssumptionKind::DynamicShared:
  case AssumptionKind::Argument:
  case AssumptionKind::HostVariable:
  case AssumptionKind::TripCount:
  case AssumptionKind::BranchProbability:
  case AssumptionKind::LaunchTime:
  case AssumptionKind::BrokenCode:
  case AssumptionKind::LoopEnd:
  case AssumptionKind::HostCondition:
  case AssumptionKind::HostRounds:
  case AssumptionKind::HostHandle:
    return true;
  default:
    return false;
  }
}

/// Why nobody can say what a change of \p Program would gain; "" if they can.
static std::string obstacle(const ApplicationPrediction &Program) {
  if (!Program.Missing.empty())
    return "its time is not known as a whole: " + Program.Missing[0].What +
           ": " + Program.Missing[0].Why;
  if (any_of(Program.Assumptions, isGuess))
    return "its time rests on numbers that nobody gave; predict --app lists "
           "them, --arg and --assume give them";
  return "";
}

void kernelcast::checkTimeline(const HostTimeline &Timeline,
                               ArrayRef<const CheckInfo *> Checks,
                               HostFindings &Found) {
  const ApplicationPrediction &Program = Timeline.prediction();
  if (none_of(Checks, [](const CheckInfo *C) { return C->FindInHost; }))
    return;
  if (std::string Why = obstacle(Program); !Why.empty()) {
    Found.Unchecked.push_back({Program.Entry, Program.Location, std::move(Why),
                               /*IsHostCode=*/true});
    return;
  }
  for (const CheckInfo *Check : Checks)
    if (Check->FindInHost)
      for (Finding &F : Check->FindInHost(Timeline)) {
        if (!F.Predicted || F.Predicted->saved() <= 0)
          continue;
        F.Check = Check->Id;
        F.Kernel = Program.Entry;
        F.Gpu = Program.Gpu->Name;
        F.Source = LaunchSource::HostCode;
        Found.Findings.push_back(std::move(F));
      }
}
