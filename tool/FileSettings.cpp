//===- FileSettings.cpp - What holds for one file of a run ----------------===//

#include "tool/FileSettings.h"
#include "analysis/frontend/KernelNames.h"
#include "analysis/launch/LaunchPrecedence.h"
#include "tool/OptionValues.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace kernelcast;

bool kernelcast::means(const KernelSettings &Settings,
                       const KernelReport &Kernel) {
  return selectsKernel(Settings.Name, Kernel.QualifiedName,
                       Kernel.TemplateArguments);
}

LaunchOverrides kernelcast::launchOfKernel(const FileSettings &Settings,
                                           const KernelReport &Kernel,
                                           const CommandLine &Command) {
  LaunchOverrides Result;
  for (const KernelSettings &Each : Settings.Configured->Kernels)
    if (means(Each, Kernel))
      overrideLaunch(Result, Each.Launch);
  overrideLaunch(Result, Command.Launch);
  return Result;
}

/// Whether \p Given has a part of a launch's shape.
static bool hasShape(const LaunchOverrides &Given) {
  return Given.Grid || Given.Block || Given.GlobalSize ||
         Given.DynamicSharedBytes;
}

SourceSpot kernelcast::shapeLocation(const FileSettings &Settings,
                                     const KernelReport &Kernel,
                                     const CommandLine &Command) {
  if (hasShape(Command.Launch))
    return {};
  for (const KernelSettings &Each : reverse(Settings.Configured->Kernels))
    if (hasShape(Each.Launch) && means(Each, Kernel))
      return Each.Location;
  return {};
}

Configuration kernelcast::effective(const Configuration &Configured,
                                    const CommandLine &Command) {
  Configuration Whole = Configured;
  const FileChecks Default;
  // Given checks take the place of a file's, which they would only add to.
  if (!Command.Checks.empty())
    Whole.Checks = Command.Checks;
  else if (!Whole.Checks)
    Whole.Checks = Default.Checks;
  if (Command.MinGain || !Whole.MinGain)
    Whole.MinGain = Command.MinGain.value_or(Default.MinShare);
  if (Command.Fails || !Whole.Fails)
    Whole.Fails = Command.Fails.value_or(Default.Fails);
  if (!Command.Gpus.empty())
    Whole.Gpus = Command.Gpus;
  else if (Whole.Gpus.empty())
    Whole.Gpus = {DefaultGpu.str()};
  const LaunchOverrides &Given = Command.Launch;
  if (hasShape(Given) || !Given.Arguments.empty()) {
    KernelSettings Every;
    Every.Name = "*";
    Every.Launch = Given;
    Whole.Kernels.push_back(std::move(Every));
  }
  return Whole;
}

Expected<std::map<std::string, FileSettings>>
kernelcast::settingsOfFiles(const CommandLine &Command, GpuPool &Pool) {
  if (!Command.Checks.empty())
    if (auto Chosen = chosenChecks(Command.Checks); !Chosen)
      return usageError("--checks: " + toString(Chosen.takeError()));
  std::map<std::string, FileSettings> Result;
  ConfigurationFinder Finder;
  for (const std::string &File : Command.Files) {
    auto [It, IsNew] = Result.try_emplace(File);
    if (!IsNew)
      continue;
    FileSettings &Settings = It->second;
    auto Configured = Finder.find(File);
    if (!Configured)
      return Configured.takeError();
    Settings.Configured = *Configured;
    const Configuration Whole = effective(**Configured, Command);
    Settings.Checks = {Whole.Checks.value_or(Settings.Checks.Checks),
                       Whole.MinGain.value_or(Settings.Checks.MinShare),
                       Whole.Fails.value_or(Settings.Checks.Fails)};
    auto Gpus = Pool.list(Whole.Gpus);
    if (!Gpus)
      return Gpus.takeError();
    Settings.Gpus = std::move(*Gpus);
  }
  return Result;
}
