// --what-if makes one factor perfect wherever a launch meets it. Each kernel
// with a flaw has a twin here that differs in nothing but the flaw, so that its
// time without the flaw is the twin's.
//
//   columns   lanes 128 bytes apart; rows: neighbouring lanes, 4 sectors a warp
//   crossed   lanes of a warp at one bank, 32 cycles; straight: 1 cycle
//   mixed     every other lane takes the long side, so all 8 warps of a block
//             do; apart: the last 4 warps alone
//   scattered lanes read different words of constant memory; uniform: one word
//   every     every lane's atomic goes to one address; leaders: one lane's of
//             each warp
//   indexed   a thread's array in local memory, for an index that is no
//             constant
//
// RUN: kernelcast predict %s --what-if --format json -o %t.json
// RUN: python3 %S/Inputs/if_perfect.py %t.json columns:coalesced:rows crossed:no-bank-conflicts:straight mixed:no-divergence:apart scattered:uniform-constants:uniform every:combined-atomics:leaders | FileCheck %s
// CHECK: columns coalesced / rows = 1.00
// CHECK-NEXT: crossed no-bank-conflicts / straight = 1.00
// CHECK-NEXT: mixed no-divergence / apart = 1.00
// CHECK-NEXT: scattered uniform-constants / uniform = 1.00
// CHECK-NEXT: every combined-atomics / leaders = 1.00
//
// The flaws cost something, and a twin without a flaw gains nothing: its time
// stays as it is to the last digit. What the leaders do is a divergent branch.
// CHECK-NEXT: columns gains by coalesced
// CHECK-NEXT: rows gains by nothing
// CHECK-NEXT: crossed gains by no-bank-conflicts
// CHECK-NEXT: straight gains by nothing
// CHECK-NEXT: mixed gains by no-divergence
// CHECK-NEXT: apart gains by nothing
// CHECK-NEXT: scattered gains by uniform-constants
// CHECK-NEXT: uniform gains by nothing
// CHECK-NEXT: every gains by combined-atomics
// CHECK-NEXT: leaders gains by no-divergence
// CHECK-NEXT: indexed gains by {{.*}}no-local-memory
//
// On the screen only what gains something has a time.
// RUN: kernelcast predict %s --kernel columns --what-if | FileCheck %s --check-prefix=TEXT
// TEXT: what if one factor were perfect
// TEXT-NEXT: predicted saved
// TEXT-NEXT: coalesced {{.*}} %
// TEXT-NEXT: nothing saved by no-bank-conflicts, no-divergence, no-local-memory,
// TEXT-SAME: uniform-constants,
// TEXT-NEXT: combined-atomics, full-occupancy
//
// A list keeps the factors in it, each once and the largest gain first; equal
// ones in the order of the documentation.
// RUN: kernelcast predict %s --kernel mixed --what-if=full-occupancy,coalesced,no-divergence,coalesced --format json | FileCheck %s --check-prefix=LIST
// LIST: "if_perfect": [
// LIST-NEXT: {
// LIST-NEXT: "factor": "no-divergence",
// LIST-NEXT: "time_s": {{.*}},
// LIST-NEXT: "gain": 0.
// LIST-NEXT: },
// LIST-NEXT: {
// LIST-NEXT: "factor": "coalesced",
// LIST-NEXT: "time_s": {{.*}},
// LIST-NEXT: "gain": 0{{$}}
// LIST-NEXT: },
// LIST-NEXT: {
// LIST-NEXT: "factor": "full-occupancy",
// LIST-NEXT: "time_s": {{.*}},
// LIST-NEXT: "gain": 0{{$}}
// LIST-NEXT: }
// LIST-NEXT: ]
//
// Nobody who does not ask sees any of it.
// RUN: kernelcast predict %s --format json | FileCheck %s --check-prefix=UNASKED
// UNASKED-NOT: if_perfect
// RUN: not kernelcast predict %s --what-if=coalesced,fast 2>&1 | FileCheck %s --check-prefix=NAME
// NAME: error: --what-if 'fast': must be coalesced, no-bank-conflicts, no-divergence, no-local-memory, uniform-constants, combined-atomics or full-occupancy
// RUN: not kernelcast predict %s --what-if= 2>&1 | FileCheck %s --check-prefix=EMPTY
// EMPTY: error: --what-if '': must be coalesced,
// RUN: not kernelcast lint %s --what-if 2>&1 | FileCheck %s --check-prefix=LINT
// LINT: error: unknown option '--what-if' of lint

__global__ void columns(float *out) {
  out[(blockIdx.x * 32 + threadIdx.x) * 32 + threadIdx.y] = 1;
}
__global__ void rows(float *out) {
  out[(blockIdx.x * 32 + threadIdx.y) * 32 + threadIdx.x] = 1;
}

__global__ void crossed(float *out) {
  __shared__ float tile[32][32];
  for (int i = 0; i < 64; ++i) {
    tile[threadIdx.x][threadIdx.y] += 1;
    __syncthreads();
  }
  out[(blockIdx.x * 32 + threadIdx.y) * 32 + threadIdx.x] = tile[0][0];
}
__global__ void straight(float *out) {
  __shared__ float tile[32][32];
  for (int i = 0; i < 64; ++i) {
    tile[threadIdx.y][threadIdx.x] += 1;
    __syncthreads();
  }
  out[(blockIdx.x * 32 + threadIdx.y) * 32 + threadIdx.x] = tile[0][0];
}

__global__ void mixed(float *out) {
  float x = threadIdx.x;
  if (threadIdx.x & 1)
    for (int i = 0; i < 1024; ++i)
      x = x * 0.5f + 1;
  out[blockIdx.x * 256 + threadIdx.x] = x;
}
__global__ void apart(float *out) {
  float x = threadIdx.x;
  if (threadIdx.x & 128)
    for (int i = 0; i < 1024; ++i)
      x = x * 0.5f + 1;
  out[blockIdx.x * 256 + threadIdx.x] = x;
}

__constant__ float table[256];
__global__ void scattered(float *out) {
  float x = 0;
  for (int i = 0; i < 64; ++i)
    x += table[threadIdx.x ^ i];
  out[blockIdx.x * 256 + threadIdx.x] = x;
}
__global__ void uniform(float *out) {
  float x = 0;
  for (int i = 0; i < 64; ++i)
    x += table[blockIdx.x ^ i];
  out[blockIdx.x * 256 + threadIdx.x] = x;
}

__global__ void every(float *out) {
  atomicAdd(out, threadIdx.x * 0.5f);
}
__global__ void leaders(float *out) {
  if (threadIdx.x % 32 == 0)
    atomicAdd(out, threadIdx.x * 0.5f);
}

__global__ void indexed(float *out, int from) {
  float own[64];
  for (int i = 0; i < 64; ++i)
    own[(i + from) % 64] = i;
  out[blockIdx.x * 256 + threadIdx.x] = own[threadIdx.x % 64];
}

void run(float *out) {
  columns<<<4096, dim3(32, 32)>>>(out);
  rows<<<4096, dim3(32, 32)>>>(out);
  crossed<<<4096, dim3(32, 32)>>>(out);
  straight<<<4096, dim3(32, 32)>>>(out);
  mixed<<<4096, 256>>>(out);
  apart<<<4096, 256>>>(out);
  scattered<<<256, 256>>>(out);
  uniform<<<256, 256>>>(out);
  every<<<4096, 256>>>(out);
  leaders<<<4096, 256>>>(out);
  indexed<<<4096, 256>>>(out, 3);
}
