//===- MeasurementResults.h - What utils/measure found ----------*- C++ -*-===//
//
// The folder that utils/measure/run writes (docs/measuring.md): device.json
// with the device and the runs, microbenchmarks.csv with a row a reading.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_HARDWARE_MEASUREMENTRESULTS_H
#define KERNELCAST_ANALYSIS_HARDWARE_MEASUREMENTRESULTS_H

#include "llvm/Support/Error.h"
#include <map>
#include <string>
#include <vector>

namespace kernelcast {

/// A row of microbenchmarks.csv: what the repetitions of one measurement gave.
struct Reading {
  std::string Benchmark; ///< "arithmetic_float_fma"
  std::string Quantity;  ///< "latency", or the key of GPU files that it is
  std::string Setting;   ///< "access=read;working_set=8388608"
  std::string Unit;
  double Median = 0, Least = 0, Most = 0;
  std::string Doubt; ///< what casts doubt on it; "": nothing
};

struct MeasurementResults {
  std::string Device; ///< as the driver calls it: "NVIDIA H200"
  std::string Driver;
  std::string Architecture; ///< "sm_90"; "" where the driver has no such name
  std::string Dates;  ///< of the runs: "2026-11-22", the first to the last
  std::string Clocks; ///< "SM 1980 MHz, memory 3201 MHz"; "": not known
  std::map<std::string, double> Reported; ///< by the device: "multiprocessors"
  std::vector<Reading> Readings;
};

/// The results in \p Folder. The error is one line for the user, with the file
/// and where possible the line: what is missing, unreadable, not of this
/// format, or of two devices.
llvm::Expected<MeasurementResults>
loadMeasurementResults(llvm::StringRef Folder);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_HARDWARE_MEASUREMENTRESULTS_H
