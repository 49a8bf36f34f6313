//===- Lint.cpp - kernelcast lint -----------------------------------------===//

#include "tool/ConfirmFixes.h"
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
           if (F.Remedy && F.Remedy->Applied)
             return false;
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

static void writeReport(const CommandLine &Command, const LintResult &Found,
                        const Report &Result, raw_ostream &OS) {
  if (Command.Format == OutputFormat::Json)
    writeFindingsJson(Found, Result, OS);
  else if (Command.Format == OutputFormat::Sarif)
    writeFindingsSarif(Found, Result, OS);
  else
    writeFindings(Found, OS, textOptionsForOutput(!Command.Output.empty()));
}

/// What --fix and --export-fixes ask for.
static Error writeFixes(const CommandLine &Command,
                        const ConfirmedFixes &Fixes) {
  if (!Command.ExportFixes.empty())
    if (Error Failed = Fixes.exportTo(Command.ExportFixes))
      return Failed;
  return Command.ApplyFixes ? Fixes.apply() : Error::success();
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
  auto Linted = lintFiles(Command, Options, Progress);
  if (!Linted)
    return complain(Linted.takeError());
  auto &[Result, Found] = *Linted;
  const int Status = printDiagnostics(Result);
  auto Setup = preparePipeline(Command, /*WithModels=*/true);
  if (!Setup)
    return complain(Setup.takeError());
  ConfirmedFixes Fixes(*Setup, Options, Result, Found);
  for (const ReportDiagnostic &Message : Found.Diagnostics)
    writeDiagnostic(Message, errs(), /*Colours=*/false);
  // The report shows the source as it was analysed.
  if (Command.ApplyFixes)
    Fixes.markApplied();
  std::string Text;
  raw_string_ostream OS(Text);
  writeReport(Command, Found, Result, OS);
  if (Error Failed = writeFixes(Command, Fixes))
    return complain(std::move(Failed));
  if (Error Failed =
          writeOutput(Command.Output, [&](raw_ostream &OS) { OS << Text; }))
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
