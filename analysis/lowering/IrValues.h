//===- IrValues.h - Values of the IR as expressions -------------*- C++ -*-===//
//
// Which expressions the values of one function are. Instructions are read in an
// order in which operands come first; constants are made when they are met.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_LOWERING_IRVALUES_H
#define KERNELCAST_ANALYSIS_LOWERING_IRVALUES_H

#include "analysis/lowering/IrArrays.h"
#include "llvm/IR/Operator.h"

namespace kernelcast {

class IrValues {
public:
  IrValues(const ReaderParts &Parts, IrArrays &Arrays)
      : Parts(Parts), Pool(Parts.Pool), Arrays(Arrays) {}

  void define(const llvm::Value *V, IrScalars Scalars) {
    Known[V] = std::move(Scalars);
  }
  /// The scalars of \p V, as many as its type has.
  IrScalars scalars(const llvm::Value *V) { return scalars(V, 0); }
  const Expr *scalar(const llvm::Value *V) { return scalar(V, 0); }
  /// The scalar \p Lane of \p V as a number of type \p Type: the same bits, if
  /// that is as wide.
  const Expr *as(ScalarType Type, const llvm::Value *V, unsigned Lane = 0);

  /// Values of \p Type that nobody knows.
  IrScalars opaque(llvm::Type *Type, llvm::StringRef Why);
  /// What \p Gep leads to.
  const Expr *address(const llvm::GEPOperator &Gep) { return address(Gep, 0); }

private:
  IrScalars scalars(const llvm::Value *V, unsigned Nesting);
  const Expr *scalar(const llvm::Value *V, unsigned Nesting);
  IrScalars constant(const llvm::Constant &C, unsigned Nesting);
  IrScalars constantExpression(const llvm::ConstantExpr &C, unsigned Nesting);
  const Expr *address(const llvm::GEPOperator &Gep, unsigned Nesting);

  ReaderParts Parts;
  ExpressionPool &Pool;
  IrArrays &Arrays;
  llvm::DenseMap<const llvm::Value *, IrScalars> Known;
};

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_LOWERING_IRVALUES_H
