//===- Lint.cpp - kernelcast lint -----------------------------------------===//

#include "tool/LintFiles.h"
#include "tool/OutputFile.h"
#include "tool/Pipeline.h"
#include "tool/Tool.h"
#include "tool/lint/FindingWriters.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace kernelcast;

/// Whether \p Result has what --fail-on names.
static bool fails(const LintResult &Result, FailOn On) {
  return On != FailOn::Never && any_of(Result.Findings, [&](const Finding &F) {
           return On == FailOn::Warning ||
                  info(F.Check).Level == Severity::Error;
         });
}

/// All that the findings of \p Result rest on.
static std::vector<std::string> filesRead(const CommandLine &Command,
                                          const Report &Result) {
  std::vector<std::string> Files;
  for (const FileReport &File : Result.Files)
    for (const InputFile &Input : File.Inputs.Files)
      if (Input.Hash)
        Files.push_back(Input.Path);
  for (const std::string &Named : {Command.Baseline, Command.PtxasLog})
    if (!Named.empty())
      Files.push_back(Named);
  for (const std::string &Gpu : Command.Gpus)
    if (sys::fs::is_regular_file(Gpu))
      Files.push_back(Gpu);
  if (!Command.Database.empty()) {
    SmallString<256> Database(Command.Database);
    if (sys::fs::is_directory(Database))
      sys::path::append(Database, "compile_commands.json");
    Files.push_back(Database.str().str());
  }
  return Files;
}

static void printChecks() {
  for (const CheckInfo &Check : checks())
    outs() << left_justify(Check.Name, 32) << left_justify(name(Check.Level), 9)
           << Check.Title << '\n';
}

int kernelcast::runLint(const CommandLine &Command) {
  if (Command.ListChecks) {
    printChecks();
    return Done;
  }
  LintOptions Options;
  if (!Command.Baseline.empty()) {
    auto Baseline = readBaseline(Command.Baseline);
    if (!Baseline)
      return complain(Baseline.takeError());
    Options.Baseline = std::move(*Baseline);
  }
  constexpr size_t Few = 3;
  const bool Progress =
      Command.Files.size() > Few && sys::Process::StandardErrIsDisplayed();
  auto Linted = lintFiles(Command, std::move(Options), Progress);
  if (!Linted)
    return complain(Linted.takeError());
  const auto &[Result, Found] = *Linted;
  const int Status = printDiagnostics(Result);
  for (const ReportDiagnostic &Message : Found.Diagnostics)
    writeDiagnostic(Message, errs(), /*Colours=*/false);
  if (Error Failed = writeOutput(Command.Output, [&](raw_ostream &OS) {
        if (Command.Format == OutputFormat::Json)
          writeFindingsJson(Found, Result, OS);
        else if (Command.Format == OutputFormat::Sarif)
          writeFindingsSarif(Found, Result, OS);
        else
          writeFindings(Found, OS,
                        textOptionsForOutput(!Command.Output.empty()));
      }))
    return complain(std::move(Failed));
  if (!Command.Depfile.empty())
    if (Error Failed = writeDepfile(Command.Depfile, Command.Output,
                                    filesRead(Command, Result)))
      return complain(std::move(Failed));
  if (Status != Done)
    return Status;
  if (fails(Found, Command.Fails))
    return FindingsFound;
  return Command.Strict && countNotModelled(Result) ? NotModelledKernels : Done;
}
