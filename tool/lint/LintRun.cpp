//===- LintRun.cpp - All findings of a report -----------------------------===//

#include "tool/lint/LintRun.h"
#include "analysis/support/NearestName.h"
#include "clang-tidy/GlobList.h"
#include "tool/lint/ContractCheck.h"
#include "tool/lint/HostFindings.h"
#include "tool/lint/LaunchFindings.h"
#include "tool/lint/ProvedFixes.h"
#include "tool/lint/Suppressions.h"
#include "tool/report/SourceLines.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/xxhash.h"
#include <map>
#include <set>

using namespace llvm;
using namespace kernelcast;

Expected<std::vector<const CheckInfo *>>
kernelcast::chosenChecks(StringRef Patterns) {
  SmallVector<StringRef> Each;
  Patterns.split(Each, ',', -1, /*KeepEmpty=*/false);
  for (StringRef Pattern : Each) {
    Pattern = Pattern.trim();
    Pattern.consume_front("-");
    const clang::tidy::GlobList One(Pattern);
    if (any_of(checks(),
               [&](const CheckInfo &C) { return One.contains(C.Name); }))
      continue;
    std::vector<StringRef> Names;
    for (const CheckInfo &C : checks())
      Names.push_back(C.Name);
    StringRef Nearest = nearestName(Pattern, Names);
    return createStringError(
        "no check is called '" + Pattern.str() + "'" +
        (Nearest.empty() ? "" : "; did you mean '" + Nearest.str() + "'?"));
  }
  const clang::tidy::GlobList All(Patterns);
  std::vector<const CheckInfo *> Result;
  for (const CheckInfo &C : checks())
    if (All.contains(C.Name))
      Result.push_back(&C);
  return Result;
}

namespace {

/// Findings of several launches, each once.
class Collection {
public:
  void add(Finding New) {
    auto [It, IsNew] = Known.try_emplace(
        // Each instantiation of a template has to keep its contracts.
        std::tuple(New.Check, New.Location, New.Gpu,
                   New.About.empty() ? "" : New.Kernel),
        Findings.size());
    if (IsNew) {
      Findings.push_back(std::move(New));
      return;
    }
    Finding &Old = Findings[It->second];
    const unsigned Others = Old.Others + 1;
    const bool Fails = Old.Fails || New.Fails;
    auto share = [](const Finding &F) {
      return F.Predicted ? F.Predicted->share() : 0;
    };
    if (share(New) > share(Old))
      Old = std::move(New);
    Old.Others = Others;
    Old.Fails = Fails;
  }

  std::vector<Finding> take() { return std::move(Findings); }

private:
  std::map<std::tuple<CheckId, SourceSpot, std::string, std::string>, size_t>
      Known;
  std::vector<Finding> Findings;
};

} // namespace

/// A launch that the GPU refuses, as cannot-launch finds one that it accepts
/// and that does not fit.
static Finding refusal(const KernelReport &Kernel,
                       const RefusedLaunch &Launch) {
  Finding F;
  F.Check = CheckId::CannotLaunch;
  F.Location = F.LaunchedAt =
      Launch.Location.isValid() ? Launch.Location : Kernel.Location;
  F.Message = "this launch fails: " + Launch.Reason;
  F.Kernel = Kernel.QualifiedName;
  F.Gpu = Launch.Gpu->Name;
  F.Grid = Launch.Grid;
  F.Block = Launch.Block;
  F.Source = LaunchSource::HostCode;
  return F;
}

static void addFingerprints(std::vector<Finding> &Findings) {
  SourceLines Sources;
  std::map<std::string, unsigned> Equal;
  for (Finding &F : Findings) {
    std::string Line = Sources.line(F.Location.File, F.Location.Line);
    erase_if(Line, [](char C) { return isSpace(C); });
    std::string Key =
        info(F.Check).Name.str() + '\n' + F.Kernel + '\n' + F.Gpu + '\n' + Line;
    if (!F.About.empty())
      Key += '\n' + F.About;
    Key += '\n' + utostr(Equal[Key]++);
    F.Fingerprint = utohexstr(xxh3_64bits(Key), /*LowerCase=*/true, 16);
  }
}

namespace {

/// The checks of one file, over its kernels.
class FileRun {
public:
  /// \p Contracts: null where nobody can analyse their launches.
  FileRun(const FileReport &File, const FileChecks &Settings,
          std::vector<const CheckInfo *> Checks, ContractCheck *Contracts,
          Collection &Found, LintResult &Result)
      : File(File), Settings(Settings), Checks(std::move(Checks)),
        Contracts(Contracts), Found(Found), Result(Result) {}

  void check(const KernelReport &Kernel) {
    std::set<std::string> Reasons;
    if (isChosen(CheckId::CannotLaunch))
      for (const RefusedLaunch &Launch : Kernel.Refused)
        add(refusal(Kernel, Launch));
    if (Kernel.Status != ModelStatus::Modelled)
      Reasons.insert(join(Kernel.Reasons, "; "));
    bool Checked = false;
    for (const LaunchReport &Launch : Kernel.Launches) {
      const LaunchState State = Launch.Findings->State;
      if (State == LaunchState::BlockGuessed && Kernel.Refused.empty())
        Reasons.insert("nothing tells its block size; give --block");
      if (State == LaunchState::BeyondMemory)
        Reasons.insert("with the numbers that are assumed it reaches over more "
                       "than 8 GiB; give them with --arg");
      if (State == LaunchState::NotMade)
        Reasons.insert("a condition in host code keeps the program from "
                       "launching it on " +
                       Launch.Gpu->Name);
      if (State != LaunchState::Checked)
        continue;
      Checked = true;
      for (const Finding &F : Launch.Findings->Findings)
        if (isWorthAWord(F, Settings.MinShare))
          add(F);
    }
    if (Contracts && File.MayHaveContracts &&
        (isChosen(CheckId::Contract) || isChosen(CheckId::UndecidedContract)))
      for (Finding &F : Contracts->check(File, Kernel))
        if (isChosen(F.Check))
          add(std::move(F));
    Result.Kernels += Checked;
    for (const std::string &Reason : Reasons)
      Result.Unchecked.push_back(
          {Kernel.QualifiedName, Kernel.Location, Reason});
  }

  void check(const HostFindings &Host) {
    for (const Finding &F : Host.Findings)
      if (isWorthAWord(F, Settings.MinShare))
        add(F);
    append_range(Result.Unchecked, Host.Unchecked);
  }

private:
  bool isChosen(CheckId Check) const {
    return is_contained(Checks, &info(Check));
  }

  void add(Finding F) {
    F.Fails = isFailure(Settings.Fails, info(F.Check).Level);
    Found.add(std::move(F));
  }

  const FileReport &File;
  const FileChecks &Settings;
  const std::vector<const CheckInfo *> Checks;
  ContractCheck *const Contracts;
  Collection &Found;
  LintResult &Result;
};

} // namespace

Expected<LintResult> kernelcast::lint(const Report &Report,
                                      const LintOptions &Options) {
  LintResult Result;
  Collection Found;
  const FileChecks Default;
  std::optional<ContractCheck> Contracts;
  if (Options.Launches)
    Contracts.emplace(*Options.Launches, Options.Analysis);
  for (const FileReport &File : Report.Files) {
    auto Own = Options.Files.find(File.Path);
    const FileChecks &Settings =
        Own == Options.Files.end() ? Default : Own->second;
    auto Checks = chosenChecks(Settings.Checks);
    if (!Checks)
      return Checks.takeError();
    FileRun Run(File, Settings, std::move(*Checks),
                Contracts ? &*Contracts : nullptr, Found, Result);
    for (const KernelReport &Kernel : File.Kernels)
      Run.check(Kernel);
    if (File.InHost)
      Run.check(*File.InHost);
  }
  std::vector<Finding> All = Found.take();
  for (Finding &F : All)
    if (F.Gpu.empty() && !Report.Gpus.empty())
      F.Gpu = Report.Gpus[0]->Name; // of a kernel that has no launch on any
  stable_sort(All, [](const Finding &A, const Finding &B) {
    auto rank = [](const Finding &F) {
      return std::tuple(info(F.Check).Level != Severity::Error, F.TimesWithheld,
                        F.Predicted ? -F.Predicted->saved() : 0);
    };
    return std::tuple(rank(A), std::tie(A.Location, A.Gpu)) <
           std::tuple(rank(B), std::tie(B.Location, B.Gpu));
  });
  addFingerprints(All);
  hinderFixes(Report, All);
  Suppressions InSource;
  for (Finding &F : All) {
    if (Options.Baseline)
      F.Baseline = Options.Baseline->count(F.Fingerprint)
                       ? BaselineState::Unchanged
                       : BaselineState::New;
    (InSource.suppress(F)                     ? Result.Suppressed
     : F.Baseline == BaselineState::Unchanged ? Result.Unchanged
                                              : Result.Findings)
        .push_back(std::move(F));
  }
  Result.Diagnostics = InSource.takeDiagnostics();
  if (Contracts)
    append_range(Result.Diagnostics,
                 Contracts->takeDiagnostics(Options.AllKernels));
  return Result;
}
