// --arg takes arithmetic of other arguments of the command line, in any order:
// width * height = 48 * 10 = 480, padded = 480 + 2^5 = 512, half = 512 / 2 = 256;
// scale = 1 / 4 is no whole number.
//
// RUN: facts %s --grid 2 --block 256 --arg 'half=padded/2' --arg 'padded=n + 2^5' \
// RUN:   --arg 'n=width*height' --arg width=48 --arg height=10 --arg 'scale=1/4' | FileCheck %s
// CHECK: argument n 480 option
// CHECK: argument padded 512 option
// CHECK: argument half 256 option
// CHECK: argument scale 0.25 option
//
// RUN: not kernelcast predict %s --arg 'n=2*m' 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: error: --arg n '2*m': {{.*}}'m'
// RUN: not kernelcast predict %s --arg 'n=half+1' --arg 'half=n/2' 2>&1 | FileCheck %s --check-prefix=CIRCLE
// CIRCLE: error: --arg {{n|half}} '{{.*}}': it is worked out from itself
// RUN: not kernelcast predict %s --arg 'n=1/0' 2>&1 | FileCheck %s --check-prefix=ZERO
// ZERO: error: --arg n '1/0': {{.*}}zero
// RUN: not kernelcast predict %s --arg 'n=[1]' --arg m=1 2>&1 | FileCheck %s --check-prefix=LIST
// LIST: error: --arg n '[1]'
// RUN: not kernelcast predict %s --arg 'n=12k' 2>&1 | FileCheck %s --check-prefix=GARBAGE
// GARBAGE: error: --arg n '12k':

__global__ void f(float *a, int n, int padded, int half, float scale) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && i < padded)
    a[i] = scale * half;
}
