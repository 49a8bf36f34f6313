//===- ConfirmFixes.cpp - Fixes tried out on the source -------------------===//

#include "tool/ConfirmFixes.h"
#include "tool/OutputFile.h"
#include "tool/lint/FindingWriters.h"
#include "tool/lint/LaunchFindings.h"
#include "tool/report/SourceLines.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include <set>

using namespace llvm;
using namespace kernelcast;

/// The fix of \p F, a finding of a candidate.
static Fix &fixOf(Finding &F) {
  if (!F.Remedy)
    llvm_unreachable("candidates are made of fixes");
  return *F.Remedy;
}

/// One change and all findings that it is the fix of.
struct ConfirmedFixes::Candidate {
  std::vector<Finding *> Of;
  Fix First; ///< its first form
  FixVerdict Verdict = FixVerdict::NotAsked;

  Fix &fix() const { return fixOf(*Of.front()); }
  const SourceChange &change() const { return fix().Change; }
  bool isActive() const { return Verdict == FixVerdict::NotAsked; }

  bool concerns(const KernelReport &Kernel) const {
    return any_of(Of, [&](const Finding *F) {
      return F->Kernel == Kernel.QualifiedName;
    });
  }

  /// Goes on to the next proved form; where there is none, \p Why says so of
  /// the first one.
  void goOn(FixVerdict Why) {
    const auto &Others = fix().Others;
    if (Others.empty() || !Others.front().second.isProved()) {
      Verdict = Why;
      for (Finding *F : Of)
        F->Remedy = First;
      return;
    }
    for (Finding *F : Of) {
      Fix &Each = fixOf(*F);
      std::tie(Each.What, Each.Change) = std::move(Each.Others.front());
      Each.Others.erase(Each.Others.begin());
    }
  }
};

//===- What the analysis of the changed source says -----------------------===//

/// The report of a source with changes, against the one without.
class ConfirmedFixes::Trial {
public:
  Trial(ArrayRef<Candidate> Candidates, const Report &Before,
        const Report &After, const LintResult &Left,
        const std::map<std::string, SourceEdits> &Edits)
      : Candidates(Candidates), Before(Before), After(After), Left(Left),
        Edits(Edits) {}

  /// Of the kernel of each finding of \p C, and of the finding itself.
  FixVerdict judge(const Candidate &C) const {
    if (errors(After) > errors(Before))
      return FixVerdict::NotReadable;
    for (const FileReport &File : Before.Files)
      for (const KernelReport &Kernel : File.Kernels)
        if (FixVerdict Harm = judge(Kernel, C); Harm != FixVerdict::Confirmed)
          return Harm;
    for (const Finding *F : C.Of)
      if (any_of(Left.Findings, [&](const Finding &G) {
            return G.Check == F->Check && G.Kernel == F->Kernel &&
                   G.Gpu == F->Gpu && G.Location == moved(F->Location);
          }))
        return FixVerdict::FindingStays;
    return FixVerdict::Confirmed;
  }

  /// How many other changes the kernel of \p F, a finding of \p Own, has.
  unsigned companions(const Finding &F, const Candidate &Own) const {
    return static_cast<unsigned>(
        count_if(Candidates, [&](const Candidate &Other) {
          return &Other != &Own &&
                 (Other.isActive() || Other.Verdict == FixVerdict::Confirmed) &&
                 any_of(Other.Of, [&](const Finding *G) {
                   return G->Kernel == F.Kernel;
                 });
        }));
  }

  /// The kernel's time with all changes, in the launch of \p F.
  std::optional<Gain> gain(const Finding &F) const {
    for (const FileReport &File : Before.Files)
      for (const KernelReport &Kernel : File.Kernels)
        for (const LaunchReport &Launch : Kernel.Launches)
          if (const LaunchReport *Then = changed(Kernel, Launch);
              Then && Kernel.QualifiedName == F.Kernel &&
              Launch.Gpu->Name == F.Gpu &&
              Launch.Profile.Launch.Grid == F.Grid &&
              Launch.Profile.Launch.Block == F.Block &&
              !Launch.Predictions.empty() && !Then->Predictions.empty())
            return Gain{Launch.Predictions[0].Seconds,
                        Then->Predictions[0].Seconds};
    return std::nullopt;
  }

private:
  static size_t errors(const Report &Report) {
    size_t Count = 0;
    for (const FileReport &File : Report.Files)
      Count += static_cast<size_t>(
          count_if(File.Diagnostics, [](const ReportDiagnostic &D) {
            return D.Severity == ReportDiagnostic::Level::Error;
          }));
    return Count;
  }

  SourceSpot moved(const SourceSpot &Spot) const {
    auto In = Edits.find(Spot.File);
    return In == Edits.end() ? Spot : In->second.moved(Spot);
  }

  const KernelReport *changed(const KernelReport &Kernel) const {
    const SourceSpot Now = moved(Kernel.Location);
    for (const FileReport &File : After.Files)
      for (const KernelReport &Each : File.Kernels)
        if (Each.QualifiedName == Kernel.QualifiedName && Each.Location == Now)
          return &Each;
    return nullptr;
  }

  const LaunchReport *changed(const KernelReport &Kernel,
                              const LaunchReport &Launch) const {
    const KernelReport *Now = changed(Kernel);
    if (!Now)
      return nullptr;
    const auto Same = find_if(Now->Launches, [&](const LaunchReport &L) {
      return L.Gpu == Launch.Gpu &&
             sameLaunch(L.Profile.Launch, Launch.Profile.Launch);
    });
    return Same == Now->Launches.end() ? nullptr : &*Same;
  }

  /// What the changes do to \p Kernel, if \p C is to blame: a fix of a finding
  /// in it, or any where there is none.
  FixVerdict judge(const KernelReport &Kernel, const Candidate &C) const {
    if (!C.concerns(Kernel) && any_of(Candidates, [&](const Candidate &Other) {
          return Other.isActive() && Other.concerns(Kernel);
        }))
      return FixVerdict::Confirmed;
    const KernelReport *Now = changed(Kernel);
    if (!Now)
      return FixVerdict::NotReadable;
    for (const LaunchReport &Launch : Kernel.Launches) {
      const LaunchReport *Then = changed(Kernel, Launch);
      if (!Then)
        return FixVerdict::NotReadable;
      if (FixVerdict Harm = judge(Launch, *Then); Harm != FixVerdict::Confirmed)
        return Harm;
    }
    return Now->Status == Kernel.Status ? FixVerdict::Confirmed
                                        : FixVerdict::NotReadable;
  }

  static FixVerdict judge(const LaunchReport &Was, const LaunchReport &Is) {
    constexpr double Rounding = 1 + 1e-9;
    if ((Was.Profile.WhyNotResident.empty() &&
         !Is.Profile.WhyNotResident.empty()) ||
        Is.Profile.Residency.BlocksPerSM < Was.Profile.Residency.BlocksPerSM)
      return FixVerdict::LessOccupancy;
    if (Is.Predictions.size() != Was.Predictions.size())
      return FixVerdict::NotReadable;
    const auto &Old = Was.Profile.Accesses, &New = Is.Profile.Accesses;
    if (Old.size() == New.size())
      for (size_t I = 0; I != Old.size(); ++I)
        if (New[I].BankCycles.Value > Old[I].BankCycles.Value * Rounding)
          return FixVerdict::MoreConflicts;
    for (size_t I = 0; I != Was.Predictions.size(); ++I)
      if (Is.Predictions[I].Seconds > Was.Predictions[I].Seconds * Rounding)
        return FixVerdict::Slower;
    return FixVerdict::Confirmed;
  }

  ArrayRef<Candidate> Candidates;
  const Report &Before, &After;
  const LintResult &Left;
  const std::map<std::string, SourceEdits> &Edits;
};

//===- The fixes of a run -------------------------------------------------===//

const std::string *ConfirmedFixes::textOf(const std::string &Path) {
  auto [Known, New] = Texts.try_emplace(Path);
  std::optional<std::string> &Text = Known->second;
  constexpr uint64_t MostBytes = 64 << 20;
  if (New)
    if (auto Buffer = readSource(Path, MostBytes))
      Text = (*Buffer)->getBuffer().str();
  return Text ? &*Text : nullptr;
}

const std::string *ConfirmedFixes::knownText(const std::string &Path) const {
  auto Known = Texts.find(Path);
  if (Known == Texts.end())
    return nullptr;
  const std::optional<std::string> &Text = Known->second;
  return Text ? &*Text : nullptr;
}

void ConfirmedFixes::collect(const Report &Whole) {
  std::map<std::pair<std::string, std::string>, size_t> Known;
  for (Finding &F : Found.Findings) {
    if (!F.Remedy || !F.Remedy->Change.isProved())
      continue;
    std::string Key;
    for (const Replacement &R : F.Remedy->Change.Replacements)
      Key += std::to_string(R.Range.Line) + ':' +
             std::to_string(R.Range.Column) + ':' + R.Text + '\n';
    auto [It, New] = Known.try_emplace({F.Remedy->Change.File, std::move(Key)},
                                       Candidates.size());
    if (New)
      Candidates.emplace_back().First = *F.Remedy;
    Candidates[It->second].Of.push_back(&F);
  }
  for (const FileReport &File : Whole.Files)
    for (const ReportDiagnostic &D : File.Diagnostics)
      if (D.Severity == ReportDiagnostic::Level::Error)
        for (Candidate &C : Candidates)
          if (D.Location.File == C.change().File || !D.Location.isValid())
            C.Verdict = FixVerdict::FileHasErrors;
}

/// The files with what is not refused so far.
std::map<std::string, SourceEdits> ConfirmedFixes::edits() {
  std::map<std::string, SourceEdits> Result;
  for (Candidate &C : Candidates) {
    const std::string &Path = C.change().File;
    const std::string *Text = C.isActive() || C.Verdict == FixVerdict::Confirmed
                                  ? textOf(Path)
                                  : nullptr;
    if (!Text)
      continue;
    auto [In, New] = Result.try_emplace(Path, SourceEdits(Path, *Text));
    if (!In->second.add(C.change()))
      C.Verdict = FixVerdict::Overlaps;
  }
  return Result;
}

/// \p Path as the compiler looks for it.
static std::string absolute(StringRef Path) {
  SmallString<256> Result(Path);
  if (sys::fs::make_absolute(Result))
    return Path.str();
  sys::path::remove_dots(Result, /*remove_dot_dot=*/false);
  return Result.str().str();
}

/// The files of \p Whole that are read from one of \p Changed.
static std::vector<std::string>
filesWith(const Report &Whole, const std::set<std::string> &Changed) {
  std::vector<std::string> Result;
  for (const FileReport &File : Whole.Files)
    if (Changed.count(absolute(File.Path)) ||
        any_of(File.Inputs.Files, [&](const InputFile &Input) {
          return Changed.count(absolute(Input.Path));
        }))
      Result.push_back(File.Path);
  return Result;
}

/// All that the checks say of \p Full, whether there is a gain or not.
static Expected<LintResult> linted(Report Full, const PipelineSetup &Setup,
                                   const LintOptions &Options) {
  LintOptions All = Options;
  All.Baseline.reset();
  for (auto &[Path, Settings] : All.Files)
    Settings.MinShare = AnyShare;
  for (FileReport &File : Full.Files) {
    auto Checks = chosenChecks(All.Files[File.Path].Checks);
    if (!Checks)
      return Checks.takeError();
    for (KernelReport &Kernel : File.Kernels)
      checkLaunches(Kernel, *Checks, Setup.Options, AnyShare);
  }
  return lint(Full, All);
}

void ConfirmedFixes::tryOut(PipelineSetup &Setup, const LintOptions &Options,
                            const Report &Whole) {
  std::set<std::string> Changed;
  for (const Candidate &C : Candidates)
    Changed.insert(absolute(C.change().File));
  CommandLine Part = *Setup.Command;
  Part.Files = filesWith(Whole, Changed);
  Part.App = false; // fixes are of kernels
  const CommandLine *All = std::exchange(Setup.Command, &Part);
  tryOut(Setup, Options);
  Setup.Command = All;
}

void ConfirmedFixes::tryOut(PipelineSetup &Setup, const LintOptions &Options) {
  const Report Before = runPipeline(Setup, /*Progress=*/false);
  for (unsigned Round = 0; Round != MostRounds; ++Round) {
    const std::map<std::string, SourceEdits> Edits = edits();
    if (none_of(Candidates, [](const Candidate &C) { return C.isActive(); }))
      return;
    for (const auto &[Path, Edit] : Edits)
      Setup.Texts[absolute(Path)] = Edit.after();
    const Report After = runPipeline(Setup, /*Progress=*/false);
    Setup.Texts.clear();
    Expected<LintResult> Left = linted(After, Setup, Options);
    if (!Left) { // the patterns have been read before
      consumeError(Left.takeError());
      return;
    }
    const Trial Tried(Candidates, Before, After, *Left, Edits);
    bool Settled = true;
    std::vector<FixVerdict> Verdicts;
    Verdicts.reserve(Candidates.size());
    for (const Candidate &C : Candidates)
      Verdicts.push_back(C.isActive() ? Tried.judge(C) : C.Verdict);
    for (const auto &[C, Verdict] : zip(Candidates, Verdicts))
      if (C.isActive() && Verdict != FixVerdict::Confirmed) {
        Settled = false;
        C.goOn(Verdict);
      }
    if (!Settled)
      continue;
    for (Candidate &C : Candidates)
      if (C.isActive()) {
        C.Verdict = FixVerdict::Confirmed;
        for (Finding *F : C.Of) {
          fixOf(*F).Predicted = Tried.gain(*F);
          fixOf(*F).Companions = Tried.companions(*F, C);
        }
      }
    return;
  }
  for (Candidate &C : Candidates)
    if (C.isActive())
      C.Verdict = FixVerdict::FindingStays;
}

ConfirmedFixes::ConfirmedFixes(PipelineSetup &Setup, const LintOptions &Options,
                               const Report &Whole, LintResult &Found)
    : Found(Found) {
  collect(Whole);
  if (any_of(Candidates, [](const Candidate &C) { return C.isActive(); }))
    tryOut(Setup, Options, Whole);
  for (const Candidate &C : Candidates)
    for (Finding *F : C.Of)
      fixOf(*F).Verdict = C.Verdict;
}

ConfirmedFixes::~ConfirmedFixes() = default;

/// Writes \p Text to the file that \p Path leads to, with its permissions.
static Error rewrite(StringRef Path, StringRef Text) {
  SmallString<256> Real;
  if (std::error_code Why = sys::fs::real_path(Path, Real))
    return createStringError(Why,
                             "cannot write '" + Path + "': " + Why.message());
  ErrorOr<sys::fs::perms> Permissions = sys::fs::getPermissions(Real);
  if (Error Failed = writeOutput(Real, [&](raw_ostream &OS) { OS << Text; }))
    return Failed;
  if (Permissions)
    if (std::error_code Why = sys::fs::setPermissions(Real, *Permissions))
      return createStringError(Why, "cannot set the permissions of '" + Path +
                                        "': " + Why.message());
  return Error::success();
}

std::map<std::string, SourceEdits> ConfirmedFixes::confirmedEdits() const {
  std::map<std::string, SourceEdits> Result;
  for (const Candidate &C : Candidates) {
    const std::string &Path = C.change().File;
    const std::string *Text = knownText(Path);
    if (C.Verdict == FixVerdict::Confirmed && Text)
      Result.try_emplace(Path, Path, *Text).first->second.add(C.change());
  }
  return Result;
}

void ConfirmedFixes::markApplied() {
  for (Candidate &C : Candidates)
    if (C.Verdict == FixVerdict::Confirmed)
      for (Finding *F : C.Of)
        fixOf(*F).Applied = true;
}

Error ConfirmedFixes::apply() const {
  const std::map<std::string, SourceEdits> Edits = confirmedEdits();
  for (const auto &[Path, Edit] : Edits) {
    auto Now = MemoryBuffer::getFile(Path);
    if (!Now || (*Now)->getBuffer() != Edit.before())
      return createStringError("'" + Path +
                               "' has changed since it was analysed; no fix "
                               "is applied");
  }
  for (const auto &[Path, Edit] : Edits)
    if (Error Failed = rewrite(Path, Edit.after()))
      return Failed;
  return Error::success();
}

Error ConfirmedFixes::exportTo(StringRef Path) const {
  FixExport Export;
  for (const Candidate &C : Candidates) {
    const std::string &File = C.change().File;
    const std::string *Text = knownText(File);
    if (C.Verdict != FixVerdict::Confirmed || !Text)
      continue; // each with its fix alone
    SourceEdits Edits(absolute(File), *Text);
    Edits.add(C.change());
    const Finding &F = *C.Of.front();
    SourceSpot At = F.Location;
    At.File = absolute(At.File);
    Export.add(info(F.Check).Name, messageWithGain(F), At, Edits);
  }
  return writeOutput(Path, [&](raw_ostream &OS) { Export.write(OS); });
}
