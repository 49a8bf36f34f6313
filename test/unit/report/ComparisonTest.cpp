//===- ComparisonTest.cpp - GPUs and models side by side ------------------===//

#include "tool/report/Comparison.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace kernelcast;

static std::vector<Prediction>
predictions(std::initializer_list<double> Times) {
  std::vector<Prediction> Result(Times.size());
  size_t I = 0;
  for (double Time : Times)
    Result[I++].Seconds = Time;
  return Result;
}

// Sorted 1, 2, 3, 4, 20: the median is 3; 20 is more than twice as much, 1 less
// than half of it, 2 is not.
TEST(Agreement, NamesWhoStandsOut) {
  auto All = agreement(predictions({3, 20, 1, 2, 4}));
  if (!All)
    FAIL() << "nothing to agree on";
  EXPECT_EQ(All->Slowest, 1u);
  EXPECT_EQ(All->Fastest, 2u);
  EXPECT_EQ(All->Ratio, 20);
  EXPECT_EQ(All->Median, 3);
  EXPECT_THAT(All->StandOut, testing::ElementsAre(1, 2));
}

// Of an even number the median is the middle of two: (2 + 4) / 2.
TEST(Agreement, TakesTheMiddleOfTwo) {
  auto All = agreement(predictions({4, 2}));
  if (!All)
    FAIL() << "nothing to agree on";
  EXPECT_EQ(All->Ratio, 2);
  EXPECT_EQ(All->Median, 3);
  EXPECT_TRUE(All->StandOut.empty());
}

TEST(Agreement, NeedsTwoTimes) {
  EXPECT_FALSE(agreement({}));
  EXPECT_FALSE(agreement(predictions({1})));
  EXPECT_FALSE(agreement(predictions({1, 0})));
}

// A launch's counterpart on another GPU has the same shape, wherever it stands;
// assumed launches belong together even where their sizes differ.
TEST(Counterpart, IsTheSameWorkOnAnotherGpu) {
  auto A = std::make_shared<GpuSpec>(), B = std::make_shared<GpuSpec>();
  KernelReport Kernel;
  auto Add = [&](const std::shared_ptr<GpuSpec> &Gpu, uint64_t Blocks,
                 LaunchSource Source) {
    LaunchReport Launch;
    Launch.Gpu = Gpu;
    Launch.Profile.Launch.Grid = {Blocks, 1, 1};
    Launch.Profile.Launch.Source = Source;
    Kernel.Launches.push_back(Launch);
  };
  Add(A, 10, LaunchSource::HostCode);
  Add(A, 20, LaunchSource::Assumed);
  Add(B, 40, LaunchSource::Assumed);
  Add(B, 10, LaunchSource::HostCode);
  EXPECT_EQ(counterpart(Kernel, Kernel.Launches[0], *B), &Kernel.Launches[3]);
  EXPECT_EQ(counterpart(Kernel, Kernel.Launches[1], *B), &Kernel.Launches[2]);
  EXPECT_EQ(counterpart(Kernel, Kernel.Launches[1], *A), &Kernel.Launches[1]);
}
