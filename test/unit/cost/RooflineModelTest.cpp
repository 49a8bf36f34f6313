//===- RooflineModelTest.cpp - The floor under every prediction -----------===//

#include "cost_models/roofline/RooflineModel.h"
#include "Predictions.h"

using namespace kernelcast;

namespace {

Prediction predictRoofline(const WarpProfile &Profile, const GpuSpec &Gpu,
                           ModelMode Mode = ModelMode::Modern) {
  return kernelcast::predict("roofline", Profile, Gpu, Mode);
}

// 100 blocks of 8 warps move 3 * 128 bytes each: 307200 bytes at 10 and 40
// bytes a cycle. 15 instructions a warp, 2 a cycle on 10 SMs.
TEST(RooflineModel, TrafficAndIssue) {
  SaxpyProfile Saxpy(1, 8, 100);
  Prediction P = predictRoofline(Saxpy.Profile, smallGpu());
  EXPECT_NEAR(P.Cycles, 30720, 1e-9);
  EXPECT_EQ(P.Bottleneck, Cost::DramBandwidth);
  EXPECT_NEAR(quantity(P, "L2 bandwidth"), 7680, 1e-9);
  EXPECT_NEAR(quantity(P, "issue"), 800 * 7.5 / 10, 1e-9);
  EXPECT_NEAR(quantity(P, "FP32"), 800 / 10.0, 1e-9);
  EXPECT_NEAR(quantity(P, "integer"), 800 * 11 / 10.0, 1e-9);
}

// What hits the L2 does not load the DRAM.
TEST(RooflineModel, HitsSpareTheDram) {
  SaxpyProfile Saxpy(1, 8, 100);
  Saxpy.Profile.DramBytes = Saxpy.Profile.L2Bytes / 8;
  Prediction P = predictRoofline(Saxpy.Profile, smallGpu());
  EXPECT_NEAR(P.Cycles, 7680, 1e-9);
  EXPECT_EQ(P.Bottleneck, Cost::L2Bandwidth);
}

// 1000 double-precision instructions on 4 lanes: 8 cycles each; one block has
// one SM.
TEST(RooflineModel, BusiestUnit) {
  for (auto [Blocks, SMs] : {std::pair(100, 10), std::pair(1, 1)}) {
    SaxpyProfile Saxpy(1, 8, Blocks);
    Saxpy.Profile.PerWarp[unsigned(InstructionClass::Fp64)] = 1000;
    Prediction P = predictRoofline(Saxpy.Profile, smallGpu());
    EXPECT_NEAR(P.Cycles, 8.0 * Blocks * 8000 / SMs, 1e-6);
    EXPECT_EQ(P.Bottleneck, Cost::Fp64);
  }
}

// 25600 lanes add to one address, 0.5 of them a cycle on the whole GPU; their
// 3200 sectors at 2 a cycle.
TEST(RooflineModel, Atomics) {
  SaxpyProfile Saxpy(1, 8, 100);
  Saxpy.Profile.Accesses[2].AtomicOperations = 25600;
  Saxpy.Profile.Accesses[2].OnOneAddress = 25600;
  GpuSpec Gpu = smallGpu();
  EXPECT_NEAR(predictRoofline(Saxpy.Profile, Gpu).Cycles, 30720, 1e-9);
  Gpu.AtomicRate = number(0.5e9);
  Gpu.AtomicSectorRate = number(2e9);
  Prediction P = predictRoofline(Saxpy.Profile, Gpu);
  EXPECT_NEAR(P.Cycles, 51200, 1e-9);
  EXPECT_EQ(P.Bottleneck, Cost::AtomicAddress);
  EXPECT_NEAR(quantity(P, "atomics"), 1600, 1e-9);
  Gpu.AtomicSectorRate = number(0.05e9);
  P = predictRoofline(Saxpy.Profile, Gpu);
  EXPECT_NEAR(P.Cycles, 64000, 1e-9);
  EXPECT_EQ(P.Bottleneck, Cost::AtomicSectors);
}

// 25600 lanes add to counters that are near each other, but not to one: their
// 25600 sectors go to one slice, 0.5 a cycle as on one address.
TEST(RooflineModel, AtomicsOnNeighbours) {
  SaxpyProfile Saxpy(1, 8, 100);
  Saxpy.Profile.Accesses[2].AtomicOperations = 25600;
  Saxpy.Profile.Accesses[2].OnOneAddress = 100;
  Saxpy.Profile.Accesses[2].SectorsOfSlice = 25600;
  GpuSpec Gpu = smallGpu();
  EXPECT_NEAR(predictRoofline(Saxpy.Profile, Gpu).Cycles, 30720, 1e-9);
  Gpu.AtomicRate = number(0.5e9);
  Prediction P = predictRoofline(Saxpy.Profile, Gpu);
  EXPECT_NEAR(P.Cycles, 51200, 1e-9);
  EXPECT_EQ(P.Bottleneck, Cost::AtomicSlice);
}

// 100 blocks at 1 million a second, whatever they do; at a thousand times that
// they start faster than their instructions issue, and nothing is said of it.
// The other models with today's hardware know it, too.
TEST(RooflineModel, BlockStarts) {
  SaxpyProfile Saxpy(1, 8, 100);
  GpuSpec Gpu = smallGpu();
  Gpu.BlockRate = number(1e6);
  Prediction P = predictRoofline(Saxpy.Profile, Gpu);
  EXPECT_NEAR(P.Cycles, 100000, 1e-9);
  EXPECT_EQ(P.Bottleneck, Cost::BlockStarts);
  Gpu.LatencyAlu = number(4);
  Gpu.LatencyGlobal = number(400);
  for (const char *Model : {"mwp-cwp", "latency-throughput", "kernelcast"})
    EXPECT_GE(kernelcast::predict(Model, Saxpy.Profile, Gpu, ModelMode::Modern)
                  .Cycles,
              100000 * (1 - 1e-9))
        << Model;
  Gpu.BlockRate = number(1e9);
  P = predictRoofline(Saxpy.Profile, Gpu);
  EXPECT_NEAR(P.Cycles, 30720, 1e-9);
  for (const Quantity &Q : P.Quantities)
    EXPECT_NE(Q.Name, "block starts");
}

// As published: operations over the peak, 2 * 32 * 10 a cycle, or bytes over
// the bandwidth; no launch.
TEST(RooflineModel, Faithful) {
  SaxpyProfile Saxpy(1, 8, 100);
  GpuSpec Gpu = smallGpu();
  Gpu.StartAndDrain = number(1e-6);
  EXPECT_NEAR(predictRoofline(Saxpy.Profile, Gpu, ModelMode::Faithful).Cycles,
              30720, 1e-9);
  Saxpy.Profile.Flops.Fp32 = 640e6;
  Prediction P = predictRoofline(Saxpy.Profile, Gpu, ModelMode::Faithful);
  EXPECT_NEAR(P.Cycles, 1e6, 1e-6);
  EXPECT_EQ(P.Bottleneck, Cost::Fp32);
  EXPECT_NEAR(item(predictRoofline(Saxpy.Profile, Gpu), Cost::KernelLaunch),
              1000, 1e-9);
}

// No model of this launch is below the floor.
TEST(RooflineModel, UnderTheOtherModels) {
  for (const std::string &Name : gpuNames()) {
    auto Gpu = findGpu(Name);
    ASSERT_TRUE(bool(Gpu)) << Name;
    for (unsigned Stride : {1, 8, 32})
      for (uint64_t Blocks : {10000, 100000}) {
        SaxpyProfile Saxpy(Stride, 4, Blocks);
        double Floor = predictRoofline(Saxpy.Profile, *Gpu).Seconds;
        Prediction P = kernelcast::predict("mwp-cwp", Saxpy.Profile, *Gpu,
                                           ModelMode::Modern);
        EXPECT_GE(P.Seconds, Floor * (1 - 1e-9)) << Name << ' ' << Stride;
      }
  }
}

TEST(RooflineModel, DegenerateInputIsAnError) {
  SaxpyProfile Saxpy;
  EXPECT_FALSE(
      isRefused("roofline", Saxpy.Profile, smallGpu(), ModelMode::Modern));
  EXPECT_TRUE(
      isRefused("roofline", WarpProfile(), smallGpu(), ModelMode::Modern));
  EXPECT_TRUE(
      isRefused("roofline", Saxpy.Profile, smallGpu(), ModelMode::Corrected));
  GpuSpec Gpu = smallGpu();
  Gpu.DramBandwidth = HardwareNumber();
  EXPECT_TRUE(isRefused("roofline", Saxpy.Profile, Gpu, ModelMode::Modern));
  Saxpy.Profile.PerWarp[0] = 1e308;
  EXPECT_TRUE(
      isRefused("roofline", Saxpy.Profile, smallGpu(), ModelMode::Modern));
}

} // namespace
