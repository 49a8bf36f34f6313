//===- SassListingTarget.cpp - Fuzzing listings of machine code -----------===//
//
// The input is a listing. What can be read of it has to be consistent: every
// function is found by its mangled name or there are several, its graph has
// blocks that lie in it, and what each instruction reads and writes are
// registers.
//===----------------------------------------------------------------------===//

#include "FuzzInput.h"
#include "analysis/sass/CodeFlow.h"
#include "analysis/sass/RegisterUse.h"

using namespace llvm;
using namespace kernelcast;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  ProcessorTimeLimit Limit;
  auto Listing = parseSassListing(fuzzText(Data, Size), "a.sass");
  if (!Listing) {
    consumeError(Listing.takeError());
    return 0;
  }
  for (const SassFunction &Function : Listing->functions()) {
    auto Found = Listing->find(Function.Name.Mangled, Function.Architecture);
    if (!Found)
      consumeError(Found.takeError());
    if (!Function.registers() || !Function.codeBytes())
      abort();
    for (const SassInstruction &I : Function.Instructions) {
      const RegisterUse Use =
          registerUse(I, opcodeFacts(I.mnemonic(), Function.Architecture));
      for (CodeRegister R : Use.Reads)
        if (R >= NumCodeRegisters)
          abort();
      for (CodeRegister R : Use.Writes)
        if (R >= NumCodeRegisters)
          abort();
    }
    auto Flow = codeFlow(Function);
    if (!Flow) {
      consumeError(Flow.takeError());
      continue;
    }
    for (const CodeBlock &Block : Flow->Blocks)
      if (Block.First >= Block.End || Block.End > Function.Instructions.size())
        abort();
  }
  return 0;
}
