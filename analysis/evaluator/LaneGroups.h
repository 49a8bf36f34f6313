//===- LaneGroups.h - Lanes that move with the box in several ways --------===//
//
// All lanes of a warp value have the same coefficients. Where the lanes of a
// warp choose between values that move with the box in different ways (the
// first lanes of a tile walk down its border, the others keep a zero there)
// there is no such value. A grouped value holds one warp value for each group
// of lanes that move alike. An operation is carried out for each pair of groups
// of its operands, and results whose coefficients agree become one group again.
//
// Without groups the box would have to be cut until nothing moves in it: one
// evaluation for each point. That remains the last resort, for values of more
// than MaxLaneGroups groups and for uses that need all lanes to move alike.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_EVALUATOR_LANEGROUPS_H
#define KERNELCAST_ANALYSIS_EVALUATOR_LANEGROUPS_H

#include "analysis/evaluator/WarpValue.h"
#include "llvm/ADT/SmallVector.h"

namespace kernelcast {

inline constexpr unsigned MaxLaneGroups = 4;

/// What some lanes hold; the other lanes of \c Value are not defined.
struct LaneGroup {
  LaneMask Lanes = 0;
  WarpValue Value;
};

/// No two groups have the same coefficients.
struct GroupedValue {
  WarpValue First; ///< of all lanes that are in no other group
  llvm::SmallVector<LaneGroup, 0> Others; ///< disjoint, none empty

  GroupedValue() = default;
  GroupedValue(const WarpValue &A) : First(A) {}

  void setUnknown(const Expr *Why) {
    First.setUnknown(Why);
    Others.clear();
  }
  /// Of the lanes that were known, \p Lanes no longer are, because of \p Why.
  void forget(LaneMask Lanes, const Expr *Why);
  bool isOneGroup() const { return Others.empty(); }
  bool varies() const { return varying() != 0; }
  /// The variables with a coefficient in any group, a bit for each.
  unsigned varying() const;
  /// As of each group's value.
  bool rebase(const Box &Whole, const Box &Part);
  /// Lanes outside the first group.
  LaneMask apart() const;

  /// Calls \p Use with each warp value and its lanes among \p Lanes, until one
  /// call returns false.
  template <typename Function>
  bool forEachGroup(LaneMask Lanes, Function Use) const {
    if (LaneMask Here = Lanes & ~apart(); Here && !Use(First, Here))
      return false;
    for (const LaneGroup &G : Others)
      if (LaneMask Here = Lanes & G.Lanes; Here && !Use(G.Value, Here))
        return false;
    return true;
  }
};

/// As for warp values.
bool sameLanes(const GroupedValue &A, const GroupedValue &B, LaneMask Lanes);

/// WarpArithmetic for grouped values, with the same contract.
class GroupedArithmetic {
public:
  GroupedArithmetic(const Box &Points, unsigned Width)
      : Alike(Points, Width), Width(Width) {}

  bool binary(Op Operation, ScalarType Operand, const GroupedValue &A,
              const GroupedValue &B, LaneMask Lanes, GroupedValue &R);
  bool unary(Op Operation, ScalarType Type, const GroupedValue &A,
             LaneMask Lanes, GroupedValue &R);
  bool cast(ScalarType To, const GroupedValue &A, LaneMask Lanes,
            GroupedValue &R);
  /// If not \p MaySplit, what would need a split is unknown.
  bool floats(const Expr &E, llvm::ArrayRef<const GroupedValue *> Operands,
              LaneMask Lanes, bool MaySplit, GroupedValue &R);
  bool select(const GroupedValue &Condition, const GroupedValue &A,
              const GroupedValue &B, LaneMask Lanes, GroupedValue &R);
  /// Takes over \p A in \p Lanes; \p Filled are the lanes of \p R that already
  /// hold a value. If it returns false \p R is as it was.
  bool merge(GroupedValue &R, LaneMask Filled, const GroupedValue &A,
             LaneMask Lanes);
  /// \p A as one warp value for \p Lanes, held by \p A or by \p Storage; null
  /// if the box has to be split for that.
  const WarpValue *alike(const GroupedValue &A, LaneMask Lanes,
                         WarpValue &Storage);
  /// Asks for single points of a variable in which \p A varies.
  bool separate(const WarpValue &A) { return Alike.separate(A); }

  /// Where to split the box, after an operation that returned false.
  SplitRequest &split() { return Alike.Split; }
  const SplitRequest &split() const { return Alike.Split; }

private:
  template <typename Function>
  bool perGroup(const GroupedValue &A, LaneMask Lanes, GroupedValue &R,
                Function Operation);
  bool place(GroupedValue &R, LaneMask Filled, const WarpValue &A,
             LaneMask Lanes);

  WarpArithmetic Alike;
  unsigned Width;
};

/// The lanes, known or not, for which \p Truth holds a true.
LaneMask trueLanes(const WarpValue &Truth, unsigned Width);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_EVALUATOR_LANEGROUPS_H
