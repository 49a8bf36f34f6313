// The same faults in OpenCL, one a kernel. Lanes lie 128 bytes apart where loads
// are made again, so that each of a warp touches 32 sectors.
//
// RUN: not kernelcast lint %s --model mwp-cwp --block 256 --grid 65536 --arg n=16 --arg m=64 \
// RUN:   --checks='*,-kernelcast-uncoalesced-access' > %t.txt
// RUN: FileCheck %s < %t.txt

__kernel void shifted(__global float *a) {
  int i = get_global_id(0);
  // CHECK-DAG: .cl:[[#@LINE+1]]:10: error: {{.*}} reads byte {{[0-9]+}} of a, which {{.*}} writes, and nothing orders the blocks [kernelcast-global-race]
  a[i] = a[i + 1];
}

// CHECK-DAG: .cl:[[#@LINE+1]]:65: warning: scale is only read, but without const restrict a load of it is made again, since the store to out[k * 65536 + i] may change it; {{.*}} [kernelcast-missing-restrict]
__kernel void looped(__global float *out, __global const float *scale, int n) {
  int i = get_global_id(0);
  for (int k = 0; k < n; ++k)
    out[k * 65536 + i] = scale[32 * i];
}

__kernel void reset(__global float *out, __global float *scale, int n) {
  int i = get_global_id(0);
  for (int k = 0; k < n; ++k)
    // CHECK-DAG: .cl:[[#@LINE+1]]:{{[0-9]+}}: warning: load of scale[32 * i] is the same in all iterations of the loop, and is made in each{{.*}} [kernelcast-invariant-load]
    out[k * 65536 + i] = scale[32 * i];
  scale[32 * i] = 0;
}

__kernel void twice(__global float *out, __global float *in) {
  int i = get_global_id(0);
  out[i] = in[32 * i];
  // CHECK-DAG: .cl:[[#@LINE+1]]:{{[0-9]+}}: warning: load of in[32 * i] repeats an earlier one{{.*}} [kernelcast-repeated-load]
  out[i + 65536] = in[32 * i] * 2;
  in[32 * i] = 0;
}

__kernel void lookup(__global float *out, __constant float *table) {
  int i = get_global_id(0);
  // CHECK-DAG: .cl:[[#@LINE+1]]:{{[0-9]+}}: warning: load of table[get_local_id(0)] reads 32 words of constant memory a warp{{.*}} [kernelcast-scattered-constant]
  out[i] = table[get_local_id(0)];
}

__kernel void divide(__global float *out, int m, int n) {
  int i = get_global_id(0);
  float s = 0;
  for (int k = 0; k < n; ++k)
    // CHECK-DAG: .cl:[[#@LINE+1]]:{{[0-9]+}}: warning: (i + k) / m takes some {{[0-9]+}} instructions; its divisor is the same in all threads and 64, a power of two{{.*}} [kernelcast-slow-division]
    s += (i + k) / m;
  out[i] = s;
}

typedef struct {
  float x, y, z, w, vx, vy, vz, mass;
} Particle;
__kernel void records(__global float *out, __global const Particle *p) {
  int i = get_global_id(0);
  // CHECK-DAG: .cl:[[#@LINE+1]]:{{[0-9]+}}: warning: load of p[i].x touches 32 sectors a warp, 4 would do: lanes go to one part of each of p's elements of 32 bytes{{.*}} [kernelcast-array-of-structs]
  out[i] = p[i].x;
}

__kernel void four(__global float *out, __global const float *a) {
  int i = get_global_id(0);
  // CHECK-DAG: .cl:[[#@LINE+1]]:{{[0-9]+}}: warning: load of a[4 * i] and 3 more lie side by side: one load of 16 bytes would do instead of 4{{.*}} [kernelcast-vectorizable-access]
  out[i] = a[4 * i] + a[4 * i + 1] + a[4 * i + 2] + a[4 * i + 3];
}
