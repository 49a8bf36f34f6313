//===- Timing.cpp - From timed launches to readings -----------------------===//
#include "host/Timing.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

using namespace measure;

double measure::medianOf(std::vector<double> Values) {
  if (Values.empty())
    return 0;
  std::sort(Values.begin(), Values.end());
  const size_t Half = Values.size() / 2;
  return Values.size() % 2 ? Values[Half]
                           : (Values[Half - 1] + Values[Half]) / 2;
}

unsigned measure::roundsOf(const BenchmarkContext &Context) {
  return Context.Quick ? 3 : 5;
}

double measure::namedClockHz(const BenchmarkContext &Context) {
  return Context.Gpu.facts().ClockKHz * 1e3;
}

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

/// What record() in clock.cuh leaves of each block.
struct BlockTicks {
  long long Start, End, StartNanoseconds, EndNanoseconds;
};

Duration Stopwatch::time(const std::string &Kernel, Size3 Grid, Size3 Block,
                         std::vector<LaunchArgument> Arguments) {
  Device &Gpu = Context.Gpu;
  Duration Result;
  const bool HasClock = Gpu.face() == Face::Cuda;
  const size_t Blocks = Grid.count();
  if (HasClock) {
    if (!Ticks || Ticks->size() < Blocks * sizeof(BlockTicks))
      Ticks = std::make_unique<DeviceArray>(Gpu, Blocks * sizeof(BlockTicks));
    Arguments.insert(Arguments.begin(), *Ticks);
  }
  const FunctionHandle Function = Context.Function(Kernel);
  const Launch What{Grid, Block, std::move(Arguments)};
  Result.Nanoseconds =
      1e6 * Gpu.milliseconds([&] { Gpu.launch(Function, What); });
  if (!HasClock)
    return Result;
  // Blocks that share a multiprocessor need not share its cycles evenly: where
  // the oldest warps go first, the first of two is done at half the time, and
  // the mean of the two would be three quarters of it.
  double Cycles = 0, Nanoseconds = 0;
  for (const BlockTicks &T : Ticks->download<BlockTicks>(Blocks)) {
    Result.Cycles = std::max(Result.Cycles, double(T.End - T.Start));
    Cycles += double(T.End - T.Start);
    Nanoseconds += double(T.EndNanoseconds - T.StartNanoseconds);
  }
  if (Nanoseconds > 0)
    Result.ClockHz = Cycles / Nanoseconds * 1e9;
  return Result;
}

Shape measure::fillMultiprocessors(BenchmarkContext &Context,
                                   const std::string &Kernel,
                                   unsigned ThreadsPerMultiprocessor) {
  const DeviceFacts &Facts = Context.Gpu.facts();
  unsigned Most = std::min(1024u, std::max(1u, Facts.MaxThreadsPerBlock));
  const int Own =
      Context.Gpu.kernelFacts(Context.Function(Kernel)).MaxThreadsPerBlock;
  if (Own > 0)
    Most = std::min(Most, unsigned(Own));
  const unsigned Blocks = ceilDivide(ThreadsPerMultiprocessor, Most);
  Shape Result;
  Result.Block = {ThreadsPerMultiprocessor / Blocks};
  Result.Grid = {std::max(1u, Facts.Multiprocessors) * Blocks};
  return Result;
}

unsigned measure::residentThreads(const BenchmarkContext &Context) {
  const DeviceFacts &Facts = Context.Gpu.facts();
  if (Facts.Architecture.rfind("sm_", 0) != 0)
    return std::min(1024u, std::max(1u, Facts.MaxThreadsPerBlock));
  const int Version = std::atoi(Facts.Architecture.c_str() + 3);
  if (Version == 75)
    return 1024;
  // 8.6, 8.7, 8.9 and the 12.x, which take 48 warps.
  if ((Version > 80 && Version < 90) || Version >= 120 ||
      (Version >= 20 && Version < 30))
    return 1536;
  return 2048;
}

unsigned measure::warpThreads(const BenchmarkContext &Context) {
  const DeviceFacts &Facts = Context.Gpu.facts();
  if (Facts.WarpSize)
    return Facts.WarpSize;
  return Facts.IsGpu ? 32 : 1;
}

std::vector<unsigned> measure::warpCounts(const BenchmarkContext &Context) {
  const unsigned Most =
      std::max(1u, residentThreads(Context) / warpThreads(Context));
  if (Context.Quick) {
    std::vector<unsigned> Result = {1};
    for (unsigned Warps = 4; Warps < Most; Warps *= 4)
      Result.push_back(Warps);
    if (Most > 1)
      Result.push_back(Most);
    return Result;
  }
  std::vector<unsigned> Result;
  for (unsigned Warps : {1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64})
    if (Warps <= Most)
      Result.push_back(Warps);
  return Result;
}

size_t measure::mostBytes(const BenchmarkContext &Context) {
  const DeviceFacts &Facts = Context.Gpu.facts();
  size_t Most = size_t(2) << 30;
  if (!Facts.IsGpu || !Facts.Times)
    Most = size_t(Context.Quick ? 16 : 64) << 20;
  else if (Context.Quick)
    Most = size_t(512) << 20;
  return std::min<size_t>(Most, Facts.MemoryBytes / 4);
}

std::vector<size_t> measure::workingSets(size_t Least, size_t Most,
                                         unsigned Steps) {
  std::vector<size_t> Result;
  for (size_t Octave = Least; Octave <= Most; Octave *= 2)
    for (unsigned S = 0; S < Steps; ++S)
      if (const size_t Bytes = Octave + Octave * S / Steps; Bytes <= Most)
        Result.push_back(Bytes);
  return Result;
}

//===----------------------------------------------------------------------===//
// Slopes
//===----------------------------------------------------------------------===//

/// A device that times nothing still runs the kernels, for the checks.
static Slopes untimed(const std::function<Duration(int)> &Run) {
  Run(1);
  Slopes Result;
  Result.Nanoseconds = Result.Cycles = {0};
  Result.NanosecondsAtZero = Result.CyclesAtZero = {0};
  Result.Check = "not timed";
  return Result;
}

/// A length at which twice the loop takes \p Target nanoseconds more than once
/// the loop, or a launch as long as we can afford.
static int longEnough(const std::function<Duration(int)> &Run, double Target,
                      double MostNanoseconds, int MostLength) {
  auto Fastest = [&](int Length) {
    return std::min(Run(Length).Nanoseconds, Run(Length).Nanoseconds);
  };
  int Length = 1;
  Run(Length); // the first launch of a kernel also loads it
  for (;;) {
    const double Once = Fastest(Length), Twice = Fastest(2 * Length);
    const double More = Twice - Once;
    if (More >= Target || Twice >= MostNanoseconds)
      return Length;
    const double Missing = More > 0 ? 1.2 * Target / More : 8;
    const int Factor = int(std::clamp(std::ceil(Missing), 2.0, 8.0));
    // Not so long that its three-fold would exceed what we can afford.
    if (double(Length) * Factor * 3 > MostLength)
      return std::max(1, MostLength / 3);
    Length *= Factor;
  }
}

static std::string checkOf(const std::vector<double> &Once,
                           const std::vector<double> &Twice,
                           const std::vector<double> &Thrice) {
  // What disturbs a launch only lengthens it, so the fastest ones tell best.
  auto Fastest = [](const std::vector<double> &Times) {
    return *std::min_element(Times.begin(), Times.end());
  };
  const double First = Fastest(Twice) - Fastest(Once),
               Second = Fastest(Thrice) - Fastest(Twice);
  if (First + Second <= 0)
    return "no longer with a longer loop: optimised away?";
  if (std::fabs(First - Second) <= 0.15 * (First + Second) / 2)
    return "ok";
  char Text[100];
  std::snprintf(Text, sizeof(Text),
                "not linear: the second half costs %.2f of the first",
                Second / First);
  return Text;
}

Slopes measure::slopesOf(BenchmarkContext &Context,
                         const std::function<Duration(int)> &Run,
                         int MostLength) {
  if (!Context.Gpu.facts().Times)
    return untimed(Run);
  const unsigned Rounds = roundsOf(Context);
  // A round takes six times the shortest launch.
  const double Affordable = (Context.Quick ? 0.25e9 : 0.5e9) / (6 * Rounds);
  // A processor's launches should end within a time slice of its scheduler.
  const double Target = Context.Gpu.facts().IsGpu ? 1e6 : 0.3e6;
  const int Length = longEnough(Run, Target, Affordable, MostLength);

  Slopes Result;
  std::vector<double> Times[3];
  for (unsigned Round = 0; Round < Rounds; ++Round) {
    Duration D[3];
    for (int I = 0; I < 3; ++I) {
      D[I] = Run((I + 1) * Length);
      Times[I].push_back(D[I].Cycles > 0 ? D[I].Cycles : D[I].Nanoseconds);
    }
    auto Add = [&](double Once, double Thrice, std::vector<double> &Slope,
                   std::vector<double> &AtZero) {
      Slope.push_back((Thrice - Once) / (2.0 * Length));
      AtZero.push_back(Once - Slope.back() * Length);
    };
    Add(D[0].Nanoseconds, D[2].Nanoseconds, Result.Nanoseconds,
        Result.NanosecondsAtZero);
    if (D[2].Cycles > 0)
      Add(D[0].Cycles, D[2].Cycles, Result.Cycles, Result.CyclesAtZero);
    Result.ClockHz = D[2].ClockHz;
  }
  Result.Check = checkOf(Times[0], Times[1], Times[2]);
  if (const double Clock = namedClockHz(Context);
      Result.Cycles.empty() && Clock > 0) {
    Result.ClockAssumed = true;
    Result.ClockHz = Clock;
    for (double Nanoseconds : Result.Nanoseconds)
      Result.Cycles.push_back(Nanoseconds * 1e-9 * Clock);
    for (double Nanoseconds : Result.NanosecondsAtZero)
      Result.CyclesAtZero.push_back(Nanoseconds * 1e-9 * Clock);
  }
  return Result;
}

//===----------------------------------------------------------------------===//
// Readings
//===----------------------------------------------------------------------===//

std::string measure::settings(const std::vector<std::string> &Parts) {
  std::string Text;
  for (const std::string &Part : Parts)
    if (!Part.empty())
      Text += (Text.empty() ? "" : ";") + Part;
  return Text;
}

static std::vector<double> each(std::vector<double> Values,
                                const std::function<double(double)> &Map) {
  for (double &Value : Values)
    Value = Map(Value);
  return Values;
}

static std::string clockSetting(const Slopes &Measured,
                                const std::string &Setting) {
  return settings({Setting, Measured.ClockAssumed ? "clock=assumed" : ""});
}

void measure::reportTime(BenchmarkContext &Context, const std::string &Quantity,
                         const std::string &Setting, const Slopes &Measured,
                         double Units) {
  auto PerUnit = [=](double Value) { return Value / Units; };
  Context.Report({Quantity, Setting, "ns", each(Measured.Nanoseconds, PerUnit),
                  Measured.Check});
  if (!Measured.Cycles.empty())
    Context.Report({Quantity, clockSetting(Measured, Setting), "cycles",
                    each(Measured.Cycles, PerUnit), Measured.Check});
}

void measure::reportRate(BenchmarkContext &Context, const std::string &Quantity,
                         const std::string &Setting, const Slopes &Measured,
                         double Count, const std::string &Units,
                         unsigned Multiprocessors) {
  auto Rate = [](double Number) {
    return [=](double Value) { return Value > 0 ? Number / Value : 0; };
  };
  Context.Report({Quantity, Setting, Units + "/s",
                  each(Measured.Nanoseconds, Rate(Count * 1e9)),
                  Measured.Check});
  if (!Multiprocessors)
    Multiprocessors = std::max(1u, Context.Gpu.facts().Multiprocessors);
  if (!Measured.Cycles.empty())
    Context.Report(
        {Quantity, clockSetting(Measured, Setting), Units + "/cycle/SM",
         each(Measured.Cycles, Rate(Count / Multiprocessors)), Measured.Check});
}

void measure::reportKey(BenchmarkContext &Context, const std::string &Key,
                        const std::string &Unit, const std::string &Setting,
                        std::vector<double> Samples, const std::string &Check) {
  if (Samples.empty())
    return;
  const bool Lost = medianOf(Samples) < 0 && Check == "ok";
  Context.Report({Key, settings({Setting, "for=gpu_file"}), Unit,
                  std::move(Samples),
                  Lost ? "negative: less than the noise" : Check});
}
