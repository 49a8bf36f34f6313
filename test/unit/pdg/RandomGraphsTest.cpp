//===- RandomGraphsTest.cpp - Against the definitions, by brute force -----===//
//
// Small graphs made at random (the same ones every time), against dominators
// and control dependences computed from their definitions.
//===----------------------------------------------------------------------===//

#include "Graphs.h"
#include "analysis/pdg/KernelGraphs.h"
#include "gtest/gtest.h"
#include <set>

using namespace kernelcast;

namespace {

/// Whether \p To can be reached from \p From without entering \p Without; None
/// as a target stands for the end of the kernel.
bool reaches(const KernelModel &K, BlockId From, BlockId To, BlockId Without) {
  std::vector<BlockId> Work{From};
  std::set<BlockId> Seen;
  while (!Work.empty()) {
    BlockId B = Work.back();
    Work.pop_back();
    if (B == Without || !Seen.insert(B).second)
      continue;
    if (B == To || (To == None && K.Blocks[B].Successors.empty()))
      return true;
    for (BlockId S : K.Blocks[B].Successors)
      Work.push_back(S);
  }
  return false;
}

/// Whether the end can be reached from every block.
bool alwaysEnds(const KernelModel &K) {
  return std::all_of(
      K.Blocks.begin(), K.Blocks.end(),
      [&](const BasicBlock &B) { return reaches(K, B.Id, None, None); });
}

} // namespace

TEST(RandomGraphs, OrderLoopsAndDominators) {
  std::mt19937 Random(1);
  unsigned WithLoops = 0, Irreducible = 0;
  for (unsigned Trial = 0; Trial != 2000; ++Trial) {
    KernelModel K = randomGraph(Random);
    orderBlocks(K);
    findLoops(K);
    Dominance D = dominance(K);
    WithLoops += !K.Loops.empty();
    Irreducible += K.Irreducible;
    for (BlockId A = 0; A != K.Blocks.size(); ++A) {
      ASSERT_EQ(K.Blocks[A].Id, A);
      for (BlockId S : K.Blocks[A].Successors) {
        auto &Back = K.Blocks[S].Predecessors;
        ASSERT_EQ(std::count(Back.begin(), Back.end(), A),
                  std::count(K.Blocks[A].Successors.begin(),
                             K.Blocks[A].Successors.end(), S));
        // An edge against the order leads to a dominator, or the graph is
        // irreducible.
        ASSERT_TRUE(S > A || K.Irreducible || D.dominates(S, A));
      }
      for (BlockId B = 0; B != K.Blocks.size(); ++B) {
        ASSERT_EQ(D.dominates(A, B), A == B || !reaches(K, 0, B, A));
        if (alwaysEnds(K)) {
          ASSERT_EQ(D.postDominates(A, B), A == B || !reaches(K, B, None, A));
        }
      }
    }
    for (const LoopInfo &Loop : K.Loops) {
      ASSERT_EQ(Loop.Blocks.front(), Loop.Header);
      ASSERT_EQ(Loop.Blocks.back() - Loop.Header + 1, Loop.Blocks.size())
          << "blocks of a loop are not together";
      // Its blocks are those that reach the header within it.
      for (BlockId B = 0; B != K.Blocks.size(); ++B) {
        bool In = std::count(Loop.Blocks.begin(), Loop.Blocks.end(), B);
        bool Returns = false;
        for (BlockId Latch : Loop.Latches)
          Returns |= B == Loop.Header || reaches(K, B, Latch, Loop.Header);
        ASSERT_EQ(In, Returns && D.dominates(Loop.Header, B));
      }
      if (Loop.Parent != None) {
        ASSERT_LT(Loop.Parent, Loop.Id);
        ASSERT_EQ(Loop.Depth, K.Loops[Loop.Parent].Depth + 1);
      }
    }
  }
  EXPECT_GT(WithLoops, 300u);
  EXPECT_GT(Irreducible, 50u);
}

// Y depends on an outcome of X if Y post-dominates where that outcome leads,
// but does not strictly post-dominate X (Ferrante et al., definition 3).
TEST(RandomGraphs, ControlDependences) {
  std::mt19937 Random(2);
  unsigned Checked = 0;
  for (unsigned Trial = 0; Trial != 2000; ++Trial) {
    KernelModel K = randomGraph(Random);
    orderBlocks(K);
    findLoops(K);
    if (K.Irreducible || !alwaysEnds(K))
      continue;
    ++Checked;
    ProgramDependenceGraph G = KernelGraphs(K).dependences();
    auto PostDominates = [&](BlockId A, BlockId B) {
      return A == B || !reaches(K, B, None, A);
    };
    for (BlockId Y = 0; Y != K.Blocks.size(); ++Y) {
      std::set<ControlDependence> Expected;
      for (const BasicBlock &X : K.Blocks)
        for (unsigned I = 0; I != X.Successors.size(); ++I)
          if (PostDominates(Y, X.Successors[I]) &&
              (Y == X.Id || !PostDominates(Y, X.Id)))
            Expected.insert({X.Id, I});
      if (PostDominates(Y, 0))
        Expected.insert({None, 0});
      const auto &Actual = G.ControlDependences[Y];
      ASSERT_EQ(std::set(Actual.begin(), Actual.end()), Expected)
          << "block " << Y << " trial " << Trial;
      ASSERT_TRUE(std::is_sorted(Actual.begin(), Actual.end()));
    }
    for (const Region &R : G.Regions)
      if (R.Id != 0) {
        ASSERT_TRUE(R.Parent == 0 ||
                    G.Regions[R.Parent].Blocks.front() < R.Blocks.front());
      }
  }
  EXPECT_GT(Checked, 500u);
}

// Something decides about every block, if only that the kernel is called,
// though an endless loop has no way out that its blocks could lie on.
TEST(RandomGraphs, BlocksOfEndlessLoopsDependOnSomething) {
  std::mt19937 Random(3);
  unsigned Checked = 0;
  for (unsigned Trial = 0; Trial != 5000; ++Trial) {
    KernelModel K = randomGraph(Random);
    orderBlocks(K);
    findLoops(K);
    if (K.Irreducible || alwaysEnds(K))
      continue;
    ++Checked;
    ProgramDependenceGraph G = KernelGraphs(K).dependences();
    for (BlockId B = 0; B != K.Blocks.size(); ++B)
      ASSERT_FALSE(G.ControlDependences[B].empty())
          << "block " << B << " trial " << Trial;
  }
  EXPECT_GT(Checked, 500u);
}
