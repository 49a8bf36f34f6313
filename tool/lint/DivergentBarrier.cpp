//===- DivergentBarrier.cpp - A barrier that some threads miss ------------===//
//
// A barrier under a branch about which lanes of one warp disagree: some wait
// there, and others never come. That is proved where the branch's divergence is
// exact and rests on no guess, all who take one side must pass the barrier, and
// no way leads there from the other side in the same iteration of the loops
// around the barrier.
//
// In CUDA, threads that have exited no longer count. So a side that only leads
// out of the kernel, with no access and no other barrier on its way, is left
// alone: the customary early return. OpenCL knows no such exception.
//===----------------------------------------------------------------------===//

#include "analysis/pdg/KernelGraphs.h"
#include "tool/lint/LintLaunch.h"
#include "tool/report/Numbers.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include <fmt/format.h>

using namespace llvm;
using namespace kernelcast;

namespace {

/// Ways through the flow graph.
class Ways {
public:
  explicit Ways(const KernelModel &Kernel) : Kernel(Kernel) {}

  /// Whether threads do anything on a way from \p From to the end of the kernel
  /// that does not come by \p Branch.
  bool doAnything(BlockId From, BlockId Branch) const {
    return find(
        From,
        [&](BlockId Next) { return !Kernel.Blocks[Next].Effects.empty(); },
        [&](BlockId, BlockId Next) { return Next != Branch; });
  }

  /// Whether a way leads from \p From to \p To in one iteration of all the
  /// loops around \p To.
  bool meet(BlockId From, BlockId To) const {
    return find(
        From, [&](BlockId Next) { return Next == To; },
        [&](BlockId Here, BlockId Next) {
          for (LoopId L = Kernel.Blocks[To].Loop; L != kernelcast::None;
               L = Kernel.Loops[L].Parent)
            if (Kernel.Loops[L].Header == Next &&
                is_contained(Kernel.Loops[L].Latches, Here))
              return false;
          return true;
        });
  }

private:
  bool find(BlockId From, function_ref<bool(BlockId)> IsIt,
            function_ref<bool(BlockId Here, BlockId Next)> MayPass) const {
    DenseSet<BlockId> Seen = {From};
    SmallVector<BlockId> Left = {From};
    while (!Left.empty()) {
      const BlockId Here = Left.pop_back_val();
      if (IsIt(Here))
        return true;
      for (BlockId Next : Kernel.Blocks[Here].Successors)
        if (MayPass(Here, Next) && Seen.insert(Next).second)
          Left.push_back(Next);
    }
    return false;
  }

  const KernelModel &Kernel;
};

} // namespace

/// The branch that keeps some lanes of a warp from a barrier in \p Block.
static const BranchFacts *divergenceBefore(const LintLaunch &Launch,
                                           BlockId Block) {
  const KernelModel &Kernel = Launch.model();
  const Ways Graph(Kernel);
  const Dominance &Dominators = Launch.profile().Graphs->dominators();
  for (const BranchFacts &Facts : Launch.profile().Branches) {
    const BasicBlock &Branch = Kernel.Blocks[Facts.Block];
    if (!Facts.Diverged.isExact() || !(Facts.Diverged.Value > 0) ||
        Launch.restsOnGuess(Branch.Condition))
      continue;
    for (unsigned Side : {0u, 1u}) {
      const BlockId Entry = Branch.Successors[Side];
      const BlockId Other = Branch.Successors[1 - Side];
      if (Kernel.Blocks[Entry].Predecessors.size() == 1 &&
          Dominators.dominates(Entry, Block) &&
          Dominators.postDominates(Block, Entry) && !Graph.meet(Other, Block) &&
          (Kernel.Lang == Language::OpenCL ||
           Graph.doAnything(Other, Facts.Block)))
        return &Facts;
    }
  }
  return nullptr;
}

std::vector<Finding>
kernelcast::findDivergentBarrier(const LintLaunch &Launch) {
  std::vector<Finding> Result;
  const KernelModel &Kernel = Launch.model();
  if (Kernel.Irreducible)
    return Result;
  for (const BasicBlock &Block : Kernel.Blocks) {
    auto Barrier = find_if(Block.Effects, [](const Effect &E) {
      return E.Kind == EffectKind::Barrier;
    });
    if (Barrier == Block.Effects.end())
      continue;
    const BranchFacts *Facts = divergenceBefore(Launch, Block.Id);
    if (!Facts)
      continue;
    const BasicBlock &Branch = Kernel.Blocks[Facts->Block];
    Finding F;
    F.Location = Barrier->Location;
    F.Range = Barrier->Range;
    F.Message = fmt::format("not all threads of a block reach {}, which is "
                            "undefined: lanes of one warp differ in '{}'",
                            Barrier->Text, Branch.ConditionText);
    F.Notes.push_back(
        {ReportDiagnostic::Level::Note, Branch.ConditionLocation,
         fmt::format("in {} of the warps that come here, some lanes go to the "
                     "barrier and others do not",
                     percent(Facts->Diverged.Value))});
    Result.push_back(std::move(F));
  }
  return Result;
}
