//===- ApplicationChange.cpp - A host program written otherwise -----------===//

#include "cost_models/application/ApplicationChange.h"

using namespace llvm;
using namespace kernelcast;

/// \p What with an event of \p Of, in \p Stream. Names with blanks are none of
/// the source's.
static HostStep eventStep(HostAction::Kind What, const HostStep &Of,
                          const HandleName &Stream, bool NonBlocking) {
  HostStep Step;
  Step.What = HostStep::Kind::Action;
  Step.Location = Of.Location;
  Step.Action.What = What;
  Step.Action.Stream = Stream;
  Step.Action.Event.Name = "overlapped copy";
  Step.Action.NonBlocking = NonBlocking;
  return Step;
}

/// \p Copy in a stream of its own, with the work around that it needs.
static HostStep overlapped(const HostStep &Copy) {
  const bool ToDevice = Copy.Action.Direction == CopyKind::ToDevice;
  const HandleName Old = Copy.Action.Stream;
  HandleName Own;
  Own.Name = ToDevice ? "overlapped to device" : "overlapped from device";
  HostStep New = Copy;
  New.Action.Memory = MemoryKind::Pinned;
  New.Action.Asynchronous = true;
  New.Action.NonBlocking = true;
  New.Action.Stream = Own;
  const auto Record = HostAction::Kind::RecordEvent;
  const auto Wait = HostAction::Kind::StreamWaits;
  HostStep Both;
  Both.Location = Copy.Location;
  if (ToDevice)
    Both.Body = {New, eventStep(Record, Copy, Own, true),
                 eventStep(Wait, Copy, Old, false)};
  else
    Both.Body = {eventStep(Record, Copy, Old, false),
                 eventStep(Wait, Copy, Own, true), New};
  return Both;
}

static void change(std::vector<HostStep> &Steps,
                   const ApplicationChange &Change) {
  for (HostStep &Step : Steps) {
    change(Step.Body, Change);
    change(Step.Otherwise, Change);
    if (Step.What != HostStep::Kind::Action ||
        Step.Action.What != HostAction::Kind::Copy)
      continue;
    if (Change.Overlapped.count(Step.Location))
      Step = overlapped(Step);
    else if (Change.Pinned.count(Step.Location))
      Step.Action.Memory = MemoryKind::Pinned;
  }
}

HostEntry kernelcast::changed(const HostEntry &Entry,
                              const ApplicationChange &Change) {
  HostEntry New = Entry;
  change(New.Steps, Change);
  return New;
}
