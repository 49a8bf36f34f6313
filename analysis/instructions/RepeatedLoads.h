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
// through a pointer of unknown origin, no barrier, fence or call. What is
// volatile is loaded each time.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_INSTRUCTIONS_REPEATEDLOADS_H
#define KERNELCAST_ANALYSIS_INSTRUCTIONS_REPEATEDLOADS_H

#include "analysis/KernelModel.h"

namespace kernelcast {

/// Sets MemoryAccess::Repeats. Needs blocks and accesses in order. Gives up
/// silently, with no repetition, on what would take too long to look through.
void findRepeatedLoads(KernelModel &Kernel);

/// Whether \p Step may write what \p Load reads.
bool mayChange(const KernelModel &Kernel, const MemoryAccess &Load,
               const Effect &Step);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_INSTRUCTIONS_REPEATEDLOADS_H
