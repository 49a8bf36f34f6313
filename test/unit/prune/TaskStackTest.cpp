// Tasks that add tasks: all of them run once, and what is added comes first.

#include "tool/prune/TaskStack.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include <atomic>

using namespace kernelcast;

// On one thread the order is known: 0 adds 10 and 11, of which the later one is
// first, before 1 is begun.
TEST(TaskStack, WhatIsAddedComesFirst) {
  TaskStack Tasks;
  std::vector<int> Order;
  int Next = 0;
  Tasks.run(1, [&]() -> TaskStack::Task {
    if (Next == 2)
      return nullptr;
    return [&, Mine = Next++] {
      Order.push_back(Mine);
      for (int I : {0, 1})
        Tasks.push([&, I, Mine] { Order.push_back(10 + 10 * Mine + I); });
    };
  });
  EXPECT_THAT(Order, testing::ElementsAre(0, 11, 10, 1, 21, 20));
}

// 100 tasks with 50 of their own each, on four threads, and again on the same
// stack: 100 + 5000.
TEST(TaskStack, AllRunOnce) {
  TaskStack Tasks;
  for (int Round : {1, 2}) {
    std::atomic<int> Run = 0;
    int Left = 100;
    Tasks.run(4, [&]() -> TaskStack::Task {
      if (!Left--)
        return nullptr;
      return [&] {
        ++Run;
        for (int I = 0; I != 50; ++I)
          Tasks.push([&] { ++Run; });
      };
    });
    EXPECT_EQ(Run, 5100) << "round " << Round;
  }
}

TEST(TaskStack, NoTasks) {
  TaskStack().run(3, []() -> TaskStack::Task { return nullptr; });
}
