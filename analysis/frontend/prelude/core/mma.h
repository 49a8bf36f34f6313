//===- mma.h - Matrix fragments of a warp, declared -----------------------===//
#pragma GCC system_header
#ifndef KERNELCAST_MMA_H
#define KERNELCAST_MMA_H
#include <cuda_fp16.h>
#include <cuda_bf16.h>
namespace nvcuda {
namespace wmma {
struct matrix_a {};
struct matrix_b {};
struct accumulator {};
struct row_major {};
struct col_major {};
enum layout_t { mem_row_major, mem_col_major };
namespace precision {
struct tf32 {};
struct u4 {};
struct s4 {};
struct b1 {};
} // namespace precision
namespace experimental {
namespace precision {
struct u4 {};
struct s4 {};
struct b1 {};
} // namespace precision
enum bmmaBitOp { bmmaBitOpXOR = 1, bmmaBitOpAND };
enum bmmaAccumulateOp { bmmaAccumulateOpPOPC = 1 };
} // namespace experimental
template <class T> struct kc_storage {
  typedef T type;
};
template <> struct kc_storage<precision::tf32> {
  typedef float type;
};
/// Elements of one lane: the matrix's elements over 32 lanes.
template <class Use, int M, int N, int K, class T, class Layout = void>
class fragment {
  template <class U, int A, int B> struct Count {
    enum { value = A * B / 32 };
  };

public:
  typedef typename kc_storage<T>::type element_type;
  enum {
    num_elements = (__is_same(Use, matrix_a)   ? M * K
                    : __is_same(Use, matrix_b) ? K * N
                                               : M * N) /
                   32,
    num_storage_elements = num_elements
  };
  element_type x[num_elements];
};
template <class F, class T>
__device__ void fill_fragment(F &Fragment, const T &Value);
template <class F, class T>
__device__ void load_matrix_sync(F &Fragment, const T *From, unsigned Stride);
template <class F, class T>
__device__ void load_matrix_sync(F &Fragment, const T *From, unsigned Stride,
                                 layout_t Layout);
template <class F, class T>
__device__ void store_matrix_sync(T *To, const F &Fragment, unsigned Stride,
                                  layout_t Layout);
template <class D, class A, class B, class C>
__device__ void mma_sync(D &Result, const A &X, const B &Y, const C &Z,
                         bool Saturate = false);
template <class D, class A, class B, class C, class... Op>
__device__ void bmma_sync(D &Result, const A &X, const B &Y, const C &Z, Op...);
__device__ float __float_to_tf32(float);
} // namespace wmma
} // namespace nvcuda
#endif
