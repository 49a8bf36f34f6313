//===- PageBanks.cpp - The banks of shared memory, for pictures -----------===//

#include "tool/report/html/PageBanks.h"
#include "llvm/Support/JSON.h"
#include <map>

using namespace llvm;
using namespace kernelcast;

void kernelcast::writeBanks(const Report &Result, raw_ostream &OS) {
  std::map<std::string, const GpuSpec *> Gpus;
  for (const std::shared_ptr<const GpuSpec> &Gpu : Result.Gpus)
    Gpus.emplace(Gpu->Name, Gpu.get());
  for (const FileReport &File : Result.Files)
    for (const KernelReport &Kernel : File.Kernels)
      for (const LaunchReport &Launch : Kernel.Launches)
        if (Launch.Gpu)
          Gpus.emplace(Launch.Gpu->Name, Launch.Gpu.get());
  json::OStream Json(OS);
  Json.object([&] {
    for (const auto &[Name, Gpu] : Gpus) {
      const bool Halves = Gpu->Banks == BankRule::HalfWarp16;
      const auto Known = static_cast<uint64_t>(Gpu->NumBanks.Value);
      Json.attributeObject(json::fixUTF8(Name), [&] {
        Json.attribute("banks", Known ? Known : Halves ? 16u : 32u);
        if (Halves)
          Json.attribute("lanes", 16);
      });
    }
  });
}
