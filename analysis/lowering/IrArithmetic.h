//===- IrArithmetic.h - Operations of the IR as expressions -----*- C++ -*-===//
//
// Operations on scalars, and lane by lane on vectors. The sign of a result:
//
//   sdiv, ashr, sext, ...       signed, as the operation says
//   udiv, lshr, zext, ...       unsigned
//   add nsw, add nuw            signed, unsigned
//   add, add nuw nsw            that of the operands, where they agree; else
//                               unsigned, as C has it, but signed if it does
//                               not wrap around as a signed number
//
// Operands of the other sign are reinterpreted: the bits stay what they are.
// Two operations are written as the source would: or disjoint is an addition, a
// shift to the left by a constant is a multiplication (ExpressionFold.cpp).
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_LOWERING_IRARITHMETIC_H
#define KERNELCAST_ANALYSIS_LOWERING_IRARITHMETIC_H

#include "analysis/lowering/IrSigns.h"
#include "analysis/lowering/IrValues.h"
#include "llvm/IR/InstrTypes.h"

namespace kernelcast {

class IrArithmetic {
public:
  IrArithmetic(const ReaderParts &Parts, IrValues &Values)
      : Parts(Parts), Pool(Parts.Pool), Values(Values) {}

  /// The value of \p I, which has no effect and is no phi.
  IrScalars value(const llvm::Instruction &I);

  /// The integer type in which \p I works: its width, and a sign that suits its
  /// operands \p A and \p B.
  ScalarType typeOf(const llvm::Instruction &I, const llvm::Value *A,
                    const llvm::Value *B, unsigned Lane);

private:
  using LaneValue = llvm::function_ref<const Expr *(unsigned Lane)>;
  IrScalars perLane(const llvm::Instruction &I, LaneValue Value);

  const Expr *binary(const llvm::BinaryOperator &I, unsigned Lane);
  const Expr *integerBinary(const llvm::BinaryOperator &I, unsigned Lane);
  const Expr *truthBinary(const llvm::BinaryOperator &I, unsigned Lane);
  const Expr *compareIntegers(const llvm::ICmpInst &I, unsigned Lane);
  const Expr *compareFloats(const llvm::FCmpInst &I, unsigned Lane);
  const Expr *convert(const llvm::CastInst &I, unsigned Lane);
  const Expr *select(const llvm::SelectInst &I, unsigned Lane);
  IrScalars reinterpreted(const llvm::CastInst &I);
  IrScalars element(const llvm::ExtractElementInst &I);
  IrScalars withElement(const llvm::InsertElementInst &I);
  IrScalars shuffled(const llvm::ShuffleVectorInst &I);
  IrScalars member(const llvm::ExtractValueInst &I);
  IrScalars withMember(const llvm::InsertValueInst &I);
  std::optional<unsigned> leafNumber(llvm::Type *Type,
                                     llvm::ArrayRef<unsigned> Path) const;

  ReaderParts Parts;
  ExpressionPool &Pool;
  IrValues &Values;
};

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_LOWERING_IRARITHMETIC_H
