//===- SectorCounts.h - Distinct and common sectors -------------*- C++ -*-===//
//
// How many sectors the chunks of a pattern (Footprint.h) touch with all points
// of its dimensions, and how many of them another one touches, too.
//
// Dimensions are taken from the smallest stride to the largest. One that moves
// by no more than a chunk's width, or by no more than a sector, so that none is
// left out, makes the chunks longer; one that moves further makes more of them:
//
//   |stride| <= max(width, sector):  width  += |stride| (n - 1)
//   else:                            chunks *= n
//   but, stride' a smaller one of m points that goes into stride, k times,
//   k <= m:                          m += k (n - 1), chunks with it
//
// A chunk of w bytes that begins at byte s has (s mod 32 + w - 1) / 32 + 1
// sectors, rounded down. Chunks begin wherever the strides lead, at all
// multiples of their greatest common divisor with a sector, and each of these
// places counts alike: with a pitch of 4110 floats they are 8 bytes apart, and
// 88 bytes of a row are 3.5 sectors, not 2.75.
//
// There are never more sectors than between the lowest and the highest address.
// That is exact where the strides are nested (each at least as long as
// everything below it, or no longer than a chunk), as in row-major arrays,
// where one goes into the other, as where each block begins some rows further
// on, and an estimate from above elsewhere.
//
// Two accesses that move alike, at some distance of each other, share sectors
// only if the distance is one that the patterns themselves span: so the points
// of a stencil do, whose distances are elements and rows, and the rows around a
// tile that a part of the warps loads; and so the copies of an unrolled loop's
// load do not, each of which has iterations of its own. Taken from the largest
// stride to the smallest, the distance is so many steps s of each, and a rest
// within a chunk. Of the n points of the one, those common are that have one of
// the m points of the other s steps away:
//
//   share(distance, d) = sum over the steps s next to distance / |stride|:
//                          common(s) / n share(distance - s |stride|, d - 1)
//   common(s)          = min(n, m - s) - max(0, -s), at least 0
//   share(rest)        = of the sectors of the one's chunk, those of the
//                        other's at the rest
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_ACCESS_SECTORCOUNTS_H
#define KERNELCAST_ANALYSIS_ACCESS_SECTORCOUNTS_H

#include "analysis/access/Footprint.h"

namespace kernelcast {

/// A pattern with as many points of each dimension as a piece of the execution
/// has.
class MovedPattern {
public:
  /// \p CountOf: points of a dimension (at least 1, at most its Count). \p
  /// Pattern has to live as long.
  MovedPattern(const FootprintPattern &Pattern,
               llvm::function_ref<double(const FootprintDimension &)> CountOf);

  /// The same of \p Alike, which differs in its place, but not in that within a
  /// sector.
  MovedPattern like(const FootprintPattern &Alike) const {
    MovedPattern Result = *this;
    Result.Pattern = &Alike;
    return Result;
  }

  /// Distinct sectors of one copy.
  double sectors() const;
  /// The share of them that \p Other touches as well. What they start at is
  /// Low.
  double shareWith(const MovedPattern &Other) const;

private:
  /// Points of a dimension, each so many bytes from the one before it.
  struct Move {
    double Stride;
    double Count; ///< of the piece, at least 1
    double All;   ///< of the launch
  };
  /// Chunks of one execution, all alike.
  struct LaneChunks {
    double Count, Width;
    double Pitch; ///< bytes from one to the next; 0 where there is but one
  };
  /// Where chunks begin: at First, and at any multiple of Apart bytes from
  /// there. Apart divides a sector, and so is a power of two.
  struct Beginnings {
    double First = 0, Apart = SectorBytes;

    /// Takes in that they are \p Bytes apart, too.
    void add(double Bytes);
    /// The places in a sector where they begin, as many as there are.
    unsigned count() const { return unsigned(SectorBytes / Apart); }
    double place(unsigned I) const;
    /// Sectors of \p Width bytes, the mean over all these places.
    double sectorsOf(double Width) const;
  };
  /// Two patterns laid over each other.
  class CommonLattice;

  static LaneChunks chunksOf(const FootprintPattern &Pattern);
  void findBeginnings();

  const FootprintPattern *Pattern;
  LaneChunks Lanes;
  llvm::SmallVector<Move, 6> Moves; ///< from the smallest stride to the largest
  Beginnings At;                    ///< of chunks in all pieces of a launch
};

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_ACCESS_SECTORCOUNTS_H
