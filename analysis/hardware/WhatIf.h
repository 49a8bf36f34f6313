//===- WhatIf.h - A device that does not exist ------------------*- C++ -*-===//
//
// A GPU file with some numbers replaced: what if it had twice the SMs? A number
// that follows from a replaced one on real silicon (a faster clock shortens
// latencies in seconds, not in cycles; more SMs bring more L2 slices) is not
// guessed: it stays as the file has it and is named. What was measured on the
// device as a whole, the calibration of the model "cache-aware", is dropped.
//
// A device of today that runs at another clock is no such guess. The L2, the
// atomic operations in it and the distributor of blocks run with the SMs:
// counters of an RTX 2080 Ti have the same peak of its L2 in bytes a cycle at
// 1345 and at 1793 MHz. Their rates, which files give in seconds, follow then.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_HARDWARE_WHATIF_H
#define KERNELCAST_ANALYSIS_HARDWARE_WHATIF_H

#include "analysis/hardware/GpuSpec.h"

namespace kernelcast {

/// A number of a GPU file with its new value.
struct NumberChange {
  const GpuSpec::Field *Number = nullptr;
  double Value = 0;
  /// Of the clock: the rates of what runs with it follow.
  bool MovesRates = false;
};

/// The field that \p Name means: its key, or "sms" for multiprocessors. An
/// error says what is near, or why this key of a GPU file cannot be set.
llvm::Expected<const GpuSpec::Field *> numberField(llvm::StringRef Name);

/// \p Field with \p Value, or an error with the range that it must lie in.
llvm::Expected<NumberChange> numberChange(const GpuSpec::Field &Field,
                                          double Value);

/// Replaces the numbers in \p Gpu; a later change of a key wins. Each is noted
/// in Gpu.Changes, and so is a rate that has moved with the clock. Errors: a
/// number that no longer fits another one.
llvm::Error changeNumbers(GpuSpec &Gpu, llvm::ArrayRef<NumberChange> Changes);

/// \p Gpu as it runs at its base clock.
GpuSpec atItsBaseClock(GpuSpec Gpu);

/// Keys of the rates of \p Gpu that have moved with its clock.
std::vector<std::string> movedRates(const GpuSpec &Gpu);

/// Keys of the numbers of \p Gpu that depend on a changed one and are still as
/// the file has them.
std::vector<std::string> keptNumbers(const GpuSpec &Gpu);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_HARDWARE_WHATIF_H
