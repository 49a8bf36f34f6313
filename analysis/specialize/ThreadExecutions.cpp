//===- ThreadExecutions.cpp - Instructions as threads execute them --------===//

#include "analysis/specialize/ThreadExecutions.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace kernelcast;

/// The lanes that go from \p Block, which has a condition, to its successor
/// number \p Side, together over the launch. Where neither successor belongs to
/// \p Block alone, warps that do not part tell; of the others it is half of the
/// lanes.
static double lanesTo(unsigned Side, const BasicBlock &Block,
                      const WarpProfile &Profile) {
  const KernelModel &Kernel = *Profile.Kernel;
  auto lanesOf = [&](BlockId Id) {
    return Profile.Blocks[Id].LaneExecutions.Value;
  };
  auto isOwn = [&](unsigned Each) {
    return Kernel.Blocks[Block.Successors[Each]].Predecessors.size() == 1;
  };
  const double All = lanesOf(Block.Id);
  if (isOwn(Side))
    return std::min(All, lanesOf(Block.Successors[Side]));
  if (isOwn(1 - Side))
    return std::max(0.0, All - lanesOf(Block.Successors[1 - Side]));
  const BranchFacts *Branch = Profile.branchAt(Block.Id);
  if (!Branch)
    return All / 2;
  const Known<double> &Some = Side == 0 ? Branch->True : Branch->False;
  return All * (Some.Value - Branch->Diverged.Value / 2);
}

/// The lanes that make the effect of \p I: of a load whose value a register
/// still holds, none.
static Known<double> lanesOfEffect(const Instruction &I,
                                   const BasicBlock &Block,
                                   const WarpProfile &Profile) {
  const Effect &Made = Block.Effects[I.Effect];
  return Made.Kind == EffectKind::Access
             ? Profile.Accesses[Made.Access].LaneExecutions
             : Profile.Blocks[Block.Id].LaneExecutions;
}

/// Of one branch in the source, by the successor that a lane goes to, how much
/// of it its predicate switches off. Lanes jump over what a condition guards,
/// or stay in a loop; one that is tested at its beginning is tested at its end
/// in compiled code, so that lanes jump once less than they go round. A jump to
/// the kernel's end is an EXIT, and is counted there.
static std::array<double, 2> switchedOff(const BasicBlock &Block,
                                         const KernelModel &Kernel) {
  if (Block.Loop != None) {
    const LoopInfo &Loop = Kernel.Loops[Block.Loop];
    auto isInside = [&](BlockId Id) { return is_contained(Loop.Blocks, Id); };
    const bool TrueStays = isInside(Block.Successors[0]);
    const double Leaving = Block.Id == Loop.Header ? 2 : 1;
    if (TrueStays != isInside(Block.Successors[1]))
      return TrueStays ? std::array<double, 2>{0, Leaving}
                       : std::array<double, 2>{Leaving, 0};
  }
  const bool IsExit = any_of(Block.Successors, [&](BlockId Id) {
    // Forwards only, so that it ends.
    while (Kernel.Blocks[Id].Instructions.empty() &&
           Kernel.Blocks[Id].Successors.size() == 1 &&
           Kernel.Blocks[Id].Successors[0] > Id)
      Id = Kernel.Blocks[Id].Successors[0];
    return Kernel.Blocks[Id].Successors.empty() &&
           Kernel.Blocks[Id].Instructions.empty();
  });
  return {1, IsExit ? 1.0 : 0.0};
}

std::optional<ThreadExecutions>
kernelcast::threadExecutions(const WarpProfile &Profile) {
  if (Profile.Machine)
    return std::nullopt;
  constexpr auto Branch = static_cast<unsigned>(InstructionClass::Branch);
  ThreadExecutions Result;
  InstructionMix &Threads = Result.Total;
  auto lanes = [&](const auto &Lanes) {
    Result.Source = weaker(Result.Source, Lanes.Source);
    return Lanes.Value;
  };
  const KernelModel &Kernel = *Profile.Kernel;
  for (const BasicBlock &Block : Kernel.Blocks) {
    if (!Block.Machine.empty())
      return std::nullopt;
    const double Lanes = lanes(Profile.Blocks[Block.Id].LaneExecutions);
    InstructionMix Each{};
    for (const Instruction &I : Block.Instructions)
      if (I.Effect != None)
        Threads[static_cast<unsigned>(I.Class)] +=
            I.Count * std::min(Lanes, lanes(lanesOfEffect(I, Block, Profile)));
      else if (!Block.OfThread)
        Each[static_cast<unsigned>(I.Class)] += I.Count;
    if (Block.OfThread)
      copy(Block.OfThread->Counts, Each.begin());
    double Jumps = Each[Branch] * Lanes;
    if (Block.Successors.size() == 2 && Each[Branch] > 0) {
      Result.Source = How::Assumed;
      std::array<double, 2> Off{};
      if (Block.OfThread) {
        Off = {Block.OfThread->OffIfTrue, Block.OfThread->OffIfFalse};
      } else {
        Off = switchedOff(Block, Kernel);
        for (double &Share : Off)
          Share *= Each[Branch];
      }
      for (unsigned Side : {0u, 1u})
        Jumps -= Off[Side] * lanesTo(Side, Block, Profile);
    } else if (Block.Successors.empty() && !Block.OfThread) {
      Jumps += Lanes; // the EXIT, which the source does not have
    }
    Each[Branch] = 0;
    Threads[Branch] += std::max(0.0, Jumps);
    for (auto [Sum, Count] : zip(Threads, Each))
      Sum += Count * Lanes;
  }
  return Result;
}
