//===- SourceTarget.cpp - Fuzzing the way from source to JSON -------------===//
//
// The input is a CUDA or OpenCL file (FUZZ_FILE_NAME says which). It goes all
// the way of `kernelcast predict --format json --explain --model all`, and what
// comes out must be valid JSON.
//===----------------------------------------------------------------------===//

#include "CrashJudge.h"
#include "FuzzInput.h"
#include "tool/Pipeline.h"
#include "tool/report/JsonReport.h"
#include "llvm/Support/JSON.h"

using namespace llvm;
using namespace kernelcast;

namespace {

/// The pipeline of one command line over one file, whose text changes.
struct Predictor {
  FuzzFile Source{FUZZ_FILE_NAME};
  CommandLine Command;
  PipelineSetup Setup;

  Predictor() {
    // LLVM's passes, with sanitizers, would take most of the time.
    const char *Arguments[] = {"predict",   Source.path().c_str(),
                               "--format",  "json",
                               "--explain", "--model",
                               "all",       "--counts",
                               "ast"};
    Command = cantFail(parseCommandLine(Arguments));
    Setup = cantFail(preparePipeline(Command, /*WithModels=*/true));
    judgeCrashes();
  }
};

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  static Predictor Predict;
  Predict.Source.write(fuzzText(Data, Size));
  std::string Text;
  raw_string_ostream OS(Text);
  {
    ProcessorTimeLimit Limit;
    writeJson(runPipeline(Predict.Setup, /*Progress=*/false), OS,
              {.Explain = true, .Timing = {}});
  }
  // Outside of the limit: every launch has the ledger of every model, so that a
  // file of hundreds makes a text that the parser reads for longer than it took
  // to write.
  cantFail(json::parse(Text));
  return 0;
}
