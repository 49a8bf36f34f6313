//===- WorkflowWaits.cpp - What may be waited for in a graph --------------===//

#include "analysis/workflow/WorkflowWaits.h"
#include <algorithm>
#include <map>

using namespace llvm;
using namespace kernelcast;

template <typename Number>
WorkflowWaits::WorkflowWaits(const BasicWorkflowGraph<Number> &Graph)
    : Nodes(Graph.Nodes.size()) {
  numberNodes(Graph);
  addArcs(Graph.Arcs);
  for (WorkflowId Loop = 0; Loop < Nodes.size(); ++Loop)
    if (Graph.Nodes[Loop].Kind == WorkflowKind::Loop)
      Nodes[Loop].IsEntered = any_of(Graph.Arcs, [&](const DependenceArc &Arc) {
        return isInside(Arc.Use, Loop) && !isInside(Arc.Load, Loop);
      });
}

template <typename Number>
void WorkflowWaits::numberNodes(const BasicWorkflowGraph<Number> &Graph) {
  unsigned Next = 0;
  std::vector<std::pair<WorkflowId, bool>> Stack;
  auto Push = [&](const WorkflowSequence &Sequence) {
    for (WorkflowId Id : reverse(Sequence))
      Stack.push_back({Id, false});
  };
  Push(Graph.Root);
  while (!Stack.empty()) {
    auto [Id, Done] = Stack.back();
    Stack.pop_back();
    if (Done) {
      Nodes[Id].Last = Next;
      continue;
    }
    Nodes[Id].First = ++Next;
    Stack.push_back({Id, true});
    Push(Graph.Nodes[Id].Else);
    Push(Graph.Nodes[Id].Body);
  }
}

void WorkflowWaits::addArcs(ArrayRef<DependenceArc> Arcs) {
  std::map<std::pair<WorkflowId, WorkflowId>, unsigned> Numbers;
  for (const DependenceArc &Arc : Arcs) {
    WorkflowId Loop = Arc.Distance ? Arc.Loop : None;
    auto [Entry, New] = Numbers.try_emplace({Arc.Load, Loop}, Channels.size());
    if (New) {
      Nodes[Arc.Load].Started.push_back(Channels.size());
      Channels.push_back({Arc.Load, Loop});
    }
    Nodes[Arc.Use].Ending.push_back({Entry->second, Arc.Distance});
    if (Loop != None)
      Nodes[Loop].Farthest = std::max(Nodes[Loop].Farthest, Arc.Distance);
  }
  for (NodeWaits &Node : Nodes)
    std::sort(Node.Ending.begin(), Node.Ending.end(),
              [&](WaitKey A, WaitKey B) {
                return Nodes[Channels[A.first].Load].First <
                       Nodes[Channels[B.first].Load].First;
              });
}

template WorkflowWaits::WorkflowWaits(const BasicWorkflowGraph<double> &);
template WorkflowWaits::WorkflowWaits(const BasicWorkflowGraph<Traced> &);
