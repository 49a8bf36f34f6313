//===- WarpValue.h - One value for all lanes and all warps of a box -------===//
//
// The value of an expression in lane l at point i of a box is
//
//   Lane[l] + sum over box variables v of Coefficient[v] * i[v]
//
// in integers that do not wrap: a value that would wrap differently at
// different points is not representable, and the operation asks for a split of
// the box instead. Coefficients are the same for all lanes. Lane[l] is the
// value at the first point of the box and therefore always a value of the
// expression's type (Expression.h: sign- or zero-extended to 64 bits; unsigned
// 64-bit values above 2^63 are negative here).
//
// Floats are as LaneFloats.h packs them, and never vary: where integers become
// floats, the box is split into its points.
//
// Lanes whose value depends on data are marked Unknown. A split always has a
// way out: a box of one point has no varying part, and there every operation
// is foldInteger().
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_EVALUATOR_WARPVALUE_H
#define KERNELCAST_ANALYSIS_EVALUATOR_WARPVALUE_H

#include "analysis/access/Coalescing.h"
#include "analysis/evaluator/Box.h"
#include "analysis/symbolic/Expression.h"

namespace kernelcast {

using LaneMask = uint64_t;
/// Wide enough for any sum of coefficient times count.
using Wide = __int128;
/// Arrays in global and local memory are taken to begin at multiples of 2 to
/// this, so that lanes that choose between arrays never meet.
inline constexpr unsigned ArrayShift = 40;

struct WarpValue {
  LaneMask Unknown = 0;         ///< lanes whose value depends on data
  uint16_t Varying = 0;         ///< variables with a coefficient
  bool Uniform = true;          ///< Lane[0] stands for every lane
  const Expr *Reason = nullptr; ///< a leaf that makes lanes unknown
  int64_t Coefficient[MaxBoxVariables];
  int64_t Lane[MaxLanes];

  WarpValue() = default;
  WarpValue(const WarpValue &Other) { *this = Other; }
  WarpValue &operator=(const WarpValue &Other);

  int64_t lane(unsigned L) const { return Lane[Uniform ? 0 : L]; }
  int64_t coefficient(unsigned V) const {
    return Varying >> V & 1 ? Coefficient[V] : 0;
  }
  void setConstant(int64_t Value);
  void setUnknown(const Expr *Why);
  /// Gives every lane its own entry.
  void spread();
  void addTerm(unsigned Variable, int64_t Factor, const Box &Points);
  /// Counts the variables from the first point of \p Part, which is a part of
  /// \p Whole, to which they belong now. False: a coefficient gets too large.
  bool rebase(const Box &Whole, const Box &Part);
};

/// Smallest and largest sum of the varying terms over the box.
struct WideRange {
  Wide Low = 0, High = 0;
};
WideRange varyingRange(const WarpValue &A, const Box &Points);
/// Smallest and largest value in \p Lanes (not empty) over the box.
WideRange range(const WarpValue &A, LaneMask Lanes, const Box &Points);

/// A variable along which the two change by different amounts, if any.
std::optional<unsigned> differingVariable(const WarpValue &A,
                                          const WarpValue &B);
/// Takes over \p A in \p Lanes; \p Filled are the lanes of \p R that already
/// hold a value. False, with \p R as it was: their coefficients differ.
bool merge(WarpValue &R, LaneMask Filled, const WarpValue &A, LaneMask Lanes);
/// True if both have the same values in \p Lanes at every point, and the same
/// lanes unknown.
bool sameLanes(const WarpValue &A, const WarpValue &B, LaneMask Lanes);

/// The arithmetic of warp values over one box. Each operation returns false if
/// the box has to be split, and \c Split says where. Only the lanes of
/// \p Lanes count; what the others hold afterwards is not defined. Minimum,
/// maximum and choice take lanes from one operand or the other: LaneGroups.h.
class WarpArithmetic {
public:
  /// \p Width is the number of lanes in a warp.
  WarpArithmetic(const Box &Points, unsigned Width)
      : Points(Points), Width(Width) {}

  /// R = A op B with both operands of type \p Operand (comparisons: R is a
  /// truth value). R may not alias an operand.
  bool binary(Op Operation, ScalarType Operand, const WarpValue &A,
              const WarpValue &B, LaneMask Lanes, WarpValue &R);
  bool unary(Op Operation, ScalarType Type, const WarpValue &A, LaneMask Lanes,
             WarpValue &R);
  bool cast(ScalarType To, const WarpValue &A, LaneMask Lanes, WarpValue &R);
  /// What \p E computes with floats (LaneFloats.h) of \p Operands, of which
  /// none varies.
  void floats(const Expr &E, llvm::ArrayRef<const WarpValue *> Operands,
              LaneMask Lanes, WarpValue &R);
  /// Asks for single points of a variable in which \p A varies.
  bool separate(const WarpValue &A);
  /// Asks for the two halves of a variable.
  bool halve(unsigned Variable);

  SplitRequest Split;

private:
  bool addScaled(const WarpValue &A, const WarpValue &B, int64_t Factor,
                 LaneMask Lanes, ScalarType Type, WarpValue &R);
  bool multiply(const WarpValue &A, const WarpValue &B, LaneMask Lanes,
                ScalarType Type, WarpValue &R);
  bool scale(const WarpValue &A, int64_t Factor, LaneMask Lanes,
             ScalarType Type, WarpValue &R);
  enum class Rounding { Truncate, Floor };
  bool divide(const WarpValue &A, int64_t Divisor, Rounding Round,
              bool Remainder, LaneMask Lanes, WarpValue &R);
  bool bitwise(Op Operation, ScalarType Type, const WarpValue &A,
               const WarpValue &B, LaneMask Lanes, WarpValue &R);
  bool divideOrShift(Op Operation, ScalarType Type, const WarpValue &A,
                     const WarpValue &B, LaneMask Known, LaneMask Lanes,
                     WarpValue &R);
  bool combineBits(Op Operation, ScalarType Type, const WarpValue &A,
                   const WarpValue &B, LaneMask Known, LaneMask Lanes,
                   WarpValue &R);
  bool keepBits(ScalarType Type, const WarpValue &A, unsigned First,
                unsigned Last, LaneMask Known, WarpValue &R);
  bool maskBits(ScalarType Type, const WarpValue &A, const WarpValue &Mask,
                Op Operation, LaneMask Lanes, WarpValue &R);
  bool compare(Op Operation, ScalarType Operand, const WarpValue &A,
               const WarpValue &B, LaneMask Lanes, WarpValue &R);
  bool pointwise(Op Operation, ScalarType Type, const WarpValue &A,
                 const WarpValue &B, LaneMask Lanes, WarpValue &R);
  bool truth(Op Operation, const WarpValue &A, const WarpValue &B,
             LaneMask Lanes, WarpValue &R);
  bool reduce(WarpValue &R, ScalarType Type, LaneMask Lanes);
  bool nonNegative(const WarpValue &A, LaneMask Lanes);
  bool cutAt(const WarpValue &A, LaneMask Lanes, Wide Bound);
  bool requestCut(unsigned Variable, int64_t Position);
  unsigned widest(const WarpValue &A, uint16_t Among) const;

  template <typename Function>
  void eachLane(const WarpValue &A, const WarpValue &B, WarpValue &R,
                Function F) const;

  const Box &Points;
  unsigned Width;
};

/// Smallest and largest value of an integer type in 64-bit representation.
WideRange typeRange(ScalarType Type);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_EVALUATOR_WARPVALUE_H
