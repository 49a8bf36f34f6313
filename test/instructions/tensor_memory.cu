// Products of sm_100, whose sums are in tensor memory: one thread asks for one,
// and a descriptor says how large it is.
//
// RUN: facts %s --grid 1 --block 128 | FileCheck %s
// RUN: kernelcast predict %s --gpu b200 --grid 1 --block 128 --format json | FileCheck %s --check-prefix=JSON
// RUN: kernelcast predict %s --gpu b200 --grid 1 --block 128 --counts ast --format json | FileCheck %s --check-prefix=JSON

using Descriptor = unsigned long long;

__device__ void multiply(unsigned sum, Descriptor a, Descriptor b,
                         unsigned sizes, int adds) {
  asm volatile("{\n.reg .pred p;\nsetp.ne.b32 p, %4, 0;\n"
               "tcgen05.mma.cta_group::1.kind::f16 [%0], %1, %2, %3, p;\n}" ::
                   "r"(sum),
               "l"(a), "l"(b), "r"(sizes), "r"(adds));
}

// One warp asks for four products of 128 * 64 * 16 halves: bits 24 to 28 have 8,
// bits 17 to 22 as well. With two operations each 4 * 262144. The four warps
// have the place of the sums stored once, in a word that all lanes of one warp
// write, and read 32 of them.
//
// CHECK: kernel product modelled
// CHECK: store {{.*}} shared 4 B warps 1 lanes 32 cycles 1 degree 1 exact
// CHECK: store out[{{.*}} warps 4 lanes 128 sectors 16
//
// JSON: "name": "product"
// JSON: "status": "modelled"
// JSON: "what": "factors that tensor cores read in shared memory at {{[0-9:]+}}"
// JSON: "matrix_product": 1
// JSON: "tensor_operations": 1048576
__global__ void product(float *out, Descriptor a, Descriptor b) {
  __shared__ unsigned place;
  if (threadIdx.x < 32) {
    unsigned to = static_cast<unsigned>(__cvta_generic_to_shared(&place));
    asm volatile("tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 "
                 "[%0], 64;" ::"r"(to)
                 : "memory");
    asm volatile("tcgen05.relinquish_alloc_permit.cta_group::1.sync.aligned;");
  }
  __syncthreads();
  unsigned sum = place;
  if (threadIdx.x == 0)
    for (int k = 0; k < 4; ++k)
      multiply(sum, a + 2 * k, b + 2 * k, 8u << 24 | 8u << 17, k);
  asm volatile("tcgen05.fence::after_thread_sync;" ::: "memory");
  unsigned v, w;
  asm volatile("tcgen05.ld.sync.aligned.32x32b.x2.b32 {%0, %1}, [%2];"
               : "=r"(v), "=r"(w)
               : "r"(sum));
  asm volatile("tcgen05.wait::ld.sync.aligned;" ::: "memory");
  out[threadIdx.x] = __uint_as_float(v + w);
}

// A of four bits in tensor memory, by two blocks: K is 64, or 96 with the last
// bit. 256 * 128 * 96 multiply-adds. Scales are copied there, 512 bytes in four
// rows of banks.
//
// CHECK: kernel narrow modelled
// CHECK: load {{.*}} shared 512 B warps 1 lanes 1 cycles 4 degree 1 exact
//
// JSON: "name": "narrow"
// JSON: "status": "modelled"
// JSON: "matrix_product": 0.25
// JSON: "tensor_operations": 6291456
__global__ void narrow(unsigned sum, unsigned a, Descriptor b, unsigned scales) {
  if (threadIdx.x == 0) {
    asm volatile("tcgen05.cp.cta_group::2.32x128b.warpx4 [%0], %1;" ::"r"(
                     scales),
                 "l"(b));
    asm volatile("tcgen05.mma.cta_group::2.kind::mxf4nvf4.block_scale"
                 ".scale_vec::4X [%0], [%1], %2, %3, [%4], [%4], 1;" ::"r"(sum),
                 "r"(a), "l"(b), "r"(1u << 31 | 16u << 24 | 16u << 17),
                 "r"(scales));
    asm volatile("tcgen05.commit.cta_group::2.mbarrier::arrive::one"
                 ".shared::cluster.b64 [%0];" ::"r"(0));
  }
}

// A size that is no constant, and a kind that nobody knows.
//
// CHECK: kernel sized partial
// CHECK-NEXT: reason product of matrices of unknown sizes in inline assembly, not counted at
// CHECK: kernel strange partial
// CHECK-NEXT: reason inline assembly: tcgen05.mma.cta_group::1.kind::f12, which is not understood at
__global__ void sized(unsigned sum, Descriptor a, Descriptor b, unsigned sizes) {
  multiply(sum, a, b, sizes, 1);
}
__global__ void strange(unsigned sum, Descriptor a, Descriptor b) {
  asm volatile("tcgen05.mma.cta_group::1.kind::f12 [%0], %1, %2, %3, 1;" ::"r"(
                   sum),
               "l"(a), "l"(b), "r"(8u << 24 | 8u << 17));
}
