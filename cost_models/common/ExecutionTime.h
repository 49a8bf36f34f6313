//===- ExecutionTime.h - In-order issue of one warp -------------*- C++ -*-===//
//
// How long one warp takes that has a multiprocessor to itself: Gajger 2017,
// section 5.2.2 (after Volkov 2016), and the single-warp model of GPUMech
// (Huang et al., MICRO 2014). A warp issues its instructions in order, so the
// critical path of its execution graph is one recurrence over the sequence:
//
//   t(k) = max( t(k-1) + gap(k-1),  max over sources s (t(s) + latency(s)) )
//
// gap: 0 within a dual-issued pair, the branch's latency after a branch, else
// the latency between independent instructions ("ILP latency"). Sources are
// registers, predicates and carries alike; writes never wait (no WAR, no WAW).
// The latency bound adds the time until a finished block is replaced.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_COST_MODELS_COMMON_EXECUTIONTIME_H
#define KERNELCAST_COST_MODELS_COMMON_EXECUTIONTIME_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"
#include <algorithm>
#include <vector>

namespace kernelcast {

/// One executed instruction of a straight line.
struct IssuedInstruction {
  double Latency = 0; ///< cycles from its issue until its result can be used
  double Gap = 0;     ///< least cycles from its issue to the next one's
  llvm::SmallVector<unsigned, 3> Sources; ///< earlier ones that it waits for
};

/// The issue port of a warp.
class IssueClock {
public:
  /// Issues an instruction whose operands are there at cycle \p Ready, the next
  /// one \p Gap cycles later at the earliest. Returns when it issues.
  double issue(double Ready, double Gap) {
    Stall = std::max(0.0, Ready - Next);
    double Now = std::max(Next, Ready);
    Next = Now + Gap;
    return Now;
  }
  /// Cycles that the last instruction waited for its operands.
  double stall() const { return Stall; }
  /// When the next instruction could issue.
  double next() const { return Next; }

private:
  double Next = 0, Stall = 0;
};

/// t(k) of every instruction, in cycles from the first. Errors: a source that
/// is not earlier, or a latency or gap that is negative or not finite.
llvm::Expected<std::vector<double>>
issueTimes(llvm::ArrayRef<IssuedInstruction> Sequence);

/// Gajger (5.1): the last issue plus \p BlockReplacement cycles.
llvm::Expected<double> latencyBound(llvm::ArrayRef<IssuedInstruction> Sequence,
                                    double BlockReplacement);

} // namespace kernelcast

#endif // KERNELCAST_COST_MODELS_COMMON_EXECUTIONTIME_H
