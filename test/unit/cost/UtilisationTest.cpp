//===- UtilisationTest.cpp - Shares of a predicted time -------------------===//

#include "cost_models/roofline/Utilisation.h"
#include "Predictions.h"

using namespace kernelcast;

namespace {

double shareOf(const std::optional<Utilisation> &Busy, ProfiledResource Which) {
  EXPECT_TRUE(Busy && Busy->of(Which)) << name(Which).str();
  return Busy && Busy->of(Which) ? *Busy->of(Which) : -1;
}

// 100 blocks of 8 warps move 3 * 128 bytes each: 307200 bytes at 10 and 40
// bytes a cycle are 30720 and 7680 cycles; 15 instructions a warp, 2 a cycle on
// 10 SMs, are 600. Of 61440 cycles that is a half, an eighth and 1/102.4.
TEST(Utilisation, SharesOfTheTime) {
  SaxpyProfile Saxpy(1, 8, 100);
  auto Busy = utilisation(Saxpy.Profile, smallGpu(), 61440);
  EXPECT_NEAR(shareOf(Busy, ProfiledResource::Dram), 0.5, 1e-12);
  EXPECT_NEAR(shareOf(Busy, ProfiledResource::L2), 0.125, 1e-12);
  EXPECT_NEAR(shareOf(Busy, ProfiledResource::Issue), 1 / 102.4, 1e-12);
  EXPECT_EQ(shareOf(Busy, ProfiledResource::Fp64), 0);
}

TEST(Utilisation, NotMoreThanAllTheTime) {
  SaxpyProfile Saxpy(1, 8, 100);
  auto Busy = utilisation(Saxpy.Profile, smallGpu(), 1000);
  EXPECT_EQ(shareOf(Busy, ProfiledResource::Dram), 1);
  EXPECT_EQ(shareOf(Busy, ProfiledResource::Issue), 0.6);
}

TEST(Utilisation, WhatIsNotKnown) {
  SaxpyProfile Saxpy(1, 8, 100);
  GpuSpec Gpu = smallGpu();
  Gpu.L2Bandwidth = HardwareNumber();
  auto Busy = utilisation(Saxpy.Profile, Gpu, 61440);
  ASSERT_TRUE(Busy);
  EXPECT_FALSE(Busy->of(ProfiledResource::L2));
  EXPECT_FALSE(utilisation(Saxpy.Profile, Gpu, 0));
  Gpu.DramBandwidth = HardwareNumber();
  EXPECT_FALSE(utilisation(Saxpy.Profile, Gpu, 61440));
  Saxpy.Kernel.Status = ModelStatus::Partial;
  EXPECT_FALSE(utilisation(Saxpy.Profile, smallGpu(), 61440));
}

} // namespace
