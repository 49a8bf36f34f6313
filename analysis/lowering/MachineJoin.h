//===- MachineJoin.h - How often machine code runs --------------*- C++ -*-===//
//
// Executions are counted in the IR's blocks; what runs then is machine code, in
// blocks of its own. Each machine block is counted with a block of the IR:
//
//   1. It runs whenever the one in front of it does, if that has no other
//      successor and it no other predecessor: the jump around a short side of a
//      branch is left out, and the side runs with all lanes switched off.
//   2. It is what a block of the IR has become.
//   3. It was made on the way, as what joins the sides of a branch: it runs as
//      often as its nearest dominator that it post-dominates, in the same loop.
//   4. Nothing of that holds: it runs at most as often as its nearest dominator
//      in the same loop, and is counted so. Its instructions are Bounded.
//
// Loops are those of the machine code, which has no irreducible ones. Where
// more of them are around a block than around its block of the IR, the compiler
// has made a loop of an instruction (an atomic that is tried until it succeeds,
// an operation for one lane after the other): how often that goes round nobody
// knows. Its instructions are Repeated, and counted once.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_LOWERING_MACHINEJOIN_H
#define KERNELCAST_ANALYSIS_LOWERING_MACHINEJOIN_H

#include "analysis/lowering/MachineCode.h"
#include "llvm/ADT/DenseMap.h"

namespace kernelcast {

struct JoinedCode {
  /// By a block of the IR: what is issued whenever it runs.
  llvm::DenseMap<const llvm::BasicBlock *, InstructionCounts> Issued;
  /// The same by place; one may be there several times.
  llvm::DenseMap<const llvm::BasicBlock *, std::vector<MachineLine>> Lines;
  /// By a block of the IR: what moves whenever it runs.
  llvm::DenseMap<const llvm::BasicBlock *, std::vector<SpillReuse>> Spills;
  /// And what a lane computes by them.
  llvm::DenseMap<const llvm::BasicBlock *, FloatOperations> Operations;
  /// By a block of the IR: what its waves wait for.
  llvm::DenseMap<const llvm::BasicBlock *, std::vector<MachineStep>> Steps;
  unsigned Instructions = 0; ///< of a class, in all
  unsigned Bounded = 0;      ///< of these, by the fourth rule
  unsigned Repeated = 0;     ///< of these, in loops that the IR does not have
};

/// \p Entry: the first block of the function that \p Code was made from.
JoinedCode joinMachineCode(const MachineFunctionCode &Code,
                           const llvm::BasicBlock &Entry);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_LOWERING_MACHINEJOIN_H
