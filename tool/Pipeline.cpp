//===- Pipeline.cpp - From files to a report ------------------------------===//

#include "tool/Pipeline.h"
#include "analysis/frontend/KernelNames.h"
#include "analysis/frontend/ParseBudget.h"
#include "analysis/support/NearestName.h"
#include "analysis/support/PhaseClock.h"
#include "cost_models/kernelcast/KernelcastModel.h"
#include "tool/Application.h"
#include "tool/AskModels.h"
#include "tool/FileAnalysis.h"
#include "tool/FileProgress.h"
#include "tool/GpuOption.h"
#include "tool/Inputs.h"
#include "tool/OptionValues.h"
#include "tool/Tool.h"
#include "tool/report/TextReport.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/ThreadPool.h"
#include "llvm/Support/Threading.h"
#include "llvm/Support/raw_ostream.h"
#include <atomic>
#include <mutex>
#include <set>

using namespace llvm;
using namespace kernelcast;

static Expected<std::vector<std::unique_ptr<CostModel>>>
findModels(const CommandLine &Command) {
  std::vector<std::unique_ptr<CostModel>> Models;
  if (Command.AllModels) {
    for (const std::string &Name : costModelNames())
      Models.push_back(makeCostModel(Name));
    return Models; // some may not have the mode; the report says which
  }
  auto One = modelNamed(Command.Model, Command.Mode, /*MayBeAll=*/true);
  if (!One)
    return One.takeError();
  Models.push_back(std::move(*One));
  if (!Command.Without.empty())
    Models.front() = std::make_unique<KernelcastModel>(Command.Without);
  if (Command.WithoutEach)
    for (KernelcastPart Part : kernelcastParts())
      Models.push_back(
          std::make_unique<KernelcastModel>(KernelcastParts{Part}));
  return Models;
}

/// The user speaks of lines of \p Listing: they have to be instructions.
static Error checkListingLines(const ControlAssumptions &Control,
                               const SassListing &Listing) {
  for (const auto *Lines : {&Control.ListingTaken, &Control.ListingTrips})
    for (const auto &[Line, Value] : *Lines)
      if (!Listing.atLine(Line).second)
        return usageError("--assume 'sass:" + std::to_string(Line) +
                          "': the listing has no instruction at this line");
  return Error::success();
}

Expected<PipelineSetup> kernelcast::preparePipeline(const CommandLine &Command,
                                                    bool WithModels) {
  PipelineSetup Setup;
  Setup.Command = &Command;
  GpuPool Pool(Command.Changes);
  auto Gpus = Pool.list(Command.Gpus);
  if (!Gpus)
    return Gpus.takeError();
  Setup.Gpus = std::move(*Gpus);
  if (WithModels) {
    auto Models = findModels(Command);
    if (!Models)
      return Models.takeError();
    Setup.Models = std::move(*Models);
  }
  if (!Command.Database.empty()) {
    // What is wrong with it is said of the first file.
    if (auto Database = CompileDatabase::load(Command.Database))
      Setup.Database = std::make_shared<CompileDatabase>(std::move(*Database));
    else
      consumeError(Database.takeError());
  }
  if (Command.StandardInput) {
    SmallString<256> Path(StandardInputName);
    if (std::error_code Why = sys::fs::make_absolute(Path))
      return createStringError(Why, "standard input: " + Why.message());
    Setup.Texts[Path.str().str()] = *Command.StandardInput;
  }
  Setup.Options.Evaluation.Control = Command.Control;
  Setup.Options.Registers = Command.Registers;
  Setup.Options.StartsWarm = Command.StartsWarm;
  if (!Command.PtxasLog.empty()) {
    Expected<CompilerLog> Log = loadCompilerLog(Command.PtxasLog);
    if (!Log)
      return Log.takeError();
    Setup.Options.Log = std::make_shared<CompilerLog>(std::move(*Log));
  }
  if (!Command.Listing.empty()) {
    Expected<SassListing> Listing = loadSassListing(Command.Listing);
    if (!Listing)
      return Listing.takeError();
    if (Error E = checkListingLines(Command.Control, *Listing))
      return E;
    Setup.Options.Listing = std::make_shared<SassListing>(std::move(*Listing));
  }
  return Setup;
}

const std::vector<std::shared_ptr<const GpuSpec>> &
PipelineSetup::gpusOf(const std::string &File) const {
  auto Own = Files.find(File);
  return Own == Files.end() ? Gpus : Own->second.Gpus;
}

LaunchOverrides PipelineSetup::launchOf(const std::string &File,
                                        const KernelReport &Kernel) const {
  auto Own = Files.find(File);
  return Own == Files.end() ? Command->Launch
                            : launchOfKernel(Own->second, Kernel, *Command);
}

SourceSpot PipelineSetup::shapeLocationOf(const std::string &File,
                                          const KernelReport &Kernel) const {
  auto Own = Files.find(File);
  return Own == Files.end() ? SourceSpot()
                            : shapeLocation(Own->second, Kernel, *Command);
}

static std::vector<FileResult> analyseAll(const PipelineSetup &Setup,
                                          bool Progress, FileStep Step) {
  PhaseScope Timed(Phase::Other);
  const std::vector<std::string> &Files = Setup.Command->Files;
  std::vector<FileResult> Results(Files.size());
  const CommandLine &Command = *Setup.Command;
  const bool IsLint = Command.Command == Subcommand::Lint;
  // A build has files of its own for all cores.
  unsigned Threads = Command.Jobs.value_or(IsLint ? 1 : 0);
  if (Threads == 0)
    Threads = std::max(1u, hardware_concurrency().compute_thread_count());
  const unsigned Workers = std::max<size_t>(
      1, std::min<size_t>(Command.Jobs ? Threads : 1, Files.size()));
  boundMemory(Threads);
  for (unsigned I = Workers; I < Threads; ++I)
    Setup.Spare->give();
  std::mutex Lock;
  FileProgress Shown(Progress ? &errs() : nullptr, Files.size());
  auto analyse = [&](size_t I) {
    Shown.begin(Files[I]);
    Results[I] = Step(Files[I]);
  };
  if (Workers == 1) { // all files on one thread and its clock
    if (Threads == 1)
      shareOneHeap();
    for (size_t I = 0; I != Files.size(); ++I)
      analyse(I);
  } else {
    PhaseClock *Whole = PhaseClock::current();
    std::atomic<size_t> Open = Files.size();
    DefaultThreadPool Pool(hardware_concurrency(Workers));
    for (size_t I = 0; I != Files.size(); ++I)
      Pool.async([&, I] {
        PhaseClock Mine;
        PhaseClock::Use Here(&Mine);
        analyse(I);
        if (--Open < Workers) // no further file for this thread
          Setup.Spare->give();
        std::lock_guard Hold(Lock);
        if (Whole)
          Whole->add(Mine.times());
      });
    Pool.wait();
  }
  Setup.Spare->close(); // waits for what a crashed analysis has left behind
  return Results;
}

/// An error for every --kernel that no file has.
static void checkKernelNames(const CommandLine &Command, Report &Result,
                             const std::vector<std::string> &Seen,
                             function_ref<bool(StringRef)> WasFound) {
  for (const std::string &Wanted : Command.Kernels) {
    if (WasFound(Wanted))
      continue;
    std::string Message = "no kernel is called '" + Wanted + "'";
    StringRef Nearest = nearestName(Wanted, Seen);
    if (!Nearest.empty()) {
      Message += "; did you mean '" + Nearest.str() + "'?";
    } else if (!Seen.empty()) {
      constexpr size_t Most = 8;
      ArrayRef<std::string> Shown = ArrayRef(Seen).take_front(Most);
      Message += "; there are " + join(Shown, ", ") +
                 (Seen.size() > Most ? ", ..." : "");
    }
    Result.Diagnostics.push_back(
        {ReportDiagnostic::Level::Error, {}, std::move(Message)});
  }
}

/// A warning for every --arg, --assume and argument of a configuration file
/// about a value that no launch has.
static void checkArguments(const PipelineSetup &Setup,
                           const NamedInSource &Named, Report &Result) {
  const CommandLine &Command = *Setup.Command;
  if (!Named.AnyLaunch)
    return;
  std::vector<std::string> Known(Named.Values.begin(), Named.Values.end());
  std::set<std::pair<SourceSpot, std::string>> Told;
  auto Check = [&](const std::string &Option, const std::string &Name,
                   const SourceSpot &At = {}) {
    if (is_contained(Known, Name) ||
        (At.isValid() && !Told.insert({At, Name}).second))
      return;
    std::string Message =
        Option +
        ": no kernel here has an argument or host variable of this name";
    StringRef Nearest = nearestName(Name, Known);
    if (!Nearest.empty())
      Message += "; did you mean '" + Nearest.str() + "'?";
    Result.Diagnostics.push_back(
        {ReportDiagnostic::Level::Warning, At, std::move(Message)});
  };
  for (const auto &[Name, Value] : Command.Launch.Arguments)
    Check("--arg " + Name, Name);
  for (const FileReport &File : Result.Files)
    if (auto Own = Setup.Files.find(File.Path); Own != Setup.Files.end())
      for (const KernelSettings &Settings : Own->second.Configured->Kernels)
        if (any_of(File.Kernels, [&](const KernelReport &Kernel) {
              return means(Settings, Kernel);
            }))
          for (const auto &[Name, Value] : Settings.Launch.Arguments)
            Check("argument " + Name, Name, Settings.Location);
  for (const std::string Of : {"blockDim.", "gridDim."})
    for (const char *Axis : {"x", "y", "z"})
      Known.push_back(Of + Axis);
  for (const ArgumentConstraint &C : Command.Launch.Constraints)
    Check("--assume '" + C.Text + "'", C.Name);
}

/// A warning for every place of an --assume where nothing is.
static void checkAssumptions(const CommandLine &Command,
                             const NamedInSource &Named, Report &Result) {
  if (!Named.AnyLaunch)
    return;
  auto Check = [&](const auto &Given, const SourcePlaces &Known,
                   StringRef What) {
    for (const auto &[Place, Value] : Given) {
      auto [Line, Column] = Place;
      if (Known.count(Place))
        continue;
      std::string At = utostr(Line) + (Column ? ":" + utostr(Column) : "");
      std::string Message =
          "--assume " + At + ": no " + What.str() + " is at that place";
      auto Near = Known.upper_bound({Line, 0});
      if (Column && Near != Known.end() && Near->first == Line)
        Message +=
            "; did you mean " + utostr(Line) + ":" + utostr(Near->second) + "?";
      Result.Diagnostics.push_back(
          {ReportDiagnostic::Level::Warning, {}, std::move(Message)});
    }
  };
  Check(Command.Control.BranchProbability, Named.Branches, "branch");
  Check(Command.Control.LoopTrips, Named.Loops, "loop");
}

Report kernelcast::runPipeline(const PipelineSetup &Setup, bool Progress) {
  return runPipeline(Setup, Progress, [&](const std::string &File) {
    return analyseFile(File, Setup);
  });
}

Report kernelcast::runPipeline(const PipelineSetup &Setup, bool Progress,
                               FileStep Step, TimelineObserver Look) {
  std::vector<FileResult> Files = analyseAll(Setup, Progress, Step);
  PhaseScope Timed(Phase::Report);
  Report Result;
  Result.Gpus = Setup.Gpus;
  if (Setup.Command->StandardInput)
    Result.Texts[StandardInputName.str()] = *Setup.Command->StandardInput;
  std::vector<std::string> Seen;
  NamedInSource Named;
  for (FileResult &File : Files) {
    Named.AnyLaunch |= File.Named.AnyLaunch;
    Named.Values.insert(File.Named.Values.begin(), File.Named.Values.end());
    Named.Branches.insert(File.Named.Branches.begin(),
                          File.Named.Branches.end());
    Named.Loops.insert(File.Named.Loops.begin(), File.Named.Loops.end());
    for (std::string &Name : File.KernelNames)
      if (!is_contained(Seen, Name))
        Seen.push_back(std::move(Name));
    Result.Files.push_back(std::move(File.Report));
  }
  checkKernelNames(*Setup.Command, Result, Seen, [&](StringRef Wanted) {
    return any_of(Result.Files, [&](const FileReport &File) {
      return any_of(File.Kernels, [&](const KernelReport &Kernel) {
        return selectsKernel(Wanted, Kernel.QualifiedName,
                             Kernel.TemplateArguments);
      });
    });
  });
  mergeKernels(Result);
  if (Setup.Command->App)
    addApplications(Result, Setup, Look);
  reportUnverified(Setup.Command->VerifiedOnly, Result);
  checkArguments(Setup, Named, Result);
  checkAssumptions(*Setup.Command, Named, Result);
  return Result;
}

int kernelcast::printDiagnostics(const Report &Result) {
  int Status = Done;
  std::set<std::string> Printed;
  auto print = [&](ArrayRef<ReportDiagnostic> Messages, StringRef From) {
    // Host code without its headers has errors by the hundred, and kernels are
    // judged by their own: the first few of a file show what is wrong.
    constexpr unsigned Most = 5;
    unsigned InSource = 0;
    for (const ReportDiagnostic &Message : Messages) {
      if (Message.Severity == ReportDiagnostic::Level::Error) {
        if (!Message.Location.isValid())
          Status = Usage;
        else if (++InSource > Most)
          continue;
      }
      std::string Text;
      raw_string_ostream OS(Text);
      writeDiagnostic(Message, OS,
                      errs().has_colors() && !sys::Process::GetEnv("NO_COLOR"));
      if (Printed.insert(Text).second)
        errs() << Text;
    }
    if (InSource > Most)
      errs() << From << ": note: " << InSource - Most
             << " more errors; --format json has them all\n";
  };
  print(Result.Diagnostics, "kernelcast");
  for (const FileReport &File : Result.Files)
    print(File.Diagnostics, File.Path);
  return Status;
}
