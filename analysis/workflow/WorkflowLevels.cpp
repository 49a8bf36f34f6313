//===- WorkflowLevels.cpp - What hangs under which branch -----------------===//

#include "analysis/workflow/WorkflowLevels.h"
#include "analysis/workflow/WorkflowGraph.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace kernelcast;

WorkflowLevels::WorkflowLevels(const KernelModel &Kernel,
                               const ProgramDependenceGraph &Pdg)
    : Kernel(Kernel), Pdg(Pdg), UnitsOf(Kernel.Loops.size() + 1) {
  std::vector<LoopId> HeaderOf(Kernel.Blocks.size(), None);
  for (const LoopInfo &Loop : Kernel.Loops)
    HeaderOf[Loop.Header] = Loop.Id;
  for (const BasicBlock &Block : Kernel.Blocks) {
    if (LoopId Loop = HeaderOf[Block.Id]; Loop != None)
      UnitsOf[Kernel.Loops[Loop].Parent + 1].push_back({Block.Id, Loop});
    UnitsOf[Block.Loop + 1].push_back({Block.Id, None});
  }
}

const WorkflowGroup *WorkflowLevel::group(BlockId Block,
                                          unsigned Outcome) const {
  auto At = GroupOf.find({Block, Outcome});
  return At == GroupOf.end() || Groups[At->second].Units.empty()
             ? nullptr
             : &Groups[At->second];
}

static unsigned commonGroup(const WorkflowLevel &L, unsigned A, unsigned B) {
  auto DepthOf = [&](unsigned G) { return G == None ? 0 : L.Groups[G].Depth; };
  while (A != B)
    if (DepthOf(A) >= DepthOf(B))
      A = L.Groups[A].Parent;
    else
      B = L.Groups[B].Parent;
  return A;
}

bool WorkflowLevels::leavesLoop(const BasicBlock &Block) const {
  if (Block.Loop == None)
    return false;
  const LoopInfo &Loop = Kernel.Loops[Block.Loop];
  return any_of(Loop.Exits,
                [&](const auto &Exit) { return Exit.first == Block.Id; });
}

// Dependences on anything but an earlier branch of the same level leave the
// unit at the top.
WorkflowLevel WorkflowLevels::arrange(LoopId Loop, unsigned Depth) {
  WorkflowLevel L;
  std::map<BlockId, unsigned> HomeOf; // groups of the level's blocks
  for (const WorkflowUnit &U : UnitsOf[Loop + 1]) {
    // The header's own unit in its loop is where iterations start.
    unsigned Home = Loop != None && U.Block == Kernel.Loops[Loop].Header
                        ? None
                        : homeOf(U, Loop, L, HomeOf, Depth);
    if (U.Loop == None)
      HomeOf[U.Block] = Home;
    (Home == None ? L.Top : L.Groups[Home].Units).push_back(U);
  }
  return L;
}

unsigned WorkflowLevels::homeOf(const WorkflowUnit &U, LoopId Loop,
                                WorkflowLevel &L,
                                const std::map<BlockId, unsigned> &HomeOf,
                                unsigned Depth) {
  if (Kernel.Irreducible || U.Block >= Pdg.RegionOf.size())
    return None;
  unsigned Home = None;
  bool First = true;
  for (ControlDependence On : Pdg.Regions[Pdg.RegionOf[U.Block]].DependsOn) {
    if (On.Block == None || On.Block >= U.Block)
      if (On.Block == None || U.Loop == None || !isInside(On.Block, U.Loop))
        return None;
    if (U.Loop != None && isInside(On.Block, U.Loop))
      continue; // the loop's own condition
    const BasicBlock &Branch = Kernel.Blocks[On.Block];
    if (Branch.Loop != Loop || leavesLoop(Branch))
      return None;
    unsigned Group = groupOf(On, L, HomeOf, Depth);
    Home = First ? Group : commonGroup(L, Home, Group);
    First = false;
  }
  return Home;
}

bool WorkflowLevels::isInside(BlockId Block, LoopId Loop) const {
  for (LoopId At = Kernel.Blocks[Block].Loop; At != None;
       At = Kernel.Loops[At].Parent)
    if (At == Loop)
      return true;
  return false;
}

unsigned WorkflowLevels::groupOf(ControlDependence On, WorkflowLevel &L,
                                 const std::map<BlockId, unsigned> &HomeOf,
                                 unsigned Depth) {
  auto Home = HomeOf.find(On.Block);
  unsigned Parent = Home == HomeOf.end() ? None : Home->second;
  unsigned Own = Parent == None ? 1 : L.Groups[Parent].Depth + 1;
  if (Depth + 2 * Own > MaxWorkflowDepth) {
    Flattened = true;
    return Parent;
  }
  auto [At, New] =
      L.GroupOf.try_emplace({On.Block, On.Outcome}, L.Groups.size());
  if (New)
    L.Groups.push_back({Parent, Own, {}});
  return At->second;
}
