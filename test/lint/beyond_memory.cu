// A number that nobody gave may reach further than any array does: 2^24 lanes
// that are 1024 floats apart are spread over 64 GiB. Nothing is told then.
//
// RUN: kernelcast lint %s > %t.txt
// RUN: FileCheck %s < %t.txt
// CHECK-NOT: warning: load of
// CHECK: note: kernel 'strided' was not checked: with the numbers that are assumed it reaches over more than 8 GiB; give them with --arg
// CHECK-NOT: warning: load of
// With 32 of them it is 2 GiB, and each lane has a sector of its own.
// RUN: kernelcast lint %s --arg stride=32 | FileCheck %s --check-prefix=GIVEN
// GIVEN: warning: load of in[i * stride] touches 32 sectors a warp, 4 would do
// GIVEN-NOT: was not checked

__global__ void strided(float *out, const float *in, int stride) {
  long long i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i * stride];
}

void run(float *a, float *b, int stride) {
  strided<<<65536, 256>>>(a, b, stride);
}
