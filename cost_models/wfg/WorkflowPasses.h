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
// kernel's time three compositions are offered (docs/models/wfg.md).
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_COST_MODELS_WFG_WORKFLOWPASSES_H
#define KERNELCAST_COST_MODELS_WFG_WORKFLOWPASSES_H

#include "analysis/workflow/Parallelism.h"
#include "analysis/workflow/Reduction.h"
#include "cost_models/common/Equations.h"
#include <array>

namespace kernelcast {

/// What the passes need of the hardware. Where an SM is split into partitions
/// with a scheduler each, everything is per partition.
template <typename Number> struct BasicWorkflowMachine {
  std::array<Number, NumComputeUnits> IssueCycles{1, 1, 1}; ///< r, by unit
  std::array<Number, NumComputeUnits> Pipeline{}; ///< latency in cycles
  double BankLanes = 32;    ///< lanes that one bank step serves
  double SharedLanes = 32;  ///< lanes of the shared-memory engine
  Number MemoryLatency = 0; ///< cycles
  Number BytesPerCycle = 0; ///< BW_SM; infinite: no bandwidth limit
  BranchRule Rule = BranchRule::Corrected;
};
using WorkflowMachine = BasicWorkflowMachine<double>;

/// The equations are in Number and the graph in Work: an explanation's graph is
/// the prediction's, in double.
template <typename Number, typename Work = Number> struct BasicWorkflowPasses {
  BasicWorkflowCounts<Number> Counts;
  Number ComputeCycles = 0;         ///< CYC_compute
  Number MemoryCycles = 0;          ///< CYC_mem
  Number BandwidthLatency = 0;      ///< (4)
  Number NonBlockingCycles = 0;     ///< (5)
  std::vector<Work> ComputeLatency; ///< (3), main pipeline, by region
  std::vector<Work> ExposedLatency; ///< (6), by region
  Number BandwidthCycles = 0;       ///< W_bw
  Number FullCycles = 0;            ///< W_full
  std::vector<Work> Executed;       ///< by node, by one warp
  BasicReduction<Work> Full;        ///< the last reduction, with its residuals
};
using WorkflowPasses = BasicWorkflowPasses<double>;

/// Both passes. \p Waits are those of the graph's shape (WorkflowWaits.h);
/// \p Parallelism is parallel to Graph.Regions; \p Outermost is the first of
/// them as the record knows it: (3) and (6) are recorded of it.
template <typename Number, typename Work>
BasicWorkflowPasses<Number, Work>
runPasses(Equations<Number> &Eq, const BasicWorkflowGraph<Work> &Graph,
          const WorkflowWaits &Waits,
          const BasicWorkflowMachine<Number> &Machine,
          const std::vector<BasicRegionParallelism<Work>> &Parallelism,
          const BasicRegionParallelism<Number> &Outermost);

/// \p X where a graph computes: with its operations if the graph has them.
template <typename Work, typename Number> Work worked(const Number &X) {
  if constexpr (std::is_same_v<Work, Number>)
    return X;
  else
    return valueOf(X);
}

enum class WaveComposition : uint8_t {
  Round,  ///< WLP W_bw + (W_full - W_bw): a stall is paid once per round
  Serial, ///< WLP W_full: the text taken literally; counts stalls too often
  PerWave ///< W_full: ignores that warps share the SM; for ranking only
};

/// Cycles of a kernel whose \p TotalWarps run in \p Waves waves of \p Wlp
/// warps on each of \p Engines SMs (or SM partitions).
template <typename Number = double>
Number kernelCycles(WaveComposition Composition, Plain<Number> Wlp,
                    Plain<Number> BandwidthCycles, Plain<Number> FullCycles,
                    Plain<Number> TotalWarps, Plain<Number> Engines,
                    Plain<Number> Waves);

} // namespace kernelcast

#endif // KERNELCAST_COST_MODELS_WFG_WORKFLOWPASSES_H
