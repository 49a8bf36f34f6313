// Registers by lines of the source: where the most are in use.
//
// RUN: kernelcast predict %s --format json -o %t.json
// RUN: python3 %S/Inputs/register_lines.py %t.json | FileCheck %s
// RUN: kernelcast predict %s --explain | FileCheck %s --check-prefix=TEXT
//
// On AMD's GPUs the back end knows how many there are, but not where; the
// source has no registers.
// RUN: kernelcast predict %s --gpu mi250x-gcd --format json -o %t.amd.json
// RUN: python3 %S/Inputs/register_lines.py %t.amd.json | FileCheck %s --check-prefix=NONE --allow-empty
// RUN: kernelcast predict %s --counts ast --format json -o %t.ast.json
// RUN: python3 %S/Inputs/register_lines.py %t.ast.json | FileCheck %s --check-prefix=NONE --allow-empty
// NONE-NOT: registers

// A barrier stands between the loads and the sums. So eight values live there,
// with the index for the store behind it, and three are the compiler's own: the
// stack pointer, the scale of the index, what the alignment of pairs costs. That
// is 12. At the last load there are seven values, the index, what is loaded and
// two to which the array's address is moved: 14 with those three. The products
// need one more than the barrier, since all eight values are needed once again.
__global__ void eight(float *out, const float *in) {
  int i = threadIdx.x;
  float a = in[i], b = in[i + 32], c = in[i + 64], d = in[i + 96], e = in[i + 128], f = in[i + 160], g = in[i + 192], h = in[i + 224];
  __syncthreads();
  float s = a * b * c * d * e * f * g * h;
  float t = s + a + b + c + d + e + f + g + h;
  out[i] = t;
}
// CHECK: line [[#@LINE-7]] registers {{[1-6]$}}
// CHECK: line [[#@LINE-7]] registers 14{{$}}
// CHECK: line [[#@LINE-7]] registers 12{{$}}
// CHECK: line [[#@LINE-7]] registers 13{{$}}
// CHECK: line [[#@LINE-7]] registers 13{{$}}
// CHECK: line [[#@LINE-7]] registers {{[1-9]$}}
// CHECK: most 14 of 14

// TEXT: lines that execute most instructions, counted in compiled code
// TEXT-NEXT: a warp share bytes registers most of it
// TEXT: registers are those in use there, estimated

void run(float *p) { eight<<<1, 32>>>(p, p); }
