//===- mma.h - Matrix fragments of a warp ---------------------------------===//
//
// A warp holds a matrix in its lanes' registers. What loads and stores one are
// ordinary accesses, in the layout that the tensor cores want from sm_75 on:
// eight rows of memory at a time, four lanes to a row,
//
//   lane   0  1  2  3      W bytes each: 4 of a factor (two halves, four
//   lane   4  5  6  7      integers of 8 bits, a tf32), 8 of doubles; of sums
//   ...                    two elements
//   lane  28 29 30 31
//
// and where a row has but 8 bytes, sixteen rows at a time, two lanes to a row,
// so that a tile of 16 x 16 halves is four loads of 4 bytes, each of 8 rows of
// 16 bytes. Halves that the other layout wants across rows are loaded like
// these and exchanged in registers (MOVM), which is not counted. sm_70 has a
// layout of its own, of the same rows. Source: PTX ISA 8.7, fragments of
// mma.m16n8k16, .m16n8k8, .m8n8k4; loads in the machine code of ptxas for
// sm_80.
//
// The product is one pseudo instruction of inline assembly (Ptx.def).
//===----------------------------------------------------------------------===//
#pragma GCC system_header
#ifndef KERNELCAST_MMA_H
#define KERNELCAST_MMA_H
#include <cuda_fp16.h>
#include <cuda_bf16.h>
#include <kc_sequences.h>
namespace nvcuda {
namespace wmma {
#define KC_WMMA __device__ inline __attribute__((always_inline))
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
using wmma::precision::b1;
using wmma::precision::s4;
using wmma::precision::u4;
} // namespace precision
enum bmmaBitOp { bmmaBitOpXOR = 1, bmmaBitOpAND };
enum bmmaAccumulateOp { bmmaAccumulateOpPOPC = 1 };
} // namespace experimental
// What an element is stored as, and its bits.
template <class T> struct kc_storage {
  typedef T type;
  enum { bits = 8 * sizeof(T) };
};
template <> struct kc_storage<precision::tf32> {
  typedef float type;
  enum { bits = 32 };
};
#define KC_PACKED(NAME, TYPE, BITS)                                            \
  template <> struct kc_storage<precision::NAME> {                             \
    typedef TYPE type;                                                         \
    enum { bits = BITS };                                                      \
  };
KC_PACKED(u4, unsigned, 4)
KC_PACKED(s4, int, 4)
KC_PACKED(b1, unsigned, 1)
#undef KC_PACKED
/// Whether there are products of these shapes and elements.
template <int M, int N, int K, class T, bool IsSum>
constexpr bool kc_has_shape() {
  constexpr int Bits = kc_storage<T>::bits;
  constexpr bool IsFloat = __is_same(T, float);
  constexpr bool IsTf32 = __is_same(T, precision::tf32);
  if ((M == 16 && N == 16 || M == 32 && N == 8 || M == 8 && N == 32) && K == 16)
    return IsSum ? Bits == 16 || Bits == 32 : Bits == 8 || Bits == 16;
  if (M == 16 && N == 16 && K == 8)
    return IsSum ? IsFloat : IsTf32;
  if (M != 8 || N != 8)
    return false;
  return K == 4     ? Bits == 64
         : K == 32  ? Bits == (IsSum ? 32 : 4)
         : K == 128 ? Bits == (IsSum ? 32 : 1)
                    : false;
}
/// One lane's share: the matrix's elements over 32 lanes.
template <class Use, int M, int N, int K, class T, class Layout = void>
class fragment {
  static_assert(kc_has_shape<M, N, K, T, __is_same(Use, accumulator)>(),
                "there is no matrix fragment of this shape and type");

public:
  typedef typename kc_storage<T>::type element_type;
  typedef element_type storage_element_type;
  enum {
    kc_is_sum = __is_same(Use, accumulator),
    kc_m = M,
    kc_n = N,
    kc_k = K,
    kc_bits = kc_storage<T>::bits,
    // Rows and columns, and which of the two one after the other in memory.
    kc_height = __is_same(Use, matrix_b) ? K : M,
    kc_width = __is_same(Use, matrix_a) ? K : N,
    kc_by_columns = __is_same(Layout, col_major),
    kc_rows = kc_by_columns ? kc_width : kc_height,
    kc_row_bytes = (kc_by_columns ? kc_height : kc_width) * kc_bits / 8,
    kc_bytes = kc_height * kc_width * kc_bits / 8 / 32, // of a lane
    num_elements = kc_bytes / sizeof(element_type),
    num_storage_elements = num_elements
  };
  element_type x[num_elements];
};

KC_WMMA unsigned kc_lane() { return __nvvm_read_ptx_sreg_laneid(); }
template <int Bytes> struct kc_word {
  typedef unsigned type;
};
template <> struct kc_word<1> {
  typedef unsigned char type;
};
template <> struct kc_word<2> {
  typedef unsigned short type;
};
template <> struct kc_word<8> {
  typedef unsigned long long type;
};
template <> struct kc_word<16> {
  typedef uint4 type;
};
/// Copies a tile whose rows have RowBytes, Stride bytes apart in memory:
/// between lane registers and memory, whichever is which.
template <bool Store, class Word>
KC_WMMA void kc_copy_word(char *Memory, Word &Lane) {
  if constexpr (Store)
    *reinterpret_cast<Word *>(Memory) = Lane;
  else
    Lane = *reinterpret_cast<Word *>(Memory);
}
template <class Word, int RowBytes, bool Store, int... I>
KC_WMMA void kc_by_rows(kc_numbers<int, I...>, char *Memory, size_t Stride,
                        Word *Lane) {
  constexpr int Size = sizeof(Word);
  constexpr int Lanes = RowBytes < 4 * Size ? RowBytes / Size : 4;
  constexpr int Across = RowBytes / (Lanes * Size), Rows = 32 / Lanes;
  (kc_copy_word<Store>(
       Memory + (kc_lane() / Lanes + Rows * (I / Across)) * Stride +
           (kc_lane() % Lanes + Lanes * (I % Across)) * sizeof(Word),
       Lane[I]),
   ...);
}
/// The same of sums that lie by columns: a lane's two neighbours of a row are
/// Stride bytes apart.
template <class Word, int Height, bool Store, int... I>
KC_WMMA void kc_by_columns(kc_numbers<int, I...>, char *Memory, size_t Stride,
                           Word *Lane) {
  constexpr int Down = Height / 8;
  (kc_copy_word<Store>(
       Memory + (kc_lane() % 4 * 2 + I % 2 + 8 * (I / 2 / Down)) * Stride +
           (kc_lane() / 4 + 8 * (I / 2 % Down)) * sizeof(Word),
       Lane[I]),
   ...);
}
/// All of a fragment. Stride: elements from one row, or column, to the next.
template <bool Store, class F>
KC_WMMA void kc_move(F &Fragment, const void *Memory, unsigned Stride,
                     bool ByColumns) {
  char *At = static_cast<char *>(const_cast<void *>(Memory));
  const size_t Bytes = static_cast<size_t>(Stride) * F::kc_bits / 8;
  if constexpr (!F::kc_is_sum) {
    typedef typename kc_word<(F::kc_bits == 64 ? 8 : 4)>::type Word;
    kc_by_rows<Word, F::kc_row_bytes, Store>(
        kc_upto<F::kc_bytes / sizeof(Word)>(), At, Bytes,
        reinterpret_cast<Word *>(Fragment.x));
  } else {
    typedef typename kc_word<F::kc_bits / 8>::type Element;
    typedef typename kc_word<F::kc_bits / 4>::type Pair;
    if (ByColumns)
      kc_by_columns<Element, F::kc_height, Store>(
          kc_upto<F::kc_bytes / sizeof(Element)>(), At, Bytes,
          reinterpret_cast<Element *>(Fragment.x));
    else
      kc_by_rows<Pair, F::kc_row_bytes, Store>(
          kc_upto<F::kc_bytes / sizeof(Pair)>(), At, Bytes,
          reinterpret_cast<Pair *>(Fragment.x));
  }
}
/// Words of a fragment as operands, and as what the tensor cores write.
KC_WMMA void kc_take_word(unsigned Word) { asm volatile("" ::"r"(Word)); }
KC_WMMA void kc_give_word(unsigned &Word) { asm volatile("" : "=r"(Word)); }
template <int... I>
KC_WMMA void kc_take(kc_numbers<int, I...>, const unsigned *Words) {
  (kc_take_word(Words[I]), ...);
}
template <int... I>
KC_WMMA void kc_give(kc_numbers<int, I...>, unsigned *Words) {
  (kc_give_word(Words[I]), ...);
}
template <class T, class V, int... I>
KC_WMMA void kc_fill(kc_numbers<int, I...>, T *X, const V &Value) {
  ((X[I] = Value), ...);
}
template <class F, class T>
KC_WMMA void fill_fragment(F &Fragment, const T &Value) {
  kc_fill(kc_upto<F::num_elements>(), Fragment.x, Value);
}
template <class F, class T>
KC_WMMA void load_matrix_sync(F &Fragment, const T *From, unsigned Stride) {
  kc_move<false>(Fragment, From, Stride, F::kc_by_columns);
}
template <class F, class T>
KC_WMMA void load_matrix_sync(F &Fragment, const T *From, unsigned Stride,
                              layout_t Layout) {
  kc_move<false>(Fragment, From, Stride, Layout == mem_col_major);
}
template <class F, class T>
KC_WMMA void store_matrix_sync(T *To, const F &Fragment, unsigned Stride,
                               layout_t Layout) {
  kc_move<true>(const_cast<F &>(Fragment), To, Stride, Layout == mem_col_major);
}
template <class D, class A, class B, class C>
KC_WMMA void kc_product(D &Result, const A &X, const B &Y, const C &Z) {
  kc_take(kc_upto<A::kc_bytes / 4>(), reinterpret_cast<const unsigned *>(X.x));
  kc_take(kc_upto<B::kc_bytes / 4>(), reinterpret_cast<const unsigned *>(Y.x));
  kc_take(kc_upto<C::kc_bytes / 4>(), reinterpret_cast<const unsigned *>(Z.x));
  asm volatile("kernelcast.mma %0, %1, %2, %3;" ::"n"((int)D::kc_m),
               "n"((int)D::kc_n), "n"((int)D::kc_k), "n"((int)A::kc_bits));
  kc_give(kc_upto<D::kc_bytes / 4>(), reinterpret_cast<unsigned *>(Result.x));
}
template <class D, class A, class B, class C>
KC_WMMA void mma_sync(D &Result, const A &X, const B &Y, const C &Z,
                      bool = false) {
  kc_product(Result, X, Y, Z);
}
template <class D, class A, class B, class C, class... Op>
KC_WMMA void bmma_sync(D &Result, const A &X, const B &Y, const C &Z, Op...) {
  kc_product(Result, X, Y, Z);
}
KC_WMMA float __float_to_tf32(float X) {
  float Rounded;
  asm("cvt.rna.tf32.f32 %0, %1;" : "=f"(Rounded) : "f"(X));
  return Rounded;
}
#undef KC_WMMA
} // namespace wmma
} // namespace nvcuda
#endif
