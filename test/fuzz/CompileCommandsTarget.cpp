//===- CompileCommandsTarget.cpp - Fuzzing compilation databases ----------===//
//
// The input is a compile_commands.json. The commands of one file are looked up
// in it and their flags translated.
//===----------------------------------------------------------------------===//

#include "FuzzInput.h"
#include "analysis/frontend/Frontend.h"
#include "analysis/frontend/NvccFlags.h"

using namespace llvm;
using namespace kernelcast;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  static FuzzFile Database("compile_commands.json");
  Database.write(fuzzText(Data, Size));
  auto Jobs = jobsFromDatabase(Database.folder(), "/src/kernel.cu");
  if (!Jobs) {
    consumeError(Jobs.takeError());
    return 0;
  }
  vfs::InMemoryFileSystem Files;
  for (const CompileJob &Job : *Jobs)
    consumeError(translateArguments(Job.Arguments, Files).takeError());
  return 0;
}
