//===- CachePiece.h - Pieces of a launch, and what is in them ---*- C++ -*-===//
//
// What a cache keeps is a piece of the execution (CacheEstimate.h): some
// iterations of a loop with all that loops inside do, or some blocks. The
// blocks that run together share the cache, and how many different places they
// touch depends on their numbers. An L1 has the blocks of one SM, which are as
// many numbers apart as there are SMs, since blocks come to SMs in turns; the
// L2 has those of all SMs, neighbours in the grid.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_SPECIALIZE_CACHEPIECE_H
#define KERNELCAST_ANALYSIS_SPECIALIZE_CACHEPIECE_H

#include "analysis/WarpProfile.h"
#include "analysis/access/SectorCounts.h"
#include <array>

namespace kernelcast {

/// A piece of the execution: of the loop at Depth (0: of the kernel) so many
/// iterations, with all that loops inside it do.
struct CachePiece {
  bool WholeLaunch = false;
  unsigned Depth = 0;
  double Iterations = 1;
  unsigned Accesses = 0; ///< so many in a row of one iteration; 0: all
  double Blocks = 0;     ///< at Depth 0, so many in a row; 0: the resident ones
};

/// The blocks that share one cache.
class CacheBlocks {
public:
  /// \p WholeGpu: the cache serves all multiprocessors, else one of them.
  CacheBlocks(const WarpProfile &Profile, bool WholeGpu,
              double Multiprocessors);

  bool isOfWholeGpu() const { return WholeGpu; }
  /// Caches of this kind on the GPU.
  double caches() const { return Caches; }
  /// Of the grid that the patterns are of.
  double blocks() const { return Blocks; }
  /// The share of them that run.
  double ran() const { return Ran; }
  /// Blocks that share the cache at a time and are neighbours in the grid:
  /// those of all SMs, or one.
  double together() const { return Together; }
  /// Blocks that share it at a time and are no neighbours: those of one SM, or
  /// one.
  double apart() const { return Apart; }
  /// How often the grid's blocks replace those that run.
  double rounds() const {
    return Blocks / (WholeGpu ? Together : Apart * Caches);
  }

  /// Whether \p P knows all coordinates of its blocks. One that does not is of
  /// blocks with one of many.
  bool knowsBlocks(const FootprintPattern &P) const;
  /// Whether \p P is of more than half of the blocks in each direction: another
  /// pattern of as many is of the same ones, mostly.
  bool isOfMostBlocks(const FootprintPattern &P) const;
  /// How many of the blocks of an SM touch different places.
  double differentBlocks(const FootprintPattern &P) const;
  /// Whether what a block touches in \p Of, the whole of it, is there for the
  /// next one on its SM as well.
  bool staysForNext(const FootprintPattern &P, CachePiece Of) const;
  /// Points of \p D that are in \p Of.
  double countIn(const FootprintPattern &P, const FootprintDimension &D,
                 CachePiece Of) const;
  /// Executions by a warp in one piece.
  double executionsIn(const FootprintPattern &P, CachePiece Of) const;
  /// \p P with the points that one piece has.
  MovedPattern in(const FootprintPattern &P, CachePiece Of) const;
  /// Distinct sectors of one copy of \p P in one piece.
  double distinct(const FootprintPattern &P, CachePiece Of) const {
    return in(P, Of).sectors();
  }
  /// Distinct sectors of one copy of \p P in one of its blocks.
  double distinctInBlock(const FootprintPattern &P) const;
  /// Blocks of one copy of \p P.
  double blocksOf(const FootprintPattern &P) const;
  /// Copies of \p P that one piece has at different places.
  double copiesIn(const FootprintPattern &P, CachePiece Of) const;
  /// The window \p Of with somewhat more blocks.
  CachePiece grown(CachePiece Of) const;

private:
  /// Whether blocks with another coordinate touch other places. A pattern that
  /// lacks the coordinate is of blocks with one of many, so that others do.
  bool movesWith(const FootprintPattern &P,
                 FootprintDimension::Kind Which) const;
  bool movesWithBlocks(const FootprintPattern &P) const;
  /// How many coordinates of \p D a window of so many blocks has, on average
  /// over the places where it can begin.
  double coordinatesIn(const FootprintPattern &P, const FootprintDimension &D,
                       double Window) const;
  /// Of the blocks that \p P is of, those among the ones that are Together.
  double blocksTogether(const FootprintPattern &P) const;
  /// Of the copies of \p P, each of blocks of its own, those that a window of
  /// so many blocks has; 1 where every copy is of all blocks.
  double copiesOfBlocks(const FootprintPattern &P, double Window) const;

  const bool WholeGpu;
  const double Caches;
  const std::array<uint64_t, 3> Grid; ///< that the patterns are of
  const double Blocks, Ran;
  double Apart = 1, Together = 1;
};

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_SPECIALIZE_CACHEPIECE_H
