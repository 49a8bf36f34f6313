//===- EvaluationOrder.h - What the language says comes first ---*- C++ -*-===//
//
// Clang's CFG evaluates operands in one order, mostly from left to right. Where
// the language prescribes that order, the values that come out are the values.
// Where it prescribes another one, or leaves the choice to the compiler, a
// variable that one operand writes and another reads has no value to rely on:
//
//   out[f(v)] = in[v]    right before left since C++17, open in C and before
//   v + f(v), g(v, f(v)) open: f may run before or after v is read
//   a && f(v), v, v << i left to right
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_AST_EVALUATIONORDER_H
#define KERNELCAST_ANALYSIS_AST_EVALUATIONORDER_H

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "clang/AST/ParentMap.h"

namespace kernelcast {

/// The order of evaluation within the expressions of one function.
class EvaluationOrder {
public:
  explicit EvaluationOrder(const clang::FunctionDecl *Function);

  /// Whether all that \p First does is certain to come before what \p Second
  /// does itself. Parts of different full expressions are in order.
  bool isCertain(const clang::Expr *First, const clang::Expr *Second) const;

  /// The assignment or increment that writes the lvalue \p E, else \p E.
  const clang::Expr *writer(const clang::Expr *E) const;

  /// Whether \p E is an assignment or increment whose value is wanted.
  bool isReadAssignment(const clang::Expr *E) const;

  /// Whether \p S is part of no other expression.
  bool isFull(const clang::Stmt *S) const;

private:
  /// Whether the part \p First of \p Parent is certain to come before the other
  /// parts with which it can conflict.
  bool isFirst(const clang::Stmt *First, const clang::Expr *Parent) const;

  const clang::LangOptions &Language;
  clang::ParentMap Parents;
};

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_AST_EVALUATIONORDER_H
