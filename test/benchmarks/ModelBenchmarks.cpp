//===- ModelBenchmarks.cpp - How many launches a model evaluates ----------===//
//
// 1000 launches of one kernel that differ in size, in one process and on one
// core. Profile: the facts of a launch with its caches; Predict: the time that
// one model makes of them, in its default mode, with breakdown and quantities.
// A tuner that asks for one model pays for both.
//
// The kernel is a matrix product in tiles with a guard: two loops, shared
// memory with barriers, a divergent branch, loads that the caches serve in
// part.
//===----------------------------------------------------------------------===//

#include "ParsedKernel.h"
#include "analysis/AnalysisContext.h"
#include "cost_models/CostModel.h"
#include <benchmark/benchmark.h>

using namespace llvm;
using namespace kernelcast;

namespace {

constexpr unsigned Launches = 1000;

constexpr const char *Source = R"cuda(
__global__ void multiply(const float *A, const float *B, float *C, int n) {
  __shared__ float a[16][16], b[16][16];
  int x = threadIdx.x, y = threadIdx.y;
  int row = blockIdx.y * 16 + y, column = blockIdx.x * 16 + x;
  float sum = 0;
  for (int k0 = 0; k0 < n; k0 += 16) {
    a[y][x] = row < n && k0 + x < n ? A[row * n + k0 + x] : 0;
    b[y][x] = column < n && k0 + y < n ? B[(k0 + y) * n + column] : 0;
    __syncthreads();
    for (int k = 0; k < 16; ++k)
      sum += a[y][k] * b[k][x];
    __syncthreads();
  }
  if (row < n && column < n)
    C[row * n + column] = sum;
}
)cuda";

const KernelAnalysis &kernel() {
  static const KernelAnalysis Kernel(modelOf(Source));
  return Kernel;
}

const GpuSpec &gpu() {
  static const GpuSpec Gpu = cantFail(findGpu("rtx-2080-ti"));
  return Gpu;
}

/// The facts of the launch number \p I: matrices of 100 + I rows.
WarpProfile profile(unsigned I) {
  LaunchConfiguration Launch;
  ArgumentValue N;
  N.Name = "n";
  N.Integer = 100 + I;
  N.Value = 100 + I;
  Launch.Arguments.push_back(N);
  uint64_t Blocks = (100 + I + 15) / 16;
  Launch.Grid = {Blocks, Blocks, 1};
  Launch.Block = {16, 16, 1};
  AnalysisOptions Options;
  Options.Registers = 32;
  return kernel().profile(Launch, gpu(), Options);
}

const std::vector<WarpProfile> &profiles() {
  static const std::vector<WarpProfile> All = [] {
    std::vector<WarpProfile> Made;
    Made.reserve(Launches);
    for (unsigned I = 0; I < Launches; ++I)
      Made.push_back(profile(I));
    return Made;
  }();
  return All;
}

void countEvaluations(benchmark::State &State) {
  State.counters["evaluations/s"] = benchmark::Counter(
      Launches, benchmark::Counter::kIsIterationInvariantRate);
}

void Profile(benchmark::State &State) {
  for (auto _ : State)
    for (unsigned I = 0; I < Launches; ++I)
      benchmark::DoNotOptimize(profile(I));
  countEvaluations(State);
}

void predictAll(benchmark::State &State, const std::string &Name) {
  std::unique_ptr<CostModel> Model = makeCostModel(Name);
  const std::vector<WarpProfile> &All = profiles(); // made before the clock
  for (auto _ : State)
    for (const WarpProfile &P : All) {
      auto Result = Model->predict(P, gpu(), Model->modes().front());
      if (!Result)
        return State.SkipWithError(toString(Result.takeError()).c_str());
      benchmark::DoNotOptimize(*Result);
    }
  countEvaluations(State);
}

[[maybe_unused]] const bool Registered = [] {
  for (const std::string &Name : costModelNames())
    benchmark::RegisterBenchmark(
        ("Predict/" + Name).c_str(),
        [Name](benchmark::State &State) { predictAll(State, Name); })
        ->Unit(benchmark::kMillisecond);
  return true;
}();

} // namespace

BENCHMARK(Profile)->Unit(benchmark::kMillisecond);
