//===- Timing.h - From timed launches to readings -------------------------===//
//
// What an operation costs is the slope of a launch's time over the length of
// the loop in it: launch, start and end of the kernel are the same for every
// length and cancel. Three lengths L, 2L, 3L make a round; each round gives one
// sample, (T(3L) - T(L)) / 2L, and the middle length tells whether the time is
// linear at all. If it is not, something was optimised away, or something other
// than the loop was measured, and the reading says so.
//
// Two clocks: the device's events in nanoseconds, and in CUDA kernels the
// multiprocessor's own, read by the kernel around the loop (clock.cuh). OpenCL
// has no such clock: cycles are nanoseconds times the clock that the device
// names, and the setting says `clock=assumed`.
//===----------------------------------------------------------------------===//
#ifndef MEASURE_HOST_TIMING_H
#define MEASURE_HOST_TIMING_H

#include "Benchmark.h"

namespace measure {

/// Device memory that is freed with its owner.
class DeviceArray {
public:
  DeviceArray(Device &Gpu, size_t Bytes)
      : Gpu(Gpu), Bytes(Bytes), Memory(Gpu.allocate(Bytes)) {}
  ~DeviceArray() { Gpu.release(Memory); }
  DeviceArray(const DeviceArray &) = delete;
  DeviceArray &operator=(const DeviceArray &) = delete;

  size_t size() const { return Bytes; }
  BufferHandle handle() const { return Memory; }
  operator LaunchArgument() const { return bufferArgument(Memory); }
  void clear() { Gpu.fill(Memory, 0, Bytes); }
  template <class T> void upload(const std::vector<T> &Values) {
    Gpu.upload(Memory, 0, Values.data(), Values.size() * sizeof(T));
  }
  template <class T> std::vector<T> download(size_t Count) const {
    std::vector<T> Values(Count);
    Gpu.download(Values.data(), Memory, 0, Count * sizeof(T));
    return Values;
  }

private:
  Device &Gpu;
  size_t Bytes;
  BufferHandle Memory;
};

/// How long a launch took.
struct Duration {
  double Nanoseconds = 0; ///< by the device's events: the launch included
  double Cycles = 0;  ///< between a block's two looks at its clock, the longest
                      ///< of the blocks; 0 where the kernel has no clock
  double ClockHz = 0; ///< of the multiprocessors, as seen; 0 likewise
};

/// Launches kernels that look at the clock. In CUDA their first parameter is
/// `long long *ticks`, which OpenCL's faces lack; it is put in here.
class Stopwatch {
public:
  explicit Stopwatch(BenchmarkContext &Context) : Context(Context) {}
  Duration time(const std::string &Kernel, Size3 Grid, Size3 Block,
                std::vector<LaunchArgument> Arguments);

private:
  BenchmarkContext &Context;
  std::unique_ptr<DeviceArray> Ticks;
};

/// What one more unit of length costs, a sample each round.
struct Slopes {
  std::vector<double> Nanoseconds, Cycles;
  /// What remains at length 0.
  std::vector<double> NanosecondsAtZero, CyclesAtZero;
  double ClockHz = 0;        ///< of the longest launch
  bool ClockAssumed = false; ///< Cycles follow from the device's named clock
  std::string Check = "ok";
};

/// Lengthens \p Run until it takes long enough for the timer, then times it in
/// rounds. \p MostLength bounds the longest loop.
Slopes slopesOf(BenchmarkContext &Context,
                const std::function<Duration(int Length)> &Run,
                int MostLength = 1 << 28);

/// How often a time is taken.
unsigned roundsOf(const BenchmarkContext &Context);

/// The clock to convert with when the kernel has none: 0 if the device names
/// none either.
double namedClockHz(const BenchmarkContext &Context);

/// A grid that fills every multiprocessor with \p ThreadsPerMultiprocessor
/// threads in as few blocks as can be.
struct Shape {
  Size3 Grid, Block;
  uint64_t threads() const { return Grid.count() * Block.count(); }
};
Shape fillMultiprocessors(BenchmarkContext &Context, const std::string &Kernel,
                          unsigned ThreadsPerMultiprocessor);

/// The threads that a multiprocessor holds at a time, as far as is known: by
/// compute capability, else one block's worth.
unsigned residentThreads(const BenchmarkContext &Context);

/// The threads of one warp; 1 where the device has no such thing.
unsigned warpThreads(const BenchmarkContext &Context);

/// Numbers of warps of a multiprocessor, from one to all it holds.
std::vector<unsigned> warpCounts(const BenchmarkContext &Context);

/// The largest working set worth asking for: a quarter of the memory and at
/// most 2 GiB; less in a quick run.
size_t mostBytes(const BenchmarkContext &Context);

/// Powers of two from \p Least to \p Most, with \p Steps steps an octave.
std::vector<size_t> workingSets(size_t Least, size_t Most, unsigned Steps);

//===----------------------------------------------------------------------===//
// Readings
//===----------------------------------------------------------------------===//

/// "a=1;b=2" of its parts, the empty ones left out.
std::string settings(const std::vector<std::string> &Parts);

/// Reports \p Quantity in ns and in cycles per unit, \p Units of them in a unit
/// of length.
void reportTime(BenchmarkContext &Context, const std::string &Quantity,
                const std::string &Setting, const Slopes &Measured,
                double Units);

/// Reports how many \p Units a second and how many each of \p Multiprocessors
/// (0: all) a cycle, where one unit of length makes \p Count of them.
void reportRate(BenchmarkContext &Context, const std::string &Quantity,
                const std::string &Setting, const Slopes &Measured,
                double Count, const std::string &Units = "operations",
                unsigned Multiprocessors = 0);

/// Reports a number under the name of the GPU file's key that it fills, in that
/// key's unit.
void reportKey(BenchmarkContext &Context, const std::string &Key,
               const std::string &Unit, const std::string &Setting,
               std::vector<double> Samples, const std::string &Check);

double medianOf(std::vector<double> Values);

} // namespace measure

#endif // MEASURE_HOST_TIMING_H
