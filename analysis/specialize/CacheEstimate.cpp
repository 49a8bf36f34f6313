//===- CacheEstimate.cpp - What the caches save of a launch ---------------===//

#include "analysis/specialize/CacheEstimate.h"
#include "analysis/specialize/CacheLevel.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>
#include <map>

using namespace llvm;
using namespace kernelcast;

bool kernelcast::cachesGlobalLoads(const GpuSpec &Gpu) {
  if (!(Gpu.L1Bytes > 0))
    return false;
  if (Gpu.Vendor != GpuVendor::Nvidia)
    return true;
  const unsigned Architecture = nvidiaArchitecture(Gpu);
  return (Architecture >= 20 && Architecture < 30) || Architecture == 60 ||
         Architecture >= 70;
}

/// From Volta on, L1 and shared memory are one.
static bool sharesL1(const GpuSpec &Gpu) {
  return Gpu.Vendor == GpuVendor::Nvidia && nvidiaArchitecture(Gpu) >= 70;
}

double kernelcast::l1Capacity(const WarpProfile &Profile, const GpuSpec &Gpu) {
  if (!cachesGlobalLoads(Gpu))
    return 0;
  double Shared = 0;
  if (sharesL1(Gpu) && Profile.Kernel)
    Shared = double(Profile.Kernel->StaticSharedBytes +
                    Profile.Launch.DynamicSharedBytes) *
             Profile.Residency.BlocksPerSM;
  return std::max(0.0, Gpu.L1Bytes - Shared);
}

namespace {

/// Bytes of local memory of the threads that are resident on an SM: of the
/// arrays that are accessed there, and of spilled registers.
double localBytes(const WarpProfile &Profile, const GpuSpec &Gpu) {
  const KernelModel &Kernel = *Profile.Kernel;
  std::vector<bool> Used(Kernel.Arrays.size());
  double Bytes = 0;
  for (const MemoryAccess &A : Kernel.Accesses)
    if (A.Space == MemorySpace::Local && !A.Silent && A.Array < Used.size() &&
        pathOf(A) == AccessPath::Memory && !Used[A.Array]) {
      Used[A.Array] = true;
      Bytes += double(Kernel.Arrays[A.Array].Bytes);
    }
  if (Profile.LoggedSpills.Stored)
    Bytes += double(Profile.LoggedSpills.Stored);
  else if (Profile.SpillStoreBytes > 0 && Kernel.Resources)
    Bytes = std::max(Bytes, double(Kernel.Resources->ScratchBytes));
  return Bytes * Profile.Residency.WarpsPerSM * Gpu.WarpSize;
}

/// The share of \p Bytes, all used alike, that a cache of \p Capacity cannot
/// hold.
double beyond(double Capacity, double Bytes) {
  return Bytes > Capacity ? 1 - Capacity / Bytes : 0;
}

} // namespace

void kernelcast::estimateCaches(WarpProfile &Profile, const GpuSpec &Gpu) {
  if (!Profile.Kernel || !Profile.Residency.BlocksPerSM)
    return;
  const KernelModel &Kernel = *Profile.Kernel;
  CacheEstimate &Result = Profile.Caches;
  Result = {};
  Result.L1Hits.assign(Kernel.Accesses.size(), 0);
  Result.L2Hits.assign(Kernel.Accesses.size(), 0);
  double SMs = std::max(1.0, Gpu.Multiprocessors.Value);
  const double L1Bytes = l1Capacity(Profile, Gpu);
  CacheLevel L1(Profile, L1Bytes, false, SMs);
  CacheLevel L2(Profile, Gpu.L2Bytes, true, SMs);

  auto GoesToMemory = [&](const MemoryAccess &A) {
    return (A.Space == MemorySpace::Global || A.Space == MemorySpace::Local) &&
           pathOf(A) == AccessPath::Memory;
  };
  bool HasL1 = L1Bytes > 0, HasL2 = Gpu.L2Bytes > 0;
  auto GoesToL1 = [&](const MemoryAccess &A) {
    return HasL1 && GoesToMemory(A) && A.Space == MemorySpace::Global &&
           A.Kind == AccessKind::Load &&
           A.Bulk == BulkSource::None; // which go by the L2 alone
  };
  // Local memory: of loads an L1 misses what it cannot hold, stores go through
  // to the L2. A cache behind it (AMD's Infinity Cache) is left out here as it
  // is elsewhere, since its bandwidth is not known.
  const double OfSM = localBytes(Profile, Gpu);
  const double L1Local = HasL1 ? beyond(L1Bytes, OfSM) : 1;
  const double L2Local = HasL2 ? beyond(Gpu.L2Bytes, OfSM * SMs) : 1;
  auto IsLocal = [](const MemoryAccess &A) {
    return A.Space == MemorySpace::Local;
  };
  for (auto [Id, A] : enumerate(Kernel.Accesses))
    if (GoesToL1(A))
      L1.add(Id, Profile.Accesses[Id].Sectors.Value);
  std::vector<double> L1Misses = L1.misses();
  Result.L1Waits = L1.waits(L1Misses);
  std::vector<double> Below(Kernel.Accesses.size(), 0);
  for (auto [Id, A] : enumerate(Kernel.Accesses)) {
    if (!GoesToMemory(A))
      continue;
    double Sectors = Profile.Accesses[Id].Sectors.Value;
    Result.Sectors += Sectors;
    Below[Id] = GoesToL1(A)                                ? L1Misses[Id]
                : IsLocal(A) && A.Kind == AccessKind::Load ? Sectors * L1Local
                                                           : Sectors;
    if (Sectors > 0)
      Result.L1Hits[Id] = 1 - Below[Id] / Sectors;
    if (HasL2 && !IsLocal(A))
      L2.add(Id, Below[Id]);
  }
  std::vector<double> L2Misses = L2.misses();
  Result.OutlastsLaunch = HasL2 && L2.outlastsLaunch(OfSM * SMs);
  const bool IsThere = Profile.StartsWarm && Result.OutlastsLaunch;
  if (IsThere)
    L2Misses.assign(L2Misses.size(), 0);
  std::map<ArrayId, double> Brought; ///< from memory, by loads of an array
  if (HasL2)
    for (auto [Id, A] : enumerate(Kernel.Accesses))
      if (GoesToMemory(A) && A.Kind == AccessKind::Load && A.Array != None)
        Brought[A.Array] += L2Misses[Id];
  double L2Sectors = 0, DramSectors = 0;
  for (auto [Id, A] : enumerate(Kernel.Accesses)) {
    if (!GoesToMemory(A))
      continue;
    double Missed = IsLocal(A) ? Below[Id] * L2Local
                    : HasL2    ? L2Misses[Id]
                               : Below[Id];
    double Comes = Missed;
    if (A.Kind == AccessKind::Atomic) {
      // What loads of the array bring is there for it.
      double &ByLoads = Brought[A.Array];
      const double Shared = std::min(ByLoads, Missed);
      ByLoads -= Shared;
      Comes -= Shared;
      Result.WrittenBack += Missed;
      Missed = (Comes + Missed) / 2; // accessTraffic() has two ways
    }
    if (Below[Id] > 0)
      Result.L2Hits[Id] = 1 - Missed / Below[Id];
    L2Sectors += Below[Id];
    DramSectors += Comes;
  }
  // Spilled registers as local arrays.
  const double Spilled = Profile.SpillStoreBytes / SectorBytes;
  const double Loaded = Profile.SpillLoadBytes / SectorBytes;
  Result.Sectors += Spilled + Loaded;
  L2Sectors += Spilled + Loaded * L1Local;
  DramSectors += (Spilled + Loaded * L1Local) * L2Local;
  for (auto [Id, A] : enumerate(Kernel.Accesses))
    if (!GoesToL1(A))
      Result.L1Waits[Id] = 1 - Result.L1Hits[Id];
  Result.L1Keeps = HasL1 ? L1.kept() : "";
  Result.L2Keeps = IsThere ? "all that the launch before has touched"
                   : HasL2 ? L2.kept()
                           : "";
  Result.L2Sectors = L2Sectors;
  Result.DramSectors = DramSectors;
  Profile.L2Bytes = L2Sectors * SectorBytes;
  Profile.DramBytes = (DramSectors + Result.WrittenBack) * SectorBytes;
  if (!movesTransactions(Gpu))
    return;
  Profile.L2Bytes = Result.WrittenBack = 0;
  for (auto [Id, A] : enumerate(Kernel.Accesses))
    if (GoesToMemory(A))
      Profile.L2Bytes += Profile.Accesses[Id].TransactionBytes.Value;
  Profile.DramBytes = Profile.L2Bytes;
}
