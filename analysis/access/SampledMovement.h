//===- SampledMovement.h - How far an access moves, from samples -*- C++
//-*-===//
//
// Of a launch that is too long to evaluate, warps here and there are, and the
// pattern of one warp does not say where the next block's goes: whether all
// blocks read the same row or each its own decides what a cache saves. But the
// samples lie apart, and addresses are nearly always linear in the coordinates
// of block and warp:
//
//   address = start + sum over coordinates d of Stride[d] * coordinate[d]
//
// so each two samples of equal shape are an equation of the strides. If those
// of the most frequent shape have a solution, it is taken. If they have none
// but nearly, as where a loop begins at another iteration in each block, or
// four blocks share a tile, it is that of least squares; else nothing is said.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_ACCESS_SAMPLEDMOVEMENT_H
#define KERNELCAST_ANALYSIS_ACCESS_SAMPLEDMOVEMENT_H

#include "analysis/access/Footprint.h"
#include <array>
#include <optional>
#include <vector>

namespace kernelcast {

/// Coordinates of a warp in a launch: of its block in x, y and z, then its own.
inline constexpr unsigned LaunchCoordinates = 6;

/// Where some warps' executions of one access go.
class SampledMovement {
public:
  /// Takes \p Sample down, whose first dimensions are the six coordinates of
  /// one warp.
  void note(const FootprintPattern &Sample);

  /// Adds to \p Sample, a pattern whose launch coordinates are not known, how
  /// it moves with those of which a launch has \p Points: its copies become
  /// points where they are. Nothing happens where it is not known how far it
  /// moves from block to block.
  void place(FootprintPattern &Sample,
             const std::array<double, LaunchCoordinates> &Points);

  /// One sample.
  struct Point {
    std::array<double, LaunchCoordinates> At;
    double Start; ///< byte
  };

private:
  /// Samples that differ only in their coordinates.
  struct Shape {
    double Chunks, Width, Extent;
    std::vector<std::pair<unsigned, int64_t>> Loops; ///< depth, iteration
    bool operator==(const Shape &) const = default;
  };
  struct Samples {
    Shape Of;
    std::vector<Point> Points;
  };
  using Strides = std::array<std::optional<int64_t>, LaunchCoordinates>;

  void solve();

  static constexpr size_t MaxShapes = 32, MaxPoints = 32;
  std::vector<Samples> Seen;
  Strides Solution;
  bool Solved = false;
};

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_ACCESS_SAMPLEDMOVEMENT_H
