//===- TuningSpace.h - Configurations of a kernel ---------------*- C++ -*-===//
//
// A tuning space is a kernel with parameters: every parameter has a list of
// values, and conditions say which combinations make sense. One combination is
// a configuration. It reaches the kernel as macros, as template arguments, as
// compiler options, and as the launch that follows from it.
//
//   space file ──▶ parameters, ──▶ TuningConfiguration ──▶ ConfiguredKernel
//                  conditions      a value for each        what is compiled,
//                                  parameter               how it is launched
//
// Whoever predicts sees ConfiguredKernels alone, and knows no format.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_TOOL_PRUNE_SPACE_TUNINGSPACE_H
#define KERNELCAST_TOOL_PRUNE_SPACE_TUNINGSPACE_H

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace kernelcast {

/// A parameter's value, of the kind that the space file gives it.
using ParameterValue = std::variant<bool, int64_t, double, std::string>;

/// One value for every parameter of a space, in the space's order.
using TuningConfiguration = std::vector<ParameterValue>;

/// A configuration as what is compiled, and how that is launched.
struct ConfiguredKernel {
  /// Macros in the order in which they are defined, names and texts.
  std::vector<std::pair<std::string, std::string>> Macros;
  std::vector<std::string> CompilerOptions;
  /// As --kernel takes it; with its template arguments, if it has any.
  std::string KernelName;
  /// Blocks (of OpenCL: work-groups) and threads (work-items) of a block.
  std::array<uint64_t, 3> Grid = {1, 1, 1}, Block = {1, 1, 1};
  uint64_t DynamicSharedBytes = 0;
  /// Scalar arguments by name or, where the file has no names, by place.
  struct Argument {
    std::string Name; ///< empty: the parameter at Index
    unsigned Index = 0;
    std::variant<int64_t, double> Value;
  };
  std::vector<Argument> Arguments;
};

} // namespace kernelcast

#endif // KERNELCAST_TOOL_PRUNE_SPACE_TUNINGSPACE_H
