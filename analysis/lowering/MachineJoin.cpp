//===- MachineJoin.cpp - How often machine code runs ----------------------===//

#include "analysis/lowering/MachineJoin.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace kernelcast {
namespace {

constexpr unsigned Nowhere = ~0u;

/// Dominators of a graph from one node, by Cooper, Harvey and Kennedy.
class Dominators {
public:
  using Edges = std::vector<std::vector<unsigned>>;
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
  }
  /// In reverse postorder; what is not reached is left out.
  ArrayRef<unsigned> order() const { return Order; }
  bool reaches(unsigned Node) const { return Rank[Node] != Nowhere; }
  unsigned parent(unsigned Node) const { return Parent[Node]; }
  bool dominates(unsigned A, unsigned B) const {
    while (Rank[B] != Nowhere && Rank[B] > Rank[A])
      B = Parent[B];
    return A == B;
  }

private:
  std::vector<unsigned> Parent, Rank, Order;

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
    for (auto [I, Node] : enumerate(Order))
      Rank[Node] = static_cast<unsigned>(I);
  }
  unsigned meet(unsigned A, unsigned B) const {
    while (A != B)
      (Rank[A] > Rank[B] ? A : B) = Parent[Rank[A] > Rank[B] ? A : B];
    return A;
  }
};

} // namespace

/// Of each block, the header of the innermost natural loop around it.
static std::vector<unsigned> innermostLoops(const Dominators::Edges &Successors,
                                            const Dominators::Edges &Before,
                                            const Dominators &Tree) {
  std::vector<unsigned> Header(Successors.size(), Nowhere);
  // Outer headers come first in this order, so that inner ones overwrite them.
  for (unsigned Head : Tree.order()) {
    std::vector<unsigned> Open;
    std::vector<bool> Inside(Successors.size());
    for (unsigned From : Before[Head])
      if (Tree.reaches(From) && Tree.dominates(Head, From))
        Open.push_back(From);
    if (Open.empty())
      continue;
    Inside[Head] = true;
    Header[Head] = Head;
    while (!Open.empty()) {
      unsigned Node = Open.back();
      Open.pop_back();
      if (Inside[Node] || !Tree.reaches(Node))
        continue;
      Inside[Node] = true;
      Header[Node] = Head;
      append_range(Open, Before[Node]);
    }
  }
  return Header;
}

JoinedCode joinMachineCode(const MachineFunctionCode &Code,
                           const llvm::BasicBlock &Entry) {
  JoinedCode Result;
  const size_t Size = Code.Blocks.size();
  if (Size == 0)
    return Result;
  Dominators::Edges After(Size), Before(Size);
  for (auto [I, Block] : enumerate(Code.Blocks))
    for (unsigned Next : Block.Successors) {
      After[I].push_back(Next);
      Before[Next].push_back(static_cast<unsigned>(I));
    }
  const Dominators Tree(After, Before, 0);
  const std::vector<unsigned> Loop = innermostLoops(After, Before, Tree);
  // The other way round, from an end behind all ends.
  Dominators::Edges Back = Before, Forth = After;
  Back.emplace_back();
  Forth.emplace_back();
  for (size_t I = 0; I != Size; ++I)
    if (After[I].empty()) {
      Back[Size].push_back(static_cast<unsigned>(I));
      Forth[I].push_back(static_cast<unsigned>(Size));
    }
  const Dominators Post(Back, Forth, static_cast<unsigned>(Size));

  std::vector<const llvm::BasicBlock *> With(Size);
  std::vector<bool> Bounded(Size);
  for (unsigned I : Tree.order()) {
    const unsigned Only = Before[I].size() == 1 ? Before[I][0] : Nowhere;
    if (I == 0) {
      With[I] = Code.Blocks[I].From ? Code.Blocks[I].From : &Entry;
    } else if (Only != Nowhere && After[Only].size() == 1) {
      With[I] = With[Only];
      Bounded[I] = Bounded[Only];
    } else if (Code.Blocks[I].From) {
      With[I] = Code.Blocks[I].From;
    } else {
      unsigned Above = Tree.parent(I), Nearest = Nowhere;
      bool Equal = false;
      while (Above != Nowhere) {
        if (Loop[Above] == Loop[I]) {
          if (Nearest == Nowhere)
            Nearest = Above;
          Equal = Post.reaches(Above) && Post.reaches(I) &&
                  Post.dominates(I, Above);
          if (Equal)
            break;
        }
        if (Above == 0)
          break;
        Above = Tree.parent(Above);
      }
      if (!Equal)
        Above = Nearest;
      // A loop of which not even the header was in the IR: unknown rounds.
      Bounded[I] = !Equal || Above == Nowhere || Bounded[Above];
      With[I] = Above == Nowhere ? With[Tree.parent(I)] : With[Above];
    }
    InstructionCounts &Sum = Result.Issued[With[I]];
    for (unsigned C = 0; C != NumInstructionClasses; ++C) {
      Sum[C] += Code.Blocks[I].Issued[C];
      Result.Instructions += Code.Blocks[I].Issued[C];
      Result.Bounded += Bounded[I] ? Code.Blocks[I].Issued[C] : 0;
    }
  }
  return Result;
}

} // namespace kernelcast
