//===- AccessFormulas.h - Executions and sectors as formulas ----*- C++ -*-===//
//
// Where blocks are whole rows of warps (blockDim.x a multiple of the warp
// size), the lanes of a warp differ in threadIdx.x alone. For an access
//
//   address = stride * threadIdx.x + rest        without threadIdx.x in both
//   guards    threadIdx.x < bound, ...           and others without threadIdx.x
//
// the threads of one row that execute it are the first A of N = blockDim.x, and
//
//   warp executions   ceil(A / W)                          W lanes to a warp
//   lane executions   A
//   sectors           A / W * f(W) + (A % W > 0 ? f(A % W) : 0)
//
// with f(L) the distinct 32-byte units under L lanes. Each warp of the row
// starts 32 * stride bytes, that is whole sectors, behind the one before, so f
// depends on the row alone:
//
//   f(L) = (lowest mod 32 + |stride| * (L - 1) + bytes - 1) / 32 + 1
//
// up to |stride| = 32, where no sector between the ends is left out, and L from
// there on, as an aligned element lies in one sector. Totals are sums of this
// over the rows of the launch and the iterations of the loops around; what does
// not depend on them is multiplied instead. Where the address and the guards
// know threadIdx.x and blockIdx.x only as blockIdx.x * blockDim.x +
// threadIdx.x, the rows of all blocks along x are one.
//
// Shared memory with a fixed stride of words costs f(L) bank cycles for L
// lanes, wherever they begin: the same sum with another f.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_FORMULAS_ACCESSFORMULAS_H
#define KERNELCAST_ANALYSIS_FORMULAS_ACCESSFORMULAS_H

#include "analysis/KernelModel.h"
#include "analysis/hardware/GpuSpec.h"

namespace kernelcast {

/// An access's totals over a launch as formulas (formulas/Formulas.h), for any
/// arguments and launch sizes that satisfy Holds; "" where there is none.
struct AccessFormulas {
  std::string WarpExecutions, LaneExecutions, Sectors, BankCycles;
  std::string Holds;
};

/// For each access of \p Kernel its formulas, empty where it has none: guards
/// or strides of another shape, loops that some lanes leave earlier, data.
/// Sectors are left out for shared and local memory, and for elements that are
/// not aligned or wider than a sector. Bank cycles are those of \p Gpu, and
/// left out without one.
std::vector<AccessFormulas> accessFormulas(const KernelModel &Kernel,
                                           unsigned WarpSize,
                                           const GpuSpec *Gpu = nullptr);

/// How often a block is executed, and the two sides of its branch. (Sides are
/// left out where the branch leaves a loop.)
struct ExecutionFormulas {
  AccessFormulas Whole;
  std::array<AccessFormulas, 2> Sides;
};

/// For each block of \p Kernel its formulas, empty as above.
std::vector<ExecutionFormulas> executionFormulas(const KernelModel &Kernel,
                                                 unsigned WarpSize);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_FORMULAS_ACCESSFORMULAS_H
