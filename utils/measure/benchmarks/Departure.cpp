//===- Departure.cpp - The delay between one warp's memory transactions ---===//
#include "host/Timing.h"

#include <algorithm>

using namespace measure;

namespace {

constexpr int Apart = 1056, LineWords = 32; ///< words, as in departure.cu
constexpr int MoreLoads = 12 - 4;

/// The lines that one load of a warp touches.
struct Footprint {
  std::string Setting;
  int Lines = 0;            ///< of 128 bytes
  std::vector<int> Offsets; ///< of each lane, in words
};

/// Neighbours share a line: 32 / Lines lanes in each.
Footprint grouped(unsigned Warp, int Lines) {
  Footprint F;
  F.Setting = "lines=" + std::to_string(Lines);
  F.Lines = Lines;
  const int Share = std::max(1, int(Warp) / Lines);
  for (int Lane = 0; Lane < int(Warp); ++Lane)
    F.Offsets.push_back(Lane / Share * LineWords + Lane % Share);
  return F;
}

Footprint strided(unsigned Warp, int Stride) {
  Footprint F;
  F.Setting = "stride=" + std::to_string(Stride);
  for (int Lane = 0; Lane < int(Warp); ++Lane)
    F.Offsets.push_back(Lane * Stride);
  return F;
}

/// One load after another: the delays, a sample each round.
struct Delay {
  std::vector<double> Nanoseconds, Cycles;
  bool ClockAssumed;
  std::string Check;
};

Delay measureDelay(BenchmarkContext &Context, const DeviceArray &Memory,
                   int Words, int BatchApart, const Footprint &Lanes) {
  const unsigned Warp = unsigned(Lanes.Offsets.size());
  DeviceArray Offsets(Context.Gpu, Warp * sizeof(int)),
      Out(Context.Gpu, Warp * sizeof(int));
  Offsets.upload(Lanes.Offsets);
  std::string Wrong;
  auto Time = [&](const char *Kernel) {
    Stopwatch Watch(Context);
    auto Run = [&](int Iterations) {
      return Watch.time(Kernel, {1}, {Warp},
                        {Memory, Offsets, Out, scalarArgument(Iterations),
                         scalarArgument(Words - 1)});
    };
    Run(1);
    for (int Position : Out.download<int>(Warp))
      if (Position != (12 * BatchApart & (Words - 1)))
        Wrong =
            "the second batch would lie at word " + std::to_string(Position);
    return slopesOf(Context, Run);
  };
  const Slopes Few = Time("batches_of_4"), Many = Time("batches_of_12");
  auto Differences = [](const std::vector<double> &A,
                        const std::vector<double> &B) {
    std::vector<double> Result;
    for (size_t I = 0; I < std::min(A.size(), B.size()); ++I)
      Result.push_back((B[I] - A[I]) / MoreLoads);
    return Result;
  };
  return {Differences(Few.Nanoseconds, Many.Nanoseconds),
          Differences(Few.Cycles, Many.Cycles), Many.ClockAssumed,
          !Wrong.empty()      ? Wrong
          : Few.Check != "ok" ? Few.Check
                              : Many.Check};
}

void report(BenchmarkContext &Context, const std::string &Setting,
            const Delay &D) {
  Context.Report({"departure", Setting, "ns", D.Nanoseconds, D.Check});
  if (!D.Cycles.empty())
    Context.Report({"departure",
                    settings({Setting, D.ClockAssumed ? "clock=assumed" : ""}),
                    "cycles", D.Cycles, D.Check});
}

/// \p Level names where the data lie; the keys are filled from \p FillsKeys.
void runLevel(BenchmarkContext &Context, const std::string &Level,
              size_t WorkingSet, int BatchApart, bool FillsKeys) {
  const unsigned Warp = warpThreads(Context);
  int Words = 1024;
  while (size_t(Words) * 2 * sizeof(int) <= WorkingSet)
    Words *= 2;
  DeviceArray Memory(Context.Gpu, (size_t(Words) + 12 * BatchApart +
                                   std::max(64u, Warp) * LineWords) *
                                      sizeof(int));
  Memory.clear();
  std::vector<std::pair<int, Delay>> ByLines;
  for (int Lines : {1, 2, 4, 8, 16, 32}) {
    if (Lines > int(Warp) || (Context.Quick && (Lines == 2 || Lines == 16)))
      continue;
    const Footprint F = grouped(Warp, Lines);
    const Delay D = measureDelay(Context, Memory, Words, BatchApart, F);
    report(Context, settings({"level=" + Level, F.Setting}), D);
    ByLines.push_back({Lines, D});
  }
  for (int Stride : {1, 2, 4, 8, 16, 32}) {
    if (Warp == 1 || (Context.Quick && Stride != 8))
      continue;
    const Footprint F = strided(Warp, Stride);
    report(Context, settings({"level=" + Level, F.Setting}),
           measureDelay(Context, Memory, Words, BatchApart, F));
  }
  if (!FillsKeys || ByLines.size() < 2)
    return;
  const auto &[One, Coalesced] = ByLines.front();
  reportKey(Context, "departure_coalesced", "cycles", "level=" + Level,
            Coalesced.Cycles, Coalesced.Check);
  // Eight lines: few enough that nothing else limits what is outstanding.
  for (const auto &[Lines, Scattered] : ByLines)
    if (Lines == 8) {
      std::vector<double> Each;
      for (size_t I = 0; I < Scattered.Cycles.size(); ++I)
        Each.push_back((Scattered.Cycles[I] - Coalesced.Cycles[I]) /
                       (Lines - One));
      reportKey(Context, "departure_uncoalesced", "cycles", "level=" + Level,
                Each, Scattered.Check);
    }
}

} // namespace

void addDepartureBenchmarks(std::vector<Benchmark> &Benchmarks) {
  Benchmark B;
  B.Source = "departure";
  B.InSass = {{"LDG", 16}};
  B.InPtx = {{"ld.global", 16}};

  B.Name = "departure";
  B.Idea = "one warp's independent loads, each of 1 to 32 lines or with lanes "
           "a stride apart, from the L2 and from device memory: the delay from "
           "one load to the next; fills departure_coalesced (one line) and "
           "departure_uncoalesced (what each further line adds)";
  B.Run = [](BenchmarkContext &Context) {
    const size_t L2 = Context.Gpu.facts().L2Bytes, Most = mostBytes(Context);
    if (L2)
      runLevel(Context, "l2", std::min<size_t>({L2 / 4, size_t(4) << 20, Most}),
               Apart, false);
    runLevel(Context, "dram",
             std::min(Most / 2, std::max<size_t>(4 * L2, size_t(64) << 20)),
             Apart, true);
  };
  Benchmarks.push_back(B);

  B.Name = "departure_l1";
  B.Idea = "the same where all loads hit the L1";
  B.Definitions = "-DAPART=1";
  B.Quick = false;
  B.Run = [](BenchmarkContext &Context) {
    runLevel(Context, "l1", 16384, 1, false);
  };
  Benchmarks.push_back(B);
}
