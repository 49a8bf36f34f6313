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
// GARBAGE: error: --arg n '12k': not a number
// RUN: not kernelcast predict %s --arg 'n=1e-' 2>&1 | FileCheck %s --check-prefix=EXPONENT
// EXPONENT: error: --arg n '1e-': not a number
//
// Numbers alone are arithmetic, too: 10*100 = 1000; 1000 - 24 = 976;
// 0x1e - 5 = 25; the sign of an exponent is none, and 1 - 1e-1 = 0.9.
// RUN: facts %s --grid 2 --block 256 --arg 'n=10*100' --arg padded=1000-24 \
// RUN:   --arg half=0x1e-5 --arg scale=1-1e-1 | FileCheck %s --check-prefix=NUMBERS
// NUMBERS: argument n 1000 option
// NUMBERS: argument padded 976 option
// NUMBERS: argument half 25 option
// NUMBERS: argument scale 0.9 option
//
// The names are held to what an argument may be called, as with a number.
// RUN: status kernelcast predict %s --arg '=n*2' --arg n=3 2>&1 | FileCheck %s --check-prefix=NAMELESS
// NAMELESS: error: --arg '=n*2': expected NAME=VALUE
// NAMELESS-NEXT: status 2
// RUN: status kernelcast predict %s --arg '1x=n*2' --arg n=3 2>&1 | FileCheck %s --check-prefix=DIGIT
// DIGIT: error: --arg '1x=n*2': expected NAME=VALUE
// DIGIT-NEXT: status 2
// RUN: status kernelcast predict %s --arg 'a b=n*2' --arg n=3 2>&1 | FileCheck %s --check-prefix=BLANK
// BLANK: error: --arg 'a b=n*2': expected NAME=VALUE
// BLANK-NEXT: status 2
//
// RUN: status kernelcast predict %s --arg n=abc 2>&1 | FileCheck %s --check-prefix=ABSENT
// ABSENT: error: --arg n 'abc': no --arg gives 'abc'{{$}}
// ABSENT-NEXT: status 2
// RUN: status kernelcast predict %s --arg 'n=2*wdth' --arg width=3 2>&1 | FileCheck %s --check-prefix=NEAR
// NEAR: error: --arg n '2*wdth': no --arg gives 'wdth'; did you mean 'width'?
// RUN: status kernelcast predict %s --arg nan=nam 2>&1 | FileCheck %s --check-prefix=ITSELF
// ITSELF: error: --arg nan 'nam': no --arg gives 'nam'{{$}}
// RUN: status kernelcast predict %s --arg 'n=1e308*1e308' 2>&1 | FileCheck %s --check-prefix=INFINITE
// INFINITE: error: --arg n '1e308*1e308': its value is not finite
// INFINITE-NEXT: status 2
//
// A chain has at most 1000 arguments, whichever end of it is read first (they
// are read by name): a0000 = 0, a0001 = a0000 + 1, up to a1000 or, one too
// many, a1001; and the other way round from b0000 to b1001 = 0.
// RUN: kernelcast predict %s --grid 2 --block 256 --arg n=a1000 \
// RUN:   $(seq 0 998 | awk '{printf "--arg a%%04d=a%%04d+1 ", $1 + 2, $1 + 1}') --arg a0001=0 > /dev/null
// RUN: status kernelcast predict %s \
// RUN:   $(seq 0 1000 | awk '{printf "--arg a%%04d=a%%04d+1 ", $1 + 1, $1}') --arg a0000=0 2>&1 \
// RUN:   | FileCheck %s --check-prefix=UPWARDS
// UPWARDS: error: --arg a1001 'a1000+1': it is in a chain of more than 1000 arguments
// UPWARDS-NEXT: status 2
// RUN: status kernelcast predict %s \
// RUN:   $(seq 0 1000 | awk '{printf "--arg b%%04d=b%%04d+1 ", $1, $1 + 1}') --arg b1001=0 2>&1 \
// RUN:   | FileCheck %s --check-prefix=DOWNWARDS
// DOWNWARDS: error: --arg b1000 'b1001+1': it is in a chain of more than 1000 arguments
// DOWNWARDS-NEXT: status 2

__global__ void f(float *a, int n, int padded, int half, float scale) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && i < padded)
    a[i] = scale * half;
}
