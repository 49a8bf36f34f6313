//===- Outstanding.cpp - The misses that one multiprocessor has under way -===//
#include "host/Timing.h"

#include <algorithm>
#include <cstdint>

using namespace measure;

namespace {

constexpr size_t LineBytes = 128;

std::vector<unsigned> blockSizes(const BenchmarkContext &Context,
                                 unsigned Most) {
  std::vector<unsigned> Result;
  for (unsigned Threads = 1; Threads <= Most;
       Threads *= Context.Quick ? 4 : 2) {
    Result.push_back(Threads);
    if (!Context.Quick && Threads >= 16 && Threads * 3 / 2 <= Most)
      Result.push_back(Threads * 3 / 2);
  }
  return Result;
}

void runLevel(BenchmarkContext &Context, const std::string &Level,
              size_t WorkingSet, unsigned Loads, bool FillsKey) {
  int Lines = 1 << 14;
  while (size_t(Lines) * 2 * LineBytes <= WorkingSet)
    Lines *= 2;
  const unsigned Most =
      fillMultiprocessors(Context, "outstanding", 1024).Block.X;
  DeviceArray Memory(Context.Gpu, Lines * LineBytes),
      Out(Context.Gpu, Most * sizeof(uint32_t));
  Memory.clear();
  Stopwatch Watch(Context);
  double Latency = 0; // of the fewest requests
  double MostACycle = 0;
  std::string Check = "ok", Clock;
  for (unsigned Threads : blockSizes(Context, Most)) {
    auto Run = [&](int Iterations) {
      return Watch.time(
          "outstanding", {1}, {Threads},
          {Memory, Out, scalarArgument(Iterations), scalarArgument(Lines)});
    };
    Run(3);
    const uint32_t Round = Out.download<uint32_t>(Threads).back();
    Slopes Measured = slopesOf(Context, Run);
    const double Requests = double(Threads) * Loads;
    if (Round != 3 * Threads * Loads)
      Measured.Check = "a thread made " + std::to_string(Round) + " requests";
    reportTime(Context, "round",
               settings({"level=" + Level,
                         "requests=" + std::to_string(Threads * Loads)}),
               Measured, 1);
    const double Cycles = medianOf(Measured.Cycles);
    if (Cycles <= 0)
      continue;
    if (Latency == 0)
      Latency = Cycles;
    MostACycle = std::max(MostACycle, Requests / Cycles);
    if (Measured.Check != "ok")
      Check = Measured.Check;
    Clock = Measured.ClockAssumed ? "clock=assumed" : "";
  }
  // Little's law: what leaves in a cycle times how long each stays.
  if (FillsKey && Latency > 0)
    reportKey(Context, "miss_registers", "count",
              settings({"level=" + Level, Clock}), {MostACycle * Latency},
              Check);
}

Benchmark benchmarkOf(unsigned Loads) {
  Benchmark B;
  B.Name = "outstanding_loads_" + std::to_string(Loads);
  B.Source = "outstanding";
  B.Definitions = "-DLOADS=" + std::to_string(Loads);
  B.Idea =
      "one block makes rounds of independent requests to scattered lines, " +
      std::to_string(Loads) +
      " a thread, by their number: a round gets longer once they are more "
      "than can be under way; fills miss_registers by Little's law, most "
      "requests a cycle times the latency of few";
  B.InSass = {{"LDG", Loads}};
  B.InPtx = {{"ld.global", Loads}};
  B.Quick = Loads == 1;
  B.Run = [Loads](BenchmarkContext &Context) {
    const size_t L2 = Context.Gpu.facts().L2Bytes, Most = mostBytes(Context);
    if (L2 && !Context.Quick)
      runLevel(Context, "l2", std::min<size_t>({L2 / 4, size_t(4) << 20, Most}),
               Loads, false);
    runLevel(Context, "dram",
             std::min(Most, std::max<size_t>(4 * L2, size_t(64) << 20)), Loads,
             true);
  };
  return B;
}

} // namespace

void addOutstandingBenchmarks(std::vector<Benchmark> &Benchmarks) {
  for (unsigned Loads : {1u, 8u})
    Benchmarks.push_back(benchmarkOf(Loads));
}
