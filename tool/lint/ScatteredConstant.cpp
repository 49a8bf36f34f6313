//===- ScatteredConstant.cpp - Constant memory read lane by lane ----------===//
//
// The constant cache gives a warp one word a cycle: right for what all lanes
// read, wrong for a table that each lane looks up elsewhere. That belongs into
// shared or global memory.
//===----------------------------------------------------------------------===//

#include "analysis/specialize/IdealProfile.h"
#include "tool/lint/AccessGroups.h"
#include "tool/lint/LintLaunch.h"
#include "tool/report/Numbers.h"
#include "llvm/ADT/DenseSet.h"
#include <fmt/format.h>

using namespace llvm;
using namespace kernelcast;

std::vector<Finding>
kernelcast::findScatteredConstant(const LintLaunch &Launch) {
  const WarpProfile &Profile = Launch.profile();
  if (Launch.gpu().Vendor != GpuVendor::Nvidia)
    return {};
  std::vector<const CostlyAccess *> Scattered;
  for (const CostlyAccess &Entry : Launch.accesses()) {
    if (Entry.Access->Space != MemorySpace::Constant ||
        Entry.Source == How::Assumed || !Launch.isMade(Entry.Copies[0]))
      continue;
    double Low = 0, Warps = 0;
    for (AccessId Id : Entry.Copies) {
      Low += at(Profile.Accesses[Id].BankCycles, FactBound::Low);
      Warps += at(Profile.Accesses[Id].WarpExecutions, FactBound::High);
    }
    if (Low > Warps)
      Scattered.push_back(&Entry);
  }
  std::vector<Finding> Result;
  for (const AccessGroup &Group : groupedByArray(Scattered)) {
    const CostlyAccess &Entry = *Group[0];
    Finding F = findingAbout(Group);
    for (const CostlyAccess *Each : Group)
      Launch.restOn(F, Each->Access->Address);
    F.Message = fmt::format(
        "{} reads {} words of constant memory a warp, one after the other",
        subject(*Entry.Access), meanText(Entry, Entry.BankCyclesPerWarp));
    F.Predicted = Launch.gain([&](WarpProfile &Ideal) {
      for (AccessId Id : copiesOf(Group))
        readUniformly(Ideal, Id);
    });
    F.Shown = Launch.witness(Entry.Copies[0], [](const WarpExample &Example) {
      DenseSet<int64_t> Different;
      for (const auto &[Lane, Address] : enumerate(Example.Addresses))
        if (Example.Active >> Lane & 1)
          Different.insert(Address);
      return static_cast<double>(Different.size());
    });
    Result.push_back(std::move(F));
  }
  return Result;
}
