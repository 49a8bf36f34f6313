//===- Barrier.cpp - The cost of a barrier by the size of a block ---------===//
#include "host/Timing.h"

#include <algorithm>

using namespace measure;

namespace {

constexpr int Steps = 8; ///< barriers in an iteration, as in barrier.cu

void run(BenchmarkContext &Context) {
  const unsigned Warp = warpThreads(Context),
                 Most = fillMultiprocessors(Context, "barriers", 1024).Block.X;
  DeviceArray Out(Context.Gpu, Most * sizeof(int));
  for (unsigned Threads = std::max(Warp, 32u); Threads <= Most;
       Threads *= Context.Quick ? 4 : 2) {
    Stopwatch Watch(Context);
    const Slopes Measured = slopesOf(Context, [&](int Iterations) {
      return Watch.time("barriers", {1}, {Threads},
                        {Out, scalarArgument(Iterations)});
    });
    reportTime(Context, "cost", "block=" + std::to_string(Threads), Measured,
               Steps);
  }
}

} // namespace

void addBarrierBenchmarks(std::vector<Benchmark> &Benchmarks) {
  Benchmark B;
  B.Name = "barrier";
  B.Source = "barrier";
  B.Idea = "barriers one after another in one block, by its threads";
  B.InSass = {{"BAR", Steps}};
  B.InPtx = {{"bar.sync", Steps}};
  B.Run = run;
  Benchmarks.push_back(B);
}
