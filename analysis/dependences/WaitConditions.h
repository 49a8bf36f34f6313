//===- WaitConditions.h - Branches by which threads may wait ----*- C++ -*-===//
//
//   while (flag == 0);            flag is volatile
//   if (atomicAdd(&n, 1) == last)
//
// A lock or a flag is no barrier that one could see, but it orders threads as
// one does. What looks like one is taken to be one: a finding about an order
// that is missing has to be certain.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_DEPENDENCES_WAITCONDITIONS_H
#define KERNELCAST_ANALYSIS_DEPENDENCES_WAITCONDITIONS_H

#include "analysis/KernelModel.h"

namespace kernelcast {

/// Whether \p Condition may be that of a lock, or of a flag that another thread
/// sets: it reads what an atomic or a volatile load has brought.
bool mayWait(const KernelModel &Kernel, const Expr *Condition);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_DEPENDENCES_WAITCONDITIONS_H
