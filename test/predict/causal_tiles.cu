// Block b reads the tiles 0 to b, 4096 bytes each, once: 64 blocks on the 108
// multiprocessors of an A100 find nothing in their L1, though all of them read
// the first tile. The L2 brings each tile once: 64 * 128 sectors, and 64 * 32
// are stored, of 32 bytes, and one more may lie at the end of what is read.
//
// RUN: kernelcast predict %s --gpu a100-pcie-40gb --format json | FileCheck %s
// RUN: kernelcast predict %s --gpu a100-pcie-40gb --counts ast --format json | FileCheck %s
// CHECK: "dram_bytes": 327{{680|712}},
// CHECK: "l1_hit": 0,

__global__ void causal(float *out, const float *tiles) {
  float sum = 0;
#pragma unroll 1
  for (int t = 0; t <= blockIdx.x; ++t)
#pragma unroll 1
    for (int i = threadIdx.x; i < 1024; i += 256)
      sum += tiles[t * 1024 + i];
  out[blockIdx.x * 256 + threadIdx.x] = sum;
}

void run(float *out, const float *tiles) { causal<<<64, 256>>>(out, tiles); }
