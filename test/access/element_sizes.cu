// A full warp of consecutive elements of b bytes reads 32 b bytes: b sectors
// and b / 4 lines, at least one.
//
//   char 1 B: 1, 1   short 2 B: 2, 1   double 8 B: 8, 2   float2 8 B: 8, 2
//   float4 16 B: 16, 4
//
// One component of a float4 strides 16 bytes: two lanes to a sector, 16
// sectors, four lines, although only 4 bytes a lane are wanted.
//
// RUN: facts %s --grid 1 --block 32 | FileCheck %s
// CHECK: load c[i] global 1 B warps 1 lanes 32 sectors 1 lines 1 transactions 1 exact
// CHECK: load s[i] global 2 B warps 1 lanes 32 sectors 2 lines 1 transactions 2 exact
// CHECK: load d[i] global 8 B warps 1 lanes 32 sectors 8 lines 2 transactions 8 exact
// CHECK: load f2[i].x global 4 B warps 1 lanes 32 sectors 8 lines 2 transactions 8 exact
// CHECK: load f4[i] global 16 B warps 1 lanes 32 sectors 16 lines 4 transactions 16 exact
// CHECK: load f4[i + 32].y global 4 B warps 1 lanes 32 sectors 16 lines 4 transactions 16 exact

__global__ void sizes(const char *c, const short *s, const double *d,
                      const float2 *f2, const float4 *f4, double *out) {
  int i = threadIdx.x;
  double sum = c[i];
  sum += s[i];
  sum += d[i];
  sum += f2[i].x;
  float4 v = f4[i];
  sum += v.x + v.y + v.z + v.w;
  sum += f4[i + 32].y;
  out[i] = sum;
}
