//===- Bandwidth.cpp - Reads, writes and copies by working set ------------===//
#include "host/Timing.h"

#include <algorithm>
#include <cmath>

using namespace measure;

namespace {

constexpr int Loads = 8; ///< as in bandwidth.cu
constexpr size_t ElementBytes = 16;
constexpr unsigned char Pattern = 0x3f;

float patternValue() {
  float Value;
  unsigned char Bytes[4] = {Pattern, Pattern, Pattern, Pattern};
  std::memcpy(&Value, Bytes, sizeof(Value));
  return Value;
}

double bytesAnIteration(const Shape &Full) {
  return double(Full.threads()) * Loads * ElementBytes;
}

std::vector<double> bytesASecond(const Slopes &Measured, double Bytes) {
  std::vector<double> Result = Measured.Nanoseconds;
  for (double &Value : Result)
    Value = Value > 0 ? Bytes / Value * 1e9 : 0;
  return Result;
}

struct Point {
  size_t WorkingSet;
  Slopes Measured;
};

void runRead(BenchmarkContext &Context) {
  const size_t Most = mostBytes(Context), L2 = Context.Gpu.facts().L2Bytes;
  const Shape Full = fillMultiprocessors(Context, "read_memory", 1024);
  const double Bytes = bytesAnIteration(Full);
  DeviceArray Memory(Context.Gpu, Most),
      Out(Context.Gpu, Full.threads() * sizeof(float));
  Context.Gpu.fill(Memory.handle(), Pattern, Most);
  std::vector<Point> Points;
  Stopwatch Watch(Context);
  const size_t Least = size_t(Context.Quick ? 16 : 4) << 10;
  for (size_t WorkingSet = Least; WorkingSet <= Most;
       WorkingSet *= Context.Quick ? 4 : 2) {
    auto Run = [&](int Iterations) {
      return Watch.time("read_memory", Full.Grid, Full.Block,
                        {Memory, Out, scalarArgument(Iterations),
                         scalarArgument(int(WorkingSet / ElementBytes))});
    };
    Run(1);
    const float Sum = Out.download<float>(Full.threads()).back(),
                Expected = 4 * Loads * patternValue();
    Slopes Measured = slopesOf(Context, Run);
    if (!(std::fabs(Sum - Expected) < 1e-3f))
      Measured.Check = "the last thread summed " + std::to_string(Sum) +
                       ", expected " + std::to_string(Expected);
    reportRate(
        Context, "bandwidth",
        settings({"access=read", "working_set=" + std::to_string(WorkingSet)}),
        Measured, Bytes, "B");
    Points.push_back({WorkingSet, std::move(Measured)});
  }
  auto Largest = [&](size_t Limit) {
    const Point *Result = &Points.front();
    for (const Point &P : Points)
      if (P.WorkingSet <= Limit)
        Result = &P;
    return Result;
  };
  auto Key = [&](const std::string &Name, const Point &At) {
    reportKey(Context, Name, "B/s",
              settings({"access=read",
                        "working_set=" + std::to_string(At.WorkingSet)}),
              bytesASecond(At.Measured, Bytes), At.Measured.Check);
  };
  if (L2)
    Key("l2_bandwidth", *Largest(L2 / 4));
  Key("dram_bandwidth", Points.back());
}

void runWrite(BenchmarkContext &Context, bool Copies) {
  const std::string Kernel = Copies ? "copy_memory" : "write_memory";
  const size_t Most = mostBytes(Context);
  const Shape Full = fillMultiprocessors(Context, Kernel, 1024);
  const double Bytes = bytesAnIteration(Full) * (Copies ? 2 : 1);
  const size_t Blocks = Full.Grid.count(), Least = Loads * Full.Block.count();
  const size_t Part = Copies ? Most / 2 : Most;
  DeviceArray To(Context.Gpu, Part);
  std::unique_ptr<DeviceArray> From;
  if (Copies) {
    From = std::make_unique<DeviceArray>(Context.Gpu, Part);
    Context.Gpu.fill(From->handle(), Pattern, Part);
  }
  Stopwatch Watch(Context);
  // A power of two from below, so that `Loads` times the threads fit.
  size_t Region = 1;
  while (Region < Least)
    Region *= 2;
  for (; Region * Blocks * ElementBytes <= Part;
       Region *= Context.Quick ? 8 : 2) {
    auto Run = [&](int Iterations) {
      std::vector<LaunchArgument> Arguments = {To, scalarArgument(Iterations),
                                               scalarArgument(int(Region))};
      if (Copies)
        Arguments.insert(Arguments.begin(), *From);
      return Watch.time(Kernel, Full.Grid, Full.Block, Arguments);
    };
    To.clear();
    Run(2); // the last value written is 1
    const float First = To.download<float>(1)[0],
                Expected = Copies            ? patternValue()
                           : Region == Least ? 1.0f
                                             : 0.0f;
    Slopes Measured = slopesOf(Context, Run);
    if (First != Expected)
      Measured.Check = "the first word is " + std::to_string(First) +
                       ", expected " + std::to_string(Expected);
    const size_t WorkingSet = Region * Blocks * ElementBytes * (Copies ? 2 : 1);
    reportRate(Context, "bandwidth",
               settings({Copies ? "access=copy" : "access=write",
                         "working_set=" + std::to_string(WorkingSet)}),
               Measured, Bytes, "B");
  }
}

/// The device's own copies and fills, without a kernel of ours.
void runQueued(BenchmarkContext &Context) {
  const size_t Most = mostBytes(Context) / 2;
  DeviceArray From(Context.Gpu, Most), To(Context.Gpu, Most);
  From.clear();
  for (size_t Bytes = 1 << 20; Bytes <= Most; Bytes *= 8)
    for (bool Copies : {true, false}) {
      auto Run = [&](int Times) {
        Duration D;
        D.Nanoseconds = 1e6 * Context.Gpu.milliseconds([&] {
          for (int I = 0; I < Times; ++I)
            if (Copies)
              Context.Gpu.copy(To.handle(), From.handle(), Bytes);
            else
              Context.Gpu.fill(To.handle(), 1, Bytes);
        });
        return D;
      };
      const Slopes Measured = slopesOf(Context, Run, 3000);
      Context.Report({"bandwidth",
                      settings({Copies ? "access=copy" : "access=fill",
                                "bytes=" + std::to_string(Bytes)}),
                      "B/s",
                      bytesASecond(Measured, double(Bytes) * (Copies ? 2 : 1)),
                      Measured.Check});
    }
}

} // namespace

void addBandwidthBenchmarks(std::vector<Benchmark> &Benchmarks) {
  Benchmark B;
  B.Source = "bandwidth";
  B.InSass = {{"LDG", 2 * Loads}, {"STG", 2 * Loads}};
  B.InPtx = {{"ld.global", 2 * Loads}, {"st.global", 2 * Loads}};

  B.Name = "bandwidth_read";
  B.Idea = "all multiprocessors read a working set round and round, 16 bytes a "
           "thread, by its size: L1, L2, device memory; fills l2_bandwidth and "
           "dram_bandwidth";
  B.Run = runRead;
  Benchmarks.push_back(B);

  B.Name = "bandwidth_write";
  B.Idea = "all multiprocessors write, each block a region of its own, by "
           "working set";
  B.Run = [](BenchmarkContext &Context) { runWrite(Context, false); };
  Benchmarks.push_back(B);

  B.Name = "bandwidth_copy";
  B.Idea = "all multiprocessors copy from one array to another, by working "
           "set; bytes read and written both count";
  B.Run = [](BenchmarkContext &Context) { runWrite(Context, true); };
  Benchmarks.push_back(B);

  Benchmark Q;
  Q.Name = "bandwidth_queued";
  Q.Idea = "copies and fills within device memory that the driver does, by "
           "size; bytes read and written both count";
  Q.Quick = false;
  Q.Run = runQueued;
  Benchmarks.push_back(Q);
}
