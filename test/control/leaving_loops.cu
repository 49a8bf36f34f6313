// break, continue and return in a loop over k < 8; one warp t = 0..31.
//
//   break at k == t       lane t runs bodies 0..min(t, 8) - 1 after the test:
//                         t = 0: 0, 1: 1, ... 7: 7, t >= 8: 8. a[k] in
//                         iterations 0..7: 8 warp executions, lanes
//                         (0 + 1 + ... + 7) + 24 * 8 = 220
//   continue for odd k    b[k] in 4 iterations, whole warp: 128 lanes
//   return at k == 4 of lanes t < 16:
//                         c[k] before the test: iterations 0..4 with 32 lanes,
//                         5..7 with 16: 8 warps, 160 + 48 = 208 lanes
//   d[t] behind it        16 lanes: words 16..31: 2 sectors
//
// RUN: facts %s --grid 1 --block 32 | FileCheck %s
// CHECK: load a[k] {{.*}} warps 8 lanes 220 sectors 8 lines 8 transactions 8 exact
// CHECK: load b[k] {{.*}} warps 4 lanes 128 sectors 4 lines 4 transactions 4 exact
// CHECK: load c[k] {{.*}} warps 8 lanes 208 sectors 8 lines 8 transactions 8 exact
// CHECK: store d[t] {{.*}} warps 1 lanes 16 sectors 2 lines 1 transactions 2 exact

__global__ void leaving(const float *a, const float *b, const float *c,
                        float *d) {
  int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < 8; ++k) {
    if (k == t)
      break;
    sum += a[k];
  }
  for (int k = 0; k < 8; ++k) {
    if (k & 1)
      continue;
    sum += b[k];
  }
  for (int k = 0; k < 8; ++k) {
    sum += c[k];
    if (k == 4 && t < 16)
      return;
  }
  d[t] = sum;
}
