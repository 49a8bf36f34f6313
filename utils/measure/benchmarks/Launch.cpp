//===- Launch.cpp - Launch times, and the clock of the multiprocessors ----===//
#include "host/Timing.h"

#include <algorithm>
#include <chrono>

using namespace measure;

namespace {

double nanosecondsNow() {
  return std::chrono::duration<double, std::nano>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

void reportNanoseconds(BenchmarkContext &Context, const std::string &Quantity,
                       const std::string &Setting,
                       const std::vector<double> &Samples) {
  Context.Report({Quantity, Setting, "ns", Samples, "ok"});
}

void runLaunch(BenchmarkContext &Context) {
  Device &Gpu = Context.Gpu;
  const FunctionHandle Empty = Context.Function("empty");
  const unsigned Rounds = 3 * roundsOf(Context);
  const unsigned Block =
      std::min(256u, std::max(1u, Gpu.facts().MaxThreadsPerBlock));
  const unsigned MostBlocks = !Gpu.facts().IsGpu ? 1 << 10
                              : Context.Quick    ? 1 << 16
                                                 : 1 << 20;
  for (unsigned Blocks = 1; Blocks <= MostBlocks;
       Blocks *= Context.Quick ? 32 : 4) {
    const Launch What{{Blocks}, {Block}, {}};
    const std::string Setting = settings(
        {"grid=" + std::to_string(Blocks), "block=" + std::to_string(Block)});
    auto Once = [&] { Gpu.launch(Empty, What); };
    Gpu.milliseconds(Once);
    std::vector<double> Device, Host;
    for (unsigned Round = 0; Round < Rounds; ++Round) {
      Device.push_back(1e6 * Gpu.milliseconds(Once));
      const double Start = nanosecondsNow();
      Once();
      Gpu.finish();
      Host.push_back(nanosecondsNow() - Start);
    }
    reportNanoseconds(Context, "kernel", Setting, Device);
    reportNanoseconds(Context, "launch_and_wait", Setting, Host);
    if (Blocks == 1) {
      std::vector<double> Seconds = Device;
      for (double &Value : Seconds)
        Value *= 1e-9;
      reportKey(Context, "launch_overhead", "s", "timed_by=events", Seconds,
                "ok");
    }
    const Slopes Queued = slopesOf(
        Context,
        [&](int Times) {
          Duration D;
          D.Nanoseconds = 1e6 * Gpu.milliseconds([&] {
            for (int I = 0; I < Times; ++I)
              Once();
          });
          return D;
        },
        3000);
    Context.Report(
        {"back_to_back", Setting, "ns", Queued.Nanoseconds, Queued.Check});
  }
}

/// The SM clock before, while and after all multiprocessors work.
void runClock(BenchmarkContext &Context) {
  const Shape Full = fillMultiprocessors(Context, "spin", 1024);
  DeviceArray Out(Context.Gpu, sizeof(float));
  Stopwatch Watch(Context);
  auto Spin = [&](int Iterations) {
    return Watch.time("spin", Full.Grid, Full.Block,
                      {Out, scalarArgument(Iterations), scalarArgument(0.5f),
                       scalarArgument(1.0f)});
  };
  // About a millisecond each.
  int Iterations = 100;
  while (Iterations < 1 << 24 && Spin(Iterations).Nanoseconds < 1e6 &&
         Context.Gpu.facts().Times)
    Iterations *= 2;
  std::vector<double> Early, Late;
  const double Milliseconds = !Context.Gpu.facts().Times ? 0
                              : Context.Quick            ? 200
                                                         : 500;
  const double Start = nanosecondsNow();
  do {
    const double Clock = Spin(Iterations).ClockHz;
    (Early.size() < roundsOf(Context) ? Early : Late).push_back(Clock);
  } while (nanosecondsNow() - Start < Milliseconds * 1e6 || Late.empty());
  const size_t Last = std::min<size_t>(Late.size(), 9);
  Late.erase(Late.begin(), Late.end() - long(Last));
  Context.Report({"sm_clock", "time=at_once", "Hz", Early, "ok"});
  Context.Report({"sm_clock", "time=after_load", "Hz", Late, "ok"});
  reportKey(Context, "clock", "Hz", "load=multiply-add", Late, "ok");
}

} // namespace

void addLaunchBenchmarks(std::vector<Benchmark> &Benchmarks) {
  Benchmark B;
  B.Source = "launch";

  B.Name = "launch";
  B.Idea = "an empty kernel by the blocks of its grid: its time by the "
           "device's events, the host's time from launch to end, and the time "
           "of each when launched back to back; fills launch_overhead";
  B.Run = runLaunch;
  Benchmarks.push_back(B);

  B.Name = "clock";
  B.Idea = "the multiprocessors' clock against nanoseconds while all of them "
           "do multiply-adds; fills clock";
  B.OpenCl = false;
  B.Run = runClock;
  Benchmarks.push_back(B);
}
