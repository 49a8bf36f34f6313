//===- FlowMap.cpp - The loops around each block of a function ------------===//

#include "FlowMap.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"

using namespace oracle;

static Place placeOf(const llvm::DebugLoc &Location) {
  return Location ? Place(Location.getLine(), Location.getCol()) : Place(0, 0);
}

/// Does every instruction of \p Block that has a place have it in \p Loop?
static bool standsIn(const llvm::BasicBlock &Block, const LoopStatement &Loop) {
  bool Any = false;
  for (const llvm::Instruction &I : Block) {
    Place At = placeOf(I.getDebugLoc());
    if (At.first == 0)
      continue;
    if (At < Loop.Begin || Loop.End < At)
      return false;
    Any = true;
  }
  return Any;
}

FlowMap::FlowMap(const llvm::Function &F) {
  llvm::DominatorTree Dominators(const_cast<llvm::Function &>(F));
  llvm::LoopInfo Natural(Dominators);
  // Outer loops come before inner ones.
  for (const llvm::Loop *L : Natural.getLoopsInPreorder()) {
    LoopStatement &Loop = Loops.emplace_back();
    Loop.Number = Loops.size() - 1;
    Loop.Header = L->getHeader();
    Loop.Blocks.insert(L->block_begin(), L->block_end());
    llvm::Loop::LocRange Range = L->getLocRange();
    Loop.Begin = placeOf(Range.getStart());
    Loop.End = placeOf(Range.getEnd());
    llvm::SmallVector<llvm::BasicBlock *, 2> Latches;
    L->getLoopLatches(Latches);
    for (const llvm::BasicBlock *Latch : Latches)
      Loop.TestsAtEnd |= Latch->getTerminator()->getNumSuccessors() > 1;
  }
  for (const llvm::BasicBlock &Block : F) {
    std::vector<LoopStatement *> &Nest = Around[&Block];
    for (LoopStatement &Loop : Loops)
      if (Loop.Blocks.count(&Block) ||
          (Dominators.dominates(Loop.Header, &Block) && standsIn(Block, Loop)))
        Nest.push_back(&Loop);
  }
  // A cycle that is entered in two places is no loop of LLVM's.
  using Order = llvm::ReversePostOrderTraversal<const llvm::Function *>;
  Order FromEntry(&F);
  Irreducible =
      llvm::containsIrreducibleCFG<const llvm::BasicBlock *, const Order,
                                   const llvm::LoopInfo>(FromEntry, Natural);
}
