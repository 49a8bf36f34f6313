//===- FileArchive.cpp - What the checks say of a file, in bytes ----------===//
//
// A report holds much that is nothing but the way to what the checks say. What
// is left of it, and kept, has a structure of its own here.
//===----------------------------------------------------------------------===//

#include "tool/lint/FileArchive.h"
#include "tool/lint/FindingFields.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace kernelcast;

namespace {

struct KeptLaunch {
  size_t Gpu = 0; ///< which of those that were asked for
  std::array<uint64_t, 3> Grid{}, Block{};
  uint64_t DynamicSharedBytes = 0;
  LaunchSource Source = LaunchSource::Assumed;
  SourceSpot Location;
  std::vector<ArgumentValue> Arguments;
  std::vector<Prediction> Predictions;
  unsigned Guesses = 0;
  bool Withheld = false;
  std::vector<std::string> Unverified;
  LaunchFindings Findings;
};

struct KeptRefusal {
  size_t Gpu = 0;
  std::array<uint64_t, 3> Grid{}, Block{};
  SourceSpot Location;
  std::string Reason;
};

struct KeptKernel {
  std::string Name, QualifiedName;
  std::vector<std::string> TemplateArguments;
  Language Lang = Language::Cuda;
  SourceSpot Location;
  bool Clean = true, UninstantiatedTemplate = false;
  ModelStatus Status = ModelStatus::NotModelled;
  std::vector<std::string> Reasons;
  std::vector<KeptLaunch> Launches;
  std::vector<KeptRefusal> Refused;
  std::vector<KnownChange> Changes;
};

struct KeptFile {
  std::vector<KeptKernel> Kernels;
  std::vector<ReportDiagnostic> Diagnostics;
};

template <typename A> void fields(A &Archive, KeptLaunch &V) {
  auto &[Gpu, Grid, Block, DynamicSharedBytes, Source, Location, Arguments,
         Predictions, Guesses, Withheld, Unverified, Findings] = V;
  Archive(Gpu, Grid, Block, DynamicSharedBytes, Source, Location, Arguments,
          Predictions, Guesses, Withheld, Unverified, Findings);
}

template <typename A> void fields(A &Archive, KeptRefusal &V) {
  auto &[Gpu, Grid, Block, Location, Reason] = V;
  Archive(Gpu, Grid, Block, Location, Reason);
}

template <typename A> void fields(A &Archive, KeptKernel &V) {
  auto &[Name, QualifiedName, TemplateArguments, Lang, Location, Clean,
         UninstantiatedTemplate, Status, Reasons, Launches, Refused, Changes] =
      V;
  Archive(Name, QualifiedName, TemplateArguments, Lang, Location, Clean,
          UninstantiatedTemplate, Status, Reasons, Launches, Refused, Changes);
}

template <typename A> void fields(A &Archive, KeptFile &V) {
  auto &[Kernels, Diagnostics] = V;
  Archive(Kernels, Diagnostics);
}

} // namespace

static KeptLaunch kept(const LaunchReport &Launch, GpuList Gpus) {
  KeptLaunch Result;
  const LaunchConfiguration &Shape = Launch.Profile.Launch;
  Result.Gpu = static_cast<size_t>(find(Gpus, Launch.Gpu) - Gpus.begin());
  Result.Grid = Shape.Grid;
  Result.Block = Shape.Block;
  Result.DynamicSharedBytes = Shape.DynamicSharedBytes;
  Result.Source = Shape.Source;
  Result.Location = Shape.Location;
  Result.Arguments = Shape.Arguments;
  Result.Predictions = Launch.Predictions;
  Result.Guesses = Launch.Guesses.Count;
  Result.Withheld = Launch.Guesses.Withheld;
  Result.Unverified = Launch.Unverified;
  Result.Findings = *Launch.Findings;
  return Result;
}

static LaunchReport restored(KeptLaunch &&Launch, GpuList Gpus) {
  LaunchReport Result;
  Result.Gpu = Gpus[Launch.Gpu];
  LaunchConfiguration &Shape = Result.Profile.Launch;
  Shape.Grid = Launch.Grid;
  Shape.Block = Launch.Block;
  Shape.DynamicSharedBytes = Launch.DynamicSharedBytes;
  Shape.Source = Launch.Source;
  Shape.Location = std::move(Launch.Location);
  Shape.Arguments = std::move(Launch.Arguments);
  Result.Predictions = std::move(Launch.Predictions);
  Result.Guesses.Count = Launch.Guesses;
  Result.Guesses.Withheld = Launch.Withheld;
  Result.Unverified = std::move(Launch.Unverified);
  Result.Findings =
      std::make_shared<LaunchFindings>(std::move(Launch.Findings));
  return Result;
}

static KeptKernel kept(const KernelReport &Kernel, GpuList Gpus) {
  KeptKernel Result;
  Result.Name = Kernel.Name;
  Result.QualifiedName = Kernel.QualifiedName;
  Result.TemplateArguments = Kernel.TemplateArguments;
  Result.Lang = Kernel.Lang;
  Result.Location = Kernel.Location;
  Result.Clean = Kernel.Clean;
  Result.UninstantiatedTemplate = Kernel.UninstantiatedTemplate;
  Result.Status = Kernel.Status;
  Result.Reasons = Kernel.Reasons;
  Result.Changes = Kernel.Changes;
  for (const LaunchReport &Launch : Kernel.Launches)
    Result.Launches.push_back(kept(Launch, Gpus));
  for (const RefusedLaunch &Launch : Kernel.Refused)
    Result.Refused.push_back(
        {static_cast<size_t>(find(Gpus, Launch.Gpu) - Gpus.begin()),
         Launch.Grid, Launch.Block, Launch.Location, Launch.Reason});
  return Result;
}

static KernelReport restored(KeptKernel &&Kernel, GpuList Gpus) {
  KernelReport Result;
  Result.Name = std::move(Kernel.Name);
  Result.QualifiedName = std::move(Kernel.QualifiedName);
  Result.TemplateArguments = std::move(Kernel.TemplateArguments);
  Result.Lang = Kernel.Lang;
  Result.Location = std::move(Kernel.Location);
  Result.Clean = Kernel.Clean;
  Result.UninstantiatedTemplate = Kernel.UninstantiatedTemplate;
  Result.Status = Kernel.Status;
  Result.Reasons = std::move(Kernel.Reasons);
  Result.Changes = std::move(Kernel.Changes);
  for (KeptLaunch &Launch : Kernel.Launches)
    Result.Launches.push_back(restored(std::move(Launch), Gpus));
  for (KeptRefusal &Launch : Kernel.Refused)
    Result.Refused.push_back({std::move(Launch.Location), Launch.Grid,
                              Launch.Block, Gpus[Launch.Gpu],
                              std::move(Launch.Reason)});
  return Result;
}

void kernelcast::writeFileReport(const FileReport &File, GpuList Gpus,
                                 raw_ostream &OS) {
  KeptFile Whole;
  for (const KernelReport &Kernel : File.Kernels)
    Whole.Kernels.push_back(kept(Kernel, Gpus));
  Whole.Diagnostics = File.Diagnostics;
  ArchiveWriter Archive(OS);
  Archive(Whole);
}

bool kernelcast::readFileReport(StringRef Bytes, GpuList Gpus,
                                FileReport &File) {
  KeptFile Whole;
  ArchiveReader Archive(Bytes);
  Archive(Whole);
  auto unknown = [&](const auto &Launch) { return Launch.Gpu >= Gpus.size(); };
  if (!Archive.good() || any_of(Whole.Kernels, [&](const KeptKernel &Kernel) {
        return any_of(Kernel.Launches, unknown) ||
               any_of(Kernel.Refused, unknown);
      }))
    return false;
  for (KeptKernel &Kernel : Whole.Kernels)
    File.Kernels.push_back(restored(std::move(Kernel), Gpus));
  File.Diagnostics = std::move(Whole.Diagnostics);
  return true;
}
