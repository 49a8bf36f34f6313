//===- WorkflowUses.cpp - From data dependences to arcs and ILP -----------===//

#include "analysis/workflow/WorkflowUses.h"
#include <tuple>

using namespace llvm;
using namespace kernelcast;

bool WorkflowUses::isLongLoad(WorkflowPlace At) const {
  const BasicBlock &Block = Kernel.Blocks[At.first];
  unsigned Number = Block.Instructions[At.second].Effect;
  if (Number >= Block.Effects.size() ||
      Block.Effects[Number].Kind != EffectKind::Access ||
      Block.Effects[Number].Access >= Kernel.Accesses.size())
    return false;
  const MemoryAccess &A = Kernel.Accesses[Block.Effects[Number].Access];
  return A.Kind == AccessKind::Load && pathOf(A) == AccessPath::Memory;
}

bool WorkflowUses::isPlace(BlockId Block, unsigned Index) const {
  return Block < Kernel.Blocks.size() &&
         Index < Kernel.Blocks[Block].Instructions.size();
}

// The first use of each definition in each block: later ones never wait.
WorkflowUses::WorkflowUses(const KernelModel &Kernel,
                           const ProgramDependenceGraph &Pdg,
                           bool AllDefinitions)
    : Kernel(Kernel), AllDefinitions(AllDefinitions) {
  std::map<std::tuple<WorkflowPlace, BlockId, LoopId>, unsigned> First;
  for (const DataDependence &D : Pdg.Data) {
    if (!isPlace(D.FromBlock, D.From) || !isPlace(D.ToBlock, D.To))
      continue;
    if (D.Carried == None)
      Definitions[{D.ToBlock, D.To}].push_back({D.FromBlock, D.From});
    if (!AllDefinitions && !isLongLoad({D.FromBlock, D.From}))
      continue;
    auto [At, New] = First.try_emplace(
        {WorkflowPlace(D.FromBlock, D.From), D.ToBlock, D.Carried}, D.To);
    if (!New)
      At->second = std::min(At->second, D.To);
  }
  for (const auto &[Key, To] : First) {
    const auto &[From, ToBlock, Carried] = Key;
    Waits.push_back({From.first, ToBlock, From.second, To, Carried});
    FirstUses.insert({ToBlock, To});
  }
}

std::vector<DependenceArc>
WorkflowUses::arcs(const WorkflowPlaces &NodesOf, ArrayRef<WorkflowId> LoopNode,
                   function_ref<bool(WorkflowId)> IsMemory) const {
  std::vector<DependenceArc> Result;
  std::set<std::tuple<WorkflowId, WorkflowId, unsigned, WorkflowId>> Seen;
  auto Add = [&](WorkflowId Load, WorkflowId Use, WorkflowId Loop) {
    if (Load == Use && Loop == None)
      return;
    unsigned Distance = Loop == None ? 0 : 1;
    if (Seen.insert({Load, Use, Distance, Loop}).second)
      Result.push_back({Load, Use, Distance, Loop});
  };
  for (const DataDependence &D : Waits) {
    auto From = NodesOf.find({D.FromBlock, D.From});
    auto To = NodesOf.find({D.ToBlock, D.To});
    if (From == NodesOf.end() || To == NodesOf.end())
      continue;
    for (auto [Load, LoadTrails] : From->second)
      for (auto [Use, UseTrails] : To->second) {
        if (!AllDefinitions && !IsMemory(Load))
          continue;
        if (D.Carried == None) {
          // Within one pass over a header, not from one copy to the other.
          if (D.FromBlock != D.ToBlock || LoadTrails == UseTrails)
            Add(Load, Use, None);
        } else if (!LoadTrails && UseTrails &&
                   Kernel.Blocks[D.ToBlock].Loop == D.Carried) {
          // The last iteration's load, the last test's use.
          Add(Load, Use, None);
        } else if (!LoadTrails && D.Carried < LoopNode.size() &&
                   LoopNode[D.Carried] != None) {
          Add(Load, Use, LoopNode[D.Carried]);
        }
      }
  }
  return Result;
}

double WorkflowUses::ilp(ArrayRef<WorkflowPlace> Members) const {
  std::map<WorkflowPlace, unsigned> Position;
  std::vector<SmallVector<unsigned, 2>> Uses(Members.size());
  for (unsigned I = 0; I < Members.size(); ++I) {
    Position[Members[I]] = I;
    auto At = Definitions.find(Members[I]);
    if (At == Definitions.end())
      continue;
    for (WorkflowPlace Definition : At->second)
      if (auto Found = Position.find(Definition); Found != Position.end())
        Uses[I].push_back(Found->second);
  }
  return localIlp(Uses);
}
