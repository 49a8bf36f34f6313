//===- TaskStack.cpp - Work that makes more work --------------------------===//

#include "tool/prune/TaskStack.h"
#include <thread>

using namespace kernelcast;

void TaskStack::push(Task New) {
  {
    const std::lock_guard Hold(Lock);
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
      Mine = Next();
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
    Mine();
    Mine = nullptr; // what it keeps
    Hold.lock();
    --Running;
    if (!Running)
      Changed.notify_all();
  }
}

void TaskStack::run(unsigned Threads, llvm::function_ref<Task()> Next) {
  Exhausted = false;
  std::vector<std::thread> Others;
  for (unsigned I = 1; I < Threads; ++I)
    Others.emplace_back([&] { work(Next); });
  work(Next);
  for (std::thread &Each : Others)
    Each.join();
}
