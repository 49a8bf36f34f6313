// The lanes of a GPU of compute capability 1.x, whose 16 banks serve a half of
// the warp at a time: of tile[2 * lane] lanes 0 and 8 of each half want words 0
// and 16 of bank 0, and so on: two words of each even bank. With 32 banks, it is
// lanes 0 and 16: two words as well, but of 16 banks for the whole warp.
//
// RUN: kernelcast predict %s --gpu gtx-280 --format html -o %t.halves.html
// RUN: kernelcast predict %s --gpu rtx-3080 --format html -o %t.whole.html
// RUN: python3 %S/Inputs/half_warps.py %t.halves.html %t.whole.html

__global__ void pairs(float *out) {
  __shared__ float tile[64];
  tile[2 * threadIdx.x] = 1;
  __syncthreads();
  out[blockIdx.x * 32 + threadIdx.x] = tile[2 * threadIdx.x];
}

int main() {
  float *out;
  cudaMalloc(&out, sizeof(float) << 17);
  pairs<<<4096, 32>>>(out);
  cudaDeviceSynchronize();
}
