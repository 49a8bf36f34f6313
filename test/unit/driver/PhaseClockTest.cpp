//===- PhaseClockTest.cpp - Phases of a run -------------------------------===//

#include "analysis/support/PhaseClock.h"
#include "gtest/gtest.h"
#include <thread>

using namespace kernelcast;

namespace {

void sleep(int Milliseconds) {
  std::this_thread::sleep_for(std::chrono::milliseconds(Milliseconds));
}

TEST(PhaseClock, PhasesExcludeThoseInsideAndAddUp) {
  PhaseClock Clock;
  PhaseClock::Use Here(&Clock);
  {
    PhaseScope Outer(Phase::Lowering);
    sleep(3);
    {
      PhaseScope Inner(Phase::Facts);
      sleep(5);
    }
    sleep(3);
  }
  PhaseTimes Times = Clock.times();
  EXPECT_GE(Times[Phase::Lowering], 6e-3);
  EXPECT_GE(Times[Phase::Facts], 5e-3);
  EXPECT_EQ(Times[Phase::Models], 0);
  // Every moment is in one phase, and none in two.
  EXPECT_NEAR(Times.total(), Clock.age(), 1e-9);
}

TEST(PhaseClock, ThreadsThatWaitLendTheirClock) {
  PhaseClock Clock;
  PhaseClock::Use Here(&Clock);
  std::thread Worker([&] {
    {
      PhaseScope Unseen(Phase::Host);
    } // no clock on this thread yet
    PhaseClock::Use There(&Clock);
    PhaseScope Timed(Phase::Parse);
    sleep(2);
  });
  Worker.join();
  EXPECT_GE(Clock.times()[Phase::Parse], 2e-3);
  EXPECT_EQ(Clock.times()[Phase::Host], 0);
}

TEST(PhaseClock, IsNotNeeded) {
  PhaseClock::Use Here(nullptr);
  PhaseScope Timed(Phase::Parse);
  EXPECT_EQ(PhaseClock::current(), nullptr);
}

} // namespace
