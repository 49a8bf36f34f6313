//===- CrashGuard.cpp - A bug costs one file, not the run -----------------===//

#include "tool/CrashGuard.h"
#include "llvm/Support/CrashRecoveryContext.h"
#include <csignal>
#include <vector>

using namespace llvm;
using namespace kernelcast;

/// Deeply nested source needs deep recursion in Clang and after it.
static constexpr unsigned StackBytes = 256u << 20;
static constexpr unsigned HandlerStackBytes = 256u << 10;

CrashGuard::CrashGuard() {
  CrashRecoveryContext::Enable();
  // LLVM's handlers, but on the alternate stack.
  for (int Signal : {SIGSEGV, SIGBUS}) {
    struct sigaction Action;
    if (sigaction(Signal, nullptr, &Action) == 0) {
      Action.sa_flags |= SA_ONSTACK;
      sigaction(Signal, &Action, nullptr);
    }
  }
}

CrashGuard::~CrashGuard() { CrashRecoveryContext::Disable(); }

bool kernelcast::runGuarded(function_ref<void()> Work) {
  std::vector<char> HandlerStack(HandlerStackBytes);
  CrashRecoveryContext Context;
  return Context.RunSafelyOnThread(
      [&] {
        stack_t Alternate = {};
        Alternate.ss_sp = HandlerStack.data();
        Alternate.ss_size = HandlerStack.size();
        sigaltstack(&Alternate, nullptr);
        Work();
        Alternate.ss_flags = SS_DISABLE;
        sigaltstack(&Alternate, nullptr);
      },
      StackBytes);
}
