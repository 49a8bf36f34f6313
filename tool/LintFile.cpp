//===- LintFile.cpp - One file, as far as it goes alone -------------------===//

#include "tool/LintFile.h"
#include "analysis/frontend/ParseBudget.h"
#include "analysis/support/CrashGuard.h"
#include "tool/CompileJobs.h"
#include "tool/FileAnalysis.h"
#include "tool/lint/LaunchFindings.h"

using namespace llvm;
using namespace kernelcast;

FileResult kernelcast::lintFile(const std::string &File,
                                const PipelineSetup &Setup,
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
