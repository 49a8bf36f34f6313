//===- State.h - What the fake libcuda.so.1 knows -------------------------===//
//
// The library keeps "device memory" on the host and runs kernels on the
// processor: a module is not a .cubin but what driver/emulate.py makes, which
// bin/nvcc calls. It is as strict as the driver where a careless caller would
// get away with it here: every handle must be one that it gave, transfers must
// lie within one allocation, a context must be current, more than a little
// shared memory must be asked for, and after a kernel's fault every call fails.
//
//   FAKE_CUDA_LOG=FILE    the functions called, one a line
//   FAKE_CUDA_DEVICES=0   no device
//===----------------------------------------------------------------------===//
#ifndef FAKE_CUDA_STATE_H
#define FAKE_CUDA_STATE_H

#include "host/CudaDriver.h"
#include "host/EmulatedMemory.h"
#include "host/EmulatedModule.h"

#include <chrono>
#include <map>
#include <memory>
#include <set>

namespace measure::cuda {

using Clock = std::chrono::steady_clock;

constexpr Status NotInitialized = 3, NoDevice = 100, InvalidDevice = 101,
                 InvalidContext = 201, FileNotFound = 301, InvalidHandle = 400,
                 NotFound = 500, NotReady = 600, LaunchFailed = 719;

/// Bytes of shared memory without asking and at most: little without asking,
/// so that small problems already have to.
constexpr int SharedByDefault = 256, SharedOptin = 96 << 10;

struct FakeFunction {
  EmulatedModule *In;
  const emulation::KernelEntry *Entry;
  int DynamicShared = SharedByDefault;
};

struct FakeEvent {
  bool Recorded = false;
  Clock::time_point At;
};

/// Everything that the library knows; handles are addresses in it.
struct Everything {
  bool Initialized = false, Current = false, Broken = false;
  char Context = 0;
  EmulatedMemory Memory;
  std::set<void *> HostMemory;
  std::map<Module, std::unique_ptr<EmulatedModule>> Modules;
  std::map<Function, FakeFunction> Functions;
  std::map<Event, FakeEvent> Events;
};
extern Everything Fake;

void record(const char *Call);

/// What every call that needs a context begins with.
Status ready(const char *Call);

template <class Handle> Handle newHandle() {
  static uintptr_t Last = 0x1000;
  return reinterpret_cast<Handle>(Last += 16);
}

} // namespace measure::cuda

#define READY()                                                                \
  if (Status Error = ready(__func__))                                          \
  return Error

#define EXPORT extern "C" __attribute__((visibility("default"))) Status

#endif // FAKE_CUDA_STATE_H
