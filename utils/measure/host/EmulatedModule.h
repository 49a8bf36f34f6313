//===- EmulatedModule.h - CUDA kernels compiled for the processor ---------===//
//
// Loads a module and launches its kernels, block after block. Whatever a kernel
// does wrong - a stray pointer, a division by zero, a barrier that hangs, a
// loop without end - ends the launch with a message that names the thread.
//===----------------------------------------------------------------------===//
#ifndef MEASURE_HOST_EMULATEDMODULE_H
#define MEASURE_HOST_EMULATEDMODULE_H

#include "host/EmulatedBlock.h"
#include "host/EmulatedMemory.h"
#include "host/cuda_on_cpu/module.h"

#include <string>

namespace measure {

class EmulatedModule {
public:
  /// What an emulated launch may ask for: the limits of compute capability 9.0.
  static constexpr unsigned MaxThreads = 1024;
  static constexpr size_t MaxSharedBytes = 232448;

  EmulatedModule() = default;
  ~EmulatedModule();
  EmulatedModule(const EmulatedModule &) = delete;
  EmulatedModule &operator=(const EmulatedModule &) = delete;

  /// Empty, or why \p Path cannot be loaded.
  std::string load(const std::string &Path);
  /// Null if there is none.
  const emulation::KernelEntry *find(const std::string &Name) const;
  size_t staticSharedBytes() const;

  /// Runs all blocks. \p Arguments as for cuLaunchKernel: the address of each.
  /// Empty, or what went wrong. \p Seconds of processor time at most.
  std::string launch(const emulation::KernelEntry &Kernel, uint3 Grid,
                     uint3 Block, void **Arguments, size_t SharedBytes,
                     const EmulatedMemory &Memory, unsigned Seconds = 120);

private:
  emulation::BlockRunner Runner;
  void *Library = nullptr;
  const emulation::ModuleTable *Table = nullptr;
};

} // namespace measure

#endif // MEASURE_HOST_EMULATEDMODULE_H
