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

template <typename Number> bool nearlyEqual(const Number &A, const Number &B) {
  return sameNumber(A, B) ||
         magnitude(A - B) <= 1e-9 * maximum<Number>(magnitude(A), magnitude(B));
}

template <typename Number> class Builder {
public:
  Builder(const KernelModel &Kernel, const ProgramDependenceGraph &Pdg,
          const WorkflowFacts<Number> &Facts, const WorkflowOptions &Options)
      : Kernel(Kernel), Facts(Facts), Options(Options), Levels(Kernel, Pdg),
        Uses(Kernel, Pdg, Options.EachInstruction), NodesOf(Uses.size()) {}

  BasicWorkflowGraph<Number> build() {
    for (const Number &Executions : Facts.Executions)
      Executed.push_back(Executions / Facts.Warps);
    LoopNode.assign(Kernel.Loops.size(), None);
    Result.Regions.emplace_back();
    Members.emplace_back();
    level(None, 1.0, 0, 0, Result.Root);
    if (Levels.isFlattened())
      note("nested too deeply: the innermost branches are weighted, but not "
           "kept apart");
    auto IsMemory = [&](WorkflowId Id) {
      return Result.Nodes[Id].Kind == WorkflowKind::Memory;
    };
    Result.Arcs = Uses.arcs(NodesOf, LoopNode, IsMemory);
    for (unsigned R = 0; R < Result.Regions.size(); ++R)
      Result.Regions[R].Ilp = Uses.ilp(Members[R]);
    return std::move(Result);
  }

private:
  void note(StringRef Text) {
    if (!is_contained(Result.Notes, Text))
      Result.Notes.push_back(Text.str());
  }

  WorkflowId add(WorkflowKind Kind, unsigned Region) {
    BasicWorkflowNode<Number> &Node = Result.Nodes.emplace_back();
    Node.Kind = Kind;
    Node.Region = Region;
    return Result.Nodes.size() - 1;
  }

  unsigned addRegion(unsigned Parent, const Number &Active,
                     const Number &Trip) {
    Result.Regions.push_back(
        {0, minimum<Number>(Active, 1.0), Trip, 1, Parent});
    Members.emplace_back();
    return Result.Regions.size() - 1;
  }

  //===- Structure --------------------------------------------------------===//

  void level(LoopId Loop, const Number &Around, unsigned Region, unsigned Depth,
             WorkflowSequence &Out) {
    WorkflowLevel L = Levels.arrange(Loop, Depth);
    units(L, L.Top, Loop, Around, Region, Depth, Out);
  }

  /// Executions of a unit where they decide its place: those of a block.
  Number weightOf(const WorkflowUnit &U, LoopId Loop,
                  const Number &Around) const {
    if (U.Loop != None)
      return Around;
    if (Loop != None && U.Block == Kernel.Loops[Loop].Header)
      return Around; // the extra test stands behind the loop
    return Executed[U.Block];
  }

  void units(const WorkflowLevel &L, ArrayRef<WorkflowUnit> Units, LoopId Loop,
             const Number &Around, unsigned Region, unsigned Depth,
             WorkflowSequence &Out) {
    for (size_t I = 0; I < Units.size();) {
      const WorkflowUnit &U = Units[I];
      Number Weight = weightOf(U, Loop, Around);
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
               nearlyEqual<Number>(weightOf(Units[End], Loop, Around), Weight))
          ++End;
        WorkflowSequence Inside;
        Number Share = Weight / Around;
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
  WorkflowId wrap(const Number &Share, unsigned Region) {
    bool Less = Share < 1;
    WorkflowId Id =
        add(Less ? WorkflowKind::Branch : WorkflowKind::Loop, Region);
    BasicWorkflowNode<Number> &Node = Result.Nodes[Id];
    if (Less)
      Node.RhoTrue = Share, Node.RhoFalse = 1 - Share;
    else
      Node.Trip = Share;
    return Id;
  }

  void block(const WorkflowLevel &L, BlockId Block, LoopId Loop,
             const Number &Weight, unsigned Region, unsigned Depth,
             WorkflowSequence &Out) {
    instructions(Block, Region, /*Trailing=*/false, Out);
    const WorkflowGroup *True = L.group(Block, 0), *False = L.group(Block, 1);
    if (!True && !False)
      return;
    // What runs directly under an outcome shows how often it is taken.
    auto Share =
        [&](const WorkflowGroup *G,
            const std::optional<Number> &Fact) -> std::optional<Number> {
      if (G)
        for (const WorkflowUnit &U : G->Units)
          if (U.Loop == None)
            return minimum<Number>(Executed[U.Block] / Weight, 1.0);
      if (Fact)
        return minimum<Number>(*Fact, 1.0);
      return std::nullopt;
    };
    std::optional<Number> ShareTrue = Share(True, Facts.Sides[Block][0]);
    std::optional<Number> ShareFalse = Share(False, Facts.Sides[Block][1]);
    Number RhoTrue = ShareTrue    ? *ShareTrue
                     : ShareFalse ? 1 - *ShareFalse
                                  : Number(1);
    Number RhoFalse = ShareFalse ? *ShareFalse : 1 - RhoTrue;
    if (RhoTrue + RhoFalse <= 0)
      return;
    WorkflowId Id = add(WorkflowKind::Branch, Region);
    Result.Nodes[Id].RhoTrue = RhoTrue;
    Result.Nodes[Id].RhoFalse = RhoFalse;
    Result.Nodes[Id].Block = Block;
    Result.Nodes[Id].Location = Kernel.Blocks[Block].ConditionLocation;
    WorkflowSequence Sides[2];
    auto Fill = [&](const WorkflowGroup *G, const Number &Rho,
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

  void loop(LoopId Loop, const Number &Around, unsigned Region, unsigned Depth,
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
    Number Header = Executed[Info.Header], Body = Header;
    if (Levels.leavesLoop(Kernel.Blocks[Info.Header])) {
      Body = 0;
      for (BlockId Latch : Info.Latches)
        Body = maximum<Number>(Body, Executed[Latch]);
      for (BlockId Next : Kernel.Blocks[Info.Header].Successors)
        if (Kernel.Blocks[Next].Loop == Loop)
          Body = maximum<Number>(Body, Executed[Next]);
      Body = minimum<Number>(Body, Header);
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
    Number Extra = Header - Body;
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
      NodesOf[Uses.number({Id, I})].push_back({Node, Trailing});
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
    if (Class == InstructionClass::Int)
      Result.Nodes[Running].IntegerInstructions += Count;
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
    if (Step.Kind != EffectKind::Access)
      return compute(Block, InstructionClass::Other, Count, Region, Out);
    const MemoryAccess &Access = Kernel.Accesses[Step.Access];
    AccessPath Path = pathOf(Access);
    if (Path == AccessPath::Operand)
      return compute(Block, InstructionClass::Other, Count, Region, Out);
    Running = None;
    bool IsShared = Path == AccessPath::OnChip;
    WorkflowId Id =
        add(IsShared ? WorkflowKind::Shared : WorkflowKind::Memory, Region);
    BasicWorkflowNode<Number> &Node = Result.Nodes[Id];
    Node.Block = Block;
    Node.Access = Step.Access;
    Node.Location = Access.Location;
    Node.IsLoad = Access.Kind == AccessKind::Load;
    // Per execution of the block, so that the sums are those of the profile.
    Number Times = Executed[Block] * Facts.Warps;
    bool Runs = Times > 0;
    auto Each = [&](const std::vector<Number> &Totals) {
      return Runs ? Totals[Step.Access] / Times : Number(0);
    };
    if (IsShared) {
      Node.BankSteps = Each(Facts.BankCycles);
      // The constant cache gives one word a step, to all lanes that want it.
      bool IsConstant = Access.Space == MemorySpace::Constant;
      double Words = (IsConstant ? Options.BankLanes : Facts.WarpSize) *
                     std::max(1.0, Access.instructionBytes() / 4.0);
      Node.IdealBankSteps = minimum<Number>(
          Node.BankSteps, std::max(1.0, Words / Options.BankLanes));
    } else {
      Node.Bytes = Each(Facts.TransactionBytes);
      Node.IdealBytes =
          minimum<Number>(Node.Bytes, Each(Facts.LaneExecutions) *
                                          double(Access.instructionBytes()));
    }
    Out.push_back(Id);
    return Id;
  }

  const KernelModel &Kernel;
  const WorkflowFacts<Number> &Facts;
  const WorkflowOptions &Options;
  WorkflowLevels Levels;
  WorkflowUses Uses;
  BasicWorkflowGraph<Number> Result;
  std::vector<Number> Executed;     ///< by block, per launched warp
  std::vector<WorkflowId> LoopNode; ///< by loop
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
  return buildWorkflow(Kernel, Graph, workflowFacts(Profile, Options.Bound),
                       Options);
}

WorkflowFacts<double> kernelcast::workflowFacts(const WarpProfile &Profile,
                                                FactBound Bound) {
  WorkflowFacts<double> Facts;
  Facts.Warps = Profile.Warps;
  Facts.WarpSize = Profile.WarpSize;
  for (const BlockFacts &Block : Profile.Blocks)
    Facts.Executions.push_back(at(Block.WarpExecutions, Bound));
  Facts.Sides.resize(Profile.Blocks.size());
  for (const BranchFacts &Branch : Profile.Branches)
    if (Branch.Block < Facts.Sides.size())
      Facts.Sides[Branch.Block] = {at(Branch.True, Bound),
                                   at(Branch.False, Bound)};
  for (const AccessFacts &Access : Profile.Accesses) {
    Facts.LaneExecutions.push_back(at(Access.LaneExecutions, Bound));
    Facts.TransactionBytes.push_back(at(Access.TransactionBytes, Bound));
    Facts.BankCycles.push_back(at(Access.BankCycles, Bound));
  }
  return Facts;
}

template <typename Number>
BasicWorkflowGraph<Number> kernelcast::buildWorkflow(
    const KernelModel &Kernel, const ProgramDependenceGraph &Graph,
    const WorkflowFacts<Number> &Facts, const WorkflowOptions &Options) {
  return Builder<Number>(Kernel, Graph, Facts, Options).build();
}

template WorkflowGraph kernelcast::buildWorkflow(const KernelModel &,
                                                 const ProgramDependenceGraph &,
                                                 const WorkflowFacts<double> &,
                                                 const WorkflowOptions &);
template BasicWorkflowGraph<Traced>
kernelcast::buildWorkflow(const KernelModel &, const ProgramDependenceGraph &,
                          const WorkflowFacts<Traced> &,
                          const WorkflowOptions &);
