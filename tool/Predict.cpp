//===- Predict.cpp - kernelcast predict -----------------------------------===//

#include "tool/CompileJobs.h"
#include "tool/OutputFile.h"
#include "tool/Pipeline.h"
#include "tool/Tool.h"
#include "tool/report/JsonReport.h"
#include "tool/report/Numbers.h"
#include "tool/report/TextReport.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace kernelcast;

/// Seconds per file and per kernel, one line each, for measurements.
static void printTiming(const Report &Result) {
  for (const FileReport &File : Result.Files) {
    errs() << "timing: " << File.Path << ": parse "
           << threeDigits(File.ParseSeconds * 1e3) << " ms\n";
    for (const KernelReport &Kernel : File.Kernels)
      errs() << "timing: " << File.Path << ": " << Kernel.QualifiedName
             << ": analysis " << threeDigits(Kernel.AnalysisSeconds * 1e3)
             << " ms\n";
  }
}

int kernelcast::runPredict(const CommandLine &Command) {
  if (Command.PrintCompilerCommand)
    return printCompilerCommands(Command);
  Expected<PipelineSetup> Setup = preparePipeline(Command, /*WithModels=*/true);
  if (!Setup)
    return complain(Setup.takeError());
  constexpr size_t Few = 3;
  bool Progress =
      Command.Files.size() > Few && sys::Process::StandardErrIsDisplayed();
  Report Result = runPipeline(*Setup, Progress);
  int Status = printDiagnostics(Result);
  Error Written = writeOutput(Command.Output, [&](raw_ostream &OS) {
    if (Command.Format == OutputFormat::Json) {
      writeJson(Result, OS, {Command.Explain, Command.Timing});
      return;
    }
    TextOptions Options = textOptionsForOutput(!Command.Output.empty());
    Options.Explain = Command.Explain;
    writeText(Result, OS, Options);
  });
  if (Written)
    return complain(std::move(Written));
  if (Command.Timing)
    printTiming(Result);
  if (Status == Done && Command.Strict && countNotModelled(Result))
    return NotModelledKernels;
  return Status;
}
