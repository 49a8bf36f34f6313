//===- MeasuredGpu.h - A GPU file from measurements -------------*- C++ -*-===//
//
// A published GPU file says what the vendor promises and what others measured
// on their devices. This replaces its numbers by those that utils/measure found
// on the device itself, and says of each what became of it.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_HARDWARE_MEASUREDGPU_H
#define KERNELCAST_ANALYSIS_HARDWARE_MEASUREDGPU_H

#include "analysis/hardware/GpuSpec.h"
#include "analysis/hardware/MeasurementResults.h"

namespace kernelcast {

/// What becomes of a number of the GPU file.
enum class MeasuredFate : uint8_t {
  Replaced,
  Added,     ///< the file did not have it
  Confirmed, ///< a whole number that the measurement agrees with; it stays
  InDoubt,   ///< each reading has something that casts doubt on it; it stays
  Unusable   ///< what was measured is no value of it; it stays
};
llvm::StringRef name(MeasuredFate Fate);

/// A number of a GPU file that was measured.
struct MeasuredNumber {
  const GpuSpec::Field *Field = nullptr;
  HardwareNumber Published; ///< unknown: the file does not have it
  HardwareNumber Measured;  ///< with its interval
  MeasuredFate Fate = MeasuredFate::Replaced;
  std::string Why; ///< of InDoubt and Unusable
};

struct MeasuredGpu {
  GpuSpec Gpu;
  std::vector<MeasuredNumber> Numbers; ///< in the order of GpuSpec::fields()
};

/// The GPU file that \p Results say their device is: the one whose name, alias
/// or marketing name is the device's without the vendor. The error says how to
/// name one.
llvm::Expected<GpuSpec> gpuOfResults(const MeasurementResults &Results);

/// \p Published with what \p Results measured, called \p Name. Errors, for the
/// user: results of another architecture, and measured numbers that cannot be
/// true together, such as a nearer cache that is slower.
llvm::Expected<MeasuredGpu> measuredGpu(const GpuSpec &Published,
                                        const MeasurementResults &Results,
                                        llvm::StringRef Name);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_HARDWARE_MEASUREDGPU_H
