//===- OptionsTarget.cpp - Fuzzing the command line -----------------------===//
//
// The input is a command line, one argument a line. Values that are accepted
// must keep what OptionValues.h promises.
//===----------------------------------------------------------------------===//

#include "FuzzInput.h"
#include "analysis/frontend/KernelNames.h"
#include "analysis/support/NearestName.h"
#include "tool/CommandLine.h"
#include "tool/OptionValues.h"
#include <cmath>

using namespace llvm;
using namespace kernelcast;

namespace {

void require(bool Promise) {
  if (!Promise)
    abort();
}

/// The value, or nothing after a message that is one line of text.
template <typename T> std::optional<T> checked(Expected<T> Value) {
  if (Value)
    return std::move(*Value);
  require(!toString(Value.takeError()).empty());
  return std::nullopt;
}

void readValues(StringRef Text) {
  if (auto Number = checked(parseNumber("--arg n", Text)))
    require(std::isfinite(Number->Value) &&
            (!Number->IsInteger ||
             Number->Value == static_cast<double>(Number->Integer)));
  if (auto Sizes = checked(parseSizes("--grid", Text)))
    for (uint64_t Size : *Sizes)
      require(Size >= 1 && Size <= INT32_MAX);
  if (auto Count = checked(parseCount("-j", Text, 3, 1024)))
    require(*Count >= 3 && *Count <= 1024);
  if (auto Argument = checked(parseArgument(Text)))
    require(!Argument->Name.empty());
  if (auto Fact = checked(parseAssumption(Text)))
    require(Fact->What == UserAssumption::Kind::Constraint || Fact->Line > 0);
  std::string Known[] = {"predict", "kernel<int, 4>", Text.lower()};
  nearestName(Text, Known);
  std::string Arguments[] = {"int", Text.str()};
  matchesKernel(Text, "ns::kernel<int, 4>", Arguments);
  matchesKernel("ns::kernel<int,4>", Text, Arguments);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  std::vector<std::string> Lines = fuzzLines(fuzzText(Data, Size));
  std::vector<const char *> Arguments;
  for (const std::string &Line : Lines) {
    Arguments.push_back(Line.c_str());
    readValues(Line);
  }
  checked(parseCommandLine(Arguments));
  return 0;
}
