//===- ReportTest.cpp - One kernel of several translation units -----------===//

#include "tool/report/Report.h"
#include "Example.h"
#include "gtest/gtest.h"

using namespace kernelcast;

/// The example twice, as if a second file had included the first.
static Report twice() {
  Report Result = exampleReport();
  Result.Files.push_back(Result.Files[0]);
  Result.Files[1].Path = "main.cu";
  return Result;
}

TEST(MergeKernels, KeepsOneOfEach) {
  Report Result = twice();
  mergeKernels(Result);
  EXPECT_EQ(Result.Files[0].Kernels.size(), 1u);
  EXPECT_EQ(Result.Files[1].Kernels.size(), 0u);
  EXPECT_EQ(Result.Files[0].Kernels[0].Launches.size(), 1u);
}

// "a/../main.cu" and "main.cu" are one file. Any file that exists will do.
TEST(MergeKernels, SeesThroughSpellingsOfPaths) {
  Report Result = twice();
  std::string Folder = KERNELCAST_SOURCE_DIR;
  Result.Files[0].Kernels[0].Location.File = Folder + "/tool/../CMakeLists.txt";
  Result.Files[1].Kernels[0].Location.File = Folder + "/CMakeLists.txt";
  mergeKernels(Result);
  EXPECT_EQ(Result.Files[1].Kernels.size(), 0u);
}

// The fragment alone knows no launch; the program that includes it does.
TEST(MergeKernels, PrefersKnownLaunches) {
  Report Result = twice();
  auto &Guess = Result.Files[0].Kernels[0].Launches[0].Profile.Launch;
  Guess.Source = LaunchSource::Assumed;
  Guess.Grid = {1, 1, 1};
  mergeKernels(Result);
  ASSERT_EQ(Result.Files[0].Kernels[0].Launches.size(), 1u);
  EXPECT_EQ(Result.Files[0].Kernels[0].Launches[0].Profile.Launch.Source,
            LaunchSource::HostCode);
}

TEST(MergeKernels, UnitesDifferentLaunches) {
  Report Result = twice();
  Result.Files[1].Kernels[0].Launches[0].Profile.Launch.Grid = {2, 1, 1};
  mergeKernels(Result);
  EXPECT_EQ(Result.Files[0].Kernels[0].Launches.size(), 2u);
}

TEST(MergeKernels, PrefersTheModelledOne) {
  Report Result = twice();
  KernelReport &Broken = Result.Files[0].Kernels[0];
  Broken.Status = ModelStatus::NotModelled;
  Broken.Launches.clear();
  mergeKernels(Result);
  ASSERT_EQ(Result.Files[0].Kernels.size(), 1u);
  EXPECT_EQ(Result.Files[0].Kernels[0].Status, ModelStatus::Modelled);
  EXPECT_EQ(countNotModelled(Result), 0u);
}

TEST(MergeKernels, KeepsInstantiationsApart) {
  Report Result = twice();
  Result.Files[1].Kernels[0].QualifiedName = "transpose<int>";
  mergeKernels(Result);
  EXPECT_EQ(Result.Files[1].Kernels.size(), 1u);
}

TEST(MergeKernels, ForgetsTemplatesInstantiatedElsewhere) {
  Report Result = twice();
  Result.Files[1].Kernels[0].QualifiedName = "transpose<int>";
  KernelReport &Template = Result.Files[0].Kernels[0];
  Template.Status = ModelStatus::NotModelled;
  Template.Launches.clear();
  mergeKernels(Result);
  EXPECT_EQ(Result.Files[0].Kernels.size(), 0u);
  EXPECT_EQ(Result.Files[1].Kernels.size(), 1u);
}
