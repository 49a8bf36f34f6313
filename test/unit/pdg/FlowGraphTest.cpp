//===- FlowGraphTest.cpp --------------------------------------------------===//

#include "Graphs.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace kernelcast;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;

// 0 -> 2 -> {3, 1}, 3 -> {4, 5}, 4 -> 2 (latch), 5 -> 2 (latch), 1 ends.
// A depth-first walk could number the exit 1 before the loop's blocks; the
// loop 2 3 4 5 must be together.
TEST(FlowGraph, BlocksOfALoopAreTogether) {
  KernelModel K =
      graph(6, {{0, 2}, {2, 1}, {2, 3}, {3, 4}, {3, 5}, {4, 2}, {5, 2}});
  orderBlocks(K);
  ASSERT_EQ(K.Blocks.size(), 6u);
  EXPECT_THAT(K.Blocks[0].Successors, ElementsAre(1));
  EXPECT_THAT(K.Blocks[1].Successors, ElementsAre(5, 2)); // order is kept
  EXPECT_THAT(K.Blocks[2].Successors, ElementsAre(3, 4));
  EXPECT_THAT(K.Blocks[1].Predecessors, ElementsAre(0, 3, 4));
  findLoops(K);
  ASSERT_EQ(K.Loops.size(), 1u);
  EXPECT_FALSE(K.Irreducible);
  EXPECT_EQ(K.Loops[0].Header, 1u);
  EXPECT_THAT(K.Loops[0].Latches, ElementsAre(3, 4));
  EXPECT_THAT(K.Loops[0].Blocks, ElementsAre(1, 2, 3, 4));
  EXPECT_THAT(K.Loops[0].Exits, ElementsAre(Pair(1u, 5u)));
  EXPECT_EQ(K.Blocks[5].Loop, None);
}

// A loop whose first path to the latch has no exit while the second leaves:
// h=1, a=2 -> latch 4, b=3 -> {exit 5, latch 4}.
TEST(FlowGraph, ExitBetweenPathsDoesNotSplitTheLoop) {
  KernelModel K =
      graph(6, {{0, 1}, {1, 3}, {1, 2}, {2, 4}, {3, 5}, {3, 4}, {4, 1}});
  orderBlocks(K);
  findLoops(K);
  ASSERT_EQ(K.Loops.size(), 1u);
  EXPECT_THAT(K.Loops[0].Blocks, ElementsAre(1, 2, 3, 4));
  EXPECT_THAT(K.Blocks[5].Successors, IsEmpty());
}

// for (..) for (..) ;   0 -> 1 (outer) -> 2 (inner) -> 3 -> 2, 2 -> 4 -> 1,
// 1 -> 5.
TEST(FlowGraph, NestedLoops) {
  KernelModel K =
      graph(6, {{0, 1}, {1, 2}, {1, 5}, {2, 3}, {2, 4}, {3, 2}, {4, 1}});
  orderBlocks(K);
  findLoops(K);
  ASSERT_EQ(K.Loops.size(), 2u);
  EXPECT_EQ(K.Loops[0].Header, 1u);
  EXPECT_EQ(K.Loops[0].Parent, None);
  EXPECT_EQ(K.Loops[0].Depth, 1u);
  EXPECT_THAT(K.Loops[0].Blocks, ElementsAre(1, 2, 3, 4));
  EXPECT_EQ(K.Loops[1].Parent, 0u);
  EXPECT_EQ(K.Loops[1].Depth, 2u);
  EXPECT_THAT(K.Loops[1].Blocks, ElementsAre(2, 3));
  EXPECT_EQ(K.Blocks[3].Loop, 1u);
  EXPECT_EQ(K.Blocks[4].Loop, 0u);
}

TEST(FlowGraph, JumpIntoALoopIsIrreducible) {
  // 0 -> {1, 2}, 1 <-> 2, 2 -> 3
  KernelModel K = graph(4, {{0, 1}, {0, 2}, {1, 2}, {2, 1}, {2, 3}});
  orderBlocks(K);
  findLoops(K);
  EXPECT_TRUE(K.Irreducible);
  EXPECT_THAT(K.Loops, IsEmpty());
}

// Block 1 is unreachable: its phi operand, access and edge go.
TEST(FlowGraph, UnreachableBlocksTakeTheirPhiOperandsWithThem) {
  KernelModel K = graph(4, {{0, 3}, {1, 3}, {2, 3}, {0, 2}});
  const Expr *A = reinterpret_cast<const Expr *>(8);
  const Expr *B = reinterpret_cast<const Expr *>(16);
  const Expr *C = reinterpret_cast<const Expr *>(24);
  PhiNode Phi;
  Phi.Block = 3;
  Phi.Incoming = {A, B, C};
  K.Phis.push_back(Phi);
  K.Blocks[3].Phis.push_back(0);
  K.Accesses.resize(2);
  K.Accesses[0].Block = 1;
  K.Accesses[1].Block = 3;
  orderBlocks(K);
  ASSERT_EQ(K.Blocks.size(), 3u);
  EXPECT_THAT(K.Blocks[2].Predecessors, ElementsAre(0, 1));
  EXPECT_THAT(K.Phis[0].Incoming, ElementsAre(A, C));
  EXPECT_EQ(K.Phis[0].Block, 2u);
  EXPECT_EQ(K.Accesses[0].Block, None);
  EXPECT_EQ(K.Accesses[1].Block, 2u);
}

TEST(FlowGraph, Dominance) {
  // 0 -> {1, 2} -> 3 -> {4, 5}; 4 and 5 both end.
  KernelModel K = graph(6, {{0, 1}, {0, 2}, {1, 3}, {2, 3}, {3, 4}, {3, 5}});
  Dominance D = dominance(K);
  EXPECT_THAT(D.Idom, ElementsAre(None, 0, 0, 0, 3, 3));
  EXPECT_THAT(D.Ipdom, ElementsAre(3, 3, 3, None, None, None));
  EXPECT_TRUE(D.dominates(0, 5));
  EXPECT_TRUE(D.dominates(3, 3));
  EXPECT_FALSE(D.dominates(1, 3));
  EXPECT_TRUE(D.postDominates(3, 0));
  EXPECT_FALSE(D.postDominates(4, 0));
  EXPECT_TRUE(D.postDominates(None, 4));
}

TEST(FlowGraph, EndlessLoopHasPostDominators) {
  KernelModel K = graph(3, {{0, 1}, {1, 2}, {2, 1}});
  orderBlocks(K);
  findLoops(K);
  ASSERT_EQ(K.Loops.size(), 1u);
  EXPECT_THAT(K.Loops[0].Exits, IsEmpty());
  Dominance D = dominance(K);
  EXPECT_TRUE(D.postDominates(1, 0));
}

TEST(FlowGraph, NoBlocks) {
  KernelModel K;
  orderBlocks(K);
  findLoops(K);
  EXPECT_THAT(dominance(K).Idom, IsEmpty());
}

// Depth must not use the machine's stack.
TEST(FlowGraph, AHundredThousandBlocksInARow) {
  KernelModel K;
  K.Blocks.resize(100000);
  for (BlockId I = 0; I != 100000; ++I) {
    K.Blocks[I].Id = I;
    if (I + 1 != 100000) {
      K.Blocks[I].Successors = {I + 1};
      K.Blocks[I + 1].Predecessors = {I};
    }
  }
  orderBlocks(K);
  findLoops(K);
  Dominance D = dominance(K);
  EXPECT_EQ(D.Idom[99999], 99998u);
  EXPECT_EQ(D.Ipdom[0], 1u);
}
