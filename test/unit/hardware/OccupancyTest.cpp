// Residency against the golden cases (the vendor's calculator) and by hand.
#include "analysis/occupancy/Occupancy.h"
#include "analysis/hardware/GpuSpec.h"
#include "test/unit/golden/GoldenCases.h"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace kernelcast;
using testing::HasSubstr;

namespace {

OccupancyLimiter limiter(const std::string &Name) {
  return Name == "warps"  ? OccupancyLimiter::Warps
         : Name == "regs" ? OccupancyLimiter::Registers
         : Name == "smem" ? OccupancyLimiter::Shared
                          : OccupancyLimiter::Blocks;
}

BlockResources block(const GoldenValue &In) {
  BlockResources Block;
  Block.Threads = In["tpb"].number();
  Block.RegistersPerThread = In["regs"].number();
  Block.SharedBytes = In["smem"].number();
  return Block;
}

TEST(Occupancy, Golden) {
  for (const GoldenCase &Case : goldenCases("OCC.*")) {
    if (Case.Key == "OCC.regs_over") // below
      continue;
    SCOPED_TRACE(Case.Key);
    auto Gpu = findGpuOfComputeCapability(Case.In["cc"].text());
    ASSERT_TRUE(bool(Gpu)) << llvm::toString(Gpu.takeError());
    auto R = occupancy(block(Case.In), *Gpu);
    ASSERT_TRUE(bool(R)) << llvm::toString(R.takeError());
    EXPECT_GOLDEN(R->BlocksPerSM, Case.Out["blocks"]);
    EXPECT_GOLDEN(R->WarpsPerSM, Case.Out["warps"]);
    EXPECT_EQ(name(R->Limiter), name(limiter(Case.Out["limiter"].text())));
    for (const char *Resource : {"warps", "regs", "smem", "blocks"})
      EXPECT_GOLDEN(R->BlocksBy[unsigned(limiter(Resource))],
                    Case.Out["lim"][Resource]);
  }
}

std::string refusal(const BlockResources &Block, const GpuSpec &Gpu) {
  auto R = occupancy(Block, Gpu);
  return R ? "" : llvm::toString(R.takeError());
}

// 80 registers on CC 3.0, which allows 63, cannot be compiled.
TEST(Occupancy, GoldenTooManyRegistersPerThread) {
  GoldenCase Case = golden("OCC.regs_over");
  auto Gpu = findGpuOfComputeCapability(Case.In["cc"].text());
  ASSERT_TRUE(bool(Gpu)) << llvm::toString(Gpu.takeError());
  EXPECT_EQ(Case.Out["limiter"].text(), "invalid");
  EXPECT_THAT(refusal(block(Case.In), *Gpu),
              HasSubstr("registers: 80 registers per thread exceed the 63"));
}

TEST(Occupancy, RefusalsNameTheResource) {
  auto Gpu = findGpu("rtx-2080-ti");
  ASSERT_TRUE(bool(Gpu)) << llvm::toString(Gpu.takeError());
  EXPECT_THAT(refusal({0, 16, 0}, *Gpu), HasSubstr("threads"));
  EXPECT_THAT(refusal({2048, 16, 0}, *Gpu),
              HasSubstr("2048 threads exceeds the 1024 threads"));
  EXPECT_THAT(refusal({~uint64_t(0), 16, 0}, *Gpu), HasSubstr("threads"));
  EXPECT_THAT(refusal({256, 16, 65537}, *Gpu),
              HasSubstr("shared: a block needs 65537 bytes"));
  EXPECT_THAT(refusal({256, 16, ~uint64_t(0)}, *Gpu), HasSubstr("shared"));
  // 32 warps x 255 x 32 = 261120 registers of 65536.
  EXPECT_THAT(refusal({1024, 255, 0}, *Gpu),
              HasSubstr("registers: a block of 32 warps with 255 registers per "
                        "thread needs 261120"));
}

// A specification built by hand, without sources: 16 warps, blocks of 3 warps
// -> 5 blocks by warps, 15 warps of 16.
TEST(Occupancy, LimitsBuiltByHand) {
  GpuSpec Gpu;
  Gpu.MaxWarps.Value = 16;
  Gpu.MaxBlocks.Value = 8;
  Gpu.Registers.Value = 1024;
  Gpu.SharedBytes.Value = 1000;
  auto R = occupancy({96, 0, 0}, Gpu);
  ASSERT_TRUE(bool(R)) << llvm::toString(R.takeError());
  EXPECT_EQ(R->BlocksPerSM, 5u);
  EXPECT_EQ(R->WarpsPerSM, 15u);
  EXPECT_DOUBLE_EQ(R->fraction(), 15.0 / 16);
  EXPECT_THAT(refusal({96, 0, 0}, GpuSpec()), HasSubstr("max_warps"));
  // How many registers a thread may have, but not how many there are.
  Gpu.Registers = HardwareNumber();
  Gpu.MaxRegistersPerThread.Value = 255;
  EXPECT_THAT(refusal({96, 16, 0}, Gpu),
              HasSubstr("registers: a block of 3 warps with 16 registers per "
                        "thread needs 1536"));
}

// MI250X: 512 registers per lane and SIMD. 100 registers round up to 104, so
// floor(512 / 104) = 4 waves per SIMD, 16 per unit; blocks of 256 work-items
// have 4 waves -> 4 blocks, limited by registers (warps alone: 32 / 4 = 8).
TEST(Occupancy, AmdCountsWavesPerSimd) {
  auto Gpu = findGpu("mi250x-gcd");
  ASSERT_TRUE(bool(Gpu)) << llvm::toString(Gpu.takeError());
  auto R = occupancy({256, 100, 0}, *Gpu);
  ASSERT_TRUE(bool(R)) << llvm::toString(R.takeError());
  EXPECT_EQ(R->BlocksPerSM, 4u);
  EXPECT_EQ(R->WarpsPerSM, 16u);
  EXPECT_EQ(name(R->Limiter), "registers");
  // 64 registers are a unit of 8 already: 8 waves per SIMD, the maximum.
  EXPECT_EQ(occupancy({256, 64, 0}, *Gpu)->WarpsPerSM, 32u);
}

// What LLVM's back end says ("Occupancy", waves on a SIMD) of kernels that take
// so many vector registers, for gfx90a, gfx1032 and gfx1100.
TEST(Occupancy, AmdWavesAreTheBackEnds) {
  const struct {
    const char *Gpu;
    unsigned Registers, Waves;
  } Known[] = {
      {"mi250x-gcd", 60, 8},  {"mi250x-gcd", 78, 6},  {"mi250x-gcd", 112, 4},
      {"mi250x-gcd", 140, 3}, {"mi250x-gcd", 179, 2}, {"w6600", 63, 16},
      {"w6600", 92, 10},      {"w6600", 124, 8},      {"w6600", 156, 6},
      {"w6600", 188, 5},      {"w7800", 92, 16},      {"w7800", 116, 12},
      {"w7800", 140, 10},     {"w7800", 212, 7}};
  for (const auto &Each : Known) {
    auto Gpu = findGpu(Each.Gpu);
    ASSERT_TRUE(bool(Gpu)) << llvm::toString(Gpu.takeError());
    // Blocks of one wave.
    auto R = occupancy({Gpu->WarpSize, Each.Registers, 0}, *Gpu);
    ASSERT_TRUE(bool(R)) << llvm::toString(R.takeError());
    EXPECT_EQ(R->BlocksBy[1], Each.Waves * unsigned(Gpu->Schedulers.Value))
        << Each.Gpu << " " << Each.Registers;
  }
}

// A block of RDNA runs on both compute units of a work-group processor: 1024
// threads with 128 registers are 32 waves, 8 on each of four SIMDs of 1024
// registers, which fills them; and 40 KiB of shared memory go three times into
// the 128 KiB of the two.
TEST(Occupancy, BlocksOfRdnaUseTwoComputeUnits) {
  auto Gpu = findGpu("w6600");
  ASSERT_TRUE(bool(Gpu)) << llvm::toString(Gpu.takeError());
  EXPECT_EQ(Gpu->Multiprocessors.Value, 14); // of 28 compute units
  auto Large = occupancy({1024, 128, 0}, *Gpu);
  ASSERT_TRUE(bool(Large)) << llvm::toString(Large.takeError());
  EXPECT_EQ(Large->BlocksPerSM, 1u);
  EXPECT_EQ(Large->WarpsPerSM, 32u);
  EXPECT_EQ(name(Large->Limiter), "registers");
  auto Sharing = occupancy({256, 32, 40 * 1024}, *Gpu);
  ASSERT_TRUE(bool(Sharing)) << llvm::toString(Sharing.takeError());
  EXPECT_EQ(Sharing->BlocksPerSM, 3u);
}

// More shared memory or registers never makes room for more blocks.
TEST(Occupancy, Monotone) {
  for (const char *Name : {"8800-gtx", "gtx-970", "a100-pcie-40gb", "w7800"}) {
    auto Gpu = findGpu(Name);
    ASSERT_TRUE(bool(Gpu)) << llvm::toString(Gpu.takeError());
    unsigned Last = ~0u;
    for (unsigned Registers = 1; Registers <= 64; ++Registers) {
      auto R = occupancy({128, Registers, 1000}, *Gpu);
      unsigned Blocks = R ? R->BlocksPerSM : 0;
      if (!R)
        llvm::consumeError(R.takeError());
      EXPECT_LE(Blocks, Last) << Name << " " << Registers;
      Last = Blocks;
    }
  }
}

} // namespace
