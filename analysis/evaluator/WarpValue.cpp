//===- WarpValue.cpp - Affine lane vectors and where to split them --------===//

#include "analysis/evaluator/WarpValue.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"
#include <cassert>
#include <cstring>

using namespace llvm;
using namespace kernelcast;

WarpValue &WarpValue::operator=(const WarpValue &Other) {
  if (this == &Other)
    return *this;
  Unknown = Other.Unknown;
  Varying = Other.Varying;
  Uniform = Other.Uniform;
  Reason = Other.Reason;
  if (Varying)
    std::memcpy(Coefficient, Other.Coefficient, sizeof(Coefficient));
  if (Uniform)
    Lane[0] = Other.Lane[0];
  else
    std::memcpy(Lane, Other.Lane, sizeof(Lane));
  return *this;
}

void WarpValue::setConstant(int64_t Value) {
  Unknown = 0;
  Varying = 0;
  Uniform = true;
  Reason = nullptr;
  Lane[0] = Value;
}

void WarpValue::setUnknown(const Expr *Why) {
  setConstant(0);
  Unknown = ~LaneMask(0);
  Reason = Why;
}

void WarpValue::spread() {
  if (!Uniform)
    return;
  std::fill(Lane + 1, Lane + MaxLanes, Lane[0]);
  Uniform = false;
}

void WarpValue::addTerm(unsigned Variable, int64_t Factor, const Box &Points) {
  if (Factor == 0 || Points.Variables[Variable].Count <= 1)
    return;
  assert(!(Varying >> Variable & 1) && "one term for each variable");
  Varying |= 1u << Variable;
  Coefficient[Variable] = Factor;
}

bool WarpValue::rebase(const Box &Whole, const Box &Part) {
  for (unsigned Left = Varying; Left; Left &= Left - 1) {
    unsigned V = countr_zero(Left);
    const BoxVariable &From = Whole.Variables[V], &To = Part.Variables[V];
    const int64_t Factor = Coefficient[V];
    // Known lanes hold values of their type again; the others hold anything.
    const auto Change = static_cast<uint64_t>(Factor) *
                        static_cast<uint64_t>((To.Low - From.Low) / From.Step);
    for (unsigned L = 0; Change && L != (Uniform ? 1 : MaxLanes); ++L)
      Lane[L] = static_cast<int64_t>(static_cast<uint64_t>(Lane[L]) + Change);
    if (To.Count <= 1)
      Varying &= ~(1u << V);
    else if (MulOverflow(Factor, To.Step / From.Step, Coefficient[V]))
      return false;
  }
  return true;
}

WideRange kernelcast::typeRange(ScalarType Type) {
  if (Type.Bits >= 64)
    return {INT64_MIN, INT64_MAX};
  if (Type.Signed)
    return {-(Wide(1) << (Type.Bits - 1)), (Wide(1) << (Type.Bits - 1)) - 1};
  return {0, (Wide(1) << Type.Bits) - 1};
}

WideRange kernelcast::varyingRange(const WarpValue &A, const Box &Points) {
  WideRange R;
  for (unsigned Left = A.Varying; Left; Left &= Left - 1) {
    unsigned V = countr_zero(Left);
    Wide Span = Wide(A.Coefficient[V]) * (Points.Variables[V].Count - 1);
    (Span < 0 ? R.Low : R.High) += Span;
  }
  return R;
}

WideRange kernelcast::range(const WarpValue &A, LaneMask Lanes,
                            const Box &Points) {
  int64_t Low, High;
  if (A.Uniform) {
    Low = High = A.Lane[0];
  } else if (unsigned Last = MaxLanes - countl_zero(Lanes);
             Lanes == maskTrailingOnes<LaneMask>(Last)) {
    Low = High = A.Lane[0];
    for (unsigned L = 1; L != Last; ++L) {
      Low = std::min(Low, A.Lane[L]);
      High = std::max(High, A.Lane[L]);
    }
  } else {
    Low = High = A.Lane[countr_zero(Lanes)];
    for (LaneMask Left = Lanes; Left; Left &= Left - 1) {
      int64_t X = A.Lane[countr_zero(Left)];
      Low = std::min(Low, X);
      High = std::max(High, X);
    }
  }
  WideRange R = varyingRange(A, Points);
  return {R.Low + Low, R.High + High};
}

std::optional<unsigned> kernelcast::differingVariable(const WarpValue &A,
                                                      const WarpValue &B) {
  for (unsigned Left = A.Varying | B.Varying; Left; Left &= Left - 1)
    if (unsigned V = countr_zero(Left); A.coefficient(V) != B.coefficient(V))
      return V;
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Where to split
//===----------------------------------------------------------------------===//

bool WarpArithmetic::requestCut(unsigned Variable, int64_t Position) {
  Split = {SplitRequest::Kind::Cut, Variable, Position};
  return false;
}

bool WarpArithmetic::halve(unsigned Variable) {
  return requestCut(Variable, Points.Variables[Variable].Count / 2);
}

/// The variable of \p Among along which \p A changes most.
unsigned WarpArithmetic::widest(const WarpValue &A, uint16_t Among) const {
  unsigned Best = countr_zero(unsigned(Among));
  Wide BestSpan = -1;
  for (unsigned Left = Among; Left; Left &= Left - 1) {
    unsigned V = countr_zero(Left);
    Wide Span = Wide(A.Coefficient[V]) * (Points.Variables[V].Count - 1);
    Span = Span < 0 ? -Span : Span;
    if (Span > BestSpan)
      Best = V, BestSpan = Span;
  }
  return Best;
}

bool WarpArithmetic::separate(const WarpValue &A) {
  // Every value of the variable becomes a box of its own, so take the one with
  // the fewest.
  unsigned Best = countr_zero(unsigned(A.Varying));
  for (unsigned Left = A.Varying; Left; Left &= Left - 1) {
    unsigned V = countr_zero(Left);
    if (Points.Variables[V].Count < Points.Variables[Best].Count)
      Best = V;
  }
  return halve(Best);
}

/// Asks for a cut of the widest variable of \p A so that "A < Bound", which is
/// undecided in each of \p Lanes, gets decided for as many points as possible.
/// Along one variable the undecided points lie between two decided stretches;
/// the cut falls on the border of the first or of the second. If the other
/// variables leave the whole range undecided it is halved.
bool WarpArithmetic::cutAt(const WarpValue &A, LaneMask Lanes, Wide Bound) {
  unsigned V = widest(A, A.Varying);
  int64_t Count = Points.Variables[V].Count;
  Wide Factor = A.Coefficient[V];
  WideRange Rest = varyingRange(A, Points);
  Wide Span = Factor * (Count - 1);
  (Span < 0 ? Rest.Low : Rest.High) -= Span;
  // Make the value increase along the variable: A < B  <=>  !(-A < 1 - B).
  bool Flip = Factor < 0;
  if (Flip) {
    Factor = -Factor;
    Bound = 1 - Bound;
    Rest = {-Rest.High, -Rest.Low};
  }
  auto CeilDiv = [](Wide N, Wide D) {
    return N >= 0 ? (N + D - 1) / D : -((-N) / D);
  };
  Wide FirstBorder = Count, SecondBorder = 0;
  for (LaneMask Left = Lanes; Left; Left &= Left - 1) {
    Wide X = A.lane(countr_zero(Left));
    if (Flip)
      X = -X;
    // Below First every point is below the bound, from Second on none is.
    Wide First = CeilDiv(Bound - X - Rest.High, Factor);
    Wide Second = CeilDiv(Bound - X - Rest.Low, Factor);
    FirstBorder = std::min(FirstBorder, First);
    SecondBorder = std::max(SecondBorder, Second);
    if (A.Uniform)
      break;
  }
  if (FirstBorder > 0 && FirstBorder < Count)
    return requestCut(V, FirstBorder);
  if (SecondBorder > 0 && SecondBorder < Count)
    return requestCut(V, SecondBorder);
  return halve(V);
}

//===----------------------------------------------------------------------===//
// Shared by all operations
//===----------------------------------------------------------------------===//

bool WarpArithmetic::nonNegative(const WarpValue &A, LaneMask Lanes) {
  return range(A, Lanes, Points).Low >= 0;
}

/// Wraps \p R, whose lanes hold the exact values, around at the width of
/// \p Type. All points must wrap by the same amount in a lane.
bool WarpArithmetic::reduce(WarpValue &R, ScalarType Type, LaneMask Lanes) {
  if (Type.Bits >= 64)
    return true;
  LaneMask Known = Lanes & ~R.Unknown;
  if (!Known)
    return true;
  WideRange Allowed = typeRange(Type);
  WideRange Actual = range(R, Known, Points);
  if (Actual.Low >= Allowed.Low && Actual.High <= Allowed.High)
    return true;
  WideRange Terms = varyingRange(R, Points);
  Wide Modulus = Wide(1) << Type.Bits;
  auto Turns = [&](Wide X) {
    Wide Y = X - Allowed.Low;
    return Y >= 0 ? Y / Modulus : -((-Y + Modulus - 1) / Modulus);
  };
  for (LaneMask Left = Known; Left; Left &= Left - 1) {
    unsigned L = countr_zero(Left);
    Wide X = R.lane(L);
    Wide First = Turns(X + Terms.Low);
    if (First != Turns(X + Terms.High)) {
      return cutAt(R, LaneMask(1) << L, Allowed.Low + (First + 1) * Modulus);
    }
    if (R.Uniform)
      break;
  }
  for (unsigned L = 0, End = R.Uniform ? 1 : Width; L != End; ++L)
    R.Lane[L] = wrapToType(R.Lane[L], Type);
  // A lane that is at -1 at the first point wraps to the top and would leave
  // the range at the next; the equal number of turns above excludes that.
  return true;
}

bool kernelcast::merge(WarpValue &R, LaneMask Filled, const WarpValue &A,
                       LaneMask Lanes) {
  LaneMask OldKnown = Filled & ~Lanes & ~R.Unknown;
  LaneMask NewKnown = Lanes & ~A.Unknown;
  if (!OldKnown) {
    LaneMask Unknown = (R.Unknown & Filled & ~Lanes) | (A.Unknown & Lanes);
    const Expr *Reason = A.Unknown & Lanes ? A.Reason : R.Reason;
    R = A;
    R.Unknown = Unknown;
    R.Reason = Reason;
    return true;
  }
  if (NewKnown) {
    if (differingVariable(R, A))
      return false;
    if (!(R.Uniform && A.Uniform && R.Lane[0] == A.Lane[0])) {
      R.spread();
      for (LaneMask Left = NewKnown; Left; Left &= Left - 1) {
        unsigned L = countr_zero(Left);
        R.Lane[L] = A.lane(L);
      }
    }
  }
  R.Unknown = (R.Unknown & ~Lanes) | (A.Unknown & Lanes);
  if (A.Unknown & Lanes)
    R.Reason = A.Reason;
  return true;
}

bool kernelcast::sameLanes(const WarpValue &A, const WarpValue &B,
                           LaneMask Lanes) {
  LaneMask Known = Lanes & ~A.Unknown;
  if (Known != (Lanes & ~B.Unknown))
    return false;
  if (!Known)
    return true;
  if (differingVariable(A, B))
    return false;
  if (A.Uniform && B.Uniform)
    return A.Lane[0] == B.Lane[0];
  for (LaneMask Left = Known; Left; Left &= Left - 1)
    if (unsigned L = countr_zero(Left); A.lane(L) != B.lane(L))
      return false;
  return true;
}
