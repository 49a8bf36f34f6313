//===- CodeParts.cpp - A module in parts that need no other ---------------===//

#include "analysis/lowering/CodeParts.h"
#include "analysis/lowering/CodeReach.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace kernelcast {

std::vector<std::vector<size_t>> dealKernels(ArrayRef<GeneratedKernel> Kernels,
                                             size_t Instructions) {
  std::vector<std::vector<size_t>> Dealt;
  size_t Size = 0; // of the last part
  for (auto [Number, Kernel] : enumerate(Kernels)) {
    if (!Kernel.Function)
      continue;
    if (Dealt.empty() || Size >= Instructions) {
      Dealt.emplace_back();
      Size = 0;
    }
    Dealt.back().push_back(Number);
    for (const Function *Needed : reachedFrom(*Kernel.Function))
      Size += Needed->getInstructionCount();
  }
  return Dealt;
}

SplitCode::SplitCode(const Module &Code, ArrayRef<GeneratedKernel> Kernels,
                     ArrayRef<std::vector<size_t>> Dealt) {
  raw_svector_ostream Stream(Bitcode);
  // Some passes look at uses in their order.
  WriteBitcodeToFile(Code, Stream, /*ShouldPreserveUseListOrder=*/true);
  for (const std::vector<size_t> &Numbers : Dealt) {
    Content &Part = Parts.emplace_back();
    for (size_t Number : Numbers) {
      const Function &Kernel = *Kernels[Number].Function;
      Part.Kernels.push_back(Kernel.getName().str());
      for (const Function *Needed : reachedFrom(Kernel))
        Part.Functions.insert(Needed->getName());
    }
  }
}

Expected<CodePart> SplitCode::read(size_t Number) const {
  CodePart Part;
  Part.Context = std::make_unique<LLVMContext>();
  auto Read =
      getLazyBitcodeModule(MemoryBufferRef(Bitcode, "device code"),
                           *Part.Context, /*ShouldLazyLoadMetadata=*/true);
  if (!Read)
    return Read.takeError();
  Part.Code = std::move(*Read);
  for (Function &F : *Part.Code)
    if (!F.isDeclaration() && !Parts[Number].Functions.contains(F.getName()))
      F.deleteBody();
  if (Error E = Part.Code->materializeAll())
    return E;
  for (StringRef Name : Parts[Number].Kernels)
    Part.Kernels.push_back(Part.Code->getFunction(Name));
  keepOnly(*Part.Code, Part.Kernels);
  return Part;
}

} // namespace kernelcast
