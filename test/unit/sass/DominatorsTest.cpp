//===- DominatorsTest.cpp - Dominators of a graph -------------------------===//
//
// Held against their definition: without the node that dominates there is no
// way from the root.
//===----------------------------------------------------------------------===//

#include "analysis/support/Dominators.h"
#include "gtest/gtest.h"
#include <random>

using namespace kernelcast;

namespace {

/// Whether \p To is reached from node 0 on ways that leave out \p Without.
bool isReached(const Dominators::Edges &After, unsigned To, unsigned Without) {
  std::vector<bool> Seen(After.size());
  std::vector<unsigned> Work;
  auto Visit = [&](unsigned Node) {
    if (Node != Without && !Seen[Node]) {
      Seen[Node] = true;
      Work.push_back(Node);
    }
  };
  Visit(0);
  while (!Work.empty()) {
    const unsigned Node = Work.back();
    Work.pop_back();
    for (unsigned Next : After[Node])
      Visit(Next);
  }
  return Seen[To];
}

TEST(Dominators, AgainstTheirDefinition) {
  std::mt19937 Random(5);
  unsigned Pairs = 0;
  for (unsigned Round = 0; Round < 300; ++Round) {
    const unsigned N = 2 + Random() % 12;
    Dominators::Edges After(N), Before(N);
    for (unsigned Edge = 0; Edge < N + Random() % (2 * uint64_t(N)); ++Edge) {
      const unsigned From = Random() % N, To = Random() % N;
      After[From].push_back(To);
      Before[To].push_back(From);
    }
    const Dominators Tree(After, Before, 0);
    for (unsigned B = 0; B < N; ++B) {
      const bool Reached = isReached(After, B, Dominators::Nowhere);
      ASSERT_EQ(Tree.reaches(B), Reached) << Round;
      if (!Reached)
        continue;
      unsigned Above = 0;
      for (unsigned A = 0; A < N; ++A)
        if (Tree.reaches(A)) {
          const bool Dominates = A == B || !isReached(After, B, A);
          EXPECT_EQ(Tree.dominates(A, B), Dominates) << Round;
          Above += Dominates && A != B;
        }
      // The nearest one is dominated by all others that dominate the node.
      if (B != 0) {
        unsigned Chain = 0;
        for (unsigned A = B; A != 0; A = Tree.parent(A))
          ++Chain;
        EXPECT_EQ(Chain, Above) << Round;
      }
      Pairs += Above;
    }
  }
  EXPECT_GT(Pairs, 1000u);
}

} // namespace
