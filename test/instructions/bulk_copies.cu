// Copies that one thread starts for its block: of bytes that it names, and of
// boxes that only the host knows.
//
// RUN: facts %s --grid 2 --block 64 --arg n=3 | FileCheck %s
// RUN: kernelcast predict %s --gpu h100-sxm --grid 2 --block 64 --arg n=3 --format json | FileCheck %s --check-prefix=COMPILED
// RUN: not kernelcast lint %s --min-gain 10% --gpu h100-sxm --grid 2 --block 64 --arg n=3 2>&1 | FileCheck %s --check-prefix=LINT

struct alignas(64) TensorMap {
  unsigned long long words[16];
};

__device__ unsigned shared(const void *p) {
  return static_cast<unsigned>(__cvta_generic_to_shared(p));
}
__device__ void expect(unsigned long long *bar, unsigned bytes) {
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(
                   shared(bar)),
               "r"(bytes)
               : "memory");
}
__device__ void bring(void *to, const void *from, unsigned bytes,
                      unsigned long long *bar) {
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx"
               "::bytes [%0], [%1], %2, [%3];" ::"r"(shared(to)),
               "l"(from), "r"(bytes), "r"(shared(bar))
               : "memory");
}
__device__ void take(void *to, const void *from, unsigned bytes) {
  asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::
                   "l"(to),
               "r"(shared(from)), "r"(bytes)
               : "memory");
}
__device__ void bringBox(void *to, const TensorMap *map, int x, int y,
                         unsigned long long *bar) {
  asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.tile"
               ".mbarrier::complete_tx::bytes [%0], [%1, {%3, %4}], [%2];" ::
                   "r"(shared(to)),
               "l"(map), "r"(shared(bar)), "r"(x), "r"(y)
               : "memory");
}
__device__ void takeBox(const TensorMap *map, const void *from, int x, int y) {
  asm volatile("cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group"
               " [%0, {%2, %3}], [%1];" ::"l"(map),
               "r"(shared(from)), "r"(x), "r"(y)
               : "memory");
}
__device__ void wait(unsigned long long *bar, unsigned phase) {
  asm volatile("{\n.reg .pred p;\nagain:\n"
               "mbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1;\n"
               "@p bra.uni done;\nbra.uni again;\ndone:\n}" ::"r"(shared(bar)),
               "r"(phase));
}

// One thread of 2 blocks, 3 times: 4096 bytes are 128 sectors in 32 lines, and
// 32 rows of all banks. The threads wait for them at a barrier in memory, which
// is no race.
//
// CHECK: kernel plain modelled
// CHECK: load from global 4096 B warps 6 lanes 6 sectors 768 lines 192 transactions 768 exact
// CHECK: store shared(to) shared 4096 B warps 6 lanes 6 cycles 192 degree 1 exact
// CHECK: load tile[threadIdx.x] shared 4 B warps 12 lanes 384 cycles 12 degree 1 exact
// CHECK: load shared(from) shared 4096 B warps 6 lanes 6 cycles 192 degree 1 exact
// CHECK: store to global 4096 B warps 6 lanes 6 sectors 768 lines 192 transactions 768 exact
//
// COMPILED: "name": "plain"
// COMPILED: "status": "modelled"
// COMPILED: "source": "ir"
//
// LINT-NOT: in plain
__global__ void plain(const float *in, float *out, int n) {
  __shared__ alignas(128) float tile[1024];
  __shared__ unsigned long long bar;
  for (int i = 0; i < n; ++i) {
    if (threadIdx.x == 0) {
      expect(&bar, sizeof(tile));
      bring(tile, in + (blockIdx.x * n + i) * 1024, sizeof(tile), &bar);
    }
    wait(&bar, i & 1);
    float v = tile[threadIdx.x];
    __syncthreads();
    tile[threadIdx.x] = v + 1;
    __syncthreads();
    if (threadIdx.x == 0)
      take(out + (blockIdx.x * n + i) * 1024, tile, sizeof(tile));
    __syncthreads();
  }
}

// The two boxes have 32768 bytes together, as the barrier is told: 1024 sectors
// side by side, twice as many in rows of 16 bytes, and none outside of the
// tensor. Of rows of banks they fill 256.
//
// CHECK: kernel boxes modelled
// CHECK: load bulk copies global 32768 B warps 6 lanes 6 sectors 0..12288 lines 0..12288 transactions 0..12288 bounded
// CHECK: store bulk copies shared 32768 B warps 6 lanes 6 cycles 1536 degree 1 exact
// CHECK: load tile[0][threadIdx.x]
//
// COMPILED: "name": "boxes"
// COMPILED: "status": "modelled"
// COMPILED: "expression": "bulk copies"
// COMPILED: "sectors": 6144,
// COMPILED: "source": "ir"
__global__ void boxes(const __grid_constant__ TensorMap map, float *out,
                      int n) {
  __shared__ alignas(128) float tile[2][4096];
  __shared__ unsigned long long bar;
  float sum = 0;
  for (int i = 0; i < n; ++i) {
    if (threadIdx.x == 0) {
      expect(&bar, sizeof(tile));
      for (int j = 0; j < 2; ++j)
        bringBox(tile[j], &map, i * 64, j * 64, &bar);
    }
    wait(&bar, i & 1);
    sum += tile[0][threadIdx.x];
    __syncthreads();
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

// Of 8192 bytes half are a box. What is announced has both, so that the copy of
// the other half is not counted once more. 100000 bytes are more than an access
// is counted of: 65536 and 34464.
//
// CHECK: kernel both modelled
// CHECK: load bulk copies global 8192 B warps 2 lanes 2 sectors 0..1024
// CHECK: store bulk copies shared 8192 B warps 2 lanes 2 cycles 128 degree 1 exact
// CHECK: load bulk copies global 65536 B warps 2
// CHECK: store bulk copies shared 65536 B warps 2
// CHECK: load bulk copies global 34464 B warps 2
// CHECK: store bulk copies shared 34464 B warps 2
// CHECK-NOT: load from
// CHECK: load tile[threadIdx.x]
__global__ void both(const __grid_constant__ TensorMap map, const float *in,
                     float *out) {
  extern __shared__ alignas(128) float tile[];
  __shared__ unsigned long long bar[2];
  if (threadIdx.x == 0) {
    expect(&bar[0], 8192);
    bringBox(tile, &map, 0, 0, &bar[0]);
    bring(tile + 1024, in, 4096, &bar[0]);
    expect(&bar[1], 100000);
    bringBox(tile + 2048, &map, 0, 0, &bar[1]);
  }
  wait(&bar[0], 0);
  wait(&bar[1], 0);
  out[threadIdx.x] = tile[threadIdx.x];
}

// Nobody announces what is taken away.
//
// CHECK: kernel takes partial
// CHECK-NEXT: reason cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group in inline assembly, which copies a box whose size the host knows, not counted at
__global__ void takes(const __grid_constant__ TensorMap map) {
  __shared__ alignas(128) float tile[1024];
  tile[threadIdx.x] = threadIdx.x;
  __syncthreads();
  if (threadIdx.x == 0)
    takeBox(&map, tile, 0, 0);
}

// CHECK: kernel sized partial
// CHECK-NEXT: reason bulk copy of an unknown size, counted as 16 bytes at
// CHECK-NOT: reason
__global__ void sized(const float *in, float *out, int bytes) {
  __shared__ alignas(128) float tile[1024];
  __shared__ unsigned long long bar;
  if (threadIdx.x == 0) {
    expect(&bar, bytes);
    bring(tile, in, bytes, &bar);
  }
  wait(&bar, 0);
  out[threadIdx.x] = tile[threadIdx.x];
}

// Several blocks of a cluster get what one of them copies.
//
// CHECK: kernel several partial
// CHECK-NEXT: reason cp.async.bulk.shared::cluster.global.{{.*}}multicast::cluster in inline assembly, counted as if it went to the own block's memory at
__global__ void several(const float *in, float *out) {
  __shared__ alignas(128) float tile[1024];
  __shared__ unsigned long long bar;
  if (threadIdx.x == 0) {
    expect(&bar, 4096);
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx"
                 "::bytes.multicast::cluster [%0], [%1], 4096, [%2], %3;" ::"r"(
                     shared(tile)),
                 "l"(in), "r"(shared(&bar)), "h"(static_cast<short>(3))
                 : "memory");
  }
  wait(&bar, 0);
  out[threadIdx.x] = tile[threadIdx.x];
}

// A wait for one's own copies makes no thread wait for another one.
//
// CHECK: kernel races modelled
//
// LINT: error: thread {{.*}} of tile
// LINT: in races
__global__ void races(const float *in, float *out) {
  __shared__ float tile[64];
  unsigned to = shared(&tile[threadIdx.x]);
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(to),
               "l"(in + threadIdx.x)
               : "memory");
  asm volatile("cp.async.wait_all;" ::: "memory");
  out[threadIdx.x] = tile[63 - threadIdx.x];
}

// One lane of a warp is elected.
//
// CHECK: kernel elected modelled
// CHECK: load from global 4096 B warps 2 lanes 2 sectors 256 {{.*}} exact
__global__ void elected(const float *in, float *out) {
  __shared__ alignas(128) float tile[1024];
  __shared__ unsigned long long bar;
  unsigned is;
  asm volatile("{\n.reg .pred p;\nelect.sync _|p, 0xffffffff;\n"
               "selp.b32 %0, 1, 0, p;\n}"
               : "=r"(is));
  if (threadIdx.x < 32 && is) {
    expect(&bar, 4096);
    bring(tile, in, 4096, &bar);
  }
  wait(&bar, 0);
  out[threadIdx.x] = tile[threadIdx.x];
}

// Each of 32 lanes has 48 bytes of its own copied, in two sectors and a row of
// banks: apart from one another 64 and 32, where side by side 48 would do. Where
// loaded numbers say from where it is the same: from a multiple of 16 bytes on,
// 48 are always in two sectors.
//
// CHECK: kernel pieces modelled
// CHECK: load from global 48 B warps 2 lanes 64 sectors 128 {{.*}} exact
// CHECK: store shared(to) shared 48 B warps 2 lanes 64 cycles 64 degree 1 exact
// CHECK: load from global 48 B warps 2 lanes 64 sectors 128
// CHECK: store shared(to) shared 48 B warps 2 lanes 64 cycles 64 degree 1 exact
__global__ void pieces(const float *in, const int *places, float *out) {
  __shared__ alignas(128) float tile[2][32][12];
  __shared__ unsigned long long bar;
  if (threadIdx.x < 32) {
    expect(&bar, 96);
    bring(tile[0][threadIdx.x], in + 12 * threadIdx.x, 48, &bar);
    int place = places[threadIdx.x];
    bring(tile[1][place], in + 12 * place, 48, &bar);
  }
  wait(&bar, 0);
  out[threadIdx.x] = tile[0][0][threadIdx.x];
}

// What is copied again comes from the L2 again: 6 times 4096 bytes, and 512 are
// stored.
//
// CHECK: kernel again modelled
// COMPILED: "name": "again"
// COMPILED: "l2_bytes": 25088,
__global__ void again(const float *in, float *out, int n) {
  __shared__ alignas(128) float tile[1024];
  __shared__ unsigned long long bar;
  float sum = 0;
  for (int i = 0; i < n; ++i) {
    if (threadIdx.x == 0) {
      expect(&bar, 4096);
      bring(tile, in, 4096, &bar);
    }
    wait(&bar, i & 1);
    sum += tile[threadIdx.x];
    __syncthreads();
  }
  out[blockIdx.x * 64 + threadIdx.x] = sum;
}

// CHECK: kernel unannounced partial
// CHECK-NEXT: reason copies by a tensor map whose bytes the kernel announces nowhere, not counted at
__global__ void unannounced(const __grid_constant__ TensorMap map, float *out) {
  __shared__ alignas(128) float tile[1024];
  __shared__ unsigned long long bar;
  if (threadIdx.x == 0)
    bringBox(tile, &map, 0, 0, &bar);
  wait(&bar, 0);
  out[threadIdx.x] = tile[threadIdx.x];
}

// Threads of a warp may come one by one to a barrier that is not aligned, and a
// flag orders threads as well.
//
// CHECK: kernel arms modelled
// CHECK: kernel flag modelled
//
// LINT: 1 error and 0 warnings
__global__ void arms(float *out) {
  __shared__ float tile[64];
  if (threadIdx.x & 1) {
    tile[threadIdx.x] = 1;
    asm volatile("barrier.sync 0;" ::: "memory");
  } else {
    tile[threadIdx.x] = 2;
    asm volatile("barrier.sync 0;" ::: "memory");
  }
  out[threadIdx.x] = tile[63 - threadIdx.x];
}
__global__ void flag(const float *in, float *out) {
  __shared__ float tile[32];
  __shared__ volatile unsigned ready;
  if (threadIdx.x < 32) {
    tile[threadIdx.x] = in[threadIdx.x];
    __threadfence_block();
    __syncwarp();
    ready = 1;
  } else {
    while (ready == 0)
      ;
    out[threadIdx.x] = tile[63 - threadIdx.x];
  }
}
