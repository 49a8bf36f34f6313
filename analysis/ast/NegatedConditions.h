//===- NegatedConditions.h - Branches on !(a || b) --------------*- C++ -*-===//
//
// Clang's CFG branches on the operands of a && b where a statement tests just
// that. Of !(a && b) it makes a value: the paths from a and from b come
// together in a block that only negates and branches. Compilers do not let
// lanes meet there: what leads into such a block has decided where it goes.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_AST_NEGATEDCONDITIONS_H
#define KERNELCAST_ANALYSIS_AST_NEGATEDCONDITIONS_H

#include "clang/Analysis/CFG.h"

namespace kernelcast {

/// The && or || of which \p Join tests the opposite, if it does nothing else;
/// \p WhenTrue is the successor that it takes if that is true.
const clang::BinaryOperator *negatedCondition(const clang::CFGBlock &Join,
                                              unsigned &WhenTrue);

/// Is \p Part reached from \p Whole over operands of && and ||?
bool isOperandOf(const clang::Stmt *Part, const clang::Expr *Whole);

/// The operand of \p Whole that is evaluated last.
const clang::Expr *lastOperand(const clang::Expr *Whole);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_AST_NEGATEDCONDITIONS_H
