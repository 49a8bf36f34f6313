//===- TidyModule.cpp - The checks of lint in clang-tidy ------------------===//
//
//   clang-tidy-19 --load libkernelcast-tidy.so --checks='-*,kernelcast-*' x.cu
//
// A module that clang-tidy loads. Its tree of the file is not analysed: it ends
// where a header is missing, and was parsed with other options. kernelcast
// reads the file once more in its own way, so that clang-tidy shows what
// `kernelcast lint` does, and places are carried over. That happens once for a
// file, however many of the checks are on.
//
// Of the classes of clang-tidy nothing is linked; the program that loads the
// module has them. It is built by another compiler, in which the functions for
// options of type bool have other names: options are text here.
//===----------------------------------------------------------------------===//

// First: the headers of clang-tidy need the class whole.
#include "clang/Basic/TargetInfo.h"

#include "analysis/frontend/CompilerCommand.h"
#include "clang-tidy/ClangTidyCheck.h"
#include "clang-tidy/ClangTidyModule.h"
#include "clang-tidy/ClangTidyModuleRegistry.h"
#include "tool/LintFiles.h"
#include "tool/lint/FindingWriters.h"
#include "tool/tidy/UnitArguments.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/STLExtras.h"
#include <map>
#include <mutex>

using namespace clang;
using namespace clang::ast_matchers;

namespace kernelcast {
namespace {

/// An option of the checks, and the one of `kernelcast lint` that it stands
/// for. Values of repeatable ones are separated by semicolons.
struct TidyOption {
  llvm::StringLiteral Name, Lint;
  bool Repeatable;
};
constexpr TidyOption TidyOptions[] = {
    {"Gpu", "--gpu", true},
    {"Set", "--set", true},
    {"Model", "--model", false},
    {"MinGain", "--min-gain", false},
    {"Block", "--block", false},
    {"Grid", "--grid", false},
    {"Global", "--global", false},
    {"DynamicShared", "--dynamic-shared", false},
    {"Registers", "--registers", false},
    {"Arguments", "--arg", true},
    {"Assumptions", "--assume", true},
};

/// What lint makes of a file, or why it makes nothing of it.
struct UnitFindings {
  std::vector<Finding> Findings;
  std::vector<std::string> Errors;
};

/// The file at hand, for all checks that look at it.
class Unit {
public:
  /// Of the checks that \p Context has now.
  static std::shared_ptr<Unit> of(const tidy::ClangTidyContext *Context) {
    static std::mutex Lock;
    static std::map<const tidy::ClangTidyContext *, std::weak_ptr<Unit>> Units;
    const std::lock_guard Hold(Lock);
    std::weak_ptr<Unit> &Known = Units[Context];
    std::shared_ptr<Unit> Result = Known.lock();
    if (!Result)
      Known = Result = std::make_shared<Unit>();
    return Result;
  }

  void read(const Preprocessor &Source) {
    if (!Arguments)
      Arguments = unitArguments(Source);
  }

  /// Lints \p File with \p Options; \p IsNew: this is the first time.
  const UnitFindings &findings(const std::string &File,
                               const std::vector<std::string> &Options,
                               bool &IsNew) {
    auto [It, New] = Results.try_emplace(Options);
    IsNew = New;
    if (IsNew)
      It->second = lint(File, Options);
    return It->second;
  }

private:
  UnitFindings lint(const std::string &File,
                    const std::vector<std::string> &Options) const {
    std::vector<std::string> Words = {"lint", "--no-cache"};
    llvm::append_range(Words, Options);
    llvm::append_range(Words, std::vector<std::string>{File, "--"});
    if (Arguments)
      llvm::append_range(Words, *Arguments);
    std::vector<const char *> Pointers;
    Pointers.reserve(Words.size());
    for (const std::string &Word : Words)
      Pointers.push_back(Word.c_str());
    UnitFindings Result;
    auto failed = [&](llvm::Error Why) {
      Result.Errors = {"kernelcast: " + llvm::toString(std::move(Why))};
      return Result;
    };
    auto Command = parseCommandLine(Pointers);
    if (!Command)
      return failed(Command.takeError());
    LintOptions Lint;
    auto Linted = lintFiles(*Command, Lint, /*Progress=*/false);
    if (!Linted)
      return failed(Linted.takeError());
    auto addErrors = [&](llvm::ArrayRef<ReportDiagnostic> Messages) {
      for (const ReportDiagnostic &Message : Messages)
        if (Message.Severity == ReportDiagnostic::Level::Error &&
            !Message.Location.isValid())
          Result.Errors.push_back("kernelcast: " + Message.Message);
    };
    addErrors(Linted->Whole.Diagnostics);
    for (const FileReport &Read : Linted->Whole.Files)
      addErrors(Read.Diagnostics);
    Result.Findings = std::move(Linted->Result.Findings);
    // clang-tidy reads the comments itself, and counts what they silence.
    llvm::append_range(Result.Findings, Linted->Result.Suppressed);
    return Result;
  }

  std::optional<std::vector<std::string>> Arguments;
  std::map<std::vector<std::string>, UnitFindings> Results;
};

/// One of the checks of lint.
class LintCheck : public tidy::ClangTidyCheck {
public:
  LintCheck(CheckId Id, llvm::StringRef Name, tidy::ClangTidyContext *Context)
      : ClangTidyCheck(Name, Context), Id(Id), Shown(Unit::of(Context)) {
    for (const TidyOption &Option : TidyOptions)
      Values.push_back(Options.getLocalOrGlobal(Option.Name, "").str());
  }

  void storeOptions(tidy::ClangTidyOptions::OptionMap &To) override {
    for (const auto &[Option, Value] : llvm::zip(TidyOptions, Values))
      Options.store(To, Option.Name, llvm::StringRef(Value));
  }
  bool isLanguageVersionSupported(const LangOptions &Language) const override {
    return Language.CUDA || Language.OpenCL;
  }
  void registerPPCallbacks(const SourceManager &, Preprocessor *Source,
                           Preprocessor *) override {
    Shown->read(*Source);
  }
  void registerMatchers(MatchFinder *Finder) override {
    Finder->addMatcher(translationUnitDecl(), this);
  }
  void check(const MatchFinder::MatchResult &Result) override;

private:
  std::vector<std::string> lintOptions() const;
  void report(const Finding &F, SourceManager &Sources);
  void say(SourceLocation Where, const std::string &What, bool IsNote) {
    diag(Where, "%0", IsNote ? DiagnosticIDs::Note : DiagnosticIDs::Warning)
        << What;
  }

  CheckId Id;
  std::shared_ptr<Unit> Shown;
  std::vector<std::string> Values; ///< by TidyOptions; "": not given
};

std::vector<std::string> LintCheck::lintOptions() const {
  std::vector<std::string> Result;
  for (const auto &[Option, Value] : llvm::zip(TidyOptions, Values)) {
    llvm::SmallVector<llvm::StringRef> Each = {Value};
    if (Option.Repeatable) {
      Each.clear();
      llvm::StringRef(Value).split(Each, ';');
    }
    for (llvm::StringRef One : Each)
      if (!One.trim().empty())
        Result.push_back((Option.Lint + "=" + One.trim()).str());
  }
  return Result;
}

/// \p Spot among \p Sources; the start of the main file where it is not.
SourceLocation placeOf(const SourceSpot &Spot, SourceManager &Sources) {
  SourceLocation Place;
  if (auto File = Sources.getFileManager().getOptionalFileRef(Spot.File);
      File && Spot.isValid()) {
    Place = Sources.translateFileLineCol(*File, Spot.Line, Spot.Column);
    // A header that clang-tidy's own parse has not come to.
    if (Place.isInvalid())
      Place = Sources.translateLineCol(
          Sources.getOrCreateFileID(*File, SrcMgr::C_User), Spot.Line,
          Spot.Column);
  }
  return Place.isValid()
             ? Place
             : Sources.getLocForStartOfFile(Sources.getMainFileID());
}

void LintCheck::report(const Finding &F, SourceManager &Sources) {
  const SourceLocation Place = placeOf(F.Location, Sources);
  {
    DiagnosticBuilder Warning = diag(Place, "%0") << messageWithGain(F);
    if (F.Range.isValid())
      Warning << CharSourceRange::getCharRange(
          placeOf({F.Location.File, F.Range.Line, F.Range.Column}, Sources),
          placeOf({F.Location.File, F.Range.EndLine, F.Range.EndColumn},
                  Sources));
  }
  if (F.Shown && !F.Shown->Lanes.empty())
    say(Place, witnessText(*F.Shown), /*IsNote=*/true);
  for (const ReportDiagnostic &Note : F.Notes)
    say(placeOf(Note.Location, Sources), Note.Message, /*IsNote=*/true);
  say(F.LaunchedAt.isValid() ? placeOf(F.LaunchedAt, Sources) : Place,
      launchText(F), /*IsNote=*/true);
}

void LintCheck::check(const MatchFinder::MatchResult &Result) {
  SourceManager &Sources = *Result.SourceManager;
  const auto Main = Sources.getFileEntryRefForID(Sources.getMainFileID());
  if (!Main)
    return;
  // The name as it was given may be relative to the folder of the build.
  llvm::StringRef File = Main->getFileEntry().tryGetRealPathName();
  if (File.empty())
    File = Main->getName();
  bool IsNew = false;
  const UnitFindings &Found = Shown->findings(File.str(), lintOptions(), IsNew);
  if (IsNew)
    for (const std::string &Error : Found.Errors)
      configurationDiag("%0", DiagnosticIDs::Error) << Error;
  for (const Finding &F : Found.Findings)
    if (F.Check == Id)
      report(F, Sources);
}

class KernelcastModule : public tidy::ClangTidyModule {
public:
  void addCheckFactories(tidy::ClangTidyCheckFactories &Factories) override {
    for (const CheckInfo &Check : checks())
      Factories.registerCheckFactory(
          Check.Name, [Id = Check.Id](llvm::StringRef Name,
                                      tidy::ClangTidyContext *Context) {
            return std::make_unique<LintCheck>(Id, Name, Context);
          });
  }

  /// What every file is read with, so that clang-tidy needs no SDK and looks at
  /// the code that runs on the device.
  tidy::ClangTidyOptions getModuleOptions() override {
    tidy::ClangTidyOptions Result;
    if (auto Arguments = preludeArguments())
      // Before all others: a translated command ends with "--" and the file.
      Result.ExtraArgsBefore = std::move(*Arguments);
    else
      llvm::errs() << "kernelcast: warning: clang-tidy is without CUDA's "
                      "headers: "
                   << llvm::toString(Arguments.takeError()) << '\n';
    return Result;
  }
};

const tidy::ClangTidyModuleRegistry::Add<KernelcastModule>
    Registered("kernelcast-module",
               "What costs CUDA and OpenCL kernels time, and what is undefined "
               "in them");

} // namespace
} // namespace kernelcast
