//===- PressureOrder.h - Orders of a block's instructions -------*- C++ -*-===//
//
// A block's instructions may run in any order that respects who needs whose
// result. Which one a compiler takes decides how many registers it needs, and
// it has two aims that pull apart:
//
//   by pressure  what frees the most registers comes first. A load comes with
//                the user that it is loaded for, right before it:
//
//      change of registers = result - operands that are used up
//
//                Among equals the one that is further from the end is taken.
//                This is list scheduling: of the instructions that nothing
//                holds back, the best is taken, over and over. It sees what an
//                instruction frees and not what it makes wait: of sums that
//                share loads it finishes one row of a convolution when the
//                next one has begun. The same from the end to the beginning,
//                with the first order to choose among equals, mends that.
//
//   by latency   one instruction runs a cycle, from the end to the beginning
//                and as late as its users let it; then each load goes as many
//                cycles to the front as it takes. So loads are under way while
//                others compute: as many as come in the cycles that one takes,
//                which are the fewer, the more is computed with each.
//
// A round of a sum's four cycles has one load and two additions: of 80 cycles,
// 20 loads are under way. Sixteen such sums take 48 cycles a round: 16 * 80 /
// 48 loads are. The second order starts from the first one, where that is the
// better, so that values do not live longer than their loads are ahead.
//
// Time grows with the number of dependences, and the logarithm of the number of
// instructions.
//
// Sources: Sethi and Ullman, The Generation of Optimal Code for Arithmetic
// Expressions, 1970; Goodman and Hsu, Code Scheduling and Register Allocation
// in Large Basic Blocks, 1988, for the two aims. That registers of machine code
// follow from the second: ptxas 13.0 (test/predict/shared_loads_ahead.cu).
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_LOWERING_PRESSUREORDER_H
#define KERNELCAST_ANALYSIS_LOWERING_PRESSUREORDER_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include <vector>

namespace kernelcast {

/// A value in a block: one that is there when it begins, or the result of an
/// instruction.
struct OrderedValue {
  unsigned Width = 0;       ///< registers that it takes; 0 of those without any
  unsigned Latency = 0;     ///< cycles from the instruction to its result
  unsigned Temporaries = 0; ///< registers beside, while it is computed
  bool ReadsLate = false;   ///< a load: its result goes beside its address
  bool Given = false;       ///< there when the block begins
  bool Stays = false;       ///< needed when it ends
  llvm::SmallVector<unsigned, 4> Operands; ///< others, each once
  llvm::SmallVector<unsigned, 2> After;    ///< instructions that come before
};

/// The instructions of \p Values in an order with few registers. Operands and
/// After have to be acyclic.
std::vector<unsigned> orderByPressure(llvm::ArrayRef<OrderedValue> Values);

/// The same aim from the end to the beginning: of what nobody behind it waits
/// for, what makes the fewest registers needed comes last, and of equals what
/// \p Order has last. \p Order has each instruction once, behind all that it
/// needs.
std::vector<unsigned> orderFromEnd(llvm::ArrayRef<OrderedValue> Values,
                                   llvm::ArrayRef<unsigned> Order);

/// \p Order, which has each instruction once behind all that it needs, with
/// loads as far ahead as their latency.
std::vector<unsigned> orderByLatency(llvm::ArrayRef<OrderedValue> Values,
                                     llvm::ArrayRef<unsigned> Order);

/// Registers in use when the instructions of a block run in an order.
struct BlockPressure {
  unsigned Most = 0;        ///< at one place, the end included
  std::vector<unsigned> At; ///< by value: at the instruction that makes it
};

/// Of the instructions of \p Values in \p Order. A result takes the place of an
/// operand that is used up, unless its instruction ReadsLate.
BlockPressure pressureOf(llvm::ArrayRef<OrderedValue> Values,
                         llvm::ArrayRef<unsigned> Order);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_LOWERING_PRESSUREORDER_H
