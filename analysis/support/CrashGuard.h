//===- CrashGuard.h - A bug costs one file, not the run ---------*- C++ -*-===//
//
// LLVM's crash recovery, with what it lacks for the likeliest crash of a
// compiler: source that is nested deeper than any stack. The handler for that
// needs a stack of its own, since the thread's is used up.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_SUPPORT_CRASHGUARD_H
#define KERNELCAST_ANALYSIS_SUPPORT_CRASHGUARD_H

#include "analysis/support/PhaseClock.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/CrashRecoveryContext.h"
#include "llvm/Support/thread.h"
#include <csignal>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

namespace kernelcast {

/// Sets LLVM's handlers of signals, which one that was not from guarded work
/// has taken away again, and lets those of a full stack run on another one.
inline void enableCrashRecovery() {
  static std::mutex Lock;
  static void (*Handlers[2])(int) = {nullptr, nullptr};
  const std::lock_guard Hold(Lock);
  llvm::CrashRecoveryContext::Enable();
  for (auto [I, Signal] : {std::pair(0, SIGSEGV), std::pair(1, SIGBUS)}) {
    struct sigaction Action;
    if (sigaction(Signal, nullptr, &Action) != 0)
      continue;
    if (!Handlers[I])
      Handlers[I] = Action.sa_handler;
    // One that is set since is not ours to change.
    if (Action.sa_handler != Handlers[I] || (Action.sa_flags & SA_ONSTACK))
      continue;
    Action.sa_flags |= SA_ONSTACK;
    sigaction(Signal, &Action, nullptr);
  }
}

/// Runs \p Work on a thread with \p StackBytes of stack (virtual memory only:
/// untouched pages cost nothing) and waits for it. Work inside other guarded
/// work stays on that one's thread, whose stack is hardly used there. Returns
/// false if it crashed; what it held is then lost.
inline bool runGuarded(llvm::function_ref<void()> Work, unsigned StackBytes) {
  static thread_local unsigned StackHere = 0; ///< of this guarded thread
  enableCrashRecovery();
  if (StackHere >= StackBytes)
    return llvm::CrashRecoveryContext().RunSafely(Work);
  bool Survived = false;
  PhaseClock *Clock = PhaseClock::current();
  std::vector<char> HandlerStack(256u << 10);
  llvm::thread Worker(std::optional<unsigned>(StackBytes), [&] {
    PhaseClock::Use Here(Clock); // the thread that waits lends it
    StackHere = StackBytes;
    stack_t Alternate = {};
    Alternate.ss_sp = HandlerStack.data();
    Alternate.ss_size = HandlerStack.size();
    sigaltstack(&Alternate, nullptr);
    llvm::CrashRecoveryContext Guard;
    Survived = Guard.RunSafely(Work);
    Alternate.ss_flags = SS_DISABLE;
    sigaltstack(&Alternate, nullptr);
  });
  Worker.join();
  return Survived;
}

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_SUPPORT_CRASHGUARD_H
