//===- MatrixRows.h - Addresses that are those of other lanes ---*- C++ -*-===//
//
// ldmatrix and stmatrix: a lane has the address of a row of 16 bytes, and the
// warp moves these rows as 8 x 8 matrices. With fewer than 32 rows the other
// lanes' addresses are ignored: here all lanes share the rows of the first
// ones, each with its part of 4 or 8 bytes.
//
//   lane       0  1  2 ... 7  8  9 ... 31        of ldmatrix.x1
//   row of     0  1  2 ... 7  0  1 ...  7
//   its bytes  0  0  0 ... 0  4  4 ... 12
//
// That is the address of another thread of the warp, which has another
// threadIdx.x and the same y and z where rows of threads are whole warps; in
// other blocks nobody knows it. Lanes execute the instruction together, so that
// they are in the same iteration of every loop: a variable that is computed
// from iterations and from what a block has in common is the same in all of
// them. Those that a loop begins with the lane's own number have closed forms
// by now. For any other variable no expression says what it is in another lane;
// who evaluates all lanes of a warp takes the address from there.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_INSTRUCTIONS_MATRIXROWS_H
#define KERNELCAST_ANALYSIS_INSTRUCTIONS_MATRIXROWS_H

#include "analysis/KernelModel.h"

namespace kernelcast {

/// Gives the accesses of KernelModel::MatrixRows their addresses. Needs closed
/// forms and loops.
void settleMatrixRows(KernelModel &Kernel);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_INSTRUCTIONS_MATRIXROWS_H
