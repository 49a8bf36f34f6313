//===- FlowNodes.h - The flow graph as LLVM's templates want it -*- C++ -*-===//
//
// LLVM's dominator construction is generic over node pointers with
// GraphTraits. The blocks of a KernelModel refer to each other by number, so a
// light copy of the edges stands in for them.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_PDG_FLOWNODES_H
#define KERNELCAST_ANALYSIS_PDG_FLOWNODES_H

#include "analysis/KernelModel.h"
#include "llvm/ADT/GraphTraits.h"
#include "llvm/Support/raw_ostream.h"

namespace kernelcast {

struct FlowNodes;

struct FlowNode {
  FlowNodes *Parent = nullptr;
  BlockId Id = 0;
  llvm::SmallVector<FlowNode *, 2> Successors, Predecessors;

  FlowNodes *getParent() const { return Parent; }
  void printAsOperand(llvm::raw_ostream &OS, bool = true) const { OS << Id; }
};

/// The nodes of a kernel's blocks; node I stands for block I.
struct FlowNodes {
  std::vector<FlowNode> Nodes;
  std::vector<FlowNode *> Pointers; ///< to each of them, to iterate over

  explicit FlowNodes(const KernelModel &Kernel) : Nodes(Kernel.Blocks.size()) {
    for (BlockId I = 0; I != Nodes.size(); ++I) {
      Nodes[I].Parent = this;
      Nodes[I].Id = I;
      Pointers.push_back(&Nodes[I]);
      for (BlockId S : Kernel.Blocks[I].Successors) {
        Nodes[I].Successors.push_back(&Nodes[S]);
        Nodes[S].Predecessors.push_back(&Nodes[I]);
      }
    }
  }
  FlowNodes(const FlowNodes &) = delete;
  FlowNode &front() { return Nodes.front(); }
};

} // namespace kernelcast

namespace llvm {

template <> struct GraphTraits<kernelcast::FlowNode *> {
  using NodeRef = kernelcast::FlowNode *;
  using ChildIteratorType = SmallVectorImpl<NodeRef>::iterator;
  static NodeRef getEntryNode(NodeRef N) { return N; }
  static ChildIteratorType child_begin(NodeRef N) {
    return N->Successors.begin();
  }
  static ChildIteratorType child_end(NodeRef N) { return N->Successors.end(); }
};

template <> struct GraphTraits<Inverse<kernelcast::FlowNode *>> {
  using NodeRef = kernelcast::FlowNode *;
  using ChildIteratorType = SmallVectorImpl<NodeRef>::iterator;
  static NodeRef getEntryNode(Inverse<NodeRef> G) { return G.Graph; }
  static ChildIteratorType child_begin(NodeRef N) {
    return N->Predecessors.begin();
  }
  static ChildIteratorType child_end(NodeRef N) {
    return N->Predecessors.end();
  }
};

template <>
struct GraphTraits<kernelcast::FlowNodes *>
    : GraphTraits<kernelcast::FlowNode *> {
  using nodes_iterator = std::vector<kernelcast::FlowNode *>::iterator;
  static NodeRef getEntryNode(kernelcast::FlowNodes *G) { return &G->front(); }
  static nodes_iterator nodes_begin(kernelcast::FlowNodes *G) {
    return G->Pointers.begin();
  }
  static nodes_iterator nodes_end(kernelcast::FlowNodes *G) {
    return G->Pointers.end();
  }
  static unsigned size(kernelcast::FlowNodes *G) { return G->Nodes.size(); }
};

} // namespace llvm

#endif // KERNELCAST_ANALYSIS_PDG_FLOWNODES_H
