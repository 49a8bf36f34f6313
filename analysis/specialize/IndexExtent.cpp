//===- IndexExtent.cpp - How far addresses that are not known reach -------===//

#include "analysis/specialize/IndexExtent.h"
#include "analysis/specialize/ValueIntervals.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>

using namespace llvm;
using namespace kernelcast;

bool kernelcast::staysInRow(const KernelModel &Kernel, const RowIndex &Row,
                            const LaunchConfiguration &Launch) {
  if (!Row.Index || Row.Block >= Kernel.Blocks.size())
    return false;
  ValueIntervals Known(Kernel, Launch, Rigour::Certain);
  Known.assumeReached(Row.Block);
  const Interval Reach = Known.of(Row.Index);
  return Reach.Low >= 0 && Reach.High < double(Row.Elements);
}

/// What \p Access can touch, without what is only likely.
static std::optional<ReachedBytes>
reachOfIndex(const KernelModel &Kernel, const MemoryAccess &Access,
             const LaunchConfiguration &Launch) {
  ReachedBytes Result{0, HUGE_VAL};
  if (Access.Array < Kernel.Arrays.size() && Kernel.Arrays[Access.Array].Bytes)
    Result.Bytes = double(Kernel.Arrays[Access.Array].Bytes);
  if (Access.Address && Access.Array != None) {
    ValueIntervals Known(Kernel, Launch);
    Known.assumeReached(Access.Block);
    if (Interval Of = Known.of(Access.Address);
        Of.isBounded() && Of.High - Of.Low + Access.Bytes < Result.Bytes)
      Result = {Of.Low, Of.High - Of.Low + Access.Bytes};
  }
  return Result.Bytes < NoBound ? std::optional(Result) : std::nullopt;
}

std::optional<double>
kernelcast::indexExtent(const KernelModel &Kernel, const MemoryAccess &Access,
                        const LaunchConfiguration &Launch) {
  const auto Reach = reachOfIndex(Kernel, Access, Launch);
  return Reach ? std::optional(Reach->Bytes) : std::nullopt;
}

/// Bytes that host code allocates for the array of \p Access; 0: not known.
static double allocatedBytes(const KernelModel &Kernel,
                             const MemoryAccess &Access,
                             const LaunchConfiguration &Launch) {
  if (Access.Array >= Kernel.Arrays.size())
    return 0;
  const unsigned Parameter = Kernel.Arrays[Access.Array].Parameter;
  return Parameter < Launch.AllocatedBytes.size()
             ? double(Launch.AllocatedBytes[Parameter])
             : 0;
}

std::optional<ReachedBytes>
kernelcast::likelyReach(const KernelModel &Kernel, const MemoryAccess &Access,
                        const LaunchConfiguration &Launch) {
  const std::optional<ReachedBytes> Reach =
      reachOfIndex(Kernel, Access, Launch);
  const double Allocated = allocatedBytes(Kernel, Access, Launch);
  if (Allocated && (!Reach || Allocated <= Reach->Bytes))
    return ReachedBytes{0, Allocated};
  return Reach ? Reach : reachOfRows(Kernel, Access, Launch);
}

std::optional<double>
kernelcast::likelyWindow(const KernelModel &Kernel, const MemoryAccess &Access,
                         const LaunchConfiguration &Launch,
                         const ThreadsTogether &Threads) {
  return windowInRow(Kernel, Access, Launch, Threads,
                     allocatedBytes(Kernel, Access, Launch));
}

/// Different ones of \p Places that \p Lanes touch, each any of them.
static double distinct(double Places, double Lanes) {
  return Places <= 1 ? 1
                     : Places * -std::expm1(Lanes * std::log1p(-1 / Places));
}

void kernelcast::limitToExtents(WarpProfile &Profile) {
  const KernelModel &Kernel = *Profile.Kernel;
  for (auto [Access, Facts] : zip(Kernel.Accesses, Profile.Accesses)) {
    const double Warps = Facts.WarpExecutions.Value;
    const bool IsConstant = Access.Space == MemorySpace::Constant;
    if (!(Warps > 0) || Facts.Source == How::Exact ||
        (Access.Space != MemorySpace::Global && !IsConstant))
      continue;
    const auto Reach = likelyReach(Kernel, Access, Profile.Launch);
    if (!Reach)
      continue;
    const double Lanes = Facts.LaneExecutions.Value / Warps;
    const double Window =
        likelyWindow(Kernel, Access, Profile.Launch,
                     ThreadsTogether::ofWarp(Profile.Launch, Profile.WarpSize))
            .value_or(Reach->Bytes);
    auto Limit = [&](Known<double> &Fact, double Unit, double Wide,
                     double Each = 1) {
      const double InWindow = 1 + (Window - Access.Bytes) / Wide;
      const double Most =
          Warps * Each *
          std::min(InWindow, distinct(Reach->Bytes / Unit, Lanes));
      if (!Fact.isExact() && Most < Fact.Value)
        Fact.Value = std::max(Fact.Low, Most);
    };
    const double Sectors = Facts.Sectors.Value;
    Limit(Facts.Sectors, 32, 32);
    Limit(Facts.Lines, 128, 128);
    Limit(Facts.L1Passes, 4, 128); // one for a row of 128 bytes
    // Transactions are of some size between; as many fewer of them.
    if (Sectors > 0)
      for (Known<double> *Fact : {&Facts.Transactions, &Facts.TransactionBytes})
        if (!Fact->isExact())
          Fact->Value =
              std::max(Fact->Low, Fact->Value * Facts.Sectors.Value / Sectors);
    if (IsConstant)
      Limit(Facts.BankCycles, 4, 4, std::max(1.0, Access.Bytes / 4.0));
  }
}
