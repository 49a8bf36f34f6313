// The critical path of a warp by the level that answers a load, on a GTX 970: 3
// cycles between instructions, results after 6, shared memory after 28, L2 after
// 194, DRAM after 350, 150 to replace a block.
//
// All blocks read the same 256 words: 32 sectors of each of 8 warps once from
// DRAM, 999 of 1000 times from the L2, so a load takes
// (350 + 999 * 194) / 1000 = 194.156 cycles. Thread and block number at 0 and 3,
// address of t at 6, load at 12, the store when it is there: 206.156. A block
// writes 128 bytes a warp and reads 0.128. Seven instructions, one after the
// other in one of four schedulers' turn, ask for 7 / 4 = 1.75 cycles of issue.
//
// RUN: kernelcast predict %s --counts ast --kernel table --gpu gtx-970 --grid 1000 --block 256 --registers 16 --model latency-throughput --explain | FileCheck --check-prefix=TABLE %s
// RUN: kernelcast predict %s --counts ast --kernel table --gpu gtx-970 --grid 1000 --block 256 --registers 16 --model latency-throughput --mode faithful --explain | FileCheck --check-prefix=TABLE-COUNTS %s
// TABLE-COUNTS: INS_CUDA 5 per warp
// TABLE-COUNTS: INS_issued 7 per warp
// TABLE: asked issue{{ }}1.75 cycles per warp
// TABLE: GMem_bytes 128.128 bytes per warp
// TABLE: lat 356.156 cycles VG (5.1) max(1, 206.156 + 150)
// TABLE: caches = 0 % of the L1's and 50 % of the L2's requests hit
//
// Through shared memory: thread and block number at 0 and 3, the index at 9, the
// address at 15, the load at 21; its value goes to shared memory at 371, the
// barrier at 374, the other lane's index at 377 and its address at 383, the load
// from shared memory at 389, the store 28 cycles later at 417. 13 instructions
// are 3.25 cycles of issue.
//
// RUN: kernelcast predict %s --counts ast --kernel through_shared --gpu gtx-970 --grid 1000 --block 256 --registers 16 --model latency-throughput --explain | FileCheck --check-prefix=SHARED %s
// RUN: kernelcast predict %s --counts ast --kernel through_shared --gpu gtx-970 --grid 1000 --block 256 --registers 16 --model latency-throughput --mode faithful --explain | FileCheck --check-prefix=SHARED-COUNTS %s
// SHARED-COUNTS: INS_issued 13 per warp
// SHARED: asked issue{{ }}3.25 cycles per warp
// SHARED: GMem_bytes 256 bytes per warp
// SHARED: blocks_busiest 77 blocks of an SM ceil(1000 / 13)
// SHARED: blocks_at_once 8 blocks
// SHARED: lat 567 cycles VG (5.1)
// SHARED: CPW_shared memory 2 cycles per warp
//
// 1000 blocks on 13 SMs: the busiest has 77, the mean 76.923; what the launch
// waits for is 8000 / 13 * 18.5828 * (77 * 13 / 1000 - 1) = 11.4356 cycles.
//
// SHARED: tail 11.4356 cycles

__global__ void table(const float *t, float *y) {
  y[blockIdx.x * 256 + threadIdx.x] = t[threadIdx.x];
}

__global__ void through_shared(const float *x, float *y) {
  __shared__ float s[256];
  int i = blockIdx.x * 256 + threadIdx.x;
  s[threadIdx.x] = x[i];
  __syncthreads();
  y[i] = s[threadIdx.x ^ 1];
}
