//===- LaneFloats.cpp - Floats in the lanes of a warp ---------------------===//

#include "analysis/evaluator/LaneFloats.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/ADT/bit.h"
#include <cmath>

using namespace llvm;
using namespace kernelcast;

namespace {

using Number = std::optional<LaneFloat>;

enum class Function : uint8_t {
  None,
  MultiplyAdd,
  Minimum,
  Maximum,
  Floor,
  Ceiling,
  Truncate,
  ToEven, ///< to the nearest integer; halves to an even one
  Round,  ///< halves away from zero
  Absolute,
  Root,
};

Function functionOf(StringRef Name) {
  return StringSwitch<Function>(Name)
      .Case("fma", Function::MultiplyAdd)
      .Case("fmin", Function::Minimum)
      .Case("fmax", Function::Maximum)
      .Case("floor", Function::Floor)
      .Case("ceil", Function::Ceiling)
      .Case("trunc", Function::Truncate)
      .Cases("rint", "nearbyint", Function::ToEven)
      .Cases("lrint", "lrintf", "llrint", "llrintf", Function::ToEven)
      .Case("round", Function::Round)
      .Cases("lround", "lroundf", "llround", "llroundf", Function::Round)
      .Case("fabs", Function::Absolute)
      .Case("sqrt", Function::Root)
      .Default(Function::None);
}

bool isHeld(ScalarType T) { return T.Bits == 32 || T.Bits == 64; }

/// \p Exact, which may be off by \p Error, as the result of an operation in
/// type \p T. \p IsExact: no digit was lost in \p Exact itself.
Number result(double Exact, double Error, ScalarType T, bool IsExact) {
  const float Value = static_cast<float>(Exact);
  // Very small numbers become zero with some options.
  if (!std::isfinite(Value) || (Value != 0 && std::fabs(Value) < 0x1p-126f))
    return std::nullopt;
  double Away = Error + std::fabs(Exact - Value);
  // A conversion may round any way.
  IsExact &= T.Bits == 64 || Exact == Value;
  // The machine has rounded what is not exact, once or, fused, not at all, and
  // may have taken a very small number for zero.
  if (!IsExact || Error > 0)
    Away += std::fabs(Exact) * (T.Bits == 64 ? 0x1p-51 : 0x1p-22) + 0x1p-125;
  if (Away == 0)
    return LaneFloat{Value, 0};
  const float Bound =
      std::nextafter(static_cast<float>(Away * (1 + 0x1p-20)), INFINITY);
  if (!std::isfinite(Bound))
    return std::nullopt;
  return LaneFloat{Value, Bound};
}

Number sum(LaneFloat A, LaneFloat B, ScalarType T) {
  const double X = A.Value, Y = B.Value, S = X + Y, Part = S - X;
  const bool IsExact = (X - (S - Part)) + (Y - Part) == 0;
  return result(S, double(A.Error) + B.Error, T, IsExact);
}

Number product(LaneFloat A, LaneFloat B, ScalarType T) {
  const double X = A.Value, Y = B.Value;
  return result(X * Y,
                std::fabs(X) * B.Error + std::fabs(Y) * A.Error +
                    double(A.Error) * B.Error,
                T, /*IsExact=*/true);
}

/// Division by a power of two loses no digit. Other quotients are rounded
/// correctly in one language, and within 2.5 units in the last place, or made
/// of an approximate reciprocal, in others.
Number quotient(LaneFloat A, LaneFloat B, ScalarType T) {
  const double X = A.Value, Y = B.Value, Least = std::fabs(Y) - B.Error;
  if (Least <= 0)
    return std::nullopt;
  const double Q = X / Y;
  int Exponent = 0;
  if (std::fabs(std::frexp(Y, &Exponent)) == 0.5 && !B.Error)
    return result(Q, A.Error / Least, T, /*IsExact=*/true);
  return result(
      Q, (A.Error + std::fabs(Q) * B.Error) / Least + std::fabs(Q) * 0x1p-21, T,
      /*IsExact=*/false);
}

Number rounded(Function How, LaneFloat A) {
  const auto Round = [&](double X) {
    switch (How) {
    case Function::Floor:
      return std::floor(X);
    case Function::Ceiling:
      return std::ceil(X);
    case Function::Truncate:
      return std::trunc(X);
    case Function::ToEven:
      return std::nearbyint(X);
    default:
      return std::round(X);
    }
  };
  const double Low = Round(double(A.Value) - A.Error),
               High = Round(double(A.Value) + A.Error);
  if (Low != High)
    return std::nullopt;
  return laneFloat(Low);
}

/// The smaller of two, or the larger.
Number chosen(LaneFloat A, LaneFloat B, bool Smaller) {
  const float Value = (A.Value < B.Value) == Smaller ? A.Value : B.Value;
  return LaneFloat{Value, std::max(A.Error, B.Error)};
}

Number root(LaneFloat A, ScalarType T) {
  const double X = A.Value, R = std::sqrt(X);
  if (X < 0 || X - A.Error < 0)
    return std::nullopt;
  // Options and languages allow three units in the last place.
  const double Loose = R * 0x1p-21;
  return result(R, A.Error ? A.Error / std::sqrt(X - A.Error) + Loose : Loose,
                T, /*IsExact=*/false);
}

Number called(const Expr &E, ArrayRef<LaneFloat> A) {
  const ScalarType T = E.operand(0)->type();
  switch (const Function F = functionOf(E.name())) {
  case Function::MultiplyAdd: {
    const Number Product = product(A[0], A[1], T);
    return Product ? sum(*Product, A[2], T) : std::nullopt;
  }
  case Function::Minimum:
  case Function::Maximum:
    return chosen(A[0], A[1], F == Function::Minimum);
  case Function::Absolute:
    return LaneFloat{std::fabs(A[0].Value), A[0].Error};
  case Function::Root:
    return root(A[0], T);
  case Function::None:
    return std::nullopt;
  default:
    return rounded(F, A[0]);
  }
}

/// \p A cut off to an integer of type \p To, as a cast does it.
std::optional<int64_t> integer(LaneFloat A, ScalarType To) {
  const double Low = std::trunc(double(A.Value) - A.Error),
               High = std::trunc(double(A.Value) + A.Error);
  const unsigned Digits = To.Bits - (To.Signed ? 1 : 0);
  if (Low != High || Low >= std::ldexp(1.0, std::min(Digits, 62u)) ||
      Low < (To.Signed ? -std::ldexp(1.0, std::min(Digits, 62u)) : 0))
    return std::nullopt;
  return static_cast<int64_t>(Low);
}

std::optional<int64_t> compared(Op Operation, LaneFloat A, LaneFloat B) {
  const double Difference = double(A.Value) - B.Value,
               Error = double(A.Error) + B.Error;
  if (Error > 0 && std::fabs(Difference) <= Error)
    return std::nullopt;
  switch (Operation) {
  case Op::Less:
    return Difference < 0;
  case Op::LessEqual:
    return Difference <= 0;
  case Op::Equal:
    return Difference == 0;
  default:
    return Difference != 0;
  }
}

Number cast(const Expr &E, int64_t Operand) {
  const ScalarType From = E.operand(0)->type();
  if (From.Float) {
    const LaneFloat A = LaneFloat::unpacked(Operand);
    return result(A.Value, A.Error, E.type(), /*IsExact=*/true);
  }
  if (From.Bits == 64 && !From.Signed && Operand < 0)
    return std::nullopt;
  const auto Exact = static_cast<double>(Operand);
  return result(Exact, 0, E.type(), std::fabs(Exact) < 0x1p53);
}

} // namespace

int64_t LaneFloat::packed() const {
  return static_cast<int64_t>(uint64_t(bit_cast<uint32_t>(Error)) << 32 |
                              bit_cast<uint32_t>(Value));
}

LaneFloat LaneFloat::unpacked(int64_t Bits) {
  const auto Both = static_cast<uint64_t>(Bits);
  return {bit_cast<float>(static_cast<uint32_t>(Both)),
          bit_cast<float>(static_cast<uint32_t>(Both >> 32))};
}

Number kernelcast::laneFloat(double Exact) {
  return result(Exact, 0, ScalarType::floating(64), /*IsExact=*/true);
}

bool kernelcast::isFloatOperation(const Expr &E) {
  if (E.operands().empty())
    return false;
  // The choice of a select is no float.
  const ArrayRef<const Expr *> Floats =
      E.operands().drop_front(E.op() == Op::Select ? 1 : 0);
  if ((E.type().Float && !isHeld(E.type())) ||
      any_of(Floats, [&](const Expr *Operand) {
        return Operand->type().Float && !isHeld(Operand->type());
      }))
    return false;
  switch (E.op()) {
  case Op::Add:
  case Op::Sub:
  case Op::Mul:
  case Op::Div:
  case Op::Min:
  case Op::Max:
  case Op::Negate:
  case Op::Equal:
  case Op::NotEqual:
  case Op::Less:
  case Op::LessEqual:
  case Op::Select:
  case Op::Cast:
    return true;
  case Op::Call: {
    const Function F = functionOf(E.name());
    const size_t Count = F == Function::None                                ? 0
                         : F == Function::MultiplyAdd                       ? 3
                         : F == Function::Minimum || F == Function::Maximum ? 2
                                                                            : 1;
    return Count && E.operands().size() == Count &&
           all_of(E.operands(),
                  [](const Expr *Operand) { return Operand->type().Float; });
  }
  default:
    return false;
  }
}

std::optional<int64_t> kernelcast::evaluateFloats(const Expr &E,
                                                  ArrayRef<int64_t> Operands) {
  const ScalarType T = E.type();
  if (E.op() == Op::Cast && T.Float) {
    const Number R = cast(E, Operands[0]);
    return R ? std::optional(R->packed()) : std::nullopt;
  }
  SmallVector<LaneFloat, 3> A;
  for (int64_t Operand : Operands)
    A.push_back(LaneFloat::unpacked(Operand));
  Number R;
  switch (E.op()) {
  case Op::Cast:
    if (T.Bits == 1)
      return compared(Op::NotEqual, A[0], LaneFloat());
    return integer(A[0], T);
  case Op::Equal:
  case Op::NotEqual:
  case Op::Less:
  case Op::LessEqual:
    return compared(E.op(), A[0], A[1]);
  case Op::Add:
    R = sum(A[0], A[1], T);
    break;
  case Op::Sub:
    R = sum(A[0], {-A[1].Value, A[1].Error}, T);
    break;
  case Op::Mul:
    R = product(A[0], A[1], T);
    break;
  case Op::Div:
    R = quotient(A[0], A[1], T);
    break;
  case Op::Min:
  case Op::Max:
    R = chosen(A[0], A[1], E.op() == Op::Min);
    break;
  case Op::Negate:
    R = LaneFloat{-A[0].Value, A[0].Error};
    break;
  default:
    R = called(E, A);
    // lround() and the like
    if (R && !T.Float)
      return integer(*R, T);
    break;
  }
  return R ? std::optional(R->packed()) : std::nullopt;
}
