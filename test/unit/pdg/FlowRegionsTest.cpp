//===- FlowRegionsTest.cpp - Stretches of a region ------------------------===//

#include "analysis/pdg/FlowRegions.h"
#include "Graphs.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace kernelcast;
using testing::ElementsAre;

namespace {

std::vector<unsigned> ends(const FlowRegion &Region) {
  std::vector<unsigned> Ends;
  Ends.reserve(Region.Items.size());
  for (const FlowItem &Item : Region.Items)
    Ends.push_back(Item.StretchEnd);
  return Ends;
}
std::vector<unsigned> around(const FlowRegion &Region) {
  std::vector<unsigned> Starts;
  Starts.reserve(Region.Items.size());
  for (const FlowItem &Item : Region.Items)
    Starts.push_back(Item.Around);
  return Starts;
}

/// The regions of a graph in the order in which its blocks are numbered.
std::vector<FlowRegion>
regions(unsigned Count,
        std::initializer_list<std::pair<BlockId, BlockId>> Edges) {
  KernelModel Kernel = graph(Count, Edges);
  findLoops(Kernel);
  return flowRegions(Kernel);
}

} // namespace

// if (a) { if (b) 2; 3 } 4: the inner guard lies in the outer one. Block 4 ends
// the kernel.
TEST(FlowRegions, GuardsInGuards) {
  std::vector<FlowRegion> R =
      regions(5, {{0, 1}, {0, 4}, {1, 2}, {1, 3}, {2, 3}, {3, 4}});
  ASSERT_EQ(R.size(), 1u);
  EXPECT_THAT(ends(R[0]), ElementsAre(4, 3, 3, 4, 5));
  EXPECT_THAT(around(R[0]), ElementsAre(None, 0, 1, 0, None));
}

// a && b: 0 -> {1, 3}, 1 -> {2, 3}, 2 -> 3. Block 1 begins no stretch: lanes
// come to block 3 past it.
TEST(FlowRegions, BothConditions) {
  std::vector<FlowRegion> R =
      regions(4, {{0, 1}, {0, 3}, {1, 2}, {1, 3}, {2, 3}});
  EXPECT_THAT(ends(R[0]), ElementsAre(3, None, 3, 4));
  EXPECT_THAT(around(R[0]), ElementsAre(None, 0, 0, None));
}

// for (..) { if (a) break; if (b) 4; 5 } 6: of one iteration, a guard that
// leaves the loop is no stretch, the other one is. The loop is one outside.
TEST(FlowRegions, GuardsInLoops) {
  std::vector<FlowRegion> R = regions(
      7,
      {{0, 1}, {1, 2}, {1, 6}, {2, 3}, {2, 6}, {3, 4}, {3, 5}, {4, 5}, {5, 1}});
  ASSERT_EQ(R.size(), 2u);
  EXPECT_THAT(ends(R[0]), ElementsAre(1, 2, 3));
  EXPECT_THAT(ends(R[1]), ElementsAre(None, None, 4, 4, 5));
  EXPECT_THAT(around(R[1]), ElementsAre(None, None, None, 2, None));
}
