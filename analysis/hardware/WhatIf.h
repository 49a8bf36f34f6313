//===- WhatIf.h - A device that does not exist ------------------*- C++ -*-===//
//
// A GPU file with some numbers replaced: what if it had twice the SMs? A number
// that follows from a replaced one on real silicon (a faster clock shortens
// latencies in seconds, not in cycles; more SMs bring more L2 slices) is not
// guessed: it stays as the file has it and is named. What was measured on the
// device as a whole, the calibration of the model "cache-aware", is dropped.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_HARDWARE_WHATIF_H
#define KERNELCAST_ANALYSIS_HARDWARE_WHATIF_H

#include "analysis/hardware/GpuSpec.h"

namespace kernelcast {

/// A number of a GPU file with its new value.
struct NumberChange {
  const GpuSpec::Field *Number = nullptr;
  double Value = 0;
};

/// The field that \p Name means: its key, or "sms" for multiprocessors. An
/// error says what is near, or why this key of a GPU file cannot be set.
llvm::Expected<const GpuSpec::Field *> numberField(llvm::StringRef Name);

/// \p Field with \p Value, or an error with the range that it must lie in.
llvm::Expected<NumberChange> numberChange(const GpuSpec::Field &Field,
                                          double Value);

/// Replaces the numbers in \p Gpu; a later change of a key wins. Each is noted
/// in Gpu.Changes. Errors: a number that no longer fits another one.
llvm::Error changeNumbers(GpuSpec &Gpu, llvm::ArrayRef<NumberChange> Changes);

/// Keys of the numbers of \p Gpu that depend on a changed one and are still as
/// the file has them.
std::vector<std::string> keptNumbers(const GpuSpec &Gpu);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_HARDWARE_WHATIF_H
