//===- Arithmetic.h - Values of the source's types and what is done to them ==//
//
// A value is the list of its scalars in memory order: structs and vectors are
// handled leaf by leaf. What has no meaning as a number (reinterpreted bits,
// unknown syntax) is an Opaque leaf with its reason.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_AST_ARITHMETIC_H
#define KERNELCAST_ANALYSIS_AST_ARITHMETIC_H

#include "analysis/KernelModel.h"
#include "analysis/ast/PointerTargets.h"
#include "analysis/ast/TypeLayouts.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/Expr.h"

namespace kernelcast {

/// A lowered value: its scalar leaves in memory order. Scalars and pointers
/// have one, structs, vectors and small arrays several, void none.
using Value = llvm::SmallVector<ScalarExpr, 4>;

class Arithmetic {
public:
  Arithmetic(const clang::ASTContext &Context, KernelModel &Model,
             TypeLayouts &Layouts)
      : Context(Context), Lang(Model.Lang), Pool(*Model.Pool),
        Layouts(Layouts) {}

  /// A value that nobody knows. Types without leaves have one, an address.
  Value opaque(clang::QualType Type, llvm::StringRef Why);
  Value zero(clang::QualType Type);

  ScalarExpr convert(ScalarExpr V, ScalarType To);
  /// Leaf by leaf; what \p V lacks is unknown.
  Value convertAll(const Value &V, clang::QualType To);
  /// \p V cut to what \p To can hold, where both are integers.
  ScalarExpr saturated(ScalarExpr V, ScalarType To);

  /// What lies \p Bytes after \p Address.
  ScalarExpr shifted(ScalarExpr Address, uint64_t Bytes) {
    return Pool.add(Address, Pool.constant(Bytes, ScalarType::pointer()));
  }
  /// \p Pointer to \p Pointee advanced by \p Index elements, or set back.
  ScalarExpr pointerOffset(ScalarExpr Pointer, ScalarExpr Index,
                           clang::QualType Pointee, bool Negative);

  /// \p Address, of a \p From, as that of the base that \p Cast leads to.
  ScalarExpr toBase(ScalarExpr Address, const clang::CXXRecordDecl *From,
                    const clang::CastExpr *Cast);

  /// \p A Kind \p B; elements of vectors each, a scalar with all of them.
  Value binary(clang::BinaryOperatorKind Kind, const Value &A, const Value &B,
               clang::QualType TypeA, clang::QualType TypeB,
               clang::QualType Result);

  /// \p A where \p Test holds, else \p B, which is of the same type.
  Value select(ScalarExpr Test, const Value &A, const Value &B,
               clang::QualType Type);

private:
  ScalarExpr binary(clang::BinaryOperatorKind Kind, ScalarExpr A, ScalarExpr B);

  const clang::ASTContext &Context;
  Language Lang;
  ExpressionPool &Pool;
  TypeLayouts &Layouts;
};

/// The low 64 bits of a constant of any width and sign.
inline int64_t lowWord(const llvm::APSInt &V) {
  return static_cast<int64_t>(V.extOrTrunc(64).getRawData()[0]);
}

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_AST_ARITHMETIC_H
