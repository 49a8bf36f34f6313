//===- IdealProfile.cpp - What if one factor were perfect? ----------------===//

#include "analysis/specialize/IdealProfile.h"
#include "analysis/access/Coalescing.h"
#include "analysis/pdg/KernelGraphs.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <cmath>
#include <optional>

using namespace llvm;
using namespace kernelcast;

void kernelcast::coalesce(WarpProfile &Profile, AccessId Id,
                          const GpuSpec &Gpu) {
  const MemoryAccess &Access = Profile.Kernel->Accesses[Id];
  AccessFacts &Facts = Profile.Accesses[Id];
  const Known<double> &Warps = Facts.WarpExecutions;
  if (!(Warps.Value > 0) || Access.Space == MemorySpace::Shared ||
      Facts.isOneAddress())
    return;
  const IdealTraffic Ideal =
      idealTraffic(Gpu.Coalescing, Facts.LaneExecutions.Value / Warps.Value,
                   Access.instructionBytes());
  const double Before = Facts.Sectors.Value;
  if (Before <= Facts.FewestSectors.Value &&
      Facts.Lines.Value <= Warps.Value * Ideal.Lines &&
      Facts.TransactionBytes.Value <= Warps.Value * Ideal.TransactionBytes)
    return;
  auto Lower = [&](Known<double> &Fact, double Each) {
    if (Warps.Value * Each < Fact.Value)
      Fact = Warps * Each;
  };
  if (Facts.FewestSectors.Value < Before)
    Facts.Sectors = Facts.FewestSectors;
  Lower(Facts.Lines, Ideal.Lines);
  Lower(Facts.L1Passes, Ideal.Lines);
  Lower(Facts.Transactions, Ideal.Transactions);
  Lower(Facts.TransactionBytes, Ideal.TransactionBytes);
  Facts.Touched.pack(Facts.Sectors.Value / Warps.Value,
                     Before > 0 ? Facts.Sectors.Value / Before : 1);
  Facts.Class = AccessClass::Continuous;
  Facts.LaneStride = Access.instructionBytes();
  Facts.Source = weaker(Warps.Source, Facts.LaneExecutions.Source);
  if (Facts.Source == How::Exact)
    Facts.Reason.clear();
}

/// Lanes that issue an access to shared memory together.
static unsigned lanesTogether(const GpuSpec &Gpu) {
  return Gpu.Banks == BankRule::HalfWarp16 ? HalfWarp : Gpu.WarpSize;
}

unsigned kernelcast::conflictFreeCycles(const MemoryAccess &Access,
                                        const GpuSpec &Gpu) {
  constexpr unsigned BankBytes = 4;
  const auto Banks = std::max(1u, static_cast<unsigned>(Gpu.NumBanks.Value));
  return std::max(1u, lanesTogether(Gpu) * Access.instructionBytes() /
                          (Banks * BankBytes));
}

void kernelcast::spreadOverBanks(WarpProfile &Profile, AccessId Id,
                                 const GpuSpec &Gpu) {
  const MemoryAccess &Access = Profile.Kernel->Accesses[Id];
  AccessFacts &Facts = Profile.Accesses[Id];
  const unsigned Least = conflictFreeCycles(Access, Gpu);
  if (Access.Space != MemorySpace::Shared || Facts.MaxBankDegree <= Least)
    return;
  const unsigned Groups = Gpu.WarpSize / lanesTogether(Gpu);
  Known<double> Cycles = Facts.WarpExecutions * Known<double>(Groups * Least);
  if (Cycles.Value < Facts.BankCycles.Value)
    Facts.BankCycles = Cycles;
  Facts.MaxBankDegree = Least;
}

namespace {

/// One side of a branch.
struct Side {
  BlockId Block = None; ///< with one predecessor, which branches
  double Warps = 0;     ///< that take it, as a part of those that branch
  double Gathered = 0;  ///< the same once its lanes share warps
  /// What the executions of a warp on this side become.
  double factor() const {
    return Warps > 0 ? std::min(1.0, Gathered / Warps) : 1;
  }
};

/// Makes warps reach what \p Entry dominates less often by \p Factor, but no
/// less often than its lanes need.
class FewerWarps {
public:
  FewerWarps(WarpProfile &Profile, BlockId Entry, double Factor)
      : Profile(Profile), Dominators(Profile.Graphs->dominators()),
        Entry(Entry), Factor(Factor) {}

  void apply() {
    const KernelModel &Kernel = *Profile.Kernel;
    for (const BasicBlock &B : Kernel.Blocks)
      if (Dominators.dominates(Entry, B.Id))
        lower(Profile.Blocks[B.Id].WarpExecutions,
              Profile.Blocks[B.Id].LaneExecutions);
    for (auto [Access, Facts] : zip(Kernel.Accesses, Profile.Accesses))
      if (Access.Block != None && Dominators.dominates(Entry, Access.Block))
        lower(Facts.WarpExecutions, Facts.LaneExecutions);
    for (BranchFacts &Facts : Profile.Branches)
      if (Dominators.dominates(Entry, Facts.Block))
        Facts.WarpExecutions = Profile.Blocks[Facts.Block].WarpExecutions;
  }

private:
  void lower(Known<double> &Warps, const Known<double> &Lanes) const {
    const double Least = Lanes.Value / Profile.WarpSize;
    if (Warps.Value > 0)
      Warps = Warps * Known<double>(
                          std::min(1.0, std::max(Factor, Least / Warps.Value)));
  }

  WarpProfile &Profile;
  const Dominance &Dominators;
  BlockId Entry;
  double Factor;
};

} // namespace

/// The warps that \p Lanes lanes fill, over all the times that the blocks of
/// the launch come to a branch, if they share warps with others of their block:
/// whole ones. To the condition of a loop they come as often as into the loop,
/// since lanes may stay for other iterations instead. \p Alike: as many lanes
/// come each time; else no more warps than these are needed.
static double gatheredWarps(const WarpProfile &Profile, double Lanes,
                            double Comings, bool Alike) {
  const double Filled = Lanes / Profile.WarpSize;
  if (!(Comings > 0))
    return Filled;
  // Each time that any lane comes, the last warp may have but one.
  if (!Alike)
    return Filled +
           std::min(Comings, Lanes) * (Profile.WarpSize - 1) / Profile.WarpSize;
  constexpr double Rounding = 1e-9;
  return std::ceil(Filled / Comings - Rounding) * Comings;
}

/// Whether \p Condition may have other lanes in one iteration of a loop than in
/// another.
static bool changesInLoop(const Expr *Condition) {
  bool Result = false;
  visitPostOrder(Condition, [&](const Expr *Node) {
    Result |= Node->op() == Op::Counter || Node->op() == Op::Phi ||
              Node->op() == Op::Load || Node->op() == Op::Opaque;
  });
  return Result;
}

/// The warps that come to \p Header, of a loop, from outside of it; 0 where it
/// is no header.
static double warpsInto(const WarpProfile &Profile, const BasicBlock &Header) {
  double Warps = 0;
  for (BlockId From : Header.Predecessors)
    if (!Profile.Graphs->dominators().dominates(Header.Id, From))
      Warps += Profile.Blocks[From].WarpExecutions.Value;
  return Warps < Profile.Blocks[Header.Id].WarpExecutions.Value ? Warps : 0;
}

/// Whether \p To is in the innermost loop around \p Branching.
static bool isInLoopOf(const KernelModel &Kernel, const BasicBlock &Branching,
                       BlockId To) {
  return Branching.Loop != None &&
         is_contained(Kernel.Loops[Branching.Loop].Blocks, To);
}

void kernelcast::converge(WarpProfile &Profile, BlockId Block) {
  const KernelModel &Kernel = *Profile.Kernel;
  const BasicBlock &Branching = Kernel.Blocks[Block];
  auto Facts = find_if(Profile.Branches, [&](const BranchFacts &Facts) {
    return Facts.Block == Block;
  });
  Known<double> &Here = Profile.Blocks[Block].WarpExecutions;
  if (Facts == Profile.Branches.end() || !(Facts->Diverged.Value > 0) ||
      !(Here.Value > 0))
    return;
  const uint64_t WarpsOfBlock =
      (Profile.Launch.threadsPerBlock() + Profile.WarpSize - 1) /
      Profile.WarpSize;
  const double Lanes = Profile.Blocks[Block].LaneExecutions.Value;
  const double Comings =
      (Branching.FromLoopCondition ? warpsInto(Profile, Branching)
                                   : Here.Value) /
      static_cast<double>(WarpsOfBlock);
  // The lanes of a side are those of the block behind it, where there is one
  // behind it alone; of the other side, the rest.
  std::array<std::optional<double>, 2> LanesOf;
  std::array<Side, 2> Sides;
  for (unsigned I : {0u, 1u}) {
    const BlockId To = Branching.Successors[I];
    Sides[I].Warps = (I == 0 ? Facts->True : Facts->False).Value;
    if (Kernel.Blocks[To].Predecessors.size() != 1)
      continue;
    Sides[I].Block = To;
    LanesOf[I] = Profile.Blocks[To].LaneExecutions.Value;
  }
  if (!LanesOf[0] && !LanesOf[1])
    return;
  const bool Alike =
      Branching.FromLoopCondition || !changesInLoop(Branching.Condition);
  for (unsigned I : {0u, 1u}) {
    Sides[I].Gathered =
        gatheredWarps(Profile,
                      LanesOf[I].value_or(Lanes - LanesOf[1 - I].value_or(0)),
                      Comings, Alike) /
        Here.Value;
    // Behind a loop the parts of a warp are together again.
    if (Branching.FromLoopCondition &&
        !isInLoopOf(Kernel, Branching, Branching.Successors[I]))
      Sides[I].Block = None;
  }
  // Those that come back to a loop's condition come back less often, too.
  double Fewer = 0;
  for (const Side &S : Sides) {
    if (S.Block == None)
      continue;
    const double Before = Profile.Blocks[S.Block].WarpExecutions.Value;
    FewerWarps(Profile, S.Block, S.factor()).apply();
    if (any_of(Branching.Predecessors, [&](BlockId Latch) {
          return Profile.Graphs->dominators().dominates(S.Block, Latch);
        }))
      Fewer += Before - Profile.Blocks[S.Block].WarpExecutions.Value;
  }
  if (Fewer < Here.Value)
    Here = Here * Known<double>(1 - Fewer / Here.Value);
  Facts->WarpExecutions = Here;
  auto atMost = [](Known<double> &Fact, double Part) {
    if (Part < Fact.Value)
      Fact = Known<double>(Part);
  };
  atMost(Facts->True, Sides[0].Gathered);
  atMost(Facts->False, Sides[1].Gathered);
  Facts->Diverged =
      Known<double>(std::max(0.0, Facts->True.Value + Facts->False.Value - 1));
}

void kernelcast::keepInRegisters(WarpProfile &Profile, AccessId Id) {
  AccessFacts &Facts = Profile.Accesses[Id];
  for (Known<double> *Fact : {&Facts.Sectors, &Facts.Lines, &Facts.Transactions,
                              &Facts.TransactionBytes, &Facts.L1Passes})
    *Fact = Known<double>(0);
}

void kernelcast::keepValue(WarpProfile &Profile, AccessId Id, double Share) {
  AccessFacts &Facts = Profile.Accesses[Id];
  for (Known<double> *Fact :
       {&Facts.WarpExecutions, &Facts.LaneExecutions, &Facts.FewestSectors,
        &Facts.Sectors, &Facts.Lines, &Facts.Transactions,
        &Facts.TransactionBytes, &Facts.BankCycles, &Facts.L1Passes})
    *Fact = *Fact * Known<double>(std::clamp(Share, 0.0, 1.0));
}

void kernelcast::combineInWarps(WarpProfile &Profile, AccessId Id) {
  AccessFacts &Facts = Profile.Accesses[Id];
  const double Warps = Facts.WarpExecutions.Value;
  Facts.OnOneAddress = std::min(Facts.OnOneAddress, Warps);
  Facts.SectorsOfSlice = std::min(Facts.SectorsOfSlice, Warps);
  Facts.AtomicOperations = std::min(Facts.AtomicOperations, Warps);
}

void kernelcast::readUniformly(WarpProfile &Profile, AccessId Id) {
  AccessFacts &Facts = Profile.Accesses[Id];
  for (Known<double> *Fact :
       {&Facts.BankCycles, &Facts.L1Passes, &Facts.Sectors, &Facts.Lines})
    if (Facts.WarpExecutions.Value < Fact->Value)
      *Fact = Facts.WarpExecutions;
  Facts.MaxBankDegree = std::min(Facts.MaxBankDegree, 1u);
  Facts.LaneStride = 0;
  Facts.Class = AccessClass::Constant;
}

/// Whether \p I computes \p Value.
static bool computes(const Instruction &I, const Expr *Value) {
  return I.Value == Value && I.Effect == kernelcast::None;
}

ComputedValue kernelcast::instructionsFor(const WarpProfile &Profile,
                                          const Expr *Value) {
  ComputedValue Result;
  for (const BasicBlock &Block : Profile.Kernel->Blocks) {
    double Here = 0;
    for (const Instruction &I : Block.Instructions)
      Here += computes(I, Value) ? I.Count : 0;
    if (Here > 0) {
      Result.Instructions = Here;
      Result.Executions += Profile.Blocks[Block.Id].WarpExecutions.Value;
    }
  }
  return Result;
}

void kernelcast::computeFaster(WarpProfile &Profile, const Expr *Value,
                               const OperationCost &Instead) {
  auto count = [&](InstructionClass Class) -> double & {
    return Profile.PerWarp[static_cast<unsigned>(Class)];
  };
  for (const BasicBlock &Block : Profile.Kernel->Blocks) {
    const double PerWarp = Profile.Blocks[Block.Id].WarpExecutions.Value /
                           std::max(Profile.Warps, 1.0);
    bool Found = false;
    PipelineShares Pipes; // of what is left, the shares of what there was
    for (const Instruction &I : Block.Instructions)
      if (computes(I, Value)) {
        count(I.Class) = std::max(0.0, count(I.Class) - I.Count * PerWarp);
        Profile.Pipes.add(I.Pipes, -I.Count * PerWarp);
        if (I.Class == InstructionClass::Int)
          Pipes = I.Pipes;
        Found = true;
      }
    if (!Found)
      continue;
    count(Instead.Class) += Instead.Count * PerWarp;
    if (Instead.Class == InstructionClass::Int)
      Profile.Pipes.add(Pipes, Instead.Count * PerWarp);
    count(InstructionClass::Sfu) += Instead.Sfu * PerWarp;
    count(InstructionClass::Int) += Instead.Int * PerWarp;
  }
}

void kernelcast::keepBlocks(WarpProfile &Profile, uint64_t Blocks) {
  const uint64_t Before = Profile.Launch.blocks();
  if (Before == 0)
    return;
  const Known<double> Share(static_cast<double>(Blocks) /
                            static_cast<double>(Before));
  if (!Profile.GridOfPatterns)
    Profile.GridOfPatterns = Profile.Launch.Grid;
  Profile.Launch.Grid = {Blocks, 1, 1};
  Profile.Warps *= Share.Value;
  for (BlockFacts &Facts : Profile.Blocks)
    for (Known<double> *Fact : {&Facts.WarpExecutions, &Facts.LaneExecutions})
      *Fact = *Fact * Share;
  for (AccessFacts &Facts : Profile.Accesses) {
    for (Known<double> *Fact :
         {&Facts.WarpExecutions, &Facts.LaneExecutions, &Facts.FewestSectors,
          &Facts.Sectors, &Facts.Lines, &Facts.Transactions,
          &Facts.TransactionBytes, &Facts.BankCycles, &Facts.L1Passes})
      *Fact = *Fact * Share;
    Facts.AtomicOperations *= Share.Value;
    Facts.OnOneAddress *= Share.Value;
    Facts.SectorsOfSlice *= Share.Value;
  }
  for (BranchFacts &Facts : Profile.Branches)
    Facts.WarpExecutions = Facts.WarpExecutions * Share;
}

void kernelcast::fillWithWarps(WarpProfile &Profile) {
  Profile.IfInOrder = std::nullopt; // which would put the old number back
  OccupancyResult &Full = Profile.Residency;
  Full.BlocksPerSM =
      std::max(Full.BlocksPerSM, Full.BlocksPerSM * Full.MaxWarpsPerSM /
                                     std::max(1u, Full.WarpsPerSM));
  Full.WarpsPerSM = Full.MaxWarpsPerSM;
}
