//===- ReachedCode.h - The bodies that a kernel runs ------------*- C++ -*-===//
//
// A kernel's body and those of the user's functions that it calls, as trees in
// which the way up is known, too: what is done with an expression is what
// stands around it. Every use of a variable is found, and followed to what is
// done with it:
//
//   tile[i][j]         a subscript for each dimension, then
//     ... = tile[i][j]   Read
//     tile[i][j] = ...   Written
//     tile[i][j] += ...  Updated, as by ++ and atomics
//     sizeof tile[i][j]  NoAccess
//   f(tile[i])         Whole: its address goes elsewhere
//   sizeof tile        Size
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_CHANGES_REACHEDCODE_H
#define KERNELCAST_ANALYSIS_CHANGES_REACHEDCODE_H

#include "analysis/ast/SourceText.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallVector.h"
#include <memory>

namespace kernelcast {

/// What is done with an array, or with what a pointer leads to.
enum class UseKind : uint8_t {
  Read,
  Written,
  Updated,
  NoAccess,
  Size,
  Whole,
};

struct VariableUse {
  const clang::DeclRefExpr *Name = nullptr;
  const clang::Expr *Element = nullptr; ///< all subscripts; null for a Whole
  UseKind Kind = UseKind::Whole;
};

class ReachedCode {
public:
  /// \p Kernel is a definition; both outlive the object.
  ReachedCode(const clang::FunctionDecl *Kernel, const SourceText &Source);

  /// Definitions, the kernel first.
  llvm::ArrayRef<const clang::FunctionDecl *> functions() const {
    return Functions;
  }
  /// Whether the kernel reaches more than is looked at: nothing is certain.
  bool isCut() const { return Cut; }

  /// All expressions and statements, each after what is around it.
  llvm::ArrayRef<const clang::Stmt *> statements() const { return Statements; }
  /// What \p S is a part of; null for a body.
  const clang::Stmt *parent(const clang::Stmt *S) const {
    return Parents.lookup(S);
  }
  /// parent() without parentheses and implicit casts in between.
  const clang::Stmt *meaningfulParent(const clang::Stmt *S) const;

  /// Every variable that is declared in these bodies.
  llvm::ArrayRef<const clang::VarDecl *> variables() const { return Variables; }
  /// Where \p Variable is named.
  llvm::ArrayRef<const clang::DeclRefExpr *>
  references(const clang::VarDecl *Variable) const;
  /// The function whose body \p S is in.
  const clang::FunctionDecl *owner(const clang::Stmt *S) const;
  /// What is done with the array or the pointer \p Variable.
  llvm::ArrayRef<VariableUse> uses(const clang::VarDecl *Variable) const;

private:
  void add(const clang::FunctionDecl *Definition);
  void visit(const clang::Stmt *S);
  VariableUse use(const clang::DeclRefExpr *Name, unsigned Dimensions) const;
  UseKind useOfElement(const clang::Expr *Element) const;

  static constexpr unsigned MostFunctions = 1000;
  static constexpr unsigned MostStatements = 1000000;

  const SourceText &Source;
  std::vector<const clang::FunctionDecl *> Functions;
  llvm::DenseSet<const clang::FunctionDecl *> Seen;
  std::vector<const clang::Stmt *> Statements;
  std::vector<const clang::VarDecl *> Variables;
  llvm::DenseMap<const clang::Stmt *, const clang::Stmt *> Parents;
  llvm::DenseMap<const clang::VarDecl *,
                 std::vector<const clang::DeclRefExpr *>>
      References;
  mutable llvm::DenseMap<const clang::VarDecl *,
                         std::unique_ptr<std::vector<VariableUse>>>
      Uses; ///< that have been asked for
  bool Cut = false;
};

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_CHANGES_REACHEDCODE_H
