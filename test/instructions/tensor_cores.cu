// Products of matrices by the tensor cores, and what brings their factors: the
// fragments of a warp, asynchronous copies, loads of matrices from shared memory.
//
// RUN: facts %s | FileCheck %s
// RUN: kernelcast predict %s --format json --gpu a100-pcie-40gb | FileCheck %s --check-prefix=JSON
// RUN: kernelcast predict %s --format json --gpu a100-pcie-40gb --counts ast | FileCheck %s --check-prefix=JSON
// RUN: kernelcast predict %s --kernel busy --gpu a100-pcie-40gb --format json | FileCheck %s --check-prefix=RATE
// RUN: kernelcast predict %s --kernel busy --gpu a100-pcie-40gb 2>/dev/null | FileCheck %s --check-prefix=SCREEN
// RUN: kernelcast predict %s --kernel busy --gpu a100-pcie-40gb --set tensor_rate=0 2>/dev/null | FileCheck %s --check-prefix=UNKNOWN
// RUN: not kernelcast emit-cost %s --kernel multiply --gpu a100-pcie-40gb 2>&1 | FileCheck %s --check-prefix=EMIT
// EMIT: products of matrices by the tensor cores are not in a cost function

#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <mma.h>
using namespace nvcuda;

// A factor of 16 x 16 halves is 16 rows of 32 bytes. A warp loads 8 rows of 16
// bytes at a time, 4 bytes a lane, in four loads. The rows of both factors are
// 64 halves, 128 bytes, apart, so that each row is a line of its own and 16
// bytes of it are one sector: 8 sectors and 8 lines. 6 warps load in 4
// iterations each: 24 executions, 192 sectors.
//
// The sums are 16 rows of 64 bytes, 48 floats, 192 bytes, apart: four stores of 8
// rows of 32 bytes, 8 bytes a lane: 8 sectors, each in a line of its own. 6 warps
// store once: 48.
//
// CHECK: kernel multiply modelled
// CHECK-COUNT-4: load wmma::load_matrix_sync(left, {{.*}} global 4 B warps 24 lanes 768 sectors 192 lines 192 transactions 192 exact
// CHECK-COUNT-4: load wmma::load_matrix_sync(right, {{.*}} global 4 B warps 24 lanes 768 sectors 192 lines 192 transactions 192 exact
// CHECK-COUNT-4: store wmma::store_matrix_sync({{.*}} global 8 B warps 6 lanes 192 sectors 48 lines 48 transactions 48 exact
// CHECK-NOT: wmma::
//
// A warp has 4 products of 16 * 16 * 16 = 4096 multiply-adds, 6 warps have
// 6 * 4 * 4096 * 2 = 196608 operations.
//
// JSON: "name": "multiply"
// JSON: "status": "modelled"
// JSON: "matrix_product": 4
// JSON: "tensor_operations": 196608
__global__ void multiply(const half *a, const half *b, float *c, int k) {
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> left;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> right;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
  wmma::fill_fragment(sum, 0.0f);
  for (int i = 0; i < k; i += 16) {
    wmma::load_matrix_sync(left, a + blockIdx.x * 16 * k + i, k);
    wmma::load_matrix_sync(right, b + blockIdx.y * 16 * k + i, k);
    wmma::mma_sync(sum, left, right, sum);
  }
  wmma::store_matrix_sync(c + blockIdx.x * 16 * 48 + blockIdx.y * 16, sum, 48,
                          wmma::mem_row_major);
}

// cp.async of 16 bytes a lane is a load of 512 bytes, 16 sectors, and a store of
// them, 4 words to each bank, in 4 steps; ldmatrix of four matrices loads 32 rows
// of 16 bytes, one from each lane's address: 4 steps as well where they lie one
// behind the other, and where they lie 128 bytes apart, all in the banks 0 to 3,
// 32 steps. One block of 4 warps, 3 iterations: 12 executions.
//
// CHECK: kernel copies modelled
// CHECK: load a + (i * 128 + threadIdx.x) * 8 global 16 B warps 12 lanes 384 sectors 192 lines 48 transactions 192 exact
// CHECK: store at shared 16 B warps 12 lanes 384 cycles 48 degree 4 exact
// CHECK: load at shared 16 B warps 12 lanes 384 cycles 48 degree 4 exact
// CHECK: load far shared 16 B warps 12 lanes 384 cycles 384 degree 32 exact
//
// 3 products of 16 * 8 * 16 = 2048 multiply-adds, 4 warps: 49152 operations.
//
// JSON: "name": "copies"
// JSON: "status": "modelled"
// JSON: "matrix_product": 3
// JSON: "tensor_operations": 49152
__global__ void copies(const half *a, float *c, int n) {
  __shared__ half near[128 * 8], wide[128 * 64];
  unsigned r[4];
  float d[4] = {};
  unsigned at = __cvta_generic_to_shared(&near[threadIdx.x * 8]);
  unsigned far = __cvta_generic_to_shared(&wide[threadIdx.x * 64]);
  for (int i = 0; i < n; i++) {
    asm volatile("cp.async.cg.shared.global.L2::128B [%0], [%1], 16;" ::"r"(at),
                 "l"(a + (i * 128 + threadIdx.x) * 8));
    asm volatile("cp.async.commit_group;\n\tcp.async.wait_group 0;");
    __syncthreads();
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];"
                 : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
                 : "r"(at));
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];"
                 : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
                 : "r"(far));
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 "
                 "{%0,%1,%2,%3}, {%4,%5,%6,%7}, {%4,%5}, {%0,%1,%2,%3};"
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
                 : "r"(r[0]), "r"(r[1]), "r"(r[2]), "r"(r[3]));
  }
  c[threadIdx.x] = d[0] + d[1];
}

// A pipeline's copy is a load and a store of as many bytes as it is told: 8 bytes
// a lane, 2 warps: 256 bytes, 8 sectors each, and 2 words to each bank.
//
// CHECK: kernel pipeline modelled
// CHECK: load __pipeline_memcpy_async({{.*}} global 8 B warps 2 lanes 64 sectors 16 lines 4 transactions 16 exact
// CHECK: store __pipeline_memcpy_async({{.*}} shared 8 B warps 2 lanes 64 cycles 4 degree 2 exact
__global__ void pipeline(const float2 *a, float2 *c) {
  __shared__ float2 tile[64];
  __pipeline_memcpy_async(&tile[threadIdx.x], &a[threadIdx.x], 8);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  c[threadIdx.x] = tile[63 - threadIdx.x];
}

// 10000 products of 2048 multiply-adds by each of 432 * 4 warps, 16 on each of
// 108 SMs, which do 1024 multiply-adds of halves in a cycle: 16 * 10000 * 2048 /
// 1024 = 320000 cycles. Those of 8 bits are done twice as fast, and have twice as
// many in an instruction.
//
// RATE: "name": "busy"
// RATE: "bottleneck": "tensor cores"
// RATE: "name": "tensor cores",
// RATE-NEXT: "cycles": 320000
//
// The peak is 2 * 1024 * 108 SMs * 1.41 GHz = 312 Tera, of which more than nine in
// ten are reached: 432 * 4 * 10000 * 2 * 2048 = 7.08e10 operations in what is
// little longer than 320000 cycles, 0.227 ms. Products of 8 bits, which may be
// integers, are twice as many. Where the peak is not known, none is named.
//
// SCREEN: {{^}}busy<false>
// SCREEN: achieved tensor cores {{2[89][0-9]}} TFLOP/s of 312 TFLOP/s {{.}}
// SCREEN: {{^}}busy<true>
// SCREEN: achieved tensor cores {{5[6-9][0-9]}} TOP/s of 624 TOP/s {{.}}
// UNKNOWN: achieved tensor cores {{[0-9.]+}} TFLOP/s {{[^o]}}
template <bool Bytes> __global__ void busy(float *c, int n) {
  float d[4] = {};
  for (int i = 0; i < n; i++)
    if (Bytes)
      asm volatile("mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e4m3.f32 "
                   "{%0,%1,%2,%3}, {%4,%4,%4,%4}, {%4,%4}, {%0,%1,%2,%3};"
                   : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
                   : "r"(i));
    else
      asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 "
                   "{%0,%1,%2,%3}, {%4,%4,%4,%4}, {%4,%4}, {%0,%1,%2,%3};"
                   : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
                   : "r"(i));
  c[threadIdx.x] = d[0];
}
// RATE: "name": "busy"
// RATE: "name": "tensor cores",
// RATE-NEXT: "cycles": 320000

// Of two matrices the first 16 lanes have the rows, 256 bytes one behind the
// other: 2 steps, whatever addresses the other lanes have. A copy that only fills
// with zeros reads nothing.
//
// CHECK: kernel two modelled
// CHECK-NOT: load {{.*}} global
// CHECK: store at shared 16 B warps 1 lanes 32 cycles 4 degree 4 exact
// CHECK: load at shared 8 B warps 1 lanes 32 cycles 2 degree 2 exact
__global__ void two(const half *a, unsigned *c) {
  __shared__ half tile[32 * 8];
  unsigned at = __cvta_generic_to_shared(&tile[threadIdx.x * 8]);
  unsigned low, high;
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(at),
               "l"(a), "r"(0));
  asm volatile("cp.async.wait_all;");
  asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0, %1}, [%2];"
               : "=r"(low), "=r"(high)
               : "r"(at));
  c[threadIdx.x] = low + high;
}

int main() {
  half *a, *b;
  float *c;
  float2 *d;
  multiply<<<dim3(2, 3), 32>>>(a, b, c, 64);
  copies<<<1, 128>>>(a, c, 3);
  pipeline<<<1, 64>>>(d, d);
  two<<<1, 32>>>(a, reinterpret_cast<unsigned *>(c));
  busy<false><<<432, 128>>>(c, 10000);
  busy<true><<<432, 128>>>(c, 10000);
}
