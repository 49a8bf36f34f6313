//===- Utilisation.cpp - How busy a launch keeps a GPU --------------------===//

#include "cost_models/roofline/Utilisation.h"
#include "cost_models/roofline/Ceilings.h"
#include <cmath>

using namespace llvm;
using namespace kernelcast;

StringRef kernelcast::name(ProfiledResource Resource) {
  static constexpr StringLiteral Names[] = {"issue", "fma",  "alu",    "fp64",
                                            "sfu",   "lsu",  "shared", "l1",
                                            "l2",    "dram", "tensor"};
  static_assert(std::size(Names) == NumProfiledResources);
  return Names[static_cast<unsigned>(Resource)];
}

/// What profilers call \p Resource; nothing: they have no figure for it.
static std::optional<ProfiledResource> profiled(Cost Resource) {
  switch (Resource) {
  case Cost::IssueSlots:
    return ProfiledResource::Issue;
  case Cost::Fp32:
    return ProfiledResource::Fma;
  case Cost::Integer:
    return ProfiledResource::Alu;
  case Cost::Fp64:
    return ProfiledResource::Fp64;
  case Cost::SpecialFunctions:
    return ProfiledResource::Sfu;
  case Cost::LoadStore:
    return ProfiledResource::Lsu;
  case Cost::SharedMemory:
    return ProfiledResource::Shared;
  case Cost::L1Lines:
  case Cost::L1Bandwidth:
    return ProfiledResource::L1;
  case Cost::L2Bandwidth:
    return ProfiledResource::L2;
  case Cost::DramBandwidth:
    return ProfiledResource::Dram;
  default:
    return std::nullopt;
  }
}

std::optional<Utilisation> kernelcast::utilisation(const WarpProfile &Profile,
                                                   const GpuSpec &Gpu,
                                                   double Cycles) {
  auto Shape = launchShape("utilisation", Profile);
  if (!Shape) {
    consumeError(Shape.takeError());
    return std::nullopt;
  }
  const bool IsComplete = Gpu.Multiprocessors > 0 && Gpu.Clock > 0 &&
                          Gpu.Fp32Lanes > 0 && Gpu.DramBandwidth > 0;
  if (!(Cycles > 0) || !std::isfinite(Cycles) || !IsComplete ||
      Profile.Kernel->Status != ModelStatus::Modelled)
    return std::nullopt;
  const Question Q{Profile, Gpu, ModelMode::Modern, FactBound::Value, *Shape};
  Utilisation Result;
  Result.Share.fill(0);
  if (!(Gpu.L2Bandwidth > 0))
    Result.Share[static_cast<unsigned>(ProfiledResource::L2)] = std::nullopt;
  for (const Ceiling &C : ceilings(Q))
    if (std::optional<ProfiledResource> Resource = profiled(C.Resource)) {
      std::optional<double> &Share =
          Result.Share[static_cast<unsigned>(*Resource)];
      Share = std::max(Share.value_or(0), std::min(1.0, C.Cycles / Cycles));
    }
  return Result;
}
