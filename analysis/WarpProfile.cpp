//===- WarpProfile.cpp - A profile's names, and an access made better -----===//

#include "analysis/WarpProfile.h"
#include "analysis/access/Coalescing.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace kernelcast;

StringRef kernelcast::name(AccessClass Class) {
  constexpr StringLiteral Names[] = {"continuous", "constant", "interval",
                                     "identical", "complex"};
  return Names[static_cast<unsigned>(Class)];
}

StringRef kernelcast::name(RegisterSource Source) {
  constexpr StringLiteral Names[] = {"option", "ptxas", "ast"};
  return Names[static_cast<unsigned>(Source)];
}

StringRef kernelcast::name(InstructionSource Source) {
  constexpr StringLiteral Names[] = {"ast", "ir"};
  return Names[static_cast<unsigned>(Source)];
}

const BranchFacts *WarpProfile::branchAt(BlockId Block) const {
  auto Found = find_if(
      Branches, [&](const BranchFacts &Facts) { return Facts.Block == Block; });
  return Found == Branches.end() ? nullptr : &*Found;
}

void kernelcast::coalesce(WarpProfile &Profile, AccessId Id,
                          const GpuSpec &Gpu) {
  const MemoryAccess &Access = Profile.Kernel->Accesses[Id];
  AccessFacts &Facts = Profile.Accesses[Id];
  const Known<double> &Warps = Facts.WarpExecutions;
  if (!(Warps.Value > 0) || Access.Space == MemorySpace::Shared ||
      Facts.isOneAddress())
    return;
  const IdealTraffic Ideal =
      idealTraffic(Gpu.Coalescing, Facts.LaneExecutions.Value / Warps.Value,
                   Access.instructionBytes());
  const double Before = Facts.Sectors.Value;
  if (Before <= Warps.Value * Ideal.Sectors &&
      Facts.Lines.Value <= Warps.Value * Ideal.Lines &&
      Facts.TransactionBytes.Value <= Warps.Value * Ideal.TransactionBytes)
    return;
  auto Lower = [&](Known<double> &Fact, double Each) {
    if (Warps.Value * Each < Fact.Value)
      Fact = Warps * Each;
  };
  Lower(Facts.Sectors, Ideal.Sectors);
  Lower(Facts.Lines, Ideal.Lines);
  Lower(Facts.Transactions, Ideal.Transactions);
  Lower(Facts.TransactionBytes, Ideal.TransactionBytes);
  Facts.Touched.pack(Facts.Sectors.Value / Warps.Value,
                     Before > 0 ? Facts.Sectors.Value / Before : 1);
  Facts.Class = AccessClass::Continuous;
  Facts.LaneStride = Access.instructionBytes();
  Facts.Source = weaker(Warps.Source, Facts.LaneExecutions.Source);
  if (Facts.Source == How::Exact)
    Facts.Reason.clear();
}
