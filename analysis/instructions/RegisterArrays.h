//===- RegisterArrays.h - Local arrays that live in registers ---*- C++ -*-===//
//
// A local array lives in registers when it is small enough and every index into
// it is a constant once the loops around it are unrolled. Its accesses then are
// no memory accesses, but what is computed from its elements and what is stored
// to them still is computed. So they stay until instructions are placed.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_INSTRUCTIONS_REGISTERARRAYS_H
#define KERNELCAST_ANALYSIS_INSTRUCTIONS_REGISTERARRAYS_H

#include "analysis/KernelModel.h"

namespace kernelcast {

/// Sets ArrayInfo::InRegisters. Needs LoopInfo::Unrolled.
void keepArraysInRegisters(KernelModel &Kernel);

/// Drops accesses that no effect refers to and numbers the rest in block order,
/// but those without a memory access (silent, or to an array in registers)
/// last, so that the others' numbers outlast dropRegisterAccesses().
void numberAccesses(KernelModel &Kernel);

/// Drops accesses without a memory access with their effects; the data that
/// they load become unknown values.
void dropRegisterAccesses(KernelModel &Kernel);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_INSTRUCTIONS_REGISTERARRAYS_H
