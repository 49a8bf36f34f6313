//===- Executions.cpp - Every warp execution, lane by lane ----------------===//

#include "Executions.h"

using namespace oracle;

bool Loads::load(const Coordinates &Who, size_t Address, size_t Bytes) {
  auto [Known, IsNew] = Loaded.try_emplace({Who, Address, Bytes}, ++Now);
  bool Again = !IsNew;
  for (size_t Byte = Address; Again && Byte != Address + Bytes; ++Byte)
    if (auto Write = Written.find(Byte); Write != Written.end())
      Again = Write->second < Known->second;
  Known->second = Now;
  return Again;
}

void Loads::store(size_t Address, size_t Bytes) {
  ++Now;
  for (size_t Byte = Address; Byte != Address + Bytes; ++Byte)
    Written[Byte] = Now;
}

void Executions::add(const Site &At, const Key &Where,
                     const LaneAccess &Access) {
  if (++Entries <= MostEntries)
    Accesses[At][Where].push_back(Access);
}

void Executions::divide(const Site &At, uint64_t Divisor) {
  if (Divisors[At].insert(Divisor).second)
    ++Entries;
}

const std::map<Executions::Key, std::vector<LaneAccess>> *
Executions::of(const Site &At) const {
  auto Found = Accesses.find(At);
  return Found == Accesses.end() ? nullptr : &Found->second;
}
