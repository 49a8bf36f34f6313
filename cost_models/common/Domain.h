//===- Domain.h - Where a model is valid ------------------------*- C++ -*-===//
//
// Every model takes something for granted: that the GPU works like those that
// it was made for, that no cache holds what is read twice, that the GPU is
// full. These are its premises. A model answers where one of them does not
// hold, too, but its answer is one from outside of its domain, and a report
// says so.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_COST_MODELS_COMMON_DOMAIN_H
#define KERNELCAST_COST_MODELS_COMMON_DOMAIN_H

#include "analysis/WarpProfile.h"
#include "analysis/hardware/GpuSpec.h"
#include <string>
#include <vector>

namespace kernelcast {

enum class Premise : uint8_t {
  KnownCounts,    ///< how often code runs is not assumed
  KnownAddresses, ///< where global memory is accessed is not assumed
  NvidiaGpu,      ///< an SM with NVIDIA's schedulers and memory path
  FullRound,      ///< all SMs have as many blocks as they can hold
  GlobalMemory,   ///< the kernel accesses global memory
  LittleReuse,    ///< caches serve at most half of the sectors asked for
  NoAtomics,      ///< no atomics in global memory
  Calibration,    ///< the GPU file has times of single operations
};

/// "known-counts", ...: as JSON and the models' pages have them.
llvm::StringRef name(Premise What);

/// A premise that does not hold.
struct BrokenPremise {
  Premise What;
  std::string Why; ///< "caches serve 83 % of the sectors, by estimate"
};

/// Those of \p Premises that do not hold for the launch \p Profile on \p Gpu.
std::vector<BrokenPremise> brokenPremises(llvm::ArrayRef<Premise> Premises,
                                          const WarpProfile &Profile,
                                          const GpuSpec &Gpu);

} // namespace kernelcast

#endif // KERNELCAST_COST_MODELS_COMMON_DOMAIN_H
