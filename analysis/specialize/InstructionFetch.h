//===- InstructionFetch.h - What code takes from the L2 ---------*- C++ -*-===//
//
// Instructions come to an SM through a cache of its own, and to that from the
// L2. Code that the cache holds comes once, which is nothing beside a launch.
// Of code that is larger, a pass finds nothing of the pass before it: what is
// fetched first has been replaced when its turn comes again. So
//
//   a loop whose code fits comes once each time it is entered,
//   what is in no such loop comes each time it is executed,
//
// of nested loops the outermost one that fits. The warps of a block go through
// the code together; blocks that an SM holds at the same time have begun at
// different times and each fetch for themselves.
//
// The SMs of a cluster (a GPC of NVIDIA's GPUs) fetch through one unit, so what
// several of them want at about the same time comes once. How far apart they
// are depends on what each warp waits for, which is not modelled here: they are
// taken to run in step, which is the least that can be fetched
// (docs/compiled-counts.md has what counters say).
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_SPECIALIZE_INSTRUCTIONFETCH_H
#define KERNELCAST_ANALYSIS_SPECIALIZE_INSTRUCTIONFETCH_H

#include "analysis/WarpProfile.h"
#include "analysis/hardware/GpuSpec.h"

namespace kernelcast {

/// Bytes that an instruction of \p Gpu's code takes with its part of the
/// control words; 0 where that is not known or differs.
double bytesOfInstruction(const GpuSpec &Gpu);

/// Sectors of 32 bytes of instructions that the L2 is read for in the launch of
/// \p Profile, beside those that come once. Nothing where the code was not
/// compiled, or the file of \p Gpu does not say how its SMs fetch.
std::optional<double> instructionSectors(const WarpProfile &Profile,
                                         const GpuSpec &Gpu);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_SPECIALIZE_INSTRUCTIONFETCH_H
