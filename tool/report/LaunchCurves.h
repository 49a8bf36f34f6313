//===- LaunchCurves.h - A launch among others like it -----------*- C++ -*-===//
//
// What a page draws beside the launch itself, and `--curves` puts into the
// JSON: how full an SM is as one of its three limits moves, how long the kernel
// takes as one number of the launch moves, which lines the time is for, and
// where the lanes of one warp go.
// Plain data; tool/MakeCurves.h makes it.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_TOOL_REPORT_LAUNCHCURVES_H
#define KERNELCAST_TOOL_REPORT_LAUNCHCURVES_H

#include "analysis/WarpProfile.h"
#include "cost_models/CostModel.h"
#include "tool/report/TimeByLine.h"
#include <optional>
#include <string>
#include <vector>

namespace kernelcast {

/// Resident warps of an SM at one value of a limit; 0: not one block fits.
struct OccupancyPoint {
  uint64_t Value = 0;
  unsigned Warps = 0;
};

/// What a block needs of an SM.
enum class BlockNeed : uint8_t { Threads, Registers, SharedBytes };

/// The occupancy of a launch as one need changes and all else stays.
struct OccupancyCurve {
  BlockNeed Of = BlockNeed::Threads;
  uint64_t Now = 0;                   ///< of the launch
  std::vector<OccupancyPoint> Points; ///< by value
};

/// The launch with another number, by the model of its first prediction.
struct TimePoint {
  int64_t Value = 0;
  std::string Options; ///< with which `predict` says the same
  std::array<uint64_t, 3> Grid{}, Block{};
  /// In seconds; nothing where WhyNot says why.
  std::optional<double> Seconds;
  double Low = 0, High = 0; ///< its interval
  std::optional<ProfiledResource> BoundBy;
  unsigned Warps = 0; ///< resident on an SM
  std::string WhyNot;
};

/// The time of a launch as one number changes.
struct TimeCurve {
  std::string Argument; ///< its name; "": the threads of a block
  /// The grid has as many blocks as the argument asks for, at every point.
  bool WithGrid = false;
  int64_t Now = 0; ///< of the launch
  /// Of blocks: "", or why there is not a point for each number of warps.
  std::string WhyFewPoints;
  std::vector<TimePoint> Points; ///< by value
};

/// Where the lanes of one warp go in one execution of an access.
struct LanePicture {
  AccessId Access = 0;
  std::array<uint64_t, 3> Block{}; ///< its coordinates in the grid
  uint64_t Warp = 0;               ///< its number in the block
  uint64_t Iteration = 0;          ///< of the innermost loop around, from 0
  uint64_t Active = 0;             ///< bit k: lane k takes part
  std::vector<int64_t> Addresses;  ///< by lane, bytes from the array's start
};

struct LaunchCurves {
  std::vector<OccupancyCurve> Occupancy; ///< of launches that fit
  std::vector<TimeCurve> Times;
  std::string WhyNoTimes; ///< ""; else why there are none
  /// Of the first prediction; nothing where timeByLine() says nothing.
  std::optional<TimeByLine> Lines;
  std::vector<LanePicture> Lanes; ///< of accesses whose lanes are certain
};

} // namespace kernelcast

#endif // KERNELCAST_TOOL_REPORT_LAUNCHCURVES_H
