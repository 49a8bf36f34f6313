//===- HostRunActions.cpp - Calls of the runtime on the timeline ----------===//
//
//   copy to or from the device   start-up and bytes over bandwidth
//   (Transfer.h);
//                                the host waits, but for asynchronous copies
//                                of pinned memory
//   copy within the device       2 bytes / DRAM bandwidth
//   fill                         bytes / DRAM bandwidth, and a launch
//   launch                       the cost model's time without its launch
//                                overhead, which the host spends
//   free                         waits for the device
//===----------------------------------------------------------------------===//

#include "tool/HostRun.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace kernelcast;

using Kind = HostAction::Kind;
using Engine = ApplicationTimeline::Engine;

ApplicationEvent &HostRun::event(const HostStep &Step) {
  auto [It, New] = EventOf.try_emplace(&Step, Result.Events.size());
  if (!New)
    return Result.Events[It->second];
  const HostAction &A = Step.Action;
  ApplicationEvent E;
  E.What = A.What;
  E.Location = Step.Location;
  E.Callee = A.Callee;
  E.Operands = A.Operands;
  for (const std::string &Call : OpenCalls)
    if (!Call.empty())
      E.CalledThrough.push_back(Call);
  E.Loops = OpenLoops;
  E.Direction = A.Direction;
  E.Memory = A.Memory;
  E.Asynchronous = A.Asynchronous;
  E.HasBytes =
      A.What == Kind::Copy || A.What == Kind::Fill || A.What == Kind::Allocate;
  E.BytesText = A.BytesText;
  if (A.Bytes)
    E.BytesFormula = toText(A.Bytes, [&](const Expr *Leaf) {
      auto Info = Program.Symbols.find(Leaf);
      return Info == Program.Symbols.end() ? "" : Info->second.Name;
    });
  E.Kernel = A.Kernel;
  Result.Events.push_back(std::move(E));
  return Result.Events.back();
}

void HostRun::missing(ApplicationEvent &Event, StringRef What,
                      const Twine &Why) {
  if (!Event.Missing.empty())
    return;
  Event.Missing = Why.str();
  Result.Missing.push_back({Event.Location, What.str(), Event.Missing});
}

/// "streams[2]"; an index that is not known is one more stream.
std::string HostRun::key(const HandleName &Name) {
  std::string Key = Name.Name;
  for (const Expr *Index : Name.Indexes) {
    std::optional<Value> V = evaluate(Index);
    Key += "[" + (V ? itostr(V->Number) : std::string("?")) + "]";
  }
  if (!Name.Certain || StringRef(Key).contains("[?]"))
    assume("stream or event " + Key, "one of its own",
           "which one it is cannot be followed", "overlap");
  return Key;
}

unsigned HostRun::stream(const HandleName &Name, bool NonBlocking) {
  std::string Key = key(Name);
  auto It = StreamOf.find(Key);
  if (It != StreamOf.end())
    return It->second;
  unsigned Stream = Timeline.addStream(!NonBlocking);
  StreamOf[Key] = Stream;
  Result.Streams.resize(
      std::max<size_t>(Result.Streams.size(), Stream + size_t(1)));
  Result.Streams[Stream].Name = Key;
  return Stream;
}

/// The size of a copy, fill or allocation; nothing where it is not known.
std::optional<double> HostRun::size(const HostAction &A,
                                    ApplicationEvent &Event, double Weight) {
  std::optional<Value> V = evaluate(A.Bytes);
  if (!V)
    return std::nullopt;
  uint64_t Bytes = static_cast<uint64_t>(V->Number);
  if (A.Bytes->type().Signed && V->Number < 0)
    return std::nullopt;
  Event.BytesAssumed |= V->Assumed;
  if (!Event.Bytes) {
    Event.Bytes = Event.BytesLow = Event.BytesHigh = Bytes;
  } else {
    Event.BytesLow = std::min(Event.BytesLow, Bytes);
    Event.BytesHigh = std::max(Event.BytesHigh, Bytes);
  }
  Event.TotalBytes += static_cast<double>(Bytes) * Weight;
  return static_cast<double>(Bytes);
}

void HostRun::place(Engine Which, unsigned Stream, double Seconds,
                    ApplicationEvent &Event, double Weight, double Share) {
  TimeSpan When = Timeline.run(Which, Stream, Seconds, Event.HostWaits, Share);
  if (Event.Times == 0)
    Event.First = When;
  Event.Seconds += Seconds * Weight;
  Result.Streams[Stream].Seconds += Seconds * Weight;
}

void HostRun::copy(const HostAction &A, ApplicationEvent &Event,
                   double Weight) {
  std::optional<double> Bytes = size(A, Event, Weight);
  bool Leaves =
      A.Direction == CopyKind::ToDevice || A.Direction == CopyKind::FromDevice;
  if (Leaves && A.Memory != MemoryKind::Pinned &&
      A.Memory != MemoryKind::Pageable) {
    if (A.Memory == MemoryKind::Unknown)
      assume("host memory of " + Event.Callee + " at " +
                 utostr(Event.Location.Line) + ": " + Event.Operands,
             "pageable", "where it is allocated is not known",
             "transfer times");
    Event.Memory = MemoryKind::Pageable;
  }
  bool Pinned = Event.Memory == MemoryKind::Pinned;
  unsigned Stream = stream(A.Stream, A.NonBlocking);
  Event.HostWaits = Leaves && (!A.Asynchronous || !Pinned);
  if (Event.HostWaits && A.Asynchronous)
    assume("asynchronous copies of pageable memory", "the host waits",
           "the runtime passes them through a buffer of its own", "overlap");
  double Seconds = 0;
  if (!Bytes) {
    std::string Name = unknownIn(A.Bytes);
    missing(Event, Event.Callee,
            Name.empty()
                ? Twine("its size is not known: ") + A.BytesText
                : "its size is not known: give --arg " + Name + "=...");
  } else if (A.Direction == CopyKind::WithinDevice) {
    Seconds = 2 * *Bytes / DramBandwidth;
  } else if (Leaves) {
    auto Way = A.Direction == CopyKind::ToDevice
                   ? TransferDirection::ToDevice
                   : TransferDirection::FromDevice;
    Expected<double> Took = transferSeconds(
        Link.line(Way, Pinned ? HostMemory::Pinned : HostMemory::Pageable),
        *Bytes);
    if (Took)
      Seconds = *Took;
    else
      missing(Event, Event.Callee, toString(Took.takeError()));
  } else {
    missing(Event, Event.Callee,
            A.Direction == CopyKind::WithinHost
                ? "copies within the host are not modelled"
                : "its direction is not known");
  }
  Engine Which = A.Direction == CopyKind::FromDevice ? Engine::FromDevice
                 : A.Direction == CopyKind::ToDevice ? Engine::ToDevice
                                                     : Engine::Device;
  place(Which, Stream, Seconds, Event, Weight);
  double Moved = Bytes ? *Bytes * Weight : 0;
  if (Which == Engine::ToDevice) {
    Result.SecondsToDevice += Seconds * Weight;
    Result.BytesToDevice += Moved;
  } else if (Which == Engine::FromDevice) {
    Result.SecondsFromDevice += Seconds * Weight;
    Result.BytesFromDevice += Moved;
  } else {
    Result.SecondsOfFills += Seconds * Weight;
  }
}

void HostRun::fill(const HostAction &A, ApplicationEvent &Event,
                   double Weight) {
  std::optional<double> Bytes = size(A, Event, Weight);
  if (!Bytes) {
    std::string Name = unknownIn(A.Bytes);
    missing(Event, Event.Callee,
            Name.empty()
                ? Twine("its size is not known: ") + A.BytesText
                : "its size is not known: give --arg " + Name + "=...");
  }
  unsigned Stream = stream(A.Stream, A.NonBlocking);
  double Seconds = Bytes ? *Bytes / DramBandwidth : 0;
  Timeline.spend(Link.LaunchOverhead);
  place(Engine::Device, Stream, Seconds, Event, Weight);
  Result.SecondsOfFills += Seconds * Weight;
}

void HostRun::launch(const HostAction &A, ApplicationEvent &Event,
                     double Weight) {
  // The launch with numbers for what is known; the rest is assumed by the
  // rules of launches, and listed.
  LaunchSite Site;
  Site.Location = A.Site.Location;
  Site.Note = A.Site.Note;
  ExpressionPool &Pool = *Program.Pool;
  auto Number = [&](const Expr *E) -> const Expr * {
    if (!E || E->isConstant())
      return E;
    std::optional<Value> V = evaluate(E);
    return V ? Pool.constant(wrapToType(V->Number, E->type()), E->type())
             : nullptr;
  };
  for (unsigned I = 0; I != 3; ++I) {
    Site.Grid[I] = Number(A.Site.Grid[I]);
    Site.Block[I] = Number(A.Site.Block[I]);
  }
  Site.DynamicShared = Number(A.Site.DynamicShared);
  for (const Expr *Argument : A.Site.Arguments)
    Site.Arguments.push_back(Number(Argument));
  const TimedLaunch &Timed = Timer(A, Site);
  unsigned Stream = stream(A.Stream, A.NonBlocking);
  if (Event.Times == 0) {
    Event.Grid = Timed.Shape.Grid;
    Event.Block = Timed.Shape.Block;
  }
  bool First = ToldLaunches.insert(Timed.Identity).second;
  for (Assumption Entry :
       First ? Timed.Shape.Assumptions : std::vector<Assumption>()) {
    // Hosts share variables, and models what they take for granted.
    StringRef What = Entry.What;
    if (What.starts_with("argument ") || What.starts_with("registers ") ||
        What.starts_with("probability ") || What.starts_with("trip count ") ||
        What.starts_with("block") || What.starts_with("grid"))
      Entry.What = A.Callee + ": " + Entry.What;
    if (Told.insert(Entry.What + "\n" + Entry.Value).second)
      Result.Assumptions.push_back(Entry);
  }
  if (!Timed.Seconds)
    missing(Event, "launch of " + A.Kernel, Timed.Missing);
  double Seconds = Timed.Seconds.value_or(0);
  Timeline.spend(Link.LaunchOverhead);
  place(Engine::Device, Stream, Seconds, Event, Weight, Timed.Share);
  Result.SecondsOfKernels += Seconds * Weight;
  Result.Launches += Weight;
}

void HostRun::action(const HostStep &Step, double Weight) {
  ++Actions;
  const HostAction &A = Step.Action;
  ApplicationEvent &Event = event(Step);
  double Before = Timeline.now();
  if (Event.Times == 0)
    Event.Stream = key(A.Stream);
  switch (A.What) {
  case Kind::Allocate:
    size(A, Event, Weight);
    if (A.Memory == MemoryKind::Managed)
      missing(Event, A.Callee,
              "the migration of managed memory's pages is not modelled");
    break;
  case Kind::Copy:
    copy(A, Event, Weight);
    break;
  case Kind::Fill:
    fill(A, Event, Weight);
    break;
  case Kind::Launch:
    launch(A, Event, Weight);
    break;
  case Kind::CreateStream:
    stream(A.Stream, A.NonBlocking);
    break;
  case Kind::RecordEvent:
    EventTime[key(A.Event)] = Timeline.recordEvent(stream(A.Stream));
    break;
  case Kind::StreamWaits:
    if (auto It = EventTime.find(key(A.Event)); It != EventTime.end())
      Timeline.makeWait(stream(A.Stream), It->second);
    break;
  case Kind::WaitForStream:
    Timeline.waitForStream(stream(A.Stream, A.NonBlocking));
    break;
  case Kind::WaitForEvent:
    if (auto It = EventTime.find(key(A.Event)); It != EventTime.end())
      Timeline.waitUntil(It->second);
    break;
  case Kind::Free:
  case Kind::WaitForDevice:
    Timeline.waitForDevice();
    break;
  case Kind::Unmodelled:
    missing(Event, A.Callee, A.Note);
    break;
  }
  // What is not work on the device happens where the host is.
  if (Event.Times == 0 && Event.First.End == 0)
    Event.First = {Before, Timeline.now()};
  Event.Times += Weight;
}
