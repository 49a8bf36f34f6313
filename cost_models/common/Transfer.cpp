//===- Transfer.cpp - Copies between host and device ----------------------===//

#include "cost_models/common/Transfer.h"
#include <cmath>

using namespace llvm;
using namespace kernelcast;

Expected<double> kernelcast::transferSeconds(const TransferLine &Line,
                                             double Bytes) {
  if (!(Bytes >= 0) || !(Line.Startup >= 0) || !(Line.Bandwidth > 0) ||
      !(Line.Lambda > 0))
    return createStringError("a transfer needs a size, a start-up time, a "
                             "bandwidth and the share of it that is reached");
  double Seconds = Line.Startup + Bytes / (Line.Bandwidth * Line.Lambda);
  if (!std::isfinite(Seconds))
    return createStringError("the numbers of this transfer are too large");
  return Seconds;
}

Expected<double> kernelcast::transferThroughput(double Bytes, double Seconds,
                                                double Startup) {
  double Throughput = Bytes / (Seconds - Startup);
  if (!(Seconds > Startup) || !(Bytes >= 0) || !std::isfinite(Throughput))
    return createStringError("the transfer took no longer than its start-up");
  return Throughput;
}

Expected<HostLink> kernelcast::hostLink(const GpuSpec &Gpu) {
  if (!(Gpu.PcieBandwidth > 0))
    return createStringError("GPU '%s' gives no bandwidth to the host",
                             Gpu.Name.c_str());
  HostLink Link;
  auto Take = [&](const HardwareNumber &Number, double Otherwise,
                  AssumptionKind Kind) {
    if (Number.isKnown())
      return Number.Value;
    Link.Assumptions.push_back({.Kind = Kind});
    return Otherwise;
  };
  double ToStartup =
      Take(Gpu.TransferStartupToDevice, 0, AssumptionKind::StartupToDevice);
  double FromStartup =
      Take(Gpu.TransferStartupFromDevice, 0, AssumptionKind::StartupFromDevice);
  double ToLambda =
      Take(Gpu.PageableEfficiencyToDevice, 1, AssumptionKind::PageableToDevice);
  double FromLambda = Take(Gpu.PageableEfficiencyFromDevice, 1,
                           AssumptionKind::PageableFromDevice);
  double Pinned =
      Take(Gpu.PinnedEfficiency, 1, AssumptionKind::PinnedBandwidth);
  Link.LaunchOverhead =
      Take(Gpu.LaunchOverhead, 0, AssumptionKind::LaunchOverhead);
  double Bandwidth = Gpu.PcieBandwidth;
  Link.Lines[0][0] = {ToStartup, Bandwidth, ToLambda};
  Link.Lines[0][1] = {ToStartup, Bandwidth, Pinned};
  Link.Lines[1][0] = {FromStartup, Bandwidth, FromLambda};
  Link.Lines[1][1] = {FromStartup, Bandwidth, Pinned};
  return Link;
}
