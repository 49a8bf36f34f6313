//===- Runner.h - Run one case at one point: check, then time
//---------------===//
//
// The order is always the same: fill the buffers, launch once, compare the
// result, and only then time. What is timed:
//
//   warm   every launch between two events of the device, its data in the
//          caches as the launch before left it
//   batch  many launches between two events, for what launching itself costs
//   cold   as warm, after the caches were filled with something else
//
// A kernel that changes its inputs gets them back before each run, outside of
// the timed span.
//===----------------------------------------------------------------------===//
#ifndef MEASURE_HOST_RUNNER_H
#define MEASURE_HOST_RUNNER_H

#include "host/Case.h"
#include "host/Device.h"

#include <string>
#include <vector>

namespace measure {

struct RunSettings {
  bool Time = true;
  double SecondsPerPoint = 0.05; ///< device time to spend on warm runs
  unsigned MostRuns = 50, FewestRuns = 5;
};

struct Times {
  std::vector<double> Warm; ///< milliseconds, one a run
  std::vector<double> Cold; ///< empty where there is no cache to flush
  double Batch = 0;         ///< milliseconds a launch, 0 if not measured
};

struct Outcome {
  /// "ok", "wrong" (the result is), "unsupported" (the device cannot run it),
  /// "failed" (it should have run).
  std::string Status;
  std::string Message; ///< why, if not ok
  Problem Ran;         ///< without the contents of its buffers
  KernelFacts Kernel;
  Times Took;
};

/// Runs \p C at \p P from the module at \p Module (see Device::load). Never
/// throws for what the device or the kernel does; says it in the outcome.
Outcome runCase(Device &Gpu, const Case &C, const Parameters &P,
                const std::string &Module, const RunSettings &How);

/// "-DTILE=16 -DROWS=8"
std::string definitionOptions(const Parameters &Definitions);

} // namespace measure

#endif // MEASURE_HOST_RUNNER_H
