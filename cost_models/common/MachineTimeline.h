//===- MachineTimeline.h - One warp's way through machine code --*- C++ -*-===//
//
// The execution graph of Gajger 2017, section 5.2.2, over a listing's blocks as
// often as they run (analysis/sass/CountedCode.h), by the recurrence of
// ExecutionTime.h:
//
//   t(k) = max( t(k-1) + gap(k-1),  what k waits for )
//
//              by registers (the thesis)         by control codes
//   gap        the issue interval; 0 within      the stall count; 0 within a
//              a pair                             pair
//   waits for  the latest results among its      the barriers of its wait mask
//              operands
//
// and a branch's own latency, taken or not, in both. Control codes are what the
// assembler has arranged and the machine does: a result without a barrier is
// there when the stall counts have passed. A write barrier is released after
// the latency of what sets it, a read barrier after that of an ALU.
//
// A loop is walked until an iteration takes as long and leaves the same waits
// behind as the one before; the rest is multiplied, as in WarpTimeline.h. A
// block that runs less often than what is around it adds its part of the time.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_COST_MODELS_COMMON_MACHINETIMELINE_H
#define KERNELCAST_COST_MODELS_COMMON_MACHINETIMELINE_H

#include "analysis/sass/CountedCode.h"

namespace kernelcast {

/// Cycles; all of them finite and not negative.
struct MachineTiming {
  double Alu = 0, Multiply = 0, Sfu = 0, Fp64 = 0, Shared = 0, Global = 0;
  double IssueInterval = 1;
  double BranchTaken = 0, BranchNotTaken = 0;
  /// Follow control codes where every instruction that runs has them.
  bool ByControlCodes = false;
};

struct MachineTimeline {
  double Cycles = 0; ///< from the first issue to the last
  bool ByControlCodes = false;
  std::vector<std::string> Notes; ///< where the result is approximate
};

MachineTimeline machineTimeline(const CountedCode &Code,
                                const MachineTiming &Timing);

} // namespace kernelcast

#endif // KERNELCAST_COST_MODELS_COMMON_MACHINETIMELINE_H
