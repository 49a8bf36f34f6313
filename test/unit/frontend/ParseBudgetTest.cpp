//===- ParseBudgetTest.cpp - Who exceeds the budget does not go on --------===//

#include "analysis/frontend/ParseBudget.h"
#include "analysis/support/CrashGuard.h"
#include "gtest/gtest.h"

using namespace kernelcast;

namespace {

TEST(ParseBudget, EndsTheGuardedWorkAndSaysWhy) {
  ParseBudget Budget;
  bool Before = false, After = false;
  EXPECT_FALSE(runGuarded(
      [&] {
        Budget.start();
        for (int I = 0; I != 100000; ++I)
          Budget.step();
        Before = true;
        if (Before)
          Budget.exceeded("more than there is");
        After = true;
      },
      ParseStackBytes));
  EXPECT_TRUE(Before);
  EXPECT_FALSE(After);
  EXPECT_EQ(Budget.why(), "more than there is");
}

TEST(ParseBudget, LetsOthersPass) {
  ParseBudget Budget;
  EXPECT_TRUE(runGuarded([&] { Budget.start(); }, ParseStackBytes));
  EXPECT_EQ(Budget.why(), "");
}

} // namespace
