//===- TextUtilisation.cpp - How busy a kernel keeps the GPU --------------===//

#include "tool/report/Numbers.h"
#include "tool/report/Screen.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <cmath>

using namespace llvm;
using namespace kernelcast;

/// What is busy for less than this part of the time is not shown.
static constexpr double LeastBusy = 0.01;

/// "61.2 GB/s".
static std::string rate(double PerSecond, StringRef Unit) {
  static constexpr StringLiteral Prefixes[] = {"", "k", "M", "G", "T", "P"};
  unsigned Thousands = 0;
  while (PerSecond >= 1000 && Thousands + 1 < std::size(Prefixes)) {
    PerSecond /= 1000;
    ++Thousands;
  }
  return threeDigits(PerSecond) + " " + Prefixes[Thousands].str() + Unit.str();
}

/// The busy resources, the busiest first: "FMA 74 % · L2 52 % · DRAM 4 %".
void Screen::utilisation(const LaunchReport &Launch) {
  if (!Launch.Busy)
    return;
  SmallVector<std::pair<double, ProfiledResource>, NumBusyResources> Shares;
  for (unsigned I = 0; I < NumBusyResources; ++I)
    if (double Share = Launch.Busy->Share[I].value_or(0); Share >= LeastBusy)
      Shares.push_back({Share, static_cast<ProfiledResource>(I)});
  if (Shares.empty())
    return;
  stable_sort(Shares,
              [](const auto &A, const auto &B) { return A.first > B.first; });
  SmallVector<std::string, NumBusyResources> Parts;
  for (auto [Share, Resource] : Shares)
    Parts.push_back(shownName(Resource).str() + " " + percent(Share));
  label("utilisation");
  OS << join(Parts, (" " + dot() + " ").str()) << '\n';
}

/// Rates that the time comes to, and what the caches save.
void Screen::achieved(const LaunchReport &Launch) {
  const Prediction *P = Launch.leading();
  if (!P || !Launch.Busy || !(P->Seconds > 0))
    return;
  const WarpProfile &Profile = Launch.counted();
  const GpuSpec &Gpu = *Launch.Gpu;
  SmallVector<std::string, 4> Parts;
  const auto &Flops = Profile.Flops;
  const double Operations = Flops.Fp16 + Flops.Fp32 + Flops.Fp64;
  if (Operations > 0 && std::isfinite(Operations))
    Parts.push_back(rate(Operations / P->Seconds, "FLOP/s"));
  // A multiply-add is two operations. Those of less than 16 bits may be of
  // integers.
  const double Products = 2 * Profile.TensorMultiplyAdds * Profile.Warps;
  const bool AreFloat = Profile.TensorWork >= Profile.TensorMultiplyAdds;
  if (Products > 0 && std::isfinite(Products)) {
    const StringRef Unit = AreFloat ? "FLOP/s" : "OP/s";
    // The file's rate is of operands of 16 bits, which TensorWork counts in.
    const double Peak = 2 * Gpu.TensorRate * Gpu.Multiprocessors * Gpu.Clock *
                        Profile.TensorMultiplyAdds / Profile.TensorWork;
    Parts.push_back(
        "tensor cores " + rate(Products / P->Seconds, Unit) +
        (Peak > 0 && std::isfinite(Peak) ? " of " + rate(Peak, Unit) : ""));
  }
  const double Bytes = Profile.DramBytes;
  if (Bytes > 0 && std::isfinite(Bytes)) {
    Parts.push_back("DRAM " + rate(Bytes / P->Seconds, "B/s") + " of " +
                    rate(Gpu.DramBandwidth, "B/s"));
    const double All = Operations + (AreFloat ? Products : 0);
    if (All > 0 && std::isfinite(All))
      Parts.push_back(threeDigits(All / Bytes) + " FLOP a byte");
  }
  SmallVector<std::string, 2> Caches;
  if (!Profile.Caches.L1Keeps.empty())
    Caches.push_back("L1 " + percent(Launch.Hits.L1));
  if (!Profile.Caches.L2Keeps.empty())
    Caches.push_back("L2 " + percent(Launch.Hits.L2));
  if (Profile.Caches.MemoryShare < 1)
    Caches.push_back("L3 " + percent(1 - Profile.Caches.MemoryShare));
  if (!Caches.empty())
    Parts.push_back("hits " + join(Caches, ", ") + " (estimate)");
  if (Parts.empty())
    return;
  label("achieved");
  OS << join(Parts, (" " + dot() + " ").str()) << '\n';
}
