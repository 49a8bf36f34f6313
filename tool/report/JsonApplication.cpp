//===- JsonApplication.cpp - A host program's timeline for programs -------===//

#include "tool/report/JsonWriter.h"

using namespace llvm;
using namespace kernelcast;

using Kind = HostAction::Kind;

static StringRef word(Kind What) {
  switch (What) {
  case Kind::Allocate:
    return "allocate";
  case Kind::Free:
    return "free";
  case Kind::Copy:
    return "copy";
  case Kind::Fill:
    return "fill";
  case Kind::Launch:
    return "launch";
  case Kind::Pass:
    return "library-pass";
  case Kind::CreateStream:
    return "create-stream";
  case Kind::RecordEvent:
    return "record-event";
  case Kind::StreamWaits:
    return "stream-waits";
  case Kind::WaitForDevice:
    return "wait-for-device";
  case Kind::WaitForStream:
    return "wait-for-stream";
  case Kind::WaitForEvent:
    return "wait-for-event";
  case Kind::Unmodelled:
    return "unmodelled";
  }
  llvm_unreachable("every kind has a name");
}

static StringRef word(PassAlgorithm Algorithm) {
  switch (Algorithm) {
  case PassAlgorithm::Map:
    return "map";
  case PassAlgorithm::Reduction:
    return "reduction";
  case PassAlgorithm::Scan:
    return "scan";
  case PassAlgorithm::Selection:
    return "selection";
  case PassAlgorithm::RadixSort:
    return "radix-sort";
  case PassAlgorithm::MergeSort:
    return "merge-sort";
  }
  llvm_unreachable("every algorithm has a name");
}

static StringRef word(CopyKind Direction) {
  switch (Direction) {
  case CopyKind::ToDevice:
    return "to-device";
  case CopyKind::FromDevice:
    return "from-device";
  case CopyKind::WithinDevice:
    return "within-device";
  case CopyKind::WithinHost:
    return "within-host";
  case CopyKind::Unknown:
    return "unknown";
  }
  llvm_unreachable("every direction has a name");
}

static StringRef word(MemoryKind Memory) {
  switch (Memory) {
  case MemoryKind::Unknown:
    return "unknown";
  case MemoryKind::Pageable:
    return "pageable";
  case MemoryKind::Pinned:
    return "pinned";
  case MemoryKind::Device:
    return "device";
  case MemoryKind::Managed:
    return "managed";
  }
  llvm_unreachable("every memory has a name");
}

void JsonWriter::applicationEvent(const ApplicationEvent &Event) {
  Json.object([&] {
    text("kind", word(Event.What));
    text("call", Event.Callee);
    place("location", Event.Location);
    texts("called_through", Event.CalledThrough);
    Json.attributeArray("loops", [&] {
      for (unsigned Loop : Event.Loops)
        Json.value(Loop);
    });
    if (!Event.Operands.empty())
      text("operands", Event.Operands);
    if (Event.What == Kind::Copy) {
      text("direction", word(Event.Direction));
      text("host_memory", word(Event.Memory));
      Json.attribute("asynchronous", Event.Asynchronous);
      Json.attribute("host_waits", Event.HostWaits);
    } else if (Event.What == Kind::Allocate) {
      text("memory", word(Event.Memory));
    }
    if (Event.HasBytes)
      Json.attributeObject("bytes", [&] {
        text("source", Event.BytesText);
        text("formula", Event.BytesFormula);
        if (Event.Bytes) {
          Json.attribute("value", *Event.Bytes);
          Json.attribute("min", Event.BytesLow);
          Json.attribute("max", Event.BytesHigh);
          number("total", Event.TotalBytes);
        } else {
          Json.attribute("value", nullptr);
        }
        text("known", !Event.Bytes         ? "unknown"
                      : Event.BytesAssumed ? "assumed"
                                           : "exact");
      });
    if (Event.What == Kind::Pass) {
      text("algorithm", word(Event.Algorithm));
      Json.attribute("host_waits", Event.HostWaits);
      Json.attributeObject("elements", [&] {
        text("formula", Event.ElementsFormula);
        if (Event.Elements)
          Json.attribute("value", *Event.Elements);
        else
          Json.attribute("value", nullptr);
        text("known", !Event.Elements         ? "unknown"
                      : Event.ElementsAssumed ? "assumed"
                                              : "exact");
      });
      number("launches", Event.PassLaunches);
    }
    if (Event.What == Kind::Launch) {
      text("kernel", Event.Kernel);
      numbers("grid", Event.Grid);
      numbers("block", Event.Block);
    }
    text("stream", Event.Stream.empty() ? "default" : Event.Stream);
    number("times", Event.Times);
    number("start_s", Event.First.Start);
    number("end_s", Event.First.End);
    number("time_s", Event.Seconds);
    if (!Event.Missing.empty())
      text("missing", Event.Missing);
  });
}

void JsonWriter::application(const ApplicationPrediction &R) {
  Json.object([&] {
    text("entry", R.Entry);
    place("location", R.Location);
    if (R.Gpu)
      text("gpu", R.Gpu->Name);
    text("model", name(R.Model));
    text("mode", kernelcast::name(R.Mode));
    number("time_s", R.Seconds);
    Json.attribute("lower_bound", !R.Missing.empty());
    Json.attributeArray("breakdown", [&] {
      auto Part = [&](StringRef Name, double Seconds) {
        Json.object([&] {
          text("name", Name);
          number("time_s", Seconds);
        });
      };
      Part("copies", R.Composition.CopiesOnly);
      Part("kernels", R.Composition.DeviceOnly);
      Part("both", R.Composition.Overlapped);
      Part("idle", R.Composition.Idle);
    });
    Json.attributeObject("sums", [&] {
      number("to_device_s", R.SecondsToDevice);
      number("to_device_bytes", R.BytesToDevice);
      number("from_device_s", R.SecondsFromDevice);
      number("from_device_bytes", R.BytesFromDevice);
      number("kernels_s", R.SecondsOfKernels);
      number("launches", R.Launches);
      number("fills_s", R.SecondsOfFills);
      number("libraries_s", R.SecondsOfLibraries);
      number("library_launches", R.LibraryLaunches);
    });
    Json.attributeArray("streams", [&] {
      for (const StreamUse &S : R.Streams)
        Json.object([&] {
          text("name", S.Name.empty() ? "default" : S.Name);
          number("time_s", S.Seconds);
        });
    });
    Json.attributeArray("events", [&] {
      for (const ApplicationEvent &Event : R.Events)
        applicationEvent(Event);
    });
    Json.attributeArray("loops", [&] {
      for (const ApplicationLoop &Loop : R.Loops)
        Json.object([&] {
          place("location", Loop.Location);
          text("condition", Loop.Condition);
          text("formula", Loop.Formula);
          number("trips", Loop.Trips);
          number("entered", Loop.Entered);
          text("known", Loop.Assumed ? "assumed" : "exact");
        });
    });
    Json.attributeArray("missing", [&] {
      for (const MissingTime &M : R.Missing)
        Json.object([&] {
          place("location", M.Location);
          text("what", M.What);
          text("why", M.Why);
        });
    });
    assumptions(R.Assumptions);
  });
}
