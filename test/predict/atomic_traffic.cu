// What an atomic changes comes from memory and goes back: 2^24 counters of four
// bytes are 64 MiB there and 64 MiB back, as a load and a store of each are.
// Stores alone write them, and read nothing.
//
// RUN: kernelcast predict %s --gpu a100-pcie-40gb --counts ast --grid 65536 --block 256 --format json | FileCheck %s
// CHECK: "name": "atomics"
// CHECK: "dram_bytes": 134217728,
// CHECK: "name": "loads_and_stores"
// CHECK: "dram_bytes": 134217728,
// CHECK: "name": "stores"
// CHECK: "dram_bytes": 67108864,
__global__ void atomics(int *counts) {
  atomicAdd(&counts[blockIdx.x * 256 + threadIdx.x], 1);
}

__global__ void loads_and_stores(int *counts) {
  counts[blockIdx.x * 256 + threadIdx.x] += 1;
}

__global__ void stores(int *counts) {
  counts[blockIdx.x * 256 + threadIdx.x] = 1;
}

// Four that all threads add to stay in the L2, which finds all but the first
// touch there and has one sector to write back.
// RUN: kernelcast predict %s --kernel few --gpu a100-pcie-40gb --counts ast --grid 65536 --block 256 --format json | FileCheck %s --check-prefix=FEW
// FEW: "dram_bytes": 64,
__global__ void few(int *counts) { atomicAdd(&counts[threadIdx.x % 4], 1); }
