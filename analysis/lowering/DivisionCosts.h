//===- DivisionCosts.h - Whole numbers divided ------------------*- C++ -*-===//
//
// There is no instruction that divides whole numbers. Of 32 bits, the quotient
// is guessed with a reciprocal in floating point and corrected; another
// division by the same number takes that reciprocal over. Of 64 bits, it is a
// subroutine. By a constant, it is a multiplication with the reciprocal that is
// known.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_LOWERING_DIVISIONCOSTS_H
#define KERNELCAST_ANALYSIS_LOWERING_DIVISIONCOSTS_H

namespace llvm {
class BinaryOperator;
} // namespace llvm

namespace kernelcast {

class CodeWriter;

/// Writes the code of \p I, a division or remainder.
void writeIntegerDivision(const llvm::BinaryOperator &I, CodeWriter &Code);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_LOWERING_DIVISIONCOSTS_H
