//===- Footprint.h - Which bytes accesses touch -----------------*- C++ -*-===//
//
// A cache saves traffic where the same 32-byte sectors are touched again while
// they are still there. Two numbers tell how much: how often sectors are
// touched, and how many of them are distinct. The first the warp evaluator
// counts; the second follows from what is kept here (SectorCounts.h).
//
// The addresses of one access over many warps and iterations are a pattern
//
//   lanes' chunks + sum over dimensions d of Stride[d] * i[d], 0 <= i[d] < n[d]
//
// where a dimension is a block coordinate, a warp coordinate or a loop, and a
// chunk is a run of bytes without a gap, or of lanes that leave no sector out
// between them.
//
// An access is evaluated in pieces: the blocks at a border, a loop's first
// iteration, the warps whose condition is false. Pieces that continue each
// other along one dimension are one pattern with the sum of their points, so
// that what one piece brings into a cache is there for the next, and accesses
// that were divided at other places still move alike.
//
// Warps divide rows at places of their own, too: of a tile that is 48 floats
// wide the first warp has two thirds of a row, the second the rest and a third
// of the next row, and the last lanes load what is left behind three full
// steps. Counted by themselves, all of these have a sector in common with the
// next one. So rows are put together: chunks of several rows are taken apart,
// those that continue each other are one, and what continues a loop's last step
// within the row is a part of a step.
//
// Blocks may take their work in groups, or in another order than that of their
// coordinates: of `row = b / 64 * 4 + b % 4` each four blocks move by a row,
// and the next four are at the same rows again. Pieces of such blocks that
// stand at equal distances, in the grid and in memory, are one pattern, in
// which that coordinate has a second dimension.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_ACCESS_FOOTPRINT_H
#define KERNELCAST_ANALYSIS_ACCESS_FOOTPRINT_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <array>
#include <cstdint>
#include <optional>
#include <vector>

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
  /// Of blocks, how many coordinates lie between two points where one
  /// coordinate has two dimensions: blocks may go through the grid in groups.
  int64_t Spread = 0;

  bool operator==(const FootprintDimension &) const = default;
};

/// A run of bytes that lanes touch.
struct LaneChunk {
  double Offset = 0; ///< bytes from the first one of the warp
  double Width = 0;
  bool operator==(const LaneChunk &) const = default;
};

/// Blocks in x, y and z.
using BlockCounts = std::array<double, 3>;

/// The addresses of one access in one stretch of warps and iterations.
struct FootprintPattern {
  double Chunks = 1;  ///< runs of bytes that the lanes of a warp touch
  double Width = 0;   ///< bytes of one of them, the mean
  double Extent = 0;  ///< bytes from the first to the end of the last
  double Sectors = 0; ///< distinct sectors of one warp execution, the mean
  /// Runs of chunks that leave no sector out between them, where there are some
  /// of several chunks, as of lanes in two dimensions; else 0. And the bytes
  /// from the first to the end of the last of one, the mean.
  double Runs = 0, RunBytes = 0;
  /// The chunks one by one where there are a few, more than a sector apart.
  llvm::SmallVector<LaneChunk, 0> SeparateChunks;
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
  /// Of a sample that has been placed: it stands for others, and Low is its
  /// own.
  bool Placed = false;
  /// Not all of Dimensions says which points it is of: joined to no other.
  bool Alone = false;

  /// The distance from one chunk to the next, as if all were equal; 0 where
  /// there is but one.
  double pitch() const;
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
  /// What is the same of all that join each other, and mostly differs between
  /// others.
  size_t joinKey() const;
  /// Takes \p Other in, if it moves alike and its chunks are the bytes behind
  /// those of this one. After finish().
  bool append(const FootprintPattern &Other);
  /// Whether \p Other goes by the same strides, as far as both move.
  bool movesBySameStrides(const FootprintPattern &Other) const;
  /// Takes \p Other in, which goes by the same strides, whatever its points
  /// and its lanes are: blocks add up, to no more than \p Grid has in each
  /// direction, and of the rest the mean is kept.
  void blend(const FootprintPattern &Other, const BlockCounts &Grid);
  /// Takes \p Other in, what is behind the last step of a loop that goes
  /// through a row without a gap: so many steps more as it has of one's bytes.
  bool appendPartOfStep(const FootprintPattern &Other);
  /// Whether \p Other is of blocks with another coordinate \p Which, and else
  /// the same but for its place.
  bool isElsewhereAlong(const FootprintPattern &Other,
                        FootprintDimension::Kind Which) const;
  /// The first point of the coordinate \p Which; nothing if it has none.
  std::optional<int64_t> firstOf(FootprintDimension::Kind Which) const;
  /// Takes \p Steps in, which are elsewhere by the further points of \p By, a
  /// coordinate of blocks. No copy of them is left.
  void nest(llvm::ArrayRef<FootprintPattern *> Steps,
            const FootprintDimension &By);
  /// Forgets where the pieces were, and what does not move.
  void finish();
};

/// The chunks of the lanes \p Active at \p Addresses, each \p Bytes wide.
FootprintPattern lanePattern(llvm::ArrayRef<int64_t> Addresses, uint64_t Active,
                             unsigned Bytes);

/// A list of patterns of one access, of bounded length.
class Footprint {
public:
  static constexpr size_t MaxPatterns = 64;
  /// While they come, so that the rows of all warps of a block are put together
  /// before what is alike is counted as one.
  static constexpr size_t MaxUngathered = 256;
  /// Adds \p Times copies; one that continues others is joined to them. Of more
  /// than MaxUngathered, and of more than MaxPatterns shapes in the end, means
  /// are kept.
  void add(const FootprintPattern &Pattern, double Times);
  /// Counts patterns of one shape as one. After the last add().
  void gather();

  llvm::ArrayRef<FootprintPattern> patterns() const { return Patterns; }
  /// The same addresses with rows put together, for counting sectors. What
  /// executes one is not a warp.
  llvm::ArrayRef<FootprintPattern> rows() const {
    return Rows.empty() ? patterns() : llvm::ArrayRef(Rows);
  }
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
  void nestBlocks();
  void formRows();

  llvm::SmallVector<FootprintPattern, 1> Patterns;
  llvm::SmallVector<size_t, 1> JoinKeys; ///< of Patterns, while they come
  std::vector<FootprintPattern> Rows;    ///< none where they are Patterns
  double Overflow = 0;
  BlockCounts Grid = {1, 1, 1}; ///< up to the last blocks of all patterns
};

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_ACCESS_FOOTPRINT_H
