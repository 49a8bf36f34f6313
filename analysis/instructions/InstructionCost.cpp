//===- InstructionCost.cpp - Machine instructions of an operation ---------===//

#include "analysis/instructions/InstructionCost.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/MathExtras.h"
#include <cmath>

using namespace llvm;
using namespace kernelcast;

namespace {

/// Helper instructions and special function instructions of a mathematical
/// function. Double precision has only an approximate reciprocal and inverse
/// square root in hardware and iterates from there.
struct FunctionCost {
  float Fp32, Sfu32, Fp64, Sfu64;
};

} // namespace

static FunctionCost functionCost(StringRef Name) {
  // Function                    float      double
  return StringSwitch<FunctionCost>(Name)
      .Cases("fma", "mad", "add", "saturate", {1, 0, 1, 0})
      .Case("divide", {7, 1, 9, 1})
      .Cases("fdim", "mix", "step", {2, 0, 2, 0})
      .Cases("fmin", "fmax", "min", "max", {1, 0, 2, 0})
      .Cases("fabs", "abs", {0, 0, 0, 0}) // operand modifier
      .Case("copysign", {1, 0, 1, 0})
      .Case("rcp", {4, 1, 8, 1})
      .Case("sqrt", {5, 1, 11, 1})
      .Case("rsqrt", {2, 1, 9, 1})
      .Cases("native_sqrt", "native_recip", "native_rsqrt", {0, 1, 9, 1})
      .Cases("exp2", "log2", {3, 1, 20, 0})
      .Cases("exp", "exp10", {5, 1, 22, 0})
      .Cases("log", "log10", "ln", {14, 0, 30, 1})
      .Cases("expm1", "log1p", {18, 1, 35, 1})
      .Cases("native_exp", "native_log", "native_exp2", {1, 1, 20, 0})
      .Cases("native_sin", "native_cos", "native_log2", {1, 1, 30, 0})
      .Cases("sin", "cos", "sinpi", "cospi", {22, 0, 34, 0})
      .Cases("sincos", "tan", {32, 1, 50, 1})
      .Cases("native_tan", "native_pow", {3, 2, 60, 1})
      .Case("native_divide", {1, 1, 9, 1})
      .Cases("sinh", "cosh", "tanh", {12, 2, 40, 1})
      .Cases("asin", "acos", "atan", {18, 1, 35, 1})
      .Cases("atan2", "asinh", "acosh", "atanh", {24, 1, 45, 1})
      .Cases("pow", "powr", {40, 2, 90, 2})
      .Cases("hypot", "cbrt", {14, 2, 25, 1})
      .Cases("fmod", "remainder", {25, 1, 40, 1})
      .Cases("erf", "erfc", "tgamma", "lgamma", {25, 1, 60, 1})
      .Default({10, 0, 20, 0});
}

/// One spelling for one function: "__sinf", "fast_sin" and "native_sin" are
/// "native_sin"; "fsqrt_rn" and "sqrtf" are "sqrt".
static std::string plainName(StringRef Name) {
  bool Fast = false;
  while (Name.consume_front("_"))
    Fast = true;
  Name.consume_front("nvvm_");
  for (StringRef Prefix : {"native_", "half_", "fast_"})
    Fast |= Name.consume_front(Prefix);
  for (StringRef Suffix : {"_d", "_f", "_ftz"})
    Name.consume_back(Suffix);
  Fast |= Name.consume_back("_approx");
  for (StringRef Suffix : {"_rn", "_rz", "_ru", "_rd"})
    Name.consume_back(Suffix);
  if (Name.size() > 3 && Name.ends_with("f"))
    Name = Name.drop_back();
  Name = StringSwitch<StringRef>(Name)
             .Cases("fadd", "fsub", "fmul", "dadd", "dsub", "dmul", "add")
             .Cases("frcp", "drcp", "rcp")
             .Cases("fsqrt", "dsqrt", "sqrt")
             .Cases("fdiv", "ddiv", "fdivide", "divide")
             .Case("frsqrt", "rsqrt")
             .Default(Name);
  bool HasFastForm = StringSwitch<bool>(Name)
                         .Cases("sin", "cos", "tan", "exp", "exp2", true)
                         .Cases("log", "log2", "pow", "sqrt", "rsqrt", true)
                         .Cases("recip", "divide", true)
                         .Default(false);
  return (Fast && HasFastForm ? "native_" : "") + Name.str();
}

/// "float2int_rn", "uint2double" and the like.
static bool isConversion(StringRef Name) {
  auto [From, To] = Name.split('2');
  auto IsType = [](StringRef Text) {
    return any_of(ArrayRef<StringRef>{"int", "uint", "ll", "ull", "float",
                                      "double", "half"},
                  [&](StringRef Type) { return Text == Type; });
  };
  return IsType(From.ltrim('_')) && IsType(To.split('_').first);
}

static OperationCost call(const Expr *E) {
  ScalarType Type = E->type();
  if (isConversion(E->name()))
    return {InstructionClass::Conversion, 1, 0};
  // Population count, leading zeros, high half of a product and the like.
  if (!Type.Float)
    return {InstructionClass::Int, Type.Bits == 64 ? 2.0f : 1.0f, 0};
  std::string Name = plainName(E->name());
  if (StringSwitch<bool>(Name)
          .Cases("floor", "ceil", "trunc", "rint", "nearbyint", true)
          .Case("round", true)
          .Default(false))
    return {InstructionClass::Conversion, 1, 0};
  FunctionCost Cost = functionCost(Name);
  if (Type.Bits == 64)
    return {InstructionClass::Fp64, Cost.Fp64, Cost.Sfu64};
  return {InstructionClass::Fp32, Cost.Fp32, Cost.Sfu32};
}

/// Division and remainder of integers: there is no such instruction.
static float divisionCount(const Expr *E) {
  bool Wide = E->type().Bits == 64;
  const Expr *Divisor = E->operand(1);
  if (!Divisor->isIntegerConstant())
    return Wide ? 70 : 20; // reciprocal in floating point and correction
  uint64_t Magnitude = E->type().Signed && Divisor->value() < 0
                           ? -static_cast<uint64_t>(Divisor->value())
                           : static_cast<uint64_t>(Divisor->value());
  if (!isPowerOf2_64(Magnitude))
    return Wide ? 12 : 4; // multiplication by a reciprocal
  return E->type().Signed ? 2 : 1;
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

OperationCost kernelcast::operationCost(const Expr *E) {
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
      return {Arithmetic, 1, 0};
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
      return {InstructionClass::Int, divisionCount(E), 0};
    if (E->operand(1)->isConstant()) {
      double Divisor = E->operand(1)->floatValue();
      int Exponent;
      if (std::abs(std::frexp(Divisor, &Exponent)) == 0.5)
        return {Arithmetic, 1, 0}; // the reciprocal is exact
    }
    return {Arithmetic, Type.Bits == 64 ? 9.0f : 7.0f, 1};
  case Op::Rem:
    if (!Type.Float)
      return {InstructionClass::Int, divisionCount(E), 0};
    return {Arithmetic, Type.Bits == 64 ? 40.0f : 25.0f, 1};
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

OperationCost kernelcast::accessCost(const MemoryAccess &Access) {
  if (Access.Kind == AccessKind::Atomic)
    return {InstructionClass::Atomic, 1, 0};
  if (Access.Space == MemorySpace::Constant && Access.Uniform)
    return {InstructionClass::Other, 0, 0};
  bool Shared = Access.Space == MemorySpace::Shared;
  if (Access.Kind == AccessKind::Store)
    return {Shared ? InstructionClass::StoreShared
                   : InstructionClass::StoreGlobal,
            1, 0};
  return {Shared ? InstructionClass::LoadShared : InstructionClass::LoadGlobal,
          1, 0};
}
