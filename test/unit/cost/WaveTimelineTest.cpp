//===- WaveTimelineTest.cpp -----------------------------------------------===//

#include "cost_models/common/WaveTimeline.h"
#include "gtest/gtest.h"

using namespace kernelcast;

namespace {

using Kind = MachineStepKind;

/// Blocks with their steps, and how often a warp runs each.
class Walked : public testing::Test {
protected:
  Walked() {
    Profile.Kernel = &Model;
    Profile.Warps = 10;
  }
  void block(double Times, std::vector<MachineStep> Steps) {
    BasicBlock Block;
    Block.Id = static_cast<BlockId>(Model.Blocks.size());
    Block.Waits = std::move(Steps);
    Model.Blocks.push_back(std::move(Block));
    Profile.Blocks.emplace_back();
    Profile.Blocks.back().WarpExecutions.Value = Times * Profile.Warps;
  }
  KernelModel Model;
  WarpProfile Profile;
  const WaveTiming Timing{1, 100, 50, 20, 30, 10};
};

// Three instructions, loads at 3 and 4, one more; with one load to come it is
// 103, and the second has come then.
TEST_F(Walked, WaitsUntilSoManyAreLeft) {
  block(1, {{Kind::Issue, 3},
            {Kind::LoadGlobal, 2},
            {Kind::Issue, 1},
            {Kind::MemoryWait, 1},
            {Kind::Issue, 1},
            {Kind::MemoryWait, 0}});
  EXPECT_DOUBLE_EQ(waveCycles(Profile, Timing), 104);
}

// A load of local memory behind one of global memory is handed on after it: at
// 100, not at 51. Shared memory and the scalar unit are waited for apart.
TEST_F(Walked, ResultsComeInTheirOrder) {
  block(1, {{Kind::LoadGlobal, 1},
            {Kind::LoadLocal, 1},
            {Kind::Shared, 1},
            {Kind::SharedMemoryWait, 0}});
  EXPECT_DOUBLE_EQ(waveCycles(Profile, Timing), 2 + 30);
  block(1, {{Kind::MemoryWait, 0}});
  EXPECT_DOUBLE_EQ(waveCycles(Profile, Timing), 100);
}

// What is outstanding at a block's end is waited for in the next one, as often
// as that runs: 1 + 3 x 49.
TEST_F(Walked, BlocksCountAsOftenAsTheyRun) {
  block(1, {{Kind::LoadLocal, 1}});
  block(3, {{Kind::Issue, 10}, {Kind::MemoryWait, 0}});
  EXPECT_DOUBLE_EQ(waveCycles(Profile, Timing), 1 + 3 * 49);
}

// A spilled value that is brought back just before each use costs its latency
// every time.
TEST_F(Walked, EachReloadIsWaitedFor) {
  std::vector<MachineStep> Steps;
  for (unsigned I = 0; I != 200; ++I) {
    Steps.push_back({Kind::LoadLocal, 1});
    Steps.push_back({Kind::MemoryWait, 0});
    Steps.push_back({Kind::Issue, 2});
  }
  block(1, std::move(Steps));
  EXPECT_DOUBLE_EQ(waveCycles(Profile, Timing), 200 * (50 + 2));
}

TEST_F(Walked, CodeOfOthersHasNoWaits) {
  block(5, {});
  EXPECT_EQ(waveCycles(Profile, Timing), 0);
}

} // namespace
