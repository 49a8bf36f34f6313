//===- GpuListing.h - GPU files as tables for people ------------*- C++ -*-===//
#ifndef KERNELCAST_ANALYSIS_HARDWARE_GPULISTING_H
#define KERNELCAST_ANALYSIS_HARDWARE_GPULISTING_H

#include "analysis/hardware/GpuSpec.h"

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace kernelcast {

/// One line per GPU of the collection: name, architecture, size, clock,
/// bandwidth and how many of its numbers are unverified.
void printGpuTable(llvm::raw_ostream &Out);

/// Every number of \p Gpu with unit, confidence and source; numbers that the
/// file leaves out are named at the end.
void printGpu(const GpuSpec &Gpu, llvm::raw_ostream &Out);

/// \p Value with its unit as people write them: {"1253", "MHz"}, {"1.75",
/// "MB"}.
std::pair<std::string, std::string> readableNumber(double Value,
                                                   llvm::StringRef Unit);

/// The same in one word or two: "1253 MHz", "13".
std::string numberWithUnit(double Value, llvm::StringRef Unit);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_HARDWARE_GPULISTING_H
