//===- ChooseKernel.cpp - For subcommands about one kernel ----------------===//

#include "tool/ChooseKernel.h"
#include "tool/OptionValues.h"

using namespace llvm;
using namespace kernelcast;

Expected<const KernelReport *> kernelcast::chooseKernel(const Report &Result,
                                                        StringRef Purpose) {
  std::vector<const KernelReport *> Kernels;
  for (const FileReport &File : Result.Files)
    for (const KernelReport &Kernel : File.Kernels)
      Kernels.push_back(&Kernel);
  if (Kernels.empty())
    return usageError("no kernel to " + Purpose.str());
  if (Kernels.size() > 1) {
    std::string Names;
    constexpr size_t Most = 8;
    for (const KernelReport *Kernel : ArrayRef(Kernels).take_front(Most))
      Names += (Names.empty() ? "" : ", ") + Kernel->QualifiedName;
    return usageError("choose one kernel with --kernel: " + Names +
                      (Kernels.size() > Most ? ", ..." : ""));
  }
  if (Kernels[0]->Launches.empty())
    return usageError("kernel " + Kernels[0]->QualifiedName +
                      " is not modelled: " +
                      (Kernels[0]->Reasons.empty() ? "no reason is known"
                                                   : Kernels[0]->Reasons[0]));
  return Kernels[0];
}
