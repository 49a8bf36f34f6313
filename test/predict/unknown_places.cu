// What caches hold of addresses that data decide. They are as likely anywhere
// as they can reach, and how far that is the host's allocations tell, or rows.
//
// Of 2^20 threads each reads one of 2^18 floats, which are 1 MiB and fit into
// an L2 of 5.5 MiB: they come once, 2^20 bytes, with 2^22 of indices and 2^22
// that are written.
// RUN: kernelcast predict %s --kernel gather --gpu rtx-2080-ti --explain | FileCheck %s --check-prefix=SIZE
// SIZE: bytes DRAM 9.43718e+06 bytes
//
// Without a size each of the 2^20 reads is a sector of its own: 32 * 2^20 bytes.
// Then the time has a range, from where nothing but the known part comes from
// memory.
// RUN: kernelcast predict %s --kernel gather_anywhere --gpu rtx-2080-ti --grid 4096 --block 256 --explain | FileCheck %s --check-prefix=NONE
// NONE: predicted {{.*}}s ({{.*}} – {{.*}})
// NONE: bytes DRAM 4.1943e+07 bytes
// NONE: places that data decide = anywhere
//
// An offset that depends on the row stays in it: 64 rows of 160000 bytes come
// once, with 16 * 64 offsets and 2^21 bytes that are written.
// RUN: kernelcast predict %s --kernel shifted --gpu a100-pcie-40gb --grid 128,16 --block 256 --explain | FileCheck %s --check-prefix=ROWS
// ROWS: bytes DRAM 1.23412e+07 bytes
//
// The L2 of an RTX 2080 Ti does not hold them, but the row that its 272 resident
// blocks read in one iteration. Warps of 32 neighbours that begin anywhere touch
// 4.875 sectors; of the 156 that the 32 warps of an SM ask for, 153.59 are
// different ones of 5000, and of the rest the L1 has 98304 / 160000: 154.5 go to
// the L2. The 10507 of 68 SMs are 5000 (1 - e^(-10507/5000)) = 4388.6 sectors,
// in each of 64 iterations of 2048 / 272 rounds.
// RUN: kernelcast predict %s --kernel shifted --gpu rtx-2080-ti --grid 128,16 --block 256 --explain | FileCheck %s --check-prefix=ROW
// ROW: bytes DRAM 6.977{{[0-9]*}}e+07 bytes
//
// So it is where the loop over rows is unrolled: in each copy the row is another
// one, by a constant or by a fourth of what the loop moves by.
// RUN: kernelcast predict %s --kernel shifted --gpu a100-pcie-40gb --grid 128,16 --block 256 --explain -- -DCOPIES=4 | FileCheck %s --check-prefix=ROWS
// RUN: kernelcast predict %s --kernel shifted --gpu a100-pcie-40gb --grid 128,16 --block 256 --explain -- -DCOPIES=64 | FileCheck %s --check-prefix=ROWS
// RUN: kernelcast predict %s --kernel shifted --gpu rtx-2080-ti --grid 128,16 --block 256 --explain -- -DCOPIES=4 | FileCheck %s --check-prefix=ROW
// RUN: kernelcast predict %s --kernel shifted --gpu rtx-2080-ti --grid 128,16 --block 256 --explain -- -DCOPIES=64 | FileCheck %s --check-prefix=ROW
//
// All copies of a load that gathers find what one of them has touched first: the
// 2^18 floats come once, with 64 * 2^22 bytes of indices and 2^22 that are
// written.
// RUN: kernelcast predict %s --kernel gather_more --gpu rtx-2080-ti --explain | FileCheck %s --check-prefix=MORE
// RUN: kernelcast predict %s --kernel gather_more --gpu rtx-2080-ti --explain -- -DCOPIES=4 | FileCheck %s --check-prefix=MORE
// RUN: kernelcast predict %s --kernel gather_more --gpu rtx-2080-ti --explain -- -DCOPIES=64 | FileCheck %s --check-prefix=MORE
// MORE: bytes DRAM 2.73678e+08 bytes
//
// An offset has the room that the rest leaves in its row: 32868 bytes less the
// 32767 by which x moves and the one that is read, 100. Its slope alone is
// unknown, so that the eight y of a warp are apart by 7 of what 127 are, 5.51
// bytes, and with four x touch 9.51: 1 + 8.51 / 32 sectors, by 2^23 warps.
// RUN: kernelcast predict %s --kernel delayed --gpu a100-pcie-40gb --grid 8192,16 --block 4,8 --explain | FileCheck %s --check-prefix=ROOM
// ROOM: in[row * 32868 {{.*}}8.38861e+06 1.06199e+07
//
// One that does not may be where the rows begin, and those of another block lie
// elsewhere.
// RUN: kernelcast predict %s --kernel begun --gpu a100-pcie-40gb --grid 128,16 --block 256 --explain | FileCheck %s --check-prefix=BEGIN
// BEGIN: hits L1 {{(0|<1)}} %, L2 {{(0|<1)}} %
//
// Where all is known there is no range and no such entry.
// RUN: kernelcast predict %s --kernel known --gpu a100-pcie-40gb --grid 4096 --block 256 --explain | FileCheck %s --check-prefix=KNOWN
// KNOWN-NOT: places that data decide
#include <cuda_runtime.h>
#ifndef COPIES
#define COPIES 1
#endif

__device__ void read(const float *x, const int *at, float *out) {
  int i = blockIdx.x * 256 + threadIdx.x;
  out[i] = x[at[i]];
}

__global__ void gather(const float *x, const int *at, float *out) {
  read(x, at, out);
}

__global__ void gather_anywhere(const float *x, const int *at, float *out) {
  read(x, at, out);
}

__global__ void gather_more(const float *x, const int *at, float *out) {
  int i = blockIdx.x * 256 + threadIdx.x;
  float sum = 0;
#pragma unroll COPIES
  for (int k = 0; k < 64; ++k)
    sum += x[at[(k << 20) + i]];
  out[i] = sum;
}

__global__ void shifted(const float *in, const int *shift, float *out) {
  int x = blockIdx.x * 256 + threadIdx.x;
  float sum = 0;
#pragma unroll COPIES
  for (int row = 0; row < 64; ++row)
    sum += in[row * 40000 + x + shift[blockIdx.y * 64 + row]];
  out[blockIdx.y * 32768 + x] = sum;
}

__global__ void delayed(const unsigned char *in, const float *delay,
                        float *out) {
  int x = blockIdx.x * 4 + threadIdx.x;
  int y = blockIdx.y * 8 + threadIdx.y;
  float sum = 0;
#pragma unroll COPIES
  for (int row = 0; row < 64; ++row)
    sum += in[row * 32868 + x + (unsigned)(y * delay[row])];
  out[y * 32768 + x] = sum;
}

__global__ void begun(const float *in, const int *start, float *out) {
  int x = blockIdx.x * 256 + threadIdx.x;
  float sum = 0;
#pragma unroll 1
  for (int row = 0; row < 64; ++row)
    sum += in[start[blockIdx.y] + row * 40000 + x];
  out[blockIdx.y * 32768 + x] = sum;
}

__global__ void known(const float *x, float *out) {
  int i = blockIdx.x * 256 + threadIdx.x;
  out[i] = x[i];
}

int main() {
  const int n = 1 << 20;
  float *x, *out;
  int *at;
  cudaMalloc(&x, n);
  cudaMalloc(&at, 64 * n * sizeof(int));
  cudaMalloc(&out, n * sizeof(float));
  gather<<<n / 256, 256>>>(x, at, out);
  gather_more<<<n / 256, 256>>>(x, at, out);
}
