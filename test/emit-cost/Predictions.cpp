//===- Predictions.cpp - What predict says of many launches ---------------===//
//
//   predictions FILE [options of predict] < launches
//
// Reads the file once. A line of the input is a launch, name=value for the six
// sizes (gridDim.x, ...) and for arguments; the answer is a line with predict's
// microseconds, and "exact" or "sampled" by the weakest of its block counts, or
// "refused". It goes the way that predict goes (analyseLaunch).
//===----------------------------------------------------------------------===//

#include "tool/ChooseKernel.h"
#include "tool/FileAnalysis.h"
#include "llvm/ADT/StringExtras.h"
#include <iostream>

using namespace llvm;
using namespace kernelcast;

static LaunchOverrides overridesOf(StringRef Line) {
  LaunchOverrides User;
  User.Grid.emplace();
  User.Block.emplace();
  SmallVector<StringRef> Words;
  Line.split(Words, ' ', -1, /*KeepEmpty=*/false);
  for (StringRef Word : Words) {
    auto [Name, Digits] = Word.split('=');
    int64_t Value = 0;
    if (Digits.getAsInteger(10, Value))
      continue;
    unsigned Axis = Name.empty() ? 0 : Name.back() - 'x';
    if (Name.starts_with("gridDim."))
      (*User.Grid)[Axis] = Value;
    else if (Name.starts_with("blockDim."))
      (*User.Block)[Axis] = Value;
    else
      User.give(Name.str(), Value);
  }
  return User;
}

static std::string answer(const KernelReport &Kernel,
                          const PipelineSetup &Setup, StringRef Line) {
  const LaunchReport &First = Kernel.Launches[0];
  LaunchOverrides User = overridesOf(Line);
  User.DynamicSharedBytes = First.Profile.Launch.DynamicSharedBytes;
  auto Launch = Kernel.Analysis->launch(User, *First.Gpu);
  if (!Launch) {
    consumeError(Launch.takeError());
    return "-1 refused";
  }
  LaunchReport Report =
      analyseLaunch(Kernel.Analysis, *Launch, First.Gpu, Setup, First.Compiled);
  if (Report.Predictions.empty())
    return "-1 refused";
  bool Exact = all_of(Report.counted().Blocks, [](const BlockFacts &Facts) {
    return Facts.WarpExecutions.isExact();
  });
  char Text[64];
  std::snprintf(Text, sizeof(Text), "%.17g %s",
                Report.Predictions[0].Seconds * 1e6,
                Exact ? "exact" : "sampled");
  return Text;
}

int main(int Count, const char **Arguments) {
  std::vector<const char *> Words{"predict", "--model=wfg"};
  Words.insert(Words.end(), Arguments + 1, Arguments + Count);
  auto Fail = [](Error E) {
    errs() << toString(std::move(E)) << '\n';
    return 2;
  };
  auto Command = parseCommandLine(Words);
  if (!Command)
    return Fail(Command.takeError());
  auto Setup = preparePipeline(*Command, /*WithModels=*/true);
  if (!Setup)
    return Fail(Setup.takeError());
  Report Result = runPipeline(*Setup, /*Progress=*/false);
  auto Kernel = chooseKernel(Result, "predict");
  if (!Kernel)
    return Fail(Kernel.takeError());
  for (std::string Line; std::getline(std::cin, Line);)
    std::cout << answer(**Kernel, *Setup, Line) << '\n';
  return 0;
}
