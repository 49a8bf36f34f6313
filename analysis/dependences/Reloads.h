//===- Reloads.h - Loads of what a thread has had already -------*- C++ -*-===//
//
//   for (int k = 0; k < n; ++k)
//     out[k] += scale[0];        // loads scale[0] n times: out may overlap it
//
// A compiler loads again what something may have written since. Where that is a
// store through another pointer, or a barrier, the programmer often knows
// better: a restrict pointer says so for the whole kernel, a variable in front
// of the loop for one load.
//
// Found are loads of global memory of which the compiled code has to load the
// value again (so not those of RepeatedLoads.h), and would not if
//
//   stores      to other arrays did not overlap the one that is read, and
//   barriers    and fences were known to bring nothing new, for an array that
//               the kernel does not write.
//
// That arrays do not overlap is what the programmer has to know.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_DEPENDENCES_RELOADS_H
#define KERNELCAST_ANALYSIS_DEPENDENCES_RELOADS_H

#include "analysis/pdg/FlowGraph.h"

namespace kernelcast {

struct Reload {
  AccessId Load = None;
  /// The earlier load of the same address; None: the same load in the iteration
  /// before of Loop, for all of which the address is one.
  AccessId First = None;
  LoopId Loop = None; ///< the outermost one
  /// What stands in the compiler's way: a step of a block.
  BlockId Block = None;
  unsigned Step = 0;
  /// Of a pointer parameter that the kernel only reads, and that does not say
  /// restrict: it would do to say it.
  bool ByRestrict = false;
};

/// The reloads of \p Kernel, by the order of the loads.
std::vector<Reload> reloads(const KernelModel &Kernel,
                            const Dominance &Dominators);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_DEPENDENCES_RELOADS_H
