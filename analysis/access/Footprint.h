//===- Footprint.h - How many distinct sectors accesses touch ---*- C++ -*-===//
//
// A cache saves traffic where the same 32-byte sectors are touched again while
// they are still there. Two numbers tell how much: how often sectors are
// touched, and how many of them are distinct. The first the warp evaluator
// counts; this file counts the second.
//
// The addresses of one access over many warps and iterations are a pattern
//
//   lanes' chunks + sum over dimensions d of Stride[d] * i[d], 0 <= i[d] < n[d]
//
// where a dimension is a block coordinate, a warp coordinate or a loop, and a
// chunk is a run of bytes without a gap, or of lanes that leave no sector out
// between them. Dimensions are taken from the smallest stride to the largest.
// One that moves by no more than a chunk's width, or by no more than a sector,
// so that none is left out, makes the chunks longer; one that moves further
// makes more of them:
//
//   |stride| <= width:   width  += |stride| (n - 1)
//   |stride| <= sector:  width   = sector + |stride| (n - 1)
//   else:                chunks *= n
//   but, stride' a smaller one of m points that goes into stride, k times,
//   k <= m:              m += k (n - 1), chunks with it
//
// and there are never more sectors than between the lowest and the highest
// address. That is exact where the strides are nested (each at least as long as
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
//   share(rest)        = of the one's chunk at the rest, what the other's
//   covers
//
// An access is evaluated in pieces: the blocks at a border, a loop's first
// iteration, the warps whose condition is false. Pieces that continue each
// other along one dimension are one pattern with the sum of their points, so
// that what one piece brings into a cache is there for the next, and accesses
// that were divided at other places still move alike.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_ACCESS_FOOTPRINT_H
#define KERNELCAST_ANALYSIS_ACCESS_FOOTPRINT_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <cstdint>

namespace kernelcast {

inline constexpr double SectorBytes = 32;

/// What moves the addresses of a pattern.
struct FootprintDimension {
  enum Kind : uint8_t { BlockX, BlockY, BlockZ, Warp, Loop };
  Kind What = Warp;
  unsigned Depth = 0; ///< of the loop, the outermost is 1
  int64_t Stride = 0; ///< bytes from one point to the next
  double Count = 1;   ///< points
  // Which points these are, until the pieces are gathered: the coordinate or
  // iteration First, and every Step from there. Of one point the stride is not
  // known.
  int64_t First = 0, Step = 0;

  bool operator==(const FootprintDimension &) const = default;
};

/// The addresses of one access in one stretch of warps and iterations.
struct FootprintPattern {
  double Chunks = 1;  ///< runs of bytes that the lanes of a warp touch
  double Width = 0;   ///< bytes of one of them, the mean
  double Extent = 0;  ///< bytes from the first to the end of the last
  double Sectors = 0; ///< distinct sectors of one warp execution, the mean
  /// Runs of chunks that leave no sector out between them, where there are some
  /// of several chunks, as of lanes in two dimensions; else 0. And the bytes of
  /// the sectors of one, the mean.
  double Runs = 0, RunBytes = 0;
  llvm::SmallVector<FootprintDimension, 8> Dimensions;
  /// Patterns of the same shape at different places count as one.
  double Copies = 1;
  double Low = 0, High = 0; ///< bytes from the array's start, over all copies
  /// A what-if: the bytes that are touched lie side by side, wherever they are
  /// now.
  bool Packed = false;
  /// Of a warp here and there: nothing says where the others go, until they are
  /// placed (SampledMovement.h).
  bool Sampled = false;
  /// Not all of Dimensions says which points it is of: joined to no other.
  bool Alone = false;

  /// Whether \p Other differs only in its place.
  bool sameShape(const FootprintPattern &Other) const;
  /// Counts \p Other, which moves alike, as so many more copies. Where their
  /// lanes differ, only the mean is kept.
  void include(const FootprintPattern &Other);
  /// Executions of the access by a warp.
  double executions() const;
  /// Takes \p Other in, if the two are pieces of one access that continue each
  /// other along one dimension.
  bool join(const FootprintPattern &Other);
  /// Takes \p Other in, if it is of another access that moves alike and whose
  /// chunks are the bytes behind those of this one. After finish().
  bool append(const FootprintPattern &Other);
  /// Whether \p Other goes by the same strides, as far as both move.
  bool movesBySameStrides(const FootprintPattern &Other) const;
  /// Takes \p Other in, which goes by the same strides, whatever its points
  /// and its lanes are: blocks add up, of the rest the mean is kept.
  void blend(const FootprintPattern &Other);
  /// Forgets where the pieces were, and what does not move.
  void finish();
};

/// The chunks of the lanes \p Active at \p Addresses, each \p Bytes wide.
FootprintPattern lanePattern(llvm::ArrayRef<int64_t> Addresses, uint64_t Active,
                             unsigned Bytes);

/// Distinct sectors of one copy of \p Pattern when each dimension has as many
/// points as \p CountOf says (at least 1, at most its Count).
double
distinctSectors(const FootprintPattern &Pattern,
                llvm::function_ref<double(const FootprintDimension &)> CountOf);

/// The share of the sectors of \p Pattern that \p Other touches as well, both
/// with as many points as above. What they start at is Low.
double
commonSectors(const FootprintPattern &Pattern, const FootprintPattern &Other,
              llvm::function_ref<double(const FootprintDimension &)> CountOf);

/// A list of patterns of one access, of bounded length.
class Footprint {
public:
  static constexpr size_t MaxPatterns = 64;
  /// Adds \p Times copies; one that continues others is joined to them. Of more
  /// than MaxPatterns shapes means are kept.
  void add(const FootprintPattern &Pattern, double Times);
  /// Counts patterns of one shape as one. After the last add().
  void gather();

  llvm::ArrayRef<FootprintPattern> patterns() const { return Patterns; }
  /// Sectors touched by executions of which no pattern is known.
  double overflow() const { return Overflow; }
  void addUnknown(double Sectors) { Overflow += Sectors; }
  /// Before gather(): what \p Place makes of each pattern of a sample.
  void placeSamples(llvm::function_ref<void(FootprintPattern &)> Place);
  /// For a what-if: an execution touches \p Sectors, and all that is touched
  /// lies side by side; what no pattern knows becomes \p Share of itself.
  void pack(double Sectors, double Share);

private:
  void makeRoom();

  llvm::SmallVector<FootprintPattern, 1> Patterns;
  double Overflow = 0;
};

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_ACCESS_FOOTPRINT_H
