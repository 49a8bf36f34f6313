//===- InstructionLines.h - Which lines are executed as what ----*- C++ -*-===//
//
// The instructions of a launch by the lines of the source that they come from:
//
//   ir     the debug locations of the optimised code, those of machine code
//          where it was made here
//   sass   the lines that the listing names (nvdisasm -gi)
//   ast    accesses, barriers and the like, and branches
//
// What has no place is an entry of its own, so that the entries add up to the
// launch's instructions. Registers, which do not add up, are known of `ir` on
// NVIDIA's GPUs alone.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_SPECIALIZE_INSTRUCTIONLINES_H
#define KERNELCAST_ANALYSIS_SPECIALIZE_INSTRUCTIONLINES_H

#include "analysis/WarpProfile.h"
#include "analysis/hardware/GpuSpec.h"

namespace kernelcast {

/// What a line has become.
struct LineInstructions {
  CodePlace Place; ///< line 0: nobody knows
  InstructionMix PerWarp{};
  PipelineShares Pipes; ///< of PerWarp's integers and conversions
  double CodeBytes = 0;
  /// The most in use at one of its instructions, an estimate; 0: not known.
  unsigned Registers = 0;

  double total() const;
};

struct InstructionLines {
  /// By place; what has none comes last.
  std::vector<LineInstructions> Lines;
  /// How CodeBytes are known: exact, or assumed, from the estimated number of
  /// machine instructions. Nothing: they are not.
  std::optional<How> Bytes;
};

/// The lines of \p Counted, where instructions are counted, on \p Gpu.
InstructionLines instructionLines(const WarpProfile &Counted,
                                  const GpuSpec &Gpu);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_SPECIALIZE_INSTRUCTIONLINES_H
