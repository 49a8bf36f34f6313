//===- Transfer.cpp - Transfers between host and device -------------------===//
#include "host/Timing.h"

#include <algorithm>
#include <chrono>

using namespace measure;

namespace {

/// Host memory that is freed with its owner.
class HostArray {
public:
  HostArray(Device &Gpu, HostMemory Kind, size_t Bytes)
      : Gpu(Gpu), Kind(Kind), Memory(Gpu.allocateHost(Kind, Bytes)) {
    std::memset(Memory, 1, Bytes);
  }
  ~HostArray() { Gpu.releaseHost(Kind, Memory); }
  HostArray(const HostArray &) = delete;
  HostArray &operator=(const HostArray &) = delete;
  void *data() const { return Memory; }

private:
  Device &Gpu;
  HostMemory Kind;
  void *Memory;
};

/// time = Startup + bytes * SecondsAByte
struct Line {
  double Startup, SecondsAByte;
};

/// Least squares of the relative errors, so that the small transfers have as
/// much to say as the large ones.
Line fit(const std::vector<size_t> &Bytes, const std::vector<double> &Seconds) {
  double W = 0, X = 0, Y = 0, XX = 0, XY = 0;
  for (size_t I = 0; I < Bytes.size(); ++I) {
    const double Weight = 1 / (Seconds[I] * Seconds[I]), B = double(Bytes[I]);
    W += Weight;
    X += Weight * B;
    Y += Weight * Seconds[I];
    XX += Weight * B * B;
    XY += Weight * B * Seconds[I];
  }
  const double Slope = (W * XY - X * Y) / (W * XX - X * X);
  return {(Y - Slope * X) / W, Slope};
}

void runDirection(BenchmarkContext &Context, HostMemory Kind, bool ToDevice) {
  Device &Gpu = Context.Gpu;
  const bool Pinned = Kind == HostMemory::Pinned;
  const std::string Setting =
      settings({ToDevice ? "direction=to_device" : "direction=to_host",
                Pinned ? "memory=pinned" : "memory=pageable"});
  const size_t Most = std::min<size_t>(mostBytes(Context),
                                       size_t(Context.Quick ? 64 : 256) << 20);
  DeviceArray OnDevice(Gpu, Most);
  HostArray OnHost(Gpu, Kind, Most);
  OnDevice.clear();
  Gpu.finish();

  std::vector<size_t> Sizes;
  for (size_t Bytes = 4; Bytes <= Most; Bytes *= Context.Quick ? 16 : 4)
    Sizes.push_back(Bytes);
  const unsigned Rounds = roundsOf(Context);
  std::vector<std::vector<double>> BySize(Sizes.size());
  for (size_t I = 0; I < Sizes.size(); ++I)
    for (unsigned Round = 0; Round <= Rounds; ++Round) {
      // The clock has to see small ones several times in a row.
      const int Times = Sizes[I] <= 65536 ? 20 : 1;
      const auto Start = std::chrono::steady_clock::now();
      for (int Time = 0; Time < Times; ++Time) {
        if (ToDevice)
          Gpu.upload(OnDevice.handle(), 0, OnHost.data(), Sizes[I]);
        else
          Gpu.download(OnHost.data(), OnDevice.handle(), 0, Sizes[I]);
        Gpu.finish();
      }
      const std::chrono::duration<double> Took =
          std::chrono::steady_clock::now() - Start;
      if (Round) // the first one warms up
        BySize[I].push_back(Took.count() / Times);
    }

  std::string Check = "ok";
  unsigned char Byte = ToDevice ? 0 : 1; // what was there before
  if (ToDevice)
    Gpu.download(&Byte, OnDevice.handle(), Sizes.back() - 1, 1);
  else
    Byte = static_cast<unsigned char *>(OnHost.data())[Sizes.back() - 1];
  if (Byte != (ToDevice ? 1 : 0))
    Check = "the last byte did not arrive";

  for (size_t I = 0; I < Sizes.size(); ++I)
    Context.Report({"time",
                    settings({Setting, "bytes=" + std::to_string(Sizes[I])}),
                    "s", BySize[I], Check});
  std::vector<double> Startup, Bandwidth;
  for (unsigned Round = 0; Round < Rounds; ++Round) {
    std::vector<double> Seconds;
    for (const std::vector<double> &Samples : BySize)
      Seconds.push_back(Samples[Round]);
    const Line Fitted = fit(Sizes, Seconds);
    Startup.push_back(Fitted.Startup);
    Bandwidth.push_back(Fitted.SecondsAByte > 0 ? 1 / Fitted.SecondsAByte : 0);
  }
  Context.Report({"startup", Setting, "s", Startup, Check});
  Context.Report({"bandwidth", Setting, "B/s", Bandwidth, Check});
  if (Pinned && ToDevice)
    reportKey(Context, "pcie_bandwidth", "B/s",
              settings({Setting, "effective=1"}), Bandwidth, Check);
}

} // namespace

void addTransferBenchmarks(std::vector<Benchmark> &Benchmarks) {
  Benchmark B;
  B.Name = "transfer";
  B.Idea = "copies between host and device, from pageable and from pinned "
           "memory, by size, timed on the host until they have ended; start-up "
           "and bandwidth of the line that fits best; fills pcie_bandwidth "
           "(what is left of it: lambda is this over the link's raw one)";
  B.Run = [](BenchmarkContext &Context) {
    for (HostMemory Kind : {HostMemory::Pageable, HostMemory::Pinned})
      for (bool ToDevice : {true, false})
        runDirection(Context, Kind, ToDevice);
  };
  Benchmarks.push_back(B);
}
