//===- Benchmarks.cpp - What the analysis costs, and how that grows -------===//
//
// Each family grows one quantity of a kernel or its launch and leaves the rest
// alone; N is that quantity. Evaluate: the facts of one launch from a model
// that is there. Analyse: all of a kernel's analysis, from its AST to the
// facts. The library fits the growth to the times of a family (BigO).
//
// lane_values/s is the throughput of the warp evaluator: values of expressions,
// each for one lane in one execution of its block. Where boxes stand for many
// warps and iterations, most of them are never computed one by one; Interpret
// is the family in which all are.
//
//   utils/benchmark       builds, runs and prints a table
//===----------------------------------------------------------------------===//

#include "ParsedKernel.h"
#include "analysis/AnalysisContext.h"
#include "analysis/evaluator/EvaluationPlan.h"
#include <benchmark/benchmark.h>

using namespace llvm;
using namespace kernelcast;

namespace {

/// Arguments of every kernel here, beside its launch.
struct Sizes {
  uint64_t Blocks = 4096;
  uint64_t Threads = 256;
  int64_t Trips = 100; ///< the parameter m
};

LaunchConfiguration launch(const Sizes &S) {
  LaunchConfiguration Launch;
  Launch.Grid = {S.Blocks, 1, 1};
  Launch.Block = {S.Threads, 1, 1};
  auto Add = [&](const char *Name, int64_t Value) {
    ArgumentValue A;
    A.Name = Name;
    A.Integer = Value;
    A.Value = static_cast<double>(Value);
    Launch.Arguments.push_back(A);
  };
  Add("n", static_cast<int64_t>(S.Blocks * S.Threads) - 7); // a partial warp
  Add("m", S.Trips);
  return Launch;
}

/// A kernel whose threads are numbered by i and guarded by n.
std::string guarded(const std::string &Body) {
  return "__global__ void kernel(const float *in, float *out, long long n, "
         "int m) {\n"
         "  long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x;\n"
         "  if (i >= n)\n    return;\n  float sum = 0;\n" +
         Body + "  out[i] = sum;\n}\n";
}

/// One loop of m iterations over the rows of a matrix.
std::string rowLoop() {
  return guarded("  for (int r = 0; r < m; r++)\n    sum += in[r * n + i];\n");
}

/// \p Count times a line in which # stands for the number of the repetition.
std::string repeated(int64_t Count, StringRef Line) {
  std::string Text;
  for (int64_t I = 0; I != Count; ++I)
    for (char C : Line)
      Text += C == '#' ? std::to_string(I) : std::string(1, C);
  return Text;
}

std::string nestedLoops(int64_t Depth) {
  std::string Index = "i";
  for (int64_t D = 0; D != Depth; ++D)
    Index = ("(" + Twine(Index) + ") * 9 + k" + Twine(D)).str();
  return guarded(repeated(Depth, "  for (int k# = 0; k# < 8; k#++)\n") +
                 "    sum += in[" + Index + "];\n");
}

std::string accesses(int64_t Count) {
  return guarded(repeated(Count, "  sum += in[i * 2 + #];\n"));
}

/// Branches that divide the lanes of every warp in the same way.
std::string laneBranches(int64_t Count) {
  return guarded(repeated(
      Count, "  if (threadIdx.x & (1 << # % 5))\n    sum += in[i];\n"));
}

/// Guards that each end at another block, so that each adds boxes.
std::string blockBranches(int64_t Count) {
  return guarded(
      repeated(Count, "  if (i < n - # * 1000)\n    sum += in[i];\n"));
}

/// Nothing that changes in this loop has a closed form or is affine.
std::string generator() {
  return guarded("  unsigned x = i;\n  for (int r = 0; r < m; r++) {\n"
                 "    x = x * 1664525u + 1013904223u;\n"
                 "    if (x >> 31)\n      sum += in[x >> 8];\n  }\n");
}

/// Loops one after the other, each of which goes on where the last one ended.
std::string loopsInARow(int64_t Number) {
  std::string Body = "  int r = 0;\n";
  for (int64_t I = 1; I <= Number; ++I)
    Body +=
        "  for (; r < m + " + std::to_string(I) + "; r++)\n    sum += in[r];\n";
  return guarded(Body);
}

/// Values of expressions for a lane in the whole launch.
double laneValues(const KernelModel &Model, const WarpProfile &Profile) {
  KernelGraphs Graphs(Model);
  EvaluationPlan Plan(Graphs);
  double Sum = 0;
  for (auto [Facts, List] : zip(Profile.Blocks, Plan.program().BlockLists))
    Sum += Facts.LaneExecutions.Value * static_cast<double>(List.size());
  return Sum;
}

/// Times the evaluation of one launch of \p Source.
void evaluate(benchmark::State &State, const std::string &Source,
              const Sizes &S) {
  KernelAnalysis Kernel(modelOf(Source));
  LaunchConfiguration Launch = launch(S);
  GpuSpec Gpu;
  WarpProfile Profile;
  for (auto _ : State)
    Profile = Kernel.profile(Launch, Gpu);
  for (const AccessFacts &Facts : Profile.Accesses)
    if (Facts.Source == How::Sampled)
      State.SkipWithError("sampled: not a measure of the whole launch");
  State.counters["lane_values/s"] =
      benchmark::Counter(laneValues(Kernel.model(), Profile),
                         benchmark::Counter::kIsIterationInvariantRate);
  State.SetComplexityN(State.range(0));
}

/// Times everything that is done for a parsed kernel.
void analyse(benchmark::State &State, const std::string &Source) {
  LaunchConfiguration Launch = launch({});
  GpuSpec Gpu;
  parsed(Source, [&](const clang::FunctionDecl *F, TranslationUnit &Unit) {
    for (auto _ : State) {
      KernelAnalysis Kernel(buildKernelModel(F, *Unit.Context, Unit.Lang));
      benchmark::DoNotOptimize(Kernel.profile(Launch, Gpu));
    }
  });
  State.SetComplexityN(State.range(0));
}

void Interpret(benchmark::State &State) {
  evaluate(State, generator(), {4, 64, State.range(0)});
}
void EvaluateThreads(benchmark::State &State) {
  evaluate(State, rowLoop(), {4096, uint64_t(State.range(0)), 100});
}
void EvaluateBlocks(benchmark::State &State) {
  evaluate(State, rowLoop(), {uint64_t(State.range(0)), 256, 100});
}
void EvaluateTrips(benchmark::State &State) {
  evaluate(State, rowLoop(), {4096, 256, State.range(0)});
}
void EvaluateDepth(benchmark::State &State) {
  evaluate(State, nestedLoops(State.range(0)), {});
}
void EvaluateAccesses(benchmark::State &State) {
  evaluate(State, accesses(State.range(0)), {});
}
void EvaluateLaneBranches(benchmark::State &State) {
  evaluate(State, laneBranches(State.range(0)), {});
}
void EvaluateBlockBranches(benchmark::State &State) {
  evaluate(State, blockBranches(State.range(0)), {});
}
void AnalyseDepth(benchmark::State &State) {
  analyse(State, nestedLoops(State.range(0)));
}
void AnalyseAccesses(benchmark::State &State) {
  analyse(State, accesses(State.range(0)));
}
void AnalyseLaneBranches(benchmark::State &State) {
  analyse(State, laneBranches(State.range(0)));
}
void AnalyseLoops(benchmark::State &State) {
  analyse(State, loopsInARow(State.range(0)));
}

} // namespace

BENCHMARK(Interpret)->RangeMultiplier(4)->Range(16, 1024)->Complexity();
BENCHMARK(EvaluateThreads)->RangeMultiplier(2)->Range(32, 1024)->Complexity();
BENCHMARK(EvaluateBlocks)
    ->RangeMultiplier(32)
    ->Range(1, int64_t(1) << 30)
    ->Complexity();
BENCHMARK(EvaluateTrips)
    ->RangeMultiplier(10)
    ->Range(1, 1000000000)
    ->Complexity();
BENCHMARK(EvaluateDepth)->DenseRange(1, 6)->Complexity();
BENCHMARK(EvaluateAccesses)->RangeMultiplier(4)->Range(1, 256)->Complexity();
BENCHMARK(EvaluateLaneBranches)
    ->RangeMultiplier(4)
    ->Range(1, 256)
    ->Complexity();
BENCHMARK(EvaluateBlockBranches)
    ->RangeMultiplier(4)
    ->Range(1, 64)
    ->Complexity();
BENCHMARK(AnalyseDepth)->DenseRange(1, 6)->Complexity();
BENCHMARK(AnalyseAccesses)->RangeMultiplier(4)->Range(1, 256)->Complexity();
BENCHMARK(AnalyseLaneBranches)->RangeMultiplier(4)->Range(1, 256)->Complexity();
BENCHMARK(AnalyseLoops)->RangeMultiplier(4)->Range(1, 256)->Complexity();

BENCHMARK_MAIN();
