//===- TinyKernels.cpp - Launches that take longer to ask for than to run -===//
//
// The host spends the launch overhead on each launch. Where a kernel in a loop
// is done before the host has asked for the next one, the device waits. The
// gain is that of the whole program with one overhead for all launches of the
// loop: one kernel for all of them, or a graph.
//===----------------------------------------------------------------------===//

#include "tool/lint/Finding.h"
#include "tool/lint/HostLoops.h"
#include "tool/lint/HostTimeline.h"
#include "tool/report/Numbers.h"
#include <fmt/format.h>

using namespace llvm;
using namespace kernelcast;

std::vector<Finding> kernelcast::findTinyKernels(const HostTimeline &Timeline) {
  const double Overhead = Timeline.link().LaunchOverhead;
  std::vector<Finding> Found;
  unsigned Looked = 0;
  for (const auto &[Loop, Events] : eventsOfLoops(Timeline.prediction())) {
    std::vector<const ApplicationEvent *> Tiny;
    double Launches = 0;
    for (const ApplicationEvent *E : Events)
      if (E->What == HostAction::Kind::Launch && E->Missing.empty() &&
          E->Seconds < E->Times * Overhead) {
        Tiny.push_back(E);
        Launches += E->Times;
      }
    if (Launches <= 1 || ++Looked > MostHostLoops)
      continue;
    ApplicationChange Change;
    Finding F;
    for (const ApplicationEvent *E : Tiny) {
      Change.OverheadShares[E->Location] = 1 / Launches;
      if (E != Tiny[0])
        F.Notes.push_back(
            {ReportDiagnostic::Level::Note, E->Location, "so is this launch"});
    }
    const double Each = Tiny[0]->Seconds / Tiny[0]->Times;
    const TimeUnit Unit = timeUnit(Overhead, /*Unicode=*/false);
    F.Location = Tiny[0]->Location;
    F.Message = fmt::format(
        "a launch in a loop is shorter than its overhead: {} {} on the device, "
        "{} {} on the host, {} launches",
        inUnit(Each, Unit), Unit.Name.str(), inUnit(Overhead, Unit),
        Unit.Name.str(), Launches);
    F.Predicted = Timeline.gain(Change);
    Found.push_back(std::move(F));
  }
  return Found;
}
