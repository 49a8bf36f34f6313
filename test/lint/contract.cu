// What a comment above a kernel promises is held to what the launches do.
//
// RUN: not kernelcast lint %s --checks='-*,kernelcast-contract' --registers 32 > %t.txt 2>%t.err
// RUN: FileCheck %s < %t.txt
// RUN: FileCheck %s --check-prefix=COUNT < %t.txt
// COUNT-NOT: in kept,
// COUNT: {{^}}8 errors and 0 warnings in 6 kernels, 1 more suppressed
//
// A contract that belongs to nothing is not passed over.
// RUN: FileCheck %s --check-prefix=STRAY < %t.err
// STRAY: contract.cu:[[#@LINE+9]]:16: warning: this contract stands above no kernel
// STRAY: contract.cu:[[#@LINE+10]]:28: warning: this contract stands above no kernel
// STRAY: contract.cu:[[#@LINE+11]]:16: warning: this contract stands above no kernel
// STRAY-NOT: stands above no kernel
// RUN: not kernelcast lint %s --checks='-*,kernelcast-contract' --kernel slow 2>&1 | FileCheck %s --check-prefix=ONE
// ONE-NOT: stands above no kernel
// ONE: 1 error and 0 warnings in 1 kernel

#define WORK(x) (x * x * x + x)
// kernelcast: registers <= 10

int device; // kernelcast: registers <= 11

// kernelcast: registers <= 13

#ifdef NEVER
// kernelcast: registers <= 12
__global__ void never(float *out) { *out = 0; }
#endif

// A tile of rows of 32 floats, read by columns: 32 words of one bank, 32 cycles;
// rows of 33 spread them over all banks. Lanes of the store lie 4096 bytes apart,
// 32 sectors; those of the load are neighbours, 128 bytes, 4 sectors. Each
// instance has to keep the template's contracts.
//
// CHECK-DAG: .cu:[[#@LINE+3]]:16: error: contract 'bank_degree(tile) <= 1' is broken: it is 32 (exact) [kernelcast-contract]
// CHECK-DAG: {{^ *}}[[#@LINE+2]] | // kernelcast: bank_degree(tile) <= 1;
// CHECK-DAG: {{^ *}}|                ^~~~~~~~~~~~~~~~~~~~~~{{$}}
// kernelcast: bank_degree(tile) <= 1; sectors_per_warp(load in) <= 4;
// CHECK-DAG: .cu:[[#@LINE+2]]:18: error: contract 'sectors_per_warp(store out) < 32' is broken: it is 32 (exact)
/* Starred lines, and what stands in front of the name, count as well:
   kernelcast:   sectors_per_warp(store out) < 32; divergence == 0 */
template <int Pad>
// CHECK-DAG: .cu:[[#@LINE+1]]:16: error: contract 'registers == 33' is broken: it is 32 (exact)
// kernelcast: registers == 33; registers >= 32
__global__ void transpose(float *out, const float *in) {
  __shared__ float tile[32][32 + Pad];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  tile[threadIdx.y][threadIdx.x] = in[y * 1024 + x];
  __syncthreads();
  // CHECK-DAG: .cu:[[#@LINE+3]]:23: note: the worst one: the load of tile[threadIdx.x][threadIdx.y] takes up to 32 times as many cycles as without conflicts
  // CHECK-DAG: .cu:[[#@LINE+2]]:3: note: the store to out[x * 1024 + y] touches 32 sectors a warp, 4 would do
  // CHECK-DAG: note: in transpose<1>, launched with grid 32x32 and block 32x32
  out[x * 1024 + y] = tile[threadIdx.x][threadIdx.y];
}

// Half of the lanes of every warp go each way. 24 warps of 768 threads are all
// that fits where there is room for 32: 75 %.
// CHECK-DAG: .cu:[[#@LINE+2]]:16: error: contract 'divergence <= 99.5%' is broken: it is 100 % (exact)
// CHECK-DAG: .cu:[[#@LINE+1]]:37: error: contract 'occupancy >= 76' is broken: it is 75 % (exact)
// kernelcast: divergence <= 99.5%; occupancy >= 76; occupancy >= 75%; divergence > 99
__global__ void odd(float *out) {
  float x = threadIdx.x;
  // CHECK-DAG: note: 24 of 32 warps fit on an SM, limited by
  // CHECK-DAG: .cu:[[#@LINE+1]]:7: note: in 100 % of the warps that test 'threadIdx.x % 2' the lanes disagree
  if (threadIdx.x % 2)
    for (int k = 0; k < 100; ++k)
      x = WORK(x);
  out[blockIdx.x * blockDim.x + threadIdx.x] = x;
}

// All that a contract can say, and it holds: 2^24 threads move 128 MiB, which
// takes less than a second; half of them 64 MiB, which 2 TB/s would need 0.033 ms
// for.
// kernelcast: time(a100-pcie-40gb, n=1<<24) <= 1s; time(a100-pcie-40gb, n=2^20*16, block=128) > 0.033ms
// kernelcast: bank_degree <= 1; sectors_per_warp(load in) == 4; divergence < 1%
__global__ void kept(float *out, const float *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = in[i];
}

// The same 128 MiB in a microsecond.
// CHECK-DAG: .cu:[[#@LINE+2]]:16: error: contract 'time(v100-pcie-32gb, n=(1<<23)+(1<<23)) <= 1us' is broken: [[TIME:0[.][0-9]+]] ms are predicted, with counts that are exact
// CHECK-DAG: note: the largest part of it is {{.+}}: {{0[.][0-9]+ ms|[0-9.]+ us}} of [[TIME]] ms by the model {{.+}}
// kernelcast: time(v100-pcie-32gb, n=(1<<23)+(1<<23)) <= 1us
// CHECK-DAG: note: in slow, launched with grid 65536 and block 256
__global__ void slow(float *out, const float *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    // CHECK-DAG: note: the costliest access: the {{.*}} touches 4 sectors a warp, 4 would do
    out[i] = in[i];
}

// NOLINTNEXTLINE(kernelcast-contract)
// kernelcast: sectors_per_warp(store out) <= 3
__global__ void quiet(float *out) {
  out[blockIdx.x * blockDim.x + threadIdx.x] = 0;
}

void run(float *a, float *b, int n) {
  transpose<0><<<dim3(32, 32), dim3(32, 32)>>>(a, b);
  transpose<1><<<dim3(32, 32), dim3(32, 32)>>>(a, b);
  odd<<<64, 768>>>(a);
  kept<<<65536, 256>>>(a, b, 1 << 24);
  slow<<<(n + 255) / 256, 256>>>(a, b, n);
  quiet<<<64, 256>>>(a);
}
// The same in SARIF, which has a run for the contract's own GPU, and in JSON,
// where every contract has a fingerprint of its own.
// RUN: not kernelcast lint %s --checks='-*,kernelcast-contract' --registers 32 --format sarif -o %t.sarif 2>/dev/null
// RUN: /usr/bin/python3 %S/Inputs/validate_sarif.py %t.sarif | FileCheck %s --check-prefix=SARIF --implicit-check-not=invalid:
// SARIF: kernelcast/rtx-2080-ti/
// SARIF: kernelcast/v100-pcie-32gb/
// RUN: not kernelcast lint %s --checks='-*,kernelcast-contract' --registers 32 --format json -o %t.json 2>/dev/null
// RUN: python3 %S/Inputs/findings.py %t.json fingerprint | sort | uniq -c | FileCheck %s --check-prefix=PRINTS
// PRINTS-NOT: {{^ *[2-9]}}
//
// The time is the one that predict has for this launch.
// RUN: kernelcast predict %s --kernel slow --gpu v100-pcie-32gb --arg n=2^24 --registers 32 --format json 2>/dev/null | python3 -c "import json, sys; t = json.load(sys.stdin)['files'][0]['kernels'][0]['launches'][0]['predictions'][0]['time_s']; print('broken: %%.3f ms are predicted' %% (t * 1e3))" > %t.time
// RUN: grep -F -f %t.time %t.txt
