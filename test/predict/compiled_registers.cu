// Registers of NVIDIA's GPUs are estimated from the compiled code.
//
// RUN: kernelcast predict %s --counts ir --gpu rtx-2080-ti --format json -o %t.json
// RUN: FileCheck %s < %t.json
// RUN: kernelcast predict %s --counts ir --gpu rtx-2080-ti --format json -o %t.json -- -maxrregcount=32
// RUN: FileCheck %s --check-prefix=OPTION < %t.json
// RUN: kernelcast predict %s --counts ast --gpu rtx-2080-ti --format json -o %t.json
// RUN: FileCheck %s --check-prefix=SOURCE < %t.json
// SOURCE: "registers_source": "ast"
// SOURCE-NOT: spill_bytes_per_thread

/// A barrier that N loads come before and N stores behind: N registers for the
/// values and one for the stack pointer at least, and at most nine more for two
/// addresses and indices.
template <int N> __device__ void acrossBarrier(float *out, const float *in) {
  float v[N];
#pragma unroll
  for (int i = 0; i < N; ++i)
    v[i] = in[i];
  __syncthreads();
#pragma unroll
  for (int i = 0; i < N; ++i)
    out[i] = v[i];
}

// From 41 to 50 registers, no limit but 255; of 32 that the option leaves, 9 to 18
// are missing, which are 36 to 72 bytes.
// CHECK: "name": "unbounded"
// CHECK: "what": "registers per thread",
// CHECK-NEXT: "value": "{{4[1-9]|50}}",
// CHECK-NEXT: "why": "estimated; --ptxas-log gives the compiler's count"
// CHECK: "registers_per_thread": {{4[1-9]|50}},
// CHECK-NEXT: "registers_source": "ir",
// CHECK: "spill_bytes_per_thread": 0
// OPTION: "name": "unbounded"
// OPTION: "registers_per_thread": 32,
// OPTION-NEXT: "registers_source": "ir",
// OPTION: "spill_bytes_per_thread": {{36|4[048]|5[26]|6[048]|72}}
__global__ void unbounded(float *out, const float *in) {
  acrossBarrier<40>(out, in);
}

// 65536 registers for two blocks of 1024 threads are 32 each.
// CHECK: "name": "twoBlocks"
// CHECK: "registers_per_thread": 32,
// CHECK-NEXT: "registers_source": "ir",
// CHECK: "spill_bytes_per_thread": {{36|4[048]|5[26]|6[048]|72}}
__global__ void __launch_bounds__(1024, 2)
    twoBlocks(float *out, const float *in) {
  acrossBarrier<40>(out, in);
}

// For one block they are 64, and the option does not hold for a kernel that has
// bounds.
// CHECK: "name": "oneBlock"
// CHECK: "registers_per_thread": {{4[1-9]|50}},
// CHECK: "spill_bytes_per_thread": 0
// OPTION: "name": "oneBlock"
// OPTION: "registers_per_thread": {{4[1-9]|50}},
// OPTION: "spill_bytes_per_thread": 0
__global__ void __launch_bounds__(1024) oneBlock(float *out, const float *in) {
  acrossBarrier<40>(out, in);
}

// 81 registers and more of 1024 threads are more than there are. That is an estimate, so
// that the launch is not refused, and the ledger says what it means.
// CHECK: "name": "tooMany"
// CHECK: "what": "registers per thread",
// CHECK-NEXT: "value": "64",
// CHECK-NEXT: "why": "the most with which a block fits; {{8[1-9]|90}} are estimated, with which the launch fails for want of registers; --ptxas-log gives the compiler's count"
// CHECK: "problems": []
// CHECK: "blocks_per_sm": 1,
// CHECK: "registers_per_thread": 64,
__global__ void tooMany(float *out, const float *in) {
  acrossBarrier<80>(out, in);
}

// An array that is indexed stays in memory: 64 bytes.
// CHECK: "name": "indexed"
// CHECK: "spill_bytes_per_thread": 64
__global__ void indexed(float *out, const int *in, int n) {
  float v[16] = {};
  for (int i = 0; i < n; ++i)
    v[in[i] & 15] += 1.0f;
  out[threadIdx.x] = v[in[n] & 15];
}

void run() {
  float *p;
  cudaMalloc(&p, 64 << 20);
  unbounded<<<1, 64>>>(p, p + 1024);
  twoBlocks<<<1, 1024>>>(p, p + 1024);
  oneBlock<<<1, 1024>>>(p, p + 1024);
  tooMany<<<1, 1024>>>(p, p + 1024);
  indexed<<<1, 64>>>(p, (int *)p + 1024, 10);
}
