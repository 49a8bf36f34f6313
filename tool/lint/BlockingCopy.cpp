//===- BlockingCopy.cpp - Copies for which the host waits in a loop -------===//
//
// A loop that copies and works on the device, and waits for each copy, does one
// after the other in every round. The gain is that of the whole program with
// the copies of the loop in streams of their own, from pinned memory and with
// buffers enough, so that they run beside the work of other rounds. Whether a
// round needs what the one before it brought back is not known here: it is an
// upper bound.
//===----------------------------------------------------------------------===//

#include "tool/lint/Finding.h"
#include "tool/lint/HostLoops.h"
#include "tool/lint/HostTimeline.h"
#include "llvm/ADT/STLExtras.h"
#include <fmt/format.h>

using namespace llvm;
using namespace kernelcast;

static bool isBlocking(const ApplicationEvent *E) {
  return E->What == HostAction::Kind::Copy && E->HostWaits && E->Bytes &&
         !E->BytesAssumed &&
         (E->MemoryInSource == MemoryKind::Pageable ||
          E->MemoryInSource == MemoryKind::Pinned);
}

/// Whether \p E is work that runs on the device alone.
static bool isDeviceWork(const ApplicationEvent *E) {
  return E->Seconds > 0 && (E->What == HostAction::Kind::Launch ||
                            E->What == HostAction::Kind::Fill ||
                            (E->What == HostAction::Kind::Copy &&
                             E->Direction == CopyKind::WithinDevice));
}

std::vector<Finding>
kernelcast::findBlockingCopy(const HostTimeline &Timeline) {
  std::vector<Finding> Found;
  unsigned Looked = 0;
  for (const auto &[Loop, Events] : eventsOfLoops(Timeline.prediction())) {
    ApplicationChange Change;
    const ApplicationEvent *Costliest = nullptr;
    for (const ApplicationEvent *E : Events)
      if (isBlocking(E)) {
        Change.Overlapped.insert(E->Location);
        if (!Costliest || E->Seconds > Costliest->Seconds)
          Costliest = E;
      }
    if (!Costliest || none_of(Events, isDeviceWork) || ++Looked > MostHostLoops)
      continue;
    Finding F;
    F.Location = Costliest->Location;
    F.Message = fmt::format(
        "the host waits for this copy {} the device in every round of a loop, "
        "before it asks for more",
        Costliest->Direction == CopyKind::ToDevice ? "to" : "from");
    for (const SourceSpot &Place : Change.Overlapped)
      if (!(Place == Costliest->Location))
        F.Notes.push_back(
            {ReportDiagnostic::Level::Note, Place, "so it does for this copy"});
    F.Known = How::Bounded;
    F.Predicted = Timeline.gain(Change);
    Found.push_back(std::move(F));
  }
  return Found;
}
