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
  using Lacks = LinkAssumption::Number;
  auto Take = [&](const HardwareNumber &Number, double Otherwise, Lacks Which,
                  const char *What, const char *Value, const char *Why) {
    if (Number.isKnown())
      return Number.Value;
    Link.Assumptions.push_back({Which, {What, Value, Why, {"transfer times"}}});
    return Otherwise;
  };
  constexpr const char *NoStartup =
      "the GPU file gives no start-up time; small copies come out too fast";
  constexpr const char *NoShare =
      "the GPU file does not say how much of the link's bandwidth is reached";
  double ToStartup =
      Take(Gpu.TransferStartupToDevice, 0, Lacks::StartupToDevice,
           "start-up of copies to the device", "0", NoStartup);
  double FromStartup =
      Take(Gpu.TransferStartupFromDevice, 0, Lacks::StartupFromDevice,
           "start-up of copies from the device", "0", NoStartup);
  double ToLambda =
      Take(Gpu.PageableEfficiencyToDevice, 1, Lacks::PageableToDevice,
           "bandwidth of pageable copies to the device", "peak", NoShare);
  double FromLambda =
      Take(Gpu.PageableEfficiencyFromDevice, 1, Lacks::PageableFromDevice,
           "bandwidth of pageable copies from the device", "peak", NoShare);
  double Pinned = Take(Gpu.PinnedEfficiency, 1, Lacks::Pinned,
                       "bandwidth of pinned copies", "peak", NoShare);
  Link.LaunchOverhead =
      Take(Gpu.LaunchOverhead, 0, Lacks::LaunchOverhead, "launch overhead", "0",
           "the GPU file gives none; short kernels come out too fast");
  double Bandwidth = Gpu.PcieBandwidth;
  Link.Lines[0][0] = {ToStartup, Bandwidth, ToLambda};
  Link.Lines[0][1] = {ToStartup, Bandwidth, Pinned};
  Link.Lines[1][0] = {FromStartup, Bandwidth, FromLambda};
  Link.Lines[1][1] = {FromStartup, Bandwidth, Pinned};
  return Link;
}
