//===- Unrolling.cpp - Which loops the compiler unrolls -------------------===//

#include "analysis/instructions/Unrolling.h"
#include "analysis/instructions/InstructionPlacement.h"
#include "analysis/instructions/RegisterArrays.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace kernelcast;

static constexpr double AskedLimit = 8192, IndexingLimit = 1024, Limit = 200;

static void readHints(KernelModel &Kernel) {
  for (LoopInfo &Loop : Kernel.Loops)
    for (BlockId Latch : Loop.Latches)
      if (unsigned Statement = Kernel.Blocks[Latch].SourceLoop;
          Statement < Kernel.SourceLoopUnroll.size())
        Loop.UnrollHint = Kernel.SourceLoopUnroll[Statement];
}

/// The loops whose counters appear in addresses of local arrays.
static DenseSet<LoopId> indexingLoops(const KernelModel &Kernel) {
  DenseSet<LoopId> Result;
  DenseSet<const Expr *> Seen;
  SmallVector<const Expr *, 32> Work;
  for (const MemoryAccess &Access : Kernel.Accesses)
    if (Access.Space == MemorySpace::Local && Access.Address)
      Work.push_back(Access.Address);
  while (!Work.empty()) {
    const Expr *E = Work.pop_back_val();
    if (!Seen.insert(E).second)
      continue;
    if (E->op() == Op::Counter)
      Result.insert(static_cast<LoopId>(E->value()));
    append_range(Work, E->operands());
  }
  return Result;
}

void kernelcast::findUnrolledLoops(KernelModel &Kernel) {
  readHints(Kernel);
  auto Trips = [](const LoopInfo &Loop) -> double {
    return Loop.TripCount && Loop.TripCount->isIntegerConstant()
               ? std::max<double>(Loop.TripCount->value(), 1)
               : 0;
  };
  bool Any = false;
  for (LoopInfo &Loop : Kernel.Loops) {
    double Count = Trips(Loop);
    // A hint of some copies is one of all if there are no more iterations.
    Loop.Unrolled = Count > 0 && Count <= AskedLimit &&
                    (Loop.UnrollHint == 0 || Loop.UnrollHint >= Count);
    Any |= Loop.Unrolled;
  }
  if (!Any)
    return;

  // How large the code is where all of these are unrolled.
  keepArraysInRegisters(Kernel);
  placeInstructions(Kernel);
  DenseSet<LoopId> Indexing = indexingLoops(Kernel);
  std::vector<double> Size(Kernel.Loops.size());
  for (const BasicBlock &Block : Kernel.Blocks)
    if (Block.Loop != None)
      for (const Instruction &I : Block.Instructions)
        Size[Block.Loop] += I.Count;
  for (LoopId L = Kernel.Loops.size(); L-- != 0;) {
    LoopInfo &Loop = Kernel.Loops[L];
    double Whole = std::max(Size[L], 1.0) * Trips(Loop);
    Loop.Unrolled &= Whole <= (Loop.UnrollHint != 0   ? AskedLimit
                               : Indexing.contains(L) ? IndexingLimit
                                                      : Limit);
    if (Loop.Parent != None)
      Size[Loop.Parent] += Loop.Unrolled ? Whole : Size[L];
  }
}
