//===- PtxArithmetic.cpp - Values that inline assembly computes -----------===//

#include "analysis/instructions/PtxArithmetic.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace kernelcast {

ScalarType elementTypeOf(const PtxInstruction &I) {
  const ScalarType Type = typeOf(I).value_or(ScalarType::integer(32, false));
  return Type.Bits < 8    ? ScalarType::integer(8, false)
         : Type.Bits > 64 ? ScalarType::pointer()
                          : Type;
}

bool isTooWide(const PtxInstruction &I) {
  const auto Type = typeOf(I);
  return Type && Type->Bits > 64;
}

void readMove(const PtxInstruction &I, PtxRegisters &Registers) {
  ExpressionPool &Pool = Registers.Pool;
  if (I.Operands.size() < 2)
    return;
  const ScalarType Type = elementTypeOf(I);
  const PtxOperand &To = I.Operands[0], &From = I.Operands[1];
  if (isTooWide(I))
    return Registers.defineAll(I, "value of more than 64 bits");
  const unsigned Parts = std::max(To.Elements.size(), From.Elements.size());
  if (Parts <= 1) {
    // The register's own type: addresses are cut to bits only in name, and a
    // number in floating point keeps its bits.
    const StringRef Name = From.Elements.front();
    const ScalarType Own = Registers.ownType(Name).value_or(Type);
    return Registers.define(
        I, Registers.operand(I, 1, Own.Bits == Type.Bits ? Own : Type));
  }
  if (Type.Bits % Parts)
    return Registers.defineAll(I, "parts of a register");
  const unsigned Bits = Type.Bits / Parts;
  const ScalarType Part = ScalarType::integer(Bits, false);
  const ScalarType Whole = ScalarType::integer(Type.Bits, false);
  if (To.Elements.size() > 1) {
    const Expr *V = Registers.operand(I, 1, Whole);
    for (auto [N, Name] : enumerate(To.Elements))
      Registers.define(
          Name,
          Pool.cast(Pool.binary(Op::Shr, V, Pool.constant(N * Bits, Whole)),
                    Part));
    return;
  }
  const Expr *Sum = Pool.constant(0, Whole);
  for (auto [N, Name] : enumerate(From.Elements))
    Sum = Pool.binary(Op::Or, Sum,
                      Pool.binary(Op::Shl,
                                  Pool.cast(Registers.value(Name, Part), Whole),
                                  Pool.constant(N * Bits, Whole)));
  Registers.define(I, Sum);
}

/// setp.CompareOp.type p, a, b
static const Expr *compared(const PtxInstruction &I, ScalarType Type,
                            PtxRegisters &Registers) {
  ExpressionPool &Pool = Registers.Pool;
  const auto Parts = I.parts();
  if (I.Operands.size() != 3 || Type.Float || isOfHalves(I) ||
      Parts.size() != 3) // setp, how, type
    return nullptr;
  const StringRef How = Parts[1];
  // "lo" and its kin compare without sign.
  if (How == "lo" || How == "ls" || How == "hi" || How == "hs")
    Type.Signed = false;
  const Expr *A = Registers.operand(I, 1, Type),
             *B = Registers.operand(I, 2, Type);
  if (How == "eq")
    return Pool.binary(Op::Equal, A, B);
  if (How == "ne")
    return Pool.binary(Op::NotEqual, A, B);
  if (How == "lt" || How == "lo")
    return Pool.binary(Op::Less, A, B);
  if (How == "le" || How == "ls")
    return Pool.binary(Op::LessEqual, A, B);
  if (How == "gt" || How == "hi")
    return Pool.binary(Op::Less, B, A);
  if (How == "ge" || How == "hs")
    return Pool.binary(Op::LessEqual, B, A);
  return nullptr;
}

/// What \p I, an operation of integers, computes; null where it is another one
/// of that name.
static const Expr *integer(const PtxInstruction &I, ScalarType Type,
                           PtxRegisters &Registers) {
  ExpressionPool &Pool = Registers.Pool;
  // Every other modifier (cc, sat, hi, relu, ...) makes it another operation.
  const auto Parts = I.parts();
  const bool IsPlain = all_of(drop_begin(Parts), [](StringRef Part) {
    PtxInstruction Alone;
    Alone.Opcode = Part.str();
    return Part == "lo" || Part == "wide" ||
           (typeOf(Alone) && !Part.contains('x'));
  });
  if (!IsPlain || Type.Float || Type.Bits < 16 || Type.Bits > 64 ||
      isOfHalves(I) || isTooWide(I))
    return nullptr;
  const bool Wide = I.hasPart("wide");
  const ScalarType Result =
      Wide ? ScalarType::integer(std::min(64, 2 * Type.Bits), Type.Signed)
           : Type;
  auto At = [&](unsigned N) { return Registers.operand(I, N, Type); };
  auto Product = [&] {
    return Pool.mul(Pool.cast(At(1), Result), Pool.cast(At(2), Result));
  };
  const ScalarType Amount = ScalarType::integer(32, false);
  switch (const PtxForm Form = formOf(I)) {
  case PtxForm::Add:
    return Pool.add(At(1), At(2));
  case PtxForm::Subtract:
    return Pool.sub(At(1), At(2));
  case PtxForm::Multiply:
    return Product();
  case PtxForm::MultiplyAdd:
    return Pool.add(Product(), Registers.operand(I, 3, Result));
  case PtxForm::And:
    return Pool.binary(Op::And, At(1), At(2));
  case PtxForm::Or:
    return Pool.binary(Op::Or, At(1), At(2));
  case PtxForm::Xor:
    return Pool.binary(Op::Xor, At(1), At(2));
  case PtxForm::Not:
    return Pool.unary(Op::Not, At(1));
  case PtxForm::Negate:
    return Pool.unary(Op::Negate, At(1));
  case PtxForm::ShiftLeft:
  case PtxForm::ShiftRight: {
    // More than the width are as many as there are, unlike in C.
    const Expr *By = Registers.operand(I, 2, Amount);
    if (!By->isIntegerConstant() || By->value() >= Type.Bits)
      return nullptr;
    return Pool.binary(Form == PtxForm::ShiftLeft ? Op::Shl : Op::Shr, At(1),
                       By);
  }
  case PtxForm::Minimum:
    return Pool.binary(Op::Min, At(1), At(2));
  case PtxForm::Maximum:
    return Pool.binary(Op::Max, At(1), At(2));
  case PtxForm::BitField: {
    const Expr *From = Registers.operand(I, 2, Amount),
               *Bits = Registers.operand(I, 3, Amount);
    if (Type.Signed || !From->isIntegerConstant() ||
        !Bits->isIntegerConstant() || From->value() >= Type.Bits ||
        Bits->value() <= 0 || Bits->value() >= 63)
      return nullptr;
    const int64_t Mask = (int64_t(1) << Bits->value()) - 1;
    return Pool.binary(Op::And, Pool.binary(Op::Shr, At(1), From),
                       Pool.constant(wrapToType(Mask, Type), Type));
  }
  case PtxForm::Choose:
    return Pool.select(Registers.operand(I, 3, ScalarType::truth()), At(1),
                       At(2));
  default:
    return nullptr;
  }
}

void readComparison(const PtxInstruction &I, PtxRegisters &Registers) {
  const Expr *V = compared(I, elementTypeOf(I), Registers);
  Registers.define(I, V ? V : Registers.called(I, ScalarType::truth()));
}

void readConversion(const PtxInstruction &I, PtxRegisters &Registers) {
  ExpressionPool &Pool = Registers.Pool;
  const ScalarType Type = elementTypeOf(I);
  // cvt.To.From: of the two types the first is the result's.
  std::optional<ScalarType> To;
  for (StringRef Part : I.parts()) {
    PtxInstruction Alone;
    Alone.Opcode = Part.str();
    if (const auto Named = typeOf(Alone); Named && !To)
      To = Named;
  }
  const ScalarType Result = To.value_or(Type);
  const bool IsPlain = !Result.Float && !Type.Float && !isOfHalves(I) &&
                       !I.hasPart("sat") && Result.Bits >= 8 &&
                       Result.Bits <= 64 && I.Operands.size() == 2;
  Registers.define(
      I, IsPlain ? Pool.cast(Registers.operand(I, 1, Type), Result)
                 : Registers.called(I, Result.Bits < 8 || Result.Bits > 64
                                           ? ScalarType::integer(32, false)
                                           : Result));
}

void readArithmetic(const PtxInstruction &I, PtxRegisters &Registers) {
  const ScalarType Type = elementTypeOf(I);
  const Expr *V = integer(I, Type, Registers);
  if (!V && (I.Operands.empty() || I.Operands[0].Elements.size() != 1))
    return Registers.defineAll(I, "result of inline assembly");
  Registers.define(I, V ? V : Registers.called(I, Type));
}

} // namespace kernelcast
