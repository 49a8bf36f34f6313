//===- PeakRates.h - What a whole GPU could do in a second ------*- C++ -*-===//
//
// The ceilings of a roofline, from the numbers of a GPU file:
//
//   DRAM, L2   as the file has them, in bytes per second
//   L1         bytes of an SM per cycle * SMs * clock
//   shared     steps of an SM's banks per cycle * bytes of a step * SMs * clock
//   fp32, fp64 2 * lanes of an SM * SMs * clock: a fused multiply-add is two
//              operations
//
// Williams, Waterman, Patterson: Roofline, CACM 2009.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_HARDWARE_PEAKRATES_H
#define KERNELCAST_ANALYSIS_HARDWARE_PEAKRATES_H

#include "analysis/hardware/GpuSpec.h"
#include <optional>

namespace kernelcast {

/// Lanes that the banks of shared memory serve in one step, a word of 4 bytes
/// each: as many as there are banks.
unsigned lanesOfBankStep(const GpuSpec &Gpu);

/// Steps of shared memory that an SM does in a cycle: the file's shared_rate.
/// Without it one, at the lanes' own rate where those are fewer.
double bankStepsPerCycle(const GpuSpec &Gpu);

/// Bytes that the banks could pass in one step, whether or not all of them are
/// asked for a word in it.
double bytesOfBankStep(const GpuSpec &Gpu);

/// Whether integers have two pipelines: products that of single-precision
/// multiply-adds, all others the ALU, sums either. NVIDIA's from compute
/// capability 7.0 on, where integers do not have all lanes anyway.
bool sharesIntegers(const GpuSpec &Gpu);

/// Per second; nothing where the file lacks a number.
struct PeakRates {
  std::optional<double> DramBytes, L2Bytes, L1Bytes, SharedBytes;
  std::optional<double> Fp32Operations, Fp64Operations;
};

PeakRates peakRates(const GpuSpec &Gpu);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_HARDWARE_PEAKRATES_H
