//===- ApplicationTimeline.cpp - When copies and kernels run --------------===//

#include "cost_models/application/ApplicationTimeline.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

using namespace kernelcast;

unsigned ApplicationTimeline::addStream(bool Blocking) {
  Streams.push_back({0, Blocking});
  return static_cast<unsigned>(Streams.size() - 1);
}

/// When the work before it lets work in \p Stream start.
double ApplicationTimeline::ready(unsigned Stream) const {
  double Ready = std::max(Host, Streams[Stream].End);
  if (Stream == 0) {
    for (const StreamState &S : Streams)
      if (S.Blocking)
        Ready = std::max(Ready, S.End);
  } else if (Streams[Stream].Blocking) {
    Ready = std::max(Ready, Streams[0].End);
  }
  return Ready;
}

/// The first time from \p From at which \p Share of the device is free for
/// \p Seconds.
double ApplicationTimeline::deviceFree(double From, double Seconds,
                                       double Share) const {
  // Shares are quotients: a little more than 1 is 1.
  constexpr double Whole = 1 + 1e-9;
  std::vector<double> Starts{From};
  for (const Work &W : Running)
    if (W.When.End > From)
      Starts.push_back(W.When.End);
  llvm::sort(Starts);
  auto Fits = [&](double Start) {
    // The load changes only where work starts; ends make room.
    std::vector<double> Times{Start};
    for (const Work &W : Running)
      if (W.When.Start > Start && W.When.Start < Start + Seconds)
        Times.push_back(W.When.Start);
    return llvm::all_of(Times, [&](double Time) {
      double Load = Share;
      for (const Work &W : Running)
        if (W.When.Start <= Time && W.When.End > Time)
          Load += W.Share;
      return Load <= Whole;
    });
  };
  for (double Start : Starts)
    if (Fits(Start))
      return Start;
  return Starts.back();
}

TimeSpan ApplicationTimeline::run(Engine Which, unsigned Stream, double Seconds,
                                  bool HostWaits, double Share) {
  TimeSpan When;
  When.Start = ready(Stream);
  if (Which == Engine::Device) {
    llvm::erase_if(Running, [&](const Work &W) { return W.When.End <= Host; });
    When.Start = deviceFree(When.Start, Seconds, Share);
  } else {
    When.Start = std::max(When.Start, EngineEnd[static_cast<unsigned>(Which)]);
  }
  When.End = When.Start + Seconds;
  if (Which == Engine::Device)
    Running.push_back({When, Which, Share});
  else
    EngineEnd[static_cast<unsigned>(Which)] = When.End;
  Streams[Stream].End = When.End;
  Done.push_back({When, Which, Share});
  if (HostWaits)
    Host = std::max(Host, When.End);
  return When;
}

double ApplicationTimeline::recordEvent(unsigned Stream) {
  return ready(Stream);
}

void ApplicationTimeline::makeWait(unsigned Stream, double Time) {
  Streams[Stream].End = std::max(Streams[Stream].End, Time);
}

void ApplicationTimeline::waitForStream(unsigned Stream) {
  Host = ready(Stream);
}

void ApplicationTimeline::waitUntil(double Time) {
  Host = std::max(Host, Time);
}

void ApplicationTimeline::waitForDevice() { Host = end(); }

double ApplicationTimeline::end() const {
  double End = Host;
  for (const StreamState &S : Streams)
    End = std::max(End, S.End);
  return End;
}

void ApplicationTimeline::repeat(const Mark &Since, double Times) {
  double Now = end(), More = (Now - Since.Time) * Times;
  if (!(More > 0))
    return;
  TimeComposition Like = compositionOf(Since, Now);
  Like.CopiesOnly *= Times;
  Like.DeviceOnly *= Times;
  Like.Overlapped *= Times;
  Like.Idle *= Times;
  Skipped.push_back({{Now, Now + More}, Like});
  for (StreamState &S : Streams)
    S.End += More;
  for (double &End : EngineEnd)
    End += More;
  Running.clear();
  Host += More;
}

/// A sweep over the starts and ends of all work from the mark to \p To: what
/// was asked before it had ended there.
TimeComposition ApplicationTimeline::compositionOf(const Mark &Since,
                                                   double To) const {
  double From = Since.Time;
  struct Change {
    double Time;
    int Copies, Device, Known;
  };
  std::vector<Change> Changes;
  auto Between = [&](const TimeSpan &When, int Copies, int Device, int Known) {
    double Start = std::max(When.Start, From), End = std::min(When.End, To);
    if (!(End > Start))
      return;
    Changes.push_back({Start, Copies, Device, Known});
    Changes.push_back({End, -Copies, -Device, -Known});
  };
  for (const Work &W : llvm::ArrayRef(Done).drop_front(Since.Done))
    Between(W.When, W.Which != Engine::Device, W.Which == Engine::Device, 0);
  TimeComposition Result;
  for (const Repeated &R : llvm::ArrayRef(Skipped).drop_front(Since.Skipped))
    if (R.When.Start >= From && R.When.End <= To) {
      Between(R.When, 0, 0, 1);
      Result.CopiesOnly += R.Like.CopiesOnly;
      Result.DeviceOnly += R.Like.DeviceOnly;
      Result.Overlapped += R.Like.Overlapped;
      Result.Idle += R.Like.Idle;
    }
  llvm::sort(Changes,
             [](const Change &A, const Change &B) { return A.Time < B.Time; });
  double Last = From;
  int Copies = 0, Device = 0, Known = 0;
  auto Pass = [&](double Time) {
    double Seconds = Time - Last;
    Last = Time;
    if (Known)
      return;
    (Copies ? (Device ? Result.Overlapped : Result.CopiesOnly)
            : (Device ? Result.DeviceOnly : Result.Idle)) += Seconds;
  };
  for (const Change &C : Changes) {
    Pass(C.Time);
    Copies += C.Copies;
    Device += C.Device;
    Known += C.Known;
  }
  Pass(To);
  return Result;
}

TimeComposition ApplicationTimeline::composition() const {
  return compositionOf({}, end());
}
