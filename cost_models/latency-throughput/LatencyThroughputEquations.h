//===- LatencyThroughputEquations.h - Latency or throughput ----*- C++ -*-===//
//
// Gajger 2017, chapter 4 (after Volkov, Understanding Latency Hiding on GPUs,
// 2016). An SM finishes warps at a steady rate that has two ceilings: each of
// its `occ` resident warps takes `lat` cycles, and no functional unit, issue
// port or bus gives more than its peak.
//
//   warps  = grid * ceil(block / warp)                                  (4.2)
//   thr    = min(occ / lat, 1 / CPW)       warps per cycle and SM  (4.3)(4.6)
//   CPW    = max over units (what a warp asks of it / what it gives a cycle)
//            lanes of CUDA cores, issue slots, bytes of memory          (4.5)
//   T      = warps / (thr * SMs * clock * lambda)                       (4.1)
//   lambda = T(lambda = 1) / T measured                                 (4.4)
//   occ*   = lat / CPW: below it latency bounds, above it throughput
//
// One calibration factor for all ceilings hides what it corrects (the thesis
// errs by up to 53 % where memory bounds and by little where the cores do), so
// here every ceiling has its own and the time is that of the lowest calibrated
// ceiling; with equal factors that is (4.1) to the letter.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_COST_MODELS_LATENCY_THROUGHPUT_LATENCYTHROUGHPUTEQUATIONS_H
#define KERNELCAST_COST_MODELS_LATENCY_THROUGHPUT_LATENCYTHROUGHPUTEQUATIONS_H

#include "cost_models/common/Cost.h"
#include "cost_models/common/Equations.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"

namespace kernelcast {

/// (4.2): warps of \p Blocks blocks of \p Threads threads.
template <typename Number = double>
Number launchedWarps(Plain<Number> Blocks, Plain<Number> Threads,
                     Plain<Number> WarpSize) {
  return Blocks * roundedUp(Threads / WarpSize);
}

/// (4.7): bytes per SM and cycle of a device's \p Bandwidth in B/s.
template <typename Number = double>
Number bytesPerCycle(Plain<Number> Bandwidth, Plain<Number> Multiprocessors,
                     Plain<Number> Clock) {
  return Bandwidth / (Multiprocessors * Clock);
}

/// How the thesis counts issued instructions. Each dual-issued pair takes one
/// slot; the text subtracts the pairs of the listing, its code none, and right
/// is to subtract them as often as they execute.
enum class IssueCount : uint8_t { Text, Code, Corrected };

/// INS_issued of a warp. \p Instructions: executed, memory included; \p Pairs:
/// dual-issued pairs in the listing; \p ExecutedPairs: as executed.
double issuedInstructions(IssueCount Rule, double Instructions, double Pairs,
                          double ExecutedPairs);

/// One ceiling of (4.5): a functional unit, the schedulers or a bus of an SM.
template <typename Number = double> struct ThroughputUnit {
  Cost What = Cost::IssueSlots;
  Number PerWarp = 0;  ///< what a warp asks: lanes, issue slots or bytes
  Number PerCycle = 0; ///< what the SM gives in a cycle, same unit
  Number Lambda = 1;   ///< share of the peak that is reached
};

/// What the thesis calls \p Unit: "gmem", "cuda", "issue".
llvm::StringRef symbol(Cost Unit);

template <typename Number = double> struct LatencyThroughputInput {
  Number Warps = 0;         ///< of the launch, (4.2)
  Number Occupancy = 0;     ///< occ, resident warps per SM
  Number Latency = 0;       ///< lat, cycles of one warp, block replaced
  Number LatencyLambda = 1; ///< calibration of the latency ceiling
  llvm::SmallVector<ThroughputUnit<Number>, 10> Units;
  Number Multiprocessors = 0;
  Number Clock = 0; ///< Hz
};

template <typename Number = double> struct LatencyThroughputResult {
  llvm::SmallVector<Number, 10> CyclesPerUnit; ///< terms of (4.5), by unit
  Number CyclesPerWarp = 0;                    ///< CPW
  Number LatencyThroughput = 0;                ///< occ / lat, warps per cycle
  Number PeakThroughput = 0;                   ///< 1 / CPW
  Number WarpThroughput = 0;                   ///< (4.3)
  Number TransitionOccupancy = 0;              ///< occ*, calibrated
  /// 1 / rate of every calibrated ceiling: latency, then the units.
  llvm::SmallVector<Number, 10> CalibratedCycles;
  bool LatencyBound = false;
  unsigned Limiter = 0; ///< the slowest unit; the first one of equals
  Number Cycles = 0;    ///< (4.1) times the clock
  Number Seconds = 0;   ///< (4.1)

  /// Latency or the limiting unit.
  Cost limiter(llvm::ArrayRef<ThroughputUnit<Number>> Units) const {
    return LatencyBound ? Cost::Latency : Units[Limiter].What;
  }
};

/// (4.1) and (4.3) to (4.6). Errors: no warps, no occupancy, no latency, a unit
/// that is asked for something and gives nothing, or a number that is not
/// finite. A warp that asks nothing of any unit is bound by its latency.
template <typename Number>
llvm::Expected<LatencyThroughputResult<Number>>
latencyThroughput(Equations<Number> &Eq,
                  const LatencyThroughputInput<Number> &In);

} // namespace kernelcast

#endif // KERNELCAST_COST_MODELS_LATENCY_THROUGHPUT_LATENCYTHROUGHPUTEQUATIONS_H
