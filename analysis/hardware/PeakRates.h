//===- PeakRates.h - What a whole GPU could do in a second ------*- C++ -*-===//
//
// The ceilings of a roofline, from the numbers of a GPU file:
//
//   DRAM, L2   as the file has them, in bytes per second
//   L1         bytes of an SM per cycle * SMs * clock
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

/// Per second; nothing where the file lacks a number.
struct PeakRates {
  std::optional<double> DramBytes, L2Bytes, L1Bytes;
  std::optional<double> Fp32Operations, Fp64Operations;
};

PeakRates peakRates(const GpuSpec &Gpu);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_HARDWARE_PEAKRATES_H
