//===- Calibration.cpp - Lines and curves of a purely measured model ------===//
//
// One family of models predicts a kernel from nothing but measured times: of an
// empty kernel by its work-items, of each kind of operation and class of access
// by work-items and by how many of them a kernel has, and of a kernel by how
// evenly its groups fill the device. The arithmetic comes from arithmetic.cu
// with one step an iteration, so that an iteration is two operations.
//===----------------------------------------------------------------------===//
#include "host/Timing.h"

#include <algorithm>
#include <cstdint>

using namespace measure;

namespace {

constexpr int AccessSteps = 8; ///< as in access.cu
constexpr unsigned BlockThreads = 256;

//===----------------------------------------------------------------------===//
// Accesses by class
//===----------------------------------------------------------------------===//

struct AccessClass {
  std::string Name;
  int Scale, Period; ///< a period of 0 stands for the whole array
};

const AccessClass Classes[] = {{"constant", 0, 1},
                               {"continuous", 1, 0},
                               {"interval", 1, 64},
                               {"complex", 40503, 0}};

void runAccess(BenchmarkContext &Context) {
  const unsigned Block =
      std::min(BlockThreads, Context.Gpu.facts().MaxThreadsPerBlock);
  const int MostThreads = Context.Gpu.facts().IsGpu ? 1 << 22 : 1 << 14;
  int Elements = 1 << 20;
  while (Elements < 1 << 26 &&
         size_t(Elements) * 2 * sizeof(int) <= mostBytes(Context))
    Elements *= 2;
  DeviceArray Memory(Context.Gpu, Elements * sizeof(int)),
      Out(Context.Gpu, MostThreads * sizeof(int));
  Memory.clear();
  for (const char *Kernel :
       {"global_read", "global_write", "shared_read", "shared_write"})
    for (const AccessClass &Class : Classes)
      for (int Threads = 1 << 10; Threads <= MostThreads; Threads *= 16) {
        Stopwatch Watch(Context);
        auto Run = [&](int Iterations) {
          return Watch.time(
              Kernel, {Threads / Block}, {Block},
              {Memory, Out, scalarArgument(Iterations),
               scalarArgument(Elements), scalarArgument(Class.Scale),
               scalarArgument(Class.Period ? Class.Period : Elements)});
        };
        Out.upload(std::vector<int>(Threads, -1));
        Run(1);
        const int Sum = Out.download<int>(Threads).back();
        Slopes Measured = slopesOf(Context, Run, 1 << 22);
        if (Sum != 0)
          Measured.Check =
              "the last thread has " + std::to_string(Sum) + " from zeros";
        for (double &Value : Measured.Nanoseconds)
          Value /= double(AccessSteps) * Threads;
        Context.Report(
            {"access",
             settings({std::string("kind=") + Kernel, "class=" + Class.Name,
                       "threads=" + std::to_string(Threads)}),
             "ns/thread", Measured.Nanoseconds, Measured.Check});
      }
}

//===----------------------------------------------------------------------===//
// Operations by their number
//===----------------------------------------------------------------------===//

struct Operation {
  std::string Name, Macro;
  bool Real;
  double First, Increment, Y, Z;
};

const Operation Operations[] = {
    {"int_add", "INT_ADD", false, 1, 2, 3, 0},
    {"int_multiply", "INT_MULTIPLY", false, 3, 2, 5, 0},
    {"int_divide", "INT_DIVIDE", false, 1009, 0, 1000003, 1000003},
    {"int_remainder", "INT_REMAINDER", false, 1009, 0, 1000003, 1009},
    {"int_compare_and_add", "INT_PREDICATE", false, 1, 1, 20, 7},
    {"int_shift", "INT_SHIFT", false, 12345, 678, 1, 1},
    {"convert_int_float", "CONVERT", false, 1234, 1, 0, 0},
    {"float_add", "FLOAT_ADD", true, 1, 1, 0.5, -0.5},
    {"float_multiply", "FLOAT_MULTIPLY", true, 1, 1, 2, 0.5},
    {"float_divide", "FLOAT_DIVIDE", true, 1.5, 0.25, 3, 5},
};

void runCounts(BenchmarkContext &Context, const Operation &O) {
  const unsigned Block =
      std::min(BlockThreads, Context.Gpu.facts().MaxThreadsPerBlock);
  const int MostThreads = Context.Gpu.facts().IsGpu ? 1 << 20 : 1 << 12;
  DeviceArray Out(Context.Gpu, MostThreads * sizeof(uint32_t));
  auto Scalar = [&](double Value) {
    return O.Real ? scalarArgument(float(Value)) : scalarArgument(int(Value));
  };
  for (int Threads = 1 << 12; Threads <= MostThreads; Threads *= 16)
    for (int Iterations : {0, 1, 2, 4, 8, 16, 32}) {
      Stopwatch Watch(Context);
      std::vector<double> Nanoseconds;
      for (unsigned Round = 0; Round <= 2 * roundsOf(Context); ++Round) {
        const Duration D =
            Watch.time("dependent", {Threads / Block}, {Block},
                       {Out, scalarArgument(Iterations), Scalar(O.First),
                        Scalar(O.Increment), Scalar(O.Y), Scalar(O.Z)});
        if (Round) // the first one loads the kernel
          Nanoseconds.push_back(D.Nanoseconds);
      }
      Context.Report(
          {"kernel",
           settings({"threads=" + std::to_string(Threads),
                     "operations=" + std::to_string(2 * Iterations)}),
           "ns", Nanoseconds, "ok"});
    }
}

//===----------------------------------------------------------------------===//
// Groups that do not fill the device evenly
//===----------------------------------------------------------------------===//

void runWaves(BenchmarkContext &Context) {
  const unsigned Multiprocessors =
      std::max(1u, Context.Gpu.facts().Multiprocessors);
  const unsigned Block = fillMultiprocessors(Context, "work", 1024).Block.X;
  const int Iterations = Context.Gpu.facts().IsGpu ? 2000 : 4;
  DeviceArray Out(Context.Gpu, sizeof(float));
  const FunctionHandle Work = Context.Function("work");
  std::vector<unsigned> Grids;
  for (unsigned Quarters = 1; Quarters <= 16; ++Quarters)
    Grids.push_back(std::max(1u, Multiprocessors * Quarters / 4));
  for (unsigned Wave = 1; Wave <= 4; ++Wave)
    Grids.push_back(Multiprocessors * Wave + 1);
  std::sort(Grids.begin(), Grids.end());
  Grids.erase(std::unique(Grids.begin(), Grids.end()), Grids.end());
  for (unsigned Blocks : Grids) {
    std::vector<double> Nanoseconds;
    for (unsigned Round = 0; Round <= 2 * roundsOf(Context); ++Round) {
      const Launch What{{Blocks},
                        {Block},
                        {Out, scalarArgument(Iterations), scalarArgument(0.5f),
                         scalarArgument(1.0f),
                         sharedArgument(Block * sizeof(float))}};
      const double Took = 1e6 * Context.Gpu.milliseconds(
                                    [&] { Context.Gpu.launch(Work, What); });
      if (Round)
        Nanoseconds.push_back(Took);
    }
    Context.Report({"kernel",
                    settings({"grid=" + std::to_string(Blocks),
                              "block=" + std::to_string(Block)}),
                    "ns", Nanoseconds, "ok"});
  }
}

} // namespace

void addCalibrationBenchmarks(std::vector<Benchmark> &Benchmarks) {
  Benchmark B;
  B.Quick = false;

  B.Name = "calibration_access";
  B.Source = "access";
  B.Idea = "time an access and thread of global and shared reads and writes, "
           "by class (all threads one element, neighbours neighbours, a short "
           "interval, scattered) and by number of threads";
  B.InSass = {{"LDG", AccessSteps}, {"LDS", AccessSteps}};
  B.InPtx = {{"ld.global", AccessSteps}, {"ld.shared", AccessSteps}};
  B.Run = runAccess;
  Benchmarks.push_back(B);

  B.InSass.clear();
  B.InPtx.clear();
  for (const Operation &O : Operations) {
    B.Name = "calibration_" + O.Name;
    B.Source = "arithmetic";
    B.Definitions = "-DOPERATION_" + O.Macro + " -DSTEPS=1";
    B.Idea = "time of a kernel with 0 to 64 of " + O.Name +
             " one after another, by number of threads";
    B.Run = [O](BenchmarkContext &Context) { runCounts(Context, O); };
    Benchmarks.push_back(B);
  }

  B.Name = "calibration_waves";
  B.Source = "launch";
  B.Definitions.clear();
  B.Idea = "time of a kernel by its blocks, from a quarter of one a "
           "multiprocessor to four each: where it steps";
  B.Run = runWaves;
  Benchmarks.push_back(B);
}
