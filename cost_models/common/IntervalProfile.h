//===- IntervalProfile.h - A warp as a list of intervals --------*- C++ -*-===//
//
// GPUMech's view of one warp (Huang et al., MICRO 2014): alone on a
// multiprocessor, it issues instructions back to back until one has to wait for
// its operands. Each such run and the stall after it is an interval; the last
// one has no stall.
//
// Warps that do different things have different lists. One warp represents all:
// k-means (k = 2) over (IPC, instructions), both relative to their means, finds
// the larger group of similar warps, and the warp nearest to its centre is
// taken.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_COST_MODELS_COMMON_INTERVALPROFILE_H
#define KERNELCAST_COST_MODELS_COMMON_INTERVALPROFILE_H

#include "cost_models/common/ExecutionTime.h"
#include <array>

namespace kernelcast {

struct WarpInterval {
  double Instructions = 0; ///< I
  double Stall = 0;        ///< S, cycles, without contention
  double Reads = 0;        ///< Mr, requests that miss the L1
  double Writes = 0;       ///< Mw, requests
  double Times = 1;        ///< how often the warp runs such an interval
};

/// The intervals of a straight line: a wait of more than \p Threshold cycles
/// closes one. No requests are filled in. Errors as issueTimes().
llvm::Expected<std::vector<WarpInterval>>
intervals(llvm::ArrayRef<IssuedInstruction> Sequence, double Threshold = 0);

/// A warp, or \p Weight equal ones, as the clustering sees it.
struct WarpFeatures {
  double Ipc = 0;          ///< alone on a multiprocessor
  double Instructions = 0; ///< executed
  double Weight = 1;
};

struct WarpClusters {
  std::vector<std::array<double, 2>> Features; ///< relative to the means
  std::vector<unsigned> Cluster;               ///< 0 or 1, by warp
  std::array<std::array<double, 2>, 2> Centres{};
  std::array<double, 2> Weights{};      ///< warps in each
  std::array<double, 2> Instructions{}; ///< executed by them
  unsigned Chosen = 0;                  ///< cluster
  unsigned Representative = 0;          ///< index of the warp
};

/// What makes a cluster the one that represents the launch: its warps, as in
/// the paper, or the instructions they execute, so that a majority of warps
/// that only test their index and leave does not stand for those that work.
enum class ClusterChoice : uint8_t { MostWarps, MostInstructions };

/// 2-means with the lexicographically smallest and largest features as seeds;
/// ties go to the earlier cluster and warp, so the result is always the same.
/// Errors: no warps, or features that are negative or not finite.
llvm::Expected<WarpClusters>
clusterWarps(llvm::ArrayRef<WarpFeatures> Warps,
             ClusterChoice Choice = ClusterChoice::MostWarps);

} // namespace kernelcast

#endif // KERNELCAST_COST_MODELS_COMMON_INTERVALPROFILE_H
