//===- TripCounts.cpp - How often a loop runs -----------------------------===//
//
// An exit that is tested in every iteration (its block dominates the latches)
// has a condition to stay, and StayConditions.h says how often that holds. The
// earliest of these exits ends the loop: the trip count is the minimum over
// them, exact if every exit of the loop is one of them and else an upper bound.
// A test at the end of the body comes after an iteration that has run: one
// more.
//
// Trip counts and closed forms find each other in turns: a variable that an
// inner loop advances is closed in the outer one once the inner trip count is
// known, and may itself be what the outer one is tested against.
//===----------------------------------------------------------------------===//
#include "analysis/control/ClosedForms.h"
#include "analysis/control/LoopValues.h"
#include "analysis/control/SettledCounters.h"
#include "analysis/control/StayConditions.h"
#include "llvm/ADT/STLExtras.h"

using namespace kernelcast;

namespace {

class TripCountFinder {
public:
  explicit TripCountFinder(KernelModel &Kernel)
      : Kernel(Kernel), Pool(*Kernel.Pool), Idom(immediateDominators(Kernel)) {}

  /// Whether a trip count was found that was not known before.
  bool run() {
    bool Found = false;
    for (LoopId L = Kernel.Loops.size(); L-- > 0;) {
      if (Kernel.Loops[L].TripCount)
        continue;
      find(Kernel.Loops[L]);
      Found |= Kernel.Loops[L].TripCount != nullptr;
    }
    return Found;
  }

private:
  KernelModel &Kernel;
  ExpressionPool &Pool;
  std::vector<BlockId> Idom;

  static bool isLatch(const LoopInfo &Loop, BlockId Block) {
    return llvm::is_contained(Loop.Latches, Block);
  }

  /// Whether nothing but a step of the counter comes after the test that leaves
  /// \p Loop from \p Block to \p Outside, so that an iteration is complete.
  bool isAtEnd(const LoopInfo &Loop, BlockId Block, BlockId Outside) const {
    const BasicBlock &Exit = Kernel.Blocks[Block];
    // Of a for or while it is the begin, even if nothing follows but a step.
    if (Exit.TestsAtEnd || Exit.FromLoopCondition)
      return Exit.TestsAtEnd;
    if (isLatch(Loop, Block))
      return true;
    if (Block == Loop.Header || Exit.Successors.size() != 2)
      return false;
    BlockId Stay = Exit.Successors[Exit.Successors[0] == Outside];
    return isLatch(Loop, Stay) && Kernel.Blocks[Stay].Effects.empty() &&
           Kernel.Blocks[Stay].Successors.size() == 1 &&
           Kernel.Blocks[Stay].Predecessors.size() == 1;
  }

  /// Whether \p Block stands in the loop statement that \p Loop is, and in no
  /// statement inside that never comes round again.
  bool isOfStatement(const LoopInfo &Loop, const BasicBlock &Block) const {
    return llvm::any_of(Loop.Latches, [&](BlockId Latch) {
      return Kernel.Blocks[Latch].SourceLoop == Block.SourceLoop;
    });
  }

  /// A do loop: whoever enters an iteration has made it, whether it ends at the
  /// condition or somewhere before.
  bool isTestedAtEnd(const LoopInfo &Loop) const {
    return llvm::any_of(Loop.Blocks, [&](BlockId Block) {
      return Block < Kernel.Blocks.size() && Kernel.Blocks[Block].TestsAtEnd &&
             Kernel.Blocks[Block].Loop == Loop.Id &&
             isOfStatement(Loop, Kernel.Blocks[Block]);
    });
  }

  bool everyIteration(const LoopInfo &Loop, BlockId Block) const {
    if (Kernel.Blocks[Block].Loop != Loop.Id)
      return false;
    return llvm::all_of(Loop.Latches, [&](BlockId Latch) {
      return dominates(Idom, Block, Latch);
    });
  }

  void find(LoopInfo &Loop) {
    LoopValues Values(Kernel, Loop);
    const Expr *LatchesTaken = nullptr;
    bool All = true, AtEnd = !Loop.Exits.empty();
    describe(Loop);
    for (auto [Block, Outside] : Loop.Exits) {
      if (Block >= Kernel.Blocks.size())
        return;
      const BasicBlock &Exit = Kernel.Blocks[Block];
      bool Every = everyIteration(Loop, Block);
      AtEnd &= Every && isAtEnd(Loop, Block, Outside);
      const Expr *Count = nullptr;
      if (Exit.Condition && Exit.Successors.size() == 2 && Every)
        Count = iterationsWhile(Pool, Values, Exit.Condition,
                                Loop.Exits.size() == 1 ? StayRole::Only
                                                       : StayRole::First,
                                Exit.Successors[0] != Outside);
      if (!Count) {
        All = false;
        continue;
      }
      LatchesTaken =
          LatchesTaken ? Pool.binary(Op::Min, LatchesTaken, Count) : Count;
    }
    Loop.TestAtEnd = AtEnd || isTestedAtEnd(Loop);
    if (!LatchesTaken)
      return;
    Loop.SingleExit = All;
    Loop.TripCount =
        Loop.TestAtEnd
            ? Pool.add(LatchesTaken, Pool.constant(1, LatchesTaken->type()))
            : LatchesTaken;
  }

  /// The place and text of the condition that the programmer sees as the
  /// loop's, else of the first exit. A loop statement inside that never comes
  /// round again is no loop, and its condition may be an exit, too.
  void describe(LoopInfo &Loop) {
    const BasicBlock *Best = nullptr;
    auto Rank = [&](const BasicBlock &Exit) {
      return Exit.FromLoopCondition ? 1 + isOfStatement(Loop, Exit) : 0;
    };
    for (auto [Block, Outside] : Loop.Exits) {
      if (Block >= Kernel.Blocks.size() || !Kernel.Blocks[Block].Condition)
        continue;
      const BasicBlock &Exit = Kernel.Blocks[Block];
      if (!Best || Rank(Exit) > Rank(*Best))
        Best = &Exit;
    }
    if (!Best)
      return;
    if (Loop.Text.empty()) {
      Loop.Text = Best->ConditionText;
      Loop.Callees = Best->Callees;
    }
    if (!Loop.Location.isValid()) {
      Loop.Location = Best->ConditionLocation;
      Loop.Range = Best->ConditionRange;
    }
  }
};

} // namespace

void kernelcast::findTripCounts(KernelModel &Kernel) {
  if (!Kernel.Pool || Kernel.Irreducible)
    return;
  constexpr unsigned MaxRounds = 8;
  for (unsigned Round = 0; Round < MaxRounds; ++Round) {
    bool Found = TripCountFinder(Kernel).run();
    settleCounters(Kernel);
    if (!Found)
      return;
    findClosedForms(Kernel);
  }
}
