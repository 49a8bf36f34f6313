//===- WarpArithmetic.cpp - Operations on warp values ---------------------===//
//
// foldInteger() defines what an operation means. Here it is applied lane by
// lane where no operand varies over the box; the affine cases are the laws of
// integer arithmetic under the proof that nothing wraps (see WarpValue.h).
// Division, shifts to the right and bit operations are in WarpDivision.cpp.
//===----------------------------------------------------------------------===//

#include "analysis/evaluator/LaneFloats.h"
#include "analysis/evaluator/WarpValue.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include <cassert>
#include <numeric>

using namespace llvm;
using namespace kernelcast;

template <typename Function>
void WarpArithmetic::eachLane(const WarpValue &A, const WarpValue &B,
                              WarpValue &R, Function F) const {
  R.Uniform = A.Uniform && B.Uniform;
  if (R.Uniform) {
    R.Lane[0] = F(A.Lane[0], B.Lane[0]);
  } else if (A.Uniform) {
    int64_t X = A.Lane[0];
    for (unsigned L = 0; L != Width; ++L)
      R.Lane[L] = F(X, B.Lane[L]);
  } else if (B.Uniform) {
    int64_t Y = B.Lane[0];
    for (unsigned L = 0; L != Width; ++L)
      R.Lane[L] = F(A.Lane[L], Y);
  } else {
    for (unsigned L = 0; L != Width; ++L)
      R.Lane[L] = F(A.Lane[L], B.Lane[L]);
  }
}

static int64_t wrappingAdd(int64_t A, int64_t B) {
  return static_cast<int64_t>(static_cast<uint64_t>(A) +
                              static_cast<uint64_t>(B));
}
static int64_t wrappingMultiply(int64_t A, int64_t B) {
  return static_cast<int64_t>(static_cast<uint64_t>(A) *
                              static_cast<uint64_t>(B));
}
static bool fits64(WideRange R) {
  return R.Low >= INT64_MIN && R.High <= INT64_MAX;
}
static void joinUnknown(const WarpValue &A, const WarpValue &B, WarpValue &R) {
  R.Unknown = A.Unknown | B.Unknown;
  R.Reason = A.Unknown ? A.Reason : B.Reason;
}

bool WarpArithmetic::pointwise(Op Operation, ScalarType Type,
                               const WarpValue &A, const WarpValue &B,
                               LaneMask Lanes, WarpValue &R) {
  joinUnknown(A, B, R);
  R.Varying = 0;
  R.Uniform = A.Uniform && B.Uniform;
  auto LanesOf = [&](auto &X) {
    return ArrayRef(X.Lane, X.Uniform ? 1 : Width);
  };
  const LaneMask Wanted =
      R.Uniform ? 1 : Lanes & maskTrailingOnes<LaneMask>(Width);
  LaneMask Known = foldIntegers(Operation, Type, LanesOf(A), LanesOf(B), Wanted,
                                {R.Lane, R.Uniform ? 1 : Width});
  // Division by zero: undefined, so nothing is known of these lanes.
  if (LaneMask Undefined = Wanted & ~Known)
    R.Unknown |= R.Uniform ? ~LaneMask(0) : Undefined;
  return true;
}

/// R = A + Factor * B with Factor 1 or -1.
bool WarpArithmetic::addScaled(const WarpValue &A, const WarpValue &B,
                               int64_t Factor, LaneMask Lanes, ScalarType Type,
                               WarpValue &R) {
  joinUnknown(A, B, R);
  R.Varying = 0;
  for (unsigned Left = A.Varying | B.Varying; Left; Left &= Left - 1) {
    unsigned V = countr_zero(Left);
    Wide Sum = Wide(A.coefficient(V)) + Wide(Factor) * B.coefficient(V);
    if (Sum < INT64_MIN || Sum > INT64_MAX)
      return halve(V);
    if (Sum) {
      R.Varying |= 1u << V;
      R.Coefficient[V] = static_cast<int64_t>(Sum);
    }
  }
  LaneMask Known = Lanes & ~R.Unknown;
  if (Type.Bits >= 64 && Known) {
    WideRange X = range(A, Known, Points), Y = range(B, Known, Points);
    WideRange Sum = Factor > 0 ? WideRange{X.Low + Y.Low, X.High + Y.High}
                               : WideRange{X.Low - Y.High, X.High - Y.Low};
    // Wrap-around of 64 bits is left to single points.
    if (!fits64(Sum) && R.Varying)
      return halve(widest(R, R.Varying));
  }
  if (Factor > 0)
    eachLane(A, B, R, [](int64_t X, int64_t Y) { return wrappingAdd(X, Y); });
  else
    eachLane(A, B, R, [](int64_t X, int64_t Y) {
      return static_cast<int64_t>(static_cast<uint64_t>(X) -
                                  static_cast<uint64_t>(Y));
    });
  return reduce(R, Type, Lanes);
}

/// R = A * Factor.
bool WarpArithmetic::scale(const WarpValue &A, int64_t Factor, LaneMask Lanes,
                           ScalarType Type, WarpValue &R) {
  // Times 2^32 - s, an unsigned value counts down by s: all but zero is the
  // same multiple of 2^32 away from its place, where the large factor would
  // take every point another one.
  if (!Type.Signed && Type.Bits < 64 && Factor > typeRange(Type).High / 2)
    Factor -= int64_t(1) << Type.Bits;
  R.Unknown = A.Unknown;
  R.Reason = A.Reason;
  R.Varying = Factor ? A.Varying : 0;
  LaneMask Known = Lanes & ~A.Unknown;
  if (Factor && A.Varying && Known) {
    WideRange X = range(A, Known, Points);
    Wide First, Last;
    if (__builtin_mul_overflow(X.Low, Wide(Factor), &First) ||
        __builtin_mul_overflow(X.High, Wide(Factor), &Last) ||
        !fits64({std::min(First, Last), std::max(First, Last)}))
      return halve(widest(A, A.Varying));
    // The span of one term is not wider than the whole range.
    for (unsigned Left = A.Varying; Left; Left &= Left - 1) {
      unsigned V = countr_zero(Left);
      R.Coefficient[V] = wrappingMultiply(A.Coefficient[V], Factor);
    }
  }
  R.Uniform = A.Uniform;
  bool Exact = true;
  for (unsigned L = 0, End = A.Uniform ? 1 : Width; L != End; ++L)
    Exact &= !__builtin_mul_overflow(A.Lane[L], Factor, &R.Lane[L]);
  if (!Exact && !R.Varying) {
    for (unsigned L = 0, End = A.Uniform ? 1 : Width; L != End; ++L)
      R.Lane[L] = wrapToType(R.Lane[L], Type);
    return true;
  }
  return reduce(R, Type, Lanes);
}

bool WarpArithmetic::multiply(const WarpValue &A, const WarpValue &B,
                              LaneMask Lanes, ScalarType Type, WarpValue &R) {
  LaneMask Known = Lanes & ~(A.Unknown | B.Unknown);
  if (!Known) {
    R.setUnknown(A.Unknown ? A.Reason : B.Reason);
    return true;
  }
  if (!A.Varying && !B.Varying) {
    if (B.Uniform && !B.Unknown)
      return scale(A, B.Lane[0], Lanes, Type, R);
    return pointwise(Op::Mul, Type, A, B, Lanes, R);
  }
  if (A.Varying && B.Varying)
    return Points.Variables[widest(A, A.Varying)].Count <
                   Points.Variables[widest(B, B.Varying)].Count
               ? separate(A)
               : separate(B);
  const WarpValue &Affine = A.Varying ? A : B;
  const WarpValue &Fixed = A.Varying ? B : A;
  int64_t Factor = Fixed.lane(countr_zero(Known));
  if (!Fixed.Uniform)
    for (LaneMask Left = Known; Left; Left &= Left - 1)
      if (Fixed.Lane[countr_zero(Left)] != Factor)
        return separate(Affine); // the factor would differ from lane to lane
  if (!scale(Affine, Factor, Known, Type, R))
    return false;
  R.Unknown = A.Unknown | B.Unknown;
  R.Reason = A.Unknown ? A.Reason : B.Reason;
  return true;
}

bool WarpArithmetic::compare(Op Operation, ScalarType Operand,
                             const WarpValue &A, const WarpValue &B,
                             LaneMask Lanes, WarpValue &R) {
  if (!A.Varying && !B.Varying)
    return pointwise(Operation, Operand, A, B, Lanes, R);
  joinUnknown(A, B, R);
  R.Varying = 0;
  LaneMask Known = Lanes & ~R.Unknown;
  if (!Known) {
    R.setUnknown(R.Reason);
    return true;
  }
  const WarpValue &Changing = A.Varying ? A : B;
  if (Operand.Bits >= 64) {
    WideRange X = range(A, Known, Points), Y = range(B, Known, Points);
    bool Ordered = Operation == Op::Less || Operation == Op::LessEqual;
    if (Ordered && !Operand.Signed && (X.Low < 0 || Y.Low < 0)) {
      // Above 2^63: the order is not the one of the representation.
      if (A.Varying && X.Low < 0 && X.High >= 0)
        return cutAt(A, Known, 0);
      if (B.Varying && Y.Low < 0 && Y.High >= 0)
        return cutAt(B, Known, 0);
      if ((X.Low < 0) != (X.High < 0) || (Y.Low < 0) != (Y.High < 0))
        return separate(Changing);
      if ((X.Low < 0) != (Y.Low < 0)) { // one side is above all of the other
        R.setConstant(Y.Low < 0);
        joinUnknown(A, B, R);
        return true;
      }
    }
    if (!fits64({X.Low - Y.High, X.High - Y.Low}))
      return halve(widest(Changing, Changing.Varying));
  }
  // The sign of the difference decides.
  WarpValue D;
  if (!addScaled(A, B, -1, Known, ScalarType::integer(64, true), D))
    return false;
  WideRange Terms = varyingRange(D, Points);
  R.Uniform = D.Uniform;
  LaneMask Undecided = 0;
  Wide Bound = 0;
  auto Consider = [&](unsigned L) -> int64_t {
    Wide Low = Terms.Low + D.Lane[L], High = Terms.High + D.Lane[L];
    switch (Operation) {
    case Op::Less:
    case Op::LessEqual:
      Bound = Operation == Op::LessEqual;
      if (High < Bound)
        return 1;
      if (Low < Bound)
        Undecided |= LaneMask(1) << L;
      return 0;
    default: {
      bool IfEqual = Operation == Op::Equal;
      if (Low > 0 || High < 0)
        return !IfEqual;
      if (Low == High)
        return IfEqual;
      int64_t Divisor = 0;
      for (unsigned Left = D.Varying; Left; Left &= Left - 1)
        Divisor = std::gcd(Divisor, D.Coefficient[countr_zero(Left)]);
      if (Divisor > 1 && D.Lane[L] % Divisor != 0)
        return !IfEqual;
      if (!Undecided) {
        Undecided = LaneMask(1) << L;
        Bound = Low < 0 ? 0 : 1;
      }
      return 0;
    }
    }
  };
  if (R.Uniform) {
    R.Lane[0] = Consider(0);
  } else {
    for (unsigned L = 0; L != Width; ++L)
      R.Lane[L] = Known >> L & 1 ? Consider(L) : 0;
  }
  return !Undecided || cutAt(D, Undecided, Bound);
}

bool WarpArithmetic::truth(Op Operation, const WarpValue &A, const WarpValue &B,
                           LaneMask Lanes, WarpValue &R) {
  if (!pointwise(Operation, ScalarType::truth(), A, B, Lanes, R))
    return false;
  if (!R.Unknown || (Operation != Op::And && Operation != Op::Or))
    return true;
  // false && x and true || x are known whatever x is.
  int64_t Absorbing = Operation == Op::Or;
  R.spread();
  for (LaneMask Left = R.Unknown & Lanes; Left; Left &= Left - 1) {
    unsigned L = countr_zero(Left);
    LaneMask Bit = LaneMask(1) << L;
    if ((!(A.Unknown & Bit) && A.lane(L) == Absorbing) ||
        (!(B.Unknown & Bit) && B.lane(L) == Absorbing)) {
      R.Unknown &= ~Bit;
      R.Lane[L] = Absorbing;
    }
  }
  return true;
}

bool WarpArithmetic::binary(Op Operation, ScalarType Operand,
                            const WarpValue &A, const WarpValue &B,
                            LaneMask Lanes, WarpValue &R) {
  if (Operand.Bits == 1 && !Operand.Float)
    return truth(Operation, A, B, Lanes, R);
  switch (Operation) {
  case Op::Add:
    return addScaled(A, B, 1, Lanes, Operand, R);
  case Op::Sub:
    return addScaled(A, B, -1, Lanes, Operand, R);
  case Op::Mul:
    return multiply(A, B, Lanes, Operand, R);
  case Op::Equal:
  case Op::NotEqual:
  case Op::Less:
  case Op::LessEqual:
    return compare(Operation, Operand, A, B, Lanes, R);
  case Op::Min:
  case Op::Max:
    assert(!A.Varying && !B.Varying && "a choice between lanes");
    return pointwise(Operation, Operand, A, B, Lanes, R);
  default:
    return bitwise(Operation, Operand, A, B, Lanes, R);
  }
}

bool WarpArithmetic::unary(Op Operation, ScalarType Type, const WarpValue &A,
                           LaneMask Lanes, WarpValue &R) {
  WarpValue Other;
  if (Operation == Op::Negate)
    return scale(A, -1, Lanes, Type, R);
  if (Operation == Op::Not) {
    // ~x = -1 - x; of an unsigned type: its largest value minus x.
    bool Ones = Type.Signed || Type.Bits >= 64;
    Other.setConstant(Ones ? -1 : static_cast<int64_t>(typeRange(Type).High));
    return addScaled(Other, A, -1, Lanes, Type, R);
  }
  if (A.Varying) // FloorLog2
    return separate(A);
  Other.setConstant(0);
  return pointwise(Operation, Type, A, Other, Lanes, R);
}

bool WarpArithmetic::cast(ScalarType To, const WarpValue &A, LaneMask Lanes,
                          WarpValue &R) {
  if (To.Bits == 1 && A.Varying) // truth values never vary
    return separate(A);
  R = A;
  return reduce(R, To, Lanes);
}

void WarpArithmetic::floats(const Expr &E, ArrayRef<const WarpValue *> Operands,
                            LaneMask Lanes, WarpValue &R) {
  R.setConstant(0);
  for (const WarpValue *Operand : Operands) {
    assert(!Operand->Varying && "a float at several points");
    R.Uniform &= Operand->Uniform;
    if (!R.Unknown)
      R.Reason = Operand->Reason;
    R.Unknown |= Operand->Unknown;
  }
  SmallVector<int64_t, 3> Values(Operands.size());
  for (unsigned L = 0, End = R.Uniform ? 1 : Width; L != End; ++L) {
    R.Lane[L] = 0;
    if (!R.Uniform && !(Lanes & ~R.Unknown & LaneMask(1) << L))
      continue;
    for (auto [Value, Operand] : zip(Values, Operands))
      Value = Operand->lane(L);
    if (const std::optional<int64_t> X = evaluateFloats(E, Values)) {
      R.Lane[L] = *X;
      continue;
    }
    if (!R.Unknown)
      R.Reason = E.type().Float ? &E : E.operand(0);
    R.Unknown |= R.Uniform ? ~LaneMask(0) : LaneMask(1) << L;
  }
}
