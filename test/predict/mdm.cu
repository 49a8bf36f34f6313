// The memory divergence model on the paper's GPU (table 1: 28 SMs at 1.4 GHz, 4
// instructions a cycle, 128 miss registers, 1050 GB/s network, 480 GB/s DRAM,
// 120 and 220 cycles). A warp loads 32 words: one line of 128 bytes where they
// lie side by side, 32 lines where they lie 128 bytes apart. 64 warps on an SM.
//
// A warp alone: thread and block number at 0 and 0.25, their multiply-add at
// 6.25, comparison, branch, two addresses and the load in between, the sum 340
// cycles after the load (120 + 220), the store 6 after that.
//
// Side by side: K = 64 reads are fewer than the registers, so
//   S_noc  = 1/2 * 28 * 64 * 0.170667 = 152.917 for the loads' interval and as
//            much for the stores'
//   S_dram = 1/2 * 28 * 64 * 0.373333 = 334.507, twice
// and all variants agree, but gpumech, which knows no network.
//
// RUN: kernelcast predict %s --counts ast --kernel dense --gpu pascal-sim --grid 8192 --block 256 --registers 32 --arg n=2097152 --model mdm --mode faithful --explain | FileCheck --check-prefix=DENSE %s
// DENSE: bound by DRAM queue
// DENSE: W 64 warps per SM
// DENSE: IR 4 per cycle
// DENSE: L_noc 0.170667 cycles
// DENSE: L_nc 340 cycles MDM (6) 120 + 1 * 220
// DENSE: Mr 1 request{{ }}
// DENSE: Mw 1 request{{ }}
// DENSE: K_max 64 requests MDM (4)
// DENSE: S_noc 305.835 cycles
// DENSE: S_dram 669.013 cycles
// DENSE: S_mshr 0 cycles
// RUN: kernelcast predict %s --counts ast --kernel dense --gpu pascal-sim --grid 8192 --block 256 --registers 32 --arg n=2097152 --model gpumech --mode faithful --explain | FileCheck --check-prefix=NONET %s
// NONET: S_noc 0 cycles
// NONET: S_dram 669.013 cycles
//
// Divergent: K = 32 * 64 = 2048 reads take 16 batches of 128 registers,
//   S_noc  = 28 * 128 * 0.170667 = 611.669 for the loads, 152.917 for the store
//   S_dram = 28 * 128 * 0.373333 = 1338.03 and 334.507
//   S_mem  = 340 + 611.669 + 1338.03 = 2289.70
//   S_mshr = 15 * 2289.70 = 34345.4
// while gpumech has its requests wait for 7.5 batches of 340 cycles on average.
// That is the gap which the paper describes: 9.5 times the cycles.
//
// RUN: kernelcast predict %s --counts ast --kernel divergent --gpu pascal-sim --grid 8192 --block 256 --registers 32 --arg n=2097152 --model mdm --mode faithful --explain | FileCheck --check-prefix=MDM %s
// MDM: bound by miss registers
// MDM: K_max 2048 requests
// MDM: S_noc 764.587 cycles
// MDM: S_dram 1672.53 cycles
// MDM: S_mshr 34345.4 cycles
// RUN: kernelcast predict %s --counts ast --kernel divergent --gpu pascal-sim --grid 8192 --block 256 --registers 32 --arg n=2097152 --model gpumech --mode faithful --explain | FileCheck --check-prefix=GPUMECH %s
// GPUMECH: S_noc 0 cycles
// GPUMECH: S_dram 1003.52 cycles
// GPUMECH: S_mshr 2550 cycles
// RUN: kernelcast predict %s --counts ast --kernel divergent --gpu pascal-sim --grid 8192 --block 256 --registers 32 --arg n=2097152 --model mdm-queue --mode faithful --explain | FileCheck --check-prefix=QUEUE %s
// QUEUE: S_mshr 17172.7 cycles
// RUN: kernelcast predict %s --counts ast --kernel divergent --gpu pascal-sim --grid 8192 --block 256 --registers 32 --arg n=2097152 --model mdm-mshr --mode faithful --explain | FileCheck --check-prefix=MSHR %s
// MSHR: S_mshr 19722.7 cycles
//
// A quarter of the warps only tests its index. The two kinds are walked one by
// one and the larger group's warp stands for all, not an average that nobody
// runs; the instructions of the launch are those of both.
//
// RUN: kernelcast predict %s --counts ast --kernel dense --gpu pascal-sim --grid 8192 --block 256 --registers 32 --arg n=1572864 --model mdm --mode faithful --explain | FileCheck --check-prefix=KINDS %s
// KINDS: warp_kinds 2 source analysis, exact
// KINDS: the representative's cluster has 75 % of the warps
// KINDS: Mr 1 request{{ }}

__global__ void dense(const float *x, float *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] = x[i] + 1.0f;
}

__global__ void divergent(const float *x, float *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] = x[i * 32] + 1.0f;
}
