// Instructions by lines of the source. lines.py holds the sum of the lines
// against the totals, class by class, and bytes where they are exact.
//
// RUN: kernelcast predict %s --counts ir --format json -o %t.json
// RUN: python3 %S/Inputs/lines.py %t.json | FileCheck %s --check-prefix=IR
// RUN: kernelcast predict %s --counts ir --gpu mi250x-gcd --format json -o %t.amd.json
// RUN: python3 %S/Inputs/lines.py %t.amd.json | FileCheck %s --check-prefix=AMD
// RUN: kernelcast predict %s --counts ast --format json -o %t.ast.json
// RUN: python3 %S/Inputs/lines.py %t.ast.json | FileCheck %s --check-prefix=AST
// RUN: kernelcast predict %s --kernel squares --sass %S/Inputs/lines.sm_75.sass --format json -o %t.sass.json
// RUN: python3 %S/Inputs/lines.py %t.sass.json | FileCheck %s --check-prefix=SASS
// RUN: kernelcast predict %s --kernel guarded --counts ir --explain | FileCheck %s --check-prefix=TEXT
// RUN: kernelcast predict %s --kernel guarded --counts ir | FileCheck %s --check-prefix=SHORT
//
// All examples, in all readings: whatever they are, the lines add up.
// RUN: kernelcast predict %examples/*.cu %examples/*.cl --gpu rtx-2080-ti,mi250x-gcd,gtx-970 --counts ir --format json -o %t.all.json
// RUN: kernelcast predict %examples/*.cu %examples/*.cl --counts ast --format json -o %t.all.ast.json
// RUN: python3 %S/Inputs/lines.py %t.all.json %t.all.ast.json | FileCheck %s --check-prefix=ALL
// ALL: checked {{[1-9][0-9]*}} ast {{[1-9][0-9]*}} ir

// Two of four warps are inside (one of two waves): their lines have a half. No
// instruction is executed more than once, and on sm_75 each has 16 bytes. The
// product and the sum are one instruction.
__global__ void guarded(float *out, const float *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float x = in[i];
    float y = x * x + 1.0f;
    out[i] = y;
  }
}
// IR: guarded: ir, bytes assumed
// IR: instruction_lines.cu:[[#@LINE-8]] total {{.*}}other 2{{.*}}; bytes
// IR: instruction_lines.cu:[[#@LINE-8]] total {{.*}}branch 1{{.*}}; bytes
// IR: instruction_lines.cu:[[#@LINE-8]] total 0.5 load_global 0.5; bytes 16;
// IR: instruction_lines.cu:[[#@LINE-8]] total 0.5 fp32 0.5; bytes 16;
// IR: instruction_lines.cu:[[#@LINE-8]] total 0.5 store_global 0.5; bytes 16;
// AMD: guarded: ir, bytes exact
// AMD: instruction_lines.cu:[[#@LINE-12]] total 0.5 load_global 0.5; bytes 8;
// AMD: instruction_lines.cu:[[#@LINE-12]] total 0.5 fp32 0.5; bytes
// AMD: instruction_lines.cu:[[#@LINE-12]] total 0.5 store_global 0.5; bytes 8;
// AST: guarded: ast, bytes unknown
// AST: instruction_lines.cu:[[#@LINE-17]] total 1 branch 1; bytes 0;
// AST: instruction_lines.cu:[[#@LINE-17]] total 0.5 load_global 0.5; bytes 0;
// AST: instruction_lines.cu:[[#@LINE-16]] total 0.5 store_global 0.5; bytes 0;
// AST: nowhere total {{.*}}fp32 0.5
// SHORT-NOT: lines that execute
// TEXT: lines that execute most instructions, counted in compiled code
// TEXT-NEXT: a warp share bytes registers most of it
// TEXT-DAG: instruction_lines.cu:[[#@LINE-22]] 0.500 {{[0-9]+}} % 16 {{[0-9]+}} fp32 0.500 float y = x * x + 1.0f;
// TEXT-DAG: bytes are those of the estimated machine instructions

// An inlined function is a line for each way of calls that leads there.
__device__ float square(float x) {
  return x * x;
}

__global__ void squares(float *out, float *in) {
  int i = threadIdx.x;
  float x = square(in[i]);
  out[i] = square(x);
}
// IR: squares: ir
// IR: instruction_lines.cu:[[#@LINE-9]] total 1 fp32 1; bytes 16; square() at [[#@LINE-4]]:13
// IR: instruction_lines.cu:[[#@LINE-10]] total 1 fp32 1; bytes 16; square() at [[#@LINE-4]]:12
// AMD: squares: ir
// AMD: instruction_lines.cu:[[#@LINE-12]] total 1 fp32 1; bytes {{[48]}}; square() at [[#@LINE-7]]:13
// AMD: instruction_lines.cu:[[#@LINE-13]] total 1 fp32 1; bytes {{[48]}}; square() at [[#@LINE-7]]:12

// The listing's own lines. It runs straight on, so that each of its ten
// instructions of 16 bytes runs once; the calls' lines follow the inlined ones.
// SASS: squares: sass, bytes exact
// SASS-NEXT:   lines.cu:46 total 1 fp32 1; bytes 16; at /src/lines.cu:54
// SASS-NEXT:   lines.cu:46 total 1 fp32 1; bytes 16; at /src/lines.cu:55
// SASS-NEXT:   lines.cu:53 total 2 int 1 other 1; bytes 32;
// SASS-NEXT:   lines.cu:54 total 4 int 2 load_global 1 store_global 1; bytes 64;
// SASS-NEXT:   lines.cu:55 total 1 store_global 1; bytes 16;
// SASS-NEXT:   lines.cu:56 total 1 branch 1; bytes 16;

void run(float *p) {
  guarded<<<1, 128>>>(p, p, 64);
  squares<<<1, 64>>>(p, p);
}
