//===- Application.cpp - predict --app ------------------------------------===//
//
// Kernels are looked up in all files of the command line. A launch is evaluated
// with the numbers that it has at its place on the timeline; equal launches of
// one kernel are evaluated once.
//===----------------------------------------------------------------------===//

#include "tool/Application.h"
#include "analysis/support/PhaseClock.h"
#include "cost_models/application/ApplicationPrediction.h"
#include "tool/FileAnalysis.h"
#include "tool/report/SourceLines.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <map>
#include <set>

using namespace llvm;
using namespace kernelcast;

namespace {

/// Launches of one program on one GPU, evaluated once each.
class LaunchTimes {
public:
  LaunchTimes(const Report &Result, const FileReport &File,
              const PipelineSetup &Setup,
              const std::shared_ptr<const GpuSpec> &Gpu)
      : Result(Result), File(File), Setup(Setup), Gpu(Gpu) {}

  /// The launch of \p Event with the model of that number.
  const TimedLaunch &time(const HostEvent &Event, size_t ModelNumber);

private:
  TimedLaunch evaluate(const HostAction &A, const LaunchSite &Site,
                       size_t ModelNumber);
  const KernelReport *find(const HostAction &A) const;

  /// Kernels that a loop launches in ever new shapes: this many are evaluated.
  static constexpr size_t MostLaunches = 200;

  const Report &Result;
  const FileReport &File;
  const PipelineSetup &Setup;
  std::shared_ptr<const GpuSpec> Gpu;
  std::map<const KernelReport *, std::vector<LaunchReport>> Known;
  /// By kernel, its place, model and the numbers of the site.
  std::map<std::tuple<std::string, SourceSpot, size_t,
                      std::vector<std::optional<int64_t>>>,
           TimedLaunch>
      Answers;
};

} // namespace

/// The kernel in the program's own file, else in any other.
const KernelReport *LaunchTimes::find(const HostAction &A) const {
  const KernelReport *Found = nullptr;
  auto Look = [&](const FileReport &In) {
    for (const KernelReport &Kernel : In.Kernels)
      if (Kernel.QualifiedName == A.Kernel &&
          (!Found || Kernel.Location == A.KernelLocation))
        Found = &Kernel;
  };
  Look(File);
  for (const FileReport &Other : Result.Files)
    if (!Found)
      Look(Other);
  return Found;
}

/// Seconds of \p P without launch overhead, which the timeline adds itself.
static double secondsOnDevice(const Prediction &P) {
  for (const BreakdownItem &Item : P.Breakdown)
    if (Item.What == Cost::KernelLaunch && P.Cycles > 0)
      return P.Seconds * (1 - Item.Cycles / P.Cycles);
  return P.Seconds;
}

/// The numbers of \p Site, constants or unknown.
static std::vector<std::optional<int64_t>> numbersOf(const LaunchSite &Site) {
  std::vector<std::optional<int64_t>> Numbers;
  auto Add = [&](const Expr *E) {
    Numbers.push_back(E && E->isConstant() ? std::optional(E->value())
                                           : std::nullopt);
  };
  for_each(Site.Grid, Add);
  for_each(Site.Block, Add);
  Add(Site.DynamicShared);
  for_each(Site.Arguments, Add);
  return Numbers;
}

const TimedLaunch &LaunchTimes::time(const HostEvent &Event,
                                     size_t ModelNumber) {
  const HostAction &A = Event.Step.Action;
  auto [It, New] = Answers.try_emplace(
      {A.Kernel, A.KernelLocation, ModelNumber, numbersOf(Event.Site)});
  if (New)
    It->second = evaluate(A, Event.Site, ModelNumber);
  return It->second;
}

/// The ledger's entry \p Entry of a launch of \p Kernel, in an application:
/// hosts share variables, and models what they take for granted; the rest is
/// the launch's own.
static Assumption ofLaunch(Assumption Entry, StringRef Kernel) {
  if (isOfOneLaunch(Entry))
    Entry.Launched = Kernel.str();
  return Entry;
}

TimedLaunch LaunchTimes::evaluate(const HostAction &A, const LaunchSite &Site,
                                  size_t ModelNumber) {
  TimedLaunch Timed;
  const KernelReport *Kernel = find(A);
  if (!Kernel) {
    Timed.Missing = "the kernel's source is not in these files";
    return Timed;
  }
  if (Kernel->Launches.empty()) {
    Timed.Missing = "not modelled: " + (Kernel->Reasons.empty()
                                            ? std::string("no reason is known")
                                            : Kernel->Reasons[0]);
    return Timed;
  }
  Expected<LaunchConfiguration> Shape = Kernel->Analysis->launch(
      Setup.launchOf(File.Path, *Kernel), *Gpu, &Site, Setup.Options);
  if (!Shape) {
    Timed.Missing = toString(Shape.takeError());
    return Timed;
  }
  std::vector<LaunchReport> &Evaluated = Known[Kernel];
  auto It = find_if(Evaluated, [&](const LaunchReport &L) {
    return sameLaunch(L.Profile.Launch, *Shape);
  });
  bool Another = false;
  if (It == Evaluated.end()) {
    Another = Evaluated.size() >= MostLaunches;
    if (!Another)
      Evaluated.push_back(analyseLaunch(Kernel->Analysis, *Shape, Gpu, Setup,
                                        compiledFor(*Gpu, Kernel->Compiled)));
    It = std::prev(Evaluated.end());
  }
  const WarpProfile &Profile = It->Profile;
  Timed.Grid = Shape->Grid;
  Timed.Block = Shape->Block;
  for (const Assumption &Entry : Profile.Launch.Assumptions)
    Timed.Assumptions.push_back(ofLaunch(Entry, A.Callee));
  if (Another)
    Timed.Assumptions.push_back(
        {.Kind = AssumptionKind::LaunchTime, .Name = A.Kernel});
  double Resident = Gpu->Multiprocessors * Profile.Residency.BlocksPerSM;
  if (Resident > 0)
    Timed.Share =
        std::min(1.0, static_cast<double>(Shape->blocks()) / Resident);
  ModelId Wanted = Setup.Models[ModelNumber]->id();
  for (const Prediction &P : It->Predictions)
    if (P.Model == Wanted)
      Timed.Seconds = secondsOnDevice(P);
  if (!Timed.Seconds)
    Timed.Missing =
        It->Problems.empty() ? "the model has no answer" : It->Problems[0];
  else if (Kernel->Status == ModelStatus::Partial && !Kernel->Reasons.empty())
    Timed.Missing = "only a part of it is modelled: " + Kernel->Reasons[0];
  return Timed;
}

/// What the launches of \p File took for host variables that nothing tells;
/// where they differ, nothing.
static std::map<std::string, int64_t> takenByLaunches(const FileReport &File,
                                                      const GpuSpec &Gpu) {
  std::map<std::string, std::optional<int64_t>> Taken;
  for (const KernelReport &Kernel : File.Kernels)
    for (const LaunchReport &Launch : Kernel.Launches) {
      // A launch that was made up says nothing of the program.
      if (Launch.Gpu.get() != &Gpu || !Launch.Model ||
          Launch.Profile.Launch.Source == LaunchSource::Assumed)
        continue;
      std::set<std::string> Host;
      auto Note = [&](const Expr *E) {
        if (E)
          visitPostOrder(E, [&](const Expr *Leaf) {
            if (Leaf->op() == Op::Symbol)
              Host.insert(Leaf->name().str());
          });
      };
      for (const LaunchSite &Site : Launch.Model->Launches) {
        for_each(Site.Grid, Note);
        for_each(Site.Block, Note);
        for_each(Site.Arguments, Note);
      }
      for (const ArgumentValue &V : Launch.Profile.Launch.Arguments) {
        if (V.Source != LaunchSource::Assumed || !V.IsInteger ||
            !Host.count(V.Name))
          continue;
        auto [It, New] = Taken.try_emplace(V.Name, V.Integer);
        if (!New && It->second != V.Integer)
          It->second = std::nullopt;
      }
    }
  std::map<std::string, int64_t> Result;
  for (const auto &[Name, Value] : Taken)
    if (Value)
      Result[Name] = *Value;
  return Result;
}

/// What \p Command says of host programs.
static HostInputs inputsOf(const CommandLine &Command) {
  HostInputs Inputs;
  for (const auto &[Name, Value] : Command.Launch.Arguments)
    Inputs.Variables[Name] =
        Value.IsInteger ? Value.Integer : static_cast<int64_t>(Value.Value);
  Inputs.BranchProbability = Command.Control.BranchProbability;
  Inputs.LoopTrips = Command.Control.LoopTrips;
  return Inputs;
}

/// Lines of \p File that do not compile and look like calls of the runtime:
/// such a statement is not in the syntax tree at all.
static std::vector<MissingTime> brokenCalls(const FileReport &File) {
  std::vector<MissingTime> Found;
  SourceLines Sources;
  for (const ReportDiagnostic &Message : File.Diagnostics) {
    if (Message.Severity != ReportDiagnostic::Level::Error ||
        !Message.Location.isValid())
      continue;
    std::string Line =
        Sources.line(Message.Location.File, Message.Location.Line);
    StringRef Text = StringRef(Line).trim();
    if (Text.contains("cuda") || Text.contains("<<<") ||
        Text.contains("clEnqueue"))
      Found.push_back({Message.Location, Text.str(),
                       "it does not compile here, so that what it asks of the "
                       "device is not known"});
  }
  return Found;
}

/// The ledger's entry for errors in \p File, if it has any.
static std::optional<Assumption> errorsOf(const FileReport &File) {
  size_t Errors = 0;
  const ReportDiagnostic *First = nullptr;
  for (const ReportDiagnostic &Message : File.Diagnostics)
    if (Message.Severity == ReportDiagnostic::Level::Error &&
        Message.Location.isValid() && !Errors++)
      First = &Message;
  if (!First)
    return std::nullopt;
  return Assumption{.Kind = AssumptionKind::BrokenCode,
                    .Whole = {static_cast<int64_t>(Errors)},
                    .Place = First->Location};
}

/// The timelines of \p Program on one GPU, added to \p File.
static void addTimelines(FileReport &File, const HostProgram &Program,
                         const std::shared_ptr<const GpuSpec> &Gpu,
                         LaunchTimes &Times, const PipelineSetup &Setup,
                         TimelineObserver Look) {
  Expected<HostLink> Link = hostLink(*Gpu);
  if (!Link) {
    File.Diagnostics.push_back({ReportDiagnostic::Level::Warning,
                                {},
                                "--app: " + toString(Link.takeError())});
    return;
  }
  HostLink NoOverhead = *Link;
  NoOverhead.LaunchOverhead = 0;
  HostInputs Inputs = inputsOf(*Setup.Command);
  Inputs.FromLaunches = takenByLaunches(File, *Gpu);
  std::vector<MissingTime> Broken = brokenCalls(File);
  std::optional<Assumption> Errors = errorsOf(File);
  for (const HostEntry &Entry : Program.Entries)
    for (auto [M, Model] : enumerate(Setup.Models)) {
      ModelMode Mode = Setup.Command->Mode.value_or(Model->modes()[0]);
      // The papers' applications are sums of copies and kernels; the
      // calibration of cache-aware has the launch in its base line.
      bool Free =
          Mode == ModelMode::Faithful || Model->id() == ModelId::CacheAware;
      const HostLink &Taken = Free ? NoOverhead : *Link;
      const auto predict = [&, M = M](const ApplicationChange &Change) {
        std::map<std::pair<const TimedLaunch *, double>, TimedLaunch> Merged;
        const auto time = [&](const HostEvent &Launch) -> const TimedLaunch & {
          const TimedLaunch &Own = Times.time(Launch, M);
          const auto It = Change.OverheadShares.find(Launch.Step.Location);
          if (It == Change.OverheadShares.end())
            return Own;
          TimedLaunch &New =
              Merged.try_emplace({&Own, It->second}, Own).first->second;
          New.OverheadShare = It->second;
          return New;
        };
        return predictApplication(Program, changed(Entry, Change), Inputs, *Gpu,
                                  Taken, time);
      };
      ApplicationPrediction P = predict({});
      P.Gpu = Gpu;
      P.Model = Model->id();
      P.Mode = Mode;
      append_range(P.Missing, Broken);
      if (Errors)
        P.Assumptions.push_back(*Errors);
      if (Look && M == 0)
        Look(File, HostTimeline(P, Taken, predict));
      File.Applications.push_back(std::move(P));
    }
}

void kernelcast::addApplications(Report &Result, const PipelineSetup &Setup,
                                 TimelineObserver Look) {
  PhaseScope Timed(Phase::Host);
  for (FileReport &File : Result.Files)
    for (const std::shared_ptr<HostProgram> &Program : File.Programs)
      for (const std::shared_ptr<const GpuSpec> &Gpu :
           Setup.gpusOf(File.Path)) {
        LaunchTimes Times(Result, File, Setup, Gpu);
        addTimelines(File, *Program, Gpu, Times, Setup, Look);
      }
  if (none_of(Result.Files, [](const FileReport &File) {
        return any_of(File.Programs, [](const auto &Program) {
          return !Program->Entries.empty();
        });
      }))
    Result.Diagnostics.push_back({ReportDiagnostic::Level::Warning,
                                  {},
                                  "--app: no host code that could be read asks "
                                  "anything of a device"});
}
