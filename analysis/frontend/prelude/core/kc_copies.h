//===- kc_copies.h - Asynchronous copies as the plain ones they stand for -===//
//
// The library copies in pieces as wide as the alignment that it is promised, by
// the type of the elements or by aligned_size_t, up to 16 bytes; the threads of
// a group take one piece after the other.
//===----------------------------------------------------------------------===//
#pragma GCC system_header
#ifndef KERNELCAST_COPIES_H
#define KERNELCAST_COPIES_H
namespace cuda {
template <size_t N> struct aligned_size_t {
  size_t value;
  explicit constexpr __host__ __device__ aligned_size_t(size_t V) : value(V) {}
  constexpr __host__ __device__ operator size_t() const { return value; }
};
} // namespace cuda
template <class N> struct kc_promise {
  static constexpr size_t alignment = 1;
};
template <size_t N> struct kc_promise<cuda::aligned_size_t<N>> {
  static constexpr size_t alignment = N;
};
template <size_t Alignment> struct kc_piece {
  typedef uint4 type;
};
template <> struct kc_piece<8> {
  typedef uint2 type;
};
template <> struct kc_piece<4> {
  typedef unsigned type;
};
template <> struct kc_piece<2> {
  typedef unsigned short type;
};
template <> struct kc_piece<1> {
  typedef unsigned char type;
};
// What thread Rank of Size copies of Bytes bytes.
template <class T, class N>
__device__ inline void kc_copy(size_t Rank, size_t Size, T *To, const T *From,
                               N Bytes) {
  constexpr size_t Promised = kc_promise<N>::alignment;
  typedef
      typename kc_piece<(alignof(T) > Promised ? alignof(T) : Promised)>::type
          Piece;
  Piece *Written = reinterpret_cast<Piece *>(To);
  const Piece *Read = reinterpret_cast<const Piece *>(From);
  for (size_t I = Rank; I < (size_t)Bytes / sizeof(Piece); I += Size)
    Written[I] = Read[I];
}
#endif
