//===- PartialWarp.cpp - Blocks that are no whole number of warps ---------===//
//
// The last warp of each block issues its instructions for fewer lanes than it
// has. The remedy that is priced is a longer first dimension of the block, with
// as many fewer blocks.
//===----------------------------------------------------------------------===//

#include "tool/lint/LintLaunch.h"
#include <fmt/format.h>

using namespace llvm;
using namespace kernelcast;

/// \p Launch with blocks of a whole number of warps, longer in x if the GPU
/// allows and otherwise shorter; nothing if there is none.
static std::optional<LaunchConfiguration> wholeWarps(LaunchConfiguration Launch,
                                                     const GpuSpec &Gpu) {
  const uint64_t Length = Launch.Block[0];
  const uint64_t Rows = Launch.Block[1] * Launch.Block[2];
  for (bool Longer : {true, false})
    for (uint64_t X = Length; X != 0 && X <= Length + Gpu.WarpSize;
         X = Longer ? X + 1 : X - 1) {
      if (X * Rows % Gpu.WarpSize != 0 ||
          X * Rows > uint64_t(Gpu.MaxThreadsPerBlock.Value))
        continue;
      Launch.Grid[0] = (Launch.Grid[0] * Length + X - 1) / X;
      Launch.Block[0] = X;
      return Launch;
    }
  return std::nullopt;
}

static uint64_t warpsOf(const LaunchConfiguration &Launch, unsigned WarpSize) {
  return Launch.blocks() *
         ((Launch.threadsPerBlock() + WarpSize - 1) / WarpSize);
}

std::vector<Finding> kernelcast::findPartialWarp(const LintLaunch &Launch) {
  const LaunchConfiguration &Shape = Launch.profile().Launch;
  const unsigned WarpSize = Launch.gpu().WarpSize;
  const uint64_t Threads = Shape.threadsPerBlock();
  if (Threads % WarpSize == 0 || Launch.blockIsGuessed() ||
      Launch.gridIsGuessed() || Launch.shapeVaries())
    return {};
  auto Whole = wholeWarps(Shape, Launch.gpu());
  // The only block of a launch has nobody to share its last warp with.
  if (!Whole || warpsOf(*Whole, WarpSize) >= warpsOf(Shape, WarpSize))
    return {};
  Finding F;
  F.Location =
      Shape.Location.isValid() ? Shape.Location : Launch.model().Location;
  F.Message = fmt::format(
      "blocks of {} thread{} are no whole number of warps: {} of {} lanes idle",
      Threads, Threads == 1 ? "" : "s", WarpSize - Threads % WarpSize,
      (Threads + WarpSize - 1) / WarpSize * WarpSize);
  F.Predicted = Launch.gain(*Whole);
  return {std::move(F)};
}
