//===- ConfigurationText.cpp - A configuration as YAML --------------------===//
//
// What is written reads back as the same configuration. Texts are in quotes, so
// that nothing in a name means anything to YAML.
//===----------------------------------------------------------------------===//

#include "tool/Configuration.h"
#include "tool/report/Numbers.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/YAMLParser.h"
#include <cmath>
#include <fmt/format.h>

using namespace llvm;
using namespace kernelcast;

static std::string quoted(StringRef Text) {
  return '"' + yaml::escape(Text, /*EscapePrintable=*/false) + '"';
}

/// \p Value as the command line reads it: 1.0, unlike 1 and 1e16, is no whole
/// number.
static std::string argumentText(const ArgumentValue &Value) {
  if (Value.IsInteger)
    return std::to_string(Value.Integer);
  constexpr double MostDigits = 1e19; // beyond, no text is a whole number
  return Value.Value == std::floor(Value.Value) &&
                 std::fabs(Value.Value) < MostDigits
             ? fmt::format("{:.1f}", Value.Value)
             : exactNumber(Value.Value);
}

static void writeSizes(StringRef Key,
                       const std::optional<std::array<uint64_t, 3>> &Sizes,
                       raw_ostream &OS) {
  if (Sizes)
    OS << fmt::format("    {}: [{}, {}, {}]\n", Key.str(), (*Sizes)[0],
                      (*Sizes)[1], (*Sizes)[2]);
}

static void writeKernel(const KernelSettings &Kernel, raw_ostream &OS) {
  const LaunchOverrides &Launch = Kernel.Launch;
  OS << "  - name: " << quoted(Kernel.Name) << '\n';
  writeSizes("grid", Launch.Grid, OS);
  writeSizes("block", Launch.Block, OS);
  writeSizes("global", Launch.GlobalSize, OS);
  if (Launch.DynamicSharedBytes)
    OS << "    dynamic-shared: " << *Launch.DynamicSharedBytes << '\n';
  if (!Launch.Arguments.empty())
    OS << "    args:\n";
  for (const auto &[Name, Value] : Launch.Arguments)
    OS << "      " << quoted(Name) << ": " << argumentText(Value) << '\n';
}

void kernelcast::writeConfiguration(const Configuration &Whole,
                                    raw_ostream &OS) {
  for (const std::string &File : Whole.Files)
    OS << "# " << quoted(File) << '\n';
  if (Whole.Checks)
    OS << "checks: " << quoted(*Whole.Checks) << '\n';
  if (Whole.MinGain)
    OS << fmt::format("min-gain: {:.15g}\n", 100 * *Whole.MinGain);
  if (Whole.Fails)
    OS << "fail-on: "
       << find_if(FailOns,
                  [&](const auto &Each) { return Each.second == *Whole.Fails; })
              ->first
       << '\n';
  if (!Whole.Gpus.empty())
    OS << "gpus:\n";
  for (const std::string &Gpu : Whole.Gpus)
    OS << "  - " << quoted(Gpu) << '\n';
  if (!Whole.Kernels.empty())
    OS << "kernels:\n";
  for (const KernelSettings &Kernel : Whole.Kernels)
    writeKernel(Kernel, OS);
}
