//===- Dominators.h - Dominators of a graph ---------------------*- C++ -*-===//
//
// A node dominates another if every way from the root to that one leads through
// it. Nodes are visited in reverse post order; the parent of each is where the
// chains of parents of what leads there meet, until nothing changes (Cooper,
// Harvey and Kennedy, A simple, fast dominance algorithm, 2001). Of the graph
// with its edges turned round, from the end, these are the post-dominators.
//
// The nodes that one dominates are a stretch of the tree in preorder, so that
// asking takes no walk.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_SUPPORT_DOMINATORS_H
#define KERNELCAST_ANALYSIS_SUPPORT_DOMINATORS_H

#include <algorithm>
#include <cstddef>
#include <vector>

namespace kernelcast {

class Dominators {
public:
  using Edges = std::vector<std::vector<unsigned>>; ///< by node
  static constexpr unsigned Nowhere = ~0u;

  Dominators() = default;
  Dominators(const Edges &Successors, const Edges &Predecessors, unsigned Root)
      : Parent(Successors.size(), Nowhere), Rank(Successors.size(), Nowhere) {
    number(Successors, Root);
    Parent[Root] = Root;
    for (bool Changed = true; Changed;) {
      Changed = false;
      for (unsigned Node : Order) {
        if (Node == Root)
          continue;
        unsigned Common = Nowhere;
        for (unsigned Before : Predecessors[Node])
          if (Rank[Before] != Nowhere && Parent[Before] != Nowhere)
            Common = Common == Nowhere ? Before : meet(Common, Before);
        Changed |= Common != Parent[Node];
        Parent[Node] = Common;
      }
    }
    stretch(Root);
  }

  /// The nodes in reverse post order; what is not reached is left out.
  const std::vector<unsigned> &order() const { return Order; }
  bool reaches(unsigned Node) const { return Rank[Node] != Nowhere; }
  /// The place of \p Node in order(), or Nowhere.
  unsigned rank(unsigned Node) const { return Rank[Node]; }
  /// The nearest node that dominates \p Node: the root's is itself; Nowhere for
  /// what is not reached.
  unsigned parent(unsigned Node) const { return Parent[Node]; }
  /// Whether \p A dominates \p B, as every node does itself; both are reached.
  bool dominates(unsigned A, unsigned B) const {
    return Begin[A] <= Begin[B] && Begin[B] < Begin[A] + Size[A];
  }

private:
  std::vector<unsigned> Parent, Rank, Order;
  std::vector<unsigned> Begin, Size; ///< in preorder of the tree

  void number(const Edges &Successors, unsigned Root) {
    struct Open {
      unsigned Node;
      size_t Next;
    };
    std::vector<bool> Seen(Successors.size());
    std::vector<Open> Stack{{Root, 0}};
    Seen[Root] = true;
    while (!Stack.empty()) {
      Open &Top = Stack.back();
      if (Top.Next == Successors[Top.Node].size()) {
        Order.push_back(Top.Node);
        Stack.pop_back();
        continue;
      }
      unsigned To = Successors[Top.Node][Top.Next++];
      if (!Seen[To]) {
        Seen[To] = true;
        Stack.push_back({To, 0});
      }
    }
    std::reverse(Order.begin(), Order.end());
    for (size_t I = 0; I != Order.size(); ++I)
      Rank[Order[I]] = static_cast<unsigned>(I);
  }

  unsigned meet(unsigned A, unsigned B) const {
    while (A != B)
      (Rank[A] > Rank[B] ? A : B) = Parent[Rank[A] > Rank[B] ? A : B];
    return A;
  }

  /// Parents come before their children in Order.
  void stretch(unsigned Root) {
    Begin.assign(Parent.size(), 0);
    Size.assign(Parent.size(), 1);
    for (size_t I = Order.size(); I-- > 1;)
      Size[Parent[Order[I]]] += Size[Order[I]];
    std::vector<unsigned> Next(Parent.size(), 0);
    Next[Root] = 1;
    for (size_t I = 1; I < Order.size(); ++I) {
      const unsigned Node = Order[I];
      Begin[Node] = Next[Parent[Node]];
      Next[Parent[Node]] += Size[Node];
      Next[Node] = Begin[Node] + 1;
    }
  }
};

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_SUPPORT_DOMINATORS_H
