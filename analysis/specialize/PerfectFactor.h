//===- PerfectFactor.h - A whole kernel with one factor perfect -*- C++ -*-===//
//
// IdealProfile.h mends one access or one branch. Here a factor of the cost is
// made perfect wherever the kernel meets it, for the question how much of the
// time the factor is worth at most:
//
//   coalesced          every load and store of global memory
//   no-bank-conflicts  every access to shared memory
//   no-divergence      every branch and loop that is not a select
//   no-local-memory    every access to local memory
//   uniform-constants  every load of constant memory
//   combined-atomics   every atomic of global memory on one address
//   full-occupancy     resident blocks
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_SPECIALIZE_PERFECTFACTOR_H
#define KERNELCAST_ANALYSIS_SPECIALIZE_PERFECTFACTOR_H

#include "analysis/WarpProfile.h"
#include "analysis/hardware/GpuSpec.h"

namespace kernelcast {

enum class CostFactor : uint8_t {
  Coalescing,
  BankConflicts,
  Divergence,
  LocalMemory,
  Constants,
  Atomics,
  Occupancy
};

/// A factor and what its perfection is called, as "no-bank-conflicts".
using NamedFactor = std::pair<llvm::StringLiteral, CostFactor>;
/// All of them, in the order of CostFactor.
inline constexpr NamedFactor CostFactors[] = {
    {"coalesced", CostFactor::Coalescing},
    {"no-bank-conflicts", CostFactor::BankConflicts},
    {"no-divergence", CostFactor::Divergence},
    {"no-local-memory", CostFactor::LocalMemory},
    {"uniform-constants", CostFactor::Constants},
    {"combined-atomics", CostFactor::Atomics},
    {"full-occupancy", CostFactor::Occupancy}};
llvm::StringRef name(CostFactor Factor);

/// The facts of \p Profile, one on \p Gpu, with \p Factor perfect everywhere.
/// Where totalsFollow(), they are to be rederived
/// (KernelAnalysis::rederived()).
void makePerfect(WarpProfile &Profile, CostFactor Factor, const GpuSpec &Gpu);

/// Whether \p Factor is one of facts from which totals follow, not one of the
/// residency, which is derived itself.
bool totalsFollow(CostFactor Factor);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_SPECIALIZE_PERFECTFACTOR_H
