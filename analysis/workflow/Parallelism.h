//===- Parallelism.h - How much of a warp's latency others hide -*- C++ -*-===//
//
// Warp-level and instruction-level parallelism (WLP, ILP) and the latencies
// that follow from them; Baghsorkhi et al., PPoPP 2010, Eqs (1)-(8):
//
//   WLP_eff = (WLP_local + (NB-1) WLP_avg) / NB                        (1)
//   ILP_eff = (ILP_local + (NB-1) ILP_avg) / NB                        (2)
//   Latency_comp = max(1, pipe / (r ILP_eff WLP_eff))                  (3)
//   Latency_BW = max(0, (CYC_mem - CYC_compute) / NUM_mem) + r         (4)
//   NBC = CYC_compute / (NUM_mem + NUM_sync + 1)                       (5)
//   Latency_exposed = max(0, Latency_mem - (WLP_eff - 1) NBC)          (6)
//   WLP_avg, ILP_avg: instruction-weighted means over regions          (7) (8)
//
// with r = warp / simd issue cycles of a warp instruction (the printed text
// lost the denominator) and NB resident blocks: one block runs the region in
// question, the others are anywhere in the kernel. The clamp in (6) is ours;
// without it averages over regions would mix in negative latencies.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_WORKFLOW_PARALLELISM_H
#define KERNELCAST_ANALYSIS_WORKFLOW_PARALLELISM_H

#include "analysis/support/Traced.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include <vector>

namespace kernelcast {

/// (1) and (2): what a region sees when one of \p Blocks resident blocks runs
/// it and the rest are spread over the kernel.
template <typename Number = double>
Number effectiveParallelism(Plain<Number> Local, Plain<Number> Average,
                            Plain<Number> Blocks);

/// (3): issue slots that one instruction takes, at least 1.
/// \p IssueCycles is r, \p Pipeline the pipeline's latency in cycles.
template <typename Number = double>
Number computeLatency(Plain<Number> Pipeline, Plain<Number> IssueCycles,
                      Plain<Number> Ilp, Plain<Number> Wlp);

/// (4): weight of a memory node in the second pass, in cycles. With no memory
/// instruction it is the issue cost alone.
template <typename Number = double>
Number bandwidthLatency(Plain<Number> MemoryCycles, Plain<Number> ComputeCycles,
                        Plain<Number> MemoryInstructions,
                        Plain<Number> IssueCycles);

/// (5): mean cycles of computation between two blocking instructions.
template <typename Number = double>
Number nonBlockingCycles(Plain<Number> ComputeCycles,
                         Plain<Number> MemoryInstructions,
                         Plain<Number> Barriers);

/// (6): memory latency that the other warps' computation does not cover.
template <typename Number = double>
Number exposedLatency(Plain<Number> MemoryLatency, Plain<Number> Wlp,
                      Plain<Number> NonBlockingCycles);

/// Cycles of one warp's shared-memory access: \p BankSteps steps (the sum of
/// the conflict degrees over its vectors) of \p LanesPerStep lanes each, on an
/// engine \p Lanes wide. A conflict-free access costs r.
template <typename Number = double>
Number sharedCycles(Plain<Number> BankSteps, Plain<Number> LanesPerStep,
                    Plain<Number> Lanes);

/// ILP_local: instructions per step of the longest definition-use chain.
/// \p Uses[i] lists earlier instructions (numbers below i; others are ignored)
/// whose results instruction i needs. 1 for an empty region.
double localIlp(llvm::ArrayRef<llvm::SmallVector<unsigned, 2>> Uses);

inline constexpr unsigned NoRegion = ~0u;

/// A control region as the averages see it.
template <typename Number> struct BasicParallelismRegion {
  double Instructions = 0; ///< its own, those of inner regions excluded
  Number Active = 1; ///< fraction of the parent's warps that enter, 0 to 1
  Number Trip = 1;   ///< times that a warp which enters runs it
  double Ilp = 1;    ///< local ILP
  unsigned Parent = NoRegion; ///< before this one in the list
};

using ParallelismRegion = BasicParallelismRegion<double>;

template <typename Number> struct BasicRegionParallelism {
  Number WlpLocal = 0, WlpAverage = 0, WlpEffective = 0;
  Number IlpLocal = 1, IlpAverage = 1, IlpEffective = 1;
};
using RegionParallelism = BasicRegionParallelism<double>;

/// (7) and (8) generalised to a tree, then (1) and (2), for every region with
/// \p WlpMax resident warps in \p Blocks resident blocks:
///
///   WLP_avg = sum n trip WLP_local / sum n trip
///   ILP_avg = sum n trip act ILP / sum n trip act
///
/// over the region and all inside it. The paper has one attribute rho for both
/// `act` (fraction of warps) and `trip`; with \p CountTrips false every trip
/// is 1, as printed.
template <typename Number = double>
std::vector<BasicRegionParallelism<Number>>
regionParallelism(const std::vector<BasicParallelismRegion<Number>> &Regions,
                  Plain<Number> WlpMax, Plain<Number> Blocks, bool CountTrips);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_WORKFLOW_PARALLELISM_H
