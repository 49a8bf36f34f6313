//===- Quantity.h - A number behind a prediction ----------------*- C++ -*-===//
//
// What --explain shows of a prediction, in two kinds: inputs, which come from
// somewhere, and results of equations, which have a formula. Equations.h makes
// them; where an input comes from becomes words in the writers (tool/report).
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_COST_MODELS_COMMON_QUANTITY_H
#define KERNELCAST_COST_MODELS_COMMON_QUANTITY_H

#include "analysis/WarpProfile.h"
#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace kernelcast {

/// Where a quantity comes from.
enum class Origin : uint8_t {
  Equation,     ///< nowhere else: it is the result of one
  Instructions, ///< counts of the warp's instructions
  WarpTiming,   ///< instructions with the latencies of the GPU file
  Accesses,     ///< transactions and bytes of accesses
  Caches,       ///< what caches are estimated to save of these
  Launch,       ///< grid and block
  Residency,    ///< occupancy
  Argument,     ///< of the kernel, Given says from where
  Registers,    ///< of a thread
  SharedMemory, ///< of a block
  WarpSize,     ///< words of the GPU file that are no numbers of it
  Banks,
  GpuFile,         ///< its number Key, known by Confidence
  Calibration,     ///< likewise, of its section of that name
  Curve,           ///< W(n) of that section
  WholeCount,      ///< 1 where there is no such curve
  Peaks,           ///< of the GPU file, which has no such section
  AssumedWarpSize, ///< that stands for a number which is not calibrated
  PaperAssumes,    ///< a constant of the model's paper
};

/// A named number, with its six or seven answers to "how come".
struct Quantity {
  std::string Name; ///< "CYC_compute"
  double Value = 0;
  std::string Unit;     ///< "cycles"
  std::string Equation; ///< "BG (3)" or "BG (6), clamped"; "" for an input
  std::string Formula;  ///< with the numbers in it: "max(1, 24/(4*1*16))"
  Origin From = Origin::Equation;
  std::string Note = {};                      ///< in words, or ""
  std::string Key = {};                       ///< of the GPU file's number
  char Confidence = 0;                        ///< of that number; 0: not given
  LaunchSource Given = LaunchSource::Assumed; ///< of an argument

  bool isInput() const { return From != Origin::Equation; }
};

/// The quantities of a prediction as they come up: an input twice under one
/// name counts once, and what is not finite is left out.
class QuantityList {
public:
  void add(Quantity Q);
  /// The inputs, then the results, each in the order in which they came.
  std::vector<Quantity> take();

private:
  std::vector<Quantity> Inputs, Results;
};

} // namespace kernelcast

#endif // KERNELCAST_COST_MODELS_COMMON_QUANTITY_H
