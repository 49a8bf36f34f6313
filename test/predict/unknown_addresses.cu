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
// 65536 bytes are 2048 sectors, of which a warp touches 2048 (1 - (2047/2048)^32)
// = 31.759, and 8192 warps ask for 260170. Each L1 and the L2 hold them: of
// 2409 requests an SM touches 2048 (1 - exp(-2409 / 2048)) = 1416.4 sectors, 108
// times that; the L2 each once: (152973 + 65536) * 32 and (2048 + 65536) * 32.
// BOUNDED: "l2_bytes": 6992{{[0-9][0-9][0-9]}}
// BOUNDED-NEXT: "dram_bytes": 2162688
//
// RUN: kernelcast predict %s --kernel walking --gpu a100-sxm-80gb --grid 1024 --block 256 --arg n=64 --format json | FileCheck %s --check-prefix=WALKING
// RUN: kernelcast predict %s --kernel walking --gpu a100-sxm-80gb --grid 1024 --block 256 --arg n=64 --counts ast --format json | FileCheck %s --check-prefix=WALKING
// Each lane walks through 64 neighbours from where the data say, in the source
// one by one and in the compiled code four at a time: 8 elements share a sector,
// and a walk begins anywhere in one, so it touches 1 + 63 / 8 of them, together
// 262144 * 8.875 = 2326528; the starts are 65536 sectors, the results 32768:
// 2424832 * 32 bytes. The L2 has nothing that it could give twice.
// WALKING: "l2_bytes": 77594624,
// WALKING-NEXT: "dram_bytes": 77594624
//
// RUN: kernelcast predict %s --kernel of_records --gpu a100-sxm-80gb --grid 1024 --block 256 --format json | FileCheck %s --check-prefix=RECORDS
// RUN: kernelcast predict %s --kernel of_records --gpu a100-sxm-80gb --grid 1024 --block 256 --counts ast --format json | FileCheck %s --check-prefix=RECORDS
// A record of three floats begins anywhere in a sector and touches 1 + 8 / 32:
// 262144 * 1.25 = 327680 sectors, and 32768 each of indexes and results, 32
// bytes each.
// RECORDS: "l2_bytes": 12582912,
// RECORDS-NEXT: "dram_bytes": 12582912

// RUN: kernelcast predict %s --kernel few --gpu a100-sxm-80gb --grid 1024 --block 256 --format json | FileCheck %s --check-prefix=FEW
// 256 bytes are 8 sectors and 2 lines, of which 32 lanes touch
// 8 (1 - (7/8)^32) = 7.8885 and 2: of 8192 warps 64622 and 16384. At most each
// lane has its own.
// FEW: "expression": "small[at[i] & 63]",
// FEW: "sectors": 64622.
// FEW: "lines": 16383.9999
// FEW: "sectors": [
// FEW-NEXT: 8192,
// FEW-NEXT: 262144
//
// RUN: kernelcast predict %s --kernel of_block --gpu a100-sxm-80gb --grid 1024 --block 256 --format json | FileCheck %s --check-prefix=BLOCK
// The launch bounds the index: 256 elements are 32 sectors and 8 lines, of which
// 32 lanes touch 32 (1 - (31/32)^32) = 20.4142 and 7.8885.
// BLOCK: "expression": "x[at[i] % blockDim.x]",
// BLOCK: "sectors": 167233.
// BLOCK: "lines": 64622.
//
// RUN: kernelcast predict %s --kernel of_warp --gpu a100-sxm-80gb --grid 1024 --block 256 --format json | FileCheck %s --check-prefix=WARP
// A warp has at most 64 lanes, whatever the GPU: 8 sectors, as in "few".
// WARP: "expression": "x[at[i] % warpSize]",
// WARP: "sectors": 64622.
//
// RUN: kernelcast predict %s --kernel of_both_signs --gpu a100-sxm-80gb --grid 1024 --block 256 --format json | FileCheck %s --check-prefix=SIGNS
// A remainder has the sign of what is divided: -63 to 63, 508 bytes on both sides
// of x, of which 32 lanes touch 15.875 (1 - (14.875/15.875)^32) = 13.8958 sectors.
// SIGNS: "expression": "x[at[i] % 64]",
// SIGNS: "sectors": 113834.

__global__ void anywhere(const float *x, const long *at, float *o) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  o[i] = x[at[i]];
}

__device__ float table[16384];

__global__ void bounded(const int *at, float *o) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  o[i] = table[at[i]];
}

__global__ void walking(const float *x, const long *start, float *o, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float *own = x + start[i];
  float s = 0;
  for (int j = 0; j < n; ++j)
    s += own[j];
  o[i] = s;
}

struct Record {
  float x, y, z;
};

__global__ void of_records(const Record *record, const int *at, float *o) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  const Record &own = record[at[i]];
  o[i] = own.x + own.y + own.z;
}

__device__ float small[64];

__global__ void few(const int *at, float *o) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  o[i] = small[at[i] & 63];
}

__global__ void of_block(const unsigned *at, const float *x, float *o) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  o[i] = x[at[i] % blockDim.x];
}

__global__ void of_warp(const unsigned *at, const float *x, float *o) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  o[i] = x[at[i] % warpSize];
}

__global__ void of_both_signs(const int *at, const float *x, float *o) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  o[i] = x[at[i] % 64];
}
