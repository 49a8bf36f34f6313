//===- MachineJoin.cpp - How often machine code runs ----------------------===//

#include "analysis/lowering/MachineJoin.h"
#include "analysis/lowering/SpillReuses.h"
#include "analysis/support/Dominators.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Function.h"

using namespace llvm;

namespace kernelcast {
static constexpr unsigned Nowhere = Dominators::Nowhere;

namespace {

/// The natural loops of machine code, by block.
struct MachineLoops {
  std::vector<unsigned> Header; ///< of the innermost one around it, or Nowhere
  std::vector<unsigned> Depth;  ///< how many are around it

  MachineLoops(const Dominators::Edges &Successors,
               const Dominators::Edges &Before, const Dominators &Tree);
};

} // namespace

MachineLoops::MachineLoops(const Dominators::Edges &Successors,
                           const Dominators::Edges &Before,
                           const Dominators &Tree)
    : Header(Successors.size(), Nowhere), Depth(Successors.size()) {
  // Outer headers come first in this order, so that inner ones overwrite them.
  for (unsigned Head : Tree.order()) {
    std::vector<unsigned> Open;
    std::vector<bool> Inside(Successors.size());
    for (unsigned From : Before[Head])
      if (Tree.reaches(From) && Tree.dominates(Head, From))
        Open.push_back(From);
    if (Open.empty())
      continue;
    Open.push_back(Head);
    while (!Open.empty()) {
      unsigned Node = Open.back();
      Open.pop_back();
      if (Inside[Node] || !Tree.reaches(Node))
        continue;
      Inside[Node] = true;
      Header[Node] = Head;
      ++Depth[Node];
      if (Node != Head)
        append_range(Open, Before[Node]);
    }
  }
}

JoinedCode joinMachineCode(const MachineFunctionCode &Code,
                           const llvm::BasicBlock &Entry) {
  JoinedCode Result;
  const size_t Size = Code.Blocks.size();
  if (Size == 0)
    return Result;
  Dominators::Edges After(Size), Before(Size);
  for (auto [I, Block] : enumerate(Code.Blocks))
    for (unsigned Next : Block.Successors) {
      After[I].push_back(Next);
      Before[Next].push_back(static_cast<unsigned>(I));
    }
  const Dominators Tree(After, Before, 0);
  const MachineLoops Loops(After, Before, Tree);
  const std::vector<unsigned> &Loop = Loops.Header;
  // Neither changes the function.
  DominatorTree IrTree(const_cast<Function &>(*Entry.getParent()));
  const llvm::LoopInfo IrLoops(IrTree);
  // The other way round, from an end behind all ends.
  Dominators::Edges Back = Before, Forth = After;
  Back.emplace_back();
  Forth.emplace_back();
  for (size_t I = 0; I != Size; ++I)
    if (After[I].empty()) {
      Back[Size].push_back(static_cast<unsigned>(I));
      Forth[I].push_back(static_cast<unsigned>(Size));
    }
  const Dominators Post(Back, Forth, static_cast<unsigned>(Size));

  std::vector<const llvm::BasicBlock *> With(Size);
  std::vector<bool> Bounded(Size);
  for (unsigned I : Tree.order()) {
    const unsigned Only = Before[I].size() == 1 ? Before[I][0] : Nowhere;
    if (I == 0) {
      With[I] = Code.Blocks[I].From ? Code.Blocks[I].From : &Entry;
    } else if (Only != Nowhere && After[Only].size() == 1) {
      With[I] = With[Only];
      Bounded[I] = Bounded[Only];
    } else if (Code.Blocks[I].From) {
      With[I] = Code.Blocks[I].From;
    } else {
      unsigned Above = Tree.parent(I), Nearest = Nowhere;
      bool Equal = false;
      while (Above != Nowhere) {
        if (Loop[Above] == Loop[I]) {
          if (Nearest == Nowhere)
            Nearest = Above;
          Equal = Post.reaches(Above) && Post.reaches(I) &&
                  Post.dominates(I, Above);
          if (Equal)
            break;
        }
        if (Above == 0)
          break;
        Above = Tree.parent(Above);
      }
      if (!Equal)
        Above = Nearest;
      Bounded[I] = !Equal || Above == Nowhere || Bounded[Above];
      With[I] = Above == Nowhere ? With[Tree.parent(I)] : With[Above];
    }
    const bool Repeats = Loops.Depth[I] > IrLoops.getLoopDepth(With[I]);
    llvm::append_range(Result.Lines[With[I]], Code.Blocks[I].Lines);
    llvm::append_range(Result.Steps[With[I]], Code.Blocks[I].Steps);
    Result.Operations[With[I]] += Code.Blocks[I].Operations;
    if (!Code.Blocks[I].Spills.empty())
      addReuses(Result.Spills[With[I]], Code.Blocks[I].Spills);
    InstructionCounts &Sum = Result.Issued[With[I]];
    for (unsigned C = 0; C != NumInstructionClasses; ++C) {
      Sum[C] += Code.Blocks[I].Issued[C];
      Result.Instructions += Code.Blocks[I].Issued[C];
      (Repeats ? Result.Repeated : Result.Bounded) +=
          Repeats || Bounded[I] ? Code.Blocks[I].Issued[C] : 0;
    }
  }
  return Result;
}

} // namespace kernelcast
