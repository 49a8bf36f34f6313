//===- TaskStack.h - Work that makes more work ------------------*- C++ -*-===//
//
// Reading a source makes launches to be looked at, for which the source has to
// be kept. So what a task adds goes before what is not begun: the number of
// sources that are kept stays that of the threads, however many there are.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_TOOL_PRUNE_TASKSTACK_H
#define KERNELCAST_TOOL_PRUNE_TASKSTACK_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include <condition_variable>
#include <exception>
#include <functional>
#include <mutex>
#include <vector>

namespace kernelcast {

class TaskStack {
public:
  using Task = std::function<void()>;

  /// Adds \p New; may be called by tasks.
  void push(Task New);

  /// Runs tasks on \p Threads threads until there are none: those that were
  /// pushed, the last one first, and where there are none those that \p Next
  /// gives, of one thread at a time, until it gives an empty one. Where the
  /// system has fewer threads, those do it all. If one throws, nothing more is
  /// begun, and when all are done the first exception leaves.
  void run(unsigned Threads, llvm::function_ref<Task()> Next);

private:
  void work(llvm::function_ref<Task()> Next);
  void giveUp(std::exception_ptr Thrown);

  std::mutex Lock;
  std::condition_variable Changed;
  std::vector<Task> Waiting;
  unsigned Running = 0;
  bool Exhausted = false; ///< Next gives no more
  std::exception_ptr Failure;
};

} // namespace kernelcast

#endif // KERNELCAST_TOOL_PRUNE_TASKSTACK_H
