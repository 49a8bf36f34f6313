//===- ThreadExecutions.cpp - Instructions as threads execute them --------===//

#include "analysis/specialize/ThreadExecutions.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace kernelcast;

/// The lanes that go from \p Block, which has a condition, to its successor
/// number \p Side, together over the launch. Where neither successor belongs to
/// \p Block alone they part as the warps do.
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
static double lanesOfEffect(const Instruction &I, const BasicBlock &Block,
                            const WarpProfile &Profile) {
  const Effect &Made = Block.Effects[I.Effect];
  return Made.Kind == EffectKind::Access
             ? Profile.Accesses[Made.Access].LaneExecutions.Value
             : Profile.Blocks[Block.Id].LaneExecutions.Value;
}

/// Which lanes a branch of the source jumps with: those that stay in the loop,
/// or else those that skip what the condition guards.
static unsigned jumpingSide(const BasicBlock &Block,
                            const KernelModel &Kernel) {
  if (Block.Loop == None)
    return 1;
  auto isInside = [&](BlockId Id) {
    return is_contained(Kernel.Loops[Block.Loop].Blocks, Id);
  };
  const bool TrueStays = isInside(Block.Successors[0]);
  return TrueStays != isInside(Block.Successors[1]) && TrueStays ? 0 : 1;
}

std::optional<InstructionMix>
kernelcast::threadExecutions(const WarpProfile &Profile) {
  if (Profile.Machine)
    return std::nullopt;
  constexpr auto Branch = static_cast<unsigned>(InstructionClass::Branch);
  InstructionMix Threads{};
  const KernelModel &Kernel = *Profile.Kernel;
  for (const BasicBlock &Block : Kernel.Blocks) {
    if (!Block.Machine.empty())
      return std::nullopt;
    const double Lanes = Profile.Blocks[Block.Id].LaneExecutions.Value;
    InstructionMix Each{};
    for (const Instruction &I : Block.Instructions)
      if (I.Effect != None)
        Threads[static_cast<unsigned>(I.Class)] +=
            I.Count * std::min(Lanes, lanesOfEffect(I, Block, Profile));
      else if (!Block.OfThread)
        Each[static_cast<unsigned>(I.Class)] += I.Count;
    if (Block.OfThread)
      copy(Block.OfThread->Counts, Each.begin());
    for (auto [Sum, Count] : zip(Threads, Each))
      Sum += Count * Lanes;
    if (Block.Successors.size() != 2)
      continue;
    std::array<double, 2> Off{};
    if (Block.OfThread)
      Off = {Block.OfThread->OffIfTrue, Block.OfThread->OffIfFalse};
    else
      Off[1 - jumpingSide(Block, Kernel)] = Each[Branch];
    for (unsigned Side : {0u, 1u})
      if (Off[Side] > 0)
        Threads[Branch] -= Off[Side] * lanesTo(Side, Block, Profile);
  }
  return Threads;
}
