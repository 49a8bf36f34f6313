// A reason says where it stands: in another file than the kernel with the file's
// name, in a header that the tool brings with the place of the kernel's own call.
//
// RUN: facts %s | FileCheck %s

#include "Inputs/unknown_assembly.h"
#include <cub/cub.cuh>

// CHECK: kernel elsewhere partial
// CHECK-NEXT: reason inline assembly: multimem.st.global.u32, which is not understood at unknown_assembly.h:2:3
__global__ void elsewhere() { waits(); }

// CHECK: kernel own partial
// CHECK-NEXT: reason inline assembly: exit, which is not understood at [[@LINE+1]]:25
__global__ void own() { cub::ThreadExit(); }
