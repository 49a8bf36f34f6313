//===- SpillCachesTest.cpp - Which cache has a spilled register -----------===//

#include "analysis/hardware/GpuSpec.h"
#include "analysis/specialize/CacheEstimate.h"
#include <gtest/gtest.h>

using namespace kernelcast;

namespace {

/// 16 waves on each multiprocessor, whose lanes have \p Bytes of local memory.
WarpProfile spilling(const KernelModel &Kernel, const GpuSpec &Gpu,
                     std::vector<WarpProfile::SpillTraffic> Reuses) {
  WarpProfile Profile;
  Profile.Kernel = &Kernel;
  Profile.Launch.Grid = {1000, 1, 1};
  Profile.Launch.Block = {256, 1, 1};
  Profile.WarpSize = Gpu.WarpSize;
  Profile.Warps = 8000;
  Profile.Residency.BlocksPerSM = 2;
  Profile.Residency.WarpsPerSM = 16;
  for (const WarpProfile::SpillTraffic &Each : Reuses) {
    Profile.SpillStoreBytes += Each.Stored;
    Profile.SpillLoadBytes += Each.Loaded;
  }
  Profile.SpillReuses = std::move(Reuses);
  return Profile;
}

// 512 threads share the 32 KiB of the L0s of a W6600's work-group processor:
// each has 64 bytes; 7168 threads share 2 MiB of the L2, 292 bytes each, and 32
// MiB of the Infinity Cache, 4681 bytes each. What lies no farther back is
// there. Of what is two capacities away, m = 1 - exp(-2 m) is lost, 0.797.
TEST(SpillCaches, HaveWhatLiesNoFartherBack) {
  GpuSpec Gpu = llvm::cantFail(findGpu("w6600"));
  ASSERT_EQ(Gpu.L1Bytes.Value, 32768);
  ASSERT_EQ(Gpu.L2Bytes.Value, 2097152);
  Gpu.L3Bytes.Value = 33554432;
  KernelModel Kernel;
  Kernel.Resources.emplace();
  Kernel.Resources->ScratchBytes = 64;
  const double Twice = 0.7968121300200199;
  auto Estimate = [&](std::vector<WarpProfile::SpillTraffic> Reuses) {
    WarpProfile Profile = spilling(Kernel, Gpu, std::move(Reuses));
    estimateCaches(Profile, Gpu);
    return Profile.Caches;
  };
  // All fits: stores go through the L1, and nothing leaves the L2.
  CacheEstimate Near = Estimate({{64, 320, 320}});
  EXPECT_EQ(Near.Sectors, 20);
  EXPECT_EQ(Near.L2Sectors, 10);
  EXPECT_EQ(Near.BehindL2Sectors, 0);
  EXPECT_EQ(Near.LocalL1Hits, 1);
  // As much again lies between: the L1 has lost a share.
  Kernel.Resources->ScratchBytes = 292;
  CacheEstimate Behind = Estimate({{64, 0, 320}, {128, 320, 320}, {292, 0, 0}});
  EXPECT_NEAR(Behind.L2Sectors, 10 + 10 * Twice, 1e-9);
  EXPECT_EQ(Behind.BehindL2Sectors, 0);
  EXPECT_NEAR(Behind.LocalL1Hits, 1 - Twice / 2, 1e-9);
  EXPECT_EQ(Behind.LocalL2Hits, 1);
  // Of two capacities of the L2 it has lost that share of what lies as far
  // back, and of all that is stored. The Infinity Cache has everything.
  Kernel.Resources->ScratchBytes = 2097152.0 * 2 / 7168;
  const unsigned Far = Kernel.Resources->ScratchBytes;
  CacheEstimate Lost = Estimate({{100, 320, 320}, {Far, 320, 320}});
  EXPECT_NEAR(Lost.BehindL2Sectors, (20 + 10) * Twice, 0.05);
  EXPECT_EQ(Lost.MemoryShare, 0);
  // And of two capacities of that one it has lost the share, too.
  Kernel.Resources->ScratchBytes = 33554432.0 * 2 / 7168;
  const unsigned Farthest = Kernel.Resources->ScratchBytes;
  CacheEstimate Memory = Estimate({{100, 320, 320}, {Farthest, 320, 320}});
  EXPECT_NEAR(Memory.BehindL2Sectors, 20 + 10, 1e-3);
  EXPECT_NEAR(Memory.BehindL2Sectors * Memory.MemoryShare, (20 + 10) * Twice,
              0.01);
}

// Where the compiler's log says how much is spilled and nothing else, all is
// used alike: a cache of half of it has half.
TEST(SpillCaches, TakeWhatIsNotKnownToBeUsedAlike) {
  GpuSpec Gpu = llvm::cantFail(findGpu("w6600"));
  KernelModel Kernel;
  WarpProfile Profile = spilling(Kernel, Gpu, {});
  Profile.LoggedSpills = {128, 128};
  Profile.SpillStoreBytes = Profile.SpillLoadBytes = 320;
  estimateCaches(Profile, Gpu);
  EXPECT_EQ(Profile.Caches.L2Sectors, 10 + 5);
  EXPECT_EQ(Profile.Caches.BehindL2Sectors, 0);
  EXPECT_EQ(Profile.Caches.LocalL1Hits, 0.5);
}

} // namespace
