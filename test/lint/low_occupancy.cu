// 32 KiB of shared memory a block: an SM of 64 KiB holds 2 blocks of 2 warps,
// where it has room for 32 warps. 2 KiB leave room for 16 blocks.
//
// RUN: kernelcast lint %s --checks='-*,kernelcast-low-occupancy' > %t.txt
// RUN: FileCheck %s < %t.txt
// RUN: FileCheck %s --check-prefix=CLEAN < %t.txt
// CLEAN-NOT: in gather<512>
// CLEAN: 0 errors and 1 warning in 2 kernels

template <int Floats> __global__ void gather(float *out, const float *in) {
  __shared__ float tile[Floats];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  tile[threadIdx.x] = in[i];
  __syncthreads();
  out[i] = tile[63 - threadIdx.x];
}

void run(float *a, float *b) {
  // CHECK: .cu:[[#@LINE+1]]:3: warning: 32 KiB of shared memory a block leave room for 4 of 32 warps on an SM; without that
  gather<8192><<<65536, 64>>>(a, b);
  gather<512><<<65536, 64>>>(a, b);
  // The first launch has the flaw, the others do not.
  for (int threads = 32; threads <= 512; threads *= 2)
    gather<512><<<65536, threads>>>(a, b);
}

// Nobody says how many blocks there are.
void unknownGrid(float *a, float *b, int blocks) {
  gather<8192><<<blocks, 64>>>(a, b);
}
