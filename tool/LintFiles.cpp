//===- LintFiles.cpp - From a command line to findings --------------------===//

#include "tool/LintFiles.h"
#include "analysis/frontend/ParseBudget.h"
#include "analysis/support/CrashGuard.h"
#include "tool/CompileJobs.h"
#include "tool/FileAnalysis.h"
#include "tool/LintCache.h"
#include "tool/lint/LaunchFindings.h"

using namespace llvm;
using namespace kernelcast;

/// The report of \p File, with what \p Checks say of each launch. What \p Cache
/// (null: there is none) holds is not computed again.
static FileResult lintFile(const std::string &File, const PipelineSetup &Setup,
                           ArrayRef<const CheckInfo *> Checks,
                           LintCache *Cache) {
  auto Jobs = jobsOf(File, *Setup.Command, Setup.Database.get());
  if (!Jobs)
    return unreadableFile(File, Jobs.takeError());
  if (Cache)
    if (std::optional<FileResult> Kept = Cache->find(File, *Jobs))
      return std::move(*Kept);
  FileResult Result = analyseJobs(File, *Jobs, Setup);
  // A bug in a check costs this file alone.
  if (!runGuarded([&] { checkLaunches(Result.Report, Checks, Setup.Options); },
                  ParseStackBytes))
    return unreadableFile(
        File, createStringError("a check of '" + File + "' crashed"));
  if (Cache)
    Cache->keep(File, *Jobs, Result);
  return Result;
}

Expected<LintedFiles> kernelcast::lintFiles(const CommandLine &Command,
                                            LintOptions Options,
                                            bool Progress) {
  auto Setup = preparePipeline(Command, /*WithModels=*/true);
  if (!Setup)
    return Setup.takeError();
  if (!Command.Checks.empty())
    Options.Checks = Command.Checks;
  Options.MinShare = Command.MinGain;
  auto Checks = chosenChecks(Options.Checks);
  if (!Checks)
    return Checks.takeError();
  std::unique_ptr<LintCache> Cache;
  if (!Command.Cache.empty()) {
    auto Opened = LintCache::open(*Setup);
    if (!Opened)
      return Opened.takeError();
    Cache = std::move(*Opened);
  }
  LintedFiles Linted;
  Linted.Whole = runPipeline(*Setup, Progress, [&](const std::string &File) {
    return lintFile(File, *Setup, *Checks, Cache.get());
  });
  if (Cache)
    Cache->finish();
  auto Result = lint(Linted.Whole, Options);
  if (!Result)
    return Result.takeError();
  Linted.Result = std::move(*Result);
  return Linted;
}
