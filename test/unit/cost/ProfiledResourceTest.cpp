//===- ProfiledResourceTest.cpp - What bounds, in one list ----------------===//

#include "cost_models/common/ProfiledResource.h"
#include "Predictions.h"
#include <set>

using namespace kernelcast;
using R = ProfiledResource;

namespace {

// Words of different families for the same thing come down to the same.
TEST(ProfiledResource, OneListForAllFamilies) {
  EXPECT_EQ(resourceOf(Cost::DramBandwidth), R::Dram);
  EXPECT_EQ(resourceOf(Cost::DramQueue), R::Dram);
  EXPECT_EQ(resourceOf(Cost::UncoalescedAccess), R::Dram);
  EXPECT_EQ(resourceOf(Cost::L2Bandwidth), resourceOf(Cost::NetworkOnChip));
  EXPECT_EQ(resourceOf(Cost::IssueSlots), resourceOf(Cost::InstructionIssue));
  EXPECT_EQ(resourceOf(Cost::SharedMemory), resourceOf(Cost::BankConflicts));
  EXPECT_EQ(resourceOf(Cost::Latency), resourceOf(Cost::WarpStalls));
  EXPECT_EQ(resourceOf(Cost::KernelLaunch), R::Launch);
}

TEST(ProfiledResource, NamesAreDistinct) {
  std::set<std::string> Short, Long;
  for (unsigned I = 0; I != NumProfiledResources; ++I) {
    Short.insert(name(static_cast<R>(I)).str());
    Long.insert(shownName(static_cast<R>(I)).str());
  }
  EXPECT_EQ(Short.size(), NumProfiledResources);
  EXPECT_EQ(Long.size(), NumProfiledResources);
  EXPECT_EQ(name(R::Dram), "dram");
  EXPECT_EQ(shownName(R::Launch), "launch");
}

// The units of a roofline are bound by themselves: 100 blocks of 8 warps ask
// 307200 bytes of DRAM, 30720 cycles; with a thousand double-precision
// instructions a warp on 4 lanes these take 800 * 1000 * 8 / 10 = 640000.
TEST(ProfiledResource, OfPredictions) {
  SaxpyProfile Saxpy(1, 8, 100);
  EXPECT_EQ(
      predict("roofline", Saxpy.Profile, smallGpu(), ModelMode::Modern).BoundBy,
      R::Dram);
  Saxpy.Profile.PerWarp[unsigned(InstructionClass::Fp64)] = 1000;
  EXPECT_EQ(
      predict("roofline", Saxpy.Profile, smallGpu(), ModelMode::Modern).BoundBy,
      R::Fp64);
}

// 800 warps with 100000 multiply-adds of halves each, of which an SM does 64 in
// a cycle, take 800 * 100000 / 64 / 10 = 125000 cycles of 10 SMs; without
// tensor cores the 32 lanes for single precision do them, in 250000.
TEST(ProfiledResource, TensorCores) {
  SaxpyProfile Saxpy(1, 8, 100);
  Saxpy.Profile.TensorWork = 100000;
  GpuSpec Gpu = smallGpu();
  for (double Rate : {64, 0}) {
    Gpu.TensorRate = number(Rate);
    const Prediction P =
        predict("roofline", Saxpy.Profile, Gpu, ModelMode::Modern);
    EXPECT_EQ(P.BoundBy, R::Tensor);
    EXPECT_NEAR(P.Cycles, Rate > 0 ? 125000 : 250000, 1000);
  }
}

// What mwp-cwp calls computation is that of the unit which it keeps busiest.
TEST(ProfiledResource, ComputationNamesItsUnit) {
  SaxpyProfile Saxpy(1, 8, 100);
  Saxpy.Profile.PerWarp[unsigned(InstructionClass::Fp64)] = 1000;
  GpuSpec Gpu = smallGpu();
  Gpu.LatencyGlobal = number(400);
  Prediction P = predict("mwp-cwp", Saxpy.Profile, Gpu, ModelMode::Modern);
  EXPECT_EQ(P.Bottleneck, Cost::Computation);
  EXPECT_EQ(P.BoundBy, R::Fp64);
}

} // namespace
