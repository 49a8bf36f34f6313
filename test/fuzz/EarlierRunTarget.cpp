//===- EarlierRunTarget.cpp - Fuzzing what an earlier run has written -----===//
//
// The input is the JSON of lint or predict, as --baseline and --diff take it. A
// run that is accepted differs from itself in nothing, and the difference from
// an empty one can be written.
//===----------------------------------------------------------------------===//

#include "FuzzInput.h"
#include "tool/lint/RunDiff.h"
#include "llvm/Support/JSON.h"

using namespace llvm;
using namespace kernelcast;

static std::string written(const RunDiff &Diff) {
  std::string Text, Json;
  raw_string_ostream OS(Text), JsonOS(Json);
  writeDiff(Diff, OS, /*Unicode=*/true);
  writeDiffJson(Diff, JsonOS);
  cantFail(json::parse(Json));
  return Text;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  const ProcessorTimeLimit Limit;
  static FuzzFile File("run.json");
  File.write(fuzzText(Data, Size));
  if (auto Baseline = readBaseline(File.path()); !Baseline)
    consumeError(Baseline.takeError());
  auto Run = readRun(File.path());
  if (!Run) {
    if (toString(Run.takeError()).empty())
      abort();
    return 0;
  }
  auto Same = runDiff(*Run, *Run);
  if (!Same)
    abort();
  written(*Same);
  if (!Same->New.empty() || !Same->Gone.empty() || !Same->Changed.empty() ||
      any_of(Same->Times, [](const TimeChange &T) { return T.Noticeable; }))
    abort();
  EarlierRun Empty;
  Empty.HasFindings = Run->HasFindings;
  auto AllNew = runDiff(Empty, *Run);
  if (!AllNew)
    abort();
  written(*AllNew);
  return 0;
}
