//===- Executions.cpp - How often the nodes of a work flow graph run ------===//

#include "analysis/workflow/Reduction.h"

using namespace llvm;
using namespace kernelcast;

std::vector<double> kernelcast::executions(const WorkflowGraph &Graph,
                                           BranchRule Rule) {
  std::vector<double> Executed(Graph.Nodes.size(), 0.0);
  std::vector<std::pair<WorkflowId, double>> Stack;
  for (WorkflowId Id : Graph.Root)
    Stack.push_back({Id, 1.0});
  while (!Stack.empty()) {
    auto [Id, Times] = Stack.back();
    Stack.pop_back();
    Executed[Id] = Times;
    const WorkflowNode &Node = Graph.Nodes[Id];
    double True = Node.RhoTrue, False = Node.RhoFalse;
    if (Node.Kind == WorkflowKind::Loop)
      True = Node.Trip;
    else if (Rule == BranchRule::Faithful && True + False > 0) {
      double Sum = True + False;
      True /= Sum, False /= Sum;
    }
    for (WorkflowId Child : Node.Body)
      Stack.push_back({Child, Times * True});
    for (WorkflowId Child : Node.Else)
      Stack.push_back({Child, Times * False});
  }
  return Executed;
}

WorkflowCounts kernelcast::counts(const WorkflowGraph &Graph, BranchRule Rule) {
  WorkflowCounts Sum;
  std::vector<double> Executed = executions(Graph, Rule);
  for (WorkflowId Id = 0; Id < Graph.Nodes.size(); ++Id) {
    const WorkflowNode &Node = Graph.Nodes[Id];
    if (Node.Kind == WorkflowKind::Memory) {
      Sum.MemoryInstructions += Executed[Id];
      Sum.Bytes += Executed[Id] * Node.Bytes;
    } else if (Node.Kind == WorkflowKind::Barrier) {
      Sum.Barriers += Executed[Id];
    }
  }
  return Sum;
}
