//===- Lint.cpp - kernelcast lint -----------------------------------------===//

#include "tool/ConfirmFixes.h"
#include "tool/FileAnalysis.h"
#include "tool/LintFiles.h"
#include "tool/OutputFile.h"
#include "tool/Pipeline.h"
#include "tool/Tool.h"
#include "tool/lint/EarlierRun.h"
#include "tool/lint/FindingWriters.h"
#include "tool/lint/RunDiff.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace kernelcast;

/// All that the findings of \p Result rest on.
static std::vector<std::string> filesRead(const PipelineSetup &Setup,
                                          const Report &Result) {
  const CommandLine &Command = *Setup.Command;
  std::vector<std::string> Files, Gpus = Command.Gpus;
  for (const auto &[Path, Settings] : Setup.Files) {
    append_range(Files, Settings.Configured->Files);
    if (Command.Gpus.empty())
      append_range(Gpus, Settings.Configured->Gpus);
  }
  for (const FileReport &File : Result.Files)
    for (const InputFile &Input : File.Inputs.Files)
      if (Input.Hash && !Input.isSearch())
        Files.push_back(Input.Path);
  for (const std::string &Named :
       {Command.Baseline, Command.PtxasLog, Command.Listing})
    if (!Named.empty())
      Files.push_back(Named);
  for (const std::string &Gpu : Gpus)
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

/// What --fix and --export-fixes ask for.
static Error writeFixes(const CommandLine &Command,
                        const ConfirmedFixes &Fixes) {
  if (!Command.ExportFixes.empty())
    if (Error Failed = Fixes.exportTo(Command.ExportFixes))
      return Failed;
  return Command.ApplyFixes ? Fixes.apply() : Error::success();
}

/// The file or folder that is meant where none is named.
static constexpr StringLiteral Here = ".";

static int dumpConfiguration(const CommandLine &Command) {
  const std::string Path =
      Command.Files.empty() ? Here.str() : Command.Files[0];
  if (!sys::fs::exists(Path))
    return complain(createStringError("cannot read '" + Path + "'"));
  auto Configured = ConfigurationFinder().find(Path);
  if (!Configured)
    return complain(Configured.takeError());
  if (Error Failed = writeOutput(Command.Output, [&](raw_ostream &OS) {
        writeConfiguration(effective(**Configured, Command), OS);
      }))
    return complain(std::move(Failed));
  return Done;
}

static int verifyConfiguration(CommandLine Command) {
  if (Command.Files.empty())
    Command.Files.push_back(Here.str());
  for (const std::string &Path : Command.Files)
    if (!sys::fs::exists(Path))
      return complain(createStringError("cannot read '" + Path + "'"));
  GpuPool Pool(Command.Changes);
  auto Settings = settingsOfFiles(Command, Pool);
  if (!Settings)
    return complain(Settings.takeError());
  for (const auto &[Path, Own] : *Settings) {
    outs() << Path << ": ";
    if (Own.Configured->Files.empty())
      outs() << "no configuration file";
    interleave(
        Own.Configured->Files, outs(),
        [&](const std::string &File) { outs() << File; }, " and ");
    outs() << (Own.Configured->Files.empty() ? "\n" : ": no mistakes\n");
  }
  return Done;
}

static int diffRuns(const CommandLine &Command) {
  auto Old = readRun(Command.Files[0]);
  if (!Old)
    return complain(Old.takeError());
  auto New = readRun(Command.Files[1]);
  if (!New)
    return complain(New.takeError());
  auto Diff = runDiff(*Old, *New);
  if (!Diff)
    return complain(Diff.takeError());
  if (Error Failed = writeOutput(Command.Output, [&](raw_ostream &OS) {
        if (Command.Format == OutputFormat::Json)
          writeDiffJson(*Diff, OS);
        else
          writeDiff(*Diff, OS,
                    textOptionsForOutput(!Command.Output.empty()).Unicode);
      }))
    return complain(std::move(Failed));
  const FailOn On = Command.Fails.value_or(FileChecks().Fails);
  return any_of(Diff->New,
                [&](const RecordedFinding *Each) {
                  return isFailure(On, Each->Level);
                })
             ? FindingsFound
             : Done;
}

/// Prints \p Found as the command line asks for.
static void writeReport(const CommandLine &Command, const LintResult &Found,
                        const Report &Result, raw_ostream &OS) {
  if (Command.Format == OutputFormat::Json)
    writeFindingsJson(Found, Result, OS);
  else if (Command.Format == OutputFormat::Sarif)
    writeFindingsSarif(Found, Result, OS);
  else if (Command.Format == OutputFormat::Html)
    writeFindingsHtml(Found, Result, OS);
  else
    writeFindings(Found, OS, textOptionsForOutput(!Command.Output.empty()));
}

int kernelcast::runLint(const CommandLine &Command) {
  if (Command.ListChecks) {
    printChecks();
    return Done;
  }
  if (Command.Diff)
    return diffRuns(Command);
  if (Command.DumpConfiguration)
    return dumpConfiguration(Command);
  if (Command.VerifyConfiguration)
    return verifyConfiguration(Command);
  LintOptions Options;
  if (!Command.Baseline.empty()) {
    auto Baseline = readBaseline(Command.Baseline);
    if (!Baseline)
      return complain(Baseline.takeError());
    Options.Baseline = std::move(*Baseline);
  }
  const bool Progress = sys::Process::StandardErrIsDisplayed();
  auto Linted = lintFiles(Command, Options, Progress);
  if (!Linted)
    return complain(Linted.takeError());
  const Report &Result = Linted->Whole;
  LintResult &Found = Linted->Result;
  int Status = printDiagnostics(Result);
  ConfirmedFixes Fixes(Linted->Setup, Options, Result, Found);
  for (const ReportDiagnostic &Message : Found.Diagnostics) {
    writeDiagnostic(Message, errs(), /*Colours=*/false);
    if (Message.Severity == ReportDiagnostic::Level::Error)
      Status = Usage;
  }
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
                                    filesRead(Linted->Setup, Result)))
      return complain(std::move(Failed));
  if (Status != Done)
    return Status;
  if (any_of(Found.Findings, [](const Finding &F) {
        return F.Fails && !(F.Remedy && F.Remedy->Applied);
      }))
    return FindingsFound;
  return Command.Strict && countNotModelled(Result) ? NotModelledKernels : Done;
}
