// Loads of matrices by warps that span rows of threads, and asynchronous copies
// that fill with zeros.
//
// RUN: facts %s --grid 1 --block 32 --arg n=20 | FileCheck %s
// RUN: facts %s --grid 1 --block 16,2 | FileCheck %s --check-prefix=NARROW

// The 8 rows of 16 bytes, of the first 8 lanes, lie one behind the other: 128
// bytes, a step, whether the lane's number is computed or comes from a register.
// 16 rows are 256 bytes, two steps. In a warp of two rows of threads nobody
// knows what the first lanes' addresses are.
//
// CHECK: kernel rows modelled
// CHECK: load at shared 4 B warps 1 lanes 32 cycles 1 degree 1 exact
// CHECK: load by_register shared 4 B warps 1 lanes 32 cycles 1 degree 1 exact
// CHECK: load at shared 8 B warps 1 lanes 32 cycles 2 degree 2 exact
// CHECK: load at shared 8 B warps 1 lanes 32 cycles 2 degree 2 exact
// NARROW: kernel rows modelled
// NARROW-NOT: load {{.*}} shared {{.*}} exact
// NARROW: kernel loop modelled
__global__ void rows(unsigned *out) {
  __shared__ unsigned tile[256];
  unsigned a, b, c, lane = threadIdx.y * blockDim.x + threadIdx.x, number;
  asm("mov.u32 %0, %%laneid;" : "=r"(number));
  unsigned at = __cvta_generic_to_shared(&tile[lane * 4]);
  unsigned by_register = __cvta_generic_to_shared(&tile[number * 4]);
  asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];"
               : "=r"(a)
               : "r"(at));
  asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];"
               : "=r"(b)
               : "r"(by_register));
  asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0, %1}, [%2];"
               : "=r"(c), "=r"(number)
               : "r"(at));
  asm volatile("ldmatrix.sync.aligned.m16n16.x1.trans.shared.b8 {%0, %1}, [%2];"
               : "=r"(a), "=r"(b)
               : "r"(at));
  out[lane] = a + b + c;
}

// A loop's variable is another lane's plus 32 in every iteration: 4 of them, each
// with 8 rows one behind the other, a step. A place that goes round is the same in
// all lanes: 8 iterations of 8 rows.
//
// CHECK: kernel loop modelled
// CHECK: load at shared 4 B warps 4 lanes 128 cycles 4 degree 1 exact
// CHECK: load round shared 4 B warps 8 lanes 256 cycles 8 degree 1 exact
__global__ void loop(unsigned *out) {
  __shared__ unsigned tile[1024];
  unsigned sum = 0, lane = threadIdx.y * blockDim.x + threadIdx.x;
  for (unsigned i = lane; i < 128; i += 32) {
    unsigned at = __cvta_generic_to_shared(&tile[i * 4]), word;
    asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];"
                 : "=r"(word)
                 : "r"(at));
    sum += word;
  }
  unsigned place = 0;
  for (int i = 0; i < 8; ++i) {
    unsigned round = __cvta_generic_to_shared(&tile[place * 128 + lane * 4]);
    unsigned word;
    asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];"
                 : "=r"(word)
                 : "r"(round));
    sum += word;
    place = (place + 1) % 3;
  }
  out[lane] = sum;
}

// Lane i leaves the loop with i % 3: the rows of the first 8 lanes begin at word
// i % 3 * 128 + i * 4, in the banks from i * 4 on, so that all 32 banks are read
// once. A warp of two rows of threads has the same ones. What lanes have loaded,
// nobody knows.
//
// CHECK: kernel left_behind modelled
// CHECK: load at shared 4 B warps 1 lanes 32 cycles 1 degree 1 exact
// CHECK: kernel loaded modelled
// CHECK-NOT: load at shared {{.*}} exact
// CHECK: kernel fills
// NARROW: kernel left_behind modelled
// NARROW: load at shared 4 B warps 1 lanes 32 cycles 1 degree 1 exact
__global__ void left_behind(unsigned *out) {
  __shared__ unsigned tile[1024];
  unsigned lane = threadIdx.x, place = 0, word;
  for (unsigned i = 0; i < lane; ++i)
    place = (place + 1) % 3;
  unsigned at = __cvta_generic_to_shared(&tile[place * 128 + lane * 4]);
  asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];"
               : "=r"(word)
               : "r"(at));
  out[lane] = word;
}
__global__ void loaded(unsigned *out, const unsigned *place) {
  __shared__ unsigned tile[1024];
  unsigned lane = threadIdx.x, word;
  unsigned at = __cvta_generic_to_shared(&tile[place[lane]]);
  asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];"
               : "=r"(word)
               : "r"(at));
  out[lane] = word;
}

// Of 16 bytes 4 are read, every 32 bytes: a sector each. A predicate that is
// false reads all 16, one that is true nothing.
//
// CHECK-SAME: modelled
// CHECK: load {{.*}} global 4 B warps 1 lanes 32 sectors 32
// CHECK: store {{.*}} shared 16 B
// CHECK: load {{.*}} global 16 B warps 1 lanes 32 sectors 32
// CHECK: store {{.*}} shared 16 B
// CHECK-NOT: load {{.*}} global
// CHECK: store {{.*}} shared 16 B
//
// All 16 bytes or none: lanes below 20 of 32 read, 512 bytes less 12 * 16, and
// all store. Where that is not to be seen, all read.
//
// CHECK: kernel hints modelled
// CHECK: load {{.*}} global 16 B warps 1 lanes 20 sectors 10
// CHECK-SAME: exact
// CHECK: store {{.*}} shared 16 B warps 1 lanes 32
// CHECK: load {{.*}} global 16 B warps 1 lanes 20 sectors 10
// CHECK-SAME: exact
// CHECK: store {{.*}} shared 16 B warps 1 lanes 32
// CHECK: kernel clamped partial
// CHECK-NEXT: reason cp.async.cg.shared.global that may fill with zeros, counted as if it read
__global__ void fills(const float *in) {
  __shared__ float4 tile[32];
  const unsigned lane = threadIdx.x;
  unsigned at = __cvta_generic_to_shared(tile + lane);
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16, 4;" ::"r"(at),
               "l"(in + 8 * lane));
  asm volatile("{ .reg .pred q; setp.ne.b32 q, %2, 0;"
               " cp.async.cg.shared.global [%0], [%1], 16, q; }" ::"r"(at),
               "l"(in + 8 * lane), "r"(0));
  asm volatile("{ .reg .pred q; setp.ne.b32 q, %2, 0;"
               " cp.async.cg.shared.global [%0], [%1], 16, q; }" ::"r"(at),
               "l"(in + 8 * lane), "r"(1));
}
__global__ void hints(const float *in, int n, unsigned long long policy) {
  __shared__ float4 tile[32];
  asm volatile(
      "cp.async.cg.shared.global.L2::cache_hint [%0], [%1], 16, %2, %3;" ::"r"(
          (unsigned)__cvta_generic_to_shared(tile + threadIdx.x)),
      "l"(in + 4 * threadIdx.x), "r"(threadIdx.x < n ? 16 : 0), "l"(policy));
  asm volatile("{ .reg .pred q; setp.ge.s32 q, %2, %3;"
               " cp.async.cg.shared.global [%0], [%1], 16, q; }" ::"r"(
                   (unsigned)__cvta_generic_to_shared(tile + threadIdx.x)),
               "l"(in + 4 * threadIdx.x), "r"((int)threadIdx.x), "r"(n));
}
__global__ void clamped(const float *in, int n) {
  __shared__ float4 tile[32];
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(
                   (unsigned)__cvta_generic_to_shared(tile + threadIdx.x)),
               "l"(in + 4 * threadIdx.x), "r"(n));
}
