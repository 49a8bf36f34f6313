//===- RandomKernelTest.cpp - The evaluator against an interpreter --------===//
//
// What is called exact must equal the interpreter's count; bounds must contain
// it. The interpreter runs the kernel before closed forms are found.
//===----------------------------------------------------------------------===//

#include "Interpreter.h"
#include "Kernels.h"
#include "llvm/Support/raw_ostream.h"
#include <gtest/gtest.h>

using namespace kernelcast;

namespace {

unsigned Exact, Compared;

void expectKnown(const Known<double> &Fact, double Count, const char *What,
                 unsigned Seed, unsigned Number) {
  ++Compared;
  Exact += Fact.isExact();
  if (Fact.isExact()) {
    EXPECT_EQ(Fact.Value, Count)
        << What << " " << Number << " of seed " << Seed;
    return;
  }
  if (Fact.Source != How::Bounded)
    return;
  EXPECT_LE(Fact.Low, Count) << What << " " << Number << " of seed " << Seed;
  EXPECT_GE(Fact.High, Count) << What << " " << Number << " of seed " << Seed;
  EXPECT_LE(Fact.Low, Fact.Value * (1 + 1e-9)) << What << " seed " << Seed;
  EXPECT_GE(Fact.High, Fact.Value * (1 - 1e-9)) << What << " seed " << Seed;
}

void compare(unsigned Seed, bool Data) {
  KernelModel Plain = RandomKernel(Seed, Data).make(false);
  KernelModel Kernel = RandomKernel(Seed, Data).make(true);
  ASSERT_EQ(Plain.Blocks.size(), Kernel.Blocks.size());
  LaunchConfiguration Launch;
  static const std::array<uint64_t, 3> BlockSizes[] = {
      {64, 1, 1}, {32, 2, 1}, {16, 4, 1}, {8, 8, 1}, {48, 1, 1},
      {33, 1, 1}, {10, 7, 1}, {4, 4, 4},  {96, 1, 1}};
  Launch.Block = BlockSizes[Seed % 9];
  Launch.Grid = {1 + Seed / 9 % 5, 1 + Seed / 45 % 2, 1};
  ArgumentValue N;
  N.Name = "n";
  N.Integer = 1 + Seed % 200;
  N.Value = N.Integer;
  Launch.Arguments.push_back(N);
  GpuSpec Gpu;
  if (Seed % 3 == 1)
    Gpu.Coalescing = CoalescingRule::HalfWarpSegments;
  if (Seed % 3 == 2)
    Gpu.Coalescing = CoalescingRule::HalfWarpStrict;
  Counted Count = Interpreter(Plain, Launch, Gpu).run();
  if (Count.TooLong)
    return;
  WarpProfile Profile = profileOf(Kernel, Launch, Gpu);
  for (unsigned A = 0; A != Kernel.Accesses.size(); ++A) {
    const AccessFacts &F = Profile.Accesses[A];
    const CountedAccess &C = Count.Accesses[A];
    expectKnown(F.WarpExecutions, C.Warps, "warps of access", Seed, A);
    expectKnown(F.LaneExecutions, C.Lanes, "lanes of access", Seed, A);
    expectKnown(F.Sectors, C.Sectors, "sectors of access", Seed, A);
    expectKnown(F.Lines, C.Lines, "lines of access", Seed, A);
    expectKnown(F.L1Passes, C.L1Passes, "L1 passes of access", Seed, A);
    expectKnown(F.Transactions, C.Transactions, "transactions of access", Seed,
                A);
    expectKnown(F.BankCycles, C.Banks, "bank cycles of access", Seed, A);
  }
  for (unsigned B = 0; B != Kernel.Blocks.size(); ++B) {
    expectKnown(Profile.Blocks[B].WarpExecutions, Count.BlockWarps[B],
                "warps of block", Seed, B);
    expectKnown(Profile.Blocks[B].LaneExecutions, Count.BlockLanes[B],
                "lanes of block", Seed, B);
  }
  for (const BranchFacts &F : Profile.Branches) {
    double Warps = Count.BranchWarps[F.Block];
    if (!Warps)
      continue;
    if (F.True.isExact()) {
      EXPECT_DOUBLE_EQ(F.True.Value, Count.BranchTrue[F.Block] / Warps)
          << "branch " << F.Block << " of seed " << Seed;
    }
    if (F.Diverged.isExact()) {
      EXPECT_DOUBLE_EQ(F.Diverged.Value, Count.BranchBoth[F.Block] / Warps)
          << "branch " << F.Block << " of seed " << Seed;
    }
  }
  for (unsigned L = 0; L != Kernel.Loops.size(); ++L) {
    const LoopFacts &F = Profile.Loops[L];
    if (F.Mean.Source != How::Exact || !Count.LoopEntries[L] ||
        Kernel.Loops[L].TestAtEnd)
      continue;
    EXPECT_NEAR(F.Mean.Value, Count.LoopTrips[L] / Count.LoopEntries[L], 1e-9)
        << "loop " << L << " of seed " << Seed;
    EXPECT_EQ(F.Min, Count.LoopMin[L]) << "loop " << L << " of seed " << Seed;
    EXPECT_EQ(F.Max, Count.LoopMax[L]) << "loop " << L << " of seed " << Seed;
  }
}

} // namespace

TEST(RandomKernels, KnownControlIsExact) {
  Exact = Compared = 0;
  for (unsigned Seed = 1; Seed <= 150; ++Seed) {
    compare(Seed, false);
    if (HasFailure())
      break;
  }
  // Hardly any of these small kernels may exceed the step budget.
  EXPECT_GT(Exact, Compared * 0.97);
}

TEST(RandomKernels, DataDependentCountsAreBounded) {
  Exact = Compared = 0;
  for (unsigned Seed = 1001; Seed <= 1150; ++Seed) {
    compare(Seed, true);
    if (HasFailure())
      break;
  }
  EXPECT_GT(Exact, Compared * 0.3);
}
