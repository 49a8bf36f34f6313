//===- WarpProgram.h - A kernel as a warp issues it -------------*- C++ -*-===//
//
// The work flow graph of single instructions with what each costs a warp that
// has a multiprocessor to itself: the latency of its class, the time until the
// next one may issue, and the requests that leave the SM. The input of
// warpTimeline() for every model that follows an in-order issue.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_COST_MODELS_COMMON_WARPPROGRAM_H
#define KERNELCAST_COST_MODELS_COMMON_WARPPROGRAM_H

#include "analysis/WarpProfile.h"
#include "analysis/hardware/GpuSpec.h"
#include "cost_models/common/WarpTimeline.h"

namespace kernelcast {

/// Cycles between a warp's instructions and of its loads.
struct WarpTiming {
  double IssueInterval = 1;  ///< to the next independent instruction
  double BranchTaken = 0;    ///< after a branch; at least the above
  double BranchNotTaken = 0; ///< likewise
  /// Of a load by the level that answers; 0: as the level behind it.
  double LatencyL1 = 0, LatencyL2 = 0, LatencyDram = 0;
  /// InstructionOrder.h; else the order of the code.
  bool AssemblerOrder = true;
};

/// Cycles of a load of global memory: the mean over the levels that it waits
/// for. Without an estimate of the caches that is the memory.
double loadLatency(const CacheEstimate &Caches, AccessId Access,
                   const WarpTiming &Timing);

struct WarpProgram {
  WorkflowGraph Graph;
  std::vector<NodeCost> Costs; ///< by node
  /// Latencies that the GPU file lacks and what is taken instead.
  std::vector<Assumption> Assumptions;
};

/// The program of an average warp of \p Profile on \p Gpu. Errors: no kernel,
/// no warps, or a profile of another kernel.
llvm::Expected<WarpProgram> warpProgram(const WarpProfile &Profile,
                                        const GpuSpec &Gpu,
                                        const WarpTiming &Timing,
                                        FactBound Bound = FactBound::Value);

/// Share of the requests to the L2 that go on to DRAM, by the profile's own
/// estimate of the traffic; 1 where there is none.
double l2MissRate(const WarpProfile &Profile);

/// Adds what is assumed of the caches to \p Ledger.
void assumeCaches(const WarpProfile &Profile, std::vector<Assumption> &Ledger);

} // namespace kernelcast

#endif // KERNELCAST_COST_MODELS_COMMON_WARPPROGRAM_H
