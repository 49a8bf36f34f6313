//===- Device.h - What the measurements need of a GPU
//-----------------------===//
//
// One interface, three devices behind it: a GPU through CUDA's driver, any
// device through OpenCL, and an emulation of CUDA on the processor that checks
// results and times nothing. The program is linked once with each; which one
// is decided by the file that defines openDevice().
//
// Launches are told in CUDA's terms: a grid of blocks, a block of threads.
// OpenCL's global size is their product.
//===----------------------------------------------------------------------===//
#ifndef MEASURE_HOST_DEVICE_H
#define MEASURE_HOST_DEVICE_H

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace measure {

/// Something that ends one measurement, or the program if nobody catches it:
/// no device, a source that does not compile, a launch that the device refuses.
struct Failure : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The device asks more of us than this launch offers: too many threads, too
/// much shared memory, no double precision. Not an error of the kernel.
struct Unsupported : Failure {
  using Failure::Failure;
};

enum class Face { Cuda, OpenCl };

struct Size3 {
  unsigned X = 1, Y = 1, Z = 1;
  uint64_t count() const { return uint64_t(X) * Y * Z; }
};

/// What the device says of itself; 0 or empty where it does not.
struct DeviceFacts {
  std::string Name, Vendor, Driver, Api;
  std::string Architecture;     ///< CUDA: "sm_90"; OpenCL: empty
  unsigned Multiprocessors = 0; ///< compute units
  unsigned WarpSize = 0;        ///< threads that run in lock step
  unsigned MaxThreadsPerBlock = 0;
  uint64_t SharedPerBlock = 0;          ///< bytes that one block may ask for
  uint64_t SharedPerMultiprocessor = 0; ///< bytes
  unsigned RegistersPerMultiprocessor = 0;
  uint64_t MemoryBytes = 0;
  uint64_t L2Bytes = 0;
  unsigned ClockKHz = 0; ///< the highest clock it names
  unsigned MemoryClockKHz = 0, MemoryBusBits = 0;
  bool DoublePrecision = true;
  bool IsGpu = true;
  bool Times = true; ///< false for the emulation: its times mean nothing
};

/// What the compiler says of a kernel; -1 where it does not.
struct KernelFacts {
  int RegistersPerThread = -1;
  int StaticSharedBytes = -1;
  int LocalBytesPerThread = -1; ///< spills and arrays in local memory
  int MaxThreadsPerBlock = -1;
};

using BufferHandle = uint64_t;   ///< 0 is no buffer
using FunctionHandle = uint64_t; ///< 0 is no function

/// One argument of a launch, in the order of the kernel's parameters.
struct LaunchArgument {
  enum class Kind {
    Buffer, ///< a pointer to device memory
    Scalar, ///< Bytes of a value
    Shared, ///< SharedBytes of dynamic shared memory. OpenCL: a __local
            ///< pointer parameter. CUDA: no parameter; the sum of all goes to
            ///< the kernel's `extern __shared__` array.
  };
  Kind Is = Kind::Scalar;
  BufferHandle Buffer = 0;
  std::vector<unsigned char> Bytes;
  size_t SharedBytes = 0;
};

template <class T> LaunchArgument scalarArgument(T Value) {
  LaunchArgument A;
  A.Bytes.resize(sizeof(T));
  std::memcpy(A.Bytes.data(), &Value, sizeof(T));
  return A;
}

inline LaunchArgument bufferArgument(BufferHandle Buffer) {
  LaunchArgument A;
  A.Is = LaunchArgument::Kind::Buffer;
  A.Buffer = Buffer;
  return A;
}

inline LaunchArgument sharedArgument(size_t Bytes) {
  LaunchArgument A;
  A.Is = LaunchArgument::Kind::Shared;
  A.SharedBytes = Bytes;
  return A;
}

struct Launch {
  Size3 Grid, Block;
  std::vector<LaunchArgument> Arguments;
};

/// Host memory for transfers: pinned memory is reachable by the device's copy
/// engine directly, pageable memory is not.
enum class HostMemory { Pageable, Pinned };

/// A device. Every call throws Failure (or Unsupported) with the API's own
/// word for the error. Launches and copies are queued in order.
class Device {
public:
  virtual ~Device() = default;
  virtual Face face() const = 0;
  virtual const DeviceFacts &facts() const = 0;

  /// \p Bytes of device memory, aligned to at least 256 bytes.
  virtual BufferHandle allocate(size_t Bytes) = 0;
  virtual void release(BufferHandle Buffer) = 0;
  virtual void upload(BufferHandle To, size_t Offset, const void *From,
                      size_t Bytes) = 0;
  virtual void download(void *To, BufferHandle From, size_t Offset,
                        size_t Bytes) = 0;
  /// Queued copy from device memory to device memory.
  virtual void copy(BufferHandle To, BufferHandle From, size_t Bytes) = 0;
  /// Queued: fills with a byte.
  virtual void fill(BufferHandle Buffer, unsigned char Value, size_t Bytes) = 0;

  /// Memory on the host for transfer benchmarks; freed by releaseHost.
  virtual void *allocateHost(HostMemory Kind, size_t Bytes) = 0;
  virtual void releaseHost(HostMemory Kind, void *Memory) = 0;

  /// Compiles or loads: CUDA a .cubin at \p Path (or the .so of the emulation)
  /// that was compiled with the definitions already; OpenCL the source at
  /// \p Path with \p Options ("-DTILE=16 ..."). Unloads the one before it:
  /// functions of an earlier module are no longer valid.
  virtual void load(const std::string &Path, const std::string &Options) = 0;
  /// The kernel \p Name of the loaded module.
  virtual FunctionHandle find(const std::string &Name) = 0;
  virtual KernelFacts kernelFacts(FunctionHandle Function) = 0;
  /// The loaded module as text where the device gives one (PTX from NVIDIA's
  /// OpenCL), else empty.
  virtual std::string assembly() { return {}; }

  /// Queues one launch. Throws Unsupported when the device cannot run it.
  virtual void launch(FunctionHandle Function, const Launch &What) = 0;
  /// Waits until the queue is empty; throws if something in it failed.
  virtual void finish() = 0;
  /// Device time in milliseconds of what \p Enqueue queues (with launch, copy
  /// or fill), from the device's own events. Waits for it.
  virtual double milliseconds(const std::function<void()> &Enqueue) = 0;
};

/// The device that this program is linked with, the \p Index-th of its kind;
/// throws Failure when there is none.
std::unique_ptr<Device> openDevice(unsigned Index);

} // namespace measure

#endif // MEASURE_HOST_DEVICE_H
