//===- Saturation.cpp - Latency and bandwidth by resident warps -----------===//
#include "host/Timing.h"

#include <algorithm>

using namespace measure;

namespace {

constexpr int Steps = 4; ///< loads in an iteration, as in saturation.cu

void measureLoad(BenchmarkContext &Context, const DeviceArray &Memory,
                 int Bytes, const Shape &What, const std::string &Setting) {
  int Elements = 1;
  while (size_t(Elements) * 2 * Bytes <= Memory.size())
    Elements *= 2;
  DeviceArray Out(Context.Gpu, What.threads() * sizeof(int));
  Stopwatch Watch(Context);
  auto Run = [&](int Iterations) {
    return Watch.time(
        "load_" + std::to_string(Bytes), What.Grid, What.Block,
        {Memory, Out, scalarArgument(Iterations), scalarArgument(Elements)});
  };
  Run(1);
  const long Threads = long(What.threads()),
             Expected = (Threads - 1 + Steps * Threads) % Elements;
  const int Index = Out.download<int>(What.threads()).back();
  Slopes Measured = slopesOf(Context, Run);
  if (Index != Expected)
    Measured.Check = "the last thread is at element " + std::to_string(Index) +
                     ", expected " + std::to_string(Expected);
  reportTime(Context, "latency", Setting, Measured, Steps);
  reportRate(
      Context, "bandwidth", Setting, Measured,
      double(Steps) * double(Bytes) * double(Threads), "B",
      std::min<unsigned>(What.Grid.X, Context.Gpu.facts().Multiprocessors));
}

void run(BenchmarkContext &Context) {
  const unsigned Warp = warpThreads(Context);
  size_t Bytes =
      std::max<size_t>(4 * Context.Gpu.facts().L2Bytes, size_t(64) << 20);
  DeviceArray Memory(Context.Gpu, std::min(mostBytes(Context), 4 * Bytes));
  Memory.clear();
  for (int Size : {4, 16}) {
    if (Context.Quick && Size == 4)
      continue;
    const std::string Load = "bytes=" + std::to_string(Size);
    for (const char *Scope : {"one", "all"})
      for (unsigned Warps : warpCounts(Context)) {
        Shape What = fillMultiprocessors(
            Context, "load_" + std::to_string(Size), Warps * Warp);
        if (Scope[0] == 'o') {
          if (Context.Quick && Warps > 1)
            continue;
          // Several blocks would go to several multiprocessors.
          if (What.Grid.count() >
              std::max(1u, Context.Gpu.facts().Multiprocessors))
            continue;
          What.Grid = {1};
        }
        measureLoad(Context, Memory, Size, What,
                    settings({std::string("multiprocessors=") + Scope,
                              "warps=" + std::to_string(Warps), Load}));
      }
  }
}

} // namespace

void addSaturationBenchmarks(std::vector<Benchmark> &Benchmarks) {
  Benchmark B;
  B.Name = "saturation";
  B.Source = "saturation";
  B.Idea = "coalesced loads from device memory, each after the one before it, "
           "by resident warps: mean latency and bandwidth, from one warp a "
           "multiprocessor to all; dram_bandwidth is where the curve ends, "
           "latency_global where it begins";
  B.InSass = {{"LDG", 2 * Steps}};
  B.InPtx = {{"ld.global", 2 * Steps}};
  B.Run = run;
  Benchmarks.push_back(B);
}
