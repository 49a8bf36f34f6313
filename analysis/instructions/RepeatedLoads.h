//===- RepeatedLoads.h - Loads whose value is still at hand -----*- C++ -*-===//
//
//   float m = -1e30f;
//   if (a[i] > m)     // loads
//     m = a[i];       // the register has it
//
// A compiler loads again only what may have changed. A load repeats an earlier
// one of the same address and width if every way to it leads through that one,
// and nothing on the ways between may write there: no store or atomic to the
// same memory space (pointers may overlap; two shared variables do not) or
// through a pointer of unknown origin, no barrier, fence or call. A parameter
// that is a restrict pointer promises that nothing else in the kernel leads to
// where it points, be it the one that loads or the one that stores. What is
// volatile is loaded each time.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_INSTRUCTIONS_REPEATEDLOADS_H
#define KERNELCAST_ANALYSIS_INSTRUCTIONS_REPEATEDLOADS_H

#include "analysis/KernelModel.h"

namespace kernelcast {

/// Sets ArrayInfo::ReadOnly, and MemoryAccess::ReadOnly of the loads of such an
/// array that come by a restrict pointer.
void findReadOnlyArrays(KernelModel &Kernel);

/// Whether a step may write what a load reads.
using MayChange =
    llvm::function_ref<bool(const MemoryAccess &Load, const Effect &Step)>;

/// A load, and the earlier one that has left its value in a register.
struct RepeatedLoad {
  AccessId Load = None, First = None;
};

/// The loads of \p Kernel that repeat an earlier one where \p Changes says
/// what may write between, in block order; without those that it knows of
/// already (MemoryAccess::Repeats). Fewer, where it would take too long to look
/// through all ways.
std::vector<RepeatedLoad> repeatedLoads(const KernelModel &Kernel,
                                        MayChange Changes);

/// Sets MemoryAccess::Repeats. Needs blocks and accesses in order, and
/// findReadOnlyArrays(). Gives up
/// silently, with no repetition, on what would take too long to look through.
void findRepeatedLoads(KernelModel &Kernel);

/// Whether \p Step may write what \p Load reads, as far as a compiler can tell.
bool mayChange(const KernelModel &Kernel, const MemoryAccess &Load,
               const Effect &Step);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_INSTRUCTIONS_REPEATEDLOADS_H
