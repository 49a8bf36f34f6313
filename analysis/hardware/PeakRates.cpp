//===- PeakRates.cpp - What a whole GPU could do in a second --------------===//

#include "analysis/hardware/PeakRates.h"
#include <algorithm>

using namespace kernelcast;

unsigned kernelcast::lanesOfBankStep(const GpuSpec &Gpu) {
  return Gpu.Banks == BankRule::HalfWarp16 ? 16 : 32;
}

double kernelcast::bankStepsPerCycle(const GpuSpec &Gpu) {
  if (Gpu.BankStepRate > 0)
    return Gpu.BankStepRate;
  return std::min(1.0, Gpu.Fp32Lanes / lanesOfBankStep(Gpu));
}

double kernelcast::bytesOfBankStep(const GpuSpec &Gpu) {
  constexpr double WordBytes = 4;
  return WordBytes * lanesOfBankStep(Gpu);
}

bool kernelcast::sharesIntegers(const GpuSpec &Gpu) {
  return Gpu.Vendor == GpuVendor::Nvidia && nvidiaArchitecture(Gpu) >= 70 &&
         Gpu.IntLanes > 0 && Gpu.IntLanes.Value <= 64;
}

PeakRates kernelcast::peakRates(const GpuSpec &Gpu) {
  const double Cycles = Gpu.Multiprocessors.Value * Gpu.Clock.Value;
  auto known = [](double Rate) {
    return Rate > 0 ? std::optional(Rate) : std::nullopt;
  };
  constexpr double OperationsOfFma = 2;
  PeakRates Result;
  Result.DramBytes = known(Gpu.DramBandwidth.Value);
  Result.L2Bytes = known(Gpu.L2Bandwidth.Value);
  Result.L1Bytes = known(Gpu.L1Bandwidth.Value * Cycles);
  Result.SharedBytes =
      known(bankStepsPerCycle(Gpu) * bytesOfBankStep(Gpu) * Cycles);
  Result.Fp32Operations = known(OperationsOfFma * Gpu.Fp32Lanes.Value * Cycles);
  Result.Fp64Operations = known(OperationsOfFma * Gpu.Fp64Lanes.Value * Cycles);
  return Result;
}
