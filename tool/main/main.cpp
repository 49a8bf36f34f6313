//===- main.cpp - kernelcast, a thin main over the library ----------------===//

#include "tool/Tool.h"

int main(int ArgumentCount, const char **Arguments) {
  // A program may be started without even its own name.
  int First = ArgumentCount > 0 ? 1 : 0;
  return kernelcast::runTool(
      llvm::ArrayRef(Arguments + First, Arguments + ArgumentCount));
}
