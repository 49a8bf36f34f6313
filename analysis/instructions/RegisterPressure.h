//===- RegisterPressure.h - Registers from the values alive at once -------===//
#ifndef KERNELCAST_ANALYSIS_INSTRUCTIONS_REGISTERPRESSURE_H
#define KERNELCAST_ANALYSIS_INSTRUCTIONS_REGISTERPRESSURE_H

#include "analysis/KernelModel.h"

namespace kernelcast {

/// Registers a thread, from 8 to 255: the largest number of 32-bit registers
/// that placed values, arrays in registers and loads in flight need at one
/// point (64-bit values two, truth values a predicate and so none), and 6 for
/// addresses and operands that the compiler makes up, rounded up to an even
/// number. An estimate: compilers reorder and recompute. 255 for kernels too
/// large to look through.
unsigned estimatedRegisters(const KernelModel &Kernel);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_INSTRUCTIONS_REGISTERPRESSURE_H
