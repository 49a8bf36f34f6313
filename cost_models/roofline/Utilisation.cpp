//===- Utilisation.cpp - How busy a launch keeps a GPU --------------------===//

#include "cost_models/roofline/Utilisation.h"
#include "cost_models/roofline/Ceilings.h"
#include <cmath>

using namespace llvm;
using namespace kernelcast;

/// Whether profilers have a figure for \p Resource. They count atomics, the
/// constant cache and starts of blocks with nothing else.
static bool hasFigure(Cost Resource) {
  switch (Resource) {
  case Cost::AtomicAddress:
  case Cost::AtomicSlice:
  case Cost::AtomicSectors:
  case Cost::ConstantCache:
  case Cost::BlockStarts:
    return false;
  default:
    return true;
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
  for (const Ceiling &C : ceilings(Q)) {
    if (!hasFigure(C.Resource))
      continue;
    std::optional<double> &Share =
        Result.Share[static_cast<unsigned>(resourceOf(C.Resource))];
    Share = std::max(Share.value_or(0), std::min(1.0, C.Cycles / Cycles));
  }
  // On lanes that do the tensor cores' work nobody knows how busy these are.
  if (Profile.TensorWork > 0 && !(Gpu.TensorRate > 0))
    Result.Share[static_cast<unsigned>(ProfiledResource::Tensor)] =
        std::nullopt;
  return Result;
}
