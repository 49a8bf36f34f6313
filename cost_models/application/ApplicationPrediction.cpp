//===- ApplicationPrediction.cpp - A host program's time ------------------===//
//
// Watches the host program run: each event gets its seconds and its place on
// the timeline, and the prediction its line. Executions of one call in one
// chain of calls are one line.
//===----------------------------------------------------------------------===//

#include "cost_models/application/ApplicationPrediction.h"
#include "cost_models/common/LibraryPasses.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include <set>

using namespace llvm;
using namespace kernelcast;

using Kind = HostAction::Kind;
using Engine = ApplicationTimeline::Engine;

namespace {

class Scheduler final : public HostObserver {
public:
  Scheduler(const HostProgram &Program, const GpuSpec &Gpu,
            const HostLink &Link, LaunchTimer Timer,
            ApplicationPrediction &Result)
      : Program(Program), DramBandwidth(Gpu.DramBandwidth), Link(Link),
        Timer(Timer), Result(Result) {
    StreamOf[""] = 0;
    Result.Streams.push_back({"", 0});
  }

  void event(const HostEvent &Event) override;
  void assumed(const HostAssumption &Assumption) override;
  void enterCall(StringRef Callee) override {
    OpenCalls.push_back(Callee.str());
  }
  void leaveCall() override { OpenCalls.pop_back(); }
  void enterLoop(const HostStep &Loop) override;
  void leaveLoop(const HostStep &Loop, double Rounds, double Times,
                 bool Assumed) override;
  void beginStretch() override { Stretches.push_back(Timeline.mark()); }
  void endStretch(double More) override {
    Timeline.repeat(Stretches.pop_back_val(), More);
  }

  /// Sums up, once the program has run.
  void finish();

private:
  ApplicationEvent &lineOf(const HostEvent &Event);
  void assume(Assumption Entry);
  void missing(ApplicationEvent &Line, StringRef What, const Twine &Why);
  void unknownSize(const HostEvent &Event, ApplicationEvent &Line);
  std::string formula(const Expr *E) const;
  unsigned stream(const HostEvent &Event);
  void noteSize(const HostEvent &Event, ApplicationEvent &Line);
  /// Work of \p Seconds in the event's stream.
  void place(Engine Which, const HostEvent &Event, ApplicationEvent &Line,
             double Seconds, double Share = 1);
  double copySeconds(const HostEvent &Event, ApplicationEvent &Line);
  void copy(const HostEvent &Event, ApplicationEvent &Line);
  void fill(const HostEvent &Event, ApplicationEvent &Line);
  void pass(const HostEvent &Event, ApplicationEvent &Line);
  void launch(const HostEvent &Event, ApplicationEvent &Line);
  void run(const HostEvent &Event, ApplicationEvent &Line);
  bool concerns(AssumptionKind Lacking) const;

  const HostProgram &Program;
  double DramBandwidth;
  const HostLink &Link;
  LaunchTimer Timer;
  ApplicationPrediction &Result;

  ApplicationTimeline Timeline;
  DenseMap<const HostStep *, size_t> LineOf, LoopOf;
  std::vector<unsigned> OpenLoops;
  std::vector<std::string> OpenCalls;
  SmallVector<ApplicationTimeline::Mark, 8> Stretches;
  StringMap<unsigned> StreamOf;
  StringMap<double> TimeOfEvent; ///< when what an event waits for has ended
  std::set<Assumption, ClaimOrder> Told; ///< entries of the ledger
  DenseSet<const TimedLaunch *> ToldLaunches;
};

} // namespace

/// The ledger's entry for what the run takes for granted.
static Assumption ledgerEntry(const HostAssumption &A) {
  using Of = HostAssumption::Kind;
  Assumption Entry{
      .Kind = AssumptionKind::HostVariable, .Whole = {A.Value}, .Name = A.Name};
  if (A.Step) {
    Entry.Name = A.Step->ConditionText;
    Entry.Place = A.Step->Location;
  }
  switch (A.What) {
  case Of::Variable:
    Entry.Affects = AffectedPart::Application;
    switch (A.Source) {
    case HostAssumption::Origin::DefaultInSource:
      Entry.Reason = AssumptionReason::HostDefault;
      break;
    case HostAssumption::Origin::NoCommandLine:
      Entry.Reason = AssumptionReason::NoCommandLine;
      break;
    case HostAssumption::Origin::Launch:
      Entry.Reason = AssumptionReason::TakenForLaunch;
      break;
    }
    break;
  case Of::Condition:
    Entry.Kind = AssumptionKind::HostCondition;
    break;
  case Of::NeverLeaves:
    Entry.Kind = AssumptionKind::LoopEnd;
    break;
  case Of::Rounds:
    Entry.Kind = AssumptionKind::HostRounds;
    if (!A.Name.empty())
      Entry.Reason = AssumptionReason::OptionNamed;
    Entry.Detail = A.Name;
    break;
  case Of::UnknownHandle:
    Entry.Kind = AssumptionKind::HostHandle;
    break;
  }
  return Entry;
}

void Scheduler::assume(Assumption Entry) {
  if (Told.insert(Entry).second)
    Result.Assumptions.push_back(std::move(Entry));
}

void Scheduler::assumed(const HostAssumption &Assumption) {
  assume(ledgerEntry(Assumption));
}

void Scheduler::missing(ApplicationEvent &Line, StringRef What,
                        const Twine &Why) {
  if (!Line.Missing.empty())
    return;
  Line.Missing = Why.str();
  Result.Missing.push_back({Line.Location, What.str(), Line.Missing});
}

void Scheduler::unknownSize(const HostEvent &Event, ApplicationEvent &Line) {
  if (Event.SizeLack.empty())
    missing(Line, Line.Callee,
            "its size is not known: " + Event.Step.Action.BytesText);
  else
    missing(Line, Line.Callee,
            "its size is not known: give --arg " + Event.SizeLack + "=...");
}

/// \p E over the program's own names.
std::string Scheduler::formula(const Expr *E) const {
  return toText(E, [&](const Expr *Leaf) {
    auto Info = Program.Symbols.find(Leaf);
    return Info == Program.Symbols.end() ? "" : Info->second.Name;
  });
}

void Scheduler::enterLoop(const HostStep &Loop) {
  auto [It, New] = LoopOf.try_emplace(&Loop, Result.Loops.size());
  OpenLoops.push_back(static_cast<unsigned>(It->second));
  if (!New)
    return;
  ApplicationLoop L;
  L.Location = Loop.Location;
  L.Condition = Loop.ConditionText;
  if (Loop.Trips)
    L.Formula = formula(Loop.Trips);
  Result.Loops.push_back(std::move(L));
}

void Scheduler::leaveLoop(const HostStep &, double Rounds, double Times,
                          bool Assumed) {
  ApplicationLoop &L = Result.Loops[OpenLoops.back()];
  OpenLoops.pop_back();
  L.Trips = (L.Trips * L.Entered + Rounds * Times) / (L.Entered + Times);
  L.Entered += Times;
  L.Assumed |= Assumed;
}

/// The line that \p Event belongs to, new for its first execution.
ApplicationEvent &Scheduler::lineOf(const HostEvent &Event) {
  auto [It, New] = LineOf.try_emplace(&Event.Step, Result.Events.size());
  if (!New)
    return Result.Events[It->second];
  const HostAction &A = Event.Step.Action;
  ApplicationEvent Line;
  Line.What = A.What;
  Line.Location = Event.Step.Location;
  Line.Callee = A.Callee;
  Line.Operands = A.Operands;
  for (const std::string &Call : OpenCalls)
    if (!Call.empty())
      Line.CalledThrough.push_back(Call);
  Line.Loops = OpenLoops;
  Line.Direction = A.Direction;
  Line.Memory = Line.MemoryInSource = A.Memory;
  Line.Asynchronous = A.Asynchronous;
  Line.HasBytes = A.What == Kind::Copy || A.What == Kind::Fill ||
                  A.What == Kind::Allocate || A.What == Kind::Pass;
  Line.Algorithm = A.Pass.Algorithm;
  if (A.Pass.Elements)
    Line.ElementsFormula = formula(A.Pass.Elements);
  Line.BytesText = A.BytesText;
  if (A.Bytes)
    Line.BytesFormula = formula(A.Bytes);
  Line.Kernel = A.Kernel;
  Line.Stream = Event.Stream;
  Result.Events.push_back(std::move(Line));
  return Result.Events.back();
}

unsigned Scheduler::stream(const HostEvent &Event) {
  auto It = StreamOf.find(Event.Stream);
  if (It != StreamOf.end())
    return It->second;
  unsigned Stream = Timeline.addStream(!Event.Step.Action.NonBlocking);
  StreamOf[Event.Stream] = Stream;
  Result.Streams.resize(
      std::max<size_t>(Result.Streams.size(), Stream + size_t(1)));
  Result.Streams[Stream].Name = Event.Stream;
  return Stream;
}

void Scheduler::noteSize(const HostEvent &Event, ApplicationEvent &Line) {
  if (!Event.Size)
    return;
  uint64_t Bytes = *Event.Size;
  bool Assumed = Event.SizeAssumed;
  if (Line.What == Kind::Pass) {
    if (!Line.Elements)
      Line.Elements = *Event.Size;
    Line.ElementsAssumed |= Event.SizeAssumed;
    Assumed = true; // what a library moves is not read in its kernels
    Bytes = static_cast<uint64_t>(
        passWork(Event.Step.Action.Pass, *Event.Size).Bytes);
  }
  Line.BytesAssumed |= Assumed;
  if (!Line.Bytes) {
    Line.Bytes = Line.BytesLow = Line.BytesHigh = Bytes;
  } else {
    Line.BytesLow = std::min(Line.BytesLow, Bytes);
    Line.BytesHigh = std::max(Line.BytesHigh, Bytes);
  }
  Line.TotalBytes += static_cast<double>(Bytes) * Event.Times;
}

void Scheduler::place(Engine Which, const HostEvent &Event,
                      ApplicationEvent &Line, double Seconds, double Share) {
  unsigned Stream = stream(Event);
  TimeSpan When = Timeline.run(Which, Stream, Seconds, Line.HostWaits, Share);
  if (Line.Times == 0)
    Line.First = When;
  Line.Seconds += Seconds * Event.Times;
  Result.Streams[Stream].Seconds += Seconds * Event.Times;
}

/// Seconds of a copy; 0 where they are missing.
double Scheduler::copySeconds(const HostEvent &Event, ApplicationEvent &Line) {
  if (!Event.Size) {
    unknownSize(Event, Line);
    return 0;
  }
  double Bytes = static_cast<double>(*Event.Size);
  switch (Line.Direction) {
  case CopyKind::WithinDevice:
    return 2 * Bytes / DramBandwidth;
  case CopyKind::WithinHost:
    missing(Line, Line.Callee, "copies within the host are not modelled");
    return 0;
  case CopyKind::Unknown:
    missing(Line, Line.Callee, "its direction is not known");
    return 0;
  case CopyKind::ToDevice:
  case CopyKind::FromDevice:
    break;
  }
  Expected<double> Took = transferSeconds(
      Link.line(Line.Direction == CopyKind::ToDevice
                    ? TransferDirection::ToDevice
                    : TransferDirection::FromDevice,
                Line.Memory == MemoryKind::Pinned ? HostMemory::Pinned
                                                  : HostMemory::Pageable),
      Bytes);
  if (Took)
    return *Took;
  missing(Line, Line.Callee, toString(Took.takeError()));
  return 0;
}

void Scheduler::copy(const HostEvent &Event, ApplicationEvent &Line) {
  const HostAction &A = Event.Step.Action;
  bool ToDevice = A.Direction == CopyKind::ToDevice,
       FromDevice = A.Direction == CopyKind::FromDevice;
  if ((ToDevice || FromDevice) && A.Memory != MemoryKind::Pinned &&
      A.Memory != MemoryKind::Pageable) {
    if (A.Memory == MemoryKind::Unknown)
      assume({.Kind = AssumptionKind::HostMemory,
              .Name = Line.Operands,
              .Place = Line.Location,
              .Detail = Line.Callee});
    Line.Memory = MemoryKind::Pageable;
  }
  Line.HostWaits = (ToDevice || FromDevice) &&
                   (!A.Asynchronous || Line.Memory != MemoryKind::Pinned);
  if (Line.HostWaits && A.Asynchronous)
    assume({.Kind = AssumptionKind::PageableWaits});
  double Seconds = copySeconds(Event, Line);
  double Moved =
      Event.Size ? static_cast<double>(*Event.Size) * Event.Times : 0;
  if (ToDevice) {
    place(Engine::ToDevice, Event, Line, Seconds);
    Result.SecondsToDevice += Seconds * Event.Times;
    Result.BytesToDevice += Moved;
  } else if (FromDevice) {
    place(Engine::FromDevice, Event, Line, Seconds);
    Result.SecondsFromDevice += Seconds * Event.Times;
    Result.BytesFromDevice += Moved;
  } else {
    place(Engine::Device, Event, Line, Seconds);
    Result.SecondsOfFills += Seconds * Event.Times;
  }
}

void Scheduler::fill(const HostEvent &Event, ApplicationEvent &Line) {
  double Seconds = 0;
  if (Event.Size)
    Seconds = static_cast<double>(*Event.Size) / DramBandwidth;
  else
    unknownSize(Event, Line);
  Timeline.spend(Link.LaunchOverhead);
  place(Engine::Device, Event, Line, Seconds);
  Result.SecondsOfFills += Seconds * Event.Times;
}

void Scheduler::pass(const HostEvent &Event, ApplicationEvent &Line) {
  const LibraryPass &Pass = Event.Step.Action.Pass;
  PassWork Work;
  if (!Event.Size)
    missing(Line, Line.Callee,
            Event.SizeLack.empty()
                ? Twine("how many elements it goes over is not known")
                : "how many elements it goes over is not known: give --arg " +
                      Event.SizeLack + "=...");
  else
    Work = passWork(Pass, *Event.Size);
  if (Pass.CallsFunction)
    missing(Line, Line.Callee,
            "what it calls for every element is the program's own, and not "
            "modelled");
  if (Pass.MayBeQuery)
    assume({.Kind = AssumptionKind::LibraryStorage,
            .Name = Line.Callee,
            .Place = Line.Location});
  if (Line.Times == 0)
    Line.PassLaunches = Work.Launches;
  assume({.Kind = AssumptionKind::LibraryPass});
  Line.HostWaits = Pass.HostWaits;
  double Seconds = Work.Bytes / DramBandwidth;
  Timeline.spend(Link.LaunchOverhead * Work.Launches);
  place(Engine::Device, Event, Line, Seconds);
  Result.SecondsOfLibraries += Seconds * Event.Times;
  Result.LibraryLaunches += Work.Launches * Event.Times;
}

void Scheduler::launch(const HostEvent &Event, ApplicationEvent &Line) {
  const TimedLaunch &Timed = Timer(Event);
  if (Line.Times == 0) {
    Line.Grid = Timed.Grid;
    Line.Block = Timed.Block;
  }
  if (ToldLaunches.insert(&Timed).second)
    for (const Assumption &Entry : Timed.Assumptions)
      assume(Entry);
  if (!Timed.Missing.empty())
    missing(Line, "launch of " + Line.Kernel, Timed.Missing);
  double Seconds = Timed.Seconds.value_or(0);
  Timeline.spend(Link.LaunchOverhead * Timed.OverheadShare);
  place(Engine::Device, Event, Line, Seconds, Timed.Share);
  Result.SecondsOfKernels += Seconds * Event.Times;
  Result.Launches += Event.Times;
}

void Scheduler::run(const HostEvent &Event, ApplicationEvent &Line) {
  const HostAction &A = Event.Step.Action;
  switch (A.What) {
  case Kind::Allocate:
    if (A.Memory == MemoryKind::Managed)
      missing(Line, A.Callee,
              "the migration of managed memory's pages is not modelled");
    break;
  case Kind::Copy:
    copy(Event, Line);
    break;
  case Kind::Fill:
    fill(Event, Line);
    break;
  case Kind::Launch:
    launch(Event, Line);
    break;
  case Kind::Pass:
    pass(Event, Line);
    break;
  case Kind::CreateStream:
    stream(Event);
    break;
  case Kind::RecordEvent:
    TimeOfEvent[Event.Event] = Timeline.recordEvent(stream(Event));
    break;
  case Kind::StreamWaits:
    if (auto It = TimeOfEvent.find(Event.Event); It != TimeOfEvent.end())
      Timeline.makeWait(stream(Event), It->second);
    break;
  case Kind::WaitForStream:
    Timeline.waitForStream(stream(Event));
    break;
  case Kind::WaitForEvent:
    if (auto It = TimeOfEvent.find(Event.Event); It != TimeOfEvent.end())
      Timeline.waitUntil(It->second);
    break;
  case Kind::Free:
  case Kind::WaitForDevice:
    Timeline.waitForDevice();
    break;
  case Kind::Unmodelled:
    missing(Line, A.Callee, A.Note);
    break;
  }
}

void Scheduler::event(const HostEvent &Event) {
  ApplicationEvent &Line = lineOf(Event);
  noteSize(Event, Line);
  double Before = Timeline.now();
  run(Event, Line);
  // What is not work on the device happens where the host is.
  if (Line.Times == 0 && Line.First.End == 0)
    Line.First = {Before, Timeline.now()};
  Line.Times += Event.Times;
}

/// Whether a number that the GPU file lacks decides about anything here.
bool Scheduler::concerns(AssumptionKind Lacking) const {
  return any_of(Result.Events, [&](const ApplicationEvent &E) {
    bool To = E.Direction == CopyKind::ToDevice,
         From = E.Direction == CopyKind::FromDevice,
         Pinned = E.Memory == MemoryKind::Pinned;
    switch (Lacking) {
    case AssumptionKind::StartupToDevice:
      return To;
    case AssumptionKind::StartupFromDevice:
      return From;
    case AssumptionKind::PageableToDevice:
      return To && !Pinned;
    case AssumptionKind::PageableFromDevice:
      return From && !Pinned;
    case AssumptionKind::PinnedBandwidth:
      return (To || From) && Pinned;
    case AssumptionKind::LaunchOverhead:
      return E.What == Kind::Launch || E.What == Kind::Pass;
    default:
      llvm_unreachable("no number of the link");
    }
  });
}

void Scheduler::finish() {
  Result.Seconds = Timeline.end();
  Result.Composition = Timeline.composition();
  erase_if(Result.Streams, [](const StreamUse &S) { return S.Seconds <= 0; });
  for (const Assumption &A : Link.Assumptions)
    if (concerns(A.Kind))
      Result.Assumptions.push_back(A);
  if (!Program.Elsewhere.empty())
    Result.Assumptions.push_back({.Kind = AssumptionKind::OtherFiles,
                                  .Detail = join(Program.Elsewhere, ", ")});
}

ApplicationPrediction kernelcast::predictApplication(const HostProgram &Program,
                                                     const HostEntry &Entry,
                                                     const HostInputs &Inputs,
                                                     const GpuSpec &Gpu,
                                                     const HostLink &Link,
                                                     LaunchTimer Timer) {
  ApplicationPrediction Result;
  Result.Entry = Entry.Name;
  Result.Location = Entry.Location;
  Scheduler Watching(Program, Gpu, Link, Timer, Result);
  runHostProgram(Program, Entry, Inputs, Watching);
  Watching.finish();
  return Result;
}
