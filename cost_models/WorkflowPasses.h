//===- WorkflowPasses.h - Two passes over a work flow graph -----*- C++ -*-===//
//
// Baghsorkhi et al., PPoPP 2010, section 2.3. The first pass weighs every
// memory node with its issue cost and gives the computation of a warp; the
// second weighs it with its share of the bandwidth (4) and lets loads expose
// the latency that other warps do not hide (6):
//
//   weight: Compute n r Latency_comp    Shared: its bank steps    Barrier r
//   CYC_compute = reduction without dependences, Memory = r
//   CYC_mem = NUM_bytes / BW_SM
//   W_bw    = reduction without dependences, Memory = Latency_BW
//   W_full  = reduction with dependences
//
// The paper stops at the warp's latency ("straightforward"). From there to the
// kernel's time three compositions are offered (models.md, E-BG-8).
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_COST_MODELS_WORKFLOWPASSES_H
#define KERNELCAST_COST_MODELS_WORKFLOWPASSES_H

#include "analysis/workflow/Parallelism.h"
#include "analysis/workflow/Reduction.h"
#include <array>

namespace kernelcast {

/// What the passes need of the hardware. Where an SM is split into partitions
/// with a scheduler each, everything is per partition.
struct WorkflowMachine {
  std::array<double, NumComputeUnits> IssueCycles{1, 1, 1}; ///< r, by unit
  std::array<double, NumComputeUnits> Pipeline{}; ///< latency in cycles
  double BankLanes = 32;    ///< lanes that one bank step serves
  double SharedLanes = 32;  ///< lanes of the shared-memory engine
  double MemoryLatency = 0; ///< cycles
  double BytesPerCycle = 0; ///< BW_SM; infinite: no bandwidth limit
  BranchRule Rule = BranchRule::Corrected;
};

struct WorkflowPasses {
  WorkflowCounts Counts;
  double ComputeCycles = 0;           ///< CYC_compute
  double MemoryCycles = 0;            ///< CYC_mem
  double BandwidthLatency = 0;        ///< (4)
  double NonBlockingCycles = 0;       ///< (5)
  std::vector<double> ComputeLatency; ///< (3), main pipeline, by region
  std::vector<double> ExposedLatency; ///< (6), by region
  double BandwidthCycles = 0;         ///< W_bw
  double FullCycles = 0;              ///< W_full
  Reduction Full; ///< the last reduction, with its residuals
};

/// Both passes. \p Parallelism is parallel to Graph.Regions.
WorkflowPasses runPasses(const WorkflowGraph &Graph,
                         const WorkflowMachine &Machine,
                         llvm::ArrayRef<RegionParallelism> Parallelism);

enum class WaveComposition : uint8_t {
  Round,  ///< WLP W_bw + (W_full - W_bw): a stall is paid once per round
  Serial, ///< WLP W_full: the text taken literally; counts stalls too often
  PerWave ///< W_full: ignores that warps share the SM; for ranking only
};

/// Cycles of a kernel whose \p TotalWarps run in \p Waves waves of \p Wlp
/// warps on each of \p Engines SMs (or SM partitions).
double kernelCycles(WaveComposition Composition, double Wlp,
                    double BandwidthCycles, double FullCycles,
                    double TotalWarps, double Engines, double Waves);

} // namespace kernelcast

#endif // KERNELCAST_COST_MODELS_WORKFLOWPASSES_H
