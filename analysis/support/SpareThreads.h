//===- SpareThreads.h - Threads that have nothing to do ---------*- C++ -*-===//
//
// A run analyses its files side by side. Where it has fewer files than it may
// have threads, the kernels of a file are compiled side by side, too: a file
// that is done hands its thread to those that are not.
//
//   AssistedWork Work(Spare, Parts.size(), [=](size_t I) { ... });
//   ...                     something else, while spare threads are at it
//   Work.finish();          helps, and waits for the last one
//
// What is computed must not depend on how many threads there were.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_SUPPORT_SPARETHREADS_H
#define KERNELCAST_ANALYSIS_SUPPORT_SPARETHREADS_H

#include "analysis/support/PhaseClock.h"
#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>

namespace kernelcast {

/// How many more threads may run.
class SpareThreads {
public:
  explicit SpareThreads(unsigned Count) : Count(Count) {}

  /// One more that nobody needs.
  void give() {
    const std::lock_guard Hold(Lock);
    ++Count;
  }
  /// One for the caller, who puts it back; false if there is none.
  bool take() {
    const std::lock_guard Hold(Lock);
    if (Count == 0)
      return false;
    --Count;
    ++Out;
    return true;
  }
  void putBack() {
    const std::lock_guard Hold(Lock);
    ++Count;
    --Out;
    Changed.notify_all();
  }
  /// Waits until none is out, and has none from then on. The owner of their
  /// work waits for them, too, unless it has crashed.
  void close() {
    std::unique_lock Hold(Lock);
    Changed.wait(Hold, [&] { return Out == 0; });
    Count = 0;
  }

private:
  std::mutex Lock;
  std::condition_variable Changed;
  unsigned Count;
  unsigned Out = 0; ///< taken and not put back
};

/// Calls that spare threads make while their owner does something else.
class AssistedWork {
public:
  /// Begins to call \p Each once for every number below \p Times, the lower
  /// numbers first, on threads of \p Spare (null: none). What \p Each uses must
  /// outlive the calls even where the owner crashes: it holds it.
  AssistedWork(std::shared_ptr<SpareThreads> Spare, size_t Times,
               std::function<void(size_t)> Each)
      : All(std::make_shared<State>(std::move(Spare), Times, std::move(Each))) {
    recruit();
  }
  AssistedWork(const AssistedWork &) = delete;
  AssistedWork &operator=(const AssistedWork &) = delete;
  ~AssistedWork() { finish(); }

  /// Makes the calls that nobody has begun, and returns when all are made. The
  /// clock of this thread gets what the others have spent.
  void finish() {
    recruit();
    All->work();
    PhaseScope Waiting(Phase::Other);
    std::unique_lock Hold(All->Lock);
    All->Changed.wait(Hold, [&] { return All->Running == 0; });
    if (PhaseClock *Clock = PhaseClock::current())
      Clock->add(std::exchange(All->Spent, {}));
  }

private:
  struct State {
    const std::shared_ptr<SpareThreads> Spare;
    const size_t Times;
    const std::function<void(size_t)> Each;
    std::atomic<size_t> Next = 0;
    std::mutex Lock;
    std::condition_variable Changed;
    unsigned Running = 0; ///< threads beside the owner's
    PhaseTimes Spent;     ///< by those

    State(std::shared_ptr<SpareThreads> Spare, size_t Times,
          std::function<void(size_t)> Each)
        : Spare(std::move(Spare)), Times(Times), Each(std::move(Each)) {}
    void work() {
      for (size_t I = Next++; I < Times; I = Next++)
        Each(I);
    }
  };
  const std::shared_ptr<State> All;

  /// A thread for each call that is open, as far as there are any. They are
  /// nobody's, since their owner may crash.
  void recruit() {
    if (!All->Spare)
      return;
    for (size_t Open = All->Next; Open < All->Times; ++Open) {
      if (!All->Spare->take())
        return;
      {
        const std::lock_guard Hold(All->Lock);
        ++All->Running;
      }
      try {
        std::thread([All = All] {
          PhaseClock Mine;
          {
            PhaseClock::Use Here(&Mine);
            All->work();
          }
          All->Spare->putBack();
          const std::lock_guard Hold(All->Lock);
          All->Spent += Mine.times();
          --All->Running;
          All->Changed.notify_all();
        }).detach();
      } catch (const std::system_error &) { // no more threads to be had
        All->Spare->putBack();
        const std::lock_guard Hold(All->Lock);
        --All->Running;
        return;
      }
    }
  }
};

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_SUPPORT_SPARETHREADS_H
