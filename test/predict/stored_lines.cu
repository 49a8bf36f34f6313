// A store whose lanes write lines of their own leaves its SM at 0.22 lines a
// cycle, 32 / 0.22 = 145.5 cycles for a warp; side by side they write one line.
// RUN: kernelcast predict %s --kernel columns --gpu h100-sxm --grid 4096 --block 256 --explain | FileCheck %s --check-prefix=COLUMNS
// COLUMNS: bound by stored lines
// COLUMNS: insts stored lines 32 lines per warp
// COLUMNS: busy stored lines 145.455 cycles per warp
// RUN: kernelcast predict %s --kernel rows --gpu h100-sxm --grid 4096 --block 256 --explain | FileCheck %s --check-prefix=ROWS
// ROWS-NOT: bound by stored lines
// ROWS: insts stored lines 1 line per warp
//
// Of a GPU whose file has no such number nothing is charged, and loads are never.
// RUN: kernelcast predict %s --kernel columns --gpu gtx-1080-ti --grid 4096 --block 256 --explain | FileCheck %s --check-prefix=NONE
// RUN: kernelcast predict %s --kernel loads --gpu h100-sxm --grid 4096 --block 256 --explain | FileCheck %s --check-prefix=LOADS
// NONE-NOT: stored lines
// LOADS: insts stored lines 1 line per warp
__global__ void columns(float *out) {
  int i = blockIdx.x * 256 + threadIdx.x;
  out[(i % 1024) * 1024 + i / 1024] = i;
}

__global__ void rows(float *out) {
  int i = blockIdx.x * 256 + threadIdx.x;
  out[i] = i;
}

__global__ void loads(float *out, const float *in) {
  int i = blockIdx.x * 256 + threadIdx.x;
  out[i] = in[(i % 1024) * 1024 + i / 1024];
}
