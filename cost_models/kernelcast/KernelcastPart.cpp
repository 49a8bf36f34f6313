//===- KernelcastPart.cpp - Parts that can be left out --------------------===//

#include "cost_models/kernelcast/KernelcastPart.h"
#include "cost_models/common/MemoryInstructions.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace kernelcast;

namespace {
struct PartText {
  KernelcastPart Part;
  StringLiteral Name, Instead;
};
} // namespace

static constexpr PartText Texts[] = {
    {KernelcastPart::L1, "l1", "every access goes on to the L2"},
    {KernelcastPart::L2, "l2", "what reaches the L2 goes on to memory"},
    {KernelcastPart::Order, "order",
     "instructions issue in the order of the optimised code"},
    {KernelcastPart::Rounds, "rounds",
     "the last blocks take their share of a full round"},
    {KernelcastPart::BlockRate, "block-rate", "starting a block takes no time"},
    {KernelcastPart::Exposure, "exposure",
     "the shorter of busy and path is hidden entirely"},
    {KernelcastPart::Latency, "latency", "a warp alone takes no time"},
    {KernelcastPart::ReachedPeak, "reached-peak", "DRAM gives its peak"},
    {KernelcastPart::Start, "start", "a launch starts and ends in no time"}};

ArrayRef<KernelcastPart> kernelcast::kernelcastParts() {
  static constexpr KernelcastPart Parts[] = {
      KernelcastPart::L1,        KernelcastPart::L2,
      KernelcastPart::Order,     KernelcastPart::Rounds,
      KernelcastPart::BlockRate, KernelcastPart::Exposure,
      KernelcastPart::Latency,   KernelcastPart::ReachedPeak,
      KernelcastPart::Start};
  static_assert(std::size(Parts) == std::size(Texts));
  return Parts;
}

static const PartText &textOf(KernelcastPart Part) {
  return Texts[static_cast<unsigned>(Part)];
}

StringRef kernelcast::name(KernelcastPart Part) { return textOf(Part).Name; }

StringRef kernelcast::insteadOf(KernelcastPart Part) {
  return textOf(Part).Instead;
}

WarpProfile kernelcast::withoutCaches(const WarpProfile &Profile,
                                      const GpuSpec &Gpu,
                                      const KernelcastParts &Without) {
  WarpProfile Changed = Profile;
  if (movesTransactions(Gpu)) // these GPUs have no caches
    return Changed;
  CacheEstimate &Caches = Changed.Caches;
  if (is_contained(Without, KernelcastPart::L1)) {
    // The L2 serves what the L1 served, so memory sees no more than before.
    for (auto [Id, L1] : enumerate(Caches.L1Hits))
      if (Id < Caches.L2Hits.size())
        Caches.L2Hits[Id] = 1 - (1 - L1) * (1 - Caches.L2Hits[Id]);
    Caches.L1Hits.assign(Caches.L1Hits.size(), 0);
    Caches.L1Waits.assign(Caches.L1Waits.size(), 1);
    Caches.L2Sectors = Caches.Sectors;
    Changed.L2Bytes = Caches.Sectors * SectorBytes;
  }
  if (is_contained(Without, KernelcastPart::L2)) {
    Caches.L2Hits.assign(Caches.L2Hits.size(), 0);
    Caches.BehindL2Sectors = Caches.L2Sectors;
    Caches.MemoryShare = 1;
    Changed.StartsWarm = Caches.OutlastsLaunch = false;
    Caches.WrittenBack = 0;
    for (auto [Id, Facts] : enumerate(Changed.Accesses))
      if (Changed.Kernel->Accesses[Id].Kind == AccessKind::Atomic &&
          pathOf(Changed.Kernel->Accesses[Id]) == AccessPath::Memory)
        Caches.WrittenBack += Facts.Sectors.Value;
    Changed.DramBytes = Changed.BehindL2Bytes =
        Changed.L2Bytes + Caches.WrittenBack * SectorBytes;
  }
  return Changed;
}
