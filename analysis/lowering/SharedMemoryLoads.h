//===- SharedMemoryLoads.h - Neighbours loaded at once ----------*- C++ -*-===//
//-*-//
//
// The assembler places a kernel's shared variables itself, at multiples of 16
// bytes, and so knows of more addresses than the compiler before it that they
// are aligned. Loads of 4 or 8 bytes whose addresses differ by constants, with
// nothing between them that may write, are one instruction of 8 or 16 bytes
// where these are aligned:
//
//   __shared__ float a[16][16];       a[i][0] ... a[i][3]: one load
//
// Memory whose size is given at the launch begins at such a multiple, too.
// Source: ptxas 13.0 for sm_75, two and four neighbours.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_LOWERING_SHAREDMEMORYLOADS_H
#define KERNELCAST_ANALYSIS_LOWERING_SHAREDMEMORYLOADS_H

#include "llvm/ADT/DenseSet.h"
#include "llvm/IR/Function.h"

namespace kernelcast {

/// The loads of \p Kernel that another one in their block does for them.
llvm::DenseSet<const llvm::Instruction *>
loadsDoneByNeighbours(const llvm::Function &Kernel);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_LOWERING_SHAREDMEMORYLOADS_H
