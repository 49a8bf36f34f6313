//===- FlowGraph.cpp - Dominators and loops of a kernel's flow graph ------===//
//
// Block order. A reverse post order puts every block after the blocks that it
// can be reached from without a back edge, but may interleave a loop with the
// code behind it. So the blocks are then regrouped: each loop takes the place
// of its header and its blocks follow without a gap. For an edge u -> v that is
// no back edge, the loops around u that do not hold v start at headers before
// u, and the loops around v that do not hold u are entered at their header v;
// so the order stays topological.
//
// Loops. A back edge ends in a block that dominates its start; the natural
// loop of a header is all that reaches one of its back edges without passing
// the header (Aho, Lam, Sethi, Ullman: Compilers, 9.6.6). A cycle is
// irreducible if it has an edge against the order that is no back edge.
//===----------------------------------------------------------------------===//

#include "analysis/pdg/FlowGraph.h"
#include "analysis/pdg/FlowNodes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/GenericDomTree.h"
#include "llvm/Support/GenericDomTreeConstruction.h"

using namespace llvm;
using namespace kernelcast;

/// The blocks reachable from block 0 in reverse post order; of two successors
/// the first comes first.
static std::vector<BlockId> reversePostOrder(const KernelModel &Kernel) {
  std::vector<BlockId> Order;
  if (Kernel.Blocks.empty())
    return Order;
  std::vector<bool> Seen(Kernel.Blocks.size());
  // A block and how many of its successors are still to be entered.
  std::vector<std::pair<BlockId, unsigned>> Path;
  auto Enter = [&](BlockId Block) {
    Seen[Block] = true;
    Path.emplace_back(Block, Kernel.Blocks[Block].Successors.size());
  };
  Enter(0);
  while (!Path.empty()) {
    auto &[Block, Left] = Path.back();
    if (Left == 0) {
      Order.push_back(Block);
      Path.pop_back();
      continue;
    }
    BlockId Next = Kernel.Blocks[Block].Successors[--Left];
    if (!Seen[Next])
      Enter(Next);
  }
  std::reverse(Order.begin(), Order.end());
  return Order;
}

/// Moves block Order[I] to place I and drops the blocks that Order lacks.
static void renumber(KernelModel &Kernel, ArrayRef<BlockId> Order) {
  std::vector<BlockId> NewNumber(Kernel.Blocks.size(), None);
  for (auto [New, Old] : enumerate(Order))
    NewNumber[Old] = New;
  auto Renumbered = [&](BlockId Old) {
    return Old < NewNumber.size() ? NewNumber[Old] : None;
  };

  std::vector<BasicBlock> Blocks;
  Blocks.reserve(Order.size());
  for (BlockId Old : Order) {
    BasicBlock &Block = Blocks.emplace_back(std::move(Kernel.Blocks[Old]));
    Block.Id = Blocks.size() - 1;
    for (BlockId &S : Block.Successors)
      S = Renumbered(S);
    SmallVector<BlockId, 2> Kept;
    SmallVector<unsigned, 4> KeptIndex;
    for (auto [I, P] : enumerate(Block.Predecessors))
      if (Renumbered(P) != None) {
        Kept.push_back(Renumbered(P));
        KeptIndex.push_back(I);
      }
    if (Kept.size() != Block.Predecessors.size())
      for (PhiId Phi : Block.Phis) {
        auto &Incoming = Kernel.Phis[Phi].Incoming;
        SmallVector<const Expr *, 2> KeptIncoming;
        for (unsigned I : KeptIndex)
          if (I < Incoming.size())
            KeptIncoming.push_back(Incoming[I]);
        Incoming = std::move(KeptIncoming);
      }
    Block.Predecessors = std::move(Kept);
  }
  Kernel.Blocks = std::move(Blocks);
  for (MemoryAccess &Access : Kernel.Accesses)
    Access.Block = Renumbered(Access.Block);
  for (PhiNode &Phi : Kernel.Phis)
    Phi.Block = Renumbered(Phi.Block);
  for (LoopInfo &Loop : Kernel.Loops) {
    Loop.Header = Renumbered(Loop.Header);
    for (BlockId &Block : Loop.Blocks)
      Block = Renumbered(Block);
    for (BlockId &Latch : Loop.Latches)
      Latch = Renumbered(Latch);
    llvm::sort(Loop.Blocks);
    llvm::sort(Loop.Latches);
  }
}

static void findExits(KernelModel &Kernel, LoopInfo &Loop) {
  Loop.Exits.clear();
  for (BlockId Block : Loop.Blocks)
    for (BlockId S : Kernel.Blocks[Block].Successors)
      if (!std::binary_search(Loop.Blocks.begin(), Loop.Blocks.end(), S))
        Loop.Exits.emplace_back(Block, S);
}

/// The present order, with each loop's blocks moved together behind its header.
static std::vector<BlockId> loopsTogether(const KernelModel &Kernel) {
  // Items of a loop (the last entry: of the kernel) in the present order: a
  // block, or where an inner loop's header stands, that loop.
  unsigned Outside = Kernel.Loops.size();
  std::vector<std::vector<BlockId>> Items(Outside + 1);
  for (const BasicBlock &Block : Kernel.Blocks) {
    LoopId Loop = Block.Loop == None ? Outside : Block.Loop;
    if (Loop != Outside && Kernel.Loops[Loop].Header == Block.Id) {
      LoopId Parent = Kernel.Loops[Loop].Parent;
      Items[Parent == None ? Outside : Parent].push_back(Block.Id);
    }
    Items[Loop].push_back(Block.Id);
  }
  std::vector<BlockId> Order;
  std::vector<std::pair<unsigned, size_t>> Path{{Outside, 0}};
  while (!Path.empty()) {
    auto &[Loop, Next] = Path.back();
    if (Next == Items[Loop].size()) {
      Path.pop_back();
      continue;
    }
    BlockId Block = Items[Loop][Next++];
    LoopId Innermost = Kernel.Blocks[Block].Loop;
    if (Innermost == None || Innermost == Loop)
      Order.push_back(Block);
    else
      Path.emplace_back(Innermost, 0);
  }
  return Order;
}

void kernelcast::orderBlocks(KernelModel &Kernel) {
  renumber(Kernel, reversePostOrder(Kernel));
  findLoops(Kernel);
  if (!Kernel.Loops.empty())
    renumber(Kernel, loopsTogether(Kernel));
  Kernel.Loops.clear();
  for (BasicBlock &Block : Kernel.Blocks)
    Block.Loop = None;
}

/// The blocks of the loop with the given header and latches, ascending.
static std::vector<BlockId>
naturalLoop(const KernelModel &Kernel, BlockId Header,
            ArrayRef<BlockId> Latches, std::vector<LoopId> &Seen, LoopId Loop) {
  std::vector<BlockId> Blocks{Header};
  Seen[Header] = Loop;
  auto Add = [&](BlockId Block) {
    if (Seen[Block] != Loop) {
      Seen[Block] = Loop;
      Blocks.push_back(Block);
    }
  };
  for (BlockId Latch : Latches)
    Add(Latch);
  for (size_t I = 1; I < Blocks.size(); ++I)
    for (BlockId P : Kernel.Blocks[Blocks[I]].Predecessors)
      Add(P);
  llvm::sort(Blocks);
  return Blocks;
}

void kernelcast::findLoops(KernelModel &Kernel) {
  Kernel.Loops.clear();
  Kernel.Irreducible = false;
  for (BasicBlock &Block : Kernel.Blocks)
    Block.Loop = None;

  // Headers in ascending order, so that outer loops come before inner ones.
  Dominance Dom = dominance(Kernel);
  for (const BasicBlock &Block : Kernel.Blocks) {
    LoopInfo Loop;
    for (BlockId P : Block.Predecessors) {
      if (P < Block.Id)
        continue;
      if (!Dom.dominates(Block.Id, P)) {
        Kernel.Irreducible = true;
        Kernel.Loops.clear();
        return;
      }
      if (!is_contained(Loop.Latches, P))
        Loop.Latches.push_back(P);
    }
    if (Loop.Latches.empty())
      continue;
    llvm::sort(Loop.Latches);
    Loop.Id = Kernel.Loops.size();
    Loop.Header = Block.Id;
    Kernel.Loops.push_back(std::move(Loop));
  }

  std::vector<LoopId> Seen(Kernel.Blocks.size(), None);
  for (LoopInfo &Loop : Kernel.Loops) {
    Loop.Blocks = naturalLoop(Kernel, Loop.Header, Loop.Latches, Seen, Loop.Id);
    Loop.Parent = Kernel.Blocks[Loop.Header].Loop;
    if (Loop.Parent != None)
      Loop.Depth = Kernel.Loops[Loop.Parent].Depth + 1;
    for (BlockId Block : Loop.Blocks)
      Kernel.Blocks[Block].Loop = Loop.Id;
    findExits(Kernel, Loop);
  }
}

void kernelcast::adoptExitBodies(KernelModel &Kernel) {
  // The loop statement behind each loop is the one its latches stand in.
  std::vector<unsigned> Statement(Kernel.Loops.size(), None);
  for (const LoopInfo &Loop : Kernel.Loops)
    for (BlockId Latch : Loop.Latches)
      if (Kernel.Blocks[Latch].SourceLoop != None)
        Statement[Loop.Id] = Kernel.Blocks[Latch].SourceLoop;
  auto StandsIn = [&](unsigned Inner, unsigned Outer) {
    while (Inner != None && Inner != Outer)
      Inner = Kernel.SourceLoopParent[Inner];
    return Inner != None;
  };
  auto Holds = [&](LoopId Outer, LoopId Inner) {
    while (Inner != None && Inner != Outer)
      Inner = Kernel.Loops[Inner].Parent;
    return Inner == Outer;
  };
  bool Adopted = false;
  for (BasicBlock &Block : Kernel.Blocks) {
    if (Block.SourceLoop == None || Block.Predecessors.empty())
      continue;
    // A loop inside such a body comes along with its header.
    LoopInfo *Own =
        Block.Loop != None && Kernel.Loops[Block.Loop].Header == Block.Id
            ? &Kernel.Loops[Block.Loop]
            : nullptr;
    LoopId Outside = Own ? Own->Parent : Block.Loop;
    // The innermost loop that all predecessors are in and the source agrees to.
    LoopId Into = None;
    bool First = true;
    for (BlockId P : Block.Predecessors) {
      if (Own && is_contained(Own->Latches, P))
        continue;
      LoopId From = Kernel.Blocks[P].Loop;
      if (First)
        Into = From;
      First = false;
      while (Into != None && !Holds(Into, From))
        Into = Kernel.Loops[Into].Parent;
    }
    while (Into != None && (Statement[Into] == None ||
                            !StandsIn(Block.SourceLoop, Statement[Into])))
      Into = Kernel.Loops[Into].Parent;
    if (Into == None || Into == Outside || !Holds(Outside, Into))
      continue;
    Adopted = true;
    Block.OnWayOut = true;
    for (LoopId L = Into; L != Outside; L = Kernel.Loops[L].Parent) {
      std::vector<BlockId> &Blocks = Kernel.Loops[L].Blocks;
      if (Own)
        Blocks.insert(Blocks.end(), Own->Blocks.begin(), Own->Blocks.end());
      else
        Blocks.push_back(Block.Id);
    }
    if (Own)
      Own->Parent = Into;
    else
      Block.Loop = Into;
  }
  if (!Adopted)
    return;
  renumber(Kernel, loopsTogether(Kernel));
  for (LoopInfo &Loop : Kernel.Loops) {
    Loop.Depth = Loop.Parent == None ? 1 : Kernel.Loops[Loop.Parent].Depth + 1;
    findExits(Kernel, Loop);
  }
}

/// Copies a tree of LLVM's into arrays by block number.
template <typename Tree>
static void readTree(Tree &Dominators, FlowNodes &Graph,
                     std::vector<BlockId> &Immediate, std::vector<unsigned> &In,
                     std::vector<unsigned> &Out) {
  Dominators.recalculate(Graph);
  Dominators.updateDFSNumbers();
  for (auto [I, Node] : enumerate(Graph.Nodes)) {
    const auto *InTree = Dominators.getNode(&Node);
    if (!InTree)
      continue;
    In[I] = InTree->getDFSNumIn();
    Out[I] = InTree->getDFSNumOut();
    if (const auto *Parent = InTree->getIDom())
      if (const FlowNode *ParentNode = Parent->getBlock())
        Immediate[I] = ParentNode->Id;
  }
}

Dominance kernelcast::dominance(const KernelModel &Kernel) {
  Dominance Result;
  size_t Count = Kernel.Blocks.size();
  Result.Idom.assign(Count, None);
  Result.Ipdom.assign(Count, None);
  // An empty interval: an unreachable block dominates itself alone.
  Result.In.assign(Count, None);
  Result.Out.assign(Count, 0);
  Result.PostIn.assign(Count, None);
  Result.PostOut.assign(Count, 0);
  if (Count == 0)
    return Result;

  FlowNodes Graph(Kernel);
  DomTreeBase<FlowNode> Dominators;
  readTree(Dominators, Graph, Result.Idom, Result.In, Result.Out);
  // Where no exit can be reached, LLVM picks a block of the endless loop and
  // hangs it under the virtual exit.
  PostDomTreeBase<FlowNode> PostDominators;
  readTree(PostDominators, Graph, Result.Ipdom, Result.PostIn, Result.PostOut);
  return Result;
}

bool Dominance::dominates(BlockId A, BlockId B) const {
  return A == B || (In[A] <= In[B] && Out[B] <= Out[A]);
}

bool Dominance::postDominates(BlockId A, BlockId B) const {
  if (A == B || A == None)
    return true;
  return B != None && PostIn[A] <= PostIn[B] && PostOut[B] <= PostOut[A];
}
