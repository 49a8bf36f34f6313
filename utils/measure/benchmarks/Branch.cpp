//===- Branch.cpp - The cost of branches and of diverging lanes -----------===//
#include "host/Timing.h"

#include <algorithm>
#include <cmath>

using namespace measure;

namespace {

constexpr int Steps = 64, PathSteps = 16; ///< as in branch.cu
constexpr float First = 0.01f, Y = 0.5f, Z = 1.0f;
/// The chain goes from below to above 0.9 with every step and back into the
/// loop's range by its body: with this limit the loop is entered once a step.
constexpr float Entered = 0.9f, Never = 1e30f;

float guardedOnHost(unsigned Thread, float Limit) {
  float A = First * float(Thread);
  for (int Step = 0; Step < Steps; ++Step) {
    A = std::fma(A, Y, Z);
    while (A > Limit)
      A = A * Y;
  }
  return A;
}

Slopes timeKernel(BenchmarkContext &Context, const std::string &Kernel,
                  LaunchArgument Last, float Limit) {
  const unsigned Warp = warpThreads(Context);
  DeviceArray Out(Context.Gpu, Warp * sizeof(float));
  Stopwatch Watch(Context);
  auto Run = [&](int Iterations) {
    return Watch.time(Kernel, {1}, {Warp},
                      {Out, scalarArgument(Iterations), scalarArgument(First),
                       scalarArgument(Y), scalarArgument(Z), Last});
  };
  Run(1);
  std::string Wrong;
  const auto Values = Out.download<float>(Warp);
  for (unsigned T = 0; T < Warp && Kernel != "paths"; ++T)
    if (!(std::fabs(Values[T] - guardedOnHost(T, Limit)) < 1e-5f))
      Wrong = "lane " + std::to_string(T) + " computed " +
              std::to_string(Values[T]);
  Slopes Measured = slopesOf(Context, Run, 1 << 22);
  if (!Wrong.empty())
    Measured.Check = Wrong;
  return Measured;
}

/// What a step of \p Longer takes beyond one of \p Plain.
void reportCost(BenchmarkContext &Context, const std::string &Setting,
                Slopes Longer, const Slopes &Plain) {
  auto Subtract = [](std::vector<double> &From, const std::vector<double> &B) {
    for (size_t I = 0; I < std::min(From.size(), B.size()); ++I)
      From[I] -= B[I];
  };
  Subtract(Longer.Nanoseconds, Plain.Nanoseconds);
  Subtract(Longer.Cycles, Plain.Cycles);
  reportTime(Context, "cost", Setting, Longer, Steps);
}

void runBranches(BenchmarkContext &Context) {
  auto Time = [&](const std::string &Kernel, float Limit) {
    return timeKernel(Context, Kernel, scalarArgument(Limit), Limit);
  };
  const Slopes Plain = Time("plain", Never);
  reportTime(Context, "time", "kind=none", Plain, Steps);
  reportCost(Context, "kind=over;with=compare", Time("guarded", Never), Plain);
  reportCost(Context, "kind=into_and_out;with=multiply,2_compare",
             Time("guarded", Entered), Plain);
  reportCost(Context, "kind=back;with=add,compare", Time("rolled", Never),
             Plain);
}

void runDivergence(BenchmarkContext &Context) {
  const unsigned Warp = warpThreads(Context);
  for (unsigned Paths = 1; Paths <= Warp; Paths *= 2)
    if (!Context.Quick || Paths <= 2 || Paths == Warp)
      reportTime(
          Context, "time",
          settings({"paths=" + std::to_string(Paths),
                    "operations_each=" + std::to_string(PathSteps)}),
          timeKernel(Context, "paths", scalarArgument(int(Paths)), Never), 1);
}

} // namespace

void addBranchBenchmarks(std::vector<Benchmark> &Benchmarks) {
  Benchmark B;
  B.Source = "branch";
  B.InSass = {{"FFMA", 2 * Steps}};
  B.InPtx = {{"fma.rn.f32", 2 * Steps}};

  B.Name = "branch";
  B.Idea = "what a branch adds to one warp's chain of multiply-adds: over a "
           "loop that is not entered (taken), into a loop and out of it again "
           "(not taken, twice), back to the next iteration (taken)";
  B.Run = runBranches;
  Benchmarks.push_back(B);

  B.Name = "divergence";
  B.Idea = "one warp whose lanes take 1 to 32 ways of 16 multiply-adds each: "
           "the time of them all";
  B.Run = runDivergence;
  Benchmarks.push_back(B);
}
