// Threads i < n of blocks of whole warps, one row of gridDim.x * blockDim.x:
//
//   x[i]      begins at whole sectors and has no gaps: 4 n bytes in units of 32,
//             for n of the row at most
//   x[s * i]  4 s bytes apart: L sectors for L lanes from 32 bytes on; below
//             4 s (L - 1) + 4 bytes from the lowest one, which is lane 0 for a
//             positive s and lane L - 1 for a negative one
//   x[1002 - 2 * i]  likewise: of a whole warp lane 31 begins 8 * 31 bytes below
//             a place that is 8 bytes into its sector: 16 bytes into one, from
//             where (16 + 8 * 31 + 3) / 32 + 1 = 9 sectors reach to the last byte
//
// The loop has n - 1 iterations whatever the thread, each with the row's lanes
// at y[64 k + i], 256 k bytes on. The last lanes leave the next one first:
// thread 0 makes n iterations, and number k is that of the threads i < n - k.
// Where the first lanes leave first there is no formula.
//
// RUN: kernelcast predict %s --grid 4 --block 64 --arg n=200 --arg s=3 --format json | FileCheck %s
// CHECK: "expression": "x[i]"
// CHECK: "warp_executions": "((max(min(n, gridDim.x * blockDim.x), 0) + 31) / 32) * blockDim.y
// CHECK: "lane_executions": "max(min(n, gridDim.x * blockDim.x), 0) * blockDim.y
// CHECK: "sectors": "((max(min(n, gridDim.x * blockDim.x), 0) * 4 + 31) / 32) * blockDim.y
// CHECK: "holds": "blockDim.x % 32 == 0"
// CHECK: "expression": "x[s * i]"
// CHECK: "sectors": "{{.*}}((abs(4 * s) >= 32) ? 32 : (((min(4 * s, 0) * 31) & 31) + abs(4 * s) * 31 + 3) / 32 + 1)
// CHECK: "expression": "x[1002 - 2 * i]"
// CHECK: "sectors": "({{[^?]*}} / 32 * 9 + {{.*}} ? (((8 - 8 * ({{[^?]*}} % 32 - 1)) & 31) + 8 * ({{[^?]*}} % 32 - 1) + 3) / 32 + 1 : 0)
// CHECK: "expression": "y[64 * k + i]"
// CHECK: "sectors": "((max(min(n, gridDim.x * blockDim.x), 0) * 4 + 31) / 32) * max(n - 1, 0) * blockDim.y
// CHECK: "expression": "y[k]"
// CHECK: "warp_executions": "sum(k1 < max(n, 0), (max(min(n - k1, min(n, gridDim.x * blockDim.x)), 0) + 31) / 32) * blockDim.y
// CHECK: "expression": "y[j]"
// CHECK-NOT: "formulas"

__global__ void formulas(const float *x, float *y, int n, int s) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  float sum = x[i];
  sum += x[s * i];
  sum += x[1002 - 2 * i];
  for (int k = 1; k < n; ++k)
    y[64 * k + i] = sum;
  for (int k = i; k < n; ++k)
    y[k] = sum;
  for (int j = 0; j < i; ++j)
    y[j] = sum;
}
