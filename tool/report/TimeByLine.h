//===- TimeByLine.h - Which lines a predicted time is for -------*- C++ -*-===//
//
// A prediction says what its time goes into: resources that are busy, and waits
// for results (Prediction::Breakdown). Each of these parts is shared out here
// to the lines of the source by what they ask of it:
//
//   DRAM, L2                 bytes that get past the caches
//   L1                       lines, or bytes
//   shared memory, constant cache       bank steps
//   issue slots, pipelines   warp instructions
//   tensor cores             multiply-adds
//   atomics                  operations on the array that takes longest
//   latency                  the line's part of the critical path
//
// so a line's share of the time is the sum over these parts, and all shares and
// what belongs to no line add up to 1. As the time itself, they are the model's
// estimate.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_TOOL_REPORT_TIMEBYLINE_H
#define KERNELCAST_TOOL_REPORT_TIMEBYLINE_H

#include "cost_models/CostModel.h"
#include <optional>
#include <string>
#include <vector>

namespace kernelcast {

struct TimePart {
  Cost Of;
  double Share = 0; ///< of the whole time, 0 to 1
};

/// What a prediction says of one line.
struct LineTime {
  std::string File;
  unsigned Line = 0;
  double Share = 0; ///< of the whole time, the sum of Parts
  llvm::SmallVector<TimePart, 2> Parts;
};

/// Why a part of a time is no line's.
enum class NoLine : uint8_t {
  Launch,    ///< starts of the kernel and of blocks
  Unplaced,  ///< instructions of which nobody knows the line
  Spills,    ///< traffic of registers that are spilled, of no access
  Listing,   ///< the path through a listing is not followed by line
  TooLong,   ///< the path has more lines than are followed (MostPathWork)
  NotByLine, ///< nothing tells which lines keep the model waiting
};
/// A sentence without its full stop.
llvm::StringRef sentence(NoLine Why);

struct TimeElsewhere {
  Cost Of;
  NoLine Why;
  double Share = 0; ///< of the whole time
};

struct TimeByLine {
  std::vector<LineTime> Lines; ///< by file and line; each has a share
  std::vector<TimeElsewhere> Elsewhere;
};

/// Of \p P, a prediction for the launch \p Profile on \p Gpu. Nothing where not
/// all of the kernel is modelled, the launch does not fit, the time is 0, or
/// the model was asked to leave out parts of itself.
std::optional<TimeByLine>
timeByLine(const Prediction &P, const WarpProfile &Profile, const GpuSpec &Gpu);

} // namespace kernelcast

#endif // KERNELCAST_TOOL_REPORT_TIMEBYLINE_H
