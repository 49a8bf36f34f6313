//===- SourceReach.h - Functions that a kernel's source needs ---*- C++ -*-===//
//
// Of a file with errors only that becomes code which a kernel without errors
// needs. Found on the syntax tree: every function that a body names, and those
// that it calls without naming them, such as destructors and the initializers
// of members. Instances of a library's templates count, too: a kernel may be
// right but for what it makes of a template.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_LOWERING_SOURCEREACH_H
#define KERNELCAST_ANALYSIS_LOWERING_SOURCEREACH_H

#include "clang/AST/Decl.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>

namespace clang {
class ASTContext;
class Stmt;
} // namespace clang

namespace kernelcast {

class SkippedText;

class SourceReach {
public:
  SourceReach(clang::ASTContext &Context, const SkippedText &Skipped)
      : Context(Context), Skipped(Skipped) {}

  /// \p Kernel and all that it needs belong to it from now on, unless some of
  /// it is in error: then the place of that is returned and nothing is added.
  std::optional<clang::SourceLocation> add(const clang::FunctionDecl *Kernel);
  bool contains(const clang::FunctionDecl *Function) const {
    return All.contains(Function->getCanonicalDecl());
  }

private:
  clang::ASTContext &Context;
  const SkippedText &Skipped;
  llvm::DenseSet<const clang::Decl *> All;
  /// Of the kernel that is being added.
  llvm::DenseSet<const clang::Decl *> Seen;
  llvm::SmallVector<const clang::FunctionDecl *, 32> Open;
  std::optional<clang::SourceLocation> InError;

  void wrong(clang::SourceLocation Where) {
    if (!InError)
      InError = Where;
  }
  void function(const clang::FunctionDecl *Function);
  void variable(const clang::VarDecl *Variable,
                llvm::SmallVectorImpl<const clang::Stmt *> &Statements);
  void objectOf(clang::QualType Type);
  void body(const clang::FunctionDecl *Function);
  void statements(const clang::Stmt *Root);
};

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_LOWERING_SOURCEREACH_H
