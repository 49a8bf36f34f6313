//===- LaunchFindings.cpp - What the checks say of one launch -------------===//

#include "tool/lint/LaunchFindings.h"
#include "tool/lint/LintLaunch.h"
#include "tool/lint/ProvedFixes.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace kernelcast;

/// Whether \p F rests on numbers that nobody gave and that may not go together:
/// one is often calculated from another.
static bool restsOnSeveralGuesses(const Finding &F) {
  return count_if(F.Assumes,
                  [](const AssumedNumber &Each) { return !Each.OfHost; }) > 1;
}

bool kernelcast::isWorthAWord(const Finding &F, double MinShare) {
  if (info(F.Check).Level == Severity::Error || MinShare < 0)
    return true;
  return F.Predicted && F.Predicted->saved() > 0 &&
         F.Predicted->share() >= MinShare;
}

LaunchFindings kernelcast::findingsOf(const KernelReport &Kernel,
                                      const LaunchReport &Launch,
                                      ArrayRef<const CheckInfo *> Checks,
                                      const AnalysisOptions &Options,
                                      double MinShare) {
  LaunchFindings Result;
  std::optional<WarpProfile> Profile;
  std::optional<CompiledCode> Code;
  // The code for other vendors' GPUs is made for its instructions alone.
  if (const auto Compiled = compiledFor(*Launch.Gpu, Kernel.Compiled);
      Compiled && Launch.Gpu->Vendor == GpuVendor::Nvidia) {
    Profile = Launch.CompiledProfile
                  ? *Launch.CompiledProfile
                  : Compiled->profile(Launch.Profile.Launch, *Launch.Gpu,
                                      Options, &Launch.Profile);
    Code.emplace(Launch.Profile, *Profile);
  }
  const LintLaunch Seen(Kernel, Launch, Options, Code ? &*Code : nullptr);
  if (Launch.Profile.Launch.Made == LaunchMade::No)
    Result.State = LaunchState::NotMade;
  else if (Seen.blockIsGuessed())
    Result.State = LaunchState::BlockGuessed;
  else if (Launch.Guesses.Count != 0 && Seen.isBeyondMemory())
    Result.State = LaunchState::BeyondMemory;
  if (Result.State != LaunchState::Checked)
    return Result;
  for (const CheckInfo *Check : Checks)
    for (Finding &F :
         Check->Find ? Check->Find(Seen) : std::vector<Finding>()) {
      Seen.complete(F, Check->Id);
      if (!isWorthAWord(F, MinShare))
        continue;
      if (!F.Assumes.empty() && Seen.isChosen())
        continue;
      if (restsOnSeveralGuesses(F))
        continue;
      Result.Findings.push_back(std::move(F));
    }
  return Result;
}

/// \p Launch without what only the checks need.
static LaunchReport withoutAnalysis(const LaunchReport &Launch) {
  LaunchReport Result;
  Result.Gpu = Launch.Gpu;
  Result.Profile.Launch = Launch.Profile.Launch;
  Result.Profile.Launch.Assumptions.clear();
  Result.Guesses.Count = Launch.Guesses.Count;
  Result.Guesses.Withheld = Launch.Guesses.Withheld;
  for (const Prediction &Full : Launch.Predictions) {
    Prediction &Time = Result.Predictions.emplace_back();
    Time.Model = Full.Model;
    Time.Mode = Full.Mode;
    Time.Gpu = Full.Gpu;
    Time.Cycles = Full.Cycles;
    Time.Seconds = Full.Seconds;
    Time.SecondsLow = Full.SecondsLow;
    Time.SecondsHigh = Full.SecondsHigh;
    Time.Bottleneck = Full.Bottleneck;
    Time.Breakdown = Full.Breakdown;
  }
  Result.Guesses.Count = Launch.Guesses.Count;
  Result.Guesses.Withheld = Launch.Guesses.Withheld;
  Result.Unverified = Launch.Unverified;
  Result.Findings = Launch.Findings;
  return Result;
}

void kernelcast::checkLaunches(KernelReport &Kernel,
                               ArrayRef<const CheckInfo *> Checks,
                               const AnalysisOptions &Options,
                               double MinShare) {
  for (LaunchReport &Launch : Kernel.Launches)
    Launch.Findings = std::make_shared<LaunchFindings>(
        findingsOf(Kernel, Launch, Checks, Options, MinShare));
  Kernel.Changes = knownChanges(Kernel);
}

std::vector<const CheckInfo *>
kernelcast::checksThatFound(const LaunchFindings &Found,
                            ArrayRef<const CheckInfo *> Checks,
                            function_ref<bool(const Finding &)> Which) {
  std::vector<const CheckInfo *> Result;
  copy_if(Checks, std::back_inserter(Result), [&](const CheckInfo *Check) {
    return any_of(Found.Findings, [&](const Finding &F) {
      return F.Check == Check->Id && Which(F);
    });
  });
  return Result;
}

void kernelcast::recheckLaunches(KernelReport &Kernel,
                                 ArrayRef<const CheckInfo *> Checks,
                                 const AnalysisOptions &Options,
                                 double MinShare) {
  for (LaunchReport &Launch : Kernel.Launches)
    if (Launch.Findings && !Launch.Findings->Findings.empty())
      Launch.Findings = std::make_shared<LaunchFindings>(
          findingsOf(Kernel, Launch,
                     checksThatFound(*Launch.Findings, Checks,
                                     [](const Finding &) { return true; }),
                     Options, MinShare));
}

bool kernelcast::hasFindings(const KernelReport &Kernel) {
  return any_of(Kernel.Launches, [](const LaunchReport &Launch) {
    return Launch.Findings && !Launch.Findings->Findings.empty();
  });
}

void kernelcast::dropModels(FileReport &File) {
  for (KernelReport &Kernel : File.Kernels) {
    for (LaunchReport &Launch : Kernel.Launches)
      Launch = withoutAnalysis(Launch);
    Kernel.Analysis.reset();
    Kernel.Compiled.clear();
  }
}
