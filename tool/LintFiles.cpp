//===- LintFiles.cpp - From a command line to findings --------------------===//

#include "tool/LintFiles.h"
#include "analysis/frontend/ParseBudget.h"
#include "analysis/support/CrashGuard.h"
#include "tool/CompileJobs.h"
#include "tool/FileAnalysis.h"
#include "tool/LintCache.h"
#include "tool/OtherNumbers.h"
#include "tool/lint/ContractComments.h"
#include "tool/lint/HostFindings.h"
#include "tool/lint/LaunchFindings.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace llvm;
using namespace kernelcast;

namespace {

/// Launches of contracts, under the same command line as those of the files.
class ContractLaunches : public LaunchAnalyser {
public:
  ContractLaunches(const PipelineSetup &Setup, GpuPool &Pool)
      : Setup(Setup), Pool(Pool) {}

  Expected<std::shared_ptr<const GpuSpec>>
  gpu(const std::string &Name) override {
    return Pool.find(Name);
  }
  LaunchOverrides given(const FileReport &File,
                        const KernelReport &Kernel) const override {
    return Setup.launchOf(File.Path, Kernel);
  }
  LaunchReport
  analyse(const std::shared_ptr<const KernelAnalysis> &Kernel,
          const LaunchConfiguration &Launch,
          const std::shared_ptr<const GpuSpec> &Gpu) const override {
    return analyseLaunch(Kernel, Launch, Gpu, Setup);
  }

private:
  const PipelineSetup &Setup;
  GpuPool &Pool;
};

} // namespace

/// Whether \p File or what it includes has a comment that may be a contract.
static bool mayHaveContracts(const std::string &File,
                             const SourceInputs &Inputs) {
  auto mentions = [](StringRef Path) {
    auto Text = MemoryBuffer::getFile(Path);
    return Text && (*Text)->getBuffer().contains(ContractMark);
  };
  return mentions(File) || any_of(Inputs.Files, [&](const InputFile &Input) {
           return Input.Hash && mentions(Input.Path);
         });
}

/// The report of \p File, with what \p Checks say of each launch that is worth
/// a word at \p MinShare. What \p Cache (null: there is none) holds is not
/// computed again.
static FileResult lintFile(const std::string &File, const PipelineSetup &Setup,
                           ArrayRef<const CheckInfo *> Checks, double MinShare,
                           LintCache *Cache) {
  auto Jobs = jobsOf(File, *Setup.Command, Setup.Database.get());
  if (!Jobs)
    return unreadableFile(File, Jobs.takeError());
  if (Cache)
    if (std::optional<FileResult> Kept = Cache->find(File, *Jobs))
      return std::move(*Kept);
  // Where there is something to tell, the compiled code is heard, too, unless
  // the source is to have the last word.
  const bool SourceAlone = Setup.Command->SourceAlone;
  auto doubted = [&](MutableArrayRef<KernelReport> Kernels) {
    std::vector<size_t> Which;
    for (const auto &[Number, Kernel] : enumerate(Kernels)) {
      checkLaunches(Kernel, Checks, Setup.Options, MinShare);
      if (hasFindings(Kernel) && !SourceAlone)
        Which.push_back(Number);
    }
    return Which;
  };
  FileResult Result = analyseJobs(File, *Jobs, Setup, doubted);
  auto hear = [&] {
    for (KernelReport &Kernel : Result.Report.Kernels)
      if (hasFindings(Kernel)) {
        if (!Kernel.Compiled.empty())
          recheckLaunches(Kernel, Checks, Setup.Options, MinShare);
        dropAccidents(File, Kernel, Checks, Setup);
      }
  };
  // A bug in a check costs this file alone.
  if (!runGuarded(hear, ParseStackBytes))
    return unreadableFile(
        File, createStringError("a check of '" + File + "' crashed"));
  // Contracts ask for launches of their own, with GPUs that nobody else names.
  Result.Report.MayHaveContracts = mayHaveContracts(File, Result.Report.Inputs);
  // Timelines ask for launches, too, once all files have been read.
  if (Result.Report.MayHaveContracts || Setup.Command->App)
    return Result;
  dropModels(Result.Report);
  if (Cache)
    Cache->keep(File, *Jobs, Result);
  return Result;
}

/// The analysis of the files of \p Command, under the configuration of each.
static Expected<PipelineSetup> prepareLint(const CommandLine &Command,
                                           GpuPool &Pool) {
  auto Settings = settingsOfFiles(Command, Pool);
  if (!Settings)
    return Settings.takeError();
  Expected<PipelineSetup> Setup = preparePipeline(Command, /*WithModels=*/true);
  if (!Setup)
    return Setup.takeError();
  Setup->Files = std::move(*Settings);
  Setup->Gpus = Pool.all();
  return Setup;
}

Expected<LintedFiles> kernelcast::lintFiles(const CommandLine &Command,
                                            LintOptions &Options,
                                            bool Progress) {
  GpuPool Pool(Command.Changes);
  auto Setup = prepareLint(Command, Pool);
  if (!Setup)
    return Setup.takeError();
  std::map<std::string, std::vector<const CheckInfo *>> Checks;
  for (const auto &[Path, Settings] : Setup->Files) {
    auto Chosen = chosenChecks(Settings.Checks.Checks);
    if (!Chosen)
      return Chosen.takeError();
    Checks[Path] = std::move(*Chosen);
    Options.Files[Path] = Settings.Checks;
  }
  std::unique_ptr<LintCache> Cache;
  if (!Command.Cache.empty()) {
    auto Opened = LintCache::open(*Setup);
    if (!Opened)
      return Opened.takeError();
    Cache = std::move(*Opened);
  }
  LintedFiles Linted;
  Linted.Whole = runPipeline(
      *Setup, Progress,
      [&](const std::string &File) {
        return lintFile(File, *Setup, Checks.at(File),
                        Options.Files.at(File).MinShare, Cache.get());
      },
      [&](FileReport &File, const HostTimeline &Timeline) {
        if (!File.InHost)
          File.InHost = std::make_shared<HostFindings>();
        checkTimeline(Timeline, Checks.at(File.Path), *File.InHost);
      });
  if (Cache)
    Cache->finish();
  ContractLaunches Launches(*Setup, Pool);
  Options.Analysis = Setup->Options;
  Options.Launches = &Launches;
  Options.AllKernels = Command.Kernels.empty();
  auto Result = lint(Linted.Whole, Options);
  Options.Launches = nullptr;
  if (!Result)
    return Result.takeError();
  Linted.Result = std::move(*Result);
  Linted.Setup = std::move(*Setup);
  return Linted;
}
