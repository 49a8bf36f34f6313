//===- SpareThreadsTest.cpp - Work that spare threads help with -----------===//

#include "analysis/support/SpareThreads.h"
#include "gtest/gtest.h"
#include <set>
#include <vector>

using namespace kernelcast;

namespace {

unsigned spareNow(SpareThreads &Spare) {
  unsigned Count = 0;
  while (Spare.take())
    ++Count;
  for (unsigned I = 0; I != Count; ++I)
    Spare.putBack();
  return Count;
}

TEST(SpareThreads, AreTakenAndGivenBack) {
  SpareThreads Spare(1);
  Spare.give();
  EXPECT_TRUE(Spare.take());
  EXPECT_TRUE(Spare.take());
  EXPECT_FALSE(Spare.take());
  Spare.putBack();
  EXPECT_EQ(spareNow(Spare), 1u);
}

TEST(SpareThreads, AreWaitedForInTheEnd) {
  SpareThreads Spare(1);
  ASSERT_TRUE(Spare.take());
  std::atomic<bool> Done = false;
  std::thread Other([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    Done = true;
    Spare.putBack();
  });
  Spare.close();
  EXPECT_TRUE(Done);
  EXPECT_FALSE(Spare.take());
  Other.join();
}

TEST(AssistedWork, IsDoneOnceWhoeverHelps) {
  for (unsigned Threads : {0u, 1u, 3u, 100u}) {
    auto Spare = std::make_shared<SpareThreads>(Threads);
    std::vector<std::atomic<int>> Calls(50);
    AssistedWork Work(Spare, Calls.size(), [&](size_t I) { ++Calls[I]; });
    Work.finish();
    for (const std::atomic<int> &Each : Calls)
      EXPECT_EQ(Each, 1);
    EXPECT_EQ(spareNow(*Spare), Threads);
  }
}

TEST(AssistedWork, IsItsOwnersAloneWithoutSpareThreads) {
  std::vector<size_t> Order;
  std::set<std::thread::id> Threads;
  {
    AssistedWork Work(nullptr, 4, [&](size_t I) {
      Order.push_back(I);
      Threads.insert(std::this_thread::get_id());
    });
    EXPECT_TRUE(Order.empty()) << "the owner has something else to do first";
  }
  EXPECT_EQ(Order, (std::vector<size_t>{0, 1, 2, 3}));
  EXPECT_EQ(Threads, std::set{std::this_thread::get_id()});
}

// The calls wait for one another: a single thread would never return.
TEST(AssistedWork, RunsSideBySide) {
  auto Spare = std::make_shared<SpareThreads>(2);
  std::atomic<int> Here = 0;
  AssistedWork(Spare, 3, [&](size_t) {
    for (++Here; Here != 3;)
      std::this_thread::yield();
  }).finish();
  EXPECT_EQ(Here, 3);
}

// A thread that becomes spare while the work goes on helps from finish() on.
TEST(AssistedWork, TakesThreadsThatCameLater) {
  auto Spare = std::make_shared<SpareThreads>(0);
  std::atomic<int> Here = 0;
  AssistedWork Work(Spare, 2, [&](size_t) {
    for (++Here; Here != 2;)
      std::this_thread::yield();
  });
  Spare->give();
  Work.finish();
  EXPECT_EQ(spareNow(*Spare), 1u);
}

TEST(AssistedWork, AddsWhatOthersHaveSpent) {
  PhaseClock Clock;
  PhaseClock::Use Here(&Clock);
  auto Spare = std::make_shared<SpareThreads>(1);
  std::atomic<int> Both = 0;
  AssistedWork(Spare, 2, [&](size_t) {
    PhaseScope Timed(Phase::Facts);
    for (++Both; Both != 2;)
      std::this_thread::yield();
    std::this_thread::sleep_for(std::chrono::milliseconds(4));
  }).finish();
  EXPECT_GE(Clock.times()[Phase::Facts], 8e-3);
}

} // namespace
