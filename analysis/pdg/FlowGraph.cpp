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
// the header (Aho, Lam, Sethi, Ullman: Compilers, 9.6.6). LLVM finds them. A
// cycle is irreducible if it has an edge against the order that is no back
// edge.
//===----------------------------------------------------------------------===//

#include "analysis/pdg/FlowGraph.h"
#include "analysis/pdg/FlowNodes.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/GenericDomTreeConstruction.h"
#include "llvm/Support/GenericLoopInfoImpl.h"

using namespace llvm;
using namespace kernelcast;

namespace {

/// The graph for a depth-first search that enters the last successor first, so
/// that of two successors the first comes first in reverse post order.
struct LastSuccessorFirst {
  FlowNode *Entry;
};

class FlowLoop : public LoopBase<FlowNode, FlowLoop> {
  friend class LoopInfoBase<FlowNode, FlowLoop>;
  explicit FlowLoop(FlowNode *Header) : LoopBase(Header) {}
};

} // namespace

template <> struct llvm::GraphTraits<LastSuccessorFirst> {
  using NodeRef = FlowNode *;
  using ChildIteratorType = SmallVectorImpl<NodeRef>::reverse_iterator;
  static NodeRef getEntryNode(LastSuccessorFirst G) { return G.Entry; }
  static ChildIteratorType child_begin(NodeRef N) {
    return N->Successors.rbegin();
  }
  static ChildIteratorType child_end(NodeRef N) { return N->Successors.rend(); }
};

/// The dominator tree as a graph, which the search for loops walks over.
template <> struct llvm::GraphTraits<const DomTreeNodeBase<FlowNode> *> {
  using NodeRef = const DomTreeNodeBase<FlowNode> *;
  using ChildIteratorType = DomTreeNodeBase<FlowNode>::const_iterator;
  static NodeRef getEntryNode(NodeRef N) { return N; }
  static ChildIteratorType child_begin(NodeRef N) { return N->begin(); }
  static ChildIteratorType child_end(NodeRef N) { return N->end(); }
};

/// The blocks reachable from block 0 in reverse post order.
static std::vector<BlockId> reversePostOrder(const KernelModel &Kernel) {
  std::vector<BlockId> Order;
  if (Kernel.Blocks.empty())
    return Order;
  FlowNodes Graph(Kernel);
  for (const FlowNode *Node : ReversePostOrderTraversal<LastSuccessorFirst>(
           LastSuccessorFirst{&Graph.front()}))
    Order.push_back(Node->Id);
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
  for (RowIndex &Row : Kernel.RowIndices)
    Row.Block = Renumbered(Row.Block);
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
  std::vector<BlockId> Together = loopsTogether(Kernel);
  if (llvm::is_sorted(Together))
    return;
  renumber(Kernel, Together);
  findLoops(Kernel);
}

/// Whether an edge against the order is no back edge.
static bool isIrreducible(FlowNodes &Graph,
                          const DomTreeBase<FlowNode> &Dominators) {
  return any_of(Graph.Nodes, [&](const FlowNode &Node) {
    return any_of(Node.Predecessors, [&](const FlowNode *From) {
      return From->Id >= Node.Id && !Dominators.dominates(&Node, From);
    });
  });
}

void kernelcast::findLoops(KernelModel &Kernel) {
  Kernel.Loops.clear();
  Kernel.Irreducible = false;
  for (BasicBlock &Block : Kernel.Blocks)
    Block.Loop = None;
  // Without an edge against the order there is no cycle.
  if (none_of(Kernel.Blocks, [](const BasicBlock &Block) {
        return any_of(Block.Successors,
                      [&](BlockId S) { return S != None && S <= Block.Id; });
      }))
    return;
  FlowNodes Graph(Kernel);
  DomTreeBase<FlowNode> Dominators;
  Dominators.recalculate(Graph);
  Dominators.updateDFSNumbers();
  Kernel.Irreducible = isIrreducible(Graph, Dominators);
  if (Kernel.Irreducible)
    return;
  LoopInfoBase<FlowNode, FlowLoop> Natural;
  Natural.analyze(Dominators);

  // Headers in ascending order, so that outer loops come before inner ones.
  for (FlowNode &Header : Graph.Nodes) {
    const FlowLoop *Found = Natural.getLoopFor(&Header);
    if (!Found || Found->getHeader() != &Header)
      continue;
    LoopInfo Loop;
    Loop.Id = Kernel.Loops.size();
    Loop.Header = Header.Id;
    Loop.Parent = Kernel.Blocks[Header.Id].Loop;
    Loop.Depth = Found->getLoopDepth();
    for (const FlowNode *Block : Found->blocks()) {
      Loop.Blocks.push_back(Block->Id);
      Kernel.Blocks[Block->Id].Loop = Loop.Id;
    }
    llvm::sort(Loop.Blocks);
    SmallVector<FlowNode *, 2> Latches;
    Found->getLoopLatches(Latches);
    for (const FlowNode *Latch : Latches)
      if (!is_contained(Loop.Latches, Latch->Id)) // may jump back both ways
        Loop.Latches.push_back(Latch->Id);
    llvm::sort(Loop.Latches);
    findExits(Kernel, Loop);
    Kernel.Loops.push_back(std::move(Loop));
  }
}

/// The loop statement behind each loop: the one that its latches stand in.
static std::vector<unsigned> loopStatements(const KernelModel &Kernel) {
  std::vector<unsigned> Statement(Kernel.Loops.size(), None);
  for (const LoopInfo &Loop : Kernel.Loops)
    for (BlockId Latch : Loop.Latches)
      if (Kernel.Blocks[Latch].SourceLoop != None)
        Statement[Loop.Id] = Kernel.Blocks[Latch].SourceLoop;
  return Statement;
}

/// Whether \p Inner is \p Outer or inside it; None is around everything.
static bool isInside(const KernelModel &Kernel, LoopId Inner, LoopId Outer) {
  while (Inner != None && Inner != Outer)
    Inner = Kernel.Loops[Inner].Parent;
  return Inner == Outer;
}

/// The innermost loop that all predecessors of \p Block are in, but for the
/// latches of \p Own, the loop whose header it is (if any), and that the block
/// stands in in the source, by \p Statements; or None.
static LoopId enclosingLoop(const KernelModel &Kernel, const BasicBlock &Block,
                            const LoopInfo *Own,
                            ArrayRef<unsigned> Statements) {
  LoopId Into = None;
  bool First = true;
  for (BlockId P : Block.Predecessors) {
    if (Own && is_contained(Own->Latches, P))
      continue;
    LoopId From = Kernel.Blocks[P].Loop;
    if (First)
      Into = From;
    First = false;
    while (Into != None && !isInside(Kernel, From, Into))
      Into = Kernel.Loops[Into].Parent;
  }
  auto StandsIn = [&](unsigned Inner, unsigned Outer) {
    while (Inner != None && Inner != Outer)
      Inner = Kernel.SourceLoopParent[Inner];
    return Inner != None;
  };
  while (Into != None && (Statements[Into] == None ||
                          !StandsIn(Block.SourceLoop, Statements[Into])))
    Into = Kernel.Loops[Into].Parent;
  return Into;
}

void kernelcast::adoptExitBodies(KernelModel &Kernel) {
  std::vector<unsigned> Statements = loopStatements(Kernel);
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
    LoopId Into = enclosingLoop(Kernel, Block, Own, Statements);
    if (Into == None || Into == Outside || !isInside(Kernel, Into, Outside))
      continue;
    Adopted = true;
    Block.OnWayOut = true;
    for (LoopId L = Into; L != Outside; L = Kernel.Loops[L].Parent) {
      std::vector<BlockId> &Blocks = Kernel.Loops[L].Blocks;
      if (Own)
        append_range(Blocks, Own->Blocks);
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
