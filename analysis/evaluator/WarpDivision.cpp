//===- WarpDivision.cpp - Quotients, remainders and bits of warp values ---===//
//
// x = c + sum a[v] i[v] divided by a constant D > 0. Split every coefficient
// into a[v] = D b[v] + s[v] with |s[v]| < D. If the residual c + sum s[v] i[v]
// stays between two neighbouring multiples q D and (q + 1) D over the box, the
// quotient is q + sum b[v] i[v] and the remainder the residual minus q D.
// Otherwise the box is cut where the residual passes a multiple of D, or, if
// that happens more often than the remainder has a period, by residue.
//
// Bits: the low t bits of x do not vary if 2^t divides all coefficients. Masks
// of neighbouring bits are remainders by powers of two.
//===----------------------------------------------------------------------===//

#include "analysis/evaluator/WarpValue.h"
#include "llvm/ADT/bit.h"
#include <numeric>

using namespace llvm;
using namespace kernelcast;

/// The largest period for which a box is split into residue classes.
static constexpr int64_t MaxPeriod = 4096;

static Wide floorDivide(Wide N, Wide D) {
  return N >= 0 ? N / D : -((-N + D - 1) / D);
}

bool WarpArithmetic::divide(const WarpValue &A, int64_t Divisor, Rounding Round,
                            bool Remainder, LaneMask Lanes, WarpValue &R) {
  R.Unknown = A.Unknown;
  R.Reason = A.Reason;
  R.Varying = 0;
  R.Uniform = A.Uniform;
  LaneMask Known = Lanes & ~A.Unknown;
  if (!Known) {
    R.setUnknown(A.Reason);
    return true;
  }
  WarpValue Residual = A;
  Residual.Varying = 0;
  for (unsigned Left = A.Varying; Left; Left &= Left - 1) {
    unsigned V = countr_zero(Left);
    int64_t Quotient = A.Coefficient[V] / Divisor;
    int64_t Rest = A.Coefficient[V] % Divisor;
    if (Rest) {
      Residual.Varying |= 1u << V;
      Residual.Coefficient[V] = Rest;
    }
    if (int64_t Factor = Remainder ? Rest : Quotient) {
      R.Varying |= 1u << V;
      R.Coefficient[V] = Factor;
    }
  }
  WideRange All = varyingRange(A, Points);
  WideRange Terms = varyingRange(Residual, Points);
  for (unsigned L = 0, End = A.Uniform ? 1 : Width; L != End; ++L) {
    if (!A.Uniform && !(Known >> L & 1)) {
      R.Lane[L] = 0;
      continue;
    }
    Wide X = A.Lane[L];
    // Truncation rounds values below zero upwards.
    bool Upwards = Round == Rounding::Truncate && X + All.Low < 0;
    if (Upwards && X + All.High > 0 && (Residual.Varying || X % Divisor != 0))
      return cutAt(A, LaneMask(1) << L, 0);
    Wide Low = X + Terms.Low, High = X + Terms.High;
    if (Upwards) // ceil(x / D) = floor((x + D - 1) / D)
      Low += Divisor - 1, High += Divisor - 1;
    Wide Quotient = floorDivide(Low, Divisor);
    if (floorDivide(High, Divisor) != Quotient) {
      unsigned V = widest(Residual, Residual.Varying);
      int64_t Period = Divisor / std::gcd(Divisor, Residual.Coefficient[V]);
      int64_t Count = Points.Variables[V].Count;
      Wide Span = Wide(Residual.Coefficient[V]) * (Count - 1);
      Wide Crossings = (Span < 0 ? -Span : Span) / Divisor;
      if (Period <= MaxPeriod && Period < Count && Crossings >= Period) {
        Split = {SplitRequest::Kind::Residue, V, Period};
        return false;
      }
      Wide Bound = (Quotient + 1) * Divisor;
      return cutAt(Residual, LaneMask(1) << L,
                   Upwards ? Bound - (Divisor - 1) : Bound);
    }
    R.Lane[L] =
        static_cast<int64_t>(Remainder ? X - Quotient * Divisor : Quotient);
  }
  return true;
}

/// And, Or, Xor of a varying \p A with lane constants \p Mask: the bits below
/// the lowest varying one are combined lane by lane, those above must be all
/// clear or all set in the mask.
bool WarpArithmetic::maskBits(ScalarType Type, const WarpValue &A,
                              const WarpValue &Mask, Op Operation,
                              LaneMask Lanes, WarpValue &R) {
  int64_t Divisor = 0;
  for (unsigned Left = A.Varying; Left; Left &= Left - 1)
    Divisor |= A.Coefficient[countr_zero(Left)];
  unsigned Fixed = countr_zero(static_cast<uint64_t>(Divisor));
  LaneMask Known = Lanes & ~(A.Unknown | Mask.Unknown);
  if (!Known || Fixed >= 63)
    return Known ? separate(A)
                 : (R.setUnknown(A.Unknown ? A.Reason : Mask.Reason), true);
  int64_t Ones = Type.Signed || Type.Bits >= 64
                     ? -1
                     : static_cast<int64_t>(typeRange(Type).High) >> Fixed;
  int64_t High = Mask.lane(countr_zero(Known)) >> Fixed;
  if (High != 0 && High != Ones)
    return separate(A);
  if (!Mask.Uniform)
    for (LaneMask Left = Known; Left; Left &= Left - 1)
      if (Mask.Lane[countr_zero(Left)] >> Fixed != High)
        return separate(A);
  R.Unknown = A.Unknown | Mask.Unknown;
  R.Reason = A.Unknown ? A.Reason : Mask.Reason;
  bool Clear = High == 0;
  R.Varying = 0;
  bool Keeps = Operation == Op::And  ? !Clear
               : Operation == Op::Or ? Clear
                                     : true;
  bool Negates = Operation == Op::Xor && !Clear;
  if (Keeps)
    for (unsigned Left = A.Varying; Left; Left &= Left - 1) {
      unsigned V = countr_zero(Left);
      R.Varying |= 1u << V;
      R.Coefficient[V] = Negates ? -A.Coefficient[V] : A.Coefficient[V];
    }
  R.Uniform = A.Uniform && Mask.Uniform;
  for (unsigned L = 0, End = R.Uniform ? 1 : Width; L != End; ++L) {
    int64_t X = A.lane(L), Y = Mask.lane(L);
    R.Lane[L] = Operation == Op::And  ? X & Y
                : Operation == Op::Or ? X | Y
                                      : X ^ Y;
  }
  return true;
}

/// The value that \p A has in all of \p Known at every point, if it is one.
static std::optional<int64_t> constantOf(const WarpValue &A, LaneMask Known) {
  if (A.Varying || A.Unknown)
    return std::nullopt;
  int64_t Value = A.lane(countr_zero(Known));
  if (!A.Uniform)
    for (LaneMask Left = Known; Left; Left &= Left - 1)
      if (A.Lane[countr_zero(Left)] != Value)
        return std::nullopt;
  return Value;
}

/// A / B, A % B, A << B and A >> B where something varies.
bool WarpArithmetic::divideOrShift(Op Operation, ScalarType Type,
                                   const WarpValue &A, const WarpValue &B,
                                   LaneMask Known, LaneMask Lanes,
                                   WarpValue &R) {
  std::optional<int64_t> Constant = constantOf(B, Known);
  const bool Shifts = Operation == Op::Shl || Operation == Op::Shr;
  if (!Constant ||
      (Shifts && (*Constant < 0 || *Constant >= Type.Bits || *Constant > 62)))
    return separate(B.Varying ? B : A);
  const int64_t By = *Constant;
  if (Operation == Op::Shl)
    return scale(A, int64_t(1) << By, Lanes, Type, R);
  if (!Shifts && (By == 0 || By == INT64_MIN ||
                  (By < 0 && !Type.Signed))) // undefined, or above 2^63
    return separate(A);
  if (Type.Bits >= 64 && !Type.Signed && !nonNegative(A, Known))
    return range(A, Known, Points).High >= 0 ? cutAt(A, Known, 0) : separate(A);
  if (Operation == Op::Shr)
    return divide(A, int64_t(1) << By, Rounding::Floor, false, Known, R);
  const bool Remainder = Operation == Op::Rem;
  if (!divide(A, By < 0 ? -By : By, Rounding::Truncate, Remainder, Known, R))
    return false;
  if (Remainder || By > 0)
    return true;
  WarpValue Quotient = R;
  return scale(Quotient, -1, Lanes, Type, R);
}

/// And, Or, Xor of two varying values: possible where they have no bit in
/// common, since the or is then the sum.
bool WarpArithmetic::combineBits(Op Operation, ScalarType Type,
                                 const WarpValue &A, const WarpValue &B,
                                 LaneMask Known, LaneMask Lanes, WarpValue &R) {
  for (auto [Low, High] : {std::pair(&A, &B), std::pair(&B, &A)}) {
    WideRange Small = range(*Low, Known, Points);
    if (Small.Low < 0)
      continue;
    uint64_t Bits = 0;
    for (unsigned Left = High->Varying; Left; Left &= Left - 1)
      Bits |= High->Coefficient[countr_zero(Left)];
    for (LaneMask Left = Known; Left; Left &= Left - 1)
      Bits |= High->lane(countr_zero(Left));
    unsigned Zeros = std::min(countr_zero(Bits), 62);
    if (Small.High >= (Wide(1) << Zeros))
      continue;
    if (Operation != Op::And)
      return addScaled(A, B, 1, Lanes, Type, R);
    R.setConstant(0);
    R.Unknown = A.Unknown | B.Unknown;
    R.Reason = A.Unknown ? A.Reason : B.Reason;
    return true;
  }
  return Points.Variables[widest(A, A.Varying)].Count <
                 Points.Variables[widest(B, B.Varying)].Count
             ? separate(A)
             : separate(B);
}

/// The bits \p First to \p Last - 1 of \p A, the others 0.
bool WarpArithmetic::keepBits(ScalarType Type, const WarpValue &A,
                              unsigned First, unsigned Last, LaneMask Known,
                              WarpValue &R) {
  WarpValue Upper = A, Lower;
  if (Last < Type.Bits && Last < 63 &&
      !divide(A, int64_t(1) << Last, Rounding::Floor, true, Known, Upper))
    return false;
  if (Last < Type.Bits && Last >= 63)
    return separate(A);
  if (First == 0) {
    R = Upper;
    return true;
  }
  if (First > 62)
    return separate(A);
  if (!divide(A, int64_t(1) << First, Rounding::Floor, true, Known, Lower))
    return false;
  return addScaled(Upper, Lower, -1, Known, Type, R);
}

bool WarpArithmetic::bitwise(Op Operation, ScalarType Type, const WarpValue &A,
                             const WarpValue &B, LaneMask Lanes, WarpValue &R) {
  if (!A.Varying && !B.Varying)
    return pointwise(Operation, Type, A, B, Lanes, R);
  LaneMask Known = Lanes & ~(A.Unknown | B.Unknown);
  if (!Known) {
    R.setUnknown(A.Unknown ? A.Reason : B.Reason);
    return true;
  }
  if (Operation != Op::And && Operation != Op::Or && Operation != Op::Xor)
    return divideOrShift(Operation, Type, A, B, Known, Lanes, R);
  if (A.Varying && B.Varying)
    return combineBits(Operation, Type, A, B, Known, Lanes, R);
  if (!A.Varying)
    return bitwise(Operation, Type, B, A, Lanes, R);
  std::optional<int64_t> Constant = constantOf(B, Known);
  if (Operation == Op::And && Constant) {
    uint64_t Mask = static_cast<uint64_t>(*Constant);
    if (Type.Bits < 64)
      Mask &= (uint64_t(1) << Type.Bits) - 1;
    // One run of set bits?
    unsigned First = Mask ? countr_zero(Mask) : 0;
    unsigned Last = First + countr_one(Mask >> First);
    if (Mask && (Last >= 64 || Mask >> Last == 0))
      return keepBits(Type, A, First, Last, Known, R);
  }
  return maskBits(Type, A, B, Operation, Lanes, R);
}
