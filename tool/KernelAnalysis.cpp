//===- KernelAnalysis.cpp - One file and one kernel -----------------------===//

#include "tool/KernelAnalysis.h"
#include "analysis/ast/KernelBuilder.h"
#include "analysis/host/HostLaunches.h"
#include "analysis/host/HostTimeline.h"
#include "analysis/specialize/CacheEstimate.h"
#include "analysis/specialize/Specialize.h"
#include "tool/AskModels.h"
#include "tool/KernelNames.h"
#include "tool/Registers.h"
#include "llvm/ADT/STLExtras.h"
#include <chrono>

using namespace llvm;
using namespace kernelcast;

namespace {

class Stopwatch {
public:
  double seconds() const {
    return std::chrono::duration<double>(Clock::now() - Start).count();
  }

private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point Start = Clock::now();
};

} // namespace

static bool isWanted(const CommandLine &Command,
                     const KernelDeclaration &Kernel) {
  return Command.Kernels.empty() ||
         any_of(Command.Kernels, [&](const std::string &Name) {
           return matchesKernel(Name, Kernel.QualifiedName,
                                Kernel.TemplateArguments);
         });
}

static void addUnique(std::vector<std::string> &To, std::string Text) {
  if (!is_contained(To, Text))
    To.push_back(std::move(Text));
}

/// Whether the user fixed a part of every launch, so that a size that does not
/// fit is the user's and not the program's.
static bool userGaveShape(const CommandLine &Command) {
  const LaunchOverrides &User = Command.Launch;
  return User.Grid || User.Block || User.GlobalSize || User.DynamicSharedBytes;
}

Expected<OccupancyResult>
kernelcast::decideResidency(WarpProfile &Profile, const GpuSpec &Gpu,
                            const PipelineSetup &Setup, unsigned MaxRegisters) {
  decideRegisters(Profile, Gpu,
                  {Setup.Command->Registers, Setup.Log ? &*Setup.Log : nullptr,
                   MaxRegisters});
  BlockResources Block;
  Block.Threads = Profile.Launch.threadsPerBlock();
  Block.RegistersPerThread = Profile.RegistersPerThread;
  Block.SharedBytes =
      Profile.Kernel->StaticSharedBytes + Profile.Launch.DynamicSharedBytes;
  return occupancy(Block, Gpu);
}

LaunchReport
kernelcast::analyseLaunch(const std::shared_ptr<const KernelModel> &Model,
                          const LaunchConfiguration &Launch,
                          const std::shared_ptr<const GpuSpec> &Gpu,
                          const PipelineSetup &Setup, unsigned MaxRegisters) {
  const CommandLine &Command = *Setup.Command;
  LaunchReport Result;
  Result.Model = Model;
  Result.Gpu = Gpu;
  EvaluationOptions Options;
  Options.Control = Command.Control;
  Result.Profile = specialize(*Model, Launch, *Gpu, Options);
  WarpProfile &Profile = Result.Profile;
  Profile.Kernel = Model.get();
  Expected<OccupancyResult> Residency =
      decideResidency(Profile, *Gpu, Setup, MaxRegisters);
  for (const std::string &Constraint : Command.Constraints)
    Profile.Launch.Assumptions.push_back(
        {"constraint", Constraint, "given; nothing here rests on it yet", {}});

  if (!Residency) {
    Result.Problems.push_back(toString(Residency.takeError()));
    return Result;
  }
  Profile.Residency = *Residency;
  estimateCaches(Profile, *Gpu);
  askModels(Setup.Models, Command.Mode, Command.VerifiedOnly, Result);
  return Result;
}

void kernelcast::analyseLaunches(std::shared_ptr<const KernelModel> Model,
                                 const PipelineSetup &Setup,
                                 unsigned MaxRegisters, KernelReport &Kernel,
                                 FileReport &File) {
  const CommandLine &Command = *Setup.Command;
  Kernel.MaxRegisters = MaxRegisters;
  for (const std::shared_ptr<const GpuSpec> &Gpu : Setup.Gpus) {
    size_t First = Kernel.Launches.size();
    // Launches that cannot run as they stand are named and left out; where
    // none remains, the kernel gets an assumed one.
    auto tryLaunch = [&](const LaunchSite *Site) {
      Expected<LaunchConfiguration> Launch =
          resolveLaunch(*Model, Site, Command.Launch, *Gpu);
      if (!Launch) {
        std::string Why = toString(Launch.takeError());
        if (userGaveShape(Command)) {
          File.Diagnostics.push_back(
              {ReportDiagnostic::Level::Error, {}, std::move(Why)});
          return;
        }
        if (Site)
          File.Diagnostics.push_back({ReportDiagnostic::Level::Warning,
                                      Site->Location,
                                      "launch left out: " + Why});
        addUnique(Kernel.Reasons, std::move(Why));
        return;
      }
      for (size_t I = First; I != Kernel.Launches.size(); ++I) {
        LaunchReport &Same = Kernel.Launches[I];
        if (!sameLaunch(Same.Profile.Launch, *Launch))
          continue;
        if (Launch->Location.isValid())
          Same.AlsoAt.push_back(Launch->Location);
        return;
      }
      Kernel.Launches.push_back(
          analyseLaunch(Model, *Launch, Gpu, Setup, MaxRegisters));
      const LaunchReport &New = Kernel.Launches.back();
      if (userGaveShape(Command) && !New.Profile.Residency.BlocksPerSM &&
          !New.Problems.empty())
        File.Diagnostics.push_back(
            {ReportDiagnostic::Level::Error, {}, New.Problems.front()});
    };
    for (const LaunchSite &Site : Model->Launches)
      tryLaunch(&Site);
    if (Kernel.Launches.size() == First &&
        (Model->Launches.empty() || !userGaveShape(Command)))
      tryLaunch(nullptr);
  }
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

/// One kernel of a parsed file.
static KernelReport analyseKernel(const KernelDeclaration &Declaration,
                                  TranslationUnit &Unit,
                                  const HostLaunches &Launches,
                                  const PipelineSetup &Setup,
                                  FileReport &File) {
  Stopwatch Watch;
  KernelReport Kernel;
  Kernel.QualifiedName = Declaration.QualifiedName;
  Kernel.TemplateArguments = Declaration.TemplateArguments;
  Kernel.Lang = Unit.Lang;
  Kernel.Location = Declaration.Location;
  Kernel.Clean = Declaration.Clean;
  Kernel.UninstantiatedTemplate = Declaration.UninstantiatedTemplate;
  Kernel.Reasons = Declaration.Reasons;
  std::string Plain = withoutTemplateArguments(Declaration.QualifiedName);
  size_t Scope = Plain.rfind("::");
  Kernel.Name = Scope == std::string::npos ? Plain : Plain.substr(Scope + 2);
  if (Declaration.UninstantiatedTemplate) {
    addUnique(Kernel.Reasons,
              "a template that this file never instantiates: nothing is known "
              "about its arguments");
    return Kernel;
  }
  if (!Declaration.Clean) {
    if (Kernel.Reasons.empty())
      Kernel.Reasons.push_back("the compiler found errors in it");
    return Kernel;
  }
  auto Model = std::make_shared<KernelModel>(
      buildKernelModel(Declaration.Function, *Unit.Context, Unit.Lang));
  for (const std::string &Reason : Model->Reasons)
    addUnique(Kernel.Reasons, Reason);
  Kernel.Status = Model->Status;
  if (Model->Status != ModelStatus::NotModelled) {
    Launches.resolve(Declaration.Function, *Model);
    analyseLaunches(std::move(Model), Setup, Unit.MaxRegisters, Kernel, File);
  }
  if (Kernel.Status == ModelStatus::NotModelled && Kernel.Reasons.empty())
    Kernel.Reasons.push_back("no launch of it can be evaluated");
  Kernel.AnalysisSeconds = Watch.seconds();
  return Kernel;
}

static void analyseUnit(TranslationUnit &Unit, const PipelineSetup &Setup,
                        FileResult &Result) {
  FileReport &File = Result.Report;
  File.ParseSeconds += Unit.ParseSeconds;
  for (const FrontendDiagnostic &Message : Unit.Diagnostics)
    File.Diagnostics.push_back(
        {static_cast<ReportDiagnostic::Level>(Message.Severity),
         Message.Location, Message.Message});
  bool HostCode = false;
  if (Setup.Command->App) {
    std::shared_ptr<HostProgram> Program = hostProgram(*Unit.Context);
    Program->MaxRegisters = Unit.MaxRegisters;
    HostCode = !Program->Entries.empty();
    File.Programs.push_back(std::move(Program));
  }
  if (Unit.Kernels.empty() && HostCode)
    return;
  if (Unit.Kernels.empty()) {
    File.Diagnostics.push_back({ReportDiagnostic::Level::Warning,
                                SourceSpot{File.Path, 0, 0},
                                "no kernel in this file"});
    return;
  }
  HostLaunches Launches(*Unit.Context);
  for (const KernelDeclaration &Kernel : Unit.Kernels) {
    addUnique(Result.KernelNames,
              withoutTemplateArguments(Kernel.QualifiedName));
    if (isWanted(*Setup.Command, Kernel))
      File.Kernels.push_back(
          analyseKernel(Kernel, Unit, Launches, Setup, File));
  }
}

/// The compile jobs of \p File: of the database, or what was given after --.
static Expected<std::vector<CompileJob>> jobsOf(const std::string &File,
                                                const CommandLine &Command) {
  std::vector<CompileJob> Jobs;
  if (!Command.Database.empty()) {
    auto Found = jobsFromDatabase(Command.Database, File);
    if (!Found)
      return Found.takeError();
    Jobs = std::move(*Found);
  } else {
    CompileJob Job;
    Job.File = File;
    Job.Arguments = Command.CompilerArguments;
    Jobs.push_back(std::move(Job));
  }
  for (CompileJob &Job : Jobs)
    llvm::append_range(Job.Arguments, Command.ExtraArguments);
  return Jobs;
}

FileResult kernelcast::analyseFile(const std::string &File,
                                   const PipelineSetup &Setup) {
  FileResult Result;
  Result.Report.Path = File;
  auto unreadable = [&](Error E) {
    Result.Report.Unreadable = true;
    Result.Report.Diagnostics.push_back(
        {ReportDiagnostic::Level::Error, SourceSpot{}, toString(std::move(E))});
  };
  Expected<std::vector<CompileJob>> Jobs = jobsOf(File, *Setup.Command);
  if (!Jobs) {
    unreadable(Jobs.takeError());
    return Result;
  }
  for (const CompileJob &Job : *Jobs)
    if (Error E = parse(Job, [&](TranslationUnit &Unit) {
          analyseUnit(Unit, Setup, Result);
        })) {
      unreadable(std::move(E));
      break;
    }
  return Result;
}
