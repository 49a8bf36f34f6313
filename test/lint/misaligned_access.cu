// Rows of 1024 floats, of which each warp reads 32 from byte 16 on: 128 bytes
// that lie in 5 sectors, not 4, and nobody asks for the rest of the fifth. The
// model wfg charges for it.
//
// RUN: kernelcast lint %s --model wfg --checks='-*,kernelcast-misaligned-access' > %t.txt
// RUN: FileCheck %s < %t.txt
// RUN: FileCheck %s --check-prefix=CLEAN < %t.txt
// CLEAN-NOT: in good
// CLEAN-NOT: in fine_
// CLEAN: 0 errors and 1 warning in 4 kernels, 1 more suppressed

__global__ void bad(float *out, const float *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // CHECK: .cu:[[#@LINE+2]]:12: warning: load of in[i / 32 * 1024 + i % 32 + 4] touches 5 sectors a warp, 4 would do: lanes read consecutive elements, but not from the start of a sector; without that
  // CHECK: note: warp 0 of block (0, 0, 0): lane 0 at byte 16, lane 1 at byte 20
  out[i] = in[i / 32 * 1024 + i % 32 + 4];
}

__global__ void good(float *out, const float *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i / 32 * 1024 + i % 32 + 8];
}

__global__ void quiet(float *out, const float *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // NOLINTNEXTLINE(kernelcast-*)
  out[i] = in[i / 32 * 1024 + i % 32 + 4];
}

// 7 lanes, then 9, from the start of a sector: 1 sector and 2, which their data
// fill. That 8 lanes fill one does not make it wasteful.
__global__ void fine_uneven(float *out, const float *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float s = 0;
  for (int k = 0; k < 64; ++k)
    if (i % 32 < 7 + 2 * (k % 2))
      s += in[(i / 32 * 64 + k) * 32 + i % 32];
  out[i] = s;
}

void run(float *a, float *b) {
  bad<<<4096, 256>>>(a, b);
  good<<<4096, 256>>>(a, b);
  quiet<<<4096, 256>>>(a, b);
  fine_uneven<<<4096, 256>>>(a, b);
}
