//===- PointerPromises.h - const and __restrict__ for a pointer -*- C++ -*-===//
//
//   __global__ void scale(float *out, const float *__restrict__ in)
//
// A pointer that is only read through may promise that nobody writes there
// while the kernel runs: loads may then use the read-only cache, come early,
// and be kept. It is a promise about callers. It is proved if the kernel writes
// only through other parameters, and if every launch of the translation unit
// passes for these an allocation (host/Allocations.h) other than the pointer's.
// A kernel that other files launch as well is theirs to judge.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_CHANGES_POINTERPROMISES_H
#define KERNELCAST_ANALYSIS_CHANGES_POINTERPROMISES_H

#include "analysis/KernelModel.h"
#include "analysis/changes/ReachedCode.h"

namespace kernelcast {

/// Fills \p Model.PointerPromises, with the launches of \p Model: pointers to
/// global memory that are read and never written through, and that do not say
/// so.
void findPointerPromises(const ReachedCode &Code, const SourceText &Source,
                         KernelModel &Model);

/// Names in \p Change what may write to what \p Parameter, of the kernel
/// itself, leads to while the kernel runs, or may hide that.
void checkOnlyRead(SourceChange &Change, const clang::ParmVarDecl *Parameter,
                   const ReachedCode &Code, const SourceText &Source,
                   const KernelModel &Model);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_CHANGES_POINTERPROMISES_H
