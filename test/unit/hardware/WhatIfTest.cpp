//===- WhatIfTest.cpp - Devices that do not exist -------------------------===//

#include "analysis/hardware/WhatIf.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace kernelcast;
using testing::ElementsAre;

static NumberChange change(llvm::StringRef Name, double Value) {
  auto Field = numberField(Name);
  EXPECT_TRUE(bool(Field)) << toString(Field.takeError());
  auto Change = numberChange(**Field, Value);
  EXPECT_TRUE(bool(Change)) << toString(Change.takeError());
  return *Change;
}

static GpuSpec gpu(llvm::StringRef Name) {
  auto Gpu = findGpu(Name);
  EXPECT_TRUE(bool(Gpu)) << toString(Gpu.takeError());
  return *Gpu;
}

// The last value of a number counts, and what it was is the file's.
TEST(WhatIf, NotesWhatTheFileHad) {
  GpuSpec Gpu = gpu("gtx-970");
  NumberChange Changes[] = {change("sms", 20), change("clock", 2e9),
                            change("multiprocessors", 30)};
  ASSERT_FALSE(changeNumbers(Gpu, Changes));
  EXPECT_EQ(Gpu.Multiprocessors.Value, 30);
  EXPECT_EQ(Gpu.Multiprocessors.Confidence, 'S');
  EXPECT_EQ(Gpu.Clock.Value, 2e9);
  ASSERT_EQ(Gpu.Changes.size(), 2u);
  EXPECT_STREQ(Gpu.Changes[0].Number->Key, "multiprocessors");
  EXPECT_EQ(Gpu.Changes[0].Before.Value, 13);
  EXPECT_EQ(Gpu.Changes[1].Before.Value, 1253e6);
}

TEST(WhatIf, NamesWhatMayFollow) {
  GpuSpec Gpu = gpu("rtx-2080-ti");
  EXPECT_TRUE(keptNumbers(Gpu).empty());
  ASSERT_FALSE(
      changeNumbers(Gpu, {change("clock", 2e9), change("latency_l2", 300)}));
  // The latency of the L2 was set, too, so of latencies only that of the memory
  // is left.
  EXPECT_THAT(keptNumbers(Gpu),
              ElementsAre("l2_bandwidth", "atomic_rate", "atomic_float_rate",
                          "block_rate", "latency_global"));
}

// At half the clock the L2 gives half as much in a second, and the memory what
// it gave before; of several clocks the last one counts.
TEST(WhatIf, MovesTheRatesOfWhatRunsWithTheClock) {
  GpuSpec Gpu = gpu("rtx-2080-ti");
  const double L2 = Gpu.L2Bandwidth.Value, Memory = Gpu.DramBandwidth.Value,
               Blocks = Gpu.BlockRate.Value, File = Gpu.Clock.Value;
  auto clock = [](double Value) {
    NumberChange Change = change("clock", Value);
    Change.MovesRates = true;
    return Change;
  };
  ASSERT_FALSE(changeNumbers(Gpu, {clock(1e9), clock(File / 2)}));
  EXPECT_DOUBLE_EQ(Gpu.L2Bandwidth.Value, L2 / 2);
  EXPECT_DOUBLE_EQ(Gpu.BlockRate.Value, Blocks / 2);
  EXPECT_EQ(Gpu.DramBandwidth.Value, Memory);
  EXPECT_THAT(keptNumbers(Gpu), ElementsAre("latency_l2", "latency_global"));
  ASSERT_FALSE(changeNumbers(Gpu, {change("sms", 20)}));
  EXPECT_THAT(keptNumbers(Gpu),
              ElementsAre("l2_bandwidth", "block_rate", "clusters",
                          "latency_l2", "latency_global"));
  ASSERT_FALSE(changeNumbers(Gpu, {change("clock", 1e9)}));
  EXPECT_EQ(Gpu.L2Bandwidth.Value, L2);
  EXPECT_EQ(Gpu.Changes.size(), 2u);
  ASSERT_FALSE(changeNumbers(Gpu, {change("l2_bandwidth", 3e12), clock(1e9)}));
  EXPECT_EQ(Gpu.L2Bandwidth.Value, 3e12);

  const GpuSpec Slow = atItsBaseClock(gpu("rtx-2080-ti"));
  EXPECT_EQ(Slow.Clock.Value, 1350e6);
  EXPECT_DOUBLE_EQ(Slow.L2Bandwidth.Value, L2 * 1350e6 / File);
  EXPECT_EQ(Slow.DramBandwidth.Value, Memory);
}

TEST(WhatIf, DropsTheCalibrationOfAnotherDevice) {
  GpuSpec Gpu = gpu("rtx-2080-ti");
  Gpu.Calibrated.Operations["float_add"].PerItem = {1e-12, "s", "test", 'M'};
  ASSERT_FALSE(changeNumbers(Gpu, {}));
  EXPECT_TRUE(Gpu.Calibrated.isKnown());
  EXPECT_FALSE(Gpu.DroppedCalibration);
  ASSERT_FALSE(changeNumbers(Gpu, {change("sms", 20)}));
  EXPECT_FALSE(Gpu.Calibrated.isKnown());
  EXPECT_TRUE(Gpu.DroppedCalibration);
}

// registers_per_block is 65536, as registers are.
TEST(WhatIf, RefusesWhatDoesNotFit) {
  GpuSpec Gpu = gpu("rtx-2080-ti");
  EXPECT_EQ(toString(changeNumbers(Gpu, {change("registers", 32768)})),
            "'registers_per_block' of rtx-2080-ti would be 65536, more than "
            "'registers', which is 32768; --set the other, too");
}

TEST(WhatIf, KnowsEveryNumberByItsKey) {
  for (const GpuSpec::Field &Field : GpuSpec::fields()) {
    auto Found = numberField(Field.Key);
    ASSERT_TRUE(bool(Found)) << toString(Found.takeError());
    EXPECT_EQ(*Found, &Field);
    auto TooHigh = numberChange(Field, Field.High * 1.001 + 1);
    EXPECT_FALSE(bool(TooHigh)) << Field.Key;
    llvm::consumeError(TooHigh.takeError());
  }
  for (llvm::StringRef Word : GpuSpec::words())
    EXPECT_THAT(toString(numberField(Word).takeError()),
                testing::HasSubstr("is not a number"));
}
