// What the tensor cores read in shared memory by themselves keeps its banks
// busy, which rests on how they are taken to lie there and is a reason: A of 64 x 16 halves and B of 8 x 16 are 2304 bytes for four warps, 576 a
// warp, 4.5 cycles of 32 banks; 1000 times 4500. Their multiply-adds, 64 * 8 *
// 16 / 4 of a warp, are a cycle of the 2048 that an SM makes, so the banks bind:
// 10 blocks of 4 warps on each of 132 SMs are 40 * 4500 = 180000 cycles.
//
// RUN: kernelcast predict %s --gpu h100-sxm --explain | FileCheck %s
// RUN: kernelcast predict %s --gpu h100-sxm --counts ast --explain | FileCheck %s
// CHECK: bound by shared memory
// CHECK: insts shared memory{{ +}}4500 bank steps per warp
// CHECK: shared memory{{ +}}180000 cycles

__global__ void products(float *out, unsigned long long a,
                         unsigned long long b) {
  float d[4] = {};
  for (int i = 0; i < 1000; ++i)
    asm volatile("wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 "
                 "{%0, %1, %2, %3}, %4, %5, 1, 1, 1, 0, 0;"
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
                 : "l"(a), "l"(b));
  out[threadIdx.x] = d[0] + d[1] + d[2] + d[3];
}

void run(float *out, unsigned long long a) { products<<<1320, 128>>>(out, a, a); }
