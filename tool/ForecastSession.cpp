//===- ForecastSession.cpp - A tuning space, ready to be asked ------------===//

#include "tool/ForecastSession.h"
#include "tool/AskModels.h"
#include "tool/GpuOption.h"
#include "tool/OptionValues.h"
#include "tool/prune/space/SpaceEnumeration.h"
#include "tool/prune/space/SpaceFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Threading.h"

using namespace llvm;
using namespace kernelcast;

Expected<TuningSpace> kernelcast::spaceOf(const CommandLine &Command) {
  SpaceOverrides Instead;
  Instead.Sources = Command.Prune.Sources;
  if (!Command.Prune.LocalSize.empty())
    Instead.LocalSize = Command.Prune.LocalSize;
  if (!Command.Prune.SharedBytes.empty())
    Instead.SharedBytes = Command.Prune.SharedBytes;
  if (!Command.Kernels.empty())
    Instead.KernelName = Command.Kernels.front();
  if (!Command.Prune.Grid.empty())
    Instead.Grid = Command.Prune.Grid;
  return loadSpace(Command.Files.front(), Instead);
}

/// The one GPU of \p Command, and the model.
static Error chooseMachine(const CommandLine &Command, ForecastSetup &Setup) {
  auto Names = gpuNamesOf(Command.Gpus);
  if (!Names)
    return Names.takeError();
  if (Names->size() > 1)
    return usageError("prune ranks for one GPU; run it once for each");
  auto Gpu = GpuPool(Command.Changes).find(Names->front());
  if (!Gpu)
    return Gpu.takeError();
  Setup.Gpu = *Gpu;
  if (Setup.Gpu->Vendor == GpuVendor::Nvidia)
    Setup.Job.ComputeCapability = nvidiaArchitecture(*Setup.Gpu);
  Setup.GpuFile = Names->front();
  Setup.Changes = Command.Changes;
  auto Model = modelNamed(Command.Model, Command.Mode, /*MayBeAll=*/false);
  if (!Model)
    return Model.takeError();
  Setup.Model = std::move(*Model);
  Setup.Mode = Command.Mode.value_or(Setup.Model->modes()[0]);
  Setup.StartsWarm = Command.StartsWarm;
  Setup.Arguments = Command.Launch.Arguments;
  return Error::success();
}

/// The source of \p Space, and how it is compiled.
static Error readSource(const TuningSpace &Space, const CommandLine &Command,
                        ForecastSetup &Setup) {
  if (Space.Sources.empty())
    return usageError("the space names no source of the kernel; give --source");
  Setup.Sources = Space.Sources;
  for (const std::string &Path : Space.Sources) {
    auto Text = MemoryBuffer::getFile(Path);
    if (!Text)
      return createStringError(Text.getError(),
                               "cannot read the source '" + Path +
                                   "': " + Text.getError().message());
    Setup.Text += (*Text)->getBuffer();
    if (!Setup.Text.empty() && Setup.Text.back() != '\n')
      Setup.Text += '\n';
  }
  Setup.Job.File = Space.Sources.front();
  if (Space.Format != SpaceFormat::List)
    Setup.Job.Arguments = {
        "-x", Space.Language == SpaceLanguage::OpenCl ? "cl" : "cu"};
  append_range(Setup.Job.Arguments, Command.ExtraArguments);
  append_range(Setup.Job.Arguments, Command.CompilerArguments);
  return Error::success();
}

/// Why \p Configuration has no kernel of the name that \p Space gives; "": it
/// has one, or nobody knows. What was read is kept on \p Shelf.
static std::string whyMisnamed(const TuningSpace &Space,
                               const ForecastSetup &Setup, SourceShelf &Shelf,
                               const ConfigurationPlaces &Configuration) {
  auto Configured = configure(Space, configurationAt(Space, Configuration));
  if (!Configured) {
    consumeError(Configured.takeError());
    return "";
  }
  return Shelf.read(*Configured, Setup, InstructionSource::Ast)
      ->whyMisnamed()
      .str();
}

/// An error where a name is wrong, and not one for each configuration. Macros
/// may decide which kernels there are, so that several configurations are asked
/// before the name is called wrong. In a space whose configurations are hard to
/// find, the name is not looked at; the configurations that are asked for say
/// what is wrong.
static Error checkKernelName(const TuningSpace &Space,
                             const ForecastSetup &Setup, SourceShelf &Shelf) {
  constexpr uint64_t MaxSteps = 10000000; // a second or so
  SpaceCursor First(Space, MaxSteps);
  if (!First.next())
    return Error::success();
  const std::string Why = whyMisnamed(
      Space, Setup, Shelf,
      ConfigurationPlaces(First.places().begin(), First.places().end()));
  if (Why.empty())
    return Error::success();
  constexpr uint64_t Asked = 16;
  auto Others = sampleConfigurations(Space, Asked, /*Seed=*/0, MaxSteps);
  if (!Others) {
    consumeError(Others.takeError());
    return Error::success();
  }
  for (const ConfigurationPlaces &Each : *Others)
    if (whyMisnamed(Space, Setup, Shelf, Each).empty())
      return Error::success();
  return usageError(Why);
}

unsigned kernelcast::threadsOf(const CommandLine &Command) {
  const unsigned Given = Command.Jobs.value_or(0);
  return Given ? Given : hardware_concurrency().compute_thread_count();
}

Expected<std::unique_ptr<ForecastSession>>
ForecastSession::open(TuningSpace Space, const CommandLine &Command) {
  if (Error E = launchError(Space))
    return E;
  std::unique_ptr<ForecastSession> Result(new ForecastSession());
  Result->Space = std::move(Space);
  if (Error E = chooseMachine(Command, Result->Setup))
    return E;
  if (Error E = readSource(Result->Space, Command, Result->Setup))
    return E;
  if (Error E = checkKernelName(Result->Space, Result->Setup, Result->Shelf))
    return E;
  if (!Command.Cache.empty()) {
    auto Opened =
        ForecastCache::open(Command.Cache, Command.CachePolicy, Result->Setup);
    if (!Opened)
      return Opened.takeError();
    Result->Cache = std::move(*Opened);
  }
  SpaceForecastOptions &Options = Result->Options;
  Options.CompiledPart =
      Command.Counts == InstructionSource::Ir ? Command.Prune.Compile : 0;
  Options.Threads = threadsOf(Command);
  Options.Store = Result->Cache.get();
  Options.Shelf = &Result->Shelf;
  return Result;
}
