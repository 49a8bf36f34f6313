//===- ConfigureKernel.cpp - From a configuration to a launch -------------===//
//
// What the tuners do with a configuration before they compile and launch it.
//
// Kernel Tuner prepends macros: grid_size_x, _y, _z, block_size_x, _y, _z, the
// parameters, kernel_tuner. In CUDA a name with loop_unroll_factor in it
// becomes a constant instead, which a macro is as good as; its value 0 takes
// out the lines `#pragma unroll NAME`. Parameters in the kernel's name become
// values.
//
// KTT prepends the parameters, and puts the template arguments behind the name.
//===----------------------------------------------------------------------===//

#include "tool/prune/space/TuningSpace.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <cmath>

using namespace kernelcast;
using namespace llvm;

namespace {

constexpr const char *AxisNames[] = {"x", "y", "z"};

/// A value as the tuner writes it into the source.
std::string macroText(const ParameterValue &Value, SpaceFormat Format) {
  if (const auto *Truth = std::get_if<bool>(&Value))
    return Format == SpaceFormat::Ktt ? (*Truth ? "true" : "false")
                                      : (*Truth ? "True" : "False");
  if (const auto *Whole = std::get_if<int64_t>(&Value))
    return std::to_string(*Whole);
  if (const auto *Real = std::get_if<double>(&Value))
    return Format == SpaceFormat::Ktt ? std::to_string(*Real)
                                      : pythonText(*Real);
  return std::get<std::string>(Value);
}

/// Replaces whole words that are parameters.
std::string withValues(StringRef Name, const TuningSpace &Space,
                       const TuningConfiguration &Configuration) {
  std::string Made;
  auto isWord = [](char C) { return isAlnum(C) || C == '_'; };
  while (!Name.empty()) {
    const StringRef Word = Name.take_while(isWord);
    const auto Found =
        llvm::find_if(Space.Parameters, [&](const SpaceParameter &Each) {
          return Each.Name == Word;
        });
    Made += Found == Space.Parameters.end()
                ? Word.str()
                : macroText(Configuration[Found - Space.Parameters.begin()],
                            Space.Format);
    Name = Name.drop_front(Word.size());
    const StringRef Between = Name.take_until(isWord);
    Made += Between;
    Name = Name.drop_front(Between.size());
  }
  return Made;
}

/// Works out the sizes of one configuration.
class SizeReader {
public:
  explicit SizeReader(const TuningConfiguration &Configuration) {
    for (const ParameterValue &Each : Configuration)
      Values.push_back(expressionValue(Each));
  }

  /// A whole number from \p Least on. A divisor is cut to one, as Kernel Tuner
  /// does; other sizes must be whole.
  Expected<uint64_t> size(const SpaceExpression &Size, const Twine &What,
                          uint64_t Least, bool IsCut = false) {
    const ExpressionValue *Value = Evaluator.run(Size.Value, Values);
    if (!Value)
      return createStringError(formatv("{0}, {1}: {2}", What.str(), Size.Text,
                                       toString(Evaluator.error())));
    int64_t Whole = 0;
    if (Value->isInteger())
      Whole = Value->Integer;
    else if (Value->Type == ExpressionValue::Kind::Real &&
             std::fabs(Value->Real) < 9e18 &&
             (IsCut || Value->Real == std::trunc(Value->Real)))
      Whole = static_cast<int64_t>(Value->Real);
    else
      return createStringError(
          formatv("{0}, {1}, is not a whole number", What.str(), Size.Text));
    if (Whole < 0 || static_cast<uint64_t>(Whole) < Least)
      return createStringError(
          formatv("{0}, {1}, is {2}", What.str(), Size.Text, Whole));
    return static_cast<uint64_t>(Whole);
  }

private:
  std::vector<ExpressionValue> Values;
  ExpressionEvaluator Evaluator;
};

Error setBlock(const TuningSpace &Space, SizeReader &Sizes,
               ConfiguredKernel &Kernel) {
  for (unsigned Axis = 0; Axis != 3; ++Axis) {
    const auto &Size = Space.Launch.Block[Axis];
    if (!Size)
      continue;
    auto Threads =
        Sizes.size(*Size, Twine("the block's size in ") + AxisNames[Axis], 1);
    if (!Threads)
      return Threads.takeError();
    Kernel.Block[Axis] = *Threads;
  }
  return Error::success();
}

/// Rounded up, but where KTT divides CUDA's threads by the block, which drops
/// what is left over.
Error setGrid(const TuningSpace &Space, SizeReader &Sizes,
              ConfiguredKernel &Kernel) {
  for (unsigned Axis = 0; Axis != 3; ++Axis) {
    const auto &Grid = Space.Launch.Grid[Axis];
    if (!Grid)
      continue;
    const std::string What =
        std::string("the grid's size in ") + AxisNames[Axis];
    auto Size = Sizes.size(Grid->Size, What, 1);
    if (!Size)
      return Size.takeError();
    uint64_t Divisor = 1;
    for (const SpaceExpression &Each : Grid->Divisors) {
      auto Factor = Sizes.size(Each, "a divisor of " + What, 1, true);
      if (!Factor)
        return Factor.takeError();
      if (__builtin_mul_overflow(Divisor, *Factor, &Divisor))
        return createStringError("the divisors of " + What +
                                 " do not fit 64 bits");
    }
    uint64_t Blocks = *Size / Divisor + (*Size % Divisor != 0);
    if (Grid->CountsThreads) {
      const uint64_t Threads = Kernel.Block[Axis];
      const bool Drops = Space.Language == SpaceLanguage::Cuda;
      Blocks = Blocks / Threads + (!Drops && Blocks % Threads != 0);
    }
    if (!Blocks)
      return createStringError(
          formatv("{0} is 0: {1} is less than a block", What, Grid->Size.Text));
    Kernel.Grid[Axis] = Blocks;
  }
  return Error::success();
}

void defineMacros(const TuningSpace &Space,
                  const TuningConfiguration &Configuration,
                  ConfiguredKernel &Kernel) {
  auto define = [&](std::string Name, std::string Text) {
    for (auto &[Known, Value] : Kernel.Macros)
      if (Known == Name) {
        Value = std::move(Text);
        return;
      }
    Kernel.Macros.emplace_back(std::move(Name), std::move(Text));
  };
  const bool IsKernelTuner = Space.Format == SpaceFormat::KernelTuner;
  for (unsigned Axis = 0; IsKernelTuner && Axis != 3; ++Axis)
    define(std::string("grid_size_") + AxisNames[Axis],
           std::to_string(Kernel.Grid[Axis]));
  for (unsigned Axis = 0; IsKernelTuner && Axis != 3; ++Axis)
    if (Space.Launch.DefinesBlockSize[Axis])
      define(std::string("block_size_") + AxisNames[Axis],
             std::to_string(Kernel.Block[Axis]));
  for (size_t I = 0; I != Configuration.size(); ++I) {
    const std::string &Name = Space.Parameters[I].Name;
    std::string Text = macroText(Configuration[I], Space.Format);
    if (IsKernelTuner && Space.Language == SpaceLanguage::Cuda && Text == "0" &&
        StringRef(Name).contains("loop_unroll_factor"))
      Kernel.DroppedUnrolls.push_back(Name);
    else
      define(Name, std::move(Text));
  }
  if (IsKernelTuner)
    define("kernel_tuner", "1");
}

} // namespace

std::vector<std::string> TuningSpace::parameterNames() const {
  std::vector<std::string> Names;
  Names.reserve(Parameters.size());
  for (const SpaceParameter &Each : Parameters)
    Names.push_back(Each.Name);
  return Names;
}

ExpressionValue kernelcast::expressionValue(const ParameterValue &Value) {
  if (const auto *Truth = std::get_if<bool>(&Value))
    return ExpressionValue::boolean(*Truth);
  if (const auto *Whole = std::get_if<int64_t>(&Value))
    return ExpressionValue::integer(*Whole);
  if (const auto *Real = std::get_if<double>(&Value))
    return ExpressionValue::real(*Real);
  return ExpressionValue::text(std::get<std::string>(Value));
}

Expected<ConfiguredKernel>
kernelcast::configure(const TuningSpace &Space,
                      const TuningConfiguration &Configuration) {
  ConfiguredKernel Kernel;
  SizeReader Sizes(Configuration);
  if (Error Failure = setBlock(Space, Sizes, Kernel))
    return Failure;
  if (Error Failure = setGrid(Space, Sizes, Kernel))
    return Failure;
  for (const SpaceExpression &Each : Space.Launch.SharedBytes) {
    auto Bytes = Sizes.size(Each, "the dynamic shared memory", 0);
    if (!Bytes)
      return Bytes.takeError();
    if (__builtin_add_overflow(Kernel.DynamicSharedBytes, *Bytes,
                               &Kernel.DynamicSharedBytes))
      return createStringError(
          "the dynamic shared memory does not fit 64 bits");
  }
  defineMacros(Space, Configuration, Kernel);
  Kernel.CompilerOptions = Space.CompilerOptions;
  Kernel.KernelName = Space.Format == SpaceFormat::Ktt
                          ? Space.KernelName
                          : withValues(Space.KernelName, Space, Configuration);
  if (!Space.TypeNames.empty())
    Kernel.KernelName += "<" + join(Space.TypeNames, ",") + ">";
  unsigned Index = 0;
  for (const SpaceArgument &Each : Space.Arguments) {
    if (Each.Type == SpaceArgument::Kind::Symbol)
      continue;
    if (Each.Value)
      Kernel.Arguments.push_back({"", Index, *Each.Value});
    ++Index;
  }
  Kernel.Arguments.insert(Kernel.Arguments.end(), Space.GivenArguments.begin(),
                          Space.GivenArguments.end());
  return Kernel;
}

void kernelcast::limitThreads(TuningSpace &Space, uint64_t Threads) {
  if (Space.Format != SpaceFormat::KernelTuner)
    return;
  std::string Text;
  for (const std::optional<SpaceExpression> &Each : Space.Launch.Block)
    if (Each)
      Text += (Text.empty() ? "(" : " * (") + Each->Text + ")";
  if (Text.empty())
    return;
  Text += " <= " + std::to_string(Threads);
  auto Condition = ParameterExpression::parse(Text, Space.parameterNames());
  if (!Condition) // only its length can be wrong
    return consumeError(Condition.takeError());
  Space.Conditions.push_back({Text, *Condition, {}});
}
