//===- launch_module.cpp - Launches one kernel of an emulated module ------===//
//
//   launch_module MODULE KERNEL [BLOCKS [SHARED]]
//
// with 60 threads a block, the arguments (int n = 60, int *out = 60 elements)
// and two seconds. Prints what went wrong, or the first and the last element.
//===----------------------------------------------------------------------===//
#include "host/EmulatedModule.h"

#include <cstdio>
#include <cstdlib>

using namespace measure;

int main(int Count, char **Words) {
  if (Count < 3)
    return 2;
  EmulatedModule Module;
  std::string Error = Module.load(Words[1]);
  if (!Error.empty()) {
    std::printf("%s\n", Error.c_str());
    return 1;
  }
  EmulatedMemory Memory;
  int N = 60;
  int *Out = static_cast<int *>(Memory.allocate(sizeof(int) * size_t(N)));
  void *Arguments[] = {&N, &Out};
  const unsigned Blocks = Count > 3 ? unsigned(std::atoi(Words[3])) : 1;
  const size_t Shared = Count > 4 ? size_t(std::atoi(Words[4])) : 0;
  // Twice: a launch that failed must not disturb the next one.
  for (int Round = 0; Round != 2; ++Round) {
    const auto *Kernel = Module.find(Words[2]);
    if (!Kernel) {
      std::printf("no kernel\n");
      return 1;
    }
    Error = Module.launch(*Kernel, {Blocks, 1, 1}, {60, 1, 1}, Arguments,
                          Shared, Memory, 2);
    if (Error.empty())
      Error = Memory.strayWrites();
    if (Error.empty())
      std::printf("ran: %d ... %d\n", Out[0], Out[N - 1]);
    else
      std::printf("%s\n", Error.c_str());
  }
}
