//===- ModifiedVariables.h - Variables that change after declaration ------===//
//
// A variable that is only ever read keeps the value of its initialiser; knowing
// that beforehand spares the SSA construction a phi in every loop.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_AST_MODIFIEDVARIABLES_H
#define KERNELCAST_ANALYSIS_AST_MODIFIEDVARIABLES_H

#include "clang/AST/Decl.h"
#include "clang/AST/Type.h"
#include "llvm/ADT/DenseSet.h"

namespace kernelcast {

/// The variables that \p Body may change after their declaration: assigned,
/// incremented, address taken, bound to a reference.
llvm::DenseSet<const clang::VarDecl *>
modifiedVariables(const clang::Stmt *Body);

/// Whether \p Type is that of a lambda that hardly ever changes: what it
/// captures by value its body may only read, but for mutable members and casts,
/// and a reference stays bound.
bool isConstantClosure(clang::QualType Type);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_AST_MODIFIEDVARIABLES_H
