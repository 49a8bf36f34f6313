//===- KernelcastModelTest.cpp - Between no overlap and all of it ---------===//

#include "Predictions.h"

using namespace kernelcast;

namespace {

/// 10 SMs at 1 GHz; a byte of DRAM per nanosecond and SM, as measured.
GpuSpec measuredGpu() {
  GpuSpec Gpu;
  Gpu.Name = "simple";
  Gpu.Multiprocessors = number(10);
  Gpu.Clock = number(1e9);
  Gpu.Fp32Lanes = number(32);
  Gpu.Schedulers = number(2);
  Gpu.DramBandwidth = number(10e9);
  Gpu.DramBandwidth.Confidence = 'M';
  Gpu.LatencyAlu = number(4);
  Gpu.LatencyGlobal = number(400);
  return Gpu;
}

Prediction predictSaxpy(uint64_t Blocks, const GpuSpec &Gpu) {
  SaxpyProfile Saxpy(1, 8, Blocks);
  return predict("kernelcast", Saxpy.Profile, Gpu, ModelMode::Modern);
}

// 100 blocks of 8 warps in 80 places: a full round with 64 warps on each of 10
// SMs, and one of 20 blocks, 16 warps on each. A warp moves 384 bytes, 10 a
// cycle on the whole device: 24576 and 6144 cycles. The path is shorter and
// counts by half in each round.
TEST(KernelcastModel, BoundByTheDevice) {
  Prediction P = predictSaxpy(100, measuredGpu());
  double Path = quantity(P, "critical_path");
  EXPECT_GT(Path, 0);
  EXPECT_LT(Path, 6144);
  EXPECT_NEAR(quantity(P, "rounds"), 1, 1e-9);
  EXPECT_NEAR(quantity(P, "blocks_left"), 20, 1e-9);
  EXPECT_NEAR(quantity(P, "busy"), 24576, 1e-6);
  EXPECT_NEAR(quantity(P, "busy_last"), 6144, 1e-6);
  EXPECT_NEAR(P.Cycles, 30720 + Path, 1e-6);
  EXPECT_EQ(P.Bottleneck, Cost::DramBandwidth);
  EXPECT_NEAR(item(P, Cost::DramBandwidth), 30720, 1e-6);
  EXPECT_NEAR(item(P, Cost::Latency), Path, 1e-6);
}

// Ten dependent instructions of 5000 cycles. Where the path is the longer one
// it counts whole, and the traffic by half.
TEST(KernelcastModel, BoundByLatency) {
  GpuSpec Gpu = measuredGpu();
  Gpu.LatencyAlu = number(5000);
  Prediction P = predictSaxpy(100, Gpu);
  double Path = quantity(P, "critical_path");
  EXPECT_GT(Path, 45000);
  EXPECT_NEAR(P.Cycles, 2 * Path + 30720 / 2.0, 1e-6);
  EXPECT_EQ(P.Bottleneck, Cost::Latency);
}

// 3 blocks lie on 3 SMs, 8 warps on each, which have all of the device's bytes.
TEST(KernelcastModel, LessThanARound) {
  Prediction P = predictSaxpy(3, measuredGpu());
  double Path = quantity(P, "critical_path");
  double Busy = 3 * 8 * 38.4;
  EXPECT_NEAR(quantity(P, "busy_last"), Busy, 1e-9);
  EXPECT_NEAR(P.Cycles, std::max(Busy, Path) + std::min(Busy, Path) / 2, 1e-6);
}

// 1000 double-precision instructions on 4 lanes take 8 cycles each: 64 warps
// of a full round keep them busy for 512000 cycles, 16 of the last for 128000.
TEST(KernelcastModel, BoundByAnSM) {
  SaxpyProfile Saxpy(1, 8, 100);
  Saxpy.Profile.PerWarp[unsigned(InstructionClass::Fp64)] = 1000;
  GpuSpec Gpu = measuredGpu();
  Gpu.Fp64Lanes = number(4);
  Prediction P = predict("kernelcast", Saxpy.Profile, Gpu, ModelMode::Modern);
  EXPECT_NEAR(P.Cycles, 640000 + quantity(P, "critical_path"), 1e-6);
  EXPECT_EQ(P.Bottleneck, Cost::Fp64);
}

// With barriers, of 3 SMs with one block each, whose warps are all together,
// busy and path add up; of 100 blocks on 10 SMs 8 are on each in a full round,
// of which 9/16 of the shorter show, and two in the last one, 3/4.
TEST(KernelcastModel, BarriersBringABlocksWarpsTogether) {
  auto Predicted = [](unsigned Blocks) {
    SaxpyProfile Saxpy(1, 8, Blocks);
    Saxpy.Profile.PerWarp[unsigned(InstructionClass::Barrier)] = 1;
    return predict("kernelcast", Saxpy.Profile, measuredGpu(),
                   ModelMode::Modern);
  };
  Prediction Alone = Predicted(3);
  EXPECT_NEAR(Alone.Cycles,
              quantity(Alone, "busy_last") + quantity(Alone, "critical_path"),
              1e-6);
  Prediction Many = Predicted(100);
  auto Round = [&](const std::string &Which, double Shown) {
    double Path = quantity(Many, "critical_path"),
           Busy = quantity(Many, "busy" + Which);
    return std::max(Busy, Path) + Shown * std::min(Busy, Path);
  };
  EXPECT_NEAR(Many.Cycles, Round("", 9.0 / 16) + Round("_last", 0.75), 1e-6);
}

// Of a bandwidth that nobody has measured, the share that copies reach; and the
// launch on top.
TEST(KernelcastModel, PeakAndLaunch) {
  GpuSpec Gpu = measuredGpu();
  Gpu.DramBandwidth.Confidence = 'B';
  Gpu.StartAndDrain = number(2e-6);
  Prediction P = predictSaxpy(100, Gpu);
  EXPECT_NEAR(P.Cycles, 30720 / 0.9 + quantity(P, "critical_path") + 2000,
              1e-6);
  EXPECT_NEAR(item(P, Cost::KernelLaunch), 2000, 1e-9);
}

} // namespace
