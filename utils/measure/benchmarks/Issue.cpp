//===- Issue.cpp - Issue rate by warps and independent chains -------------===//
#include "host/Timing.h"

#include <algorithm>
#include <cmath>

using namespace measure;

namespace {

constexpr int Steps = 32; ///< of each chain in an iteration, as in issue.cu

/// \p Check of a number that must be whole: if it is not, something other than
/// the schedulers has limited, such as a unit that takes a warp in two cycles.
std::string wholeCheck(const std::vector<double> &Samples,
                       const std::string &Check) {
  const double Value = medianOf(Samples);
  if (Check != "ok" ||
      std::fabs(Value - std::round(Value)) <= 0.07 * std::round(Value))
    return Check;
  return "not whole: something other than the schedulers limits";
}

void run(BenchmarkContext &Context, int Chains, bool Mixed) {
  const unsigned Warp = warpThreads(Context);
  const double Multiprocessors =
      std::max(1u, Context.Gpu.facts().Multiprocessors);
  // Warp instructions a cycle and multiprocessor, of one warp and at most.
  std::vector<double> One, Most;
  std::string Check = "ok", Clock;
  for (unsigned Warps : warpCounts(Context)) {
    const Shape What = fillMultiprocessors(Context, "issue", Warps * Warp);
    DeviceArray Out(Context.Gpu, What.threads() * sizeof(float));
    Stopwatch Watch(Context);
    const Slopes Measured = slopesOf(Context, [&](int Iterations) {
      return Watch.time("issue", What.Grid, What.Block,
                        {Out, scalarArgument(Iterations),
                         scalarArgument(0.125f), scalarArgument(0.75f),
                         scalarArgument(0.25f), scalarArgument(5u)});
    });
    const double Instructions =
        double(What.threads()) / Warp * Steps * Chains * (Mixed ? 2 : 1);
    reportRate(Context, "issue_rate",
               settings({"warps=" + std::to_string(Warps),
                         "chains=" + std::to_string(Chains)}),
               Measured, Instructions, "instructions");
    std::vector<double> Rate = Measured.Cycles;
    for (double &Value : Rate)
      Value = Value > 0 ? Instructions / Value / Multiprocessors : 0;
    if (One.empty())
      One = Rate;
    if (medianOf(Rate) >= medianOf(Most))
      Most = Rate;
    if (Measured.Check != "ok")
      Check = Measured.Check;
    Clock = Measured.ClockAssumed ? "clock=assumed" : "";
  }
  if (!Mixed || medianOf(One) <= 0)
    return;
  reportKey(Context, "issue_per_scheduler", "count", Clock, One,
            wholeCheck(One, Check));
  for (double &Value : Most)
    Value /= medianOf(One);
  reportKey(Context, "schedulers", "count", Clock, Most,
            wholeCheck(Most, Check));
}

Benchmark benchmarkOf(int Chains, bool Mixed) {
  Benchmark B;
  B.Name = std::string(Mixed ? "issue_mixed" : "issue_fma") + "_chains_" +
           std::to_string(Chains);
  B.Source = "issue";
  B.Definitions =
      "-DCHAINS=" + std::to_string(Chains) + (Mixed ? " -DMIXED" : "");
  B.Idea = "warp instructions a cycle by number of warps, " +
           std::to_string(Chains) + " independent chains a thread of " +
           (Mixed ? "multiply-adds and integer additions by turns; fills "
                    "issue_per_scheduler (one warp alone) and schedulers (all "
                    "warps over one alone)"
                  : "multiply-adds");
  B.InSass = {{"FFMA", unsigned(Steps * Chains)}};
  B.InPtx = {{"fma.rn.f32", unsigned(Steps * Chains)}};
  B.Quick = Mixed || Chains == 1;
  B.Run = [=](BenchmarkContext &Context) { run(Context, Chains, Mixed); };
  return B;
}

} // namespace

void addIssueBenchmarks(std::vector<Benchmark> &Benchmarks) {
  for (int Chains : {1, 2, 3, 4, 6, 8})
    Benchmarks.push_back(benchmarkOf(Chains, false));
  Benchmarks.push_back(benchmarkOf(4, true));
}
