//===- CrashGuard.h - A bug costs one file, not the run ----------*- C++
//-*-===//
//
// LLVM's crash recovery, with what it lacks for the likeliest crash of a
// compiler: source that is nested deeper than any stack. The handler for that
// needs a stack of its own, since the thread's is used up.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_TOOL_CRASHGUARD_H
#define KERNELCAST_TOOL_CRASHGUARD_H

#include "llvm/ADT/STLFunctionalExtras.h"

namespace kernelcast {

/// Recovery is on while one of these exists. One at a time.
class CrashGuard {
public:
  CrashGuard();
  ~CrashGuard();
  CrashGuard(const CrashGuard &) = delete;
};

/// Runs \p Work on a thread with a deep stack and waits for it. Returns false
/// if it crashed; what it held is then lost. Needs a CrashGuard.
bool runGuarded(llvm::function_ref<void()> Work);

} // namespace kernelcast

#endif // KERNELCAST_TOOL_CRASHGUARD_H
