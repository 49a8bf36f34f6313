//===- VectorLoads.h - Loads that one wide load makes together --*- C++ -*-===//
//
//   const float4 *p;                 one load of 16 bytes
//   ... p[i].x + p[i].y * p[i].z ...
//
// Members of an aligned vector that are read one by one are one load to the
// hardware: compilers put neighbours in a basic block together where the whole
// is aligned to its size. What is aligned, types say: a member of a record that
// is aligned to 8 or 16 bytes lies at a known place of an aligned piece
// (MemoryAccess::PieceBytes). The elements a[4 * i], a[4 * i + 1], ... of an
// array of floats are aligned to 4 bytes alone, and stay apart.
//
// A piece is loaded at once if its first element and more than half of its
// bytes are read, in one block, with nothing in between that may write there;
// else each of its halves is looked at. That is what nvcc 13 does for sm_75:
// x y z w, x y z, x y w and x z w of a float4 are one load, y z w and x z two.
// The first of the loads stands for all (MemoryAccess::WideBytes), the others
// find their value in a register (MemoryAccess::Repeats). A piece of at most 16
// bytes lies in one sector of 32, so the first one's sectors and lines are
// those of the wide load.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_INSTRUCTIONS_VECTORLOADS_H
#define KERNELCAST_ANALYSIS_INSTRUCTIONS_VECTORLOADS_H

#include "analysis/KernelModel.h"

namespace kernelcast {

/// Sets MemoryAccess::WideBytes and Repeats. Needs findRepeatedLoads().
void findVectorLoads(KernelModel &Kernel);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_INSTRUCTIONS_VECTORLOADS_H
