//===- WarpProfile.cpp - The names of a profile's parts -------------------===//

#include "analysis/WarpProfile.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace kernelcast;

StringRef kernelcast::name(AccessClass Class) {
  constexpr StringLiteral Names[] = {"continuous", "constant", "interval",
                                     "identical", "complex"};
  return Names[static_cast<unsigned>(Class)];
}

StringRef kernelcast::name(RegisterSource Source) {
  constexpr StringLiteral Names[] = {"option", "ptxas", "sass",
                                     "ast",    "ir",    "ir"};
  return Names[static_cast<unsigned>(Source)];
}

StringRef kernelcast::name(InstructionSource Source) {
  constexpr StringLiteral Names[] = {"ast", "ir", "sass"};
  return Names[static_cast<unsigned>(Source)];
}

double WarpProfile::executionsOf(const BasicBlock &Block,
                                 const Instruction &I) const {
  const double OfBlock = Blocks[Block.Id].WarpExecutions.Value;
  if (I.Effect == None || Block.Effects[I.Effect].Kind != EffectKind::Access)
    return OfBlock;
  const AccessId Id = Block.Effects[I.Effect].Access;
  return std::min(OfBlock, Accesses[Id].WarpExecutions.Value);
}

void WarpProfile::setCaches(CacheEstimate Estimate) {
  Caches = std::move(Estimate);
  L2Bytes = Caches.L2Sectors * SectorBytes;
  BehindL2Bytes = (Caches.BehindL2Sectors + Caches.WrittenBack) * SectorBytes;
  DramBytes = BehindL2Bytes * Caches.MemoryShare;
}

std::optional<WarpProfile> WarpProfile::atEnd(FactBound Bound) const {
  if (Bound == FactBound::High && IfInOrder) {
    WarpProfile Changed = *this;
    Changed.RegistersPerThread = IfInOrder->RegistersPerThread;
    Changed.Residency = IfInOrder->Residency;
    Changed.SpillStoreBytes = IfInOrder->SpillStoreBytes;
    Changed.SpillLoadBytes = IfInOrder->SpillLoadBytes;
    Changed.setCaches(IfInOrder->Caches);
    return Changed;
  }
  const std::optional<CacheEstimate> &Estimate =
      Bound == FactBound::Low ? CachesIfOnePlace : CachesIfScattered;
  if (Bound == FactBound::Value || !Estimate)
    return std::nullopt;
  WarpProfile Changed = *this;
  Changed.setCaches(*Estimate);
  return Changed;
}

const BranchFacts *WarpProfile::branchAt(BlockId Block) const {
  auto Found = find_if(
      Branches, [&](const BranchFacts &Facts) { return Facts.Block == Block; });
  return Found == Branches.end() ? nullptr : &*Found;
}
