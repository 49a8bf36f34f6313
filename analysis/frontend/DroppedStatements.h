//===- DroppedStatements.h - Code that left no statement --------*- C++ -*-===//
//
// Clang drops a statement that it cannot make sense of. Mostly it says so; a
// call of a function whose own declaration was in error goes without a word. In
// a file with errors, the words between two statements tell.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_FRONTEND_DROPPEDSTATEMENTS_H
#define KERNELCAST_ANALYSIS_FRONTEND_DROPPEDSTATEMENTS_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/Stmt.h"

namespace kernelcast {

/// Where \p S itself, not a statement inside it, has lost a part; invalid if
/// nowhere. Macros that expand to nothing are not taken for a loss.
clang::SourceLocation droppedStatement(const clang::Stmt *S,
                                       const clang::ASTContext &Context);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_FRONTEND_DROPPEDSTATEMENTS_H
