//===- FirstAccess.cpp - What a warp issues before it waits ---------------===//

#include "analysis/workflow/FirstAccess.h"
#include <algorithm>
#include <cmath>

using namespace kernelcast;

namespace {

/// Of the warps that enter a sequence, those that have met no memory.
struct Start {
  double Instructions = 0; ///< issued by them, per warp that entered
  double Share = 1;        ///< still without memory at the end
};

Start walk(const WorkflowGraph &Graph, const WorkflowSequence &Sequence) {
  Start Here;
  for (WorkflowId Id : Sequence) {
    if (Here.Share <= 0)
      break;
    const WorkflowNode &Node = Graph.Nodes[Id];
    switch (Node.Kind) {
    case WorkflowKind::Compute:
      Here.Instructions += Here.Share * Node.Instructions;
      break;
    case WorkflowKind::Shared:
    case WorkflowKind::Barrier:
      Here.Instructions += Here.Share;
      break;
    case WorkflowKind::Memory:
      Here.Share = 0;
      break;
    case WorkflowKind::Branch: {
      Start True = walk(Graph, Node.Body), False = walk(Graph, Node.Else);
      Here.Instructions += Here.Share * (Node.RhoTrue * True.Instructions +
                                         Node.RhoFalse * False.Instructions);
      // A warp on both sides has met memory if either side has some.
      double Met =
          Node.RhoTrue * (1 - True.Share) + Node.RhoFalse * (1 - False.Share);
      Here.Share *= std::clamp(1 - Met, 0.0, 1.0);
      break;
    }
    case WorkflowKind::Loop: {
      Start Body = walk(Graph, Node.Body);
      // A loop that not every warp enters is one iteration of that share.
      double Enter = std::min(Node.Trip, 1.0), Trip = std::max(Node.Trip, 1.0);
      double Chance = 1 - Body.Share, Left = std::pow(Body.Share, Trip);
      double Begun = Chance > 0 ? (1 - Left) / Chance : Trip;
      Here.Instructions += Here.Share * Enter * Begun * Body.Instructions;
      Here.Share *= 1 - Enter * (1 - Left);
      break;
    }
    }
  }
  return Here;
}

} // namespace

double kernelcast::instructionsBeforeMemory(const WorkflowGraph &Graph) {
  return walk(Graph, Graph.Root).Instructions;
}
