//===- BitFields.cpp - Members of some bits -----------------------------===//

#include "analysis/ast/BitFields.h"
#include "analysis/ast/SlotBytes.h"

using namespace llvm;

namespace kernelcast {

std::optional<BitField> BitField::of(const clang::FieldDecl *Field,
                                     const TypeLayouts &Layouts,
                                     const clang::ASTContext &Context) {
  if (!Field || !Field->isBitField())
    return std::nullopt;
  const unsigned Width = Field->getBitWidthValue(Context);
  const unsigned First = Context.getFieldOffset(Field) % 8;
  if (Width == 0 || First + Width > 64)
    return std::nullopt;
  ScalarType Unit =
      ScalarType::integer(unsigned(alignTo(First + Width, 8)), false);
  return BitField(Unit, Layouts.scalar(Field->getType()), First, Width);
}

const Expr *BitField::cut(ExpressionPool &Pool, const Expr *V) const {
  if (Held == ScalarType::truth())
    return Pool.isTrue(V);
  const ScalarType Wide = ScalarType::integer(64, Held.Signed);
  const Expr *Above = Pool.constant(64 - Width, Wide);
  const Expr *Top = Pool.binary(Op::Shl, Pool.cast(V, Wide), Above);
  return Pool.cast(Pool.binary(Op::Shr, Top, Above), Held);
}

const Expr *BitField::valueIn(ExpressionPool &Pool, const Expr *Around) const {
  return cut(Pool, Pool.binary(Op::Shr, maskedBits(Pool, Around, mask()),
                               Pool.constant(First, Unit)));
}

const Expr *BitField::written(ExpressionPool &Pool, const Expr *Around,
                              const Expr *V) const {
  const Expr *New =
      Pool.binary(Op::Shl, Pool.cast(V, Unit), Pool.constant(First, Unit));
  return Pool.binary(Op::Or, maskedBits(Pool, Around, ~mask()),
                     maskedBits(Pool, New, mask()));
}

} // namespace kernelcast
