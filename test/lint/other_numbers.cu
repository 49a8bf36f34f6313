// A finding that names a number which nobody gave has to hold for others: an
// odd one, and half of it. And of two such numbers nobody knows whether they go
// together.
//
// RUN: kernelcast lint %s > %t.txt
// RUN: FileCheck %s < %t.txt
// RUN: FileCheck %s --check-prefix=CLEAN < %t.txt
// CLEAN-NOT: warning:{{.*}}side by side
// CLEAN-NOT: warning:{{.*}}two_numbers
// RUN: kernelcast lint %s --arg width=2048 --arg height=512 | FileCheck %s --check-prefix=GIVEN
// GIVEN-DAG: warning: load of rows_of_four[i * width] and 3 more lie side by side
// GIVEN-DAG: warning: load of two_numbers[

// Four neighbours of a row of `width` floats: 16 bytes that begin at a multiple
// of 16 if the width is one of 4, as 1024 is and 1025 is not.
__global__ void rows(float *out, const float *rows_of_four, int width) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = rows_of_four[i * width] + rows_of_four[i * width + 1] +
           rows_of_four[i * width + 2] + rows_of_four[i * width + 3];
}

// Lanes are `width` floats apart: 32 sectors for 1024, 1025 and 512 alike.
__global__ void columns(float *out, const float *in, int width) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // CHECK-DAG: [[#@LINE+1]]:{{[0-9]+}}: warning: load of in[i * width] touches 32 sectors a warp, 4 would do{{.*}}; assumes width = 1024
  out[i] = in[i * width];
}

__global__ void planes(float *out, const float *two_numbers, int width,
                       int height) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = two_numbers[i * (width + height)];
}

void run(float *a, float *b, int width, int height) {
  rows<<<64, 256>>>(a, b, width);
  columns<<<64, 256>>>(a, b, width);
  planes<<<64, 256>>>(a, b, width, height);
}
