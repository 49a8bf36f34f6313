//===- CriticalPath.h - A warp that has an SM to itself ---------*- C++ -*-===//
//
// The cycles from a warp's first instruction to its last where nothing holds it
// up but its own dependences:
//
//   t(k) = max(t(k-1) + gap, t(s) + latency of s)    Volkov 2016, 5.2.2
//
// over the instructions s whose results k uses. Loads take the mean latency of
// the levels that they wait for (CacheEstimate::L1Waits). Where there is a
// listing of machine code, the path leads through that.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_COST_MODELS_COMMON_CRITICALPATH_H
#define KERNELCAST_COST_MODELS_COMMON_CRITICALPATH_H

#include "cost_models/common/EquationModel.h"

namespace kernelcast {

/// What says when an instruction of a listing may issue.
enum class PathThroughListing : uint8_t {
  Registers,   ///< the registers that it reads
  ControlCodes ///< stall counts and barriers, where the listing has them
};

/// The path of an average warp of \p Q's launch, listed as "critical_path" with
/// the latencies behind it. What had to be taken for granted is added to
/// \p Assumptions. Errors: those of warpProgram().
template <typename Number>
llvm::Expected<Number> criticalPath(Equations<Number> &Eq, const Question &Q,
                                    PathThroughListing Listing,
                                    std::vector<Assumption> &Assumptions);

/// A file and a line of it; line 0: nobody knows.
using LinePlace = std::pair<std::string, unsigned>;

/// A path is walked once for each of its lines; this many nodes of the work
/// flow graph are walked for a kernel, all walks together.
inline constexpr size_t MostPathWork = size_t(1) << 20;

/// What part of the path is whose: cycles by line, in any unit. The path is a
/// sum of gaps and latencies, chosen by maxima, so if all of them grow by a
/// small part, it grows by that part. They are made to grow line by line, each
/// beside those before, and a line's part is what the path grows by: the parts
/// add up whatever else is equally long. Empty where that would take more than
/// MostPathWork, or \p Q's launch is counted in a listing. Errors: those of
/// warpProgram().
llvm::Expected<std::vector<std::pair<LinePlace, double>>>
pathByLine(const Question &Q);

} // namespace kernelcast

#endif // KERNELCAST_COST_MODELS_COMMON_CRITICALPATH_H
