//===- GpuOption.h - The GPUs of a command line -----------------*- C++ -*-===//
#ifndef KERNELCAST_TOOL_GPUOPTION_H
#define KERNELCAST_TOOL_GPUOPTION_H

#include "tool/CommandLine.h"

namespace kernelcast {

/// The names and files in \p Given, as --gpu has them, one by one: "a,b" are
/// two unless a file is called so. Errors: an empty one.
llvm::Expected<std::vector<std::string>>
gpuNamesOf(const std::vector<std::string> &Given);

/// The GPUs of one run, each once, with the numbers of --set. Two lists of
/// names that have a GPU in common get the same object.
class GpuPool {
public:
  explicit GpuPool(llvm::ArrayRef<NumberChange> Changes) : Changes(Changes) {}

  /// The GPU called \p Name, or of that file. Errors: there is none; another
  /// one with other numbers has its name; --set does not fit it.
  llvm::Expected<std::shared_ptr<const GpuSpec>> find(const std::string &Name);

  /// The GPUs that \p Given names ("a", "a,b", "./a.yaml"), each once; the
  /// default one if that is none.
  llvm::Expected<std::vector<std::shared_ptr<const GpuSpec>>>
  list(const std::vector<std::string> &Given);

  /// All that were found, in the order of the first time.
  const std::vector<std::shared_ptr<const GpuSpec>> &all() const {
    return Gpus;
  }

private:
  llvm::ArrayRef<NumberChange> Changes;
  std::vector<std::shared_ptr<const GpuSpec>> Gpus;
};

} // namespace kernelcast

#endif // KERNELCAST_TOOL_GPUOPTION_H
