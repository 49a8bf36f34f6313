// What lanes do in OpenCL, each fault beside its fixed twin. Work-groups of 256
// on a GPU with warps of 32; n is 64.
//
// RUN: not kernelcast lint %s --model mwp-cwp --block 256 --grid 4096 --arg n=64 --min-gain 0 \
// RUN:   --checks='*,-kernelcast-partial-*,-kernelcast-tail-*,-kernelcast-low-*' > %t.txt
// RUN: FileCheck %s < %t.txt
// RUN: FileCheck %s --check-prefix=CLEAN < %t.txt
// CLEAN-NOT: in fixed_
// CLEAN: {{^}}1 error and 8 warnings in 17 kernels, 2 more suppressed
// RUN: kernelcast lint %s --model mwp-cwp --block 256 --grid 4096 --kernel rows --kernel fixed_rows \
// RUN:   --checks='-*,kernelcast-misaligned-access' --model wfg \
// RUN:   | FileCheck %s --check-prefix=ROWS
// Of 1000 work-items in groups of 256 the first group has all, of 100 none has a
// work-item 255.
// RUN: not kernelcast lint %s --model mwp-cwp --kernel reversed --block 256 --global 1000 \
// RUN:   -- -cl-std=CL2.0 | FileCheck %s --check-prefix=WHOLE
// WHOLE: error: thread (0, 0, 0) reads byte 1020 of s, which thread (255, 0, 0) writes
// RUN: kernelcast lint %s --model mwp-cwp --kernel reversed --block 256 --global 100 \
// RUN:   -- -cl-std=CL2.0 | FileCheck %s --check-prefix=PARTIAL
// PARTIAL-NOT: kernelcast-shared-race
// PARTIAL: {{^}}0 errors

// Rows of 1024 floats, 32 from byte 16 on: bytes 16 to 143 lie in 5 sectors, of
// which no other warp has any.
__kernel void rows(__global float *restrict out, __global const float *restrict in) {
  int i = get_global_id(0);
  // ROWS: .cl:[[#@LINE+1]]:12: warning: load of in[i / 32 * 1024 + i % 32 + 4] touches 5 sectors a warp, 4 would do: lanes read consecutive elements, but not from the start of a sector; {{.*}} [kernelcast-misaligned-access]
  out[i] = in[i / 32 * 1024 + i % 32 + 4];
}
__kernel void fixed_rows(__global float *restrict out, __global const float *restrict in) {
  int i = get_global_id(0);
  out[i] = in[i / 32 * 1024 + i % 32 + 8];
}
// ROWS: {{^}}0 errors and 1 warning in 2 kernels

// Lanes 8 words apart want 4 of 32 banks, 8 words of each. 9 is odd: all banks.
__kernel void spread(__global float *restrict out, __global const float *restrict in) {
  __local float a[2048];
  int t = get_local_id(0);
  // CHECK-DAG: .cl:[[#@LINE+1]]:3: warning: store to a[8 * t] has up to 8-way bank conflicts: 8 cycles a warp, lanes lie 32 bytes apart; {{.*}} [kernelcast-bank-conflict]
  a[8 * t] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  // CHECK-DAG: .cl:[[#@LINE+1]]:{{[0-9]+}}: warning: load of a[8 * (255 - t)] has up to 8-way bank conflicts: 8 cycles a warp, lanes lie -32 bytes apart
  out[get_global_id(0)] = a[8 * (255 - t)];
}
__kernel void fixed_spread(__global float *restrict out, __global const float *restrict in) {
  __local float a[2304];
  int t = get_local_id(0);
  a[9 * t] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = a[9 * (255 - t)];
}
__kernel void quiet_spread(__global float *restrict out, __global const float *restrict in) {
  __local float a[2048];
  a[8 * get_local_id(0)] = in[get_global_id(0)]; // NOLINT(kernelcast-bank-conflict)
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = a[8 * (255 - get_local_id(0))]; // NOLINT
}

float work(float x, int rounds) {
  for (int k = 0; k < rounds; ++k)
    x = x * x + 0.5f;
  return x;
}
// Even and odd lanes part in every warp; then whole warps do.
__kernel void lanes(__global float *out, float x) {
  // CHECK-DAG: .cl:[[#@LINE+1]]:7: warning: 100 % of the warps that test 'get_local_id(0) % 2 == 0' have lanes on both sides of the branch; {{.*}} [kernelcast-divergent-branch]
  if (get_local_id(0) % 2 == 0)
    out[get_global_id(0)] = work(x, 500);
  else
    out[get_global_id(0)] = work(x + 1, 501);
}
__kernel void fixed_lanes(__global float *out, float x) {
  if (get_local_id(0) / 32 % 2 == 0)
    out[get_global_id(0)] = work(x, 500);
  else
    out[get_global_id(0)] = work(x + 1, 501);
}

// Work-item 0 reads word 255, byte 1020, of work-item 255.
__kernel void reversed(__global float *restrict out, __global const float *restrict in) {
  __local float s[256];
  int t = get_local_id(0);
  // CHECK-DAG: .cl:[[#@LINE+1]]:3: note: thread (255, 0, 0) writes it here
  s[t] = in[get_global_id(0)];
  // CHECK-DAG: .cl:[[#@LINE+1]]:{{[0-9]+}}: error: thread (0, 0, 0) reads byte 1020 of s, which thread (255, 0, 0) writes, and no barrier is between them [kernelcast-shared-race]
  out[get_global_id(0)] = s[255 - t];
}
__kernel void fixed_reversed(__global float *restrict out, __global const float *restrict in) {
  __local float s[256];
  int t = get_local_id(0);
  s[t] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = s[255 - t];
}

// 32 lanes add to one long; then one lane of each warp does.
__kernel void counted(__global long *restrict count, __global long *restrict out) {
  int i = get_global_id(0);
  // CHECK-DAG: .cl:[[#@LINE+1]]:12: warning: all 32 lanes of a warp go to one address, one after the other; {{.*}} [kernelcast-same-address-atomic]
  out[i] = atom_add(count, (long)i);
}
__kernel void fixed_counted(__global long *restrict count, __global long *restrict out) {
  int i = get_global_id(0);
  if (i % 32 == 0)
    out[i] = atom_add(count, (long)i);
}

// 64 floats are 256 bytes.
__kernel void polynomial(__global float *restrict out, __global const float *restrict c, int n) {
  int i = get_global_id(0);
  float s = 0;
  for (int k = 0; k < n; ++k)
    // CHECK-DAG: .cl:[[#@LINE+1]]:{{[0-9]+}}: warning: load of c[k] is one address for all threads, of an array that the kernel only reads; it lies within 256 B of it, which constant memory has room for; {{.*}} [kernelcast-uniform-load]
    s = s * i + c[k];
  out[i] = s;
}
__kernel void fixed_polynomial(__global float *restrict out, __constant float *c, int n) {
  int i = get_global_id(0);
  float s = 0;
  for (int k = 0; k < n; ++k)
    s = s * i + c[k];
  out[i] = s;
}

// 64 floats of 4 bytes.
__kernel void indexed(__global float *restrict out, __global const int *restrict index) {
  int i = get_global_id(0);
  // CHECK-DAG: .cl:[[#@LINE+1]]:9: warning: best (256 B a thread) lies in local memory, since best[index[i + k * 1048576] & 63] has an index that is no constant; {{.*}} [kernelcast-local-array]
  float best[64] = {0};
  for (int k = 0; k < 64; ++k)
    best[index[i + k * 1048576] & 63] += 1;
  for (int k = 0; k < 16; ++k)
    out[i + k * 1048576] = best[k];
}
__kernel void fixed_indexed(__global float *restrict out, __global const float *restrict in) {
  int i = get_global_id(0);
  float best[16] = {0};
  for (int k = 0; k < 16; ++k)
    best[k] += in[i + k * 1048576];
  for (int k = 0; k < 16; ++k)
    out[i + k * 1048576] = best[15 - k];
}

// 64 rounds, each with one operation of doubles.
__kernel void halved(__global float *restrict out, __global const float *restrict in) {
  float x = in[get_global_id(0)];
  for (int k = 0; k < 64; ++k)
    // CHECK-DAG: .cl:[[#@LINE+1]]:11: warning: x * 0.1 is calculated in double precision, one instruction each time, because of a number without the suffix f; {{.*}} [kernelcast-double-precision]
    x = x * 0.1;
  out[get_global_id(0)] = x;
}
__kernel void fixed_halved(__global float *restrict out, __global const float *restrict in) {
  float x = in[get_global_id(0)];
  for (int k = 0; k < 64; ++k)
    x = x * 0.5f;
  out[get_global_id(0)] = x;
}
