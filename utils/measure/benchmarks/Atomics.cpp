//===- Atomics.cpp - Atomic additions in shared and global memory ---------===//
#include "host/Timing.h"

#include <cmath>
#include <cstdint>
#include <numeric>

using namespace measure;

namespace {

constexpr int Steps = 16; ///< additions in an iteration, as in atomics.cu

/// Which cell a thread adds to: (thread >> Shift) * Stride.
struct Pattern {
  std::string Name;
  int Shift, Stride;
  size_t cells(uint64_t Threads) const {
    return ((Threads - 1) >> Shift) * Stride + 1;
  }
};

std::vector<Pattern> patterns(const BenchmarkContext &Context, bool Shared) {
  int Shift = 0;
  while (2u << Shift <= warpThreads(Context))
    ++Shift;
  std::vector<Pattern> Result = {{"spread", 0, 1}, {"same", 0, 0}};
  if (!Shared)
    Result.push_back({"line_each", 0, 32});
  if (!Context.Quick)
    Result.push_back({"same_in_warp", Shift, 1});
  return Result;
}

void runLatency(BenchmarkContext &Context) {
  std::vector<uint32_t> Indexes(warpThreads(Context));
  std::iota(Indexes.begin(), Indexes.end(), 0);
  for (bool Shared : {false, true}) {
    const std::string Kernel = Shared ? "chain_shared" : "chain_global";
    DeviceArray Cells(Context.Gpu, Indexes.size() * sizeof(uint32_t));
    Cells.upload(Indexes);
    Stopwatch Watch(Context);
    auto Run = [&](int Iterations) {
      std::vector<LaunchArgument> Arguments = {
          Cells, scalarArgument(Iterations), scalarArgument(uint32_t(0))};
      if (Shared)
        Arguments.push_back(sharedArgument(Cells.size()));
      return Watch.time(Kernel, {1}, {unsigned(Indexes.size())}, Arguments);
    };
    Slopes Measured = slopesOf(Context, Run);
    if (Cells.download<uint32_t>(Indexes.size()) != Indexes)
      Measured.Check = "a cell does not hold its index";
    reportTime(Context, "latency", Shared ? "memory=shared" : "memory=global",
               Measured, Steps);
  }
}

/// The sum of all cells, whatever they are.
double sumOf(const DeviceArray &Cells, size_t Count, bool Float) {
  double Sum = 0;
  if (Float)
    for (float Value : Cells.download<float>(Count))
      Sum += double(Value);
  else
    for (uint32_t Value : Cells.download<uint32_t>(Count))
      Sum += double(Value);
  return Sum;
}

void runStreams(BenchmarkContext &Context, const std::string &Kernel,
                bool Float) {
  const bool Shared = Kernel == "stream_shared",
             Fetches = Kernel == "fetch_global";
  const Shape Full = fillMultiprocessors(Context, Kernel, 1024);
  const LaunchArgument One =
      Float ? scalarArgument(1.0f) : scalarArgument(uint32_t(1));
  const double Additions = double(Steps) * double(Full.threads());
  for (const Pattern &P : patterns(Context, Shared)) {
    const size_t Count = Shared ? Full.Block.count() : P.cells(Full.threads());
    DeviceArray Cells(Context.Gpu, Count * sizeof(uint32_t)),
        Out(Context.Gpu, Fetches ? Full.threads() * sizeof(uint32_t) : 4);
    Stopwatch Watch(Context);
    auto Run = [&](int Iterations) {
      std::vector<LaunchArgument> Arguments = {Cells};
      if (Fetches)
        Arguments.push_back(Out);
      Arguments.insert(Arguments.end(),
                       {scalarArgument(Iterations), One,
                        scalarArgument(P.Shift), scalarArgument(P.Stride)});
      if (Shared)
        Arguments.push_back(
            sharedArgument(Full.Block.count() * sizeof(uint32_t)));
      return Watch.time(Kernel, Full.Grid, Full.Block, Arguments);
    };
    Cells.clear();
    Run(1);
    const double Sum = sumOf(Cells, Count, Float);
    Slopes Measured = slopesOf(Context, Run);
    if (Sum != Additions)
      Measured.Check = "the cells add up to " + std::to_string(Sum) +
                       ", expected " + std::to_string(Additions);
    reportRate(Context, "throughput",
               settings({Shared ? "memory=shared" : "memory=global",
                         "cells=" + P.Name, Fetches ? "result=used" : ""}),
               Measured, Additions);
  }
}

} // namespace

void addAtomicsBenchmarks(std::vector<Benchmark> &Benchmarks) {
  Benchmark B;
  B.Source = "atomics";
  B.InPtx = {{"atom.shared.add", 2 * Steps}};

  B.Name = "atomic_latency";
  B.Idea = "one warp's chain of atomic additions whose results are the next "
           "indexes, in shared and global memory; each with the address "
           "computation that belongs to it";
  B.Run = runLatency;
  Benchmarks.push_back(B);

  auto Streams = [&](const std::string &Name, const std::string &Kernel,
                     const std::string &Idea, bool Float) {
    B.Name = Name;
    B.Idea = "all threads of full multiprocessors add to " + Idea;
    B.Definitions = Float ? "-DCELL_FLOAT" : "";
    B.OpenCl = !Float;
    B.InPtx.clear();
    B.Run = [=](BenchmarkContext &Context) {
      runStreams(Context, Kernel, Float);
    };
    Benchmarks.push_back(B);
  };
  Streams("atomic_global", "stream_global",
          "cells of their own, one cell a line, one a warp or one for all",
          false);
  Streams("atomic_shared", "stream_shared",
          "shared cells of their own, one a warp or one for all the block",
          false);
  B.Quick = false;
  Streams("atomic_global_fetch", "fetch_global",
          "global cells as in atomic_global, and use what comes back", false);
  Streams("atomic_global_float", "stream_global", "floats as in atomic_global",
          true);
  Streams("atomic_shared_float", "stream_shared", "floats as in atomic_shared",
          true);
}
