//===- InstructionOrder.h - The order in which code is issued ---*- C++ -*-===//
//
// A warp issues in order, so that the order decides how much of a latency other
// instructions hide. The order of optimised IR is not the one that runs: the
// assembler schedules every basic block once more, by lists. At each cycle it
// issues, of the instructions whose operands are there, the one from which the
// longest way leads to the end of its block; if none is ready, the clock goes
// on to the first that will be. Loads move up and their uses down.
//
// A short side of a branch in compiled code, which is issued with lanes
// switched off, stands in line with what is around it and is scheduled with
// that, if at least half of the warps have lanes there: the loads of several
// such sides are under way at the same time. Which of the others do is not
// known here, so they stay what they are.
//
// What must not pass one another keeps its order: barriers and accesses;
// a store or an atomic and any access to the same kind of memory; anything and
// the jump at the end of a block.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_COST_MODELS_COMMON_INSTRUCTIONORDER_H
#define KERNELCAST_COST_MODELS_COMMON_INSTRUCTIONORDER_H

#include "analysis/KernelModel.h"
#include "cost_models/common/WarpTimeline.h"

namespace kernelcast {

/// Schedules the basic blocks of \p Graph, a graph of single instructions of
/// \p Kernel with arcs to all uses, and leaves the arcs to the first use in
/// each block: later ones never wait. \p Costs: by node; what leaves the SM
/// from a side that is put in line becomes that of an average warp.
void orderInstructions(WorkflowGraph &Graph,
                       llvm::MutableArrayRef<NodeCost> Costs,
                       const KernelModel &Kernel);

} // namespace kernelcast

#endif // KERNELCAST_COST_MODELS_COMMON_INSTRUCTIONORDER_H
