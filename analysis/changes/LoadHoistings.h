//===- LoadHoistings.h - Loads in front of their loops ----------*- C++ -*-===//
//
//   for (int k = 0; k < 8; ++k)           const float weight = w[i];
//     sum += in[k] * w[i];        becomes  for (int k = 0; k < 8; ++k)
//                                            sum += in[k] * weight;
//
// A load whose address stays the same during a loop brings the same value in
// each iteration, unless something writes there. It may come first if it is
// reached in the first iteration at the latest, whatever the launch is: what is
// never loaded may not exist. The compiler does the same where it sees that
// much; stores through other pointers keep it from that.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_CHANGES_LOADHOISTINGS_H
#define KERNELCAST_ANALYSIS_CHANGES_LOADHOISTINGS_H

#include "analysis/KernelModel.h"
#include "analysis/changes/ReachedCode.h"

namespace kernelcast {

/// Fills \p Model.LoadHoistings: loads of elements in loops of the kernel's own
/// body whose addresses stay the same.
void findLoadHoistings(const ReachedCode &Code, const SourceText &Source,
                       KernelModel &Model);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_CHANGES_LOADHOISTINGS_H
