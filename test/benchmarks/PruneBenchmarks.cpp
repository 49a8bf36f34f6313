//===- PruneBenchmarks.cpp - How many launches prune ranks in a second ----===//
//
// Spaces in which launches differ and nothing else, 2048 launches of each
// kernel, by one thread. The source has been read before: what is measured is
// the way from a launch to its time, which is the facts, the model, and what
// the two forget between launches.
//
//   loop      a short loop, as most tuned kernels without shared memory
//   product   a guarded matrix product, whose loop's loads the caches serve
//   tree      a reduction in shared memory: branches that part a warp
//===----------------------------------------------------------------------===//

#include "cost_models/CostModel.h"
#include "tool/prune/SpaceForecast.h"
#include "llvm/ADT/STLExtras.h"
#include <benchmark/benchmark.h>

using namespace llvm;
using namespace kernelcast;

namespace {

constexpr const char *TunedKernels = R"cuda(
__global__ void loop(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < 100; ++k)
    sum += in[i + k * n];
  out[i] = sum;
}
__global__ void product(const float *a, const float *b, float *c, int n) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= n || y >= n)
    return;
  float sum = 0;
  for (int k = 0; k < n; ++k)
    sum += a[y * n + k] * b[k * n + x];
  c[y * n + x] = sum;
}
__global__ void tree(const float *in, float *out, int n) {
  __shared__ float part[1024];
  int t = threadIdx.x;
  float sum = 0;
  for (int k = blockIdx.x * blockDim.x + t; k < n; k += gridDim.x * blockDim.x)
    sum += in[k];
  part[t] = sum;
  __syncthreads();
  for (int half = blockDim.x / 2; half > 0; half /= 2) {
    if (t < half)
      part[t] += part[t + half];
    __syncthreads();
  }
  if (t == 0)
    out[blockIdx.x] = part[0];
}
)cuda";

constexpr unsigned TunedLaunches = 2048;

/// Blocks of 32 to 1024 threads (two dimensions: 32 x 1 to 32 x 32), each in 64
/// grids.
std::vector<ConfiguredKernel> space(const std::string &Kernel, bool IsPlane) {
  std::vector<ConfiguredKernel> Result;
  Result.reserve(TunedLaunches);
  for (uint64_t Block = 1; Block <= 32; ++Block)
    for (uint64_t Grid = 1; Grid <= 64; ++Grid) {
      ConfiguredKernel One;
      One.KernelName = Kernel;
      One.Block = {IsPlane ? 32 : 32 * Block, IsPlane ? Block : 1, 1};
      One.Grid = {10 * Grid, IsPlane ? Grid : 1, 1};
      One.Arguments.push_back({"n", 0, int64_t(1024)});
      Result.push_back(std::move(One));
    }
  return Result;
}

ForecastSetup setup() {
  ForecastSetup Result;
  Result.Job.File = "kernels.cu";
  Result.Sources = {"kernels.cu"};
  Result.Text = TunedKernels;
  Result.Gpu =
      std::make_shared<const GpuSpec>(cantFail(findGpu("rtx-2080-ti")));
  Result.Model = makeCostModel(DefaultModel);
  Result.Mode = Result.Model->modes().front();
  return Result;
}

void rank(benchmark::State &State, const std::string &Kernel, bool IsCompiled) {
  const std::vector<ConfiguredKernel> Space =
      space(Kernel, /*IsPlane=*/Kernel == "product");
  const ForecastSetup Setup = setup();
  SourceShelf Shelf;
  SpaceForecastOptions Options;
  Options.CompiledPart = IsCompiled ? 1 : 0;
  Options.Shelf = &Shelf;
  const SpaceForecast First =
      forecastSpace(ArrayRef(Space).take_front(1), Setup, Options);
  if (!First.Configurations.front().Time)
    return State.SkipWithError(First.Configurations.front().Reason.c_str());
  for (auto _ : State)
    benchmark::DoNotOptimize(forecastSpace(Space, Setup, Options));
  State.counters["evaluations/s"] = benchmark::Counter(
      TunedLaunches, benchmark::Counter::kIsIterationInvariantRate);
}

[[maybe_unused]] const bool PruneRegistered = [] {
  for (const std::string Kernel : {"loop", "product", "tree"})
    for (const bool IsCompiled : {false, true})
      benchmark::RegisterBenchmark(
          ("Prune/" + Kernel + (IsCompiled ? "/ir" : "/ast")).c_str(),
          [=](benchmark::State &State) { rank(State, Kernel, IsCompiled); })
          ->Unit(benchmark::kMillisecond)
          ->MeasureProcessCPUTime();
  return true;
}();

} // namespace
