//===- InstructionOrder.h - The order in which code is issued ---*- C++ -*-===//
//
// A warp issues in order, so that the order decides how much of a latency other
// instructions hide. The order of optimised IR is not the one that runs: the
// assembler schedules every basic block once more, by lists. At each cycle it
// issues, of the instructions whose operands are there, the one from which the
// longest way leads to the end of its block; if none is ready, the clock goes
// on to the first that will be. Loads move up and their uses down.
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
/// each block: later ones never wait. \p Costs: by node.
void orderInstructions(WorkflowGraph &Graph, llvm::ArrayRef<NodeCost> Costs,
                       const KernelModel &Kernel);

} // namespace kernelcast

#endif // KERNELCAST_COST_MODELS_COMMON_INSTRUCTIONORDER_H
