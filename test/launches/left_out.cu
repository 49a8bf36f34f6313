// Of a kernel that is launched from 300 places, 256 are looked at and 44
// counted.
//
// RUN: kernelcast predict %s --gpu gtx-970 --format json | FileCheck %s
// RUN: kernelcast predict %s --gpu gtx-970 | FileCheck --check-prefix TEXT %s
// CHECK: "launches_left_out": 44
// TEXT: and 44 more in host code that were not looked at

__global__ void k(float *p) { p[threadIdx.x] = blockDim.x; }

#define ONE(I) k<<<I, 32>>>(p);
#define TEN(I)                                                                 \
  ONE(I##1)                                                                    \
  ONE(I##2) ONE(I##3) ONE(I##4) ONE(I##5) ONE(I##6) ONE(I##7) ONE(I##8)        \
      ONE(I##9) ONE(I##0)
#define HUNDRED(I)                                                             \
  TEN(I##1)                                                                    \
  TEN(I##2) TEN(I##3) TEN(I##4) TEN(I##5) TEN(I##6) TEN(I##7) TEN(I##8)        \
      TEN(I##9) TEN(I##0)

void run(float *p) { HUNDRED(1) HUNDRED(2) HUNDRED(3) }
