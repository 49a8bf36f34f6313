//===- WorkflowSetting.h - Hardware and launch for the graph ----*- C++ -*-===//
//
// The SM of Baghsorkhi et al., PPoPP 2010, is one engine of `simd` lanes: a
// warp instruction issues in r = warp / simd cycles, and WLP_max warps share
// it. Corrected, an SM has one engine for each of its schedulers, none issues
// faster than its slots, and a launch that does not fill the GPU counts with
// the blocks that it has.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_COST_MODELS_WFG_WORKFLOWSETTING_H
#define KERNELCAST_COST_MODELS_WFG_WORKFLOWSETTING_H

#include "cost_models/common/EquationModel.h"
#include "cost_models/wfg/WorkflowPasses.h"

namespace kernelcast {

/// The hardware and the launch as the passes see them.
template <typename Number> struct BasicWorkflowSetting {
  BasicWorkflowMachine<Number> Machine;
  bool Corrected = true;
  WaveComposition Composition = WaveComposition::Round;
  Number WarpSize = 32;
  Number Partitions = 1;      ///< engines: schedulers of an SM that hold warps
  Number Multiprocessors = 1; ///< all of the GPU
  Number ActiveSMs = 1;       ///< that have a block
  Number Blocks = 1, Warps = 1; ///< of the launch
  Number ResidentBlocks = 1;    ///< that an SM could hold
  Number BlocksPerSM = 1;       ///< that it holds, NB
  Number Wlp = 1;               ///< resident warps per partition, WLP_max
  /// Lanes of an SM for integers and accesses where they are fewer than the
  /// engine's; else 0.
  double IntegerLanes = 0, AccessLanes = 0;
  Number DramBytes = 0; ///< traffic of the launch that caches cannot save
  Number DramBytesPerCycle = 1; ///< of the whole GPU
  Number LaunchCycles = 0;
};
using WorkflowSetting = BasicWorkflowSetting<double>;

/// The numbers of a GPU without which the model has no answer.
llvm::ArrayRef<HardwareNumber GpuSpec::*> workflowNeeds();

/// A launch of shape \p Shape that moves \p DramBytes. \p Mix, null where it is
/// not known, tells which pipelines are worth listing.
template <typename Number>
BasicWorkflowSetting<Number>
workflowSetting(Equations<Number> &Eq, const BasicLaunchShape<Number> &Shape,
                unsigned WarpSize, Plain<Number> DramBytes, ModelMode Mode,
                const InstructionMix *Mix = nullptr);

} // namespace kernelcast

#endif // KERNELCAST_COST_MODELS_WFG_WORKFLOWSETTING_H
