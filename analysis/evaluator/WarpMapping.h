//===- WarpMapping.h - Which threads form a warp ----------------*- C++ -*-===//
//
// Threads of a block are numbered x first, then y, then z; warp w holds the
// numbers w * W to w * W + W - 1. Where the block's shape fits, all warps of a
// launch form one box:
//
//   whole rows     x = W * i + lane, y, z vary           if W divides block x
//   several rows   x = lane mod bx, y = (W / bx) * i + lane / bx, z varies
//                                          if block x divides W and W the plane
//   several planes x, y fixed by the lane, z = planes * i + lane / (bx * by)
//                                                  if the plane divides W
//
// Otherwise each warp of a block is a box of its own over all blocks. The last
// warp may lack lanes.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_EVALUATOR_WARPMAPPING_H
#define KERNELCAST_ANALYSIS_EVALUATOR_WARPMAPPING_H

#include "analysis/WarpProfile.h"
#include "analysis/evaluator/WarpValue.h"

namespace kernelcast {

/// Some warps of a launch: thread coordinate c of a lane is
/// Lane[c][lane] + sum over WarpX..WarpZ of Factor[c][v] * coordinate v.
struct WarpBox {
  std::array<BoxVariable, NumLaunchVariables> Variables;
  LaneMask Present = 0;
  std::array<std::array<int64_t, MaxLanes>, 3> Lane{};
  std::array<std::array<int64_t, 3>, 3> Factor{};

  double volume() const {
    double Product = 1;
    for (const BoxVariable &V : Variables)
      Product *= static_cast<double>(V.Count);
    return Product;
  }
};

std::vector<WarpBox> warpBoxes(const LaunchConfiguration &Launch,
                               unsigned WarpSize);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_EVALUATOR_WARPMAPPING_H
