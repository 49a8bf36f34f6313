//===- RunClock.h - The wall time of one run, by phase ----------*- C++ -*-===//
//
// The clock of the main thread, and the time before there was one. What happens
// before main (the program is mapped, the linker relocates it, static objects
// are made) is taken to last as long as the processor time that the process has
// used when this clock is made. Linux knows the wall time of a process's start
// to a hundredth of a second only, which is too coarse, and until then the
// process has waited for nothing but other processes.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_TOOL_RUNCLOCK_H
#define KERNELCAST_TOOL_RUNCLOCK_H

#include "analysis/support/PhaseClock.h"
#include <time.h>

namespace kernelcast {

/// To be made first, on the main thread. With one job the phases add up to the
/// wall time; the time of further jobs is added to it.
class RunClock {
public:
  RunClock() : Here(&Clock) {
    timespec Used = {};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &Used);
    SecondsBefore = double(Used.tv_sec) + 1e-9 * double(Used.tv_nsec);
    PhaseTimes Before;
    Before[Phase::StartUp] = SecondsBefore;
    Clock.add(Before);
  }

  /// Up to now.
  RunTiming timing() {
    RunTiming Result;
    Result.Phases = Clock.times();
    Result.WallSeconds = SecondsBefore + Clock.age();
    return Result;
  }

private:
  double SecondsBefore;
  PhaseClock Clock{Phase::StartUp};
  PhaseClock::Use Here;
};

} // namespace kernelcast

#endif // KERNELCAST_TOOL_RUNCLOCK_H
