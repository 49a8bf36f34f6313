// Inline assembly is read instruction by instruction, in the source and in the
// compiled code alike: accesses, their addresses, and what threads do together.
//
// RUN: facts %s --grid 1 --block 64 | FileCheck %s
// RUN: kernelcast predict %s --grid 1 --block 64 --format json | FileCheck %s --check-prefix=COMPILED
// RUN: facts %s --kernel some_lanes --grid 1 --block 64 --instructions | FileCheck %s --check-prefix=NO-BRANCH
// NO-BRANCH: instructions int 3.5 load_global 0.5 store_global 1 other 1{{$}}

// A vector of four words with hints: 16 bytes a lane, 512 a warp, which are 16
// sectors and 4 lines; two warps. Stores of 8 bytes, each 8 bytes behind a
// multiple of 16: every sector of the warp's 512 bytes again, half used.
//
// CHECK: kernel vectors modelled
// CHECK: load in + 4 * threadIdx.x global 16 B warps 2 lanes 64 sectors 32 lines 8 transactions 32 exact
// CHECK: store out + 4 * threadIdx.x global 8 B warps 2 lanes 64 sectors 32 lines 8 transactions 32 exact
__global__ void vectors(const unsigned *in, unsigned *out) {
  unsigned a, b, c, d;
  asm volatile("ld.global.nc.L1::no_allocate.v4.u32 {%0, %1, %2, %3}, [%4];"
               : "=r"(a), "=r"(b), "=r"(c), "=r"(d)
               : "l"(in + 4 * threadIdx.x));
  asm volatile("st.global.cs.v2.u32 [%0 + 8], {%1, %2};" ::"l"(
                   out + 4 * threadIdx.x),
               "r"(a + b), "r"(c + d));
}

// Registers of its own, arithmetic, a scope: element 2 * lane + 1. 32 floats 8
// bytes apart, from byte 4 on, end at byte 256: 8 sectors, 2 lines a warp. The
// bits 1 to 5 of the thread's number are the number's half: 16 floats in a row,
// two lanes each, are 2 sectors, in both warps.
//
// CHECK: kernel registers modelled
// CHECK: load in[odd] {{.*}} sectors 16 lines 4 transactions 16 exact
// CHECK: load in[half] {{.*}} sectors 4 lines 2 transactions 4 exact
__global__ void registers(const float *in, float *out) {
  unsigned odd, half;
  asm("{ .reg .u32 t; // twice\n\t"
      "mov.u32 t, %%laneid;\n\t"
      "shl.b32 t, t, 1;\n\t"
      "add.u32 %0, t, 1; }"
      : "=r"(odd));
  asm("bfe.u32 %0, %1, 1, 5;" : "=r"(half) : "r"(threadIdx.x));
  out[threadIdx.x] = in[odd] + in[half];
}

// An address that goes through 32 bits: a lane's row of 4 floats, 16 bytes, of
// which the second one is loaded. 32 lanes 16 bytes apart are in 8 banks, four
// in each.
//
// CHECK: kernel shared modelled
// CHECK: store tile[threadIdx.x] shared 4 B {{.*}} cycles 2 degree 1 exact
// CHECK: load at shared 4 B warps 2 lanes 64 cycles 8 degree 4 exact
// CHECK: atomic at shared 4 B warps 2 lanes 64 cycles 8 degree 4 exact
__global__ void shared(float *out) {
  __shared__ float tile[256];
  tile[threadIdx.x] = 1;
  __syncthreads();
  unsigned at = __cvta_generic_to_shared(tile) + threadIdx.x * 16;
  float v;
  asm volatile("ld.shared.f32 %0, [%1 + 4];" : "=f"(v) : "r"(at));
  asm volatile("red.shared.add.f32 [%0], %1;" ::"r"(at), "f"(v));
  out[threadIdx.x] = v;
}

// A choice by a predicate: lanes below 16 take element 0, the others their own.
// In the first warp these are 16 floats from byte 64 on: sectors 2 and 3, and
// sector 0. The second one has no lane below 16 in the block: 4 sectors.
//
// CHECK: kernel choice modelled
// CHECK: load in[i] {{.*}} sectors 7 lines 2 transactions 7 exact
__global__ void choice(const float *in, float *out) {
  unsigned i;
  asm("{ .reg .pred p;\n\t"
      "setp.lt.u32 p, %1, 16;\n\t"
      "selp.u32 %0, 0, %1, p; }"
      : "=r"(i)
      : "r"(threadIdx.x));
  out[threadIdx.x] = in[i];
}

// A store that its predicate switches off is none; what the data decide about
// is like a branch of which nobody knows the condition: between no sector and
// all 8 of two warps.
//
// CHECK: kernel predicates modelled
// CHECK: assumed probability of the branch at {{.*}} = 0.5
// CHECK-NOT: store {{.*}} out + 64
// CHECK: store out + threadIdx.x {{.*}} sectors 0..8 {{.*}} bounded
__global__ void predicates(float *out, const int *flags) {
  asm volatile("{ .reg .pred p;\n\t"
               "setp.ne.u32 p, %1, 0;\n\t"
               "@p st.global.f32 [%0], %2; }" ::"l"(out + 64),
               "r"(0), "f"(1.0f));
  asm volatile("{ .reg .pred p;\n\t"
               "setp.ne.s32 p, %1, 0;\n\t"
               "@p st.global.f32 [%0], %2; }" ::"l"(out + threadIdx.x),
               "r"(flags[0]), "f"(1.0f));
}

// The lanes below 20 of each block copy: in the first of two warps 20 floats
// from the start, which are 3 sectors, in the second one none. The loads that a
// lane makes behind that see both ways. No branch is counted: what differs is
// the lanes that an instruction is switched off in.
//
// CHECK: kernel some_lanes modelled
// CHECK: load in + threadIdx.x {{.*}} warps 1 lanes 20 sectors 3 lines 1 transactions 3 exact
// CHECK: store out[threadIdx.x] {{.*}} warps 2 lanes 64 sectors 8 {{.*}} exact
__global__ void some_lanes(const float *in, float *out) {
  float v = 1;
  asm volatile("{ .reg .pred p;\n\t"
               "setp.lt.u32 p, %2, 20;\n\t"
               "@p ld.global.f32 %0, [%1]; }"
               : "+f"(v)
               : "l"(in + threadIdx.x), "r"(threadIdx.x));
  out[threadIdx.x] = v;
}

// Waiting for a barrier in a loop is a wait, and a loop that does anything else
// is not understood, as a whole.
//
// CHECK: kernel waits modelled
// CHECK: kernel loops partial
// CHECK-NEXT: reason inline assembly: bra, which is not understood
__global__ void waits(float *out) {
  __shared__ unsigned long long barrier;
  unsigned at = __cvta_generic_to_shared(&barrier);
  asm volatile("{ .reg .pred p;\n\t"
               "WAIT: mbarrier.try_wait.parity.shared.b64 p, [%0], %1;\n\t"
               "@p bra DONE;\n\t"
               "bra WAIT;\n\t"
               "DONE: }" ::"r"(at),
               "r"(0));
  out[threadIdx.x] = 1;
}
__global__ void loops(unsigned *out) {
  asm volatile("AGAIN: red.global.add.u32 [%0], 1;\n\tbra AGAIN;" ::"l"(out));
}

// Both readings have the same accesses and effects.
//
// COMPILED: "name": "vectors"
// COMPILED: "status": "modelled"
// COMPILED: "source": "ir"
// COMPILED: "load_global": 1,
// COMPILED-NEXT: "store_global": 1,
// COMPILED: "name": "shared"
// COMPILED: "source": "ir"
// COMPILED: "load_shared": 1,
// COMPILED-NEXT: "store_shared": 1,
// COMPILED-NEXT: "atomic": 1,
