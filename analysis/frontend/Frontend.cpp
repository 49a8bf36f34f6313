//===- Frontend.cpp - From a source file to Clang's AST of its kernels ----===//
//
// One parse: check the input, translate the user's options, run Clang on a
// thread with a large stack (generated code nests thousands deep), collect the
// declarations that the file itself makes and every error, judge the kernels,
// and hand the result over while the AST is alive.
//===----------------------------------------------------------------------===//
#include "analysis/frontend/Frontend.h"
#include "analysis/ast/SourceText.h"
#include "analysis/frontend/CompilerArguments.h"
#include "analysis/frontend/CudaSwitches.h"
#include "analysis/frontend/DeclarationLog.h"
#include "analysis/frontend/IgnoredPragmas.h"
#include "analysis/frontend/KernelDiscovery.h"
#include "analysis/frontend/NearbyHeaders.h"
#include "analysis/frontend/ParseBudget.h"
#include "analysis/frontend/PrecompiledPrelude.h"
#include "analysis/frontend/Preludes.h"
#include "analysis/frontend/SkippedText.h"
#include "analysis/frontend/SourceCheck.h"
#include "analysis/frontend/TextRecord.h"
#include "analysis/frontend/Toolchain.h"
#include "analysis/support/CrashGuard.h"
#include "analysis/support/PhaseClock.h"
#include "analysis/support/PreludeRoot.h"
#include "clang/AST/ASTConsumer.h"
#include "clang/AST/ASTContext.h"
#include "clang/Basic/DiagnosticLex.h"
#include "clang/Basic/DiagnosticParse.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/CompilerInvocation.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "clang/Sema/Sema.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <chrono>
#include <mutex>

using namespace clang;

namespace kernelcast {
namespace {

/// What one run of Clang over the file gathers.
struct Gathered {
  std::vector<ParseError> Errors;
  std::vector<std::string> MissingHeaders;
  std::vector<Decl *> TopLevel;
  DeclarationLog Declarations;
  SkippedText Skipped;
  CudaSwitches Switches;
  std::optional<IgnoredPragmas> Pragmas; ///< of nvcc's programs
  std::string Fatal;                     ///< an error that stopped the parse
  bool ReadsClock = false; ///< __DATE__, __TIME__ or __TIMESTAMP__
};

/// Whether \p Error says that a local constexpr variable is not constant, and
/// it is a static member named through an object: nvcc takes that of
/// references, too, whose object is not known (C++23, P2280). Clang says so and
/// goes on with a variable of that value.
bool isMemberOfUnknownObject(const Diagnostic &Error) {
  if (Error.getID() != diag::err_constexpr_var_requires_const_init ||
      Error.getNumArgs() == 0 ||
      Error.getArgKind(0) != DiagnosticsEngine::ak_nameddecl)
    return false;
  // Clang hands a declaration on as a number.
  const auto *Variable = dyn_cast<VarDecl>(
      reinterpret_cast<const NamedDecl *>( // NOLINT(performance-no-int-to-ptr)
          Error.getRawArg(0)));
  if (!Variable || !Variable->isLocalVarDecl() || !Variable->getInit())
    return false;
  const auto *Member =
      dyn_cast<MemberExpr>(Variable->getInit()->IgnoreParenImpCasts());
  return Member && isa<VarDecl>(Member->getMemberDecl());
}

/// Keeps errors instead of printing them.
class ErrorCollector : public DiagnosticConsumer {
public:
  ErrorCollector(Gathered &Into, CompilerInstance &Compiler)
      : Into(Into), Compiler(Compiler) {}

  void HandleDiagnostic(DiagnosticsEngine::Level Level,
                        const Diagnostic &Info) override {
    DiagnosticConsumer::HandleDiagnostic(Level, Info);
    if (Info.getID() == diag::warn_pp_date_time)
      Into.ReadsClock = true;
    if (Level < DiagnosticsEngine::Error)
      return;
    llvm::SmallString<128> Text;
    Info.FormatDiagnostic(Text);
    // nvcc takes alignas between __shared__ and the type. Clang says so and
    // goes on without the alignment.
    if (Info.getID() == diag::err_attributes_not_allowed)
      return;
    // nvcc takes `float __restrict__ a[]`. Clang says so and goes on as if the
    // word were not there.
    if (Info.getID() == diag::err_typecheck_invalid_restrict_not_pointer)
      return;
    // nvcc takes X<T>::f<3>(a) without `template` where X depends on a
    // parameter. Clang says so and reads it as if the word were there.
    if (Info.getID() == diag::err_missing_dependent_template_keyword)
      return;
    // nvcc looks for such names in the base when it knows it. Clang says so and
    // goes on as if `this->` or the base's name were there.
    if (Info.getID() == diag::err_found_in_dependent_base)
      return;
    // nvcc warns of a negative count of `#pragma unroll` and ignores it. Clang
    // says so and goes on without it.
    if (Into.Pragmas && Info.getID() == diag::err_requires_positive_value)
      return;
    if (isMemberOfUnknownObject(Info))
      return;
    if (Level == DiagnosticsEngine::Fatal && Into.Fatal.empty())
      Into.Fatal = Text.str();
    if (Into.Errors.size() == MaxErrors)
      return;
    ParseError Error;
    // A launch from a kernel is right in CUDA; Clang 19 drops it.
    Error.IsDeviceLaunch = Text.starts_with("reference to __global__ function");
    if (Info.hasSourceManager() && Info.getLocation().isValid())
      Error.Location =
          Info.getSourceManager().getExpansionLoc(Info.getLocation());
    Error.Message = Text.str();
    if (Compiler.hasSema())
      for (const auto &Step : Compiler.getSema().CodeSynthesisContexts)
        if (auto *Function = dyn_cast_or_null<FunctionDecl>(Step.Entity))
          Error.Instantiating.push_back(Function);
    Into.Errors.push_back(std::move(Error));
  }

private:
  /// A file with more errors than this is hopeless; memory stays bounded.
  static constexpr size_t MaxErrors = 20000;
  Gathered &Into;
  CompilerInstance &Compiler;
};

/// Skips headers that are nowhere, and remembers them.
class HeaderRecorder : public PPCallbacks {
public:
  explicit HeaderRecorder(Gathered &Into) : Into(Into) {}
  bool FileNotFound(llvm::StringRef Name) override {
    if (!llvm::is_contained(Into.MissingHeaders, Name))
      Into.MissingHeaders.push_back(Name.str());
    return true;
  }

private:
  Gathered &Into;
};

/// Remembers what conditions rule out.
class SkipRecorder : public PPCallbacks {
public:
  SkipRecorder(Gathered &Into, const SourceManager &Sources)
      : Into(Into), Sources(Sources) {}
  void SourceRangeSkipped(SourceRange Range, SourceLocation) override {
    Into.Skipped.add(Sources.getDecomposedLoc(Range.getBegin()),
                     Sources.getFileOffset(Range.getEnd()));
  }

private:
  Gathered &Into;
  const SourceManager &Sources;
};

class Collector : public ASTConsumer {
public:
  Collector(Gathered &Into, llvm::function_ref<void(ASTContext &)> Done)
      : Into(Into), Done(Done) {}
  bool HandleTopLevelDecl(DeclGroupRef Group) override {
    for (Decl *D : Group)
      if (!D->isFromASTFile()) {
        if (Into.Pragmas)
          Into.Pragmas->dropFrom(D);
        Into.TopLevel.push_back(D);
      }
    Into.Declarations.topLevel(Group);
    return true;
  }
  void HandleCXXStaticMemberVarInstantiation(VarDecl *Variable) override {
    Into.Declarations.staticMember(Variable);
  }
  void CompleteTentativeDefinition(VarDecl *Variable) override {
    Into.Declarations.tentativeDefinition(Variable);
  }
  void HandleVTable(CXXRecordDecl *Class) override {
    Into.Declarations.virtualTable(Class);
  }
  void HandleTranslationUnit(ASTContext &Context) override { Done(Context); }

private:
  Gathered &Into;
  llvm::function_ref<void(ASTContext &)> Done;
};

class ParseAction : public ASTFrontendAction {
public:
  /// \p Text: where to note the text; null: nowhere.
  ParseAction(Gathered &Into, ParseBudget &Budget, TextRecord *Text,
              llvm::function_ref<void(ASTContext &)> Done)
      : Into(Into), Budget(Budget), Text(Text), Done(Done) {}

protected:
  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &Compiler,
                                                 llvm::StringRef) override {
    Compiler.getPreprocessor().addPPCallbacks(
        std::make_unique<HeaderRecorder>(Into));
    Compiler.getPreprocessor().addPPCallbacks(
        std::make_unique<SkipRecorder>(Into, Compiler.getSourceManager()));
    Preprocessor &Source = Compiler.getPreprocessor();
    Into.Switches.watch(Source);
    if (Into.Pragmas)
      Into.Pragmas->watch(Source);
    if (Text) {
      Text->watch(Source);
      Budget.watch(Source, [this, &Source](const Token &Each) {
        Text->add(Source, Each);
      });
    } else {
      Budget.watch(Source);
    }
    return std::make_unique<Collector>(Into, Done);
  }
  void ExecuteAction() override {
    PhaseScope Timed(Phase::Parse);
    CompilerInstance &Compiler = getCompilerInstance();
    if (Compiler.hasPreprocessor()) {
      Compiler.createSema(getTranslationUnitKind(), nullptr);
      Budget.watch(Compiler.getSema());
    }
    ASTFrontendAction::ExecuteAction();
  }
  /// What follows is the release of the tree, a part of parsing.
  void EndSourceFileAction() override {
    if (PhaseClock *Clock = PhaseClock::current())
      Clock->change(Phase::Parse);
  }

private:
  Gathered &Into;
  ParseBudget &Budget;
  TextRecord *Text;
  llvm::function_ref<void(ASTContext &)> Done;
};

llvm::Error error(const llvm::Twine &Text) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), Text);
}

/// One parse of a job, possibly in several attempts.
class Parse {
public:
  Parse(const CompileJob &Job, ParseBudget &Budget,
        llvm::function_ref<void(TranslationUnit &)> Use)
      : Job(Job), Budget(Budget), Use(Use),
        Files(fileSystemWithPreludes(Job.Directory, Job.Texts, &Record)) {}

  llvm::Error run();

private:
  const CompileJob &Job;
  ParseBudget &Budget;
  llvm::function_ref<void(TranslationUnit &)> Use;
  InputRecord Record;
  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Files;
  TextRecord Text;
  TranslatedArguments Translated;
  Language Lang = Language::Cuda;
  std::chrono::steady_clock::time_point Start;
  bool Delivered = false;
  /// What no option says and an attempt found out: headers that are near, and
  /// macros that turn CUDA on. Whether the attempt has found more.
  std::vector<NearbyHeader> Nearby;
  std::vector<std::string> TurnedOn;
  bool FoundMore = false;
  unsigned Rounds = 0;

  llvm::Error attemptWithFinds(llvm::StringRef Standard,
                               const std::string &Prelude, bool Last);
  bool lookFurther(const Gathered &Result);
  void lookNearby(const Gathered &Result);
  void turnOnCuda(const Gathered &Result);
  llvm::Error attempt(llvm::StringRef Standard, const std::string &Prelude,
                      bool Last);
  llvm::Error attempt(llvm::StringRef Standard, bool Last);
  void deliver(ASTContext &Context, Gathered &Result, bool Last);
  std::vector<ReportDiagnostic> notes(const ASTContext &Context,
                                      const Gathered &Result) const;
};

llvm::Error Parse::run() {
  Start = std::chrono::steady_clock::now();
  PhaseScope Timed(Phase::Prelude);
  if (toolchain().ResourceDirectory.empty())
    return error("Clang's own headers were not found; is clang-19's resource "
                 "directory installed?");
  auto Arguments = translateArguments(Job.Arguments, *Files);
  if (!Arguments)
    return Arguments.takeError();
  Translated = std::move(*Arguments);
  if (!Translated.ComputeCapability)
    Translated.ComputeCapability = parsedCapability(Job.ComputeCapability);
  auto Found = languageOf(Job.File, Translated);
  if (!Found)
    return Found.takeError();
  Lang = *Found;
  if (llvm::Error E = checkSource(Job.File, *Files))
    return E;
  std::vector<std::string> Standards = standardsOf(Lang, Translated);
  for (size_t I = 0; I != Standards.size(); ++I) {
    if (llvm::Error E = attempt(Standards[I], Standards.size() == 1))
      return E;
    if (Delivered)
      return llvm::Error::success();
  }
  // Nothing parsed all kernels: report on the first.
  return attempt(Standards[0], true);
}

llvm::Error Parse::attempt(llvm::StringRef Standard, bool Last) {
  std::string Prelude;
  if (Lang == Language::Cuda)
    Prelude = precompiledPrelude(Standard, Translated.ComputeCapability,
                                 Translated.FastMath);
  // Its name tells what it holds.
  Record.ignore(Prelude);
  llvm::Error Result = attemptWithFinds(Standard, Prelude, Last);
  if (!Result || Delivered || Prelude.empty())
    return Result;
  // The file in the cache may be damaged: do without.
  llvm::consumeError(std::move(Result));
  return attemptWithFinds(Standard, "", Last);
}

/// Attempts until no more headers are found nearby, for those that are may
/// include others, and no more macros that turn CUDA on.
llvm::Error Parse::attemptWithFinds(llvm::StringRef Standard,
                                    const std::string &Prelude, bool Last) {
  for (;;) {
    FoundMore = false;
    llvm::Error Result = attempt(Standard, Prelude, Last);
    if (Result || !FoundMore)
      return Result;
  }
}

/// Whether the next attempt is to know more than this one.
bool Parse::lookFurther(const Gathered &Result) {
  constexpr unsigned MostRounds = 8;
  if (++Rounds > MostRounds)
    return false;
  lookNearby(Result);
  turnOnCuda(Result);
  return FoundMore;
}

/// Where missing headers stand in folders that no attempt has looked into, the
/// next one does.
void Parse::lookNearby(const Gathered &Result) {
  std::vector<InputFile> Searches;
  std::vector<NearbyHeader> Found =
      nearbyHeaders(Job.File, Result.MissingHeaders, *Files, Searches);
  for (InputFile &Search : Searches)
    Record.add(std::move(Search));
  for (NearbyHeader &Header : Found) {
    if (llvm::any_of(Nearby, [&](const NearbyHeader &Other) {
          return Other.Name == Header.Name;
        }))
      continue;
    if (llvm::none_of(Nearby, [&](const NearbyHeader &Other) {
          return Other.Folder == Header.Folder;
        }))
      Translated.Preprocessor.insert(
          Translated.Preprocessor.end(),
          {Header.IsFar ? "-idirafter" : "-I", Header.Folder});
    Nearby.push_back(std::move(Header));
    FoundMore = true;
  }
}

/// The next attempt has the macros defined that turn CUDA on, if the build's
/// own options are not known.
void Parse::turnOnCuda(const Gathered &Result) {
  if (Job.FromDatabase || Lang != Language::Cuda)
    return;
  std::vector<std::string> &Options = Translated.Preprocessor;
  for (std::string &Name : Result.Switches.undefined()) {
    // The user says that it is not defined: "-U" and the name are two words.
    if (auto Given = llvm::find(Options, Name); Given != Options.begin() &&
                                                Given != Options.end() &&
                                                *std::prev(Given) == "-U")
      continue;
    Options.insert(Options.end(), {"-D", Name});
    TurnedOn.push_back(std::move(Name));
    FoundMore = true;
  }
}

llvm::Error Parse::attempt(llvm::StringRef Standard, const std::string &Prelude,
                           bool Last) {
  PhaseScope Timed(Phase::Prelude);
  std::vector<std::string> Arguments =
      compilerArguments(Job.File, Lang, Standard, Prelude, Translated);
  std::vector<const char *> Pointers;
  Pointers.reserve(Arguments.size());
  for (const std::string &Argument : Arguments)
    Pointers.push_back(Argument.c_str());

  CompilerInstance Compiler;
  Gathered Result;
  if (Lang == Language::Cuda && !isHip(Job.File, Translated))
    Result.Pragmas.emplace();
  ErrorCollector Errors(Result, Compiler);
  Compiler.createDiagnostics(&Errors, /*ShouldOwnClient=*/false);
  if (!CompilerInvocation::CreateFromArgs(Compiler.getInvocation(), Pointers,
                                          Compiler.getDiagnostics()))
    return error(Result.Errors.empty() ? "the compiler arguments are invalid"
                                       : Result.Errors.front().Message);
  // The engine existed before its options were read.
  ProcessWarningOptions(Compiler.getDiagnostics(), Compiler.getDiagnosticOpts(),
                        /*ReportDiags=*/false);
  Compiler.getFrontendOpts().DisableFree = false;
  Compiler.getCodeGenOpts().DisableFree = false;
  Compiler.getFileSystemOpts().WorkingDir = Job.Directory;
  // The prelude's text is part of its name in the cache.
  Compiler.getPreprocessorOpts().DisablePCHOrModuleValidation =
      DisableValidationForModuleKind::PCH;
  Compiler.createFileManager(Files);
  Compiler.createSourceManager(Compiler.getFileManager());
  // Named, because the action keeps but a reference to it.
  auto Done = [&](ASTContext &Context) { deliver(Context, Result, Last); };
  ParseAction Action(Result, Budget, Job.NoteText ? &Text : nullptr, Done);
  Compiler.ExecuteAction(Action);
  // The collector outlives everything that reports to it.
  if (!Delivered && Last && !FoundMore)
    return error(Result.Fatal.empty() ? "Clang gave up on '" + Job.File + "'"
                                      : Result.Fatal);
  return llvm::Error::success();
}

std::vector<ReportDiagnostic> Parse::notes(const ASTContext &Context,
                                           const Gathered &Result) const {
  std::vector<ReportDiagnostic> Notes;
  using Level = ReportDiagnostic::Level;
  auto Note = [&](Level Severity, SourceSpot Location, std::string Message) {
    Notes.push_back({Severity, std::move(Location), std::move(Message)});
  };
  if (!Translated.Ignored.empty())
    Note(Level::Note, {},
         "options without effect on the analysis are ignored: " +
             llvm::join(Translated.Ignored, " "));
  if (!Translated.Unknown.empty())
    Note(Level::Warning, {},
         "unknown options are ignored: " + llvm::join(Translated.Unknown, " "));
  if (unsigned Given = Translated.ComputeCapability;
      Given && Given != parsedCapability(Given))
    Note(Level::Note, {},
         "parsed for sm_" + llvm::utostr(parsedCapability(Given)) +
             " instead of sm_" + llvm::utostr(Given));
  for (const NearbyHeader &Header : Nearby)
    Note(Level::Warning, {},
         "header '" + Header.Name + "' is taken from '" + Header.Folder +
             "', which no option names");
  for (const std::string &Macro : TurnedOn)
    Note(Level::Warning, {},
         "macro '" + Macro +
             "' is taken to be defined, as a build with CUDA defines it; no "
             "option says so");
  for (const std::string &Header : Result.MissingHeaders)
    Note(Level::Warning, {}, "header '" + Header + "' was not found");
  for (const ParseError &Error : Result.Errors)
    if (!Error.IsDeviceLaunch)
      Note(Level::Error, sourceSpot(Error.Location, Context.getSourceManager()),
           Error.Message);
  return Notes;
}

void Parse::deliver(ASTContext &Context, Gathered &Result, bool Last) {
  if (Result.ReadsClock)
    Record.readClock();
  if (lookFurther(Result))
    return;
  TranslationUnit Unit;
  Unit.Kernels = discoverKernels(Context, Result.TopLevel, Result.Errors,
                                 Result.Skipped, Result.MissingHeaders);
  bool AllClean = llvm::all_of(
      Unit.Kernels, [](const KernelDeclaration &K) { return K.Clean; });
  // Errors outside kernels can hide kernels.
  bool AnyError = llvm::any_of(
      Result.Errors, [](const ParseError &E) { return !E.IsDeviceLaunch; });
  if (!Last && (!AllClean || AnyError))
    return;
  // Walks of the whole unit stay within the user's own text: declarations of
  // a precompiled prelude would otherwise be read in, one and all.
  Context.setTraversalScope(Result.TopLevel);
  Unit.Context = &Context;
  Unit.Declarations = &Result.Declarations;
  Unit.Skipped = &Result.Skipped;
  Unit.Lang = Lang;
  Unit.IsHip = isHip(Job.File, Translated);
  Unit.Diagnostics = notes(Context, Result);
  Unit.AnyError = AnyError;
  Unit.Inputs = Record.inputs();
  if (Job.NoteText)
    Unit.Text = Text.text();
  Unit.MaxRegisters = Translated.MaxRegisters;
  Unit.FastMath = Translated.FastMath;
  Unit.InexactFloats = Translated.InexactFloats;
  Unit.InexactSums = Translated.InexactSums;
  Unit.ApproximateRoots = Translated.ApproximateRoots;
  Unit.ParseSeconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - Start)
          .count();
  Delivered = true;
  PhaseScope Timed(Phase::Other);
  Use(Unit);
}

} // namespace

llvm::Error parse(const CompileJob &Job,
                  llvm::function_ref<void(TranslationUnit &)> Use) {
  llvm::Error Result = llvm::Error::success();
  ParseBudget Budget;
  bool Survived = runGuarded(
      [&] {
        Budget.start();
        llvm::Error E = Parse(Job, Budget, Use).run();
        llvm::consumeError(std::move(Result));
        Result = std::move(E);
      },
      ParseStackBytes);
  if (!Survived) {
    llvm::consumeError(std::move(Result));
    if (!Budget.why().empty())
      return error("'" + Job.File + "' needs " + Budget.why());
    return error("the analysis of '" + Job.File +
                 "' crashed; is it nested too deep?");
  }
  return Result;
}

} // namespace kernelcast
