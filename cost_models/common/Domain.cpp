//===- Domain.cpp - Where a model is valid --------------------------------===//

#include "cost_models/common/Domain.h"
#include "cost_models/common/MemoryInstructions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <cmath>

using namespace llvm;
using namespace kernelcast;

StringRef kernelcast::name(Premise What) {
  static constexpr StringLiteral Names[] = {
      "known-counts",  "known-addresses", "nvidia-gpu", "full-round",
      "global-memory", "little-reuse",    "no-atomics", "calibration"};
  return Names[static_cast<unsigned>(What)];
}

/// Accesses of \p Profile to global memory that are instructions, and of them
/// those whose addresses are assumed and those that are atomics.
namespace {
struct GlobalAccesses {
  unsigned All = 0, Unknown = 0, Atomics = 0;

  explicit GlobalAccesses(const WarpProfile &Profile) {
    if (!Profile.Kernel)
      return;
    for (auto [Access, Facts] :
         zip(Profile.Kernel->Accesses, Profile.Accesses)) {
      if (Access.Silent || Access.Space != MemorySpace::Global ||
          !(Facts.WarpExecutions.Value > 0))
        continue;
      ++All;
      Unknown += Facts.Sectors.Source == How::Assumed &&
                 Facts.WarpExecutions.Source != How::Assumed;
      Atomics += Access.Kind == AccessKind::Atomic;
    }
  }
};
} // namespace

/// Why \p What does not hold; "": it does.
static std::string whyBroken(Premise What, const WarpProfile &Profile,
                             const GpuSpec &Gpu) {
  switch (What) {
  case Premise::KnownCounts:
    if (Profile.CountsSource != How::Assumed)
      return "";
    return "how often some code runs is assumed";
  case Premise::KnownAddresses: {
    const GlobalAccesses Global(Profile);
    if (!Global.Unknown)
      return "";
    return formatv("of {0} accesses to global memory {1} go to unknown "
                   "addresses",
                   Global.All, Global.Unknown);
  }
  case Premise::NvidiaGpu:
    if (Gpu.Vendor == GpuVendor::Nvidia)
      return "";
    return "the GPU is one of " + name(Gpu.Vendor).str();
  case Premise::FullRound: {
    const double Blocks = double(Profile.Launch.Grid[0]) *
                          double(Profile.Launch.Grid[1]) *
                          double(Profile.Launch.Grid[2]);
    const double Places =
        Profile.Residency.BlocksPerSM * Gpu.Multiprocessors.Value;
    if (Blocks >= Places)
      return "";
    return formatv("{0} blocks, the SMs hold {1}", uint64_t(Blocks),
                   uint64_t(Places));
  }
  case Premise::GlobalMemory:
    if (GlobalAccesses(Profile).All)
      return "";
    return "the kernel does not access global memory";
  case Premise::LittleReuse: {
    const double Asked = Profile.Caches.Sectors * SectorBytes;
    const double Fetched = Profile.DramBytes - Profile.Caches.WrittenBack *
                                                   Profile.Caches.MemoryShare *
                                                   SectorBytes;
    const double Served = Asked > 0 ? 1 - Fetched / Asked : 0;
    if (!(Served > 0.5) || !std::isfinite(Served))
      return "";
    return formatv("caches serve {0} % of the sectors, by estimate",
                   std::lround(100 * Served));
  }
  case Premise::NoAtomics: {
    const unsigned Atomics = GlobalAccesses(Profile).Atomics;
    if (!Atomics)
      return "";
    return formatv("{0} atomic {1} in global memory", Atomics,
                   Atomics == 1 ? "access" : "accesses");
  }
  case Premise::Calibration:
    if (Gpu.Calibrated.isKnown())
      return "";
    return "the GPU file has no calibration";
  }
  return "";
}

std::vector<BrokenPremise>
kernelcast::brokenPremises(ArrayRef<Premise> Premises,
                           const WarpProfile &Profile, const GpuSpec &Gpu) {
  std::vector<BrokenPremise> Broken;
  for (Premise What : Premises)
    if (std::string Why = whyBroken(What, Profile, Gpu); !Why.empty())
      Broken.push_back({What, std::move(Why)});
  return Broken;
}
