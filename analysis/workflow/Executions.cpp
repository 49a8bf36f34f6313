//===- Executions.cpp - How often the nodes of a work flow graph run ------===//

#include "analysis/workflow/Reduction.h"

using namespace llvm;
using namespace kernelcast;

template <typename Number>
std::vector<Number>
kernelcast::executions(const BasicWorkflowGraph<Number> &Graph,
                       BranchRule Rule) {
  std::vector<Number> Executed(Graph.Nodes.size(), 0.0);
  SmallVector<std::pair<WorkflowId, Number>, 32> Stack;
  for (WorkflowId Id : Graph.Root)
    Stack.push_back({Id, 1.0});
  while (!Stack.empty()) {
    auto [Id, Times] = Stack.back();
    Stack.pop_back();
    Executed[Id] = Times;
    const BasicWorkflowNode<Number> &Node = Graph.Nodes[Id];
    Number True = Node.RhoTrue, False = Node.RhoFalse;
    if (Node.Kind == WorkflowKind::Loop)
      True = Node.Trip;
    else if (Rule == BranchRule::Faithful && True + False > 0) {
      Number Sum = True + False;
      True /= Sum, False /= Sum;
    }
    for (WorkflowId Child : Node.Body)
      Stack.push_back({Child, Times * True});
    for (WorkflowId Child : Node.Else)
      Stack.push_back({Child, Times * False});
  }
  return Executed;
}

template <typename Number>
BasicWorkflowCounts<Number>
kernelcast::counts(const BasicWorkflowGraph<Number> &Graph, BranchRule Rule) {
  return counts(Graph, executions(Graph, Rule));
}

template <typename Number>
BasicWorkflowCounts<Number>
kernelcast::counts(const BasicWorkflowGraph<Number> &Graph,
                   const std::vector<Number> &Executed) {
  BasicWorkflowCounts<Number> Sum;
  for (WorkflowId Id = 0; Id < Graph.Nodes.size(); ++Id) {
    const BasicWorkflowNode<Number> &Node = Graph.Nodes[Id];
    if (Node.Kind == WorkflowKind::Memory) {
      Sum.MemoryInstructions += Executed[Id];
      Sum.Bytes += Executed[Id] * Node.Bytes;
    } else if (Node.Kind == WorkflowKind::Barrier) {
      Sum.Barriers += Executed[Id];
    }
  }
  return Sum;
}

template <typename Number>
Number kernelcast::weighted(const BasicWorkflowGraph<Number> &Graph,
                            const std::vector<Number> &Executed,
                            const BasicWorkflowWeights<Number> &Weights) {
  Number Cycles = 0;
  for (WorkflowId Id = 0; Id < Graph.Nodes.size(); ++Id)
    if (Graph.Nodes[Id].Kind != WorkflowKind::Branch &&
        Graph.Nodes[Id].Kind != WorkflowKind::Loop)
      Cycles += Executed[Id] * Weights.Node[Id];
  return Cycles;
}

template std::vector<double>
kernelcast::executions(const BasicWorkflowGraph<double> &, BranchRule);
template BasicWorkflowCounts<double>
kernelcast::counts(const BasicWorkflowGraph<double> &, BranchRule);
template std::vector<Traced>
kernelcast::executions(const BasicWorkflowGraph<Traced> &, BranchRule);
template BasicWorkflowCounts<Traced>
kernelcast::counts(const BasicWorkflowGraph<Traced> &, BranchRule);
template BasicWorkflowCounts<double>
kernelcast::counts(const WorkflowGraph &, const std::vector<double> &);
template BasicWorkflowCounts<Traced>
kernelcast::counts(const BasicWorkflowGraph<Traced> &,
                   const std::vector<Traced> &);
template double kernelcast::weighted(const WorkflowGraph &,
                                     const std::vector<double> &,
                                     const WorkflowWeights &);
template Traced kernelcast::weighted(const BasicWorkflowGraph<Traced> &,
                                     const std::vector<Traced> &,
                                     const BasicWorkflowWeights<Traced> &);
