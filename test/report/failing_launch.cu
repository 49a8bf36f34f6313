// A launch that asks for more than a block can have is no gap in the model: the
// screen says that it would fail, once, and the table of kernels has the word in
// place of what bounds the kernel. The GPU gives a block 64 KiB of shared memory
// at most; an A100 163 KiB, and there the kernel has a time.
//
// RUN: kernelcast predict %s --kernel tile --gpu rtx-2080-ti | FileCheck %s --implicit-check-not='not modelled in full' --implicit-check-not=note:
// RUN: kernelcast predict %s --kernel tile --gpu a100-pcie-40gb | FileCheck %s --check-prefix=FITS --implicit-check-not='would fail'
// RUN: kernelcast predict %s --gpu rtx-2080-ti | FileCheck %s --check-prefix=TABLE
//
// CHECK: this launch would fail: shared: a block needs 90000 bytes of shared memory,
// FITS: predicted
// TABLE: cannot launch failing_launch.cu:[[#@LINE+2]] tile

__global__ void tile(float *x) {
  extern __shared__ float s[];
  s[threadIdx.x] = x[threadIdx.x];
  __syncthreads();
  x[threadIdx.x] = s[255 - threadIdx.x];
}

template <int N> __global__ void scale(float *x) { x[threadIdx.x] *= N; }

int main() {
  float *x;
  cudaMalloc(&x, 1024);
  tile<<<80, 256, 90000>>>(x);
  scale<2><<<1, 256>>>(x);
  scale<3><<<1, 256>>>(x);
  scale<4><<<1, 256>>>(x);
  scale<5><<<1, 256>>>(x);
}
