// Four stores, each of every fourth float, fill the same sectors one after the
// other: of 16 sectors that a warp loads as float4 and 4 * 16 that it stores, the
// 16 loaded and 16 of those stored are new. The L2 has seen 48 of 80, which is
// 60 %, however much of the array it can hold: all of it (64 rows of 201 KB),
// a few rounds of the loop, or one execution of the straight code.
//
// RUN: kernelcast predict %s --gpu h200 --kernel in_loop --grid 64 --block 256 --arg pitch=50304 | FileCheck %s
// RUN: kernelcast predict %s --gpu h200 --kernel in_loop --grid 8192 --block 256 --arg pitch=50304 | FileCheck %s
// RUN: kernelcast predict %s --gpu h200 --kernel in_loop --grid 8192 --block 256 --arg pitch=50304 --counts ast | FileCheck %s
// RUN: kernelcast predict %s --gpu h200 --kernel straight --grid 81920 --block 256 | FileCheck %s
// CHECK: hits L1 0 %, L2 60 %

__global__ void in_loop(float *o, const float4 *in, int pitch) {
  for (int i = threadIdx.x; i < pitch / 4; i += blockDim.x) {
    float4 v = in[blockIdx.x * (pitch / 4) + i];
    float *to = o + blockIdx.x * pitch + i * 4;
    to[0] = v.x;
    to[1] = v.y;
    to[2] = v.z;
    to[3] = v.w;
  }
}

__global__ void straight(float *o, const float4 *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float4 v = in[i];
  o[i * 4] = v.x;
  o[i * 4 + 1] = v.y;
  o[i * 4 + 2] = v.z;
  o[i * 4 + 3] = v.w;
}
