//===- ProgramDependenceGraphTest.cpp -------------------------------------===//

#include "Graphs.h"
#include "analysis/pdg/KernelGraphs.h"
#include "test/unit/golden/GoldenCases.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace kernelcast;
using testing::ElementsAre;
using testing::ElementsAreArray;
using testing::IsEmpty;

namespace {
/// Entry: the imaginary branch around the kernel.
ControlDependence entry() { return {None, 0}; }
ControlDependence on(BlockId Block, unsigned Outcome) {
  return {Block, Outcome};
}
} // namespace

// E-T->1, 1->2, 2-T->3, 2-F->4, 3->5, 4->5, 5-T->2, 5-F->6, 6->X. Block I here
// is node I + 1 there; E and X are the virtual entry and exit.
TEST(ProgramDependenceGraph, IfInLoop) {
  GoldenCase Case = golden("BG.pdg_if_loop");
  KernelModel K =
      graph(6, {{0, 1}, {1, 2}, {1, 3}, {2, 4}, {3, 4}, {4, 1}, {4, 5}});
  auto Block = [](const std::string &Node) -> BlockId {
    return Node == "X" ? None : std::stoul(Node) - 1;
  };
  std::vector<BlockId> Ipdom = dominance(K).Ipdom;
  findLoops(K);
  ProgramDependenceGraph G = KernelGraphs(K).dependences();
  for (BlockId I = 0; I != 6; ++I) {
    std::string Node = std::to_string(I + 1);
    EXPECT_EQ(Ipdom[I], Block(Case.Out["ipdom"][Node].text())) << Node;
    std::vector<ControlDependence> Wanted;
    GoldenValue On = Case.Out["cd"][Node];
    for (size_t D = 0; D != On.size(); ++D) {
      std::string From = On[D][size_t(0)].text();
      Wanted.push_back(From == "E" ? entry()
                                   : on(Block(From), On[D][1].text() != "T"));
    }
    EXPECT_THAT(G.ControlDependences[I], ElementsAreArray(Wanted)) << Node;
  }
  ASSERT_EQ(G.Regions.size(), 4u);
  EXPECT_EQ(Case.Out["regions"].names().size(), 4u);
  for (const std::string &Name : Case.Out["regions"].names()) {
    GoldenValue Nodes = Case.Out["regions"][Name];
    std::vector<BlockId> Wanted;
    for (size_t I = 0; I != Nodes.size(); ++I)
      Wanted.push_back(Block(Nodes[I].text()));
    EXPECT_THAT(G.Regions[G.RegionOf[Wanted.at(0)]].Blocks,
                ElementsAreArray(Wanted));
  }
  EXPECT_THAT(G.RegionOf, ElementsAre(0, 1, 2, 3, 1, 0));
  // The loop's region hangs under the entry, not under its own test.
  EXPECT_EQ(G.Regions[0].Parent, None);
  EXPECT_EQ(G.Regions[1].Parent, 0u);
  EXPECT_EQ(G.Regions[2].Parent, 1u);
  EXPECT_EQ(G.Regions[3].Parent, 1u);
}

// while (c) { body }: head 1 runs on entry and again if it held.
TEST(ProgramDependenceGraph, ALoopPredicateDependsOnItself) {
  KernelModel K = graph(4, {{0, 1}, {1, 2}, {1, 3}, {2, 1}});
  findLoops(K);
  ProgramDependenceGraph G = KernelGraphs(K).dependences();
  EXPECT_THAT(G.ControlDependences[1], ElementsAre(on(1, 0), entry()));
  EXPECT_THAT(G.ControlDependences[2], ElementsAre(on(1, 0)));
  EXPECT_THAT(G.ControlDependences[3], ElementsAre(entry()));
  EXPECT_EQ(G.Regions[G.RegionOf[2]].Parent, G.RegionOf[1]);
}

// if (a) return; rest: what follows an early return depends on it.
TEST(ProgramDependenceGraph, EarlyReturn) {
  KernelModel K = graph(3, {{0, 1}, {0, 2}});
  ProgramDependenceGraph G = KernelGraphs(K).dependences();
  EXPECT_THAT(G.ControlDependences[1], ElementsAre(on(0, 0)));
  EXPECT_THAT(G.ControlDependences[2], ElementsAre(on(0, 1)));
}

// if (a || b) x: x depends on both tests, b on the failure of a.
TEST(ProgramDependenceGraph, ShortCircuit) {
  KernelModel K = graph(4, {{0, 2}, {0, 1}, {1, 2}, {1, 3}, {2, 3}});
  ProgramDependenceGraph G = KernelGraphs(K).dependences();
  EXPECT_THAT(G.ControlDependences[1], ElementsAre(on(0, 1)));
  EXPECT_THAT(G.ControlDependences[2], ElementsAre(on(0, 0), on(1, 0)));
  EXPECT_THAT(G.ControlDependences[3], ElementsAre(entry()));
}

TEST(ProgramDependenceGraph, IrreducibleKernelIsOneRegion) {
  KernelModel K = graph(4, {{0, 1}, {0, 2}, {1, 2}, {2, 1}, {2, 3}});
  orderBlocks(K);
  findLoops(K);
  ASSERT_TRUE(K.Irreducible);
  ProgramDependenceGraph G = KernelGraphs(K).dependences();
  ASSERT_EQ(G.Regions.size(), 1u);
  EXPECT_THAT(G.Regions[0].Blocks, ElementsAre(0, 1, 2, 3));
}

// Blocks of an endless loop run if it is entered.
TEST(ProgramDependenceGraph, EndlessLoop) {
  KernelModel K = graph(5, {{0, 1}, {0, 4}, {1, 2}, {2, 3}, {3, 1}});
  findLoops(K);
  ProgramDependenceGraph G = KernelGraphs(K).dependences();
  for (BlockId B : {1, 2, 3})
    EXPECT_THAT(G.ControlDependences[B], ElementsAre(on(0, 0))) << B;
  EXPECT_THAT(G.ControlDependences[4], ElementsAre(on(0, 1)));
}

TEST(ProgramDependenceGraph, NoBlocks) {
  KernelModel K;
  ProgramDependenceGraph G = KernelGraphs(K).dependences();
  ASSERT_EQ(G.Regions.size(), 1u);
  EXPECT_THAT(G.Data, IsEmpty());
}

// if (0) { 1; while (2) { 3: if (3) 4; 5 } 6 } 7: a block in the loop runs as
// its own branch, the loop's predicate and the guard around all say; the
// predicate decides about itself, and what follows the loop waits for none.
TEST(ProgramDependenceGraph, AllThatDecidesAboutABlock) {
  KernelModel K = graph(8, {{0, 1},
                            {0, 7},
                            {1, 2},
                            {2, 3},
                            {2, 6},
                            {3, 4},
                            {3, 5},
                            {4, 5},
                            {5, 2},
                            {6, 7}});
  findLoops(K);
  ProgramDependenceGraph G = KernelGraphs(K).dependences();
  EXPECT_THAT(G.decidingBranches(0), IsEmpty());
  EXPECT_THAT(G.decidingBranches(1), ElementsAre(0));
  EXPECT_THAT(G.decidingBranches(2), ElementsAre(0, 2));
  EXPECT_THAT(G.decidingBranches(4), ElementsAre(0, 2, 3));
  EXPECT_THAT(G.decidingBranches(5), ElementsAre(0, 2));
  EXPECT_THAT(G.decidingBranches(6), ElementsAre(0));
  EXPECT_THAT(G.decidingBranches(7), IsEmpty());
}
