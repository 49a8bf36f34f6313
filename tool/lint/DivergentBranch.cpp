//===- DivergentBranch.cpp - Warps whose lanes part -----------------------===//
//
// A warp whose lanes disagree about a branch issues the instructions of both of
// its sides, by a jump or with lanes switched off, and those of a loop until
// its last lane has left. The gain is that of threads gathered in warps by what
// they do (converge() in IdealProfile.h). Branches that the compiler turns into
// selects cost nothing of that.
//
// Of a value that is compared with one constant after another, compilers choose
// the order of the tests: where lanes have parted at one, nothing is said of
// those behind it.
//===----------------------------------------------------------------------===//

#include "analysis/specialize/IdealProfile.h"
#include "tool/lint/LintLaunch.h"
#include "tool/report/Numbers.h"
#include "llvm/ADT/STLExtras.h"
#include <fmt/format.h>
#include <map>

using namespace llvm;
using namespace kernelcast;

namespace {

/// The copies of one condition in the source.
struct Branch {
  const BasicBlock *First = nullptr;
  std::vector<BlockId> Copies;
  double Warps = 0, Diverged = 0;
  How Source = How::Exact;
};

} // namespace

/// What \p Block compares with a constant, or null.
static const Expr *chosenBy(const BasicBlock &Block) {
  const Expr *Test = Block.Condition;
  return Test && Test->op() == Op::Equal && Test->operand(1)->isConstant()
             ? Test->operand(0)
             : nullptr;
}

/// Whether lanes may have parted at a comparison of the same value in front of
/// that of \p Block.
static bool isBehindParting(const WarpProfile &Profile,
                            const BasicBlock &Block) {
  const std::vector<BasicBlock> &Blocks = Profile.Kernel->Blocks;
  const Expr *Value = chosenBy(Block);
  const BasicBlock *At = &Block;
  // A predecessor with a lower number each time.
  while (Value && At->Predecessors.size() == 1 &&
         At->Predecessors[0] < At->Id) {
    At = &Blocks[At->Predecessors[0]];
    if (chosenBy(*At) != Value)
      return false;
    if (any_of(Profile.Branches, [&](const BranchFacts &Facts) {
          return Facts.Block == At->Id &&
                 at(Facts.Diverged, FactBound::High) > 0;
        }))
      return true;
  }
  return false;
}

std::vector<Finding> kernelcast::findDivergentBranch(const LintLaunch &Launch) {
  const WarpProfile &Profile = Launch.profile();
  std::map<SourceSpot, Branch> Branches;
  for (const BranchFacts &Facts : Profile.Branches) {
    const BasicBlock &Block = Launch.model().Blocks[Facts.Block];
    if (Block.Predicated || !Block.ConditionLocation.isValid() ||
        !(Facts.WarpExecutions.Value > 0) || isBehindParting(Profile, Block))
      continue;
    Branch &Here = Branches[Block.ConditionLocation];
    if (!Here.First)
      Here.First = &Block;
    Here.Copies.push_back(Facts.Block);
    Here.Warps += Facts.WarpExecutions.Value;
    Here.Diverged += Facts.WarpExecutions.Value * Facts.Diverged.Low;
    Here.Source = weaker(Here.Source, Facts.Diverged.Source);
  }
  std::vector<Finding> Result;
  for (const auto &[Place, Here] : Branches) {
    if (!(Here.Diverged > 0) || Here.Source == How::Assumed ||
        !Launch.isBranch(Place) || Launch.restsOnGuess(Here.First->Condition))
      continue;
    Finding F;
    F.Location = Place;
    F.Range = Here.First->ConditionRange;
    F.Known = Here.Source;
    for (BlockId Block : Here.Copies)
      Launch.restOnLoops(F, Launch.model().Blocks[Block].Condition, Block);
    const std::string Share = percent(Here.Diverged / Here.Warps);
    F.Message =
        Here.First->FromLoopCondition
            ? fmt::format("lanes leave the loop at different iterations: {} "
                          "of the warps that test '{}' go on with some of "
                          "their lanes",
                          Share, Here.First->ConditionText)
            : fmt::format("{} of the warps that test '{}' have lanes on both "
                          "sides of the branch",
                          Share, Here.First->ConditionText);
    F.Predicted = Launch.gain([&](WarpProfile &Ideal) {
      for (BlockId Block : Here.Copies)
        converge(Ideal, Block);
    });
    Result.push_back(std::move(F));
  }
  return Result;
}
