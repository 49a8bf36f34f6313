//===- Calibration.h - Times of operations on one device --------*- C++ -*-===//
//
// The section `calibration` of a GPU file, for the model "cache-aware" (Pöppl
// and Herz 2015): what one operation of each work-item takes, measured on the
// device by kernels that do little else.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_HARDWARE_CALIBRATION_H
#define KERNELCAST_ANALYSIS_HARDWARE_CALIBRATION_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace kernelcast {

/// A number of a GPU file. Absent numbers have an empty Source.
struct HardwareNumber {
  double Value = 0;
  std::string Unit;
  std::string Source;
  char Confidence = 'C';
  /// Of a measured number, the smallest and the largest of its repetitions.
  std::optional<std::pair<double, double>> Interval = std::nullopt;
  bool isKnown() const { return !Source.empty(); }
  operator double() const { return Value; }
};

struct CalibratedOperation {
  HardwareNumber PerItem; ///< c_op, seconds for each work-item
  /// a, b, c, a', c' and saturation of W(n)
  /// (cost_models/cache-aware/SaturationCurve.h); empty: W(n) = n.
  std::vector<double> Curve;
};

struct Calibration {
  HardwareNumber ExecutionUnits; ///< n_XU, work-items that run at a time
  HardwareNumber BasePerItem, BaseFixed; ///< of an empty kernel, seconds
  HardwareNumber ItemsLow, ItemsHigh;    ///< work-items that were measured
  std::map<std::string, CalibratedOperation> Operations; ///< by name

  bool isKnown() const { return !Operations.empty(); }

  struct Field {
    const char *Key, *Unit;
    HardwareNumber Calibration::*Member;
    double High;
    const char *Meaning;
  };
  /// The numbers beside those of operations.
  static llvm::ArrayRef<Field> fields();
};

/// "int_multiply", "global_read_continuous", ...: the names that
/// cost_models/common/OperationCounts.h gives.
bool isCalibratedOperation(llvm::StringRef Name);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_HARDWARE_CALIBRATION_H
