//===- L1Passes.cpp - Passes of one warp through the L1 -------------------===//

#include "analysis/access/L1Passes.h"
#include "analysis/access/BankConflicts.h"
#include "analysis/access/Coalescing.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/bit.h"
#include <algorithm>
#include <array>
#include <cmath>

using namespace llvm;
using namespace kernelcast;

static constexpr unsigned LineShift = 7, WordShift = 2, TagParts = 4;

bool kernelcast::servesInPasses(const GpuSpec &Gpu) {
  return Gpu.Vendor == GpuVendor::Nvidia && nvidiaArchitecture(Gpu) >= 70;
}

/// Passes for the tags of \p Lines, in any order and with repetitions.
static unsigned tagPasses(SmallVectorImpl<int64_t> &Lines) {
  if (!is_sorted(Lines)) // few are not
    std::sort(Lines.begin(), Lines.end());
  std::array<unsigned, TagParts> Asked{};
  unsigned Passes = 0;
  for (size_t I = 0; I != Lines.size(); ++I)
    if (I == 0 || Lines[I] != Lines[I - 1])
      Passes = std::max(Passes, ++Asked[uint64_t(Lines[I]) % TagParts]);
  return Passes;
}

unsigned kernelcast::l1Passes(ArrayRef<int64_t> Addresses, uint64_t Active,
                              unsigned Bytes) {
  if (Addresses.size() < MaxLanes)
    Active &= (uint64_t(1) << Addresses.size()) - 1;
  Bytes = std::min(Bytes, MaxAccessBytes);
  if (!Active || !Bytes)
    return 0;
  SmallVector<int64_t, 2 * MaxLanes> Lines;
  for (uint64_t Left = Active; Left; Left &= Left - 1) {
    const auto First = uint64_t(Addresses[countr_zero(Left)]);
    const int64_t Last = int64_t(First + Bytes - 1) >> LineShift;
    for (int64_t Line = int64_t(First) >> LineShift; Line <= Last; ++Line)
      if (Lines.empty() || Lines.back() != Line)
        Lines.push_back(Line);
  }
  return std::max({tagPasses(Lines),
                   bankCost(Addresses, Active, Bytes, BankRule::Warp32).Cycles,
                   mostTransferCycles(Active, Bytes)});
}

unsigned kernelcast::l1PassesOfLocal(ArrayRef<int64_t> Addresses,
                                     uint64_t Active, unsigned Bytes) {
  if (Addresses.size() < MaxLanes)
    Active &= (uint64_t(1) << Addresses.size()) - 1;
  Bytes = std::min(Bytes, MaxAccessBytes);
  SmallVector<int64_t, 2 * MaxLanes> Lines;
  unsigned Words = 0;
  for (uint64_t Left = Active; Bytes && Left; Left &= Left - 1) {
    const auto First = uint64_t(Addresses[countr_zero(Left)]);
    const int64_t Last = int64_t(First + Bytes - 1) >> WordShift;
    const int64_t Start = int64_t(First) >> WordShift;
    for (int64_t Line = Start; Line <= Last; ++Line)
      if (Lines.empty() || Lines.back() != Line)
        Lines.push_back(Line);
    Words = std::max(Words, unsigned(Last - Start + 1));
  }
  return std::max(tagPasses(Lines), Words);
}

double kernelcast::scatteredL1Passes(double Lanes) {
  // Of four normal numbers the largest is 1.03 deviations above their mean. As
  // the parts have a common sum, they differ from each other as if each were
  // Poisson's, whose deviation is the root of the mean.
  constexpr double Largest = 1.03;
  const double Mean = Lanes / TagParts;
  return std::min(Lanes, std::max(1.0, Mean + Largest * std::sqrt(Mean)));
}
