//===- module.h - What an emulated module and its runner know of each other
//===//
//
// A CUDA source compiled for the processor is a shared library that exports one
// ModuleTable. The runner calls a kernel of it once for each thread, each on a
// stack of its own (EmulatedBlock.h), and the kernel calls back where threads
// wait for one another.
//===----------------------------------------------------------------------===//
#ifndef MEASURE_CUDA_ON_CPU_MODULE_H
#define MEASURE_CUDA_ON_CPU_MODULE_H

#include <stdint.h>

// CUDA's own type, which it has at global scope.
struct uint3 {
  unsigned x, y, z;
};

namespace measure {
namespace emulation {

constexpr unsigned WarpSize = 32;
/// Changes with anything in this file.
constexpr unsigned ModuleVersion = 1;

/// Who the running thread is.
struct ThreadState {
  uint3 Thread, Block, BlockSize, GridSize;
  /// Its number in the block, x fastest.
  unsigned Linear;
};

enum class WarpOperation { Synchronize, Shuffle, Vote, Match, Reduce };

/// What the lanes of a warp brought to a common operation. Lanes that were not
/// there have all bits set, which no kernel should rely on.
struct LaneValues {
  uint64_t Value[WarpSize];
  unsigned Present; ///< bit I: lane I was there
};

/// The runner's side. \p Line is that of the call, for messages.
struct Services {
  /// Waits for all threads of the block; how many came with \p Predicate.
  int (*Barrier)(bool Predicate, int Line);
  /// Waits for all lanes in \p Mask that still run.
  const LaneValues *(*Meet)(WarpOperation Operation, unsigned Mask,
                            uint64_t Value, int Line);
  /// The lanes that come here together.
  unsigned (*ActiveMask)(int Line);
  /// Ends the launch; does not return.
  void (*Fail)(const char *Message, int Line);
};

struct KernelEntry {
  const char *Name;
  /// Runs the kernel for the current thread; arguments as cuLaunchKernel.
  void (*Call)(void **Arguments);
  const unsigned *ParameterBytes;
  unsigned Parameters;
  unsigned MaxThreads; ///< of __launch_bounds__, 0 if there is none
};

/// Exported as `measure_module`. The last three are variables of the module
/// that the runner sets.
struct ModuleTable {
  unsigned Version;
  unsigned Kernels;
  const KernelEntry *Entries;
  /// All static shared memory of the module.
  char *SharedBegin, *SharedEnd;
  const ThreadState **Current;
  const Services **Runner;
  void **DynamicShared;
};

} // namespace emulation
} // namespace measure

#endif // MEASURE_CUDA_ON_CPU_MODULE_H
