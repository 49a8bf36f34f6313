//===- kc_thread_functions.cuh - What each thread does for itself ---------===//
//
// Part of cub.cuh: loads and stores with cache hints, which change nothing
// here; sums over a thread's own items; shuffles, masks and bit fields by their
// instructions; and a thread's items of an array as block and warp loads know
// them, for a thread whose number is given.
//===----------------------------------------------------------------------===//
#pragma GCC system_header
#ifndef KERNELCAST_THREAD_FUNCTIONS_CUH
#define KERNELCAST_THREAD_FUNCTIONS_CUH
namespace cub {
template <CacheLoadModifier M, class P>
__device__ auto ThreadLoad(P Pointer) ->
    typename std::remove_reference<decltype(*Pointer)>::type {
  return *Pointer;
}
template <CacheStoreModifier M, class P, class T>
__device__ void ThreadStore(P Pointer, T Value) {
  *Pointer = Value;
}
template <int N, class T>
KC_CUB T ShuffleUp(T Value, int Lanes, int, unsigned) {
  return kc_shuffle<KcShuffle::Up>(Value, Lanes, N);
}
template <int N, class T>
KC_CUB T ShuffleDown(T Value, int Lanes, int, unsigned) {
  return kc_shuffle<KcShuffle::Down>(Value, Lanes, N);
}
template <int N, class T> KC_CUB T ShuffleIndex(T Value, int Lane, unsigned) {
  return kc_shuffle<KcShuffle::Index>(Value, Lane, N);
}
__device__ inline unsigned LaneId() { return kc_lane(); }
__device__ inline unsigned WarpId() {
  const unsigned Row = threadIdx.y + threadIdx.z * blockDim.y;
  return (threadIdx.x + Row * blockDim.x) / 32;
}
__device__ inline void CTA_SYNC() { __syncthreads(); }
__device__ inline void WARP_SYNC(unsigned Mask) { __syncwarp(Mask); }
template <int Threads, class It, class T, int N>
KC_CUB void LoadDirectStriped(int Thread, It Memory, T (&Items)[N]) {
  kc_load_items<N>(Memory, Thread, Threads, Items);
}
template <int Threads, class It, class T, int N>
KC_CUB void LoadDirectStriped(int Thread, It Memory, T (&Items)[N], int Valid) {
  kc_load_items<N>(Memory, Thread, Threads, Items, Valid);
}
template <int Threads, class It, class T, int N>
KC_CUB void StoreDirectStriped(int Thread, It Memory, T (&Items)[N]) {
  kc_store_items<N>(Memory, Thread, Threads, Items);
}
template <int Threads, class It, class T, int N>
KC_CUB void StoreDirectStriped(int Thread, It Memory, T (&Items)[N],
                               int Valid) {
  kc_store_items<N>(Memory, Thread, Threads, Items, Valid);
}
template <class It, class T, int N>
KC_CUB void LoadDirectBlocked(int Thread, It Memory, T (&Items)[N]) {
  kc_load_items<N>(Memory, Thread * N, 1, Items);
}
template <class It, class T, int N>
KC_CUB void LoadDirectBlocked(int Thread, It Memory, T (&Items)[N], int Valid) {
  kc_load_items<N>(Memory, Thread * N, 1, Items, Valid);
}
template <class It, class T, int N>
KC_CUB void StoreDirectBlocked(int Thread, It Memory, T (&Items)[N]) {
  kc_store_items<N>(Memory, Thread * N, 1, Items);
}
template <class It, class T, int N>
KC_CUB void StoreDirectBlocked(int Thread, It Memory, T (&Items)[N],
                               int Valid) {
  kc_store_items<N>(Memory, Thread * N, 1, Items, Valid);
}
template <class T, int N>
KC_CUB void LoadDirectBlockedVectorized(int Thread, T *Memory, T (&Items)[N]) {
  kc_load_vectors<T, N>(Memory, Thread, Items);
}
template <class T, int N>
KC_CUB void StoreDirectBlockedVectorized(int Thread, T *Memory, T (&Items)[N]) {
  kc_store_vectors<T, N>(Memory, Thread, Items);
}
KC_CUB unsigned kc_first_of_warp(int Thread, int Items) {
  return Thread / 32 * 32 * Items + Thread % 32;
}
template <class It, class T, int N>
KC_CUB void LoadDirectWarpStriped(int Thread, It Memory, T (&Items)[N]) {
  kc_load_items<N>(Memory, kc_first_of_warp(Thread, N), 32, Items);
}
template <class It, class T, int N>
KC_CUB void LoadDirectWarpStriped(int Thread, It Memory, T (&Items)[N],
                                  int Valid) {
  kc_load_items<N>(Memory, kc_first_of_warp(Thread, N), 32, Items, Valid);
}
template <class It, class T, int N>
KC_CUB void StoreDirectWarpStriped(int Thread, It Memory, T (&Items)[N]) {
  kc_store_items<N>(Memory, kc_first_of_warp(Thread, N), 32, Items);
}
template <class It, class T, int N>
KC_CUB void StoreDirectWarpStriped(int Thread, It Memory, T (&Items)[N],
                                   int Valid) {
  kc_store_items<N>(Memory, kc_first_of_warp(Thread, N), 32, Items, Valid);
}
// Of bits and lanes.
template <class Word>
KC_CUB unsigned BFE(Word Source, unsigned Begin, unsigned Count) {
  if constexpr (sizeof(Word) > 4)
    return (unsigned)((Source >> Begin) & ((1ull << Count) - 1));
  unsigned Bits;
  asm("bfe.u32 %0, %1, %2, %3;"
      : "=r"(Bits)
      : "r"((unsigned)Source), "r"(Begin), "r"(Count));
  return Bits;
}
KC_CUB unsigned SHL_ADD(unsigned X, unsigned Shift, unsigned Addend) {
  return (X << Shift) + Addend;
}
KC_CUB unsigned SHR_ADD(unsigned X, unsigned Shift, unsigned Addend) {
  return (X >> Shift) + Addend;
}
KC_CUB unsigned IADD3(unsigned X, unsigned Y, unsigned Z) { return X + Y + Z; }
KC_CUB int PRMT(unsigned A, unsigned B, unsigned Which) {
  return (int)__byte_perm(A, B, Which);
}
KC_CUB unsigned LaneMaskLt() { return (1u << kc_lane()) - 1; }
KC_CUB unsigned LaneMaskLe() { return 2u * (1u << kc_lane()) - 1; }
KC_CUB unsigned LaneMaskGt() { return ~LaneMaskLe(); }
KC_CUB unsigned LaneMaskGe() { return ~LaneMaskLt(); }
/// The lanes with the same bits of \p Label: a vote for each of them.
template <int... Bit>
KC_CUB unsigned kc_match(kc_numbers<int, Bit...>, unsigned Label) {
  unsigned Lanes = ~0u;
  ((Lanes &= __ballot_sync(~0u, Label >> Bit & 1) ^ ((Label >> Bit & 1) - 1)),
   ...);
  return Lanes;
}
template <int Bits, int Active = 32> KC_CUB unsigned MatchAny(unsigned Label) {
  const unsigned Lanes = kc_match(kc_upto<Bits>(), Label);
  return Active < 32 ? Lanes & ~(~0u << (Active % 32)) : Lanes;
}
KC_CUB void ThreadExit() { asm volatile("exit;"); }

// Of the items that a thread has.
template <int N, class T, class Op>
KC_CUB T ThreadReduce(const T (&Items)[N], Op Combine) {
  return kc_fold<1, N>(Items[0], Items, Combine);
}
template <int N, class T, class Op, class P>
KC_CUB P ThreadReduce(const T (&Items)[N], Op Combine, P First) {
  return kc_fold<0, N>(T(First), Items, Combine);
}
namespace internal {
using cub::ThreadReduce;
template <int N, class T, class Op>
KC_CUB T ThreadScanInclusive(T (&In)[N], T (&Out)[N], Op Combine) {
  T Sum = In[0];
  Out[0] = Sum;
  kc_inclusive<1, N>(Sum, In, Out, Combine);
  return Out[N - 1];
}
template <int N, class T, class Op>
KC_CUB T ThreadScanInclusive(T (&In)[N], T (&Out)[N], Op Combine, T Before) {
  kc_inclusive<0, N>(Before, In, Out, Combine);
  return Out[N - 1];
}
template <int N, class T, class Op>
KC_CUB T ThreadScanExclusive(T (&In)[N], T (&Out)[N], Op Combine, T Before) {
  T Last = In[N - 1];
  kc_exclusive<0, N>(Before, In, Out, Combine);
  return Combine(Out[N - 1], Last);
}
} // namespace internal
using internal::ThreadScanExclusive;
using internal::ThreadScanInclusive;

// Of a sorted array: how many of its first elements are below (or not above)
// \p Value.
template <class It, class Offset, class T>
KC_CUB Offset LowerBound(It Sorted, Offset Count, T Value) {
  Offset Below = 0;
  while (Count > 0) {
    const Offset Half = Count >> 1;
    if (Sorted[Below + Half] < Value) {
      Below += Half + 1;
      Count -= Half + 1;
    } else {
      Count = Half;
    }
  }
  return Below;
}
template <class It, class Offset, class T>
KC_CUB Offset UpperBound(It Sorted, Offset Count, T Value) {
  Offset Below = 0;
  while (Count > 0) {
    const Offset Half = Count >> 1;
    if (Value < Sorted[Below + Half]) {
      Count = Half;
    } else {
      Below += Half + 1;
      Count -= Half + 1;
    }
  }
  return Below;
}
// Of an array.
template <CacheLoadModifier M, class T, class Offset = std::ptrdiff_t>
struct CacheModifiedInputIterator {
  typedef CacheModifiedInputIterator self_type;
  typedef T value_type;
  const T *ptr;
  template <class Q>
  __host__ __device__ CacheModifiedInputIterator(Q *Pointer) : ptr(Pointer) {}
  KC_CUB T operator*() const { return *ptr; }
  template <class Distance> KC_CUB T operator[](Distance N) const {
    return ptr[N];
  }
  template <class Distance>
  __host__ __device__ self_type operator+(Distance N) const {
    return self_type(ptr + N);
  }
};
template <CacheStoreModifier M, class T, class Offset = std::ptrdiff_t>
struct CacheModifiedOutputIterator {
  typedef CacheModifiedOutputIterator self_type;
  typedef void value_type;
  T *ptr;
  template <class Q>
  __host__ __device__ CacheModifiedOutputIterator(Q *Pointer) : ptr(Pointer) {}
  KC_CUB T &operator*() const { return *ptr; }
  template <class Distance> KC_CUB T &operator[](Distance N) const {
    return ptr[N];
  }
  template <class Distance>
  __host__ __device__ self_type operator+(Distance N) const {
    return self_type(ptr + N);
  }
};
} // namespace cub
#endif
