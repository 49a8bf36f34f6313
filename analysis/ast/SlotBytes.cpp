//===- SlotBytes.cpp - Scalars as the bytes that they lie in --------------===//

#include "analysis/ast/SlotBytes.h"

using namespace llvm;

namespace kernelcast {

static constexpr ScalarType Word = {false, false, 64};

/// \p V as the 64-bit number that its bytes are, zeros above them.
static const Expr *asWord(ExpressionPool &Pool, const Expr *V) {
  ScalarType Bare =
      ScalarType::integer(8 * unsigned(bytesOf(V->type())), /*Signed=*/false);
  return Pool.cast(Pool.cast(V, Bare), Word);
}

static const Expr *shifted(ExpressionPool &Pool, const Expr *V, Op Direction,
                           uint64_t Bytes) {
  return Pool.binary(Direction, V, Pool.constant(int64_t(8 * Bytes), Word));
}

/// The word \p V as a scalar of type \p As. Of a bool only 0 and 1 have a
/// meaning, and of its byte nothing more is known.
static const Expr *fromWord(ExpressionPool &Pool, const Expr *V,
                            ScalarType As) {
  if (As == ScalarType::truth())
    return nullptr;
  return Pool.cast(V, As);
}

/// Ones in the bytes that a scalar of type \p T takes.
static uint64_t onesOf(ScalarType T) {
  return ~uint64_t(0) >> (64 - 8 * bytesOf(T));
}

/// The operand of the shift \p V by a constant, cut to the bits that come from
/// \p Mask.
static const Expr *maskedShift(ExpressionPool &Pool, const Expr *V,
                               uint64_t Mask, unsigned Depth) {
  const int64_t By = V->operand(1)->value();
  const bool Left = V->op() == Op::Shl;
  const uint64_t Source = Left ? Mask >> By : Mask << By;
  return Pool.binary(V->op(),
                     maskedBits(Pool, V->operand(0), Source, Depth + 1),
                     V->operand(1));
}

const Expr *maskedBits(ExpressionPool &Pool, const Expr *V, uint64_t Mask,
                       unsigned Depth) {
  constexpr unsigned MaxDepth = 16;
  const ScalarType Type = V->type();
  const uint64_t All = ~uint64_t(0) >> (64 - Type.Bits);
  Mask &= All;
  auto Number = [&](uint64_t N) {
    return Pool.constant(wrapToType(int64_t(N), Type), Type);
  };
  if (Mask == 0)
    return Number(0);
  if (Type.Signed || Depth > MaxDepth)
    return Pool.binary(Op::And, V, Number(Mask));
  const Expr *By = V->operands().size() == 2 ? V->operand(1) : nullptr;
  const bool Constant = By && By->isIntegerConstant();
  if (V->op() == Op::Or)
    return Pool.binary(Op::Or, maskedBits(Pool, V->operand(0), Mask, Depth + 1),
                       maskedBits(Pool, By, Mask, Depth + 1));
  if (V->op() == Op::And && Constant)
    return maskedBits(Pool, V->operand(0), Mask & uint64_t(By->value()),
                      Depth + 1);
  if ((V->op() == Op::Shl || V->op() == Op::Shr) && Constant &&
      By->value() >= 0 && By->value() < Type.Bits)
    return maskedShift(Pool, V, Mask, Depth);
  if (V->op() == Op::Cast) {
    const ScalarType From = V->operand(0)->type();
    if (!From.Float && !From.Signed && From.Bits > 1)
      return Pool.cast(maskedBits(Pool, V->operand(0), Mask, Depth + 1), Type);
  }
  return Mask == All ? V : Pool.binary(Op::And, V, Number(Mask));
}

const Expr *scalarOfBytes(ExpressionPool &Pool, uint64_t Offset, ScalarType As,
                          ArrayRef<PlacedScalar> Parts) {
  const uint64_t End = Offset + bytesOf(As);
  uint64_t Reached = Offset;
  const Expr *Sum = Pool.constant(0, Word);
  if (As.Float)
    return nullptr;
  for (const PlacedScalar &Part : Parts) {
    if (Part.Value->type().Float || Part.Offset > Reached)
      return nullptr;
    const Expr *Bits = asWord(Pool, Part.Value);
    Bits = Part.Offset < Offset
               ? shifted(Pool, Bits, Op::Shr, Offset - Part.Offset)
               : shifted(Pool, Bits, Op::Shl, Part.Offset - Offset);
    Sum = Pool.binary(Op::Or, Sum, Bits);
    Reached = Part.end();
  }
  Sum = maskedBits(Pool, Sum, onesOf(As));
  return Reached >= End ? fromWord(Pool, Sum, As) : nullptr;
}

const Expr *overwritten(ExpressionPool &Pool, PlacedScalar Old,
                        PlacedScalar New) {
  const ScalarType Type = Old.Value->type();
  if (Type.Float || New.Value->type().Float)
    return nullptr;
  const Expr *Bits = asWord(Pool, New.Value);
  uint64_t Written = onesOf(New.Value->type());
  if (New.Offset < Old.Offset) {
    Bits = shifted(Pool, Bits, Op::Shr, Old.Offset - New.Offset);
    Written >>= 8 * (Old.Offset - New.Offset);
  } else {
    Bits = shifted(Pool, Bits, Op::Shl, New.Offset - Old.Offset);
    Written <<= 8 * (New.Offset - Old.Offset);
  }
  const uint64_t Kept = onesOf(Type) & ~Written;
  if (Kept == 0)
    return fromWord(Pool, Bits, Type);
  const Expr *Left = maskedBits(Pool, asWord(Pool, Old.Value), Kept);
  return fromWord(Pool, Pool.binary(Op::Or, Left, Bits), Type);
}

} // namespace kernelcast
