//===- Benchmark.h - One microbenchmark of a device
//-------------------------===//
//
// A microbenchmark runs a small kernel of its own under settings that isolate
// one parameter of the device (a latency, a bandwidth, a limit) and reports
// one or more readings. Like the cases, it is the same for both faces.
//===----------------------------------------------------------------------===//
#ifndef MEASURE_HOST_BENCHMARK_H
#define MEASURE_HOST_BENCHMARK_H

#include "Case.h"
#include "Device.h"

namespace measure {

/// One number: a row of microbenchmarks.csv.
struct Reading {
  std::string Quantity; ///< "latency", "bandwidth", "throughput", ...
  std::string Setting;  ///< "working_set=65536;stride=128": what was varied
  std::string Unit;     ///< "ns", "cycles", "B/s", "operations/cycle/SM", ...
  std::vector<double> Samples;
  std::string Check; ///< "ok", or what casts doubt on it
};

/// What a microbenchmark runs with.
struct BenchmarkContext {
  Device &Gpu;
  FunctionHandle Function(const std::string &Name) { return Gpu.find(Name); }
  bool Quick = false;
  /// Delivers a reading at once.
  std::function<void(const Reading &)> Report;
};

struct Benchmark {
  std::string Name;        ///< "latency_global", the row's name
  std::string Source;      ///< benchmarks/SOURCE.cu and .cl; empty: no kernel
  std::string Idea;        ///< what it measures and how, in a sentence
  std::string Definitions; ///< "-DOPERATION=..." as the compiler takes it
  bool Cuda = true, OpenCl = true;
  bool DoublePrecision = false;
  /// Part of the quick run too.
  bool Quick = true;
  /// What must be found in the compiled code, at least so often, for the
  /// reading to count: {{"FFMA", 64}} in SASS, {{"fma.rn.f32", 64}} in PTX. In
  /// SASS "IADD3|IADD" takes either.
  std::vector<std::pair<std::string, unsigned>> InSass, InPtx;
  std::function<void(BenchmarkContext &)> Run;
};

/// All microbenchmarks; see AllBenchmarks.cpp.
const std::vector<Benchmark> &allBenchmarks();

} // namespace measure

#endif // MEASURE_HOST_BENCHMARK_H
