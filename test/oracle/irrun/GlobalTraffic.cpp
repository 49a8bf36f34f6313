//===- GlobalTraffic.cpp - What a launch asks memory for ------------------===//

#include "GlobalTraffic.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include <algorithm>
#include <random>

using namespace irrun;

void GlobalTraffic::add(uint64_t Step, bool Store,
                        std::vector<uint64_t> Sectors) {
  std::sort(Sectors.begin(), Sectors.end());
  Sectors.erase(std::unique(Sectors.begin(), Sectors.end()), Sectors.end());
  All.push_back({Step, Store, std::move(Sectors)});
}

void GlobalTraffic::blockEnds() {
  if (++Blocks == Together)
    orderRound();
}

void GlobalTraffic::orderRound() {
  std::stable_sort(
      All.begin() + RoundBegin, All.end(),
      [](const Access &A, const Access &B) { return A.Step < B.Step; });
  RoundBegin = All.size();
  Blocks = 0;
}

MemoryTraffic GlobalTraffic::touched() const {
  llvm::DenseSet<uint64_t> Loaded, Stored;
  for (const Access &Each : All)
    for (uint64_t Sector : Each.Sectors)
      (Each.Store ? Stored : Loaded).insert(Sector);
  return {Loaded.size(), Stored.size()};
}

namespace {

class SectorCache {
public:
  explicit SectorCache(uint64_t Capacity) : Capacity(Capacity) {}

  void touch(uint64_t Sector, bool Store) {
    auto [Found, IsNew] = PlaceOf.try_emplace(Sector, Places.size());
    if (IsNew) {
      if (!Store)
        ++Traffic.Loaded;
      if (Places.size() == Capacity)
        Found->second = freePlace();
      else
        Places.emplace_back();
      Places[Found->second] = {Sector, false};
    }
    Places[Found->second].Changed |= Store;
  }
  MemoryTraffic traffic() const {
    MemoryTraffic All = Traffic;
    for (const Place &P : Places)
      All.Written += P.Changed;
    return All;
  }

private:
  struct Place {
    uint64_t Sector;
    bool Changed;
  };
  uint64_t Capacity;
  MemoryTraffic Traffic;
  llvm::DenseMap<uint64_t, size_t> PlaceOf; ///< by sector
  std::vector<Place> Places;
  std::mt19937_64 Random; ///< the same numbers each time

  size_t freePlace() {
    const size_t At = Random() % Capacity;
    Traffic.Written += Places[At].Changed;
    PlaceOf.erase(Places[At].Sector);
    return At;
  }
};

} // namespace

MemoryTraffic GlobalTraffic::behind(uint64_t Capacity) const {
  SectorCache Cache(std::max<uint64_t>(1, Capacity));
  for (const Access &Each : All)
    for (uint64_t Sector : Each.Sectors)
      Cache.touch(Sector, Each.Store);
  return Cache.traffic();
}
