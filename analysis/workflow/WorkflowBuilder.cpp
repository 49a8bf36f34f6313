//===- WorkflowBuilder.cpp - From a kernel's profile to its work flow -----===//
//
// Units of one level of the loop nest are its own blocks and the loops directly
// inside it. A unit hangs in a group, one outcome of a branch of the same
// level; where several outcomes lead to it, in the group around them all.
//===----------------------------------------------------------------------===//

#include "analysis/workflow/WorkflowBuilder.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>
#include <map>
#include <set>

using namespace llvm;
using namespace kernelcast;

namespace {

constexpr unsigned NoGroup = ~0u;

/// An instruction's place: block and index in BasicBlock::Instructions.
using Place = std::pair<BlockId, unsigned>;

struct Unit {
  BlockId Block = 0; ///< the block, or the loop's header
  LoopId Loop = None;
};

/// Units that run when the branch at the end of a block goes one way.
struct Group {
  unsigned Parent = NoGroup, Depth = 0;
  std::vector<Unit> Units;
};

/// One level of the loop nest.
struct Level {
  std::vector<Unit> Top;
  std::vector<Group> Groups;
  std::map<std::pair<BlockId, unsigned>, unsigned> GroupOf;
};

bool nearlyEqual(double A, double B) {
  return std::abs(A - B) <= 1e-9 * std::max(std::abs(A), std::abs(B));
}

class Builder {
public:
  Builder(const KernelModel &Kernel, const ProgramDependenceGraph &Pdg,
          const WarpProfile &Profile, const WorkflowOptions &Options)
      : Kernel(Kernel), Pdg(Pdg), Profile(Profile), Options(Options) {}

  WorkflowGraph build() {
    for (const BlockFacts &Facts : Profile.Blocks)
      Executed.push_back(bound(Facts.WarpExecutions) / Profile.Warps);
    for (const BranchFacts &Facts : Profile.Branches)
      BranchOf[Facts.Block] = &Facts;
    // Levels beside their loops; [0] is the kernel.
    UnitsOf.resize(Kernel.Loops.size() + 1);
    std::vector<LoopId> HeaderOf(Kernel.Blocks.size(), None);
    for (const LoopInfo &Loop : Kernel.Loops)
      HeaderOf[Loop.Header] = Loop.Id;
    for (const BasicBlock &Block : Kernel.Blocks) {
      if (LoopId Loop = HeaderOf[Block.Id]; Loop != None)
        UnitsOf[Kernel.Loops[Loop].Parent + 1].push_back({Block.Id, Loop});
      UnitsOf[Block.Loop + 1].push_back({Block.Id, None});
    }
    LoopNode.assign(Kernel.Loops.size(), None);
    findUses();
    Result.Regions.emplace_back();
    Members.emplace_back();
    level(None, 1.0, 0, 0, Result.Root);
    addArcs();
    for (unsigned R = 0; R < Result.Regions.size(); ++R)
      Result.Regions[R].Ilp = ilpOf(R);
    return std::move(Result);
  }

private:
  double bound(const Known<double> &Fact) const {
    double Chosen = Fact.Value;
    if (Options.Bound != FactBound::Value && std::isfinite(Fact.Low) &&
        std::isfinite(Fact.High))
      Chosen = Options.Bound == FactBound::Low ? Fact.Low : Fact.High;
    return std::isfinite(Chosen) ? std::max(Chosen, 0.0) : 0;
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

  bool leavesLoop(const BasicBlock &Block) const {
    if (Block.Loop == None)
      return false;
    const LoopInfo &Loop = Kernel.Loops[Block.Loop];
    return any_of(Loop.Exits,
                  [&](const auto &Exit) { return Exit.first == Block.Id; });
  }

  /// Hangs the units of \p Loop into groups. Dependences on anything but an
  /// earlier branch of the same level leave the unit at the top.
  Level arrange(LoopId Loop, unsigned Depth) {
    Level L;
    std::map<BlockId, unsigned> HomeOf; // groups of the level's blocks
    for (const Unit &U : UnitsOf[Loop + 1]) {
      // The header's own unit in its loop is where iterations start.
      unsigned Home = Loop != None && U.Block == Kernel.Loops[Loop].Header
                          ? NoGroup
                          : homeOf(U, Loop, L, HomeOf, Depth);
      if (U.Loop == None)
        HomeOf[U.Block] = Home;
      (Home == NoGroup ? L.Top : L.Groups[Home].Units).push_back(U);
    }
    return L;
  }

  unsigned homeOf(const Unit &U, LoopId Loop, Level &L,
                  const std::map<BlockId, unsigned> &HomeOf, unsigned Depth) {
    if (Kernel.Irreducible || U.Block >= Pdg.RegionOf.size())
      return NoGroup;
    unsigned Home = NoGroup;
    bool First = true;
    for (ControlDependence On : Pdg.Regions[Pdg.RegionOf[U.Block]].DependsOn) {
      if (On.Block == None || On.Block >= U.Block)
        if (On.Block == None || U.Loop == None || !isInside(On.Block, U.Loop))
          return NoGroup;
      if (U.Loop != None && isInside(On.Block, U.Loop))
        continue; // the loop's own condition
      const BasicBlock &Branch = Kernel.Blocks[On.Block];
      if (Branch.Loop != Loop || leavesLoop(Branch))
        return NoGroup;
      unsigned Group = groupOf(On, L, HomeOf, Depth);
      Home = First ? Group : commonGroup(L, Home, Group);
      First = false;
    }
    return Home;
  }

  bool isInside(BlockId Block, LoopId Loop) const {
    for (LoopId At = Kernel.Blocks[Block].Loop; At != None;
         At = Kernel.Loops[At].Parent)
      if (At == Loop)
        return true;
    return false;
  }

  unsigned groupOf(ControlDependence On, Level &L,
                   const std::map<BlockId, unsigned> &HomeOf, unsigned Depth) {
    auto Home = HomeOf.find(On.Block);
    unsigned Parent = Home == HomeOf.end() ? NoGroup : Home->second;
    unsigned Own = Parent == NoGroup ? 1 : L.Groups[Parent].Depth + 1;
    if (Depth + 2 * Own > MaxWorkflowDepth) {
      note("nested too deeply: the innermost branches are weighted, but not "
           "kept apart");
      return Parent;
    }
    auto [At, New] =
        L.GroupOf.try_emplace({On.Block, On.Outcome}, L.Groups.size());
    if (New)
      L.Groups.push_back({Parent, Own, {}});
    return At->second;
  }

  static unsigned commonGroup(const Level &L, unsigned A, unsigned B) {
    auto DepthOf = [&](unsigned G) {
      return G == NoGroup ? 0 : L.Groups[G].Depth;
    };
    while (A != B)
      if (DepthOf(A) >= DepthOf(B))
        A = L.Groups[A].Parent;
      else
        B = L.Groups[B].Parent;
    return A;
  }

  void level(LoopId Loop, double Around, unsigned Region, unsigned Depth,
             WorkflowSequence &Out) {
    Level L = arrange(Loop, Depth);
    units(L, L.Top, Loop, Around, Region, Depth, Out);
  }

  /// Executions of a unit where they decide its place: those of a block.
  double weightOf(const Unit &U, LoopId Loop, double Around) const {
    if (U.Loop != None)
      return Around;
    if (Loop != None && U.Block == Kernel.Loops[Loop].Header)
      return Around; // the extra test stands behind the loop
    return Executed[U.Block];
  }

  void units(const Level &L, ArrayRef<Unit> Units, LoopId Loop, double Around,
             unsigned Region, unsigned Depth, WorkflowSequence &Out) {
    for (size_t I = 0; I < Units.size();) {
      const Unit &U = Units[I];
      double Weight = weightOf(U, Loop, Around);
      if (U.Loop != None) {
        loop(U.Loop, Around, Region, Depth, Out);
        ++I;
      } else if (Weight <= 0) {
        // Never reached; what depends on it neither, but let the facts say so.
        for (unsigned Outcome : {0u, 1u})
          if (const Group *G = groupAt(L, U.Block, Outcome))
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

  static const Group *groupAt(const Level &L, BlockId Block, unsigned Outcome) {
    auto At = L.GroupOf.find({Block, Outcome});
    return At == L.GroupOf.end() || L.Groups[At->second].Units.empty()
               ? nullptr
               : &L.Groups[At->second];
  }

  void block(const Level &L, BlockId Block, LoopId Loop, double Weight,
             unsigned Region, unsigned Depth, WorkflowSequence &Out) {
    instructions(Block, Region, /*Trailing=*/false, Out);
    const Group *True = groupAt(L, Block, 0), *False = groupAt(L, Block, 1);
    if (!True && !False)
      return;
    auto Facts = BranchOf.find(Block);
    const BranchFacts *Known =
        Facts == BranchOf.end() ? nullptr : Facts->second;
    // What runs directly under an outcome shows how often it is taken.
    auto Share = [&](const Group *G, const kernelcast::Known<double> *Fact) {
      if (G)
        for (const Unit &U : G->Units)
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
    auto Fill = [&](const Group *G, double Rho, WorkflowSequence &Side) {
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
    if (leavesLoop(Kernel.Blocks[Info.Header])) {
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
      if (FirstUses.count({Id, I}))
        Running = None; // a wait may come before this one
      WorkflowId Node =
          IsEffect
              ? effect(Id, Block.Effects[Step.Effect], Step.Count, Region, Out)
              : compute(Id, Step.Class, Step.Count, Region, Out);
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
    if (Running == None || Result.Nodes[Running].Unit != Unit) {
      Running = add(WorkflowKind::Compute, Region);
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

  //===- Dependences ------------------------------------------------------===//

  bool isLongLoad(Place At) const {
    const BasicBlock &Block = Kernel.Blocks[At.first];
    unsigned Number = Block.Instructions[At.second].Effect;
    if (Number >= Block.Effects.size() ||
        Block.Effects[Number].Kind != EffectKind::Access ||
        Block.Effects[Number].Access >= Kernel.Accesses.size())
      return false;
    const MemoryAccess &A = Kernel.Accesses[Block.Effects[Number].Access];
    return A.Kind == AccessKind::Load && A.Space != MemorySpace::Shared &&
           !(A.Space == MemorySpace::Constant && A.Uniform);
  }

  bool isPlace(BlockId Block, unsigned Index) const {
    return Block < Kernel.Blocks.size() &&
           Index < Kernel.Blocks[Block].Instructions.size();
  }

  /// The first use of each load in each block: later ones never wait.
  void findUses() {
    std::map<std::tuple<Place, BlockId, LoopId>, unsigned> First;
    for (const DataDependence &D : Pdg.Data) {
      if (!isPlace(D.FromBlock, D.From) || !isPlace(D.ToBlock, D.To))
        continue;
      if (D.Carried == None)
        Definitions[{D.ToBlock, D.To}].push_back({D.FromBlock, D.From});
      if (!isLongLoad({D.FromBlock, D.From}))
        continue;
      auto [At, New] = First.try_emplace(
          {Place(D.FromBlock, D.From), D.ToBlock, D.Carried}, D.To);
      if (!New)
        At->second = std::min(At->second, D.To);
    }
    for (const auto &[Key, To] : First) {
      const auto &[From, ToBlock, Carried] = Key;
      Waits.push_back({From.first, ToBlock, From.second, To, Carried});
      FirstUses.insert({ToBlock, To});
    }
  }

  void addArcs() {
    std::set<std::tuple<WorkflowId, WorkflowId, unsigned, WorkflowId>> Seen;
    auto Add = [&](WorkflowId Load, WorkflowId Use, WorkflowId Loop) {
      if (Load == Use && Loop == None)
        return;
      unsigned Distance = Loop == None ? 0 : 1;
      if (Seen.insert({Load, Use, Distance, Loop}).second)
        Result.Arcs.push_back({Load, Use, Distance, Loop});
    };
    for (const DataDependence &D : Waits) {
      auto From = NodesOf.find({D.FromBlock, D.From});
      auto To = NodesOf.find({D.ToBlock, D.To});
      if (From == NodesOf.end() || To == NodesOf.end())
        continue;
      for (auto [Load, LoadTrails] : From->second)
        for (auto [Use, UseTrails] : To->second) {
          if (Result.Nodes[Load].Kind != WorkflowKind::Memory)
            continue;
          if (D.Carried == None) {
            // Within one pass over a header, not from one copy to the other.
            if (D.FromBlock != D.ToBlock || LoadTrails == UseTrails)
              Add(Load, Use, None);
          } else if (!LoadTrails && UseTrails) {
            Add(Load, Use, None);
          } else if (!LoadTrails && D.Carried < LoopNode.size() &&
                     LoopNode[D.Carried] != None) {
            Add(Load, Use, LoopNode[D.Carried]);
          }
        }
    }
  }

  double ilpOf(unsigned Region) const {
    std::map<Place, unsigned> Position;
    std::vector<SmallVector<unsigned, 2>> Uses(Members[Region].size());
    for (unsigned I = 0; I < Members[Region].size(); ++I) {
      Position[Members[Region][I]] = I;
      auto At = Definitions.find(Members[Region][I]);
      if (At == Definitions.end())
        continue;
      for (Place Definition : At->second)
        if (auto Found = Position.find(Definition); Found != Position.end())
          Uses[I].push_back(Found->second);
    }
    return localIlp(Uses);
  }

  const KernelModel &Kernel;
  const ProgramDependenceGraph &Pdg;
  const WarpProfile &Profile;
  const WorkflowOptions &Options;
  WorkflowGraph Result;
  std::vector<double> Executed; ///< by block, per launched warp
  DenseMap<BlockId, const BranchFacts *> BranchOf;
  std::vector<std::vector<Unit>> UnitsOf;  ///< by loop + 1, in block order
  std::vector<WorkflowId> LoopNode;        ///< by loop
  std::vector<std::vector<Place>> Members; ///< by region, in order
  std::map<Place, SmallVector<std::pair<WorkflowId, bool>, 2>> NodesOf;
  std::map<Place, SmallVector<Place, 2>> Definitions;
  std::set<Place> FirstUses;
  std::vector<DataDependence> Waits;
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
