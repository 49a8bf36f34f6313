// Two conditions in a row that skip the same code are one branch, whose second
// comparison all lanes compute with the first. In the machine code of ptxas 13.0
// for sm_75, sm_86 and sm_90 the loops of the first three kernels have one jump,
// that at their end, and those of the others have two, besides BSSY and BSYNC:
// five multiply-adds in front of the second comparison, one whose result the code
// behind it needs, a load and a division are computed by those lanes alone for
// which the first condition holds.
//
// RUN: kernelcast predict %s --kernel hoisted --gpu rtx-3080 --grid 68 --block 256 --arg n=1000 --format json | FileCheck %s --check-prefix=ONE
// RUN: kernelcast predict %s --kernel at_most_four --gpu rtx-3080 --grid 68 --block 256 --arg n=1000 --format json | FileCheck %s --check-prefix=ONE
// RUN: kernelcast predict %s --kernel three_deep --gpu rtx-3080 --grid 68 --block 256 --arg n=1000 --format json | FileCheck %s --check-prefix=ONE
// ONE: "branch": {{10[0-9][0-9](\.|,|$)}}
// RUN: kernelcast predict %s --kernel five --gpu rtx-3080 --grid 68 --block 256 --arg n=1000 --format json | FileCheck %s --check-prefix=MORE
// RUN: kernelcast predict %s --kernel needed --gpu rtx-3080 --grid 68 --block 256 --arg n=1000 --format json | FileCheck %s --check-prefix=MORE
// RUN: kernelcast predict %s --kernel loads --gpu rtx-3080 --grid 68 --block 256 --arg n=1000 --format json | FileCheck %s --check-prefix=MORE
// RUN: kernelcast predict %s --kernel divides --gpu rtx-3080 --grid 68 --block 256 --arg n=1000 --format json | FileCheck %s --check-prefix=MORE
// MORE: "branch": {{[3-9][0-9][0-9][0-9](\.|,|$)}}
#define STEP w = __fmaf_rn(w, t, u);
#define KERNEL(name, side)                                                     \
  __global__ void name(float *out, const float *a, const float *b, int n,      \
                       float u) {                                              \
    float x = a[threadIdx.x], y = b[threadIdx.x], sum = 0;                     \
    _Pragma("unroll 1") for (int i = 0; i < n; ++i) {                          \
      float t = y * __int_as_float(i);                                         \
      if (t < x) {                                                             \
        float w = x;                                                           \
        side                                                                   \
      }                                                                        \
    }                                                                          \
    out[blockIdx.x * 256 + threadIdx.x] = sum;                                 \
  }
#define ADD sum = __fmaf_rn(x, y, sum);

KERNEL(hoisted, STEP STEP if (w < y) ADD)
KERNEL(at_most_four, STEP STEP STEP STEP if (w < y) ADD)
KERNEL(three_deep, STEP if (w < y) {
  float v = __fmaf_rn(y, t, u);
  if (v < u) ADD
})
KERNEL(five, STEP STEP STEP STEP STEP if (w < y) ADD)
KERNEL(needed, STEP STEP if (w < y) sum = __fmaf_rn(w, y, sum);)
KERNEL(loads, w = a[i]; if (w < y) ADD)
KERNEL(divides, w = x / t; if (w < y) ADD)
