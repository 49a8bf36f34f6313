//===- DeviceQueryTest.cpp - What a device answers ------------------------===//

#include "analysis/DeviceQuery.h"
#include "analysis/hardware/GpuSpec.h"
#include <gtest/gtest.h>

using namespace kernelcast;

namespace {

// What the GPU file does not give has no answer; 0 would be one.
TEST(DeviceQuery, UnknownNumbersHaveNoAnswer) {
  GpuSpec Gpu;
  for (DeviceNumber Number :
       {DeviceNumber::Multiprocessors, DeviceNumber::MaxBlocksPerMultiprocessor,
        DeviceNumber::RegistersPerBlock, DeviceNumber::SharedBytesPerBlock,
        DeviceNumber::L2Bytes})
    EXPECT_EQ(answer(Number, Gpu), std::nullopt);
  EXPECT_EQ(answer(DeviceNumber::ResidentBlocks, Gpu), std::nullopt);
}

// 48 KB without opting in, however much a block can have.
TEST(DeviceQuery, NumbersOfTheFile) {
  GpuSpec Gpu = llvm::cantFail(findGpu("a100-pcie-40gb"));
  EXPECT_EQ(answer(DeviceNumber::Multiprocessors, Gpu), 108);
  EXPECT_EQ(answer(DeviceNumber::MaxThreadsPerMultiprocessor, Gpu), 2048);
  EXPECT_EQ(answer(DeviceNumber::SharedBytesPerBlock, Gpu), 49152);
  EXPECT_EQ(answer(DeviceNumber::SharedBytesPerBlockOptIn, Gpu), 166912);
  EXPECT_EQ(answer(DeviceNumber::Major, Gpu), 8);
  EXPECT_EQ(answer(DeviceNumber::Minor, Gpu), 0);
}

} // namespace
