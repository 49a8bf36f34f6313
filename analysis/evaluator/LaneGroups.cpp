//===- LaneGroups.cpp - Operations group by group -------------------------===//

#include "analysis/evaluator/LaneGroups.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace kernelcast;

unsigned GroupedValue::varying() const {
  unsigned Variables = First.Varying;
  for (const LaneGroup &G : Others)
    Variables |= G.Value.Varying;
  return Variables;
}

bool GroupedValue::rebase(const Box &Whole, const Box &Part) {
  return First.rebase(Whole, Part) && all_of(Others, [&](LaneGroup &G) {
           return G.Value.rebase(Whole, Part);
         });
}

void GroupedValue::forget(LaneMask Lanes, const Expr *Why) {
  auto Forget = [&](WarpValue &V) {
    V.Unknown |= Lanes;
    if (V.Unknown && !V.Reason)
      V.Reason = Why;
  };
  Forget(First);
  for (LaneGroup &G : Others)
    Forget(G.Value);
}

LaneMask GroupedValue::apart() const {
  LaneMask Lanes = 0;
  for (const LaneGroup &G : Others)
    Lanes |= G.Lanes;
  return Lanes;
}

bool kernelcast::sameLanes(const GroupedValue &A, const GroupedValue &B,
                           LaneMask Lanes) {
  return A.forEachGroup(Lanes, [&](const WarpValue &X, LaneMask OfX) {
    return B.forEachGroup(OfX, [&](const WarpValue &Y, LaneMask OfBoth) {
      return sameLanes(X, Y, OfBoth);
    });
  });
}

LaneMask kernelcast::trueLanes(const WarpValue &Truth, unsigned Width) {
  if (Truth.Uniform)
    return Truth.Lane[0] ? ~LaneMask(0) : 0;
  LaneMask True = 0;
  for (unsigned L = 0; L != Width; ++L)
    True |= LaneMask(Truth.Lane[L] != 0) << L;
  return True;
}

//===----------------------------------------------------------------------===//
// Bringing groups together
//===----------------------------------------------------------------------===//

/// Puts \p Lanes, which are in no other group of \p R, into a group that moves
/// as they do.
bool GroupedArithmetic::place(GroupedValue &R, LaneMask Filled,
                              const WarpValue &A, LaneMask Lanes) {
  if (kernelcast::merge(R.First, Filled & ~R.apart(), A, Lanes))
    return true;
  for (LaneGroup &G : R.Others)
    if (kernelcast::merge(G.Value, Filled & G.Lanes, A, Lanes)) {
      G.Lanes |= Lanes;
      return true;
    }
  if (1 + R.Others.size() == MaxLaneGroups) {
    auto Differing = differingVariable(R.First, A);
    assert(Differing && "values that did not merge differ");
    return Differing && Alike.halve(*Differing);
  }
  R.Others.push_back({Lanes, A});
  return true;
}

bool GroupedArithmetic::merge(GroupedValue &R, LaneMask Filled,
                              const GroupedValue &A, LaneMask Lanes) {
  if (R.isOneGroup() && A.isOneGroup() &&
      kernelcast::merge(R.First, Filled, A.First, Lanes))
    return true;
  // Made anew, so that no group is left without lanes or equal to another.
  GroupedValue Result;
  Result.setUnknown(nullptr);
  LaneMask Placed = 0;
  auto Add = [&](const WarpValue &X, LaneMask OfX) {
    if (!place(Result, Placed, X, OfX))
      return false;
    Placed |= OfX;
    return true;
  };
  if (!R.forEachGroup(Filled & ~Lanes, Add) || !A.forEachGroup(Lanes, Add))
    return false;
  R = std::move(Result);
  return true;
}

const WarpValue *GroupedArithmetic::alike(const GroupedValue &A, LaneMask Lanes,
                                          WarpValue &Storage) {
  if (A.isOneGroup())
    return &A.First;
  Storage.setUnknown(nullptr);
  LaneMask Filled = 0;
  bool Good = A.forEachGroup(Lanes, [&](const WarpValue &X, LaneMask OfX) {
    if (!kernelcast::merge(Storage, Filled, X, OfX))
      return Alike.halve(*differingVariable(Storage, X));
    Filled |= OfX;
    return true;
  });
  return Good ? &Storage : nullptr;
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

bool GroupedArithmetic::binary(Op Operation, ScalarType Operand,
                               const GroupedValue &A, const GroupedValue &B,
                               LaneMask Lanes, GroupedValue &R) {
  bool IsMin = Operation == Op::Min;
  if ((IsMin || Operation == Op::Max) && (A.varies() || B.varies())) {
    GroupedValue Below;
    return binary(Op::Less, Operand, A, B, Lanes, Below) &&
           select(Below, IsMin ? A : B, IsMin ? B : A, Lanes, R);
  }
  if (A.isOneGroup() && B.isOneGroup()) {
    R.Others.clear();
    return Alike.binary(Operation, Operand, A.First, B.First, Lanes, R.First);
  }
  R.setUnknown(nullptr);
  LaneMask Filled = 0;
  WarpValue Part;
  return A.forEachGroup(Lanes, [&](const WarpValue &X, LaneMask OfX) {
    return B.forEachGroup(OfX, [&](const WarpValue &Y, LaneMask OfBoth) {
      if (!Alike.binary(Operation, Operand, X, Y, OfBoth, Part) ||
          !place(R, Filled, Part, OfBoth))
        return false;
      Filled |= OfBoth;
      return true;
    });
  });
}

template <typename Function>
bool GroupedArithmetic::perGroup(const GroupedValue &A, LaneMask Lanes,
                                 GroupedValue &R, Function Operation) {
  R.Others.clear();
  if (A.isOneGroup())
    return Operation(A.First, Lanes, R.First);
  R.setUnknown(nullptr);
  LaneMask Filled = 0;
  WarpValue Part;
  return A.forEachGroup(Lanes, [&](const WarpValue &X, LaneMask OfX) {
    if (!Operation(X, OfX, Part) || !place(R, Filled, Part, OfX))
      return false;
    Filled |= OfX;
    return true;
  });
}

bool GroupedArithmetic::unary(Op Operation, ScalarType Type,
                              const GroupedValue &A, LaneMask Lanes,
                              GroupedValue &R) {
  return perGroup(A, Lanes, R,
                  [&](const WarpValue &X, LaneMask OfX, WarpValue &Result) {
                    return Alike.unary(Operation, Type, X, OfX, Result);
                  });
}

bool GroupedArithmetic::cast(ScalarType To, const GroupedValue &A,
                             LaneMask Lanes, GroupedValue &R) {
  return perGroup(A, Lanes, R,
                  [&](const WarpValue &X, LaneMask OfX, WarpValue &Result) {
                    return Alike.cast(To, X, OfX, Result);
                  });
}

bool GroupedArithmetic::floats(const Expr &E,
                               ArrayRef<const GroupedValue *> Operands,
                               LaneMask Lanes, bool MaySplit, GroupedValue &R) {
  std::array<WarpValue, 3> Storage;
  SmallVector<const WarpValue *, 3> Values;
  for (const GroupedValue *Operand : Operands)
    if (Operand->isOneGroup() && !(Lanes & ~Operand->First.Unknown)) {
      R.setUnknown(Operand->First.Reason); // and needs no split
      return true;
    }
  for (const GroupedValue *Operand : Operands) {
    const WarpValue *Varying = nullptr;
    Operand->forEachGroup(Lanes, [&](const WarpValue &X, LaneMask) {
      Varying = X.Varying ? &X : nullptr;
      return !Varying;
    });
    if (Varying && MaySplit)
      return Alike.separate(*Varying);
    if (Varying) {
      R.setUnknown(E.type().Float ? &E : E.operand(0));
      return true;
    }
    // Of groups without coefficients there is one.
    Values.push_back(alike(*Operand, Lanes, Storage[Values.size()]));
  }
  R.Others.clear();
  Alike.floats(E, Values, Lanes, R.First);
  return true;
}

bool GroupedArithmetic::select(const GroupedValue &Condition,
                               const GroupedValue &A, const GroupedValue &B,
                               LaneMask Lanes, GroupedValue &R) {
  WarpValue Storage;
  const WarpValue *Truth = alike(Condition, Lanes, Storage);
  if (!Truth)
    return false;
  LaneMask True = trueLanes(*Truth, Width);
  LaneMask Known = Lanes & ~Truth->Unknown;
  LaneMask UseA = Known & True, UseB = Known & ~True;
  R.setUnknown(Truth->Reason);
  LaneMask Filled = Lanes & Truth->Unknown;
  if (UseA && !merge(R, Filled, A, UseA))
    return false;
  Filled |= UseA;
  return !UseB || merge(R, Filled, B, UseB);
}
