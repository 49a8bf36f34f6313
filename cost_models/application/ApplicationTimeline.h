//===- ApplicationTimeline.h - When copies and kernels run ------*- C++ -*-===//
//
// A list scheduler for what a host program asks of the device. Calls come in
// the order in which the host makes them; each gets its place in time at once:
//
//   stream    work in a stream starts when the work before it there has ended
//   default   work in the default stream waits for all blocking streams, and
//             work in a blocking stream for the default stream's
//   engine    one copy at a time in each direction; kernels run side by side
//             while the shares of the device that they fill add up to 1 or less
//   host      a blocking call holds the host until its work has ended; a launch
//             takes the host the launch overhead, and no work starts before
//             the host has asked for it
//
// Everything else that the host does takes no time here. Gajger 2017's
// application (section 4.5: the sum of its copies and kernels) is what comes
// out for blocking copies and one stream.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_COST_MODELS_APPLICATION_APPLICATIONTIMELINE_H
#define KERNELCAST_COST_MODELS_APPLICATION_APPLICATIONTIMELINE_H

#include <cstddef>
#include <optional>
#include <vector>

namespace kernelcast {

/// A stretch of time, in seconds from the start of the program.
struct TimeSpan {
  double Start = 0, End = 0;
  double seconds() const { return End - Start; }
};

/// What the device does with the whole time; adds up to it.
struct TimeComposition {
  double CopiesOnly = 0; ///< a copy to or from the host, no work on the device
  double DeviceOnly = 0; ///< kernels, fills and copies within the device alone
  double Overlapped = 0; ///< both at once
  double Idle = 0;       ///< neither: launch overhead
  double total() const { return CopiesOnly + DeviceOnly + Overlapped + Idle; }
};

class ApplicationTimeline {
public:
  enum class Engine : unsigned char { ToDevice, FromDevice, Device };

  /// Stream 0 is the default stream.
  ApplicationTimeline() { Streams.push_back({}); }

  /// A new stream; \p Blocking: it and the default stream wait for each other.
  unsigned addStream(bool Blocking);

  /// Work of \p Seconds in \p Stream. \p Share is how much of the device a
  /// kernel fills, 1 for all of it. \p HostWaits: the call returns at its end.
  TimeSpan run(Engine Which, unsigned Stream, double Seconds, bool HostWaits,
               double Share = 1);
  /// The host is busy for \p Seconds.
  void spend(double Seconds) { Host += Seconds; }

  /// What is in \p Stream now, as a time.
  double recordEvent(unsigned Stream);
  /// Later work in \p Stream starts at \p Time or after it.
  void makeWait(unsigned Stream, double Time);
  void waitForStream(unsigned Stream);
  void waitUntil(double Time);
  void waitForDevice();

  /// How far the host has come.
  double now() const { return Host; }
  /// The time at which the host and the device have done all that was asked.
  double end() const;

  /// All that was asked so far, up to end().
  struct Mark {
    double Time = 0;
    size_t Done = 0, Skipped = 0;
  };
  Mark mark() const { return {end(), Done.size(), Skipped.size()}; }
  /// Repeats what happened since \p Since, \p Times more, as time passing: a
  /// loop whose first iteration stands for others.
  void repeat(const Mark &Since, double Times);

  TimeComposition composition() const;

private:
  struct StreamState {
    double End = 0;
    bool Blocking = true;
  };
  struct Work {
    TimeSpan When;
    Engine Which;
    double Share;
  };
  /// Time that passed in repeat(), and what it was like.
  struct Repeated {
    TimeSpan When;
    TimeComposition Like;
  };
  double ready(unsigned Stream) const;
  double deviceFree(double From, double Seconds, double Share) const;
  TimeComposition compositionOf(const Mark &From, double To) const;

  std::vector<StreamState> Streams;
  std::vector<Work> Done;
  std::vector<Repeated> Skipped;
  double EngineEnd[2] = {0, 0}; ///< of the copy engines
  double Host = 0;
  /// Device work that ends after the host's present, for deviceFree().
  std::vector<Work> Running;
};

} // namespace kernelcast

#endif // KERNELCAST_COST_MODELS_APPLICATION_APPLICATIONTIMELINE_H
