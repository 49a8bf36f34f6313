//===- Predict.cpp - kernelcast predict -----------------------------------===//

#include "tool/CompileJobs.h"
#include "tool/OutputFile.h"
#include "tool/Pipeline.h"
#include "tool/RunClock.h"
#include "tool/Tool.h"
#include "tool/report/JsonReport.h"
#include "tool/report/Numbers.h"
#include "tool/report/TextReport.h"
#include "tool/report/html/HtmlReport.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace kernelcast;

/// Seconds of files, kernels and phases, one line each, for measurements.
static void printTiming(const Report &Result, const RunTiming &Run) {
  for (const FileReport &File : Result.Files) {
    errs() << "timing: " << File.Path << ": parse "
           << threeDigits(File.ParseSeconds * 1e3) << " ms\n";
    for (const KernelReport &Kernel : File.Kernels)
      errs() << "timing: " << File.Path << ": " << Kernel.QualifiedName
             << ": analysis " << threeDigits(Kernel.AnalysisSeconds * 1e3)
             << " ms\n";
  }
  for (Phase P : phases())
    errs() << "timing: " << name(P) << ' ' << threeDigits(Run.Phases[P] * 1e3)
           << " ms\n";
  errs() << "timing: wall " << threeDigits(Run.WallSeconds * 1e3) << " ms\n";
}

int kernelcast::runPredict(const CommandLine &Command) {
  if (Command.PrintCompilerCommand)
    return printCompilerCommands(Command);
  RunClock Clock;
  Expected<PipelineSetup> Setup = preparePipeline(Command, /*WithModels=*/true);
  if (!Setup)
    return complain(Setup.takeError());
  const bool Progress = sys::Process::StandardErrIsDisplayed();
  Report Result = runPipeline(*Setup, Progress);
  PhaseScope Timed(Phase::Report);
  int Status = printDiagnostics(Result);
  Error Written = writeOutput(Command.Output, [&](raw_ostream &OS) {
    if (Command.Format != OutputFormat::Text) {
      JsonOptions Options;
      Options.Explain = Command.Explain;
      if (Command.Timing)
        Options.Timing = [&] { return Clock.timing(); };
      if (Command.Format == OutputFormat::Html)
        writeHtml(Result, OS, Options);
      else
        writeJson(Result, OS, Options);
      return;
    }
    TextOptions Options = textOptionsForOutput(!Command.Output.empty());
    Options.Explain = Command.Explain;
    Options.Order = Command.Order;
    Options.Top = Command.Top;
    // Who asks for more than a time asks for the screens that have it.
    Options.Details = Command.Details || Command.Explain || Command.AllModels ||
                      Command.WithoutEach || !Command.WhatIf.empty();
    writeText(Result, OS, Options);
  });
  if (Written)
    return complain(std::move(Written));
  if (Command.Timing)
    printTiming(Result, Clock.timing());
  if (Status == Done && Command.Strict && countNotModelled(Result))
    return NotModelledKernels;
  return Status;
}
