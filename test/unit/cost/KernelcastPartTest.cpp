//===- KernelcastPartTest.cpp - The model without one of its parts --------===//
//
// 100 blocks of 8 warps in 80 places on 10 SMs: the traffic keeps the device
// busy for 24576 cycles of a full round and 6144 of the last one
// (KernelcastModelTest.cpp). With the shorter path, the model says 30720 +
// path.
//===----------------------------------------------------------------------===//
#include "Predictions.h"
#include "cost_models/kernelcast/KernelcastModel.h"
#include "gmock/gmock.h"

using namespace kernelcast;
using testing::ElementsAre;

namespace {

GpuSpec gpuOfParts() {
  GpuSpec Gpu = smallGpu();
  Gpu.DramBandwidth.Confidence = 'M';
  Gpu.L2Bandwidth = HardwareNumber();
  Gpu.LatencyAlu = number(4);
  Gpu.LatencyGlobal = number(400);
  return Gpu;
}

Prediction without(KernelcastParts Parts, const GpuSpec &Gpu = gpuOfParts()) {
  SaxpyProfile Saxpy(1, 8, 100);
  auto P =
      KernelcastModel(std::move(Parts))
          .predict(Saxpy.Profile, Gpu, ModelMode::Modern, Detail::Quantities);
  if (!P) {
    ADD_FAILURE() << llvm::toString(P.takeError());
    return {};
  }
  double Sum = 0;
  for (const BreakdownItem &Item : P->Breakdown)
    Sum += Item.Cycles;
  EXPECT_NEAR(Sum, P->Cycles, 1e-9 * P->Cycles);
  return std::move(*P);
}

TEST(KernelcastPart, Whole) {
  Prediction P = without({});
  EXPECT_NEAR(P.Cycles, 30720 + quantity(P, "critical_path"), 1e-6);
  EXPECT_TRUE(P.Without.empty());
}

// Nothing of the path is exposed.
TEST(KernelcastPart, Exposure) {
  EXPECT_NEAR(without({KernelcastPart::Exposure}).Cycles, 30720, 1e-6);
}

TEST(KernelcastPart, Latency) {
  EXPECT_NEAR(without({KernelcastPart::Latency}).Cycles, 30720, 1e-6);
}

// 100 / 80 full rounds of 24576 cycles and half of a path each.
TEST(KernelcastPart, Rounds) {
  Prediction P = without({KernelcastPart::Rounds});
  EXPECT_NEAR(P.Cycles, 1.25 * (24576 + quantity(P, "critical_path") / 2),
              1e-6);
}

// Of a published peak the whole, not 0.9.
TEST(KernelcastPart, ReachedPeak) {
  GpuSpec Gpu = gpuOfParts();
  Gpu.DramBandwidth.Confidence = 'B';
  Prediction P = without({KernelcastPart::ReachedPeak}, Gpu);
  EXPECT_NEAR(P.Cycles, 30720 + quantity(P, "critical_path"), 1e-6);
}

// 2 us of start and drain at 1 GHz are 2000 cycles; 100 blocks at a million a
// second take 100000, of which 80 parts are in the full round.
TEST(KernelcastPart, StartAndBlockRate) {
  GpuSpec Gpu = gpuOfParts();
  Gpu.StartAndDrain = number(2e-6);
  Gpu.BlockRate = number(1e6);
  double Path = quantity(without({}, Gpu), "critical_path");
  EXPECT_NEAR(without({}, Gpu).Cycles, 102000 + Path, 1e-6);
  EXPECT_NEAR(without({KernelcastPart::Start}, Gpu).Cycles, 100000 + Path,
              1e-6);
  EXPECT_NEAR(without({KernelcastPart::BlockRate}, Gpu).Cycles, 32720 + Path,
              1e-6);
  EXPECT_NEAR(
      without({KernelcastPart::BlockRate, KernelcastPart::Start}, Gpu).Cycles,
      30720 + Path, 1e-6);
}

// The ledger and the prediction name what is left out.
TEST(KernelcastPart, IsNamed) {
  Prediction P = without({KernelcastPart::L1, KernelcastPart::Order});
  EXPECT_THAT(P.Without, ElementsAre("l1", "order"));
  EXPECT_EQ(modelLabel(P), "kernelcast without l1, order");
  unsigned LeftOut = 0;
  for (const Assumption &Entry : P.Assumptions)
    LeftOut += Entry.Kind == AssumptionKind::LeftOut;
  EXPECT_EQ(LeftOut, 2u);
}

// Of 100 sectors the L1 serves half, the L2 half of the other 50: 25 reach
// memory. Without the L1 100 reach the L2, which serves 75 of them; without the
// L2 50 reach memory; without both all do.
TEST(KernelcastPart, Caches) {
  WarpProfile Profile;
  Profile.Caches.L1Hits = {0.5};
  Profile.Caches.L2Hits = {0.5};
  Profile.Caches.L1Waits = {0.6};
  Profile.Caches.Sectors = 100;
  Profile.Caches.L2Sectors = 50;
  Profile.Caches.BehindL2Sectors = 25;
  Profile.L2Bytes = 50 * 32;
  Profile.DramBytes = 25 * 32;
  const GpuSpec Gpu = gpuOfParts();

  WarpProfile Changed = withoutCaches(Profile, Gpu, {KernelcastPart::L1});
  EXPECT_THAT(Changed.Caches.L1Hits, ElementsAre(0));
  EXPECT_THAT(Changed.Caches.L1Waits, ElementsAre(1));
  EXPECT_THAT(Changed.Caches.L2Hits, ElementsAre(0.75));
  EXPECT_EQ(Changed.L2Bytes, 3200);
  EXPECT_EQ(Changed.DramBytes, 800);

  Changed = withoutCaches(Profile, Gpu, {KernelcastPart::L2});
  EXPECT_THAT(Changed.Caches.L1Hits, ElementsAre(0.5));
  EXPECT_THAT(Changed.Caches.L1Waits, ElementsAre(0.6));
  EXPECT_THAT(Changed.Caches.L2Hits, ElementsAre(0));
  EXPECT_EQ(Changed.L2Bytes, 1600);
  EXPECT_EQ(Changed.DramBytes, 1600);

  Changed =
      withoutCaches(Profile, Gpu, {KernelcastPart::L1, KernelcastPart::L2});
  EXPECT_THAT(Changed.Caches.L2Hits, ElementsAre(0));
  EXPECT_EQ(Changed.L2Bytes, 3200);
  EXPECT_EQ(Changed.DramBytes, 3200);
}

} // namespace
