//===- IslBridge.h - Quasi-affine expressions by isl ------------*- C++ -*-===//
//
// Expressions built from sums, products with constants, divisions and
// remainders by constants, minima, maxima, selects and comparisons are
// quasi-affine; isl (Verdoolaege 2010) decides questions about them for all
// values at once, and simplifies them under what every launch satisfies
// (threadIdx.x < blockDim.x and so on). A part that is not quasi-affine, such
// as blockIdx.x * blockDim.x, enters as an unknown of its own, within its
// range.
//
// Nothing is taken to overflow here. Each call has its own isl context with a
// limit on operations, so that no question takes long: beyond it there is no
// answer.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_SYMBOLIC_ISLBRIDGE_H
#define KERNELCAST_ANALYSIS_SYMBOLIC_ISLBRIDGE_H

#include "analysis/symbolic/Ranges.h"
#include "llvm/ADT/SmallVector.h"
#include <array>

namespace kernelcast {

/// \p E as simplified pieces, such as "n - threadIdx.x if threadIdx.x < n; 0
/// otherwise". \p NameOf as in toText(). Empty where isl has no answer within
/// its limit, or where the pieces are more than a reader would take in.
std::string simplifiedFormula(
    const Expr *E,
    llvm::function_ref<std::string(const Expr *)> NameOf = nullptr);

/// The smallest and largest value of \p E over all launches, where both are
/// finite and found. Tighter than rangeOf(): a difference of equal terms is 0
/// however they are written.
std::optional<ValueRange> quasiAffineRange(const Expr *E);

/// Whether the truth value \p Condition holds for every thread of every launch
/// (true), for none (false), or neither (nothing).
std::optional<bool> alwaysHolds(const Expr *Condition);

//===- What threads touch in common ---------------------------------------===//
//
// Two threads touch a common byte if their addresses differ by less than their
// elements' sizes. That is a set over the coordinates and loop counters of both
// threads; isl says whether it is empty, and gives a point of it if it is not.
// The launch's sizes and arguments enter as numbers, which makes products such
// as blockIdx.x * blockDim.x affine. Unsigned arithmetic of less than 64 bits
// and conversions are followed where they provably keep their value, and are
// unknowns of their own elsewhere; signed arithmetic does not overflow in a
// program that means anything.

/// The bytes that an access touches.
struct TouchedBytes {
  const Expr *Address = nullptr; ///< with its Base leaf
  uint64_t Bytes = 0;            ///< from there on, per thread
  /// Truth values, each with the one that it has wherever the access runs.
  /// Those that are left out let more threads in: Never stays true of fewer.
  llvm::SmallVector<std::pair<const Expr *, bool>, 4> Conditions;
  /// Counters of the loops around, each with its loop's trip count, which it
  /// stays below; null for a counter that does not matter.
  llvm::SmallVector<std::pair<const Expr *, const Expr *>, 2> Counters;
  /// Whether these conditions and counters are all that decides who runs the
  /// access. Without that nothing Exists for certain.
  bool AllConditions = false;
};

/// How two threads lie to one another.
enum class ThreadPair : uint8_t {
  Same,      ///< one and the same
  SameBlock, ///< two of one block
  TwoBlocks, ///< of two blocks
};

/// Whether there are two threads that touch a common byte.
enum class Overlap : uint8_t {
  Never,
  Exists,  ///< with a witness
  Unknown, ///< not decided within the limit, or it rests on what is not known
};

/// One of two threads that touch a common byte.
struct MeetingThread {
  /// By Coordinate, ThreadX to BlockZ.
  std::array<int64_t, 6> Coordinates{};
  /// The loop counters of its access.
  llvm::DenseMap<const Expr *, int64_t> Counters;

  /// What \p Leaf is for the thread, if it is one of these.
  std::optional<int64_t> valueOf(const Expr *Leaf) const;
};

struct OverlapAnswer {
  Overlap Found = Overlap::Unknown;
  MeetingThread First, Second; ///< of Exists: in one such case
};

/// Whether a thread in the access \p A and a thread in \p B that lie to one
/// another as \p Pair says can touch a common byte of one array. \p ValueOf
/// knows the launch: arguments, block and grid sizes.
OverlapAnswer
overlap(const TouchedBytes &A, const TouchedBytes &B, ThreadPair Pair,
        llvm::function_ref<std::optional<int64_t>(const Expr *)> ValueOf);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_SYMBOLIC_ISLBRIDGE_H
