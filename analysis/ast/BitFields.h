//===- BitFields.h - Members of some bits ---------------------*- C++ -*-===//
//
// A bit-field is Width bits from bit First on of the bytes that it lies in, the
// Unit:
//
//   value     unit >> First, cut to Width bits, with its sign
//   unit      unit & ~mask | (value << First) & mask
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_AST_BITFIELDS_H
#define KERNELCAST_ANALYSIS_AST_BITFIELDS_H

#include "analysis/ast/TypeLayouts.h"
#include "clang/AST/Decl.h"
#include <optional>

namespace kernelcast {

class BitField {
public:
  /// Nothing if \p Field, which may be null, is no bit-field, or lies in more
  /// than eight bytes.
  static std::optional<BitField> of(const clang::FieldDecl *Field,
                                    const TypeLayouts &Layouts,
                                    const clang::ASTContext &Context);

  /// The bytes that it lies in, from byte Context.getFieldOffset() / 8 on.
  ScalarType unit() const { return Unit; }
  /// What it is where the unit is \p Around.
  const Expr *valueIn(ExpressionPool &Pool, const Expr *Around) const;
  /// The unit \p Around with \p V written to it.
  const Expr *written(ExpressionPool &Pool, const Expr *Around,
                      const Expr *V) const;
  /// \p V as it can hold it.
  const Expr *cut(ExpressionPool &Pool, const Expr *V) const;

private:
  BitField(ScalarType Unit, ScalarType Held, unsigned First, unsigned Width)
      : Unit(Unit), Held(Held), First(First), Width(Width) {}

  uint64_t mask() const { return ~uint64_t(0) >> (64 - Width) << First; }

  ScalarType Unit, Held;
  unsigned First, Width; ///< bits
};

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_AST_BITFIELDS_H
