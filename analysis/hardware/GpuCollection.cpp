//===- GpuCollection.cpp - The GPU files that are built in ----------------===//
//
// cost_models/gpus/*.yaml are compiled into the library as text, so that the
// installed tool needs no data files; they go through the same reader as a
// user's own file.
//===----------------------------------------------------------------------===//
#include "analysis/hardware/GpuCollection.h"
#include "analysis/hardware/CompileTarget.h"
#include "analysis/hardware/GpuSpec.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include <algorithm>

namespace kernelcast {
namespace {

using llvm::StringRef;

llvm::Expected<GpuSpec> load(const BuiltInGpu &File) {
  return loadGpuText(File.Text, (llvm::Twine(File.Name) + ".yaml").str());
}

/// Every name that findGpu() takes, with the file it stands for.
using NamedFile = std::pair<std::string, const BuiltInGpu *>;

llvm::Expected<std::vector<NamedFile>> namesAndAliases() {
  std::vector<NamedFile> Names;
  for (const BuiltInGpu &File : builtInGpus()) {
    llvm::Expected<GpuSpec> Gpu = load(File);
    if (!Gpu)
      return Gpu.takeError();
    Names.emplace_back(File.Name, &File);
    for (const std::string &Alias : Gpu->Aliases)
      Names.emplace_back(Alias, &File);
  }
  return Names;
}

/// The \p Most names that resemble \p Wanted most: those that contain it first,
/// then by edit distance.
std::vector<StringRef>
nearestNames(StringRef Wanted, llvm::ArrayRef<NamedFile> Names, size_t Most) {
  std::vector<std::pair<unsigned, StringRef>> Ranked;
  std::string Lower = Wanted.take_front(64).lower();
  for (const NamedFile &Name : Names) {
    StringRef Candidate = Name.first;
    bool Contains = Lower.size() >= 2 && Candidate.contains(StringRef(Lower));
    Ranked.emplace_back(
        Contains ? 0 : 1 + StringRef(Lower).edit_distance(Candidate),
        Candidate);
  }
  llvm::sort(Ranked);
  std::vector<StringRef> Nearest;
  for (const auto &[Distance, Name] : Ranked) {
    if (Nearest.size() == Most)
      break;
    Nearest.push_back(Name);
  }
  return Nearest;
}

} // namespace

std::vector<std::string> gpuNames() {
  std::vector<std::string> Names;
  for (const BuiltInGpu &File : builtInGpus())
    Names.push_back(File.Name);
  llvm::sort(Names);
  return Names;
}

bool isGpuPath(StringRef NameOrPath) {
  return NameOrPath.ends_with(".yaml") || NameOrPath.contains('/');
}

llvm::Expected<GpuSpec> findGpu(StringRef NameOrPath) {
  if (isGpuPath(NameOrPath))
    return loadGpuFile(NameOrPath);
  for (const BuiltInGpu &File : builtInGpus())
    if (NameOrPath == File.Name)
      return load(File);
  llvm::Expected<std::vector<NamedFile>> Names = namesAndAliases();
  if (!Names)
    return Names.takeError();
  for (const auto &[Name, File] : *Names)
    if (NameOrPath.equals_insensitive(Name))
      return load(*File);
  return llvm::createStringError(
      llvm::inconvertibleErrorCode(),
      "unknown GPU '" + llvm::Twine(NameOrPath.take_front(64)) +
          "'; the nearest names are " +
          llvm::join(nearestNames(NameOrPath, *Names, 4), ", ") +
          " ('kernelcast gpus' lists all; a path must contain '/' or end in "
          ".yaml)");
}

unsigned nvidiaArchitecture(const GpuSpec &Gpu) {
  const auto [Major, Minor] = StringRef(Gpu.ComputeCapability).split('.');
  unsigned Tens = 0, Ones = 0;
  return Major.getAsInteger(10, Tens) || Minor.getAsInteger(10, Ones)
             ? 0
             : 10 * Tens + Ones;
}

std::optional<CompileTarget> compileTarget(const GpuSpec &Gpu) {
  if (const unsigned Capability = nvidiaArchitecture(Gpu))
    return CompileTarget{Capability, {}};
  // The waves must be as wide as those that the file says.
  CompileTarget Amd{0, Gpu.ComputeCapability};
  if (Gpu.Vendor == GpuVendor::Amd &&
      StringRef(Amd.Processor).starts_with("gfx") &&
      Amd.waveSize() == Gpu.WarpSize)
    return Amd;
  return std::nullopt;
}

llvm::Expected<GpuSpec> findGpuOfComputeCapability(StringRef Capability) {
  std::vector<std::string> Known;
  for (const std::string &Name : gpuNames()) {
    llvm::Expected<GpuSpec> Gpu = findGpu(Name);
    if (!Gpu)
      return Gpu.takeError();
    if (Capability == Gpu->ComputeCapability)
      return Gpu;
    Known.push_back(Gpu->ComputeCapability);
  }
  llvm::sort(Known);
  Known.erase(std::unique(Known.begin(), Known.end()), Known.end());
  return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                 "no GPU of compute capability '" +
                                     llvm::Twine(Capability.take_front(64)) +
                                     "'; there are " + llvm::join(Known, ", "));
}

} // namespace kernelcast
