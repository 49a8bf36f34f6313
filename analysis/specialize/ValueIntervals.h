//===- ValueIntervals.h - Between what bounds values lie --------*- C++ -*-===//
//
// Interval arithmetic over expressions: threadIdx.x of 256 threads is 0 to 255,
// threadIdx.x * 4 + 3 is 3 to 1023, and what data decide has the range of its
// type. On the only way to a place, conditions bound what they compare.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_SPECIALIZE_VALUEINTERVALS_H
#define KERNELCAST_ANALYSIS_SPECIALIZE_VALUEINTERVALS_H

#include "analysis/WarpProfile.h"
#include "llvm/ADT/DenseMap.h"
#include <cmath>

namespace kernelcast {

/// Low <= value <= High, both included; infinite where nothing is known.
struct Interval {
  double Low = -HUGE_VAL, High = HUGE_VAL;

  bool isBounded() const { return std::isfinite(Low) && std::isfinite(High); }
  /// What both have; this one if they have nothing in common.
  Interval within(Interval Other) const {
    Interval Both{std::max(Low, Other.Low), std::min(High, Other.High)};
    return Both.Low <= Both.High ? Both : *this;
  }
};

/// An interval that is wider bounds no index: it is what a type can hold.
inline constexpr double NoBound = 1u << 31;

/// Of the products of a value in \p A and one in \p B.
Interval product(Interval A, Interval B);

/// Whether intervals are for an estimate, or hold for certain.
enum class Rigour : uint8_t { Likely, Certain };

/// The intervals of one kernel's expressions in one launch.
class ValueIntervals {
public:
  ValueIntervals(const KernelModel &Kernel, const LaunchConfiguration &Launch,
                 Rigour How = Rigour::Likely);

  /// Takes the conditions for granted without which \p Block is not reached.
  void assumeReached(BlockId Block);

  Interval of(const Expr *E);

private:
  static constexpr unsigned MaxDepth = 200;

  void assume(const Expr *Condition, bool Holds);
  void bound(const Expr *E, Interval Given);
  Interval coordinate(Coordinate C) const;
  /// The iterations of \p Loop that a thread at the place in question may have
  /// behind it: after the loop, and where its header decides, as many as there
  /// are.
  Interval counter(LoopId Loop);
  Interval operation(const Expr *E);

  const KernelModel &Kernel;
  const LaunchConfiguration &Launch;
  Rigour How;
  bool GridGiven = true, BlockGiven = true;
  BlockId Reached = None;
  llvm::DenseMap<const Expr *, Interval> Memo, Assumed;
  unsigned Depth = 0;
};

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_SPECIALIZE_VALUEINTERVALS_H
