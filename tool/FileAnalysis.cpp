//===- FileAnalysis.cpp - One file of the command line --------------------===//

#include "tool/FileAnalysis.h"
#include "analysis/frontend/KernelNames.h"
#include "analysis/frontend/ParseBudget.h"
#include "analysis/sass/CountedCode.h"
#include "analysis/support/CrashGuard.h"
#include "analysis/support/PhaseClock.h"
#include "cost_models/common/CommonInputs.h"
#include "tool/AskModels.h"
#include "tool/CompileJobs.h"
#include "tool/Guesses.h"
#include "tool/MakeCurves.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <atomic>
#include <chrono>

using namespace llvm;
using namespace kernelcast;

static bool isWanted(const CommandLine &Command,
                     const KernelDeclaration &Kernel) {
  return Command.Kernels.empty() ||
         any_of(Command.Kernels, [&](const std::string &Name) {
           return selectsKernel(Name, Kernel.QualifiedName,
                                Kernel.TemplateArguments);
         });
}

static void addUnique(std::vector<std::string> &To, std::string Text) {
  if (!is_contained(To, Text))
    To.push_back(std::move(Text));
}

/// Whether the user fixed a part of every launch, so that a size that does not
/// fit is the user's and not the program's.
static bool userGaveShape(const LaunchOverrides &User) {
  return User.Grid || User.Block || User.GlobalSize || User.DynamicSharedBytes;
}

/// "a.cu:3:5: ", or nothing for what has no place.
static std::string placeText(const SourceSpot &Spot) {
  return Spot.isValid() ? Spot.File + ":" + utostr(Spot.Line) + ":" +
                              utostr(Spot.Column) + ": "
                        : "";
}

/// \p Site, which \p Gpu does not allow; nothing unless its sizes are
/// constants and the program makes it whatever the device is.
static std::optional<RefusedLaunch>
refusedLaunch(const LaunchSite &Site, const std::shared_ptr<const GpuSpec> &Gpu,
              const std::string &Why) {
  RefusedLaunch Result;
  Result.Location = Site.Location;
  Result.Gpu = Gpu;
  Result.Reason = Why;
  auto constant = [](const Expr *E, uint64_t &To) {
    if (!E || !E->isIntegerConstant())
      return false;
    To = static_cast<uint64_t>(E->value());
    return true;
  };
  uint64_t Shared = 0;
  bool Constant = Site.Guards.empty() && constant(Site.DynamicShared, Shared);
  for (unsigned Axis : {0u, 1u, 2u})
    Constant &= constant(Site.Grid[Axis], Result.Grid[Axis]) &&
                constant(Site.Block[Axis], Result.Block[Axis]);
  return Constant ? std::optional(std::move(Result)) : std::nullopt;
}

/// What the listing says of \p Result: code bytes and, where it is asked for
/// and how often blocks run can be told, instructions. The compiled kernel is
/// the better one to join it with.
static void countInListing(const PipelineSetup &Setup, const GpuSpec &Gpu,
                           LaunchReport &Result) {
  const auto &Listing = Setup.Options.Listing;
  if (!Listing)
    return;
  const unsigned Architecture = nvidiaArchitecture(Gpu);
  auto Function =
      Listing->find(Result.Profile.Kernel->QualifiedName, Architecture);
  if (!Function) {
    Result.WhyNoListing = toString(Function.takeError());
    return;
  }
  Result.Profile.CodeBytes = (*Function)->codeBytes();
  if (Setup.Command->Counts != InstructionSource::Sass)
    return;
  const ControlAssumptions &Control = Setup.Command->Control;
  const ListingAssumptions User{Control.ListingTaken, Control.ListingTrips};
  auto Code = countedCode(Listing, Architecture, Result.counted(), User);
  bool IsCompiled = Result.CompiledProfile.has_value();
  if (!Code && IsCompiled) {
    auto OfSource = countedCode(Listing, Architecture, Result.Profile, User);
    if (OfSource) {
      consumeError(Code.takeError());
      Code = std::move(OfSource);
      IsCompiled = false;
    } else {
      consumeError(OfSource.takeError());
    }
  }
  if (!Code) {
    Result.WhyNoListing = "instructions are not counted there, since " +
                          toString(Code.takeError());
    return;
  }
  Assumption Joined{.Kind = AssumptionKind::ListingCounts,
                    .Real = {100 * (*Code)->Slack},
                    .Detail = IsCompiled ? "compiled" : "source"};
  takeCounts(*Code, Result.Profile);
  Result.Profile.Launch.Assumptions.push_back(Joined);
  if (Result.CompiledProfile)
    takeCounts(*Code, *Result.CompiledProfile);
}

/// Adds the profile of \p Compiled to \p Result, and what the report takes from
/// there: what instructions and registers lead to. Accesses, loops and branches
/// stay those of the source.
static void countIn(const std::shared_ptr<const KernelAnalysis> &Compiled,
                    const LaunchConfiguration &Launch, const GpuSpec &Gpu,
                    const PipelineSetup &Setup, LaunchReport &Result) {
  WarpProfile &Shown = Result.Profile;
  WarpProfile Counted = Compiled->profile(Launch, Gpu, Setup.Options, &Shown);
  Counted.CountedIn = InstructionSource::Ir;
  Shown.CountedIn = Counted.CountedIn;
  Shown.PerWarp = Counted.PerWarp;
  Shown.Pipes = Counted.Pipes;
  Shown.Shuffles = Counted.Shuffles;
  Shown.Votes = Counted.Votes;
  Shown.MatrixProducts = Counted.MatrixProducts;
  Shown.TensorMultiplyAdds = Counted.TensorMultiplyAdds;
  Shown.TensorWork = Counted.TensorWork;
  Shown.TensorReadBytes = Counted.TensorReadBytes;
  Shown.Flops = Counted.Flops;
  Shown.CountsSource = Counted.CountsSource;
  Shown.L1Bytes = Counted.L1Bytes;
  Shown.L2Bytes = Counted.L2Bytes;
  Shown.BehindL2Bytes = Counted.BehindL2Bytes;
  Shown.DramBytes = Counted.DramBytes;
  Shown.Residency = Counted.Residency;
  Shown.WhyNotResident = Counted.WhyNotResident;
  Shown.RegistersPerThread = Counted.RegistersPerThread;
  Shown.RegistersSource = Counted.RegistersSource;
  Shown.Resources = Counted.Resources;
  auto IsOfRegisters = [](const Assumption &A) {
    return A.Kind == AssumptionKind::Registers;
  };
  erase_if(Shown.Launch.Assumptions, IsOfRegisters);
  copy_if(Counted.Launch.Assumptions,
          std::back_inserter(Shown.Launch.Assumptions), IsOfRegisters);
  if (Counted.Resources && Counted.Resources->CodeBytes)
    Shown.CodeBytes = Counted.Resources->CodeBytes;
  Result.Compiled = Compiled;
  Result.CompiledProfile = std::move(Counted);
}

LaunchReport kernelcast::analyseLaunch(
    const std::shared_ptr<const KernelAnalysis> &Kernel,
    const LaunchConfiguration &Launch,
    const std::shared_ptr<const GpuSpec> &Gpu, const PipelineSetup &Setup,
    const std::shared_ptr<const KernelAnalysis> &Compiled) {
  LaunchReport Result;
  Result.Model = {Kernel, &Kernel->model()};
  Result.Gpu = Gpu;
  Result.Profile = Kernel->profile(Launch, *Gpu, Setup.Options);
  if (Compiled)
    countIn(Compiled, Launch, *Gpu, Setup, Result);
  countInListing(Setup, *Gpu, Result);
  PhaseScope Timed(Phase::Models);
  Result.CommonInputs = commonInputs(Result.counted(), *Gpu);
  Result.Hits = cacheHits(Result.counted());
  Result.Sectors = sectorTotals(Result.counted(), *Gpu);
  if (!Result.Profile.WhyNotResident.empty())
    Result.Problems.push_back(Result.Profile.WhyNotResident);
  else
    askModels(Setup.Models, Setup.Command->Mode, Setup.Command->VerifiedOnly,
              Setup.Command->Explain ? Detail::Explanation : Detail::Quantities,
              Result);
  if (const Prediction *P = Result.leading();
      P && Kernel->model().Status == ModelStatus::Modelled)
    Result.Busy = utilisation(Result.counted(), *Gpu, P->Cycles);
  return Result;
}

namespace {

/// The launches of one kernel on one GPU, equal ones once. Those that cannot
/// run as they stand are named and left out; where none remains, the kernel
/// gets an assumed one.
class LaunchCollector {
public:
  LaunchCollector(const PipelineSetup &Setup,
                  const std::shared_ptr<const GpuSpec> &Gpu,
                  const std::string &Path, KernelResult &To)
      : Setup(Setup), User(Setup.launchOf(Path, To.Kernel)),
        ShapeAt(Setup.shapeLocationOf(Path, To.Kernel)), Gpu(Gpu), To(To),
        Kernel(To.Kernel), First(Kernel.Launches.size()),
        Compiled(compiledFor(*Gpu, Kernel.Compiled)) {}

  void run() {
    const std::vector<LaunchSite> &Sites = Kernel.Analysis->model().Launches;
    for (const LaunchSite &Site : Sites)
      add(&Site);
    if (Kernel.Launches.size() == First && !Contradicted &&
        (Sites.empty() || !userGaveShape(User)))
      add(nullptr);
  }

private:
  void add(const LaunchSite *Site) {
    Expected<LaunchConfiguration> Launch =
        Kernel.Analysis->launch(User, *Gpu, Site, Setup.Options);
    if (!Launch)
      return refuse(Site, Launch.takeError());
    for (LaunchReport &Same : drop_begin(Kernel.Launches, First)) {
      if (!sameLaunch(Same.Profile.Launch, *Launch))
        continue;
      if (Launch->Location.isValid())
        Same.AlsoAt.push_back(Launch->Location);
      return;
    }
    Kernel.Launches.push_back(
        analyseLaunch(Kernel.Analysis, *Launch, Gpu, Setup, Compiled));
    LaunchReport &New = Kernel.Launches.back();
    if (!New.WhyNoListing.empty())
      addUnique(Kernel.Reasons, "the listing '" +
                                    Setup.Options.Listing->fileName() +
                                    "': " + New.WhyNoListing);
    New.Guesses = weighGuesses(*Kernel.Analysis, Site, User, New, Setup,
                               /*Weigh=*/Kernel.Launches.size() == 1);
    if (Setup.Command->Command == Subcommand::Predict)
      New.AtBaseClock = atBaseClock(New, Setup.Command->VerifiedOnly);
    New.IfPerfect = gainsOf(New, Compiled ? *Compiled : *Kernel.Analysis,
                            Setup.Command->WhatIf);
    constexpr size_t MostWithTimes = 50; // kernels of a file
    if (Setup.Command->Curves)
      New.Curves = std::make_shared<LaunchCurves>(
          makeCurves(Kernel.Analysis, Compiled, Site, User, New, Setup,
                     /*WithTimes=*/Kernel.Launches.size() == First + 1 &&
                         To.Number < MostWithTimes));
    if (userGaveShape(User) && !New.Profile.WhyNotResident.empty())
      complain(ReportDiagnostic::Level::Error, {},
               placeText(ShapeAt) + New.Profile.WhyNotResident);
  }

  void refuse(const LaunchSite *Site, Error Refused) {
    bool Contradicts = Refused.isA<BrokenConstraint>();
    Contradicted |= Contradicts;
    std::string Why = toString(std::move(Refused));
    if (Contradicts || userGaveShape(User)) {
      complain(ReportDiagnostic::Level::Error, {},
               placeText(!Contradicts ? ShapeAt
                         : Site       ? Site->Location
                                      : SourceSpot()) +
                   Why);
      return;
    }
    if (Site) {
      complain(ReportDiagnostic::Level::Warning, Site->Location,
               "launch left out: " + Why);
      if (auto Refused = refusedLaunch(*Site, Gpu, Why))
        Kernel.Refused.push_back(std::move(*Refused));
    }
    addUnique(Kernel.Reasons, std::move(Why));
  }

  void complain(ReportDiagnostic::Level Level, SourceSpot Where,
                std::string What) {
    To.Diagnostics.push_back({Level, std::move(Where), std::move(What)});
  }

  const PipelineSetup &Setup;
  const LaunchOverrides User;
  const SourceSpot ShapeAt; ///< in a configuration file; or not valid
  const std::shared_ptr<const GpuSpec> &Gpu;
  KernelResult &To;
  KernelReport &Kernel;                                 ///< To's
  size_t First;                                         ///< launch on this GPU
  const std::shared_ptr<const KernelAnalysis> Compiled; ///< for it, or null
  bool Contradicted = false; ///< by what the user says of arguments
};

} // namespace

void kernelcast::analyseLaunches(const PipelineSetup &Setup,
                                 const std::string &Path, KernelResult &To) {
  KernelReport &Kernel = To.Kernel;
  for (const std::shared_ptr<const GpuSpec> &Gpu : Setup.gpusOf(Path))
    LaunchCollector(Setup, Gpu, Path, To).run();
  bool Predicted = any_of(Kernel.Launches, [](const LaunchReport &Launch) {
    return !Launch.Predictions.empty();
  });
  if (Predicted || Setup.Models.empty())
    return;
  // Facts without a time are a part of what was asked for; no launch at all is
  // nothing.
  Kernel.Status =
      Kernel.Launches.empty() ? ModelStatus::NotModelled : ModelStatus::Partial;
  for (const LaunchReport &Launch : Kernel.Launches)
    for (const std::string &Problem : Launch.Problems)
      addUnique(Kernel.Reasons, Problem);
}

/// The kernel \p Source of the file \p Path, with its launches.
static void analyseKernel(const SourceKernel &Source, Language Lang,
                          const PipelineSetup &Setup, const std::string &Path,
                          KernelResult &To) {
  auto Start = std::chrono::steady_clock::now();
  KernelReport &Kernel = To.Kernel;
  Kernel.Name = Source.Name;
  Kernel.QualifiedName = Source.QualifiedName;
  Kernel.TemplateArguments = Source.TemplateArguments;
  Kernel.Lang = Lang;
  Kernel.Location = Source.Location;
  Kernel.Clean = Source.Clean;
  Kernel.UninstantiatedTemplate = Source.UninstantiatedTemplate;
  Kernel.Status = Source.Status;
  Kernel.Reasons = Source.Reasons;
  Kernel.Analysis = Source.Analysis;
  Kernel.Compiled = Source.Compiled;
  for (const CompiledForm &Compiled : Kernel.Compiled)
    if (!Compiled.Analysis)
      addUnique(Kernel.Reasons, "instructions are counted in the source, since "
                                "its compiled code cannot be: " +
                                    Compiled.WhyNot);
  if (Setup.Command->Counts == InstructionSource::Ir)
    for (const std::shared_ptr<const GpuSpec> &Gpu : Setup.gpusOf(Path))
      if (!compileTarget(*Gpu))
        addUnique(Kernel.Reasons,
                  "instructions are counted in the source for " + Gpu->Name +
                      ", whose code is not made here");
  if (Kernel.Analysis)
    analyseLaunches(Setup, Path, To);
  if (Kernel.Status == ModelStatus::NotModelled && Kernel.Reasons.empty())
    Kernel.Reasons.push_back("no launch of it can be evaluated");
  std::chrono::duration<double> Took = std::chrono::steady_clock::now() - Start;
  Kernel.AnalysisSeconds = Source.Seconds + Took.count();
}

/// All kernels of \p Source, of the file \p Path, the first of which is
/// \p First of the file's. False if the analysis of one crashed.
static bool
analyseKernels(const AnalysisContext &Source, const PipelineSetup &Setup,
               const std::string &Path, size_t First,
               std::vector<std::unique_ptr<KernelResult>> &Results) {
  Results.resize(Source.kernels().size());
  std::atomic<bool> Crashed = false;
  AssistedWork(Setup.Spare, Results.size(), [&](size_t I) {
    auto *Mine = new KernelResult; // lost in a crash: it may be in any state
    Mine->Number = First + I;
    if (runGuarded(
            [&] {
              analyseKernel(Source.kernels()[I], Source.language(), Setup, Path,
                            *Mine);
            },
            ParseStackBytes))
      Results[I].reset(Mine);
    else
      Crashed = true;
  }).finish();
  return !Crashed;
}

/// False if the analysis of a kernel crashed.
static bool analyseSource(const AnalysisContext &Source,
                          const PipelineSetup &Setup, FileResult &Result) {
  FileReport &File = Result.Report;
  File.ParseSeconds += Source.parseSeconds();
  append_range(File.Diagnostics, Source.diagnostics());
  append_range(File.Inputs.Files, Source.inputs().Files);
  File.Inputs.MayDiffer |= Source.inputs().MayDiffer;
  bool HostCode = false;
  if (const std::shared_ptr<HostProgram> &Program = Source.hostProgram()) {
    HostCode = !Program->Entries.empty();
    File.Programs.push_back(Program);
  }
  if (Source.kernelNames().empty() && !HostCode)
    File.Diagnostics.push_back({ReportDiagnostic::Level::Warning,
                                SourceSpot{File.Path, 0, 0},
                                "no kernel in this file"});
  for (const std::string &Name : Source.kernelNames())
    addUnique(Result.KernelNames, Name);
  std::vector<std::unique_ptr<KernelResult>> Kernels;
  if (!analyseKernels(Source, Setup, File.Path, File.Kernels.size(), Kernels))
    return false;
  for (std::unique_ptr<KernelResult> &Each : Kernels) {
    append_range(File.Diagnostics, Each->Diagnostics);
    File.Kernels.push_back(std::move(Each->Kernel));
  }
  return true;
}

/// Reads and analyses one compile job of \p File.
static Error analyseJob(const CompileJob &Job, const PipelineSetup &Setup,
                        FileResult &Result, KernelObserver Look) {
  SourceOptions Options;
  Options.Spare = Setup.Spare;
  Options.HostProgram = Setup.Command->App;
  Options.Remedies = Setup.Command->Command == Subcommand::Lint;
  for (const std::shared_ptr<const GpuSpec> &Gpu :
       Setup.gpusOf(Result.Report.Path)) {
    const std::optional<CompileTarget> Target = compileTarget(*Gpu);
    std::vector<CompileTarget> &Targets =
        Setup.Command->Counts != InstructionSource::Ast ? Options.CompileFor
                                                        : Options.WitnessFor;
    // The code for AMD's GPUs is made for its instructions, not as a witness.
    if (Target && !is_contained(Targets, *Target) &&
        !(&Targets == &Options.WitnessFor && Target->isAmd()))
      Targets.push_back(*Target);
  }
  Options.Wanted = [&](const KernelDeclaration &Kernel) {
    return isWanted(*Setup.Command, Kernel);
  };
  const size_t First = Result.Report.Kernels.size();
  bool Analysed = false, Crashed = false;
  auto analyse = [&](const AnalysisContext &Source) {
    Analysed = true;
    // A bug in the analysis costs this file alone.
    bool Whole = false;
    const bool Survived = runGuarded(
        [&] { Whole = analyseSource(Source, Setup, Result); }, ParseStackBytes);
    Crashed = !Survived || !Whole;
  };
  if (Look)
    Options.WantWitness = [&](const AnalysisContext &Source) {
      std::vector<size_t> Doubted;
      analyse(Source);
      if (!Crashed)
        Crashed = !runGuarded(
            [&] {
              Doubted = Look(
                  MutableArrayRef(Result.Report.Kernels).drop_front(First));
            },
            ParseStackBytes);
      return Crashed ? std::vector<size_t>() : Doubted;
    };
  Expected<AnalysisContext> Source = AnalysisContext::open(Job, Options);
  if (!Source)
    return Source.takeError();
  if (!Analysed)
    analyse(*Source);
  if (Crashed)
    return createStringError("the analysis of '" + Job.File +
                             "' crashed; is it nested too deep?");
  for (const auto &[Kernel, Read] :
       zip(drop_begin(Result.Report.Kernels, First), Source->kernels()))
    Kernel.Compiled = Read.Compiled;
  return Error::success();
}

static void addPlace(SourcePlaces &To, const SourceSpot &Spot) {
  To.insert({Spot.Line, Spot.Column});
  To.insert({Spot.Line, 0});
}

static void addPlaces(ArrayRef<HostStep> Steps, NamedInSource &To) {
  for (const HostStep &Step : Steps) {
    if (Step.What == HostStep::Kind::Branch)
      addPlace(To.Branches, Step.Location);
    if (Step.What == HostStep::Kind::Loop)
      addPlace(To.Loops, Step.Location);
    addPlaces(Step.Body, To);
    addPlaces(Step.Otherwise, To);
  }
}

static void addPlaces(const KernelModel &Model, NamedInSource &To) {
  for (const BasicBlock &Block : Model.Blocks)
    if (Block.Condition)
      addPlace(To.Branches, Block.ConditionLocation);
  for (const LoopInfo &Loop : Model.Loops) {
    addPlace(To.Loops, Loop.Location);
    addPlace(To.Loops, Model.Blocks[Loop.Header].ConditionLocation);
  }
}

/// What the user may name in \p File.
static NamedInSource namedIn(const FileReport &File) {
  NamedInSource Result;
  for (const auto &Program : File.Programs) {
    for (const auto &[Symbol, Info] : Program->Symbols)
      Result.Values.insert({Info.Name, Info.Plain});
    for (const HostEntry &Entry : Program->Entries)
      addPlaces(Entry.Steps, Result);
  }
  for (const KernelReport &Kernel : File.Kernels) {
    for (const LaunchReport &Launch : Kernel.Launches)
      for (const ArgumentValue &Value : Launch.Profile.Launch.Arguments)
        Result.Values.insert(Value.Name);
    if (!Kernel.Analysis)
      continue;
    for (const ParameterInfo &Parameter : Kernel.Analysis->model().Parameters)
      Result.Values.insert(Parameter.Name);
    if (Kernel.Launches.empty())
      continue;
    Result.AnyLaunch = true;
    addPlaces(Kernel.Analysis->model(), Result);
  }
  return Result;
}

/// Notes in \p Result that its file cannot be read.
static void markUnreadable(FileResult &Result, Error E) {
  Result.Report.Unreadable = true;
  Result.Report.Diagnostics.push_back(
      {ReportDiagnostic::Level::Error, SourceSpot{}, toString(std::move(E))});
}

FileResult kernelcast::analyseJobs(const std::string &File,
                                   ArrayRef<CompileJob> Jobs,
                                   const PipelineSetup &Setup,
                                   KernelObserver Look) {
  FileResult Result;
  Result.Report.Path = File;
  for (CompileJob Job : Jobs) {
    // A kernel's string stands in for the text that it was found in.
    for (const auto &[Path, Text] : Setup.Texts)
      Job.Texts.try_emplace(Path, Text);
    if (Error E = analyseJob(Job, Setup, Result, Look)) {
      markUnreadable(Result, std::move(E));
      break;
    }
  }
  Result.Named = namedIn(Result.Report);
  return Result;
}

FileResult kernelcast::unreadableFile(const std::string &File, Error Why) {
  FileResult Result;
  Result.Report.Path = File;
  markUnreadable(Result, std::move(Why));
  return Result;
}

FileResult kernelcast::analyseFile(const std::string &File,
                                   const PipelineSetup &Setup) {
  auto Jobs = jobsOf(File, *Setup.Command, Setup.Database.get());
  if (!Jobs)
    return unreadableFile(File, Jobs.takeError());
  if (!Setup.Command->Strings)
    return analyseJobs(File, *Jobs, Setup);
  std::vector<ReportDiagnostic> LeftOut;
  FileResult Result =
      analyseJobs(File, jobsOfStrings(*Jobs, Setup.Texts, LeftOut), Setup);
  append_range(Result.Report.Diagnostics, LeftOut);
  return Result;
}
