//===- SettledCounters.h - Loop counters behind their loops -----*- C++ -*-===//
//
// Inside its loop a counter is the number of the iteration. Behind the loop it
// is the number of the last one, which the trip count says.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_CONTROL_SETTLEDCOUNTERS_H
#define KERNELCAST_ANALYSIS_CONTROL_SETTLEDCOUNTERS_H

#include "analysis/KernelModel.h"

namespace kernelcast {

/// Puts the last value of each loop's counter where it is used outside of its
/// loop, in every expression of \p Kernel, if the loop's trip count is known
/// and exact.
void settleCounters(KernelModel &Kernel);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_CONTROL_SETTLEDCOUNTERS_H
