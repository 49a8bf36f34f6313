//===- LaunchShape.cpp - A launch as every cost model sees it -------------===//

#include "cost_models/common/LaunchShape.h"
#include <cmath>

using namespace llvm;
using namespace kernelcast;

Expected<LaunchShape> kernelcast::launchShape(StringRef Model,
                                              const WarpProfile &Profile) {
  auto Refuse = [&](const char *Why) {
    return createStringError(Model + ": " + Why);
  };
  if (!Profile.Kernel)
    return Refuse("the profile has no kernel");
  LaunchShape Shape;
  Shape.Blocks = double(Profile.Launch.Grid[0]) *
                 double(Profile.Launch.Grid[1]) *
                 double(Profile.Launch.Grid[2]);
  Shape.Warps = Profile.Warps;
  if (!(Profile.Warps > 0) || !(Shape.Blocks > 0) || !Profile.WarpSize ||
      !std::isfinite(Profile.Warps))
    return Refuse("the launch has no warps");
  if (!Profile.Residency.BlocksPerSM || !Profile.Residency.WarpsPerSM)
    return Refuse("no block of the launch fits on an SM");
  Shape.BlocksPerSM = Profile.Residency.BlocksPerSM;
  Shape.WarpsPerSM = Profile.Residency.WarpsPerSM;
  Shape.WarpsPerBlock = Shape.WarpsPerSM / Shape.BlocksPerSM;
  return Shape;
}

Error kernelcast::requireNumbers(StringRef Model, const GpuSpec &Gpu,
                                 ArrayRef<HardwareNumber GpuSpec::*> Needed) {
  for (HardwareNumber GpuSpec::*Member : Needed) {
    const HardwareNumber &Number = Gpu.*Member;
    if (Number.Value > 0 && std::isfinite(Number.Value))
      continue;
    for (const GpuSpec::Field &Field : GpuSpec::fields())
      if (Field.Member == Member)
        return createStringError(Model + ": GPU '" + Gpu.Name + "' gives no " +
                                 Field.Key);
  }
  return Error::success();
}

bool kernelcast::hasBounds(const WarpProfile &Profile) {
  auto Differs = [](const Known<double> &Fact) {
    return Fact.Low != Fact.Value || Fact.High != Fact.Value;
  };
  if (Profile.CachesIfOnePlace || Profile.IfInOrder)
    return true;
  for (const BlockFacts &Facts : Profile.Blocks)
    if (Differs(Facts.WarpExecutions))
      return true;
  for (const AccessFacts &Facts : Profile.Accesses)
    if (Differs(Facts.TransactionBytes) || Differs(Facts.BankCycles) ||
        Differs(Facts.L1Passes))
      return true;
  return false;
}
