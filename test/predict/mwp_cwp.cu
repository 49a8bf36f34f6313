// saxpy with a stride in x, as in Wang and Lou's section 3.2, on a TITAN X: 24
// SMs at 1.076 GHz, 336.6 GB/s, memory after 350 cycles, L2 after 194, and 1
// cycle between transactions. A warp reads words that lie 8 * 4 bytes apart from
// 32 * 32 / 128 = 8 lines; the load and the store of y are coalesced.
//
//   Mem_L_Uncoal  350 + (8 - 1) * 1 = 357
//   Mem_L         (357 + 2 * 350) / 3 = 352.333
//   departure     (8 * 1 + 2 * 1) / 3 = 3.33333
//   Mem_cycles    357 + 2 * 350 = 1057
//   first_comp    index (a multiply-add), comparison, branch and addresses come
//                 before the load of x, as the estimate counts them: 6
//   Rep           16384 / (8 * 24) = 85.3333
//
// RUN: kernelcast predict %s --counts ast --gpu titan-x --grid 16384 --block 256 --registers 32 --arg n=4194304 --model mwp-cwp --mode faithful --explain -- -DSTRIDE=8 > %t
// RUN: FileCheck %s < %t
// CHECK: inputs of mwp-cwp (faithful) on titan-x-maxwell
// CHECK-DAG: n_uncoal 1 per warp source analysis, exact
// CHECK-DAG: n_coal 2 per warp
// CHECK-DAG: uncoal_per_mw 8 transactions
// CHECK-DAG: N 64 warps occupancy
// CHECK-DAG: first_comp 6 per warp
// CHECK: equations of mwp-cwp (faithful) on titan-x-maxwell
// CHECK: Mem_L_Uncoal 357 cycles HK [10], WL (11) 350 + (8 - 1) * 1
// CHECK: Mem_L 352.333 cycles HK [12]
// CHECK: departure_delay 3.33333 cycles HK [15]
// CHECK: Mem_cycles 1057 cycles HK [18]
//
// As printed, 128 bytes load the bandwidth whatever the stride: a warp asks for
// 1.076e9 * 128 / 352.333 = 3.90903e8 bytes a second, and 336.6e9 feed
// 336.6e9 / (24 * 3.90903e8) = 35.8785 warps.
//
// CHECK: BW_per_warp 3.90903e+08 bytes per second HK [7]
// CHECK: MWP_peak_BW 35.8785 warps HK [6]
// CHECK: MWP 35.8785 warps HK [17]
// CHECK: limited by bandwidth
// CHECK: CWP 64 warps
// CHECK: Rep 85.3333 rounds HK [21]
// CHECK: case 2
// CHECK: Exec_cycles {{.*}} WL (21)
//
// Corrected, (8 + 1 + 1) / 3 lines of 128 bytes do: 10.7636 warps. The time is
// that of the traffic, 16384 * 8 warps * 10 lines * 128 bytes / 336.6e9 = 0.498
// ms, and 70 % of the lines hold words that nobody asked for.
//
// RUN: kernelcast predict %s --counts ast --gpu titan-x --grid 16384 --block 256 --registers 32 --arg n=4194304 --model mwp-cwp --mode corrected --explain -- -DSTRIDE=8 > %t
// RUN: FileCheck %s --check-prefix=CORRECTED < %t
// CORRECTED: predicted 0.499 ms bound by uncoalesced memory access
// CORRECTED: hit_ratio 0
// CORRECTED: MWP_peak_BW 10.7636 warps
//
// Modern is the default. Maxwell moves sectors of 32 bytes: with a stride of 16
// words as many as with 8, 32 + 4 + 4 a warp. At nine tenths of the bandwidth
// 131072 * 40 * 32 / 302.94e9 = 0.554 ms, and the launch.
//
// RUN: kernelcast predict %s --counts ast --gpu titan-x --grid 16384 --block 256 --registers 32 --arg n=4194304 --model mwp-cwp --explain -- -DSTRIDE=16 > %t
// RUN: FileCheck %s --check-prefix=MODERN < %t
// MODERN: predicted 0.55{{[0-9]}} ms bound by uncoalesced memory access
// MODERN: uncoal_per_mw 16 transactions
// MODERN: equations of mwp-cwp (modern)
// MODERN: MWP_peak_BW 9.76052 warps HK [6]
// MODERN: = 3.0294e+11 / (1.29322e+09 * 24)
// MODERN: traffic in sectors
// MODERN: share of the peak bandwidth = 0.9

// Hong and Kim themselves, where there is no cache: on the 8800 GTX a half-warp
// out of order takes one transaction for each thread, 32 a warp.
//
//   Mem_L_Uncoal = Mem_LD + (32 - 1) * 10, and transactions depart every 10
//   cycles, or every 4 where they are coalesced
//
// RUN: kernelcast predict %s --counts ast --gpu 8800-gtx --grid 16384 --block 256 --registers 10 --arg n=4194304 --model mwp-cwp --mode faithful --explain -- -DSTRIDE=8 > %t
// RUN: FileCheck %s --check-prefix=ISCA < %t
// ISCA: uncoal_per_mw 32 transactions
// ISCA: Mem_L_Uncoal {{[0-9]+}} cycles HK [10]
// ISCA: {{[0-9]+}} + (32 - 1) * 10
// ISCA: departure_delay 109.333 cycles HK [15]
// ISCA: 10 * 32 * 0.333333 + 4 * 0.666667
// ISCA: limited by departure_delay
// ISCA: Exec_cycles {{.*}} HK [23]

__global__ void saxpy(int n, float a, const float *x, float *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] = a * x[i * STRIDE] + y[i];
}
