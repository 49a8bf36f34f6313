//===- GpuOption.cpp - The GPUs of a command line -------------------------===//

#include "tool/GpuOption.h"
#include "tool/OptionValues.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"

using namespace llvm;
using namespace kernelcast;

Expected<std::vector<std::string>>
kernelcast::gpuNamesOf(const std::vector<std::string> &Given) {
  if (Given.empty())
    return std::vector<std::string>{DefaultGpu.str()};
  std::vector<std::string> Names;
  for (const std::string &Text : Given) {
    if (sys::fs::exists(Text)) {
      Names.push_back(Text);
      continue;
    }
    SmallVector<StringRef, 4> Parts;
    StringRef(Text).split(Parts, ',');
    for (StringRef Part : Parts) {
      if (Part.trim().empty())
        return usageError("--gpu '" + Text + "': a name is missing");
      Names.push_back(Part.trim().str());
    }
  }
  return Names;
}

/// Whether all numbers are the same, so that it is one GPU by two names.
static bool sameNumbers(const GpuSpec &A, const GpuSpec &B) {
  return all_of(GpuSpec::fields(), [&](const GpuSpec::Field &Field) {
    const HardwareNumber &X = A.*Field.Member, &Y = B.*Field.Member;
    return X.isKnown() == Y.isKnown() && X.Value == Y.Value;
  });
}

Expected<std::shared_ptr<const GpuSpec>>
GpuPool::find(const std::string &Name) {
  Expected<GpuSpec> Gpu = findGpu(Name);
  if (!Gpu)
    return Gpu.takeError();
  if (Error E = changeNumbers(*Gpu, Changes))
    return usageError("--set: " + toString(std::move(E)));
  auto Same = find_if(
      Gpus, [&](const auto &Other) { return Other->Name == Gpu->Name; });
  if (Same == Gpus.end()) {
    Gpus.push_back(std::make_shared<GpuSpec>(std::move(*Gpu)));
    return Gpus.back();
  }
  if (!sameNumbers(**Same, *Gpu))
    return usageError("--gpu '" + Name +
                      "': another GPU with other "
                      "numbers is called " +
                      Gpu->Name + ", too");
  return *Same;
}

Expected<std::vector<std::shared_ptr<const GpuSpec>>>
GpuPool::list(const std::vector<std::string> &Given) {
  auto Names = gpuNamesOf(Given);
  if (!Names)
    return Names.takeError();
  std::vector<std::shared_ptr<const GpuSpec>> Result;
  for (const std::string &Name : *Names) {
    auto Gpu = find(Name);
    if (!Gpu)
      return Gpu.takeError();
    if (!is_contained(Result, *Gpu))
      Result.push_back(std::move(*Gpu));
  }
  return Result;
}
