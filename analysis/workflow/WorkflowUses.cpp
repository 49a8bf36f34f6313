//===- WorkflowUses.cpp - From data dependences to arcs and ILP -----------===//

#include "analysis/workflow/WorkflowUses.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include <tuple>

using namespace llvm;
using namespace kernelcast;

bool WorkflowUses::isLongLoad(WorkflowPlace At) const {
  const BasicBlock &Block = Kernel.Blocks[At.first];
  unsigned Number = Block.Instructions[At.second].Effect;
  if (Number >= Block.Effects.size() ||
      Block.Effects[Number].Kind != EffectKind::Access)
    return false;
  const MemoryAccess &A = Kernel.Accesses[Block.Effects[Number].Access];
  return A.Kind == AccessKind::Load && pathOf(A) == AccessPath::Memory;
}

bool WorkflowUses::isPlace(BlockId Block, unsigned Index) const {
  return Block < Kernel.Blocks.size() &&
         Index < Kernel.Blocks[Block].Instructions.size();
}

static auto orderOf(const DataDependence &D) {
  return std::tuple(D.FromBlock, D.From, D.ToBlock, D.Carried, D.To);
}

/// Whether both are of one definition in one block, round the same loop.
static bool isSameWait(const DataDependence &A, const DataDependence &B) {
  return std::tuple(A.FromBlock, A.From, A.ToBlock, A.Carried) ==
         std::tuple(B.FromBlock, B.From, B.ToBlock, B.Carried);
}

WorkflowUses::WorkflowUses(const KernelModel &Kernel,
                           const ProgramDependenceGraph &Pdg,
                           bool AllDefinitions)
    : Kernel(Kernel), AllDefinitions(AllDefinitions) {
  size_t Instructions = 0;
  FirstOf.reserve(Kernel.Blocks.size());
  for (const BasicBlock &Block : Kernel.Blocks) {
    FirstOf.push_back(Instructions);
    Instructions += Block.Instructions.size();
  }
  Definitions.resize(Instructions);
  FirstUse.resize(Instructions);
  for (const DataDependence &D : Pdg.Data) {
    if (!isPlace(D.FromBlock, D.From) || !isPlace(D.ToBlock, D.To))
      continue;
    if (D.Carried == None)
      Definitions[number({D.ToBlock, D.To})].push_back(
          number({D.FromBlock, D.From}));
    if (AllDefinitions || isLongLoad({D.FromBlock, D.From}))
      Waits.push_back(D);
  }
  llvm::sort(Waits, [](const DataDependence &A, const DataDependence &B) {
    return orderOf(A) < orderOf(B);
  });
  // Later uses of a block never wait, unless somebody moves them.
  if (!AllDefinitions)
    Waits.erase(std::unique(Waits.begin(), Waits.end(), isSameWait),
                Waits.end());
  for (const DataDependence &D : Waits)
    FirstUse[number({D.ToBlock, D.To})] = true;
}

std::vector<DependenceArc>
WorkflowUses::arcs(const WorkflowPlaces &NodesOf, ArrayRef<WorkflowId> LoopNode,
                   function_ref<bool(WorkflowId)> IsMemory) const {
  std::vector<DependenceArc> Result;
  DenseSet<std::tuple<WorkflowId, WorkflowId, WorkflowId>> Seen;
  auto Add = [&](WorkflowId Load, WorkflowId Use, WorkflowId Loop) {
    if (Load == Use && Loop == None)
      return;
    if (Seen.insert({Load, Use, Loop}).second)
      Result.push_back({Load, Use, Loop == None ? 0u : 1u, Loop});
  };
  for (const DataDependence &D : Waits) {
    for (auto [Load, LoadTrails] : NodesOf[number({D.FromBlock, D.From})])
      for (auto [Use, UseTrails] : NodesOf[number({D.ToBlock, D.To})]) {
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
  DenseMap<size_t, unsigned> Position(Members.size());
  std::vector<SmallVector<unsigned, 2>> Uses(Members.size());
  for (unsigned I = 0; I < Members.size(); ++I) {
    size_t Number = number(Members[I]);
    Position[Number] = I;
    for (size_t Definition : Definitions[Number])
      if (auto Found = Position.find(Definition); Found != Position.end())
        Uses[I].push_back(Found->second);
  }
  return localIlp(Uses);
}
