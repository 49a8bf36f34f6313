// Inline assembly whose modifiers, registers and predicates ask for care: what
// is not followed is named, and no number of it is called exact.
//
// RUN: facts %s --grid 1 --block 64 | FileCheck %s
// RUN: kernelcast predict %s --grid 1 --block 64 --counts ast --gpu a100-pcie-40gb --format json | FileCheck %s --check-prefix=JSON
// RUN: kernelcast predict %s --grid 1 --block 64 --counts ir --gpu a100-pcie-40gb --format json | FileCheck %s --check-prefix=JSON

// A move keeps bits. 1.0 is 0x3f800000, whose exponent is 127: 127 rounds of 2
// warps, 254 executions, each 128 bytes in 4 sectors: 1016.
//
// CHECK: kernel bits modelled
// CHECK: store out[{{.*}} warps 254 lanes 8128 sectors 1016
__global__ void bits(float *out) {
  unsigned u;
  asm("mov.b32 %0, %1;" : "=r"(u) : "f"(1.0f));
  for (unsigned i = 0; i < (u >> 23); ++i)
    out[i * 64 + threadIdx.x] = 1;
}

// Of a number that is not known before it runs, nobody knows the bits.
//
// CHECK: kernel loaded
// CHECK-NOT: store out[{{.*}} exact
// CHECK: kernel wide modelled
__global__ void loaded(float *out, const float *in) {
  unsigned u;
  asm("mov.b32 %0, %1;" : "=r"(u) : "f"(in[threadIdx.x]));
  out[u & 1023] = 1;
}

// 128 bits are 16 bytes a lane: 512 bytes a warp, 16 sectors, 4 lines.
//
// CHECK: load in {{.*}} global 16 B warps 2 lanes 64 sectors 32 lines 8 transactions 32 exact
__global__ void wide(const float *in, unsigned long long *out) {
  unsigned long long low, high;
  asm volatile("{ .reg .b128 t; ld.global.b128 t, [%2];"
               " mov.b128 {%0, %1}, t; }"
               : "=l"(low), "=l"(high)
               : "l"(in + 4 * threadIdx.x));
  out[threadIdx.x] = low + high;
}

// A maximum that is not below zero is none of two numbers; halves are not
// compared as one integer.
//
// CHECK: kernel relu
// CHECK-NOT: store out[{{.*}} exact
// CHECK: kernel halves
// CHECK-NOT: store out[{{.*}} exact
// CHECK: kernel scopes partial
__global__ void relu(float *out) {
  int d;
  asm("max.relu.s32 %0, %1, %2;"
      : "=r"(d)
      : "r"((int)threadIdx.x - 16), "r"(-100));
  out[d] = 1;
}
__global__ void halves(float *out) {
  unsigned d;
  asm("{ .reg .pred p, q; setp.lt.f16x2 p|q, %1, %2; selp.u32 %0, 1, 8, p; }"
      : "=r"(d)
      : "r"(threadIdx.x << 16), "r"(8 << 16));
  out[d * threadIdx.x] = 1;
}

// CHECK-NEXT: reason inline assembly: register t of two scopes at once, which is not understood
__global__ void scopes(float *out) {
  int d;
  asm volatile("{ .reg .u32 t; mov.u32 t, %1;"
               " { .reg .u32 t; mov.u32 t, 0; }"
               " mov.u32 %0, t; }"
               : "=r"(d)
               : "r"(threadIdx.x * 8));
  out[d] = 1;
}
// One scope behind the other is no matter: elements 0 to 63, 8 sectors.
//
// CHECK: kernel neighbours modelled
// CHECK: store out[{{.*}} sectors 8 {{.*}}exact
__global__ void neighbours(float *out) {
  int d;
  asm volatile("{ .reg .u32 t; mov.u32 t, 7; }"
               "{ .reg .u32 t; mov.u32 t, %1; mov.u32 %0, t; }"
               : "=r"(d)
               : "r"(threadIdx.x));
  out[d] = 1;
}

// A barrier of 32 threads is not one of the block.
//
// CHECK: kernel named modelled
// CHECK: assumed waiting at the barrier of some threads of a block at {{[0-9:]+}} = none
//
// One of two warps comes there.
//
// JSON: "name": "named"
// JSON: "barrier": 0.5
// CHECK: kernel whole modelled
__global__ void named(int *out) {
  if (threadIdx.x < 32)
    asm volatile("bar.sync 1, 32;");
  out[threadIdx.x] = 1;
}
__global__ void whole(int *out) {
  asm volatile("bar.sync 1;");
  out[threadIdx.x] = 1;
}

// CHECK: kernel guarded partial
// CHECK-NEXT: reason predicate of add.f32 in inline assembly, counted as if it held
__global__ void guarded(float *out, int n) {
  float d = out[threadIdx.x];
  asm volatile("{ .reg .pred p; setp.gt.s32 p, %1, 16;"
               " @p add.f32 %0, %0, 0f3F800000; }"
               : "+f"(d)
               : "r"(n));
  out[threadIdx.x] = d;
}

// What is no instruction, or none that waits.
//
// CHECK: kernel nothing partial
// CHECK-NEXT: reason inline assembly: operand of mov.b32, which is not understood
// CHECK: kernel semicolon partial
// CHECK-NEXT: reason inline assembly: operand of st.global.u32, which is not understood
// CHECK: kernel forever partial
// CHECK-NEXT: reason inline assembly: bra, which is not understood
__global__ void nothing(float *out) {
  unsigned u;
  asm("mov.b32 %0, {};" : "=r"(u));
  out[threadIdx.x] = u;
}
__global__ void semicolon(int *out) {
  asm volatile("st.global.u32 [%0], 2\n st.global.u32 [%0 + 4], 3;" ::"l"(
      out + threadIdx.x));
}
__global__ void forever(int *out) {
  asm volatile("{ L: bra L; }");
  out[threadIdx.x] = 2;
}

// 9 * 512 instructions, of which the last one is a store.
//
// CHECK: kernel many partial
// CHECK-NEXT: reason inline assembly: what follows 4096 instructions, which is not understood
#define EIGHT(X) X X X X X X X X
__global__ void many(float *out) {
  asm volatile(".reg .u32 t;" EIGHT(EIGHT(EIGHT("mov.u32 t, 1;")))
                   EIGHT(EIGHT(EIGHT(EIGHT("mov.u32 t, 1;"))))
               "st.global.f32 [%0], 0f3F800000;" ::"l"(out));
}

// A trap ends the thread, and is taken not to happen: 64 stores, 8 sectors.
//
// CHECK: kernel traps modelled
// CHECK: store out[{{.*}} lanes 64 sectors 8
__global__ void traps(float *out, int n) {
  if (threadIdx.x >= n)
    asm volatile("trap;");
  out[threadIdx.x] = 1;
}

// Other blocks' shared memory, factors that stand in shared memory, sizes that
// are no constants.
//
// CHECK: kernel cluster partial
// CHECK-NEXT: reason mapa in inline assembly, counted as if the address were in the own block's memory
// CHECK-NEXT: reason ld.shared::cluster.u32 in inline assembly, counted as if it went to the own block's memory
// CHECK: kernel group modelled
// CHECK: kernel sizes partial
// CHECK-NEXT: reason product of matrices of unknown sizes in inline assembly, not counted
__global__ void cluster(int *out) {
  __shared__ int tile[64];
  unsigned there, value;
  asm("mapa.shared::cluster.u32 %0, %1, 1;"
      : "=r"(there)
      : "r"((unsigned)__cvta_generic_to_shared(tile + threadIdx.x)));
  asm volatile("ld.shared::cluster.u32 %0, [%1];" : "=r"(value) : "r"(there));
  out[threadIdx.x] = value;
}

// What the descriptors say of the factors' places is taken for granted.
//
// JSON: "name": "group"
// JSON: "assumptions"
// JSON: "what": "factors that tensor cores read in shared memory at {{[0-9:]+}}"
// JSON-NEXT: "value": "read once for a product"
__global__ void group(float *out, unsigned long long a, unsigned long long b) {
  float d = 0;
  asm volatile("wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 "
               "{%0, %0, %0, %0}, %1, %2, 1, 1, 1, 0, 0;"
               : "+f"(d)
               : "l"(a), "l"(b));
  out[threadIdx.x] = d;
}
__global__ void sizes(float *out, int n) {
  asm volatile("kernelcast.mma %0, %0, %0, %0;" ::"r"(n));
  out[threadIdx.x] = 1;
}

// A multiply-add of two halves is one of halves in both readings: 64 lanes, 2
// operations each.
//
// JSON: "name": "fused"
// JSON: "flops_fp16": 128
__global__ void fused(unsigned *out) {
  unsigned d;
  asm("fma.rn.f16x2 %0, %1, %1, %1;" : "=r"(d) : "r"(out[threadIdx.x]));
  out[threadIdx.x] = d;
}
