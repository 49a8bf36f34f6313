// Instructions as threads execute them, in 4 blocks of 256 threads: what a
// guard or a jump's predicate switches off does not count.
//
// RUN: kernelcast predict %s --counts ir --format json -o %t.ir.json
// RUN: python3 %S/Inputs/threads.py %t.ir.json | FileCheck %s
// RUN: kernelcast predict %s --counts ast --format json -o %t.ast.json
// RUN: python3 %S/Inputs/threads.py %t.ast.json | FileCheck %s --check-prefix=AST

// 1000 threads load, compute and store. 24 leave at the guard, 1000 at the end:
// each of 1024 executes one EXIT, though every warp issues two.
__global__ void guarded(float *out, const float *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = in[i] + 1.0f;
}
// CHECK: guarded: fp32 1000, load_global 1000, store_global 1000, branch 1024
// AST: guarded: fp32 1000, load_global 1000, store_global 1000, branch 1024

// 1024 threads jump back 49 times and leave once; nobody jumps over the loop.
__global__ void looped(float *out, const float *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
#pragma unroll 1
  for (int k = 0; k < n; ++k)
    sum += in[k * 1024 + i];
  out[i] = sum;
}
// CHECK: looped: fp32 51200, load_global 51200, store_global 1024, branch 51200
// AST: looped: fp32 51200, load_global 51200, store_global 1024, branch 51200

// 256 of 1024 threads jump back 49 times; each thread leaves once, most of them
// in front of the loop.
__global__ void few(float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x % 32 >= 8)
    return;
#pragma unroll 1
  for (int k = 0; k < n; ++k)
    atomicAdd(&out[k], 1.0f * i);
}
// CHECK: few: {{.*}}, branch 13568, atomic 12800
// AST: few: {{.*}}, branch 13568, atomic 12800

// Nobody jumps to the trap, and each of 1024 threads leaves once.
__global__ void checked(float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    __trap();
  out[i] = 1;
}
// CHECK: checked: {{.*}}, branch 1024, atomic 0

// 512 threads store with a predicate and leave by the jump over the other side,
// and 512 leave behind that.
__global__ void sides(float *out, unsigned *count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x % 2 == 0)
    out[i] = 1;
  else
    atomicAdd(&count[i], 1u);
}
// CHECK: sides: {{.*}}, branch 1024, atomic 512

void run() {
  float *p;
  cudaMalloc(&p, 64 << 20);
  guarded<<<4, 256>>>(p, p + 1048576, 1000);
  looped<<<4, 256>>>(p, p + 1048576, 50);
  few<<<4, 256>>>(p, 50);
  checked<<<4, 256>>>(p, 1024);
  sides<<<4, 256>>>(p, (unsigned *)(p + 1048576));
}
