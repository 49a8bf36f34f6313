//===- SourceReach.h - Functions that a kernel's source needs ---*- C++ -*-===//
//
// Of a file with errors only that becomes code which a kernel without errors
// needs. Found on the syntax tree: every function that a body names, and those
// that it calls without naming them, such as destructors and the initializers
// of members.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_LOWERING_SOURCEREACH_H
#define KERNELCAST_ANALYSIS_LOWERING_SOURCEREACH_H

#include "clang/AST/Decl.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"

namespace clang {
class CXXRecordDecl;
class Stmt;
} // namespace clang

namespace kernelcast {

class SourceReach {
public:
  /// \p Kernel and all that it needs belong to it from now on.
  void add(const clang::FunctionDecl *Kernel);
  bool contains(const clang::FunctionDecl *Function) const {
    return Seen.contains(Function->getCanonicalDecl());
  }

private:
  llvm::SmallPtrSet<const clang::Decl *, 32> Seen;
  llvm::SmallVector<const clang::FunctionDecl *, 32> Open;

  void function(const clang::FunctionDecl *Function);
  void variable(const clang::VarDecl *Variable,
                llvm::SmallVectorImpl<const clang::Stmt *> &Statements);
  void objectOf(clang::QualType Type);
  void body(const clang::FunctionDecl *Function);
  void statements(const clang::Stmt *Root);
};

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_LOWERING_SOURCEREACH_H
