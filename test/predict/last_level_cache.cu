// A cache behind the L2. Four times 32768 threads read 8 MiB, row by row, and
// write 128 KiB. An L2 of 2 MiB has hardly anything of a row when its turn comes
// again; the Infinity Cache of 32 MiB has all: 8 MiB come from memory once, and
// what is stored goes there.
//
// RUN: kernelcast predict %s --gpu w6600 --format json 2>/dev/null | FileCheck %s
// CHECK: "l2_bytes": 33685504,
// CHECK-NEXT: "dram_bytes": 8519680,
// CHECK: "l2_hit": 0.02
// CHECK: "l3_hit": 0.74
//
// It is fed at its own bandwidth, which --explain names.
// RUN: kernelcast predict %s --gpu w6600 --explain 2>/dev/null | FileCheck %s --check-prefix=EXPLAINED
// EXPLAINED: hits L1 0 %, L2 3 %, L3 74 % (estimate)
// EXPLAINED: bw_L3 9.93e+11 B/s
// EXPLAINED: bytes DRAM 8.51968e+06 bytes
// EXPLAINED: bytes L3 3.2
//
// Without a bandwidth, or without a size, nobody knows what it serves.
// RUN: kernelcast predict %s --gpu w6600 --set l3_size=2097152 --format json 2>/dev/null | FileCheck %s --check-prefix=NONE
// RUN: kernelcast predict %s --gpu rx-9070-xt --set l2_size=2097152 --format json 2>/dev/null | FileCheck %s --check-prefix=UNKNOWN
// NONE-NOT: l3_hit
// NONE: "dram_bytes": 3{{[0-9]+}}
// UNKNOWN: "dram_bytes": 3{{[0-9]+}}
// UNKNOWN-NOT: l3_hit
__global__ void rows(float *out, const float *in) {
  int i = blockIdx.x * 256 + threadIdx.x;
  float sum = 0;
#pragma unroll 1
  for (int round = 0; round < 4; ++round)
#pragma unroll 1
    for (int k = 0; k < 64; ++k)
      sum += in[k * 32768 + i];
  out[i] = sum;
}
void run(float *out, const float *in) { rows<<<128, 256>>>(out, in); }
