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

// What a load has brought does not come again for the atomic.
// RUN: kernelcast predict %s --kernel seen --gpu a100-pcie-40gb --counts ast --grid 65536 --block 256 --format json | FileCheck %s --check-prefix=SEEN
// SEEN: "dram_bytes": 134217728,
__global__ void seen(int *counts) {
  if (counts[blockIdx.x * 256 + threadIdx.x] < 100 || threadIdx.x < 256)
    atomicAdd(&counts[blockIdx.x * 256 + threadIdx.x], 1);
}

// A GPU without caches has no way back that is charged apart.
// RUN: kernelcast predict %s --kernel atomics --gpu gtx-280 --counts ast --grid 65535 --block 256 --format json | FileCheck %s --check-prefix=OLD
// OLD: "l2_hit": 0

// Without the L2 all of it goes to memory and back, as with it: 128 MiB at 90 %
// of 1,555 GB/s are 95.9 us, and the launch and its first loads take a few more.
// RUN: kernelcast predict %s --kernel atomics --gpu a100-pcie-40gb --counts ast --grid 65536 --block 256 --without l2 | FileCheck %s --check-prefix=WITHOUT
// RUN: kernelcast predict %s --kernel atomics --gpu a100-pcie-40gb --counts ast --grid 65536 --block 256 | FileCheck %s --check-prefix=WITHOUT
// WITHOUT: predicted {{9[6-9]}}.{{[0-9]}} µs
