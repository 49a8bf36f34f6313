//===- SharedMemory.cpp - Latency, bandwidth and bank conflicts -----------===//
#include "host/Timing.h"

#include <cstdint>
#include <numeric>

using namespace measure;

namespace {

constexpr int Steps = 16, Apart = 64; ///< as in shared_memory.cu
constexpr int ChaseWords = 4096;
constexpr int Banks = 32;

/// How many words of one bank the lanes of a warp touch.
int degreeOf(int Stride) { return Stride ? std::gcd(Stride, Banks) : 1; }

std::string strideSetting(int Stride) {
  return settings({"stride=" + std::to_string(Stride),
                   "degree=" + std::to_string(degreeOf(Stride)),
                   Stride ? "" : "broadcast=1"});
}

std::vector<int> strides(const BenchmarkContext &Context) {
  if (Context.Quick)
    return {0, 1, 2, 8, 32};
  return {0, 1, 2, 3, 4, 6, 8, 16, 32, 33};
}

/// The time of one dependent load by \p Threads lanes.
Slopes chase(BenchmarkContext &Context, unsigned Threads, int Stride,
             int Advance) {
  DeviceArray Out(Context.Gpu, Threads * sizeof(uint32_t));
  Stopwatch Watch(Context);
  auto Run = [&](int Iterations) {
    return Watch.time("chase_shared", {1}, {Threads},
                      {Out, scalarArgument(Iterations),
                       scalarArgument(ChaseWords), scalarArgument(Stride),
                       scalarArgument(Advance),
                       sharedArgument(ChaseWords * sizeof(uint32_t))});
  };
  Run(1);
  const auto Offsets = Out.download<uint32_t>(Threads);
  std::string Wrong;
  for (unsigned T = 0; T < Threads; ++T)
    if (Offsets[T] != 4 * ((T * Stride + Steps * Advance) % ChaseWords))
      Wrong = "lane " + std::to_string(T) + " is at byte " +
              std::to_string(Offsets[T]);
  Slopes Measured = slopesOf(Context, Run);
  if (!Wrong.empty())
    Measured.Check = Wrong;
  return Measured;
}

void runLatency(BenchmarkContext &Context) {
  const Slopes Measured = chase(Context, 1, 1, 17);
  reportTime(Context, "latency", "", Measured, Steps);
  std::vector<double> Cycles = Measured.Cycles;
  for (double &Value : Cycles)
    Value /= Steps;
  reportKey(Context, "latency_shared", "cycles",
            Measured.ClockAssumed ? "clock=assumed" : "", Cycles,
            Measured.Check);
}

/// Full multiprocessors that run \p Kernel over \p Words words.
Slopes stream(BenchmarkContext &Context, const std::string &Kernel,
              const Shape &Full, int Words, int Stride) {
  DeviceArray Out(Context.Gpu, Full.threads() * sizeof(uint32_t));
  Stopwatch Watch(Context);
  auto Run = [&](int Iterations) {
    return Watch.time(
        Kernel, Full.Grid, Full.Block,
        {Out, scalarArgument(Iterations), scalarArgument(Words),
         scalarArgument(Stride),
         sharedArgument((Words + Steps * Apart) * sizeof(uint32_t))});
  };
  Run(1);
  std::string Wrong;
  const auto Sums = Out.download<uint32_t>(Full.Block.X);
  for (unsigned T = 0; Kernel == "read_shared" && T < Full.Block.X; ++T) {
    const unsigned Index = T * Stride & (Words - 1);
    if (Sums[T] != Steps * Index + Apart * (Steps * (Steps - 1) / 2))
      Wrong =
          "thread " + std::to_string(T) + " summed " + std::to_string(Sums[T]);
  }
  Slopes Measured = slopesOf(Context, Run);
  if (!Wrong.empty())
    Measured.Check = Wrong;
  return Measured;
}

void runBandwidth(BenchmarkContext &Context) {
  const Shape Full = fillMultiprocessors(Context, "read_shared", 1024);
  const double Loads = double(Steps) * double(Full.threads());
  for (const char *Kernel : {"read_shared", "write_shared"})
    for (int Words : {1024, 2048, 8192}) {
      const Slopes Measured = stream(Context, Kernel, Full, Words, 1);
      const std::string Access = Kernel[0] == 'r' ? "read" : "write";
      reportRate(Context, "bandwidth",
                 settings({"access=" + Access,
                           "working_set=" + std::to_string(4 * Words)}),
                 Measured, Loads * sizeof(uint32_t), "B");
      if (Access == "read" && Words == 1024) {
        std::vector<double> Lanes = Measured.Cycles;
        for (double &Value : Lanes)
          Value = Value > 0
                      ? Loads / Value /
                            std::max(1u, Context.Gpu.facts().Multiprocessors)
                      : 0;
        reportKey(Context, "load_store_lanes", "lanes",
                  Measured.ClockAssumed ? "clock=assumed" : "", Lanes,
                  Measured.Check);
      }
    }
}

void runConflicts(BenchmarkContext &Context) {
  const unsigned Warp = warpThreads(Context);
  for (int Stride : strides(Context))
    reportTime(Context, "latency", strideSetting(Stride),
               chase(Context, Warp, Stride, Banks), Steps);
  const Shape Full = fillMultiprocessors(Context, "read_shared", 1024);
  const double Warps = double(Full.threads()) / Warp /
                       std::max(1u, Context.Gpu.facts().Multiprocessors);
  for (const char *Kernel : {"read_shared", "write_shared"})
    for (int Stride : strides(Context))
      reportTime(Context, "cost",
                 settings({Kernel[0] == 'r' ? "access=read" : "access=write",
                           strideSetting(Stride)}),
                 stream(Context, Kernel, Full, 2048, Stride), Steps * Warps);
}

} // namespace

void addSharedMemoryBenchmarks(std::vector<Benchmark> &Benchmarks) {
  Benchmark B;
  B.Source = "shared_memory";
  B.InSass = {{"LDS", 2 * Steps}, {"STS", Steps}};
  B.InPtx = {{"ld.shared", 2 * Steps}, {"st.shared", Steps}};

  B.Name = "shared_latency";
  B.Idea = "one thread chases offsets through shared memory; fills "
           "latency_shared";
  B.Run = runLatency;
  Benchmarks.push_back(B);

  B.Name = "shared_bandwidth";
  B.Idea = "all warps of full multiprocessors read, or write, consecutive "
           "words, by working set; fills load_store_lanes";
  B.Run = runBandwidth;
  Benchmarks.push_back(B);

  B.Name = "shared_bank_conflicts";
  B.Idea = "lanes that lie a stride of words apart: latency of one warp's "
           "dependent loads, and cost a warp access when all warps of full "
           "multiprocessors read or write; shared_banks is the stride from "
           "which it grows no more";
  B.Run = runConflicts;
  Benchmarks.push_back(B);
}
