//===- MachineCounts.h - Machine instructions in a model's blocks -*- C++
//-*-===//
#ifndef KERNELCAST_ANALYSIS_LOWERING_MACHINECOUNTS_H
#define KERNELCAST_ANALYSIS_LOWERING_MACHINECOUNTS_H

#include "analysis/lowering/IrPlaces.h"
#include "analysis/lowering/MachineJoin.h"

namespace kernelcast {

/// Gives the blocks of \p Model the instructions of \p Code. What computes
/// what, and in which order, stays that of the IR: each class of a block's
/// instructions is made as many as the machine has, none for accesses that have
/// become scalar loads. What is only bounded is a reason that it gets. \p
/// Origins: of the blocks; several of one share nothing,
/// the first has all. Places are numbered by \p Lines.
void countMachineCode(KernelModel &Model,
                      llvm::ArrayRef<const llvm::BasicBlock *> Origins,
                      const JoinedCode &Code, IrLines &Lines);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_LOWERING_MACHINECOUNTS_H
