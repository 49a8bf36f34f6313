//===- ApplicationPrediction.cpp - A host program's time ------------------===//
//
// Watches the host program run: each event gets its seconds and its place on
// the timeline, and the prediction its line. Executions of one call in one
// chain of calls are one line.
//===----------------------------------------------------------------------===//

#include "cost_models/application/ApplicationPrediction.h"
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
  void launch(const HostEvent &Event, ApplicationEvent &Line);
  void run(const HostEvent &Event, ApplicationEvent &Line);
  bool concerns(LinkAssumption::Number Lacking) const;

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
  std::set<std::string> Told;    ///< entries of the ledger
  DenseSet<const TimedLaunch *> ToldLaunches;
};

} // namespace

static std::string lineColumn(const SourceSpot &Spot) {
  return utostr(Spot.Line) + ":" + utostr(Spot.Column);
}

/// The ledger's entry for what the run takes for granted.
static Assumption ledgerEntry(const HostAssumption &A) {
  using Of = HostAssumption::Kind;
  auto Option = [&] { return "--arg " + A.Name + "=..."; };
  auto Place = [&] { return lineColumn(A.Step->Location); };
  auto Text = [&] {
    return "'" + A.Step->ConditionText + "' at " + lineColumn(A.Step->Location);
  };
  switch (A.What) {
  case Of::Variable: {
    StringRef Why;
    switch (A.Source) {
    case HostAssumption::Origin::DefaultInSource:
      Why = "its default in host code";
      break;
    case HostAssumption::Origin::NoCommandLine:
      Why = "no command line";
      break;
    case HostAssumption::Origin::Launch:
      Why = "as assumed for a launch";
      break;
    }
    return {"host variable " + A.Name,
            std::to_string(A.Value),
            (Why + "; give " + Option()).str(),
            {"application"}};
  }
  case Of::Condition:
    return {"condition " + Text(),
            A.Value ? "true" : "false",
            "its value is not known; give --assume '" + Place() +
                (A.Value ? " p=0'" : " p=1'"),
            {"application"}};
  case Of::NeverLeaves:
    return {"end of the loop by " + Text(),
            "never",
            "the condition's value is not known",
            {"application"}};
  case Of::Rounds:
    return {"rounds of the loop " + Text(),
            std::to_string(A.Value),
            "not known; give " + (A.Name.empty() ? "" : Option() + " or ") +
                "--assume '" + Place() + " trips=...'",
            {"application"}};
  case Of::UnknownHandle:
    return {"stream or event " + A.Name,
            "one of its own",
            "which one it is cannot be followed",
            {"overlap"}};
  }
  llvm_unreachable("every kind has an entry");
}

void Scheduler::assume(Assumption Entry) {
  if (Told.insert(Entry.What + "\n" + Entry.Value).second)
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
  if (Event.BytesLack.empty())
    missing(Line, Line.Callee,
            "its size is not known: " + Event.Step.Action.BytesText);
  else
    missing(Line, Line.Callee,
            "its size is not known: give --arg " + Event.BytesLack + "=...");
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
  Line.Memory = A.Memory;
  Line.Asynchronous = A.Asynchronous;
  Line.HasBytes =
      A.What == Kind::Copy || A.What == Kind::Fill || A.What == Kind::Allocate;
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
  if (!Event.Bytes)
    return;
  uint64_t Bytes = *Event.Bytes;
  Line.BytesAssumed |= Event.BytesAssumed;
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
  if (!Event.Bytes) {
    unknownSize(Event, Line);
    return 0;
  }
  double Bytes = static_cast<double>(*Event.Bytes);
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
      assume({"host memory of " + Line.Callee + " at " +
                  utostr(Line.Location.Line) + ": " + Line.Operands,
              "pageable",
              "where it is allocated is not known",
              {"transfer times"}});
    Line.Memory = MemoryKind::Pageable;
  }
  Line.HostWaits = (ToDevice || FromDevice) &&
                   (!A.Asynchronous || Line.Memory != MemoryKind::Pinned);
  if (Line.HostWaits && A.Asynchronous)
    assume({"asynchronous copies of pageable memory",
            "the host waits",
            "the runtime passes them through a buffer of its own",
            {"overlap"}});
  double Seconds = copySeconds(Event, Line);
  double Moved =
      Event.Bytes ? static_cast<double>(*Event.Bytes) * Event.Times : 0;
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
  if (Event.Bytes)
    Seconds = static_cast<double>(*Event.Bytes) / DramBandwidth;
  else
    unknownSize(Event, Line);
  Timeline.spend(Link.LaunchOverhead);
  place(Engine::Device, Event, Line, Seconds);
  Result.SecondsOfFills += Seconds * Event.Times;
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
  if (!Timed.Seconds)
    missing(Line, "launch of " + Line.Kernel, Timed.Missing);
  double Seconds = Timed.Seconds.value_or(0);
  Timeline.spend(Link.LaunchOverhead);
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
bool Scheduler::concerns(LinkAssumption::Number Lacking) const {
  using Number = LinkAssumption::Number;
  return any_of(Result.Events, [&](const ApplicationEvent &E) {
    bool To = E.Direction == CopyKind::ToDevice,
         From = E.Direction == CopyKind::FromDevice,
         Pinned = E.Memory == MemoryKind::Pinned;
    switch (Lacking) {
    case Number::StartupToDevice:
      return To;
    case Number::StartupFromDevice:
      return From;
    case Number::PageableToDevice:
      return To && !Pinned;
    case Number::PageableFromDevice:
      return From && !Pinned;
    case Number::Pinned:
      return (To || From) && Pinned;
    case Number::LaunchOverhead:
      return E.What == Kind::Launch;
    }
    llvm_unreachable("every number is decided on");
  });
}

void Scheduler::finish() {
  Result.Seconds = Timeline.end();
  Result.Composition = Timeline.composition();
  erase_if(Result.Streams, [](const StreamUse &S) { return S.Seconds <= 0; });
  for (const LinkAssumption &A : Link.Assumptions)
    if (concerns(A.Which))
      Result.Assumptions.push_back(A.Entry);
  if (!Program.Elsewhere.empty())
    Result.Assumptions.push_back({"functions of other files",
                                  "ask nothing of the device",
                                  join(Program.Elsewhere, ", "),
                                  {"application"}});
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
