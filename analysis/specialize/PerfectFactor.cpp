//===- PerfectFactor.cpp - A whole kernel with one factor perfect ---------===//

#include "analysis/specialize/PerfectFactor.h"
#include "analysis/specialize/IdealProfile.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace kernelcast;

StringRef kernelcast::name(CostFactor Factor) {
  return CostFactors[static_cast<unsigned>(Factor)].first;
}

bool kernelcast::totalsFollow(CostFactor Factor) {
  return Factor != CostFactor::Occupancy;
}

/// Makes \p Factor perfect in access \p Id, if it is a factor there.
static void makePerfect(WarpProfile &Profile, AccessId Id, CostFactor Factor,
                        const GpuSpec &Gpu) {
  const MemoryAccess &Access = Profile.Kernel->Accesses[Id];
  const bool IsAtomic = Access.Kind == AccessKind::Atomic;
  switch (Factor) {
  case CostFactor::Coalescing:
    if (Access.Space == MemorySpace::Global && !IsAtomic)
      coalesce(Profile, Id, Gpu);
    break;
  case CostFactor::BankConflicts:
    spreadOverBanks(Profile, Id, Gpu);
    break;
  case CostFactor::LocalMemory:
    if (Access.Space == MemorySpace::Local)
      keepInRegisters(Profile, Id);
    break;
  case CostFactor::Constants:
    // Only Nvidia's constant cache serves one word at a time.
    if (Access.Space == MemorySpace::Constant &&
        Gpu.Vendor == GpuVendor::Nvidia)
      readUniformly(Profile, Id);
    break;
  case CostFactor::Atomics:
    if (Access.Space == MemorySpace::Global && IsAtomic &&
        Profile.Accesses[Id].LaneStride == 0)
      combineInWarps(Profile, Id);
    break;
  case CostFactor::Divergence:
  case CostFactor::Occupancy:
    break;
  }
}

void kernelcast::makePerfect(WarpProfile &Profile, CostFactor Factor,
                             const GpuSpec &Gpu) {
  const KernelModel &Kernel = *Profile.Kernel;
  if (Factor == CostFactor::Occupancy) {
    fillWithWarps(Profile);
    return;
  }
  if (Factor == CostFactor::Divergence) {
    for (const BasicBlock &Block : Kernel.Blocks)
      if (Block.Condition && !Block.Predicated)
        converge(Profile, Block.Id);
    return;
  }
  for (AccessId Id = 0; Id != Profile.Accesses.size(); ++Id)
    ::makePerfect(Profile, Id, Factor, Gpu);
}
