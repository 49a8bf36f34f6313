//===- ThreadExecutions.cpp - Instructions as threads execute them --------===//

#include "analysis/specialize/ThreadExecutions.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace kernelcast;

namespace {

struct LaneCount {
  double Value;
  How Source;
};

} // namespace

/// The lanes that go from \p Block, which has a condition, to its successor
/// number \p Side, together over the launch. Where neither successor belongs to
/// \p Block alone, warps that do not part tell; of others half of the lanes are
/// assumed.
static LaneCount lanesTo(unsigned Side, const BasicBlock &Block,
                         const WarpProfile &Profile) {
  const KernelModel &Kernel = *Profile.Kernel;
  auto lanesOf = [&](BlockId Id) { return Profile.Blocks[Id].LaneExecutions; };
  auto isOwn = [&](unsigned Each) {
    return Kernel.Blocks[Block.Successors[Each]].Predecessors.size() == 1;
  };
  const Known<double> All = lanesOf(Block.Id);
  for (unsigned Each : {Side, 1 - Side})
    if (isOwn(Each)) {
      const Known<double> There = lanesOf(Block.Successors[Each]);
      const double Taken = std::min(All.Value, There.Value);
      return {Each == Side ? Taken : All.Value - Taken,
              weaker(All.Source, There.Source)};
    }
  const BranchFacts *Branch = Profile.branchAt(Block.Id);
  if (!Branch)
    return {All.Value / 2, How::Assumed};
  const Known<double> &Some = Side == 0 ? Branch->True : Branch->False;
  return {All.Value * (Some.Value - Branch->Diverged.Value / 2),
          Branch->Diverged.Value > 0 ? How::Assumed
                                     : weaker(All.Source, Some.Source)};
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
        Threads[Branch] -= Off[Side] * lanes(lanesTo(Side, Block, Profile));
  }
  return Result;
}
