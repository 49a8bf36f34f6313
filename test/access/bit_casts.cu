// Bits that are read as another type: two numbers of 16 bits are one of 32. A
// lane's own element: 32 floats in a row are 4 sectors. The compiler's constants
// are numbers like any others, and keep no store from being followed.
//
// RUN: facts %s --grid 1 --block 32 | FileCheck %s
// CHECK: kernel bits modelled
// CHECK: load in[whole] {{.*}} sectors 4 lines 1 transactions 4 exact
// CHECK: store out[t] {{.*}} sectors 4 lines 1 transactions 4 exact

struct Halves {
  unsigned short low, high;
};

__global__ void bits(const float *in, float *out) {
  int t = threadIdx.x;
  Halves both{static_cast<unsigned short>(t), 0};
  unsigned whole = __builtin_bit_cast(unsigned, both);
  float value = in[whole];
  out[t] = value > 0 ? value : __builtin_nanf("");
}
