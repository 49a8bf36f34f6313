// A range-for over a constant array runs once for each element: 5 elements, 5
// loads of one warp: offsets 0, 1, 8, 32, 40 words. From word o the 32 lanes
// touch o..o + 31: 4 sectors if 8 divides o, else 5: 4 + 5 + 4 + 4 + 4 = 21.
// Lines: o = 0 and 32 one, the others two: 1 + 2 + 2 + 1 + 2 = 8.
//
// RUN: facts %s --grid 1 --block 32 | FileCheck %s
// CHECK: load in[t + o] {{.*}} warps 5 lanes 160 sectors 21 lines 8 transactions 21 exact

__global__ void ranges(const float *in, float *out) {
  int t = threadIdx.x;
  float sum = 0;
  constexpr int offsets[] = {0, 1, 8, 32, 40};
  for (int o : offsets)
    sum += in[t + o];
  out[t] = sum;
}
