//===- BranchCosts.h - Branches that machine code has left ------*- C++ -*-===//
//
// Of the branches in IR, machine code has fewer and others:
//
//   * A short side of a branch is predicated: its instructions are issued with
//     the lanes that do not take it switched off, and nothing jumps. A side is
//     short if it has at most eight instructions, its own jump included; six
//     where no warp splits, since a jump costs less there.
//   * Of two conditions in a row that skip the same code (if a, and in it
//     nothing but if b), the second is computed with the first, by all lanes,
//     and one branch asks for both. It takes four instructions at most besides
//     the comparison, none of them an access to memory or a division, of which
//     nothing else uses a result; it leaves no loop, begins no iteration and
//     ends no kernel.
//   * Where lanes of a warp may part, BSSY notes the place behind the branch,
//     the loop or the chain of conditions at which they meet again, and BSYNC
//     waits there; before sm_80 BMOV saves the note that was there before.
//     Not if the kernel ends at that place anyway.
//   * A jump to the end of the kernel is an EXIT, and each of them has its own.
//   * Blocks are put in an order in which most jumps lead to the next
//     instruction, and so are none. Every block can follow one of those that
//     lead to it.
//
// Source: ptxas 13.0 for sm_75, sm_80, sm_86 and sm_90, kernels with one branch
// whose sides have from one to twelve instructions, and with conditions two to
// four deep that take up to eight. Older ones are taken to be the same, with
// SSY and SYNC.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_LOWERING_BRANCHCOSTS_H
#define KERNELCAST_ANALYSIS_LOWERING_BRANCHCOSTS_H

#include "analysis/lowering/UniformValues.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include <array>
#include <optional>

namespace kernelcast {

/// Instructions of the longest side that is predicated where lanes may part.
inline constexpr float LongestSplitSide = 8;

class BranchCosts {
public:
  /// \p Sizes: machine instructions of each block, without its branch.
  /// \p Unpredictable: blocks with calls, atomics and barriers.
  BranchCosts(const llvm::Function &Kernel, unsigned Architecture,
              const llvm::DenseMap<const llvm::BasicBlock *, float> &Sizes,
              const llvm::DenseSet<const llvm::BasicBlock *> &Fixed);

  /// Instructions at the end of \p Block: jumps, EXIT, BSSY.
  float atEnd(const llvm::BasicBlock &Block) const {
    return End.lookup(&Block);
  }

  /// At its beginning: BSYNC.
  float atBegin(const llvm::BasicBlock &Block) const {
    return Begin.lookup(&Block);
  }

  /// Of the jumps at the end of \p Block, those that are switched off for a
  /// lane that goes to successor number \p Side.
  float switchedOff(const llvm::BasicBlock &Block, unsigned Side) const {
    return Off.lookup(&Block)[Side];
  }

  /// Whether \p Block is issued whenever the block before its branch is, with
  /// lanes switched off.
  bool isPredicated(const llvm::BasicBlock &Block) const {
    return Predicated.contains(&Block);
  }

  /// Whether all lanes of the block before compute what \p Block does, since
  /// both conditions are asked for in one.
  bool isHoisted(const llvm::BasicBlock &Block) const {
    return Hoisted.contains(&Block);
  }

private:
  /// A run of blocks that has become one, by the first.
  struct Run {
    float Size = 0;
    /// Instructions that would be hoisted with its condition; nothing if that
    /// cannot be done.
    std::optional<unsigned> WithCondition;
    bool Fixed = false; ///< must not be predicated
    bool Gone = false;  ///< part of another
    bool Splits = false;
    bool Leaves = false; ///< ends in an EXIT of its own
    llvm::SmallVector<const llvm::BasicBlock *, 2> To;
    const llvm::BasicBlock *Last = nullptr;
    /// The one of To that stands behind it; the others are jumped to.
    const llvm::BasicBlock *Following = nullptr;
  };

  void hoistConditions(const llvm::LoopInfo &Loops);
  void predicate();
  void lay(const llvm::LoopInfo &Loops);
  void noteJump(const Run &From);
  void noteExits(const llvm::BasicBlock &Exit);
  void synchronize(const llvm::DominatorTree &Before,
                   const llvm::PostDominatorTree &Behind,
                   unsigned Architecture);

  const llvm::Function &Kernel;
  llvm::DenseMap<const llvm::BasicBlock *, Run> Runs;
  llvm::DenseMap<const llvm::BasicBlock *, unsigned> Entries; ///< of runs
  llvm::DenseMap<const llvm::BasicBlock *, float> Begin, End;
  llvm::DenseMap<const llvm::BasicBlock *, std::array<float, 2>> Off;
  llvm::DenseSet<const llvm::BasicBlock *> Predicated, Hoisted;
};

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_LOWERING_BRANCHCOSTS_H
