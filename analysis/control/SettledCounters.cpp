//===- SettledCounters.cpp - Loop counters behind their loops -------------===//
//
// What an expression's counters become depends on the loops around it alone:
// those of other loops are replaced. So expressions are taken together by the
// innermost loop that they stand in, and what they share is rewritten once for
// all of them. The last value of a counter may hold counters of further loops,
// which are outside, too, and are replaced in it. That ends, as a trip count
// depends on what came before its loop; where it would not, a counter stays.
//===----------------------------------------------------------------------===//

#include "analysis/control/SettledCounters.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace kernelcast;

namespace {

class Settler {
public:
  explicit Settler(KernelModel &Kernel)
      : Kernel(Kernel), Innermost(Kernel.Blocks.size(), None),
        Uses(Kernel.Loops.size() + 1), IsAround(Kernel.Loops.size()),
        IsOpen(Kernel.Loops.size()) {
    for (const LoopInfo &Loop : Kernel.Loops)
      for (BlockId Block : Loop.Blocks)
        if (Block < Innermost.size() &&
            (Innermost[Block] == None ||
             Kernel.Loops[Innermost[Block]].Blocks.size() > Loop.Blocks.size()))
          Innermost[Block] = Loop.Id;
  }

  void run() {
    if (none_of(Kernel.Loops, isSettled))
      return;
    collect();
    for (LoopId Around = 0; Around < Uses.size(); ++Around) {
      Memo.clear();
      mark(Around, true);
      for (const Expr **E : Uses[Around])
        *E = rewritten(*E);
      mark(Around, false);
    }
  }

private:
  static bool isSettled(const LoopInfo &Loop) {
    return Loop.TripCount && Loop.SingleExit;
  }

  /// Every expression by the innermost loop around it; last those in no loop.
  void collect() {
    auto Add = [&](BlockId Block, const Expr *&E) {
      LoopId Loop = Block < Innermost.size() ? Innermost[Block] : None;
      if (E)
        Uses[std::min<size_t>(Loop, Kernel.Loops.size())].push_back(&E);
    };
    for (MemoryAccess &Access : Kernel.Accesses) {
      Add(Access.Block, Access.Address);
      Add(Access.Block, Access.Stored);
    }
    for (BasicBlock &Block : Kernel.Blocks)
      Add(Block.Id, Block.Condition);
    for (PhiNode &Phi : Kernel.Phis) {
      for (const Expr *&Incoming : Phi.Incoming)
        Add(Phi.Block, Incoming);
      Add(Phi.Block, Phi.ClosedForm);
    }
    for (LoopInfo &Loop : Kernel.Loops)
      Add(Loop.Header, Loop.TripCount);
  }

  /// Notes the loop \p Inner and those around it as around what comes next.
  void mark(LoopId Inner, bool Around) {
    for (LoopId L = Inner; L < Kernel.Loops.size(); L = Kernel.Loops[L].Parent)
      IsAround[L] = Around;
  }

  const Expr *rewritten(const Expr *E) {
    return Kernel.Pool->rewrite(
        E, [&](const Expr *Leaf) { return lastValue(Leaf); }, &Memo);
  }

  /// What \p Leaf becomes, or null if it stays.
  const Expr *lastValue(const Expr *Leaf) {
    if (Leaf->op() != Op::Counter ||
        static_cast<uint64_t>(Leaf->value()) >= Kernel.Loops.size())
      return nullptr;
    const LoopInfo &Loop = Kernel.Loops[Leaf->value()];
    if (!isSettled(Loop) || IsAround[Loop.Id] || IsOpen[Loop.Id])
      return nullptr;
    IsOpen[Loop.Id] = true;
    const Expr *Last = rewritten(Loop.TripCount);
    IsOpen[Loop.Id] = false;
    // Outside the loop its counter is the number of latches taken.
    ExpressionPool &Pool = *Kernel.Pool;
    return Loop.TestAtEnd ? Pool.add(Last, Pool.constant(-1, Leaf->type()))
                          : Last;
  }

  KernelModel &Kernel;
  std::vector<LoopId> Innermost;                ///< by block
  std::vector<std::vector<const Expr **>> Uses; ///< by innermost loop
  std::vector<bool> IsAround; ///< by loop: it is around the expression
  std::vector<bool> IsOpen;   ///< by loop: its last value is being found
  DenseMap<const Expr *, const Expr *> Memo; ///< of the innermost loop at hand
};

} // namespace

void kernelcast::settleCounters(KernelModel &Kernel) { Settler(Kernel).run(); }
