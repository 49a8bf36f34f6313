//===- InlinedCalls.h - The functions that are being inlined ----*- C++ -*-===//
//
// Callees are spliced into the kernel's flow graph where they are called. While
// one is lowered, its frame holds what its variables and expressions are; the
// frames below it are its callers', down to the kernel's.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_AST_INLINEDCALLS_H
#define KERNELCAST_ANALYSIS_AST_INLINEDCALLS_H

#include "analysis/ast/Arithmetic.h"
#include "analysis/ast/SourceText.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace kernelcast {

/// One inlined function: its variables and the values of the expressions that
/// its CFG evaluates apart from their parents.
struct InlinedFrame {
  const clang::FunctionDecl *Function = nullptr;
  InlinedFrame *Caller = nullptr;
  const clang::Expr *Call = nullptr; ///< in the caller's function
  std::string CallText;              ///< "f() at 12:3"; empty for the kernel
  ScalarExpr This = nullptr;
  bool MakesBase = false; ///< a constructor of a base of some other object
  llvm::DenseMap<const clang::VarDecl *, ScalarExpr> Addresses;
  /// Variables that are never modified: their value where it is known.
  llvm::DenseMap<const clang::VarDecl *, Value> Fixed;
  llvm::DenseSet<const clang::VarDecl *> Modified;
  /// Parameters that are never modified and point to a function, by name.
  llvm::DenseMap<const clang::VarDecl *, const clang::FunctionDecl *> Functions;
  /// By expression; of an lvalue the address.
  llvm::DenseMap<const clang::Stmt *, Value> Values;
  llvm::DenseMap<const clang::OpaqueValueExpr *, Value> OpaqueValues;
  /// What was read of a side of a conditional lvalue, and what assignments and
  /// increments have computed.
  llvm::DenseMap<const clang::Stmt *, Value> SideValues;
  /// Sides of conditional lvalues of which only the value is wanted.
  std::optional<llvm::DenseSet<const clang::Stmt *>> ReadSides;
  ScalarExpr ReturnAddress = nullptr; ///< object for the result
  BlockId Exit = None;                ///< where its caller goes on
};

class InlinedCalls {
public:
  explicit InlinedCalls(const SourceText &Source) : Source(Source) {}

  /// The frame of the body being lowered; there must be one.
  InlinedFrame &top() const { return *Top; }
  /// The same, or null before the kernel's body and after it.
  const InlinedFrame *current() const { return Top; }
  void enter(InlinedFrame &F) { Top = &F; }
  void leave() { Top = Top->Caller; }

  /// Frames, the kernel's among them.
  unsigned depth() const;
  bool isActive(const clang::FunctionDecl *Function) const;

  /// Where \p Variable of the function or one of its callers lies, or null.
  ScalarExpr addressOf(const clang::VarDecl *Variable) const;

  /// \p Site, or if it is in the prelude the call in the reader's own source
  /// that led there.
  const clang::Expr *inSource(const clang::Expr *Site) const;

  /// "f() at 12:3" of each call, innermost first, or "".
  std::string text() const;

private:
  const SourceText &Source;
  InlinedFrame *Top = nullptr;
};

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_AST_INLINEDCALLS_H
