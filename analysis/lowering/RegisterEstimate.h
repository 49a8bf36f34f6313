//===- RegisterEstimate.h - Registers that machine code needs ---*- C++ -*-===//
//
// Registers of a thread, from the values of optimised IR that are alive at the
// same time. A value is alive from where it is computed to its last use; one of
// 64 bits takes two registers, a truth value a predicate and so none; constants
// and parameters are operands; what is folded into its user is not there, but
// its own operands live until then.
//
// The assembler does not keep the order of the IR, nor all blocks. It starts
// loads early, so that their latencies overlap; that takes registers. It does
// so up to the number with which a multiprocessor still holds as many threads
// as it can at all (64 on sm_75), since below that registers cost nothing;
// beyond, it loads late and finishes what has begun. So each block is ordered
// in both ways (PressureOrder.h), and the estimate is
//
//   max(by pressure, min(by latency, registers that are free))
//
// By pressure there are two orders, of which the one from the end needs fewer
// registers. The assembler goes so far where that makes the most threads
// resident, or where a thread could not have as many as the other one needs: a
// convolution of 8 x 2 sums a thread that takes 78 registers from the beginning
// and 23 from the end has 57, a product of 8 x 8 values that takes 102 and 91
// has 103.
//
// What exceeds the limit of a thread goes to local memory: 4 bytes for each.
//
// The assembler finds the order by pressure in blocks of up to 4,096
// instructions. Of longer ones it does so in some and in others not, where it
// keeps to the code's order more or less: an unrolled convolution by blocks of
// 16 x 8 threads has 2,051 registers' worth of values in use with 3 x 6 outputs
// of a thread, and takes 68 registers with 4 x 5. Nothing that tells them apart
// is known, so both are given.
//
// Source: ptxas -v of ptxas 13.0, one kernel for sm_75, sm_80, sm_86 and sm_90:
// those with many loads take 64, 32, 40 and 32 registers. Of long blocks: sums
// that share what they load over a distance, T = 2 to 24 of N = 60 to 400
// products each, which take 49 to 64 registers up to 4,000 instructions,
// and 255 with spills beyond 4,400.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_LOWERING_REGISTERESTIMATE_H
#define KERNELCAST_ANALYSIS_LOWERING_REGISTERESTIMATE_H

#include "analysis/lowering/InstructionCosts.h"
#include "llvm/ADT/DenseMap.h"
#include <cstdint>

namespace llvm {
class BasicBlock;
class Function;
class Instruction;
} // namespace llvm

namespace kernelcast {

/// Nothing here is exact, neither from below nor from above: another order, or
/// computing something again, may need fewer.
struct RegisterEstimate {
  unsigned Registers = 0; ///< a thread, the compiler's reserve included
  /// In the better order: the compiler can do with as many.
  unsigned Least = 0;
  /// In the order of the code, where blocks are too long for the assembler to
  /// find the better one with certainty, and that makes a difference; else 0.
  unsigned InOrder = 0;
  const llvm::BasicBlock *FullestInOrder = nullptr; ///< the block of InOrder
  unsigned Limit = 0; ///< the most that the compiler gives a thread
  /// The basic block where most are in use in that order; null: none is.
  const llvm::BasicBlock *Fullest = nullptr;
  /// Registers' worth of values that do not fit below the limit and go to
  /// local memory.
  unsigned Spilled = 0;
  /// Of variables that have stayed in local memory, as indexed arrays do.
  uint64_t VariableBytes = 0;
  /// In use at each instruction that is one of the machine's, the reserve
  /// included; as many as Registers at most.
  llvm::DenseMap<const llvm::Instruction *, unsigned> At;

  uint64_t localBytes() const { return VariableBytes + 4 * uint64_t(Spilled); }
};

/// Registers a thread that leave room for blocks of \p Threads, \p Blocks of
/// them on each multiprocessor (0: not asked for): what __launch_bounds__ asks.
unsigned registerLimit(unsigned Threads, unsigned Blocks);

/// \p Limit: at most that many (-maxrregcount, registerLimit()), or 0.
/// \p Unrolled: loops that the assembler unrolls.
RegisterEstimate
estimateRegisters(const llvm::Function &Kernel, unsigned Architecture,
                  unsigned Limit,
                  const AssemblerLoops &Unrolled = AssemblerLoops());

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_LOWERING_REGISTERESTIMATE_H
