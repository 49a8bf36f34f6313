// Where the number of registers comes from, strongest first: --registers, the
// compiler's log, -maxrregcount as a cap, an estimate that says so.
//
// RUN: rm -rf %t && mkdir %t
// RUN: echo "ptxas info    : Compiling entry function '_Z4copyPKfPf' for 'sm_75'" > %t/log
// RUN: echo "ptxas info    : Function properties for _Z4copyPKfPf" >> %t/log
// RUN: echo "    0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads" >> %t/log
// RUN: echo "ptxas info    : Used 37 registers, 368 bytes cmem[0]" >> %t/log
// RUN: facts %s --ptxas-log %t/log | FileCheck %s --check-prefix=LOG
// LOG-NOT: assumed registers
// LOG: registers 37 ptxas
// RUN: facts %s --ptxas-log %t/log --registers 50 | FileCheck %s --check-prefix=OPTION
// OPTION: registers 50 option
// RUN: facts %s | FileCheck %s --check-prefix=ESTIMATE
// ESTIMATE: assumed registers per thread = {{[0-9]+}} (estimated
// ESTIMATE: registers {{[0-9]+}} ast

__global__ void copy(const float *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i];
}

void run(float *p) { copy<<<64, 256>>>(p, p); }
