//===- InstructionCost.cpp - Machine instructions of an operation ---------===//

#include "analysis/instructions/InstructionCost.h"
#include "analysis/instructions/Builtins.h"
#include "analysis/instructions/PtxTable.h"
#include "llvm/Support/MathExtras.h"
#include <cmath>

using namespace llvm;
using namespace kernelcast;

static OperationCost of(InstructionClass Class, const PrecisionCost &Cost) {
  return {Class,    Cost.All,        Cost.Sfu,
          Cost.Int, Cost.Operations, Cost.SingleOperations};
}

static OperationCost call(const Expr *E) {
  ScalarType Type = E->type();
  if (const auto Assembly = ptxCallCost(E->name()))
    return *Assembly;
  if (isNumberConversion(E->name()))
    return {InstructionClass::Conversion, 1, 0};
  const MathFunction Function = mathFunction(plainName(E->name()));
  FunctionCost Cost = Function.Cost;
  if (Function.Is == Meaning::Splits && !E->operands().empty()) {
    // A call for each of two results, which may be whole numbers.
    Type = E->operand(0)->type();
    for (PrecisionCost *Half : {&Cost.Single, &Cost.Double})
      *Half = {Half->All / 2, Half->Operations / 2, Half->Sfu / 2,
               Half->Int / 2, Half->SingleOperations / 2};
  }
  // Population count, leading zeros, high half of a product and the like.
  if (!Type.Float)
    return {InstructionClass::Int, Type.Bits == 64 ? 2.0f : 1.0f, 0};
  if (Function.Is == Meaning::Rounding)
    return {InstructionClass::Conversion, 1, 0};
  if (Type.Bits == 64)
    return of(InstructionClass::Fp64, Cost.Double);
  return of(InstructionClass::Fp32, Cost.Single);
}

/// Division of floating-point numbers, of which the divisor is no power of two.
static OperationCost quotient(const Expr *E, bool FastMath) {
  const FunctionCost &Cost = mathFunction("divide").Cost;
  if (E->type().Bits == 64)
    return of(InstructionClass::Fp64, Cost.Double);
  if (!FastMath)
    return of(InstructionClass::Fp32, Cost.Single);
  const Expr *Dividend = E->operand(0);
  bool IsOne = Dividend->isConstant() && Dividend->floatValue() == 1;
  return of(InstructionClass::Fp32,
            mathFunction(IsOne ? "native_recip" : "native_divide").Cost.Single);
}

float kernelcast::divisionCount(ScalarType Type) {
  return Type.Bits == 64 ? 70 : 20;
}

float kernelcast::constantDivisionCount(ScalarType Type, bool PowerOfTwo) {
  if (!PowerOfTwo)
    // Multiplication by a reciprocal; the high half of a product of 64 bits
    // takes four wide multiplications, and a sign its corrections.
    return Type.Bits != 64 ? 4 : Type.Signed ? 16 : 12;
  return Type.Signed ? 3 : 1; // rounding towards 0: two shifts and an addition
}

/// Division and remainder of integers: there is no such instruction.
static float integerQuotient(const Expr *E) {
  const Expr *Divisor = E->operand(1);
  if (!Divisor->isIntegerConstant())
    return divisionCount(E->type());
  uint64_t Magnitude = E->type().Signed && Divisor->value() < 0
                           ? -static_cast<uint64_t>(Divisor->value())
                           : static_cast<uint64_t>(Divisor->value());
  return constantDivisionCount(E->type(), isPowerOf2_64(Magnitude));
}

static OperationCost conversion(const Expr *E) {
  ScalarType From = E->operand(0)->type(), To = E->type();
  bool FromTruth = !From.Float && From.Bits == 1;
  if (FromTruth)
    return {InstructionClass::Int, To.Bits == 1 ? 0.0f : 1.0f, 0}; // select
  if (To.Bits == 1)
    return {InstructionClass::Int, 1, 0}; // comparison with 0
  if (!From.Float && !To.Float)
    return {InstructionClass::Int, 0, 0};
  return {InstructionClass::Conversion, 1, 0};
}

OperationCost kernelcast::operationCost(const Expr *E, bool FastMath) {
  ScalarType Type = E->type();
  InstructionClass Arithmetic = !Type.Float       ? InstructionClass::Int
                                : Type.Bits == 64 ? InstructionClass::Fp64
                                                  : InstructionClass::Fp32;
  bool WideInt = !Type.Float && Type.Bits == 64;
  switch (E->op()) {
  case Op::Coordinate:
    // Thread and block numbers are read from special registers, sizes lie in
    // the constant bank.
    return {InstructionClass::Other,
            static_cast<Coordinate>(E->value()) <= Coordinate::BlockZ ? 1.0f
                                                                      : 0.0f,
            0};
  case Op::Add:
  case Op::Sub:
    return {Arithmetic, WideInt ? 2.0f : 1.0f, 0, 0, Type.Float ? 1.0f : 0.0f};
  case Op::And:
  case Op::Or:
  case Op::Xor:
  case Op::Min:
  case Op::Max:
    return {Arithmetic, WideInt ? 2.0f : 1.0f, 0};
  case Op::Mul: {
    const Expr *B = E->operand(1);
    // 32-bit factors: one wide multiplication. Else four partial products.
    auto Narrow = [](const Expr *F) {
      return (F->op() == Op::Cast && F->operand(0)->type().Bits <= 32) ||
             (F->isIntegerConstant() && isInt<32>(F->value()));
    };
    if (!WideInt || (Narrow(E->operand(0)) && Narrow(B)))
      return {Arithmetic, 1, 0, 0, Type.Float ? 1.0f : 0.0f};
    if (B->isIntegerConstant() &&
        isPowerOf2_64(static_cast<uint64_t>(B->value())))
      return {Arithmetic, 2, 0};
    return {Arithmetic, 4, 0};
  }
  case Op::Shl:
  case Op::Shr:
    return {Arithmetic, WideInt ? 2.0f : 1.0f, 0};
  case Op::Div:
    if (!Type.Float)
      return {InstructionClass::Int, integerQuotient(E), 0};
    if (E->operand(1)->isConstant()) {
      double Divisor = E->operand(1)->floatValue();
      int Exponent;
      if (std::abs(std::frexp(Divisor, &Exponent)) == 0.5)
        return {Arithmetic, 1, 0, 0, 1}; // the reciprocal is exact
    }
    return quotient(E, FastMath);
  case Op::Rem:
    if (!Type.Float)
      return {InstructionClass::Int, integerQuotient(E), 0};
    return of(Arithmetic, Type.Bits == 64 ? mathFunction("fmod").Cost.Double
                                          : mathFunction("fmod").Cost.Single);
  case Op::Negate:
    return {Arithmetic, Type.Float ? 0.0f : WideInt ? 2.0f : 1.0f, 0};
  case Op::Not:
    return {InstructionClass::Int, Type.Bits == 1 ? 0.0f : 1.0f, 0};
  case Op::Equal:
  case Op::NotEqual:
  case Op::Less:
  case Op::LessEqual: {
    ScalarType Operands = E->operand(0)->type();
    if (Operands.Float && Operands.Bits == 64)
      return {InstructionClass::Fp64, 1, 0};
    return {InstructionClass::Int,
            !Operands.Float && Operands.Bits == 64 ? 2.0f : 1.0f, 0};
  }
  case Op::Select:
    return {InstructionClass::Int, Type.Bits == 64 ? 2.0f : 1.0f, 0};
  case Op::Cast:
    return conversion(E);
  case Op::FloorLog2:
    return {InstructionClass::Int, Type.Bits == 64 ? 4.0f : 1.0f, 0};
  case Op::Call:
    return call(E);
  default:
    return {};
  }
}

OperationCost kernelcast::singlePrecisionCost(const Expr *E) {
  if (E->op() == Op::Call) {
    const MathFunction Function = mathFunction(plainName(E->name()));
    if (Function.Is == Meaning::Rounding)
      return {InstructionClass::Conversion, 1, 0};
    return of(InstructionClass::Fp32, Function.Cost.Single);
  }
  if (E->op() == Op::Div)
    return of(InstructionClass::Fp32, mathFunction("divide").Cost.Single);
  return {InstructionClass::Fp32, 1, 0};
}

OperationCost kernelcast::accessCost(const MemoryAccess &Access) {
  if (Access.Kind == AccessKind::Atomic)
    return {InstructionClass::Atomic, 1, 0};
  AccessPath Path = pathOf(Access);
  if (Path == AccessPath::Operand)
    return {InstructionClass::Other, 0, 0};
  // The constant cache has a port of its own beside the load/store unit.
  if (Access.Space == MemorySpace::Constant)
    return {InstructionClass::Other, 1, 0};
  bool Shared = Path == AccessPath::OnChip;
  if (Access.Kind == AccessKind::Store)
    return {Shared ? InstructionClass::StoreShared
                   : InstructionClass::StoreGlobal,
            1, 0};
  return {Shared ? InstructionClass::LoadShared : InstructionClass::LoadGlobal,
          1, 0};
}
