//===- CacheEstimate.cpp - What the caches save of a launch ---------------===//

#include "analysis/specialize/CacheEstimate.h"
#include "analysis/specialize/CacheLevel.h"
#include "analysis/specialize/KeptPieces.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>
#include <map>
#include <optional>

using namespace llvm;
using namespace kernelcast;

bool kernelcast::cachesLoad(const GpuSpec &Gpu, const MemoryAccess &Load) {
  if (!(Gpu.L1Bytes > 0))
    return false;
  if (Gpu.Vendor != GpuVendor::Nvidia)
    return true;
  const unsigned Architecture = nvidiaArchitecture(Gpu);
  return (Architecture >= 20 && Architecture < 30) || Architecture == 60 ||
         Architecture >= 70 || (Architecture >= 35 && Load.ReadOnly);
}

bool kernelcast::cachesLocalMemory(const GpuSpec &Gpu) {
  if (!(Gpu.L1Bytes > 0))
    return false;
  if (Gpu.Vendor != GpuVendor::Nvidia)
    return true;
  const unsigned Architecture = nvidiaArchitecture(Gpu);
  return Architecture >= 20 && (Architecture < 50 || Architecture >= 60);
}

/// From Volta on, L1 and shared memory are one.
static bool sharesL1(const GpuSpec &Gpu) {
  return Gpu.Vendor == GpuVendor::Nvidia && nvidiaArchitecture(Gpu) >= 70;
}

/// Of compute capability 3.x the read-only cache is the texture units', apart
/// from the L1.
static bool hasOwnReadOnlyCache(const GpuSpec &Gpu) {
  return Gpu.Vendor == GpuVendor::Nvidia && nvidiaArchitecture(Gpu) >= 35 &&
         nvidiaArchitecture(Gpu) < 50;
}

double kernelcast::l1Capacity(const WarpProfile &Profile, const GpuSpec &Gpu) {
  constexpr double ReadOnlyBytes = 48 << 10; // the CUDA programming guide
  if (!(Gpu.L1Bytes > 0))
    return 0;
  if (hasOwnReadOnlyCache(Gpu))
    return ReadOnlyBytes;
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

/// Bytes of spilled registers, of all lanes.
struct SpillBytes {
  double Stored = 0, Loaded = 0;
};

/// Of the spilled registers of \p Profile, what is lost from a cache of \p
/// Capacity, which so many \p Threads share with \p LocalBytes in all, when its
/// turn comes. Where the distances are not known, these are used alike.
SpillBytes missedSpills(const WarpProfile &Profile, double Capacity,
                        double Threads, double LocalBytes) {
  SpillBytes Result, Known;
  for (const WarpProfile::SpillTraffic &Each : Profile.SpillReuses) {
    Known.Stored += Each.Stored;
    Known.Loaded += Each.Loaded;
    Result.Loaded +=
        Each.Loaded * lostShare(Each.Distance * Threads / Capacity);
  }
  const double Share = beyond(Capacity, LocalBytes);
  Result.Stored = Known.Stored * lostShare(LocalBytes / Capacity);
  Result.Stored +=
      std::max(0.0, Profile.SpillStoreBytes - Known.Stored) * Share;
  Result.Loaded += std::max(0.0, Profile.SpillLoadBytes - Known.Loaded) * Share;
  return Result;
}

/// The caches of one GPU, under the accesses of one launch.
class Hierarchy {
public:
  Hierarchy(const WarpProfile &Profile, const GpuSpec &Gpu);

  CacheEstimate estimate(UnknownPlaces Unknown);
  bool servesUnknown() const {
    return L1.servesUnknown() || L2.servesUnknown();
  }
  static bool goesToMemory(const MemoryAccess &A) {
    return (A.Space == MemorySpace::Global || isLocal(A)) &&
           pathOf(A) == AccessPath::Memory;
  }

private:
  bool goesToL1(const MemoryAccess &A) const {
    return HasL1 && goesToMemory(A) && A.Space == MemorySpace::Global &&
           A.Kind == AccessKind::Load && cachesLoad(Gpu, A) &&
           A.Bulk == BulkSource::None; // which go by the L2 alone
  }
  static bool isLocal(const MemoryAccess &A) {
    return A.Space == MemorySpace::Local;
  }
  /// Fills in what of the sectors goes to the L2, by access.
  std::vector<double> throughL1(CacheEstimate &Result, UnknownPlaces Unknown);
  /// Fills in what of those \p Below the L1 leaves the L2, by access.
  std::vector<double> throughL2(CacheEstimate &Result,
                                llvm::ArrayRef<double> Below,
                                UnknownPlaces Unknown);
  /// Fills in what of those \p Behind the L2 goes to memory.
  void throughL3(CacheEstimate &Result, llvm::ArrayRef<double> Behind,
                 UnknownPlaces Unknown);
  /// Adds spilled registers at all levels.
  void addSpills(CacheEstimate &Result) const;
  /// Sectors that loads take from local arrays.
  double loadedFromArrays() const;

  const WarpProfile &Profile;
  const GpuSpec &Gpu;
  const KernelModel &Kernel;
  const double SMs, L1Bytes;
  const bool HasL1, HasL2;
  // Local memory: of loads an L1 misses what it cannot hold, stores go through
  // to the L2.
  const double OfSM;                      ///< bytes of local memory on one
  const double LocalL1Bytes;              ///< that keep some; 0: none does
  const double L1Local, L2Local, L3Local; ///< the share of it that misses
  CacheLevel L1, L2;
  std::optional<CacheLevel> L3; ///< where one is known
};

} // namespace

Hierarchy::Hierarchy(const WarpProfile &Profile, const GpuSpec &Gpu)
    : Profile(Profile), Gpu(Gpu), Kernel(*Profile.Kernel),
      SMs(std::max(1.0, Gpu.Multiprocessors.Value)),
      L1Bytes(l1Capacity(Profile, Gpu)), HasL1(L1Bytes > 0),
      HasL2(Gpu.L2Bytes > 0), OfSM(localBytes(Profile, Gpu)),
      LocalL1Bytes(!cachesLocalMemory(Gpu)    ? 0
                   : hasOwnReadOnlyCache(Gpu) ? Gpu.L1Bytes
                                              : L1Bytes),
      L1Local(cachesLocalMemory(Gpu) ? beyond(LocalL1Bytes, OfSM) : 1),
      L2Local(HasL2 ? beyond(Gpu.L2Bytes, OfSM * SMs) : 1),
      L3Local(beyond(Gpu.L3Bytes, OfSM * SMs)),
      L1(Profile, L1Bytes, false, SMs), L2(Profile, Gpu.L2Bytes, true, SMs) {
  if (HasL2 && Gpu.L3Bytes > 0 && Gpu.L3Bandwidth > 0)
    L3.emplace(Profile, Gpu.L3Bytes, true, SMs);
  for (auto [Id, A] : enumerate(Kernel.Accesses)) {
    if (goesToL1(A))
      L1.add(Id);
    if (HasL2 && goesToMemory(A) && !isLocal(A))
      L2.add(Id);
    if (L3 && goesToMemory(A) && !isLocal(A))
      L3->add(Id);
  }
}

std::vector<double> Hierarchy::throughL1(CacheEstimate &Result,
                                         UnknownPlaces Unknown) {
  std::vector<double> Asked;
  Asked.reserve(Kernel.Accesses.size());
  for (const AccessFacts &Facts : Profile.Accesses)
    Asked.push_back(Facts.Sectors.Value);
  const std::vector<double> Misses = L1.misses(Asked, Unknown);
  Result.L1Waits = L1.waits(Misses);
  Result.L1Hits.assign(Kernel.Accesses.size(), 0);
  std::vector<double> Below(Kernel.Accesses.size(), 0);
  for (auto [Id, A] : enumerate(Kernel.Accesses)) {
    if (goesToMemory(A)) {
      const double Sectors = Asked[Id];
      Result.Sectors += Sectors;
      Below[Id] = goesToL1(A)                                ? Misses[Id]
                  : isLocal(A) && A.Kind == AccessKind::Load ? Sectors * L1Local
                                                             : Sectors;
      if (Sectors > 0)
        Result.L1Hits[Id] = 1 - Below[Id] / Sectors;
    }
    if (!goesToL1(A))
      Result.L1Waits[Id] = 1 - Result.L1Hits[Id];
  }
  const bool KeepsAny = L1.isUsed() || (HasL1 && cachesLocalMemory(Gpu));
  Result.L1Keeps = KeepsAny ? L1.kept() : "";
  return Below;
}

std::vector<double> Hierarchy::throughL2(CacheEstimate &Result,
                                         ArrayRef<double> Below,
                                         UnknownPlaces Unknown) {
  std::vector<double> Behind(Kernel.Accesses.size(), 0);
  std::vector<double> Misses = L2.misses(Below, Unknown);
  Result.OutlastsLaunch = HasL2 && L2.outlastsLaunch(OfSM * SMs);
  const bool IsThere = Profile.StartsWarm && Result.OutlastsLaunch;
  if (IsThere)
    Misses.assign(Misses.size(), 0);
  std::map<ArrayId, double> Brought; ///< from memory, by loads of an array
  if (HasL2)
    for (auto [Id, A] : enumerate(Kernel.Accesses))
      if (goesToMemory(A) && A.Kind == AccessKind::Load && A.Array != None)
        Brought[A.Array] += Misses[Id];
  Result.L2Hits.assign(Kernel.Accesses.size(), 0);
  for (auto [Id, A] : enumerate(Kernel.Accesses)) {
    if (!goesToMemory(A))
      continue;
    double Missed = isLocal(A) ? Below[Id] * L2Local
                    : HasL2    ? Misses[Id]
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
    Result.L2Sectors += Below[Id];
    Result.BehindL2Sectors += Comes;
    Behind[Id] = Comes;
  }
  Result.L2Keeps = IsThere ? "all that the launch before has touched"
                   : HasL2 ? L2.kept()
                           : "";
  return Behind;
}

void Hierarchy::throughL3(CacheEstimate &Result, ArrayRef<double> Behind,
                          UnknownPlaces Unknown) {
  if (!L3 || !(Result.BehindL2Sectors > 0))
    return;
  const std::vector<double> Misses = L3->misses(Behind, Unknown);
  double Comes = 0;
  for (auto [Id, A] : enumerate(Kernel.Accesses))
    if (goesToMemory(A))
      Comes += isLocal(A) ? Behind[Id] * L3Local : Misses[Id];
  Result.MemoryShare = std::min(1.0, Comes / Result.BehindL2Sectors);
}

double Hierarchy::loadedFromArrays() const {
  double Sectors = 0;
  for (auto [A, Facts] : zip(Kernel.Accesses, Profile.Accesses))
    if (goesToMemory(A) && isLocal(A) && A.Kind == AccessKind::Load)
      Sectors += Facts.Sectors.Value;
  return Sectors;
}

void Hierarchy::addSpills(CacheEstimate &Result) const {
  const SpillBytes All{Profile.SpillStoreBytes, Profile.SpillLoadBytes};
  if (!(All.Stored + All.Loaded > 0))
    return;
  const double Threads = double(Profile.Residency.WarpsPerSM) * Gpu.WarpSize;
  auto MissedBy = [&](double Capacity, double Sharing) {
    return Capacity > 0 ? missedSpills(Profile, Capacity, Threads * Sharing,
                                       OfSM * Sharing)
                        : All;
  };
  const double Asked = MissedBy(LocalL1Bytes, 1).Loaded;
  SpillBytes Behind = MissedBy(Gpu.L2Bytes, SMs);
  Behind.Loaded = std::min(Behind.Loaded, Asked);
  // Of loads, beside those of local arrays.
  auto Hits = [](double OfArrays, double Arrays, double Missed, double Spills) {
    return Arrays + Spills > 0
               ? (OfArrays * Arrays + Spills - Missed) / (Arrays + Spills)
               : 0;
  };
  const double Arrays = loadedFromArrays() * SectorBytes;
  Result.LocalL1Hits = Hits(1 - L1Local, Arrays, Asked, All.Loaded);
  Result.LocalL2Hits =
      Hits(1 - L2Local, Arrays * L1Local, Behind.Loaded, Asked);
  Result.Sectors += (All.Stored + All.Loaded) / SectorBytes;
  Result.L2Sectors += (All.Stored + Asked) / SectorBytes;
  double FromMemory = Result.BehindL2Sectors * Result.MemoryShare;
  const double Missed = Behind.Stored + Behind.Loaded;
  Result.BehindL2Sectors += Missed / SectorBytes;
  if (!L3 || !(Result.BehindL2Sectors > 0))
    return;
  const SpillBytes Beyond = MissedBy(Gpu.L3Bytes, SMs);
  FromMemory += std::min(Missed, Beyond.Stored + Beyond.Loaded) / SectorBytes;
  Result.MemoryShare = std::min(1.0, FromMemory / Result.BehindL2Sectors);
}

CacheEstimate Hierarchy::estimate(UnknownPlaces Unknown) {
  CacheEstimate Result;
  const std::vector<double> Below = throughL1(Result, Unknown);
  const std::vector<double> Behind = throughL2(Result, Below, Unknown);
  throughL3(Result, Behind, Unknown);
  Result.LocalL1Hits = 1 - L1Local;
  Result.LocalL2Hits = 1 - L2Local;
  addSpills(Result);
  return Result;
}

void kernelcast::estimateCaches(WarpProfile &Profile, const GpuSpec &Gpu) {
  if (!Profile.Kernel || !Profile.Residency.BlocksPerSM)
    return;
  Hierarchy Caches(Profile, Gpu);
  Profile.setCaches(Caches.estimate(UnknownPlaces::Anywhere));
  Profile.CachesIfOnePlace = Profile.CachesIfScattered = std::nullopt;
  if (!movesTransactions(Gpu)) {
    if (Caches.servesUnknown()) {
      Profile.CachesIfOnePlace = Caches.estimate(UnknownPlaces::OnePlace);
      Profile.CachesIfScattered = Caches.estimate(UnknownPlaces::Scattered);
    }
    return;
  }
  Profile.L2Bytes = Profile.Caches.WrittenBack = 0;
  for (auto [Id, A] : enumerate(Profile.Kernel->Accesses))
    if (Hierarchy::goesToMemory(A))
      Profile.L2Bytes += Profile.Accesses[Id].TransactionBytes.Value;
  Profile.DramBytes = Profile.BehindL2Bytes = Profile.L2Bytes;
}
