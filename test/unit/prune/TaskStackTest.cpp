// Tasks that add tasks: all of them run once, and what is added comes first.

#include "tool/prune/TaskStack.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include <atomic>
#include <pthread.h>
#include <stdexcept>

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

// A task that throws ends them all, on this thread or on another, although
// there are always more; how many others begin until it is noticed is a matter
// of chance. The stack is then as new.
TEST(TaskStack, WhatIsThrownLeavesWhenAllAreDone) {
  TaskStack Tasks;
  for (unsigned Threads : {1u, 4u}) {
    constexpr int Many = 100'000'000;
    std::atomic<int> Begun = 0, Ended = 0;
    int Made = 0;
    EXPECT_THROW(Tasks.run(Threads,
                           [&]() -> TaskStack::Task {
                             if (Made == Many)
                               return nullptr;
                             return [&, Mine = ++Made] {
                               ++Begun;
                               if (Mine == 50)
                                 throw std::runtime_error("no memory");
                               ++Ended;
                             };
                           }),
                 std::runtime_error);
    EXPECT_EQ(Begun, Ended + 1);
    EXPECT_LT(Begun, Many);
  }
  int Left = 1;
  Tasks.run(2, [&]() -> TaskStack::Task {
    return Left-- ? TaskStack::Task([] {}) : nullptr;
  });
  EXPECT_EQ(Left, -1);
}

// No thread has a stack of half of all addresses: one thread does it all.
TEST(TaskStack, RunsOnTheThreadsThatThereAre) {
  pthread_attr_t Before, Huge;
  ASSERT_EQ(pthread_getattr_default_np(&Before), 0);
  ASSERT_EQ(pthread_getattr_default_np(&Huge), 0);
  ASSERT_EQ(pthread_attr_setstacksize(&Huge, size_t(1) << 47), 0);
  ASSERT_EQ(pthread_setattr_default_np(&Huge), 0);
  TaskStack Tasks;
  int Run = 0, Left = 10;
  Tasks.run(4, [&]() -> TaskStack::Task {
    return Left-- ? TaskStack::Task([&] { ++Run; }) : nullptr;
  });
  EXPECT_EQ(pthread_setattr_default_np(&Before), 0);
  EXPECT_EQ(Run, 10);
}
