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

#include "analysis/support/ReportDiagnostic.h"
#include "tool/prune/space/ParameterExpression.h"
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
  /// In CUDA, lines `#pragma unroll NAME` with one of these are taken out, as
  /// Kernel Tuner does for an unroll factor of 0.
  std::vector<std::string> DroppedUnrolls;
  /// Scalar arguments by name or, where the file has no names, by place.
  struct Argument {
    std::string Name; ///< empty: the parameter at Index
    unsigned Index = 0;
    std::variant<int64_t, double> Value;
  };
  std::vector<Argument> Arguments;
};

/// More parameters are refused.
inline constexpr size_t MaxSpaceParameters = 1000;

/// Where a space comes from, which decides on what its parts mean.
enum class SpaceFormat : uint8_t {
  KernelTuner, ///< T1 with ProblemSize: block from block_size_x, _y, _z
  Ktt,         ///< T1 without: block from LocalSize, grid from GlobalSize
  List         ///< configurations one by one, without a launch
};

enum class SpaceLanguage : uint8_t { Cuda, OpenCl };

struct SpaceParameter {
  std::string Name;
  std::vector<ParameterValue> Values; ///< in the file's order, no two equal
  SourceSpot Location;
};

/// A condition, or a size, as it is written and ready to run.
struct SpaceExpression {
  std::string Text;
  ParameterExpression Value;
  SourceSpot Location;
};

/// The blocks of a grid along one axis: Size divided by the product of
/// Divisors, rounded up. Where Size counts threads, that is divided by the
/// block's size too.
struct GridAxis {
  SpaceExpression Size;
  std::vector<SpaceExpression> Divisors;
  bool CountsThreads = false;
};

/// How a configuration is launched. An axis without an expression is 1.
struct LaunchRecipe {
  std::array<std::optional<SpaceExpression>, 3> Block;
  std::array<std::optional<GridAxis>, 3> Grid;
  /// Bytes of dynamic shared memory, to be added up.
  std::vector<SpaceExpression> SharedBytes;
  /// Along these axes Kernel Tuner defines block_size_x, _y or _z itself.
  std::array<bool, 3> DefinesBlockSize = {false, false, false};
};

/// An argument of the kernel, in the order of its parameters.
struct SpaceArgument {
  enum class Kind : uint8_t {
    Scalar,
    Buffer,
    LocalMemory, ///< OpenCL: a __local pointer; CUDA: dynamic shared memory
    Symbol       ///< a global variable, not a parameter
  };
  std::string Name; ///< as the file calls it; "": it does not
  Kind Type = Kind::Buffer;
  std::optional<std::variant<int64_t, double>> Value; ///< of a scalar
  SourceSpot Location;
};

/// A kernel with all that a space file and the command line say of it.
struct TuningSpace {
  SpaceFormat Format = SpaceFormat::List;
  SpaceLanguage Language = SpaceLanguage::Cuda;
  std::vector<SpaceParameter> Parameters;
  std::vector<SpaceExpression> Conditions;
  /// Of a list: its configurations, as places in the parameters' Values.
  std::optional<std::vector<std::vector<uint32_t>>> Listed;
  LaunchRecipe Launch;
  std::string KernelName; ///< may have parameters in it; "": not said
  std::vector<std::string> TypeNames; ///< KTT: its template arguments
  /// Paths; several are one text, in this order.
  std::vector<std::string> Sources;
  std::vector<std::string> CompilerOptions;
  std::vector<SpaceArgument> Arguments;
  /// Arguments that the command line gives, by name.
  std::vector<ConfiguredKernel::Argument> GivenArguments;
  /// Which dialect was taken and why, what was ignored, what looks wrong.
  std::vector<ReportDiagnostic> Notes;
  /// Why no configuration can be launched as the file says, and what to give
  /// instead. The space can be counted and listed nevertheless.
  std::vector<ReportDiagnostic> LaunchMistakes;

  std::vector<std::string> parameterNames() const;
};

/// \p Value for expressions; it points into a text.
ExpressionValue expressionValue(const ParameterValue &Value);

/// The launch mistakes as one error with a line for each; success: none.
llvm::Error launchError(const TuningSpace &Space);

/// What is compiled and launched for \p Configuration. The error says, without
/// a place, why this configuration cannot be launched: a size that is no whole
/// number, is 0, or leaves 64 bits.
llvm::Expected<ConfiguredKernel>
configure(const TuningSpace &Space, const TuningConfiguration &Configuration);

/// Adds Kernel Tuner's own condition: at most \p Threads in a block. Does
/// nothing for other formats, whose tuners have none.
void limitThreads(TuningSpace &Space, uint64_t Threads);

} // namespace kernelcast

#endif // KERNELCAST_TOOL_PRUNE_SPACE_TUNINGSPACE_H
