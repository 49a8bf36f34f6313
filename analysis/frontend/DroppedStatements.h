//===- DroppedStatements.h - Code that left no statement --------*- C++ -*-===//
//
// Clang drops a statement that it cannot make sense of. Mostly it says so; a
// call of a function whose own declaration was in error goes without a word. In
// a file with errors, the words between two statements tell.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_FRONTEND_DROPPEDSTATEMENTS_H
#define KERNELCAST_ANALYSIS_FRONTEND_DROPPEDSTATEMENTS_H

#include "analysis/frontend/SkippedText.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Stmt.h"
#include <vector>

namespace kernelcast {

/// Where \p S itself, not a statement inside it, has lost a part; invalid if
/// nowhere. Macros that expand to nothing, and what the preprocessor left out,
/// are not taken for a loss.
clang::SourceLocation droppedStatement(const clang::Stmt *S,
                                       const clang::ASTContext &Context,
                                       const SkippedText &Skipped);

/// The side of \p S, an `if constexpr`, that is not to be compiled, which an
/// instantiation leaves empty; null for everything else.
const clang::Stmt *discardedSide(const clang::Stmt *S,
                                 const clang::ASTContext &Context);

/// The names of what the code that \p S itself has lost may change or call:
/// those that stand before or behind an operator that assigns, alone as an
/// argument, or in front of a bracket, a point or an arrow.
std::vector<llvm::StringRef> namesChangedIn(const clang::Stmt *S,
                                            const clang::ASTContext &Context,
                                            const SkippedText &Skipped);

/// The same of all that stands in \p Range.
std::vector<llvm::StringRef> namesChangedIn(clang::SourceRange Range,
                                            const clang::ASTContext &Context,
                                            const SkippedText &Skipped);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_FRONTEND_DROPPEDSTATEMENTS_H
