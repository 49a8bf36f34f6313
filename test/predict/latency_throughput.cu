// saxpy2 as Gajger 2017, figure 5.1, writes it, from source alone, on his
// GTX 970: 13 SMs at 1.253 GHz, 128 cores and 4 schedulers each; results after
// 6 cycles, of integer multiply-adds after 13, of loads after 350; 3 cycles
// between instructions, 12 after a branch that is taken, 10 after one that is
// not, 150 to replace a block.
//
// Instructions: block and thread number, their multiply-add, comparison,
// branch, address and load of x; in the loop increment, comparison, branch and
// addition; at its end the same but the addition; address and load of y, sum,
// store: 14 + 4 a, of which 3 go to memory. Issue times, in order:
//
//   0 3        block and thread number
//   9          multiply-add: waits for the thread number, 3 + 6
//   22 28      comparison (13 later) and branch (6 later)
//   38 44      address (10 after the branch) and load of x
//   47 53 59   increment, comparison, branch
//   394        first addition: 44 + 350, the branch went on at 71
//   397 403 409, 421 ...: every further iteration 3 + 6 + 6 + 12 = 27 cycles
//   + 3 9 15   the last test, counted from the last addition
//   + 25 31    address and load of y, 10 after the branch
//   + 381 387  sum and store
//
// The last issue is at 394 + 27 (a - 1) + 387 = 754 + 27 a and lat = 904 + 27 a:
// 1768 cycles for a = 32. The thesis has 23 + 4 a instructions for the cores and
// 942 + 24 a cycles on the compiler's code, where branch and addition issue
// together and the multiply-add is three instructions.
//
// RUN: kernelcast predict %s --counts ast --gpu gtx-970 --grid 390625 --block 256 --registers 8 --arg n=1e8 --arg a=32 --model latency-throughput --mode faithful --explain > %t
// RUN: FileCheck %s < %t
// CHECK: bound by instruction issue
// CHECK: inputs of latency-throughput (faithful) on gtx-970
// CHECK-DAG: INS_CUDA 139 per warp source analysis, exact
// CHECK-DAG: INS_issued 142 per warp source analysis, exact
// CHECK-DAG: lambda_latency 0.703787 GPU file lambda_compute (A)
// CHECK-DAG: GMem_bytes 384 bytes per warp
// CHECK: equations of latency-throughput (faithful) on gtx-970
// CHECK: occ 64 warps per SM
// CHECK: lat 1768 cycles VG (5.1) max(1, 1618 + 150)
//
// 32 * 139 / 128, 142 / 4 and 384 / (224.4e9 / (13 * 1.253e9)) cycles a warp; the
// time is 3125000 * 35.5 / (13 * 1.253e9 * 0.703787) s.
//
// CHECK: CPW_cuda 34.75 cycles per warp VG (4.5) 32 * 139 / 128
// CHECK: CPW_issue 35.5 cycles per warp VG (4.5) 142 / 4
// CHECK: CPW_gmem 27.8742 cycles per warp VG (4.5) 384 / 13.7762
// CHECK: occ_transition 49.8028 warps per SM
// CHECK: lambda 0.703787 VG (4.4) 0.703787
// CHECK-NEXT: of issue
// CHECK: T 0.00967704 seconds VG (4.1)
//
// The table of the specification has 7.5989, 36.4593 and 1118.1075 ms for
// a = 1, 128, 4096 there and 5.0659, 22.9974 and 705.2684 ms on the TITAN X.
//
// RUN: kernelcast predict %s --counts ast --gpu gtx-970 --grid 390625 --block 256 --registers 8 --arg n=1e8 --arg a=1 --model latency-throughput --mode faithful --explain | FileCheck --check-prefix=A1 %s
// A1: bound by DRAM bandwidth
// A1: lat 931 cycles
// A1: T 0.00759831 seconds
// RUN: kernelcast predict %s --counts ast --gpu gtx-970 --grid 390625 --block 256 --registers 8 --arg n=1e8 --arg a=128 --model latency-throughput --mode faithful --explain | FileCheck --check-prefix=A128 %s
// A128: lat 4360 cycles
// A128: T 0.035846 seconds
// RUN: kernelcast predict %s --counts ast --gpu gtx-970 --grid 390625 --block 256 --registers 8 --arg n=1e8 --arg a=4096 --model latency-throughput --mode faithful --explain | FileCheck --check-prefix=A4096 %s
// A4096: T 1.11749 seconds
// RUN: kernelcast predict %s --counts ast --gpu titan-x --grid 390625 --block 256 --registers 8 --arg n=1e8 --arg a=128 --model latency-throughput --mode faithful --explain | FileCheck --check-prefix=TITAN %s
// TITAN: T 0.0226105 seconds
//
// 40 KB of shared memory leave two blocks of 32 threads on an SM: 2 warps, so
// latency bounds; 3125000 * 4360 / 2 / (13 * 1.253e9 * 0.703787) s.
//
// RUN: kernelcast predict %s --counts ast --gpu gtx-970 --grid 3125000 --block 32 --dynamic-shared 40000 --registers 8 --arg n=1e8 --arg a=128 --model latency-throughput --mode faithful --explain | FileCheck --check-prefix=FEW %s
// FEW: bound by latency
// FEW: occ 2 warps per SM
// FEW: T 0.594252 seconds
//
// Corrected, nobody has calibrated the memory's share, and that is said.
//
// RUN: kernelcast predict %s --counts ast --gpu gtx-970 --grid 390625 --block 256 --registers 8 --arg n=1e8 --arg a=1 --model latency-throughput --mode corrected --explain | FileCheck --check-prefix=LAMBDA %s
// LAMBDA: T 0.00534759 seconds
// LAMBDA: lambda of memory = 1

__global__ void saxpy2(int n, int a, float *x, float *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float t = x[i];
    float sum = 0;
#pragma unroll 1
    for (int k = 0; k < a; ++k)
      sum += t;
    y[i] += sum;
  }
}
