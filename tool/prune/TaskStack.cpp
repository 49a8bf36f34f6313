//===- TaskStack.cpp - Work that makes more work --------------------------===//

#include "tool/prune/TaskStack.h"
#include <thread>
#include <utility>

using namespace kernelcast;

/// What \p Work throws (the standard library does where there is no memory);
/// null: nothing. A thread that it left would end the process.
static std::exception_ptr thrownBy(llvm::function_ref<void()> Work) {
  try {
    Work();
    return nullptr;
  } catch (...) {
    return std::current_exception();
  }
}

void TaskStack::push(Task New) {
  {
    const std::lock_guard Hold(Lock);
    if (!Failure)
      Waiting.push_back(std::move(New));
  }
  Changed.notify_one();
}

void TaskStack::work(llvm::function_ref<Task()> Next) {
  std::unique_lock Hold(Lock);
  while (true) {
    Task Mine;
    if (!Waiting.empty()) {
      Mine = std::move(Waiting.back());
      Waiting.pop_back();
    } else if (!Exhausted) {
      if (auto Thrown = thrownBy([&] { Mine = Next(); }))
        giveUp(std::move(Thrown));
      Exhausted = !Mine;
    }
    if (!Mine) {
      if (!Running) // nobody can add any more
        return Changed.notify_all();
      Changed.wait(Hold);
      continue;
    }
    ++Running;
    Hold.unlock();
    std::exception_ptr Thrown = thrownBy(Mine);
    Mine = nullptr; // what it keeps
    Hold.lock();
    if (Thrown)
      giveUp(std::move(Thrown));
    --Running;
    if (!Running)
      Changed.notify_all();
  }
}

void TaskStack::giveUp(std::exception_ptr Thrown) {
  if (!Failure)
    Failure = std::move(Thrown);
  Waiting.clear();
  Exhausted = true;
}

void TaskStack::run(unsigned Threads, llvm::function_ref<Task()> Next) {
  Exhausted = false;
  std::vector<std::thread> Others;
  Others.reserve(Threads);
  while (Others.size() + 1 < Threads)
    if (thrownBy([&] { Others.emplace_back([&] { work(Next); }); }))
      break; // no more to be had: those that there are do all
  work(Next);
  for (std::thread &Each : Others)
    Each.join();
  if (Failure)
    std::rethrow_exception(std::exchange(Failure, nullptr));
}
