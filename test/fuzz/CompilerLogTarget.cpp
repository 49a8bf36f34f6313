//===- CompilerLogTarget.cpp - Fuzzing logs of `nvcc -Xptxas -v` ----------===//
//
// The input is a log; every kernel that it names must be found by its mangled
// name, and any name may be asked for.
//===----------------------------------------------------------------------===//

#include "FuzzInput.h"
#include "analysis/hardware/CompilerLog.h"

using namespace llvm;
using namespace kernelcast;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  StringRef Text = fuzzText(Data, Size);
  auto Log = parseCompilerLog(Text, "build.log");
  if (!Log) {
    consumeError(Log.takeError());
    return 0;
  }
  for (const CompiledKernel &Kernel : Log->entries()) {
    if (Log->findAll(Kernel.Mangled, "").empty())
      abort();
    Log->find(Kernel.Name, Kernel.Architecture);
    Log->find(Kernel.Demangled);
  }
  Log->find(Text.take_front(200), "7.5");
  return 0;
}
