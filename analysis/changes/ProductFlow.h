//===- ProductFlow.h - Whether products meet sums ---------------*- C++ -*-===//
//
// A compiler may fuse a product of floats with the sum that it gets into: the
// product is not rounded then. Which ones meet is asked of the source, values
// being followed through local variables and memory that only one side uses.
// "No" is certain; what cannot be followed may meet.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_CHANGES_PRODUCTFLOW_H
#define KERNELCAST_ANALYSIS_CHANGES_PRODUCTFLOW_H

#include "analysis/changes/ReachedCode.h"

namespace kernelcast {

class ProductFlow {
public:
  explicit ProductFlow(const ReachedCode &Code) : Code(Code) {}

  /// Whether the float \p Value may get into a sum or a difference.
  bool mayBeAdded(const clang::Expr *Value, unsigned Depth = 0) const;
  /// Whether what the assignment \p Stored leaves where it writes may.
  bool mayBeAddedAfter(const clang::BinaryOperator *Stored,
                       unsigned Depth = 0) const;
  /// Whether the float \p Value, or what is in the lvalue \p Value, may be a
  /// product.
  bool mayBeProduct(const clang::Expr *Value, unsigned Depth = 0) const;

private:
  bool mayBeAddedLater(const clang::VarDecl *Variable, unsigned Depth) const;
  bool mayHoldProduct(const clang::VarDecl *Variable, unsigned Depth) const;
  bool isOnlyRead(const clang::Expr *Element) const;
  bool isOnlyWritten(const clang::Expr *Element) const;
  bool hasUnusedValue(const clang::Stmt *Assignment) const;

  /// Whether a question at \p Depth has taken too much to be followed on.
  bool isTooMuch(unsigned Depth) const;

  static constexpr unsigned MostDeep = 16;    ///< through variables
  static constexpr unsigned MostSteps = 2000; ///< for one question

  const ReachedCode &Code;
  mutable unsigned Steps = 0; ///< taken for the question at hand
};

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_CHANGES_PRODUCTFLOW_H
