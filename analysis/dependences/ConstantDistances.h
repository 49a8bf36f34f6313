//===- ConstantDistances.h - Places that constants tell apart ---*- C++ -*-===//
//
// A thread that stores to row[t][k] and loads row[t][k] in loops that are
// unrolled goes to t * n + 0, t * n + 1 and so on: whatever t is, constants
// tell which store each load finds. Addresses are multiplied out and compared
// but for their constants and the counters of such loops.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_DEPENDENCES_CONSTANTDISTANCES_H
#define KERNELCAST_ANALYSIS_DEPENDENCES_CONSTANTDISTANCES_H

#include "analysis/KernelModel.h"
#include "llvm/ADT/ArrayRef.h"

namespace kernelcast {

/// Whether the addresses of \p Accesses, all of one array, differ by constants
/// alone once the loops that the model takes to be unrolled are. False where
/// one of them cannot be multiplied out.
bool differByConstants(const KernelModel &Kernel,
                       llvm::ArrayRef<AccessId> Accesses);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_DEPENDENCES_CONSTANTDISTANCES_H
