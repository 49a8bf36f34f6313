//===- EmulatedBlock.h - The threads of a block, one after another --------===//
//
// Every thread of a block runs on a stack of its own until it waits for others:
// at a barrier, or at a function of its warp. Then another goes on. A thread
// that returns leaves its stack to the next one that has not begun, so that a
// kernel without barriers needs a single stack and no switch at all.
//
// What a GPU leaves undefined or hangs on ends the launch with a message: a
// barrier that some threads never reach or reach on another line, a warp
// function without a lane that its mask names. Every other block starts its
// threads last first, so that a missing barrier has a chance to show.
//===----------------------------------------------------------------------===//
#ifndef MEASURE_HOST_EMULATEDBLOCK_H
#define MEASURE_HOST_EMULATEDBLOCK_H

#include "host/cuda_on_cpu/module.h"

#include <csetjmp>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <ucontext.h>
#include <vector>

namespace measure::emulation {

class BlockRunner {
public:
  BlockRunner() = default;
  ~BlockRunner();
  BlockRunner(const BlockRunner &) = delete;
  BlockRunner &operator=(const BlockRunner &) = delete;

  /// Runs block \p Block of \p Kernel. Does not return if the block fails: that
  /// calls \p Failed, which must leave for the caller's stack by a long jump.
  void run(const ModuleTable &Module, const KernelEntry &Kernel, uint3 GridSize,
           uint3 Block, uint3 BlockSize, void **Arguments);

  /// Forgets the threads of a block that failed.
  void abandon();

  /// "thread (1,0,0) of block (2,0,0)": the one that runs.
  std::string currentThread() const;
  /// Whether \p Address is where a thread's stack has run out.
  bool endsStack(const void *Address) const;
  void setFailed(void (*Function)(const std::string &Message)) {
    Failed = Function;
  }
  const Services &services() const;

private:
  enum class State {
    NotStarted,
    Running,
    Ready,
    AtBarrier,
    AtWarp,
    AtActive,
    Done
  };
  struct Fiber;
  struct Thread {
    ThreadState Is;
    State Now = State::NotStarted;
    Fiber *On = nullptr;
    int Line = 0; ///< where it waits
    WarpOperation Operation = WarpOperation::Synchronize;
    unsigned Mask = 0;
    uint64_t Value = 0;
    LaneValues Met;
  };
  struct Fiber {
    ucontext_t Begin;
    jmp_buf Context;
    bool Started = false;
    void *Stack = nullptr;
    Thread *Runs = nullptr;
  };

  int barrier(bool Predicate, int Line);
  const LaneValues *meet(WarpOperation Operation, unsigned Mask, uint64_t Value,
                         int Line);
  unsigned activeMask(int Line);
  [[noreturn]] void fail(const std::string &Message);

  static void fiberMain();
  void work(Fiber &Self);
  void begin(Thread &T, Fiber &On);
  /// Lets others run until the current thread may go on.
  void wait(State Why, int Line);
  /// The next fiber to run; null when the block is done.
  Fiber *next();
  void switchTo(Fiber &To);
  Fiber *freshFiber();
  Thread *lane(unsigned Warp, unsigned Lane);
  /// Lets the lanes go on if all that \p One waits for are there.
  bool complete(Thread &One);
  bool settleActiveMasks();
  std::string deadlock() const;

  const ModuleTable *Module = nullptr;
  const KernelEntry *Kernel = nullptr;
  void **Arguments = nullptr;
  void (*Failed)(const std::string &) = nullptr;
  std::vector<Thread> Threads;
  std::vector<size_t> Order; ///< in which the threads begin
  size_t Begun = 0, Ended = 0;
  size_t AtBarrier = 0, WithPredicate = 0;
  int BarrierResult = 0;
  std::deque<Thread *> Ready;
  std::vector<std::unique_ptr<Fiber>> Fibers;
  std::vector<Fiber *> Idle;
  Fiber Caller; ///< who called run()
  Fiber *Current = nullptr;
};

} // namespace measure::emulation

#endif // MEASURE_HOST_EMULATEDBLOCK_H
