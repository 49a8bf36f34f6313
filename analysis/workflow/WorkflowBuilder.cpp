//===- WorkflowBuilder.cpp - From a kernel's profile to its work flow -----===//
//===----------------------------------------------------------------------===//

#include "analysis/workflow/WorkflowBuilder.h"
#include "analysis/workflow/WorkflowLevels.h"
#include "analysis/workflow/WorkflowUses.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>

using namespace llvm;
using namespace kernelcast;

namespace {

bool nearlyEqual(double A, double B) {
  return std::abs(A - B) <= 1e-9 * std::max(std::abs(A), std::abs(B));
}

class Builder {
public:
  Builder(const KernelModel &Kernel, const ProgramDependenceGraph &Pdg,
          const WarpProfile &Profile, const WorkflowOptions &Options)
      : Kernel(Kernel), Profile(Profile), Options(Options), Levels(Kernel, Pdg),
        Uses(Kernel, Pdg, Options.EachInstruction) {}

  WorkflowGraph build() {
    for (const BlockFacts &Facts : Profile.Blocks)
      Executed.push_back(bound(Facts.WarpExecutions) / Profile.Warps);
    for (const BranchFacts &Facts : Profile.Branches)
      BranchOf[Facts.Block] = &Facts;
    LoopNode.assign(Kernel.Loops.size(), None);
    Result.Regions.emplace_back();
    Members.emplace_back();
    level(None, 1.0, 0, 0, Result.Root);
    if (Levels.isFlattened())
      note("nested too deeply: the innermost branches are weighted, but not "
           "kept apart");
    Uses.addArcs(NodesOf, LoopNode, Result);
    for (unsigned R = 0; R < Result.Regions.size(); ++R)
      Result.Regions[R].Ilp = Uses.ilp(Members[R]);
    return std::move(Result);
  }

private:
  double bound(const Known<double> &Fact) const {
    return at(Fact, Options.Bound);
  }

  void note(StringRef Text) {
    if (!is_contained(Result.Notes, Text))
      Result.Notes.push_back(Text.str());
  }

  WorkflowId add(WorkflowKind Kind, unsigned Region) {
    WorkflowNode &Node = Result.Nodes.emplace_back();
    Node.Kind = Kind;
    Node.Region = Region;
    return Result.Nodes.size() - 1;
  }

  unsigned addRegion(unsigned Parent, double Active, double Trip) {
    Result.Regions.push_back({0, std::min(Active, 1.0), Trip, 1, Parent});
    Members.emplace_back();
    return Result.Regions.size() - 1;
  }

  //===- Structure --------------------------------------------------------===//

  void level(LoopId Loop, double Around, unsigned Region, unsigned Depth,
             WorkflowSequence &Out) {
    WorkflowLevel L = Levels.arrange(Loop, Depth);
    units(L, L.Top, Loop, Around, Region, Depth, Out);
  }

  /// Executions of a unit where they decide its place: those of a block.
  double weightOf(const WorkflowUnit &U, LoopId Loop, double Around) const {
    if (U.Loop != None)
      return Around;
    if (Loop != None && U.Block == Kernel.Loops[Loop].Header)
      return Around; // the extra test stands behind the loop
    return Executed[U.Block];
  }

  void units(const WorkflowLevel &L, ArrayRef<WorkflowUnit> Units, LoopId Loop,
             double Around, unsigned Region, unsigned Depth,
             WorkflowSequence &Out) {
    for (size_t I = 0; I < Units.size();) {
      const WorkflowUnit &U = Units[I];
      double Weight = weightOf(U, Loop, Around);
      if (U.Loop != None) {
        loop(U.Loop, Around, Region, Depth, Out);
        ++I;
      } else if (Weight <= 0) {
        // Never reached; what depends on it neither, but let the facts say so.
        for (unsigned Outcome : {0u, 1u})
          if (const WorkflowGroup *G = L.group(U.Block, Outcome))
            units(L, G->Units, Loop, Around, Region, Depth, Out);
        ++I;
      } else if (nearlyEqual(Weight, Around)) {
        block(L, U.Block, Loop, Around, Region, Depth, Out);
        ++I;
      } else {
        size_t End = I + 1;
        while (End < Units.size() && Units[End].Loop == None &&
               nearlyEqual(weightOf(Units[End], Loop, Around), Weight))
          ++End;
        WorkflowSequence Inside;
        double Share = Weight / Around;
        unsigned Inner = Share < 1 ? addRegion(Region, Share, 1)
                                   : addRegion(Region, 1, Share);
        WorkflowId Id = wrap(Share, Region);
        units(L, Units.slice(I, End - I), Loop, Weight, Inner, Depth + 1,
              Inside);
        Result.Nodes[Id].Body = std::move(Inside);
        Out.push_back(Id);
        I = End;
      }
    }
  }

  /// A branch or loop whose body runs \p Share times per arriving warp.
  WorkflowId wrap(double Share, unsigned Region) {
    WorkflowId Id =
        add(Share < 1 ? WorkflowKind::Branch : WorkflowKind::Loop, Region);
    WorkflowNode &Node = Result.Nodes[Id];
    if (Share < 1)
      Node.RhoTrue = Share, Node.RhoFalse = 1 - Share;
    else
      Node.Trip = Share;
    return Id;
  }

  void block(const WorkflowLevel &L, BlockId Block, LoopId Loop, double Weight,
             unsigned Region, unsigned Depth, WorkflowSequence &Out) {
    instructions(Block, Region, /*Trailing=*/false, Out);
    const WorkflowGroup *True = L.group(Block, 0), *False = L.group(Block, 1);
    if (!True && !False)
      return;
    auto Facts = BranchOf.find(Block);
    const BranchFacts *Known =
        Facts == BranchOf.end() ? nullptr : Facts->second;
    // What runs directly under an outcome shows how often it is taken.
    auto Share = [&](const WorkflowGroup *G,
                     const kernelcast::Known<double> *Fact) {
      if (G)
        for (const WorkflowUnit &U : G->Units)
          if (U.Loop == None)
            return std::min(Executed[U.Block] / Weight, 1.0);
      return Fact ? std::min(bound(*Fact), 1.0) : -1.0;
    };
    double RhoTrue = Share(True, Known ? &Known->True : nullptr);
    double RhoFalse = Share(False, Known ? &Known->False : nullptr);
    if (RhoTrue < 0)
      RhoTrue = RhoFalse < 0 ? 1 : 1 - RhoFalse;
    if (RhoFalse < 0)
      RhoFalse = 1 - RhoTrue;
    if (RhoTrue + RhoFalse <= 0)
      return;
    WorkflowId Id = add(WorkflowKind::Branch, Region);
    Result.Nodes[Id].RhoTrue = RhoTrue;
    Result.Nodes[Id].RhoFalse = RhoFalse;
    Result.Nodes[Id].Block = Block;
    Result.Nodes[Id].Location = Kernel.Blocks[Block].ConditionLocation;
    WorkflowSequence Sides[2];
    auto Fill = [&](const WorkflowGroup *G, double Rho,
                    WorkflowSequence &Side) {
      if (G && Rho > 0)
        units(L, G->Units, Loop, Weight * Rho, addRegion(Region, Rho, 1),
              Depth + 1, Side);
    };
    Fill(True, RhoTrue, Sides[0]);
    Fill(False, RhoFalse, Sides[1]);
    Result.Nodes[Id].Body = std::move(Sides[0]);
    Result.Nodes[Id].Else = std::move(Sides[1]);
    Out.push_back(Id);
  }

  void loop(LoopId Loop, double Around, unsigned Region, unsigned Depth,
            WorkflowSequence &Out) {
    const LoopInfo &Info = Kernel.Loops[Loop];
    if (Depth + 2 > MaxWorkflowDepth) {
      note("nested too deeply: the innermost loops are weighted, but not kept "
           "apart");
      for (BlockId Block : Info.Blocks) {
        if (Executed[Block] <= 0)
          continue;
        WorkflowId Id = wrap(Executed[Block] / Around, Region);
        WorkflowSequence Inside;
        instructions(Block, addRegion(Region, 1, 1), false, Inside);
        Result.Nodes[Id].Body = std::move(Inside);
        Out.push_back(Id);
      }
      return;
    }
    double Header = Executed[Info.Header], Body = Header;
    if (Levels.leavesLoop(Kernel.Blocks[Info.Header])) {
      Body = 0;
      for (BlockId Latch : Info.Latches)
        Body = std::max(Body, Executed[Latch]);
      for (BlockId Next : Kernel.Blocks[Info.Header].Successors)
        if (Kernel.Blocks[Next].Loop == Loop)
          Body = std::max(Body, Executed[Next]);
      Body = std::min(Body, Header);
    }
    if (Body > 0) {
      WorkflowId Id = add(WorkflowKind::Loop, Region);
      LoopNode[Loop] = Id;
      Result.Nodes[Id].Trip = Body / Around;
      Result.Nodes[Id].Loop = Loop;
      Result.Nodes[Id].Block = Info.Header;
      Result.Nodes[Id].Location = Info.Location;
      WorkflowSequence Inside;
      level(Loop, Body, addRegion(Region, 1, Body / Around), Depth + 1, Inside);
      Result.Nodes[Id].Body = std::move(Inside);
      Out.push_back(Id);
    }
    double Extra = Header - Body;
    if (Extra <= 1e-9 * Header || Extra <= 0)
      return;
    if (nearlyEqual(Extra, Around)) {
      instructions(Info.Header, Region, /*Trailing=*/true, Out);
      return;
    }
    WorkflowId Id = wrap(Extra / Around, Region);
    WorkflowSequence Inside;
    instructions(Info.Header, addRegion(Region, Extra / Around, 1), true,
                 Inside);
    Result.Nodes[Id].Body = std::move(Inside);
    Out.push_back(Id);
  }

  //===- Leaves -----------------------------------------------------------===//

  void instructions(BlockId Id, unsigned Region, bool Trailing,
                    WorkflowSequence &Out) {
    const BasicBlock &Block = Kernel.Blocks[Id];
    Running = None;
    std::vector<bool> Placed(Block.Effects.size(), false);
    for (unsigned I = 0; I < Block.Instructions.size(); ++I) {
      const Instruction &Step = Block.Instructions[I];
      bool IsEffect = Step.Effect < Block.Effects.size();
      if (IsEffect)
        Placed[Step.Effect] = true;
      if (!(Step.Count > 0))
        continue;
      if (Uses.isFirstUse({Id, I}))
        Running = None; // a wait may come before this one
      WorkflowId Node =
          IsEffect
              ? effect(Id, Block.Effects[Step.Effect], Step.Count, Region, Out)
              : compute(Id, Step.Class, Step.Count, Region, Out);
      if (Options.EachInstruction || Node != Running)
        Result.Nodes[Node].Class = Step.Class;
      if (Options.EachInstruction)
        Result.Nodes[Node].Instruction = I;
      NodesOf[{Id, I}].push_back({Node, Trailing});
      if (!Trailing)
        Members[Region].push_back({Id, I});
    }
    // Without placed instructions the effects still count.
    for (unsigned E = 0; E < Block.Effects.size(); ++E)
      if (!Placed[E] && Block.Instructions.empty())
        effect(Id, Block.Effects[E], 1, Region, Out);
    Running = None;
  }

  WorkflowId compute(BlockId Block, InstructionClass Class, double Count,
                     unsigned Region, WorkflowSequence &Out) {
    ComputeUnit Unit = Class == InstructionClass::Sfu    ? ComputeUnit::Sfu
                       : Class == InstructionClass::Fp64 ? ComputeUnit::Fp64
                                                         : ComputeUnit::Main;
    if (Options.EachInstruction || Running == None ||
        Result.Nodes[Running].Unit != Unit) {
      Running = add(WorkflowKind::Compute, Region);
      Result.Nodes[Running].Class = Class;
      Result.Nodes[Running].Unit = Unit;
      Result.Nodes[Running].Block = Block;
      Out.push_back(Running);
    }
    Result.Nodes[Running].Instructions += Count;
    Result.Regions[Region].Instructions += Count;
    return Running;
  }

  WorkflowId effect(BlockId Block, const Effect &Step, double Count,
                    unsigned Region, WorkflowSequence &Out) {
    if (Step.Kind == EffectKind::Barrier) {
      Running = None;
      WorkflowId Id = add(WorkflowKind::Barrier, Region);
      Result.Nodes[Id].Block = Block;
      Result.Nodes[Id].Location = Step.Location;
      Out.push_back(Id);
      return Id;
    }
    if (Step.Kind != EffectKind::Access ||
        Step.Access >= Kernel.Accesses.size())
      return compute(Block, InstructionClass::Other, Count, Region, Out);
    const MemoryAccess &Access = Kernel.Accesses[Step.Access];
    const AccessFacts &Facts = Profile.Accesses[Step.Access];
    if (Access.Space == MemorySpace::Constant && Access.Uniform)
      return compute(Block, InstructionClass::Other, Count, Region, Out);
    Running = None;
    bool IsShared = Access.Space == MemorySpace::Shared;
    WorkflowId Id =
        add(IsShared ? WorkflowKind::Shared : WorkflowKind::Memory, Region);
    WorkflowNode &Node = Result.Nodes[Id];
    Node.Block = Block;
    Node.Access = Step.Access;
    Node.Location = Access.Location;
    Node.IsLoad = Access.Kind == AccessKind::Load;
    // Per execution of the block, so that the sums are those of the profile.
    double Times = Executed[Block] * Profile.Warps;
    double Lanes = Times > 0 ? bound(Facts.LaneExecutions) / Times : 0;
    if (IsShared) {
      Node.BankSteps = Times > 0 ? bound(Facts.BankCycles) / Times : 0;
      double Words = Profile.WarpSize * std::max(1.0, Access.Bytes / 4.0);
      Node.IdealBankSteps =
          std::min(Node.BankSteps, std::max(1.0, Words / Options.BankLanes));
    } else {
      Node.Bytes = Times > 0 ? bound(Facts.TransactionBytes) / Times : 0;
      Node.IdealBytes = std::min(Node.Bytes, Lanes * Access.Bytes);
    }
    Out.push_back(Id);
    return Id;
  }

  const KernelModel &Kernel;
  const WarpProfile &Profile;
  const WorkflowOptions &Options;
  WorkflowLevels Levels;
  WorkflowUses Uses;
  WorkflowGraph Result;
  std::vector<double> Executed; ///< by block, per launched warp
  DenseMap<BlockId, const BranchFacts *> BranchOf;
  std::vector<WorkflowId> LoopNode;                ///< by loop
  std::vector<std::vector<WorkflowPlace>> Members; ///< by region, in order
  WorkflowPlaces NodesOf;
  WorkflowId Running = None; ///< Compute node that is still growing
};

} // namespace

Expected<WorkflowGraph> kernelcast::buildWorkflow(
    const KernelModel &Kernel, const ProgramDependenceGraph &Graph,
    const WarpProfile &Profile, const WorkflowOptions &Options) {
  if (!(Profile.Warps > 0))
    return createStringError("the launch has no warps");
  if (Profile.Blocks.size() != Kernel.Blocks.size() ||
      Profile.Accesses.size() != Kernel.Accesses.size())
    return createStringError("the profile belongs to another kernel");
  return Builder(Kernel, Graph, Profile, Options).build();
}
