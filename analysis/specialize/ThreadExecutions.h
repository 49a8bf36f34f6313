//===- ThreadExecutions.h - Instructions as threads execute them *- C++ -*-===//
//
// A warp issues an instruction for all of its lanes that are there; profilers
// count classes of instructions by thread, and only where the instruction's
// predicate is true (NVIDIA's counters end in _pred_on). Two kinds of
// instructions are issued with lanes switched off:
//
//   * those of a predicated side, which run with the branch: they count for the
//     lanes that take the side;
//   * a conditional jump, which counts for the lanes that jump. A guard that
//     nobody fails is issued and executed by nobody; the jump back at a loop's
//     end counts once less than the loop has iterations.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_SPECIALIZE_THREADEXECUTIONS_H
#define KERNELCAST_ANALYSIS_SPECIALIZE_THREADEXECUTIONS_H

#include "analysis/WarpProfile.h"

namespace kernelcast {

/// By class, how often threads execute the instructions of the launch with a
/// true predicate.
struct ThreadExecutions {
  InstructionMix Total{};
  /// The weakest of what is known of the lanes that count. Assumed as soon as
  /// there is a conditional jump: which lanes jump is up to the order in which
  /// the compiler puts the blocks.
  How Source = How::Exact;
};

/// Those of a launch. Nothing where instructions are counted in machine code,
/// of which lanes are not known. Where they are counted in the source, jumps
/// are those that its branches commonly become, and each thread leaves by an
/// EXIT.
std::optional<ThreadExecutions> threadExecutions(const WarpProfile &Profile);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_SPECIALIZE_THREADEXECUTIONS_H
