//===- Report.h - The oracle's facts as JSON --------------------*- C++ -*-===//
//
// One object with "accesses", "branches", "switches", "loops" and "barriers".
// A site has
//
//   calls   [[line, column], ...] of the calls that led there, innermost first
//   places  [[line, column], ...] where the source may name it: for an access
//           the variable that its address starts from, then its indices, then
//           the instruction (of a store that is the assignment operator)
//
// An access is "constant", "continuous", "interval" if its addresses are
// (AddressPattern.h), with the number of "neighbours" that were looked at;
// "agrees" says of each access listed before it whether it is of the same kind
// and at the same addresses.
//
// A branch is "joined" if it tests a && b as a whole, and so comes in addition
// to branches on a and b. Sites of one place come in the instructions' order.
// If ORACLE_ENTRIES is set, a loop has "entries", one for each time that a lane
// entered: [trips, block x, y, z, thread x, y, z, iteration numbers of the
// loops around, outermost first].
// If ORACLE_EXECUTIONS is set, an access has "executions", one for each warp
// execution: [block, warp of the block, iteration numbers of the loops around,
// lanes], each lane as [number, array, byte in it, whether it loads again]
// (Executions.h); and "divisions" lists the divisions of integers with the
// different numbers that they divide by, as "divisors".
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_TEST_ORACLE_REPORT_H
#define KERNELCAST_TEST_ORACLE_REPORT_H

#include "Executions.h"
#include <ostream>

namespace llvm {
class Value;
} // namespace llvm

namespace oracle {

/// The pointer that \p I accesses, null if that cannot be told.
const llvm::Value *pointerOf(const llvm::Instruction &I, Kind K);

/// Is this the opposite of its first operand?
bool negates(const llvm::Value *V);

/// The value \p I branches on, or its opposite, if it joins several tests.
const llvm::Value *joinedCondition(const llvm::Instruction &I);

/// \p Kept is null if nobody asks for executions.
void writeReport(std::ostream &Out, const Tally &Facts, const Moments &Names,
                 const Executions *Kept);

} // namespace oracle

#endif // KERNELCAST_TEST_ORACLE_REPORT_H
