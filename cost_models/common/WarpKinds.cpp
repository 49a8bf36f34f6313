//===- WarpKinds.cpp - Warps that go different ways -----------------------===//

#include "cost_models/common/WarpKinds.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace kernelcast;

SmallVector<WeightedWay, 4>
kernelcast::weightedWays(const WorkflowNode &Branch) {
  double T = std::clamp(Branch.RhoTrue, 0.0, 1.0);
  double F = std::clamp(Branch.RhoFalse, 0.0, 1.0);
  double Both = std::max(0.0, T + F - 1);
  SmallVector<WeightedWay, 4> Ways;
  for (WeightedWay Way :
       {WeightedWay{T - Both, true, false}, WeightedWay{F - Both, false, true},
        WeightedWay{Both, true, true},
        WeightedWay{1 - T - F + Both, false, false}})
    if (Way.Probability > 1e-9)
      Ways.push_back(Way);
  return Ways;
}

std::vector<WarpKind> kernelcast::warpKinds(const WorkflowGraph &Graph) {
  std::vector<WarpKind> Kinds(1);
  // Branches that a warp meets outside of loops; inner ones only where it goes.
  // At most Most kinds come out of a sequence.
  auto Expand = [&](auto &Self, ArrayRef<WorkflowId> Sequence,
                    std::vector<WarpKind> In,
                    size_t Most) -> std::vector<WarpKind> {
    for (WorkflowId Id : Sequence) {
      const WorkflowNode &Node = Graph.Nodes[Id];
      if (Node.Kind != WorkflowKind::Branch)
        continue;
      auto Ways = weightedWays(Node);
      if (In.size() * Ways.size() > Most)
        continue;
      std::vector<WarpKind> Out;
      size_t Kept = In.size() * Ways.size(); // for the ways still to come
      for (const WeightedWay &Way : Ways) {
        Kept -= In.size();
        size_t Room = Most - Out.size() - Kept;
        std::vector<WarpKind> Side = In;
        for (WarpKind &Kind : Side) {
          Kind.Share *= Way.Probability;
          Kind.Ways.push_back({Id, Way.True, Way.False});
        }
        if (Way.True)
          Side = Self(Self, Node.Body, std::move(Side), Room);
        if (Way.False)
          Side = Self(Self, Node.Else, std::move(Side), Room);
        Out.insert(Out.end(), Side.begin(), Side.end());
      }
      In = std::move(Out);
    }
    return In;
  };
  Kinds = Expand(Expand, Graph.Root, std::move(Kinds), MaxWarpKinds);
  llvm::stable_sort(Kinds, [](const WarpKind &A, const WarpKind &B) {
    return A.Share > B.Share;
  });
  return Kinds;
}
