//===- Blocks.cpp - How many blocks are resident, and replacing one -------===//
#include "host/Timing.h"

#include <algorithm>

using namespace measure;

namespace {

/// How long \p PerMultiprocessor blocks a multiprocessor take that do nothing
/// but wait for memory: as long as one while all of them are resident.
class ResidencyProbe {
public:
  ResidencyProbe(BenchmarkContext &Context)
      : Context(Context),
        Multiprocessors(std::max(1u, Context.Gpu.facts().Multiprocessors)),
        Zeros(Context.Gpu, size_t(Multiprocessors) * Most * 128),
        Out(Context.Gpu, sizeof(int)) {
    Zeros.clear();
  }

  /// The resident blocks of \p Threads threads with \p SharedBytes.
  unsigned resident(unsigned Threads, size_t SharedBytes) {
    // Long enough that the launch of the blocks does not count.
    int Iterations = 64;
    while (Iterations < 1 << 20 &&
           time(1, Threads, SharedBytes, Iterations) < 0.4e6)
      Iterations *= 2;
    const double One = time(1, Threads, SharedBytes, Iterations);
    // From a block too many on it takes twice as long.
    unsigned Fits = 1, TooMany = Most + 1;
    while (Fits + 1 < TooMany) {
      const unsigned Middle = (Fits + TooMany) / 2;
      if (time(Middle, Threads, SharedBytes, Iterations) < 1.6 * One)
        Fits = Middle;
      else
        TooMany = Middle;
    }
    return Fits;
  }

private:
  static constexpr unsigned Most = 64;

  double time(unsigned PerMultiprocessor, unsigned Threads, size_t SharedBytes,
              int Iterations) {
    const FunctionHandle Function = Context.Function("wait_for_memory");
    const Launch What{{Multiprocessors * PerMultiprocessor},
                      {Threads},
                      {Zeros, Out, scalarArgument(Iterations),
                       sharedArgument(std::max<size_t>(SharedBytes, 4))}};
    double Fastest = 0;
    for (int Round = 0; Round < 3; ++Round) {
      const double Took = 1e6 * Context.Gpu.milliseconds([&] {
        Context.Gpu.launch(Function, What);
      });
      Fastest = Round ? std::min(Fastest, Took) : Took;
    }
    return Fastest;
  }

  BenchmarkContext &Context;
  const unsigned Multiprocessors;
  DeviceArray Zeros, Out;
};

void runResidency(BenchmarkContext &Context) {
  const DeviceFacts &Facts = Context.Gpu.facts();
  if (!Facts.IsGpu || !Facts.Times)
    throw Unsupported("needs a GPU: a processor's groups take turns anyway");
  const unsigned Warp = warpThreads(Context);
  ResidencyProbe Probe(Context);
  auto Report = [&](unsigned Threads, size_t SharedBytes) {
    const unsigned Blocks = Probe.resident(Threads, SharedBytes);
    Context.Report({"resident_blocks",
                    settings({"block=" + std::to_string(Threads),
                              "shared=" + std::to_string(SharedBytes)}),
                    "count",
                    {double(Blocks)},
                    "ok"});
    return Blocks;
  };
  reportKey(Context, "max_blocks", "count", "", {double(Report(Warp, 0))},
            "ok");
  unsigned Warps = 0;
  for (unsigned Threads = 4 * Warp;
       Threads <= std::min(1024u, Facts.MaxThreadsPerBlock); Threads *= 2)
    Warps = std::max(Warps, Report(Threads, 0) * (Threads / Warp));
  reportKey(Context, "max_warps", "count", "", {double(Warps)}, "ok");
  size_t Shared = 0;
  for (size_t Bytes = 2048; Bytes <= Facts.SharedPerBlock; Bytes *= 2)
    Shared = std::max(Shared, Report(Warp, Bytes) * Bytes);
  Context.Report({"shared_in_use", "", "B", {double(Shared)}, "ok"});
}

/// A grid that every multiprocessor gets `Count` blocks of, one after another.
void runReplacement(BenchmarkContext &Context) {
  Device &Gpu = Context.Gpu;
  const DeviceFacts &Facts = Gpu.facts();
  const unsigned Multiprocessors = std::max(1u, Facts.Multiprocessors);
  // So much shared memory that a multiprocessor holds one block, or as few as
  // can be, at a time.
  size_t Shared = 4;
  if (Facts.IsGpu)
    Shared = Facts.SharedPerMultiprocessor
                 ? std::min<size_t>(Facts.SharedPerBlock,
                                    Facts.SharedPerMultiprocessor / 2 + 1024)
                 : Facts.SharedPerBlock;
  DeviceArray Out(Gpu, sizeof(float));
  const FunctionHandle Work = Context.Function("work");
  auto Launched = [&](unsigned Blocks, unsigned Threads, int Iterations) {
    Duration D;
    const Launch What{{Blocks},
                      {Threads},
                      {Out, scalarArgument(Iterations), scalarArgument(0.5f),
                       scalarArgument(1.0f), sharedArgument(Shared)}};
    D.Nanoseconds = 1e6 * Gpu.milliseconds([&] { Gpu.launch(Work, What); });
    return D;
  };
  double ClockHz = namedClockHz(Context);
  bool Assumed = true;
  if (Gpu.face() == Face::Cuda) {
    Stopwatch Watch(Context);
    Watch.time("spin", {Multiprocessors}, {128},
               {Out, scalarArgument(10000), scalarArgument(0.5f),
                scalarArgument(1.0f)});
    const double Seen = Watch
                            .time("spin", {Multiprocessors}, {128},
                                  {Out, scalarArgument(10000),
                                   scalarArgument(0.5f), scalarArgument(1.0f)})
                            .ClockHz;
    if (Seen > 0) {
      ClockHz = Seen;
      Assumed = false;
    }
  }
  for (unsigned Threads : {32u, 128u, 512u}) {
    if (Threads > Facts.MaxThreadsPerBlock || (Context.Quick && Threads != 128))
      continue;
    // Blocks that are resident together take as long as one.
    unsigned Resident = 1;
    if (Facts.IsGpu && Facts.Times) {
      const double One = Launched(Multiprocessors, Threads, 4000).Nanoseconds;
      while (Resident < 32 &&
             Launched(Multiprocessors * (Resident + 1), Threads, 4000)
                     .Nanoseconds < 1.5 * One)
        ++Resident;
    }
    // A block takes work * iterations + replacement: twice the time of short
    // ones less the time of ones twice as long leaves the replacement.
    const int Short = Facts.IsGpu ? 16 : 1;
    auto PerBlock = [&](int Iterations) {
      return slopesOf(
          Context,
          [&](int Count) {
            return Launched(Multiprocessors * Resident * unsigned(Count),
                            Threads, Iterations);
          },
          1 << 16);
    };
    const Slopes A = PerBlock(Short), B = PerBlock(2 * Short);
    std::vector<double> Nanoseconds, Cycles;
    for (size_t I = 0; I < A.Nanoseconds.size(); ++I) {
      Nanoseconds.push_back(2 * A.Nanoseconds[I] - B.Nanoseconds[I]);
      Cycles.push_back(Nanoseconds.back() * 1e-9 * ClockHz);
    }
    const std::string Check = A.Check != "ok" ? A.Check : B.Check,
                      Setting =
                          settings({"block=" + std::to_string(Threads),
                                    "resident=" + std::to_string(Resident)});
    Context.Report({"replacement", Setting, "ns", Nanoseconds, Check});
    if (ClockHz > 0 && Threads == 128)
      reportKey(Context, "block_replacement", "cycles",
                settings({Setting, Assumed ? "clock=assumed" : ""}), Cycles,
                Check);
  }
}

} // namespace

void addBlocksBenchmarks(std::vector<Benchmark> &Benchmarks) {
  Benchmark B;
  B.Source = "launch";

  B.Name = "block_replacement";
  B.Idea = "many short blocks against fewer long ones, no more at a time than "
           "shared memory lets in: what a block costs beyond its work; fills "
           "block_replacement";
  B.Run = runReplacement;
  Benchmarks.push_back(B);

  B.Name = "residency";
  B.Idea = "blocks that only wait, by their number: as long as all are "
           "resident they take the time of one; fills max_blocks and "
           "max_warps, and tells how much shared memory is handed out";
  B.Quick = false;
  B.Run = runResidency;
  Benchmarks.push_back(B);
}
