//===- CacheAwareModelTest.cpp - Pöppl and Herz from a profile ------------===//

#include "cost_models/cache-aware/CacheAwareModel.h"
#include "Predictions.h"
#include "cost_models/common/OperationCounts.h"

using namespace kernelcast;

namespace {

/// 10 SMs of 32 lanes at 1 GHz, 10 bytes a nanosecond.
GpuSpec simpleGpu() {
  GpuSpec Gpu;
  Gpu.Name = "simple";
  Gpu.Multiprocessors = number(10);
  Gpu.Clock = number(1e9);
  Gpu.Fp32Lanes = number(32);
  Gpu.Schedulers = number(1);
  Gpu.DramBandwidth = number(10e9);
  return Gpu;
}

/// Times in nanoseconds for what SaxpyProfile does.
GpuSpec calibratedGpu() {
  GpuSpec Gpu = simpleGpu();
  Calibration &C = Gpu.Calibrated;
  C.ExecutionUnits = number(32);
  C.BasePerItem = number(1e-9);
  C.BaseFixed = number(1000e-9);
  C.Operations["global_read_continuous"].PerItem = number(10e-9);
  C.Operations["global_read_complex"].PerItem = number(40e-9);
  C.Operations["global_write_continuous"].PerItem = number(20e-9);
  return Gpu;
}

Prediction predictCacheAware(const WarpProfile &Profile, const GpuSpec &Gpu,
                             ModelMode Mode) {
  return kernelcast::predict("cache-aware", Profile, Gpu, Mode);
}

// 256 work-items: two continuous reads at W(2) = 2, one continuous write.
//   (1 + 2 * 10 + 20) * 256 + 1000 = 11496 ns
TEST(CacheAwareModel, AddsUpCalibratedTimes) {
  SaxpyProfile Saxpy(1, 8, 1);
  for (ModelMode Mode : CacheAwareModel().modes()) {
    Prediction P = predictCacheAware(Saxpy.Profile, calibratedGpu(), Mode);
    EXPECT_NEAR(P.Seconds, 11496e-9, 1e-15);
    EXPECT_EQ(P.Bottleneck, Cost::GlobalContinuous);
    EXPECT_EQ(quantity(P, "U"), 1);
  }
}

// Saturation: W(2) = 2^0.5; and the strided access is of another kind.
TEST(CacheAwareModel, Saturation) {
  GpuSpec Gpu = calibratedGpu();
  Gpu.Calibrated.Operations["global_read_continuous"].Curve = {1, 0.5, 0,
                                                               1, 0,   16};
  SaxpyProfile Saxpy(1, 8, 1);
  EXPECT_NEAR(
      predictCacheAware(Saxpy.Profile, Gpu, ModelMode::Corrected).Seconds,
      (21 + std::sqrt(2.0) * 10) * 256e-9 + 1e-6, 1e-15);
  SaxpyProfile Strided(8, 8, 1);
  EXPECT_NEAR(
      predictCacheAware(Strided.Profile, Gpu, ModelMode::Corrected).Seconds,
      (21 + 10 + 40) * 256e-9 + 1e-6, 1e-15);
}

// 33 work-items on 32 units take two passes: U = 33 / 64.
TEST(CacheAwareModel, GroupsThatFitBadly) {
  SaxpyProfile Saxpy(1, 8, 1);
  Saxpy.Profile.Launch.Block = {33, 1, 1};
  for (AccessFacts &Facts : Saxpy.Profile.Accesses)
    Facts.LaneExecutions = 33;
  Prediction P =
      predictCacheAware(Saxpy.Profile, calibratedGpu(), ModelMode::Corrected);
  EXPECT_NEAR(quantity(P, "U"), 33 / 64.0, 1e-12);
  EXPECT_NEAR(P.Seconds, (41 * 33 + 1000) * 64e-9 / 33, 1e-15);
  EXPECT_NEAR(item(P, Cost::GroupSize), (41 * 33 + 1000) * 31 / 33.0, 1e-6);
}

// Half of the work-items execute the accesses.
TEST(CacheAwareModel, WeighsByExecution) {
  SaxpyProfile Saxpy(1, 8, 1);
  for (AccessFacts &Facts : Saxpy.Profile.Accesses)
    Facts.LaneExecutions = 128;
  EXPECT_NEAR(
      predictCacheAware(Saxpy.Profile, calibratedGpu(), ModelMode::Corrected)
          .Seconds,
      21 * 256e-9 + 1e-6, 1e-15);
  // As it stands in the source, each counts once.
  EXPECT_NEAR(
      predictCacheAware(Saxpy.Profile, calibratedGpu(), ModelMode::Faithful)
          .Seconds,
      11496e-9, 1e-15);
}

// Beyond the measured sizes the ledger says so.
TEST(CacheAwareModel, RangeOfTheCalibration) {
  GpuSpec Gpu = calibratedGpu();
  Gpu.Calibrated.ItemsLow = number(1000);
  Gpu.Calibrated.ItemsHigh = number(1e6);
  SaxpyProfile Small(1, 8, 1), Right(1, 8, 100), Large(1, 8, 10000);
  auto Entries = [&](const SaxpyProfile &S) {
    return predictCacheAware(S.Profile, Gpu, ModelMode::Corrected)
        .Assumptions.size();
  };
  EXPECT_EQ(Entries(Small), 1u);
  EXPECT_EQ(Entries(Right), 0u);
  EXPECT_EQ(Entries(Large), 1u);
}

// Without a calibration only modern has an answer, and says that it rests on
// peaks: three accesses of 4 bytes at 10 bytes a nanosecond, and 15
// instructions on the 32 lanes of the one SM that has a group.
TEST(CacheAwareModel, WithoutCalibration) {
  SaxpyProfile Saxpy(1, 8, 1);
  for (ModelMode Mode : {ModelMode::Corrected, ModelMode::Faithful})
    EXPECT_TRUE(isRefused("cache-aware", Saxpy.Profile, simpleGpu(), Mode));
  Prediction P =
      predictCacheAware(Saxpy.Profile, simpleGpu(), ModelMode::Modern);
  EXPECT_NEAR(P.Seconds, 256 * (1.2e-9 + 15 / 32e9), 1e-15);
  EXPECT_EQ(P.Assumptions.size(), 2u);
  SaxpyProfile Strided(8, 8, 1); // a sector for each work-item
  EXPECT_NEAR(predictCacheAware(Strided.Profile, simpleGpu(), ModelMode::Modern)
                  .Seconds,
              256 * (4e-9 + 15 / 32e9), 1e-15);
}

// Without a calibration the class says what reads cost that hit a cache, of 4
// bytes each: one sector for a warp, 32 bytes at 20 bytes a nanosecond from the
// L2, where all lanes read the same; their bytes from there where intervals are
// short; only the instruction where they were read before. The two other
// accesses take 4 bytes at 10 bytes a nanosecond.
TEST(CacheAwareModel, ClassesWithoutCalibration) {
  GpuSpec Gpu = simpleGpu();
  Gpu.L2Bandwidth = number(20e9);
  for (auto [Class, Nanoseconds] :
       {std::pair(AccessClass::Constant, 32 / 20.0 / 32),
        std::pair(AccessClass::Interval, 4 / 20.0),
        std::pair(AccessClass::Identical, 0.0)}) {
    SaxpyProfile Saxpy(1, 8, 1);
    Saxpy.Profile.Accesses[0].Class = Class;
    Saxpy.Profile.Caches.L1Hits = {1, 0, 0};
    Prediction P = predictCacheAware(Saxpy.Profile, Gpu, ModelMode::Modern);
    EXPECT_NEAR(P.Seconds, 256e-9 * (0.8 + Nanoseconds + 15 / 32.0), 1e-15);
  }
}

// a * x + y multiplies and adds; a comparison is one of its operands' type.
TEST(CacheAwareModel, CountsOperations) {
  SaxpyProfile Saxpy(1, 8, 1);
  ExpressionPool &Pool = *Saxpy.Kernel.Pool;
  const Expr *X = Pool.load(0, ScalarType::floating(32));
  const Expr *Y = Pool.load(1, ScalarType::floating(32));
  auto Append = [&](const Expr *Value, InstructionClass Class) {
    Instruction Step;
    Step.Class = Class;
    Step.Value = Value;
    Saxpy.Kernel.Blocks[0].Instructions.push_back(Step);
  };
  Append(Pool.add(Pool.mul(X, X), Y), InstructionClass::Fp32);
  Append(Pool.binary(Op::Less, X, Y), InstructionClass::Fp32);
  OperationCounts Counts =
      operationCounts(Saxpy.Profile, simpleGpu(), OperationRule::Executed);
  auto Of = [&](ArithmeticKind What) -> OperationCount & {
    return Counts[{OperationKind::Float, What}];
  };
  EXPECT_EQ(Of(ArithmeticKind::Multiply).Count, 1);
  EXPECT_EQ(Of(ArithmeticKind::Add).Count, 1);
  EXPECT_EQ(
      Of(ArithmeticKind::Add).Instructions[unsigned(InstructionClass::Fp32)],
      0.5);
  EXPECT_EQ(Of(ArithmeticKind::Compare).Count, 1);
  OperationKind Read{OperationKind::Global, ArithmeticKind::None,
                     /*Writes=*/false, AccessClass::Continuous};
  EXPECT_EQ(Read.name(), "global_read_continuous");
  EXPECT_EQ(Counts[Read].Count, 2);
  EXPECT_EQ(Counts[Read].Bytes, 8);
}

// An operation that was not calibrated is no operation for nothing.
TEST(CacheAwareModel, DegenerateInputIsAnError) {
  SaxpyProfile Saxpy;
  GpuSpec Gpu = calibratedGpu();
  Gpu.Calibrated.Operations.erase("global_write_continuous");
  EXPECT_TRUE(isRefused("cache-aware", Saxpy.Profile, Gpu, ModelMode::Modern));
  EXPECT_TRUE(
      isRefused("cache-aware", WarpProfile(), simpleGpu(), ModelMode::Modern));
  Saxpy.Kernel.Loops.resize(1);
  EXPECT_TRUE(isRefused("cache-aware", Saxpy.Profile, calibratedGpu(),
                        ModelMode::Faithful));
}

// Every GPU of the collection, without a calibration.
TEST(CacheAwareModel, EveryGpuOfTheCollection) {
  for (const std::string &Name : gpuNames()) {
    auto Gpu = findGpu(Name);
    ASSERT_TRUE(bool(Gpu)) << Name;
    SCOPED_TRACE(Name);
    for (unsigned Stride : {1, 8})
      for (uint64_t Blocks : {1, 100000}) {
        SaxpyProfile Saxpy(Stride, 4, Blocks);
        Prediction P =
            predictCacheAware(Saxpy.Profile, *Gpu, ModelMode::Modern);
        EXPECT_GE(P.Seconds, 12 * 256.0 * Blocks / Gpu->DramBandwidth);
      }
  }
}

} // namespace
