// Loads whose addresses depend on data: 1024 blocks of 256 threads on an A100,
// 32 sectors for each of 8192 warps, 262144 in all, beside 4 for each of 8192
// coalesced loads and stores.
//
// RUN: kernelcast predict %s --kernel anywhere --gpu a100-sxm-80gb --grid 1024 --block 256 --format json | FileCheck %s --check-prefix=ANYWHERE
// Nobody knows how far they reach: all of them miss. The indexes are of 8 bytes:
// (262144 + 65536 + 32768) * 32.
// ANYWHERE: "l2_bytes": 11534336,
// ANYWHERE-NEXT: "dram_bytes": 11534336,
//
// RUN: kernelcast predict %s --kernel bounded --gpu a100-sxm-80gb --grid 1024 --block 256 --format json | FileCheck %s --check-prefix=BOUNDED
// 65536 bytes, which each L1 and the L2 hold: of 262144 / 108 = 2427 requests an
// SM touches 2048 (1 - exp(-2427 / 2048)) = 1421.9 sectors, 108 times that; the
// L2 2048 of them: (153565 + 65536) * 32 and (2048 + 65536) * 32 bytes.
// BOUNDED: "l2_bytes": 70{{1[0-9][0-9][0-9][0-9]}}
// BOUNDED-NEXT: "dram_bytes": 2162688
//
// RUN: kernelcast predict %s --kernel walking --gpu a100-sxm-80gb --grid 1024 --block 256 --arg n=64 --format json | FileCheck %s --check-prefix=WALKING
// Each lane walks through 64 neighbours from where the data say: 8 elements
// share a sector, and a walk begins inside one, so (1 / 8 + 1 / 64) of the
// 64 * 262144 sectors miss, 2359296; and 65536 as above. The L2 has nothing
// that it could give twice.
// WALKING: "l2_bytes": 77594624,
// WALKING-NEXT: "dram_bytes": 77594{{[0-9]+}}

__global__ void anywhere(const float *x, const long *at, float *o) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  o[i] = x[at[i]];
}

__device__ float table[16384];

__global__ void bounded(const int *at, float *o) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  o[i] = table[at[i]];
}

__global__ void walking(const float *x, const int *start, float *o, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float *own = x + start[i];
  float s = 0;
  for (int j = 0; j < n; ++j)
    s += own[j];
  o[i] = s;
}
