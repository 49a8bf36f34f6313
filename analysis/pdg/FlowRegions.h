//===- FlowRegions.h - One level of a loop nest at a time -------*- C++ -*-===//
//
// The blocks of one loop (or of the kernel outside all loops) in reverse post
// order, each inner loop standing for itself as one item, are a graph without
// cycles. An item that every path from its immediate dominator through this
// graph meets runs for exactly the lanes that ran the dominator: there the
// threads of a warp are together again, whatever the branches between decided.
//
// The items from the dominator up to there are a stretch, if no way leads into
// or out of them but by the first one and to that item: whoever runs them again
// for some of the warps changes nothing for the others.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_PDG_FLOWREGIONS_H
#define KERNELCAST_ANALYSIS_PDG_FLOWREGIONS_H

#include "analysis/KernelModel.h"

namespace kernelcast {

struct FlowItem {
  bool IsLoop = false;
  unsigned Id = 0; ///< block or loop
  /// The item (in the same region) whose lanes all come here, or None.
  unsigned Reunites = None;
  /// One past the last item of the stretch that begins with this one, or None.
  unsigned StretchEnd = None;
  /// The first item of the next larger stretch that this item is in, or None.
  unsigned Around = None;
};

struct FlowRegion {
  std::vector<FlowItem> Items; ///< topologically sorted, the entry first
};

/// Region 0 is outside all loops, region 1 + L is one iteration of loop L.
std::vector<FlowRegion> flowRegions(const KernelModel &Kernel);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_PDG_FLOWREGIONS_H
