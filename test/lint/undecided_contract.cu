// A contract of a fact that is not known is neither kept nor broken: a warning
// of its own, so that nobody takes it for kept.
//
// RUN: kernelcast lint %s --checks='-*,kernelcast-*contract' > %t.txt 2>/dev/null
// RUN: FileCheck %s < %t.txt
// RUN: FileCheck %s --check-prefix=CLEAN < %t.txt
// CLEAN-NOT: error:
// CLEAN-NOT: 'bank_degree(tile) <= 32'
// CLEAN-NOT: 'registers <= 1000'
// CLEAN-NOT: 'occupancy <= 100%'
// CLEAN-NOT: 'time(titan-v, n=8) <= 1s'
// CLEAN: {{^}}0 errors and 13 warnings in
// RUN: not kernelcast lint %s --checks='-*,kernelcast-*contract' --fail-on warning > /dev/null 2>&1
// RUN: kernelcast lint %s --checks='-*,kernelcast-contract' --fail-on warning > /dev/null 2>&1
// RUN: kernelcast lint %s --checks='-*,kernelcast-*contract' --format sarif -o %t.sarif 2>/dev/null
// RUN: /usr/bin/python3 %S/Inputs/validate_sarif.py %t.sarif | FileCheck %s --check-prefix=SARIF --implicit-check-not=invalid:
// SARIF: kernelcast/rtx-2080-ti/

// The source says how many registers are estimated, not how many there are; but
// a thread never has more than 255, and an SM never more than all its warps. With
// 255, a block of 256 threads fills the register file: 8 warps of 32.
// CHECK-DAG: .cu:[[#@LINE+2]]:16: warning: contract 'registers <= 100' cannot be decided: the registers are only estimated, at {{[0-9]+}}; give --ptxas-log or --registers; it is between 1 and 255 [kernelcast-undecided-contract]
// CHECK-DAG: .cu:[[#@LINE+1]]:36: warning: contract 'occupancy >= 60%' cannot be decided: the registers are only estimated, at {{[0-9]+}}; give --ptxas-log or --registers; it is between 25 % and 100 %
// kernelcast: registers <= 100;   occupancy >= 60%; registers <= 1000; occupancy <= 100%
// CHECK-DAG: .cu:[[#@LINE+2]]:16: warning: contract 'divergence <= 10%' cannot be decided: 'in[i] > 0': condition not known: it depends on loaded data (in[i]); it is between 0 % and 100 %
// CHECK-DAG: .cu:[[#@LINE+1]]:37: warning: contract 'sectors_per_warp(store out) <= 4' cannot be decided: the store to out[key[i]]: address not known: it depends on loaded data (key[i])
// kernelcast: divergence <= 10%;   sectors_per_warp(store out) <= 4
// CHECK-DAG: .cu:[[#@LINE+1]]:16: warning: contract 'time(a100-pcie-40gb) <= 1s' cannot be decided:
// kernelcast: time(a100-pcie-40gb) <= 1s
__global__ void data(float *out, const float *in, const int *key) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float x = 1;
  if (in[i] > 0)
    for (int k = 0; k < 100; ++k)
      x = x * x + in[k];
  out[key[i]] = x;
}

// CHECK-DAG: .cu:[[#@LINE+1]]:16: warning: contract 'bank_degree <= 1' cannot be decided: nothing tells the block size
// kernelcast: bank_degree <= 1
__global__ void block(float *out) {
  __shared__ float tile[1024];
  tile[threadIdx.x] = 0;
  out[threadIdx.x] = tile[threadIdx.x];
}

// Whether a warp comes by depends on data. One that does has 32 conflicts at most.
// CHECK-DAG: .cu:[[#@LINE+1]]:16: warning: contract 'bank_degree(tile) <= 31' cannot be decided: the load of tile[threadIdx.x][threadIdx.y]: depends on data: condition at [[#@LINE+6]]:7; it is between 1 and 32 [
// kernelcast: bank_degree(tile) <= 31; bank_degree(tile) <= 32
__global__ void guarded(float *out, const float *in) {
  __shared__ float tile[32][32];
  tile[threadIdx.y][threadIdx.x] = 1;
  __syncthreads();
  if (in[threadIdx.y] > 0)
    out[threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}

// With n = 1 there are 4 sectors, with n = 8 there are 32.
// CHECK-DAG: .cu:[[#@LINE+4]]:16: warning: contract 'sectors_per_warp(load in) <= 4' cannot be decided: the load of in[i * n]: it rests on a number that nobody gave
// CHECK-DAG: .cu:[[#@LINE+3]]:51: warning: contract 'time(titan-v) <= 1s' cannot be decided: the argument n is only assumed, {{[0-9]+}}
// CHECK-DAG: note: in stride, launched with grid 4096 and block 256
// Given, it is known: time(titan-v, n=8) <= 1s.
// kernelcast: sectors_per_warp(load in) <= 4;    time(titan-v) <= 1s; time(titan-v, n=8) <= 1s
__global__ void stride(float *out, const float *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i * n];
}

// CHECK-DAG: .cu:[[#@LINE+2]]:16: warning: contract 'time(titan-v, block=256) <= 1s' cannot be decided: the grid is only assumed
// CHECK-DAG: .cu:[[#@LINE+1]]:49: warning: contract 'divergence <= 1%' cannot be decided: nothing tells the block size
// kernelcast: time(titan-v, block=256) <= 1s;  divergence <= 1%; time(titan-v, block=256, grid=32x4) <= 1s
__global__ void unlaunched(float *out) {
  out[blockIdx.x * blockDim.x + threadIdx.x] = 0;
}

// CHECK-DAG: .cu:[[#@LINE+2]]:16: warning: contract 'registers <= 8' cannot be decided: {{.+}}
// CHECK-DAG: note: in uninstantiated, of which no launch is known
// kernelcast: registers <= 8
template <class T> __global__ void uninstantiated(T *out) { *out = 0; }

// A block that does not fit has no time.
// CHECK-DAG: .cu:[[#@LINE+1]]:16: warning: contract 'time(titan-v, block=2048, grid=1) <= 1s' cannot be decided: {{.*}}2048
// kernelcast: time(titan-v, block=2048, grid=1) <= 1s
__global__ void large(float *out) { out[threadIdx.x] = 0; }

void run(float *a, float *b, int *key, int threads, int n) {
  data<<<4096, 256>>>(a, b, key);
  block<<<64, threads>>>(a);
  guarded<<<64, dim3(32, 32)>>>(a, b);
  stride<<<4096, 256>>>(a, b, n);
}
