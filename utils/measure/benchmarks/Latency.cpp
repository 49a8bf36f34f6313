//===- Latency.cpp - Pointer chases through global and constant memory ----===//
#include "host/Timing.h"

#include <algorithm>
#include <cstdint>

using namespace measure;

namespace {

constexpr int Steps = 16; ///< loads in an iteration, as in latency.cu
constexpr int LineBytes = 128;

/// Links through every line exactly once, by the theorem of Hull and Dobell:
/// the multiplier less one is a multiple of 4 and of every prime that divides
/// the number of lines (2, 3, 5 and 7 here), the increment of none of them.
constexpr int Multiplier = 420 * 1049 + 1, Increment = 1000003;

struct Chase {
  size_t WorkingSet;
  Slopes Measured;
};

/// Links \p WorkingSet bytes of \p Memory and chases through them.
Slopes chaseGlobal(BenchmarkContext &Context, const DeviceArray &Memory,
                   size_t WorkingSet, int Stride, bool Scattered) {
  const int Lines = int(WorkingSet / Stride);
  const int Factor = Scattered ? Multiplier : 1,
            Summand = Scattered ? Increment : 1;
  const Shape Fill = fillMultiprocessors(Context, "link_lines", 256);
  Context.Gpu.launch(Context.Function("link_lines"),
                     {Fill.Grid,
                      Fill.Block,
                      {Memory, scalarArgument(Lines), scalarArgument(Stride),
                       scalarArgument(Factor), scalarArgument(Summand)}});
  DeviceArray Position(Context.Gpu, sizeof(uint32_t));
  Position.clear();
  Stopwatch Watch(Context);
  auto Run = [&](int Iterations) {
    return Watch.time("chase_global", {1}, {1},
                      {Memory, Position, scalarArgument(Iterations)});
  };
  Run(1);
  uint64_t Line = 0;
  for (int Step = 0; Step < Steps; ++Step)
    Line = (Line * Factor + Summand) % Lines;
  const uint64_t Reached = Position.download<uint32_t>(1)[0];
  Slopes Measured = slopesOf(Context, Run);
  if (Reached != Line * Stride)
    Measured.Check = "the chase is at byte " + std::to_string(Reached) +
                     ", expected " + std::to_string(Line * Stride);
  return Measured;
}

std::vector<double> cyclesALoad(const Slopes &Measured) {
  std::vector<double> Cycles = Measured.Cycles;
  for (double &Value : Cycles)
    Value /= Steps;
  return Cycles;
}

void reportPlateau(BenchmarkContext &Context, const std::string &Key,
                   const Chase &At) {
  reportKey(Context, Key, "cycles",
            settings({"working_set=" + std::to_string(At.WorkingSet),
                      At.Measured.ClockAssumed ? "clock=assumed" : ""}),
            cyclesALoad(At.Measured), At.Measured.Check);
}

/// The largest working set that is still nearer to \p Inner's latency than to
/// \p Outer's: what the cache holds of a scattered chase.
void reportCapacity(BenchmarkContext &Context, const std::string &Level,
                    const std::vector<Chase> &Chases, const Chase &Inner,
                    const Chase &Outer) {
  const double Low = medianOf(Inner.Measured.Nanoseconds),
               High = medianOf(Outer.Measured.Nanoseconds);
  if (High < 1.2 * Low)
    return;
  size_t Capacity = 0;
  for (const Chase &C : Chases)
    if (medianOf(C.Measured.Nanoseconds) <= (Low + High) / 2)
      Capacity = std::max(Capacity, C.WorkingSet);
  Context.Report({"capacity", "level=" + Level, "B", {double(Capacity)}, "ok"});
}

void runGlobal(BenchmarkContext &Context) {
  const size_t Most = mostBytes(Context);
  DeviceArray Memory(Context.Gpu, Most);
  std::vector<Chase> Chases;
  for (size_t Bytes : workingSets(4096, Most, Context.Quick ? 1 : 2)) {
    Chases.push_back(
        {Bytes, chaseGlobal(Context, Memory, Bytes, LineBytes, true)});
    reportTime(Context, "latency", "working_set=" + std::to_string(Bytes),
               Chases.back().Measured, Steps);
    if (!Context.Gpu.facts().Times)
      return;
  }
  // The plateaus: well inside the L1, well inside the L2 but beyond any L1, and
  // well beyond the L2.
  const size_t L2 = Context.Gpu.facts().L2Bytes ? Context.Gpu.facts().L2Bytes
                                                : size_t(1) << 22;
  auto Largest = [&](size_t Limit) {
    const Chase *Result = &Chases.front();
    for (const Chase &C : Chases)
      if (C.WorkingSet <= Limit)
        Result = &C;
    return *Result;
  };
  const Chase InL1 = Chases.front(),
              InL2 = Largest(std::min<size_t>(L2 / 4, 4 << 20)),
              InDram = Largest(std::max<size_t>(4 * L2, size_t(64) << 20));
  reportPlateau(Context, "latency_l1", InL1);
  reportPlateau(Context, "latency_l2", InL2);
  reportPlateau(Context, "latency_global", InDram);
  reportCapacity(Context, "l1", Chases, InL1, InL2);
  reportCapacity(Context, "l2", Chases, InL2, InDram);
}

void runByStride(BenchmarkContext &Context) {
  const size_t Most = mostBytes(Context),
               Beyond = std::max<size_t>(4 * Context.Gpu.facts().L2Bytes,
                                         size_t(64) << 20);
  const size_t Bytes = std::min(Most, Beyond) / 4096 * 4096;
  DeviceArray Memory(Context.Gpu, Bytes);
  for (int Stride = 8; Stride <= 1024; Stride *= 2)
    reportTime(Context, "latency",
               settings({"order=sequential", "stride=" + std::to_string(Stride),
                         "working_set=" + std::to_string(Bytes)}),
               chaseGlobal(Context, Memory, Bytes, Stride, false), Steps);
}

void runConstant(BenchmarkContext &Context) {
  DeviceArray Position(Context.Gpu, sizeof(uint32_t));
  for (uint32_t Cycle = 0; Cycle < 7; ++Cycle) {
    // Line l of the cycle leads to line 5 l + 1.
    Position.upload(std::vector<uint32_t>{4 * Cycle});
    Stopwatch Watch(Context);
    auto Run = [&](int Iterations) {
      return Watch.time("chase_constant", {1}, {1},
                        {Position, scalarArgument(Iterations)});
    };
    Run(1);
    uint32_t Line = 0;
    for (int Step = 0; Step < Steps; ++Step)
      Line = (5 * Line + 1) % (16u << Cycle);
    const uint32_t Reached = Position.download<uint32_t>(1)[0],
                   Expected = Line * 64 + 4 * Cycle;
    Slopes Measured = slopesOf(Context, Run);
    if (Reached != Expected)
      Measured.Check = "the chase is at byte " + std::to_string(Reached) +
                       ", expected " + std::to_string(Expected);
    reportTime(Context, "latency",
               "working_set=" + std::to_string(1024u << Cycle), Measured,
               Steps);
  }
}

} // namespace

void addLatencyBenchmarks(std::vector<Benchmark> &Benchmarks) {
  Benchmark B;
  B.Source = "latency";
  B.Name = "latency_global";
  B.Idea = "one thread chases pointers from line to line of 128 bytes in "
           "scattered order, by working set: plateaus of L1, L2 and device "
           "memory; fills latency_l1, latency_l2 and latency_global, and tells "
           "how much of the caches such a chase can use";
  B.InSass = {{"LDG", Steps}};
  B.InPtx = {{"ld.global", Steps}};
  B.Run = runGlobal;
  Benchmarks.push_back(B);

  B.Name = "latency_by_stride";
  B.Idea = "the same chase in the order of the addresses, beyond the L2: the "
           "mean latency grows with the stride until every step needs a "
           "sector, and a line, of its own; for line_size";
  B.Quick = false;
  B.Run = runByStride;
  Benchmarks.push_back(B);

  B.Name = "latency_constant";
  B.Idea = "one thread chases offsets through constant memory, by working set";
  B.Quick = true;
  B.InSass = {{"LDC", Steps}};
  B.InPtx = {{"ld.const", Steps}};
  B.Run = runConstant;
  Benchmarks.push_back(B);
}
