//===- IntegerFunctions.h - Functions of integers as arithmetic -*- C++ -*-===//
//
// What the hardware has an instruction for and expressions have none, written
// as what it does: reversing bits exchanges neighbouring bits, then pairs, and
// so on; counting ones adds neighbouring bits, then pairs (Warren: Hacker's
// Delight, chapters 5 and 7). The results are unsigned, of the argument's
// width; null for widths that have no such halves.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_INSTRUCTIONS_INTEGERFUNCTIONS_H
#define KERNELCAST_ANALYSIS_INSTRUCTIONS_INTEGERFUNCTIONS_H

#include "analysis/instructions/Builtins.h"

namespace kernelcast {

/// The arithmetic that a function of integers stands for, as a \p Type, or
/// null.
const Expr *integerFunction(ExpressionPool &Pool, Meaning Kind,
                            llvm::ArrayRef<const Expr *> Arguments,
                            ScalarType Type);

/// \p X with its groups of so many bits in the opposite order: 1 for bits, 8
/// for bytes.
const Expr *reversedBits(ExpressionPool &Pool, const Expr *X, unsigned Group);

const Expr *countedOnes(ExpressionPool &Pool, const Expr *X);

/// Above the first one and below the last one; as many as there are bits if
/// there is none.
const Expr *leadingZeros(ExpressionPool &Pool, const Expr *X);
const Expr *trailingZeros(ExpressionPool &Pool, const Expr *X);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_INSTRUCTIONS_INTEGERFUNCTIONS_H
