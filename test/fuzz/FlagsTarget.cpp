//===- FlagsTarget.cpp - Fuzzing the translation of compiler flags --------===//
//
// The input is a list of nvcc's or Clang's arguments, one a line; what follows
// a line "---" is the text of the response file all.rsp.
//===----------------------------------------------------------------------===//

#include "FuzzInput.h"
#include "analysis/frontend/CompilerArguments.h"

using namespace llvm;
using namespace kernelcast;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  auto [Lines, Response] = fuzzText(Data, Size).split("\n---\n");
  vfs::InMemoryFileSystem Files;
  Files.addFile("/all.rsp", 0, MemoryBuffer::getMemBufferCopy(Response));
  Files.setCurrentWorkingDirectory("/");
  auto Translated = translateArguments(fuzzLines(Lines), Files);
  if (!Translated) {
    consumeError(Translated.takeError());
    return 0;
  }
  auto Found = languageOf("kernel.cu", *Translated);
  if (!Found) {
    consumeError(Found.takeError());
    return 0;
  }
  commonArguments(*Found, Translated->CxxStandard,
                  Translated->ComputeCapability, Translated->FastMath);
  return 0;
}
