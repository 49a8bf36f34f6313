// --strings reads the kernels in literals instead of the file's own code. Each
// access is where the file has it.
//
// RUN: kernelcast predict %s --strings --format json > %t.json
// RUN: FileCheck %s --input-file %t.json
// RUN: not grep own_code %t.json
// RUN: kernelcast predict %s --strings 2>&1 | FileCheck %s --check-prefix WHY
//
// A raw literal: four bytes a lane, 32 lanes, 128 bytes in 4 sectors a warp.
// CHECK-DAG: "name": "raw"
// CHECK-DAG: "expression": "a[i]"
// Literals in a row, with escapes: lanes 8 bytes apart, 256 bytes in 8 sectors.
// CHECK-DAG: "name": "in_rows"
// CHECK-DAG: "expression": "a[STRIDE * i]"
// NVRTC compiles CUDA.
// CHECK-DAG: "name": "for_nvrtc"
//
// The columns: what stands in a line of the file stands there in the literal, too.
// RUN: kernelcast predict %s --strings --kernel raw | FileCheck %s --check-prefix RAW
// RAW: kernel_strings.cu:29  store a[i] 4.00 sectors a warp
// RUN: kernelcast predict %s --strings --kernel in_rows | FileCheck %s --check-prefix ROWS
// ROWS: kernel_strings.cu:40  store a[STRIDE * i] 8.00 sectors a warp
// RUN: kernelcast predict %s --strings --kernel for_nvrtc | FileCheck %s --check-prefix NVRTC
// NVRTC: kernel_strings.cu:49  store p[threadIdx.x] 4.00 sectors a warp

const char *raw_source = R"KERNEL(
__kernel void raw(__global int *a) {
  size_t i = get_global_id(0);
  a[i] = 1;
})KERNEL";

__global__ void own_code(int *p) { p[0] = 1; }

// The comment must not run on, nor the directive, and the quotes are the
// kernel's.
const char *rows_source =
    "#define STRIDE 2 // in words\n"
    "__kernel void in_rows(__global int *a) { // first\n"
    "  const char c = '\"'; int i = get_global_id(0);\n"
    "  a[STRIDE * i] = c; // a \"quoted\" word\n"
    "}\n";

// CHECK-NOT: "name": "from_macro"
const char *macro_source = "__kernel void from_macro(__global int *a) {"
                           BODY
                           "}";

const char *nvrtc_source = "extern \"C\" __global__ void for_nvrtc(int *p) {\n\
  p[threadIdx.x] = 1;\n\
}\n";

// WHY-DAG: kernel_strings.cu:44:28: warning: the kernel in this string is left out: more than literals make it up
// WHY-DAG: kernel_strings.cu:54:26: warning: the kernel in this string is left out: a directive ends in the middle of the file's line
const char *two_in_one = "#define N 4\n__kernel void k(__global int *a) { a[N] = 1; }";

// The next line is a part of the comment.
// WHY-DAG: kernel_strings.cu:[[#@LINE+2]]:24: warning: the kernel in this string is left out: a comment ends in a backslash and goes on in the next line
const char *goes_on =
                       "__kernel void goes_on(__global int *a) { // no more \\\n"
                       "  a[0] = 1; }\n";
