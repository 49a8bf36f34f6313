// 32 banks of 4 bytes, one warp. Stride s words: gcd(s, 32) lanes meet in a bank
// (32 lanes over 32 / gcd banks), so 1, 2, 8, 32 and, for 33, 1. Lanes that want
// the same word share it: s[0] and s[t / 2] take one cycle.
//
// A double occupies two words: d[t] is 64 words, two in each bank. d[2 * t] is
// words 4k, 4k + 1 for k = 0..31: 64 words in 16 banks, four in each. float4: 128
// words, four in each bank. char: 32 bytes are 8 words: 1.
//
// RUN: facts %s --grid 1 --block 32 | FileCheck %s
// CHECK: load s[t] shared 4 B warps 1 lanes 32 cycles 1 degree 1 exact
// CHECK: load s[2 * t] shared 4 B warps 1 lanes 32 cycles 2 degree 2 exact
// CHECK: load s[8 * t] {{.*}} cycles 8 degree 8 exact
// CHECK: load s[32 * t] {{.*}} cycles 32 degree 32 exact
// CHECK: load s[33 * t] {{.*}} cycles 1 degree 1 exact
// CHECK: load s[0] {{.*}} cycles 1 degree 1 exact
// CHECK: load s[t / 2] {{.*}} cycles 1 degree 1 exact
// CHECK: load d[t] shared 8 B {{.*}} cycles 2 degree 2 exact
// CHECK: load d[2 * t] shared 8 B {{.*}} cycles 4 degree 4 exact
// CHECK: load q[t] shared 16 B {{.*}} cycles 4 degree 4 exact
// CHECK: load c[t] shared 1 B {{.*}} cycles 1 degree 1 exact
//
// CC 1.3: 16 banks, half-warps: twice gcd(s, 16). s[t / 2]: 8 words in 8 banks,
// two lanes each; one word is broadcast, the 7 other lanes need a second step: 2
// + 2. A double is two requests with stride 2 words: 2 halves * 2 requests * 2.
//
// RUN: facts %s --grid 1 --block 32 --gpu gtx-280 | FileCheck %s --check-prefix=CC13
// CC13: load s[t] {{.*}} cycles 2 degree 1 exact
// CC13: load s[2 * t] {{.*}} cycles 4 degree 2 exact
// CC13: load s[8 * t] {{.*}} cycles 16 degree 8 exact
// CC13: load s[32 * t] {{.*}} cycles 32 degree 16 exact
// CC13: load s[33 * t] {{.*}} cycles 2 degree 1 exact
// CC13: load s[0] {{.*}} cycles 2 degree 1 exact
// CC13: load s[t / 2] {{.*}} cycles 4 degree 2 exact
// CC13: load d[t] {{.*}} cycles 8 degree

__global__ void banks(float *out) {
  __shared__ float s[1056];
  __shared__ double d[64];
  __shared__ float4 q[32];
  __shared__ char c[32];
  int t = threadIdx.x;
  float sum = s[t];
  sum += s[2 * t];
  sum += s[8 * t];
  sum += s[32 * t];
  sum += s[33 * t];
  sum += s[0];
  sum += s[t / 2];
  sum += d[t];
  sum += d[2 * t];
  float4 v = q[t];
  sum += v.x + v.y + v.z + v.w;
  sum += c[t];
  out[t] = sum;
}
