//===- cub.cuh - Block and warp collectives -------------------------------===//
//
// Reductions, scans, loads, stores, exchanges and shuffles as the library does
// them: what an analysis sees are their shuffles, barriers and accesses to
// shared memory, by algorithm, threads and items. Sorts and histograms are in
// kc_block_sorts.cuh, a warp's loads and stores in kc_warp_transfers.cuh, what
// each thread does for itself in kc_thread_functions.cuh. What has no body here
// (ranks by votes, runs to be decoded, device-wide functions) is a call that
// nobody knows.
//
//   warp reduction, scan   log2(threads) shuffles for each 32-bit word
//   block reduction        WARP_REDUCTIONS: every warp reduces, its first lane
//                          stores one value, thread 0 adds up the warps' values
//                          RAKING: every thread stores one, the first warp
//                          loads a segment per lane and reduces
//   block scan             WARP_SCANS: every warp scans, its last lane stores
//                          one value, every thread adds up those before its own
//                          RAKING: as above, and every segment is written back
//   load, store            DIRECT: neighbouring items to one thread, STRIPED:
//                          to neighbouring threads, VECTORIZE: like DIRECT with
//                          accesses of up to 16 bytes, TRANSPOSE: like STRIPED,
//                          with an exchange through shared memory
//   exchange, shuffle      a store, a barrier, a load for each item
//
// Source: the collectives' documentation and headers, CUB 2.3 (CCCL).
//===----------------------------------------------------------------------===//
#pragma GCC system_header
#ifndef KERNELCAST_CUB_CUH
#define KERNELCAST_CUB_CUH
#include <cfloat>
#include <kc_sequences.h>
#if __cplusplus >= 201703L
#include <cuda/std/functional>
#include <thrust/functional.h>
#endif
#define CUB_PTX_ARCH __CUDA_ARCH__
#define CUB_NS_PREFIX
#define CUB_NS_POSTFIX
#define CUB_MIN(A, B) ((A) < (B) ? (A) : (B))
#define CUB_MAX(A, B) ((A) > (B) ? (A) : (B))
#define CUB_LOG_WARP_THREADS(X) 5
#define CUB_WARP_THREADS(X) 32
#define CubDebugExit(X) (X)
#define CubDebug(X) (X)
namespace cub {
#define KC_OPERATOR(NAME, BODY)                                                \
  struct NAME {                                                                \
    template <class A, class B>                                                \
    __host__ __device__ auto operator()(const A &X, const B &Y) const {        \
      return BODY;                                                             \
    }                                                                          \
  }
KC_OPERATOR(Sum, X + Y);
KC_OPERATOR(Difference, X - Y);
KC_OPERATOR(Max, X > Y ? X : Y);
KC_OPERATOR(Min, X < Y ? X : Y);
KC_OPERATOR(Equality, X == Y);
KC_OPERATOR(Inequality, X != Y);
#undef KC_OPERATOR
template <class K, class V> struct KeyValuePair {
  typedef K Key;
  typedef V Value;
  K key;
  V value;
  KeyValuePair() = default;
  __host__ __device__ KeyValuePair(const K &Key, const V &Value)
      : key(Key), value(Value) {}
};
struct ArgMax {
  template <class P>
  __host__ __device__ P operator()(const P &A, const P &B) const {
    return B.value > A.value ? B : A;
  }
};
struct ArgMin {
  template <class P>
  __host__ __device__ P operator()(const P &A, const P &B) const {
    return B.value < A.value ? B : A;
  }
};
enum BlockReduceAlgorithm {
  BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY,
  BLOCK_REDUCE_RAKING,
  BLOCK_REDUCE_WARP_REDUCTIONS
};
enum BlockScanAlgorithm {
  BLOCK_SCAN_RAKING,
  BLOCK_SCAN_RAKING_MEMOIZE,
  BLOCK_SCAN_WARP_SCANS
};
enum BlockLoadAlgorithm {
  BLOCK_LOAD_DIRECT,
  BLOCK_LOAD_STRIPED,
  BLOCK_LOAD_VECTORIZE,
  BLOCK_LOAD_TRANSPOSE,
  BLOCK_LOAD_WARP_TRANSPOSE,
  BLOCK_LOAD_WARP_TRANSPOSE_TIMESLICED
};
enum BlockStoreAlgorithm {
  BLOCK_STORE_DIRECT,
  BLOCK_STORE_STRIPED,
  BLOCK_STORE_VECTORIZE,
  BLOCK_STORE_TRANSPOSE,
  BLOCK_STORE_WARP_TRANSPOSE,
  BLOCK_STORE_WARP_TRANSPOSE_TIMESLICED
};
enum BlockHistogramAlgorithm { BLOCK_HISTO_SORT, BLOCK_HISTO_ATOMIC };
enum CacheLoadModifier {
  LOAD_DEFAULT,
  LOAD_CA,
  LOAD_CG,
  LOAD_CS,
  LOAD_CV,
  LOAD_LDG,
  LOAD_VOLATILE
};
enum CacheStoreModifier {
  STORE_DEFAULT,
  STORE_WB,
  STORE_CG,
  STORE_CS,
  STORE_WT,
  STORE_VOLATILE
};

#define KC_CUB __device__ inline __attribute__((always_inline))
/// Threads of a block of known sizes, as the library numbers them.
template <int X, int Y, int Z> KC_CUB unsigned kc_thread() {
  unsigned Thread = threadIdx.x;
  if constexpr (Y > 1)
    Thread += threadIdx.y * X;
  if constexpr (Z > 1)
    Thread += threadIdx.z * (X * Y);
  return Thread;
}
KC_CUB unsigned kc_lane() { return __nvvm_read_ptx_sreg_laneid(); }

/// A value of another lane: its words one by one, or as the hardware's
/// functions have them for numbers.
enum class KcShuffle { Down, Up, Index };
template <KcShuffle How, class T>
KC_CUB T kc_shuffle_number(T Value, int Lane, int Width) {
  if constexpr (How == KcShuffle::Down)
    return __shfl_down_sync(0xffffffffu, Value, Lane, Width);
  else if constexpr (How == KcShuffle::Up)
    return __shfl_up_sync(0xffffffffu, Value, Lane, Width);
  else
    return __shfl_sync(0xffffffffu, Value, Lane, Width);
}
template <KcShuffle How, int... I>
KC_CUB void kc_shuffle_words(kc_numbers<int, I...>, int *To, const int *From,
                             int Lane, int Width) {
  ((To[I] = kc_shuffle_number<How>(From[I], Lane, Width)), ...);
}
template <KcShuffle How, class T>
KC_CUB T kc_shuffle(const T &Value, int Lane, int Width) {
  if constexpr (std::is_arithmetic<T>::value && sizeof(T) >= 4) {
    return kc_shuffle_number<How>(Value, Lane, Width);
  } else if constexpr (sizeof(T) < 4 || sizeof(T) % 4 != 0) {
    int From[(sizeof(T) + 3) / 4] = {}, To[(sizeof(T) + 3) / 4];
    __builtin_memcpy(From, &Value, sizeof(T));
    kc_shuffle_words<How>(kc_upto<(sizeof(T) + 3) / 4>(), To, From, Lane,
                          Width);
    T Result;
    __builtin_memcpy(&Result, To, sizeof(T));
    return Result;
  } else {
    T Result;
    kc_shuffle_words<How>(kc_upto<sizeof(T) / 4>(),
                          reinterpret_cast<int *>(&Result),
                          reinterpret_cast<const int *>(&Value), Lane, Width);
    return Result;
  }
}

// Steps of a warp: lanes 1, 2, 4, ... apart.
template <int Offset, int Threads, class T, class Op>
KC_CUB T kc_reduce_steps(T Value, Op Combine, int Valid) {
  if constexpr (Offset < Threads) {
    T Other = kc_shuffle<KcShuffle::Down>(Value, Offset, Threads);
    if ((int)(kc_lane() % Threads) + Offset < Valid)
      Value = Combine(Value, Other);
    return kc_reduce_steps<Offset * 2, Threads>(Value, Combine, Valid);
  }
  return Value;
}
template <int Offset, int Threads, class T, class Op>
KC_CUB T kc_scan_steps(T Value, Op Combine) {
  if constexpr (Offset < Threads) {
    T Other = kc_shuffle<KcShuffle::Up>(Value, Offset, Threads);
    if ((int)(kc_lane() % Threads) >= Offset)
      Value = Combine(Other, Value);
    return kc_scan_steps<Offset * 2, Threads>(Value, Combine);
  }
  return Value;
}
// Steps of a thread over items From to N.
template <int From, class T, class Op, int... I>
KC_CUB T kc_fold(kc_numbers<int, I...>, T Sum, const T *Items, Op Combine) {
  ((Sum = Combine(Sum, Items[From + I])), ...);
  return Sum;
}
template <int From, int N, class T, class Op>
KC_CUB T kc_fold(T Sum, const T *Items, Op Combine) {
  return kc_fold<From>(kc_upto<N - From>(), Sum, Items, Combine);
}
template <class T, class Op>
KC_CUB void kc_prefix_step(T &Prefix, T &All, const T &Value, Op Combine,
                           bool IsMine) {
  if (IsMine)
    Prefix = All;
  All = Combine(All, Value);
}
/// Of N values, those before the first Mine, and all: the library reads every
/// warp's value and keeps what it needs. The first one is in both.
template <class T, class Op, int... I>
KC_CUB void kc_prefix(kc_numbers<int, I...>, T &Prefix, T &All, const T *Values,
                      Op Combine, unsigned Mine) {
  (kc_prefix_step(Prefix, All, Values[1 + I], Combine, Mine == 1 + I), ...);
}
template <class T, class Op>
KC_CUB void kc_inclusive_step(T &Sum, const T &In, T &Out, Op Combine) {
  Sum = Combine(Sum, In);
  Out = Sum;
}
template <class T, class Op>
KC_CUB void kc_exclusive_step(T &Sum, const T &In, T &Out, Op Combine) {
  T Item = In;
  Out = Sum;
  Sum = Combine(Sum, Item);
}
template <int From, class T, class Op, int... I>
KC_CUB void kc_inclusive(kc_numbers<int, I...>, T Sum, const T *In, T *Out,
                         Op Combine) {
  (kc_inclusive_step(Sum, In[From + I], Out[From + I], Combine), ...);
}
template <int From, int N, class T, class Op>
KC_CUB void kc_inclusive(T Sum, const T *In, T *Out, Op Combine) {
  kc_inclusive<From>(kc_upto<N - From>(), Sum, In, Out, Combine);
}
template <int From, class T, class Op, int... I>
KC_CUB void kc_exclusive(kc_numbers<int, I...>, T Sum, const T *In, T *Out,
                         Op Combine) {
  (kc_exclusive_step(Sum, In[From + I], Out[From + I], Combine), ...);
}
template <int From, int N, class T, class Op>
KC_CUB void kc_exclusive(T Sum, const T *In, T *Out, Op Combine) {
  kc_exclusive<From>(kc_upto<N - From>(), Sum, In, Out, Combine);
}

/// So many values in shared memory, where no constructor may run: where T has
/// one that does something, their bytes.
template <class T, int Count,
          bool = std::is_trivially_default_constructible<T>::value>
struct kc_unset {
  typedef T type[Count];
};
template <class T, int Count> struct kc_unset<T, Count, false> {
  struct alignas(T) type {
    unsigned char Bytes[Count * sizeof(T)];
    KC_CUB operator T *() { return reinterpret_cast<T *>(Bytes); }
  };
};

/// Shared memory of a block that rakes: one value of each of so many threads,
/// a segment of them for each lane of the first warp, with a gap behind it
/// where lanes would meet in a bank.
template <int Count> struct kc_raking {
  enum {
    segment = (Count + 31) / 32,
    gap = segment % 2 == 0 && segment > 2,
    values = 32 * (segment + gap)
  };
  static KC_CUB unsigned place(unsigned Thread) {
    return gap ? Thread + Thread / segment : Thread;
  }
};

// What programs build collectives of their own from.
template <class T> struct Uninitialized {
  T kc_storage;
  __host__ __device__ T &Alias() { return kc_storage; }
};
constexpr int kc_log2(int N) {
  int Bits = 0;
  while ((1 << Bits) < N)
    ++Bits;
  return Bits;
}
template <int N> struct Log2 {
  enum { VALUE = kc_log2(N) };
};
template <int N> struct PowerOfTwo {
  enum { VALUE = (N & (N - 1)) == 0 };
};
template <int Threads> KC_CUB unsigned WarpMask(unsigned Warp) {
  if constexpr (Threads == 32)
    return 0xffffffffu;
  else if constexpr ((Threads & (Threads - 1)) == 0)
    return ((1u << Threads) - 1) << (Warp * Threads);
  else
    return (1u << Threads) - 1;
}
KC_CUB int RowMajorTid(int X, int Y, int) {
  return threadIdx.x + (threadIdx.z * Y + threadIdx.y) * X;
}
template <class T, int Threads> struct BlockRakingLayout {
  enum {
    SHARED_ELEMENTS = Threads,
    MAX_RAKING_THREADS = Threads < 32 ? Threads : 32,
    SEGMENT_LENGTH =
        (SHARED_ELEMENTS + MAX_RAKING_THREADS - 1) / MAX_RAKING_THREADS,
    RAKING_THREADS = (SHARED_ELEMENTS + SEGMENT_LENGTH - 1) / SEGMENT_LENGTH,
    USE_SEGMENT_PADDING = SEGMENT_LENGTH % 2 == 0 && SEGMENT_LENGTH > 2,
    GRID_ELEMENTS = RAKING_THREADS * (SEGMENT_LENGTH + USE_SEGMENT_PADDING),
    UNGUARDED = SHARED_ELEMENTS % RAKING_THREADS == 0
  };
  struct _TempStorage {
    T buff[GRID_ELEMENTS];
  };
  struct TempStorage : Uninitialized<_TempStorage> {};
  static KC_CUB T *PlacementPtr(TempStorage &Storage, unsigned Thread) {
    if (USE_SEGMENT_PADDING)
      Thread += Thread / SEGMENT_LENGTH;
    return Storage.Alias().buff + Thread;
  }
  static KC_CUB T *RakingPtr(TempStorage &Storage, unsigned Thread) {
    return Storage.Alias().buff +
           Thread * (SEGMENT_LENGTH + USE_SEGMENT_PADDING);
  }
};

#define KC_COLLECTIVE(NAME)                                                    \
  TempStorage *Temp;                                                           \
  KC_CUB NAME(TempStorage &Storage) : Temp(&Storage) {}                        \
  KC_CUB NAME(TempStorage &Storage, int) : Temp(&Storage) {}                   \
  KC_CUB NAME() : Temp(kc_own()) {}                                            \
  static KC_CUB TempStorage *kc_own() {                                        \
    __shared__ TempStorage Own;                                                \
    return &Own;                                                               \
  }

// Widths that are no part of a warp are done through shared memory, by what has
// no body here.
template <class T>
__device__ T kc_warp_reduction_of_another_width(const T &Value);
template <class T> __device__ T kc_warp_scan_of_another_width(const T &Value);
constexpr bool kc_is_part_of_warp(int Threads) {
  return Threads >= 1 && Threads <= 32 && (Threads & (Threads - 1)) == 0;
}
template <class T, int Threads = 32, int Arch = 0> struct WarpReduce {
  struct TempStorage {};
  KC_CUB WarpReduce(TempStorage &) {}
  template <class Op> KC_CUB T Reduce(T Value, Op Combine) {
    return Reduce(Value, Combine, Threads);
  }
  template <class Op> KC_CUB T Reduce(T Value, Op Combine, int Valid) {
    if constexpr (kc_is_part_of_warp(Threads))
      return kc_reduce_steps<1, Threads>(Value, Combine, Valid);
    else
      return kc_warp_reduction_of_another_width(Value);
  }
  KC_CUB T Sum(T Value) { return Reduce(Value, cub::Sum()); }
  KC_CUB T Sum(T Value, int Valid) { return Reduce(Value, cub::Sum(), Valid); }
  KC_CUB T Max(T Value) { return Reduce(Value, cub::Max()); }
  KC_CUB T Max(T Value, int Valid) { return Reduce(Value, cub::Max(), Valid); }
  KC_CUB T Min(T Value) { return Reduce(Value, cub::Min()); }
  KC_CUB T Min(T Value, int Valid) { return Reduce(Value, cub::Min(), Valid); }
  template <int N, class Op> KC_CUB T Reduce(T (&Items)[N], Op Combine) {
    return Reduce(kc_fold<1, N>(Items[0], Items, Combine), Combine, Threads);
  }
  template <int N> KC_CUB T Sum(T (&Items)[N]) {
    return Reduce(Items, cub::Sum());
  }
  template <int N> KC_CUB T Max(T (&Items)[N]) {
    return Reduce(Items, cub::Max());
  }
  template <int N> KC_CUB T Min(T (&Items)[N]) {
    return Reduce(Items, cub::Min());
  }
  /// Of a segment, which ends where a vote finds the next head or the next
  /// tail: a reduction in which lanes take part up to there.
  template <bool IsHead, class Op>
  KC_CUB T kc_segment(T Value, bool IsEdge, Op Combine) {
    const unsigned Lane = kc_lane() % Threads;
    unsigned Edges = __ballot_sync(0xffffffffu, IsEdge);
    if constexpr (IsHead)
      Edges >>= 1;
    if constexpr (Threads < 32)
      Edges >>= kc_lane() / Threads * Threads;
    Edges &= ~0u << Lane;
    Edges |= 1u << (Threads - 1);
    return Reduce(Value, Combine, __ffs(Edges));
  }
  template <class Flag, class Op>
  KC_CUB T HeadSegmentedReduce(T Value, Flag IsHead, Op Combine) {
    return kc_segment<true>(Value, IsHead, Combine);
  }
  template <class Flag, class Op>
  KC_CUB T TailSegmentedReduce(T Value, Flag IsTail, Op Combine) {
    return kc_segment<false>(Value, IsTail, Combine);
  }
  template <class Flag> KC_CUB T HeadSegmentedSum(T Value, Flag IsHead) {
    return HeadSegmentedReduce(Value, IsHead, cub::Sum());
  }
  template <class Flag> KC_CUB T TailSegmentedSum(T Value, Flag IsTail) {
    return TailSegmentedReduce(Value, IsTail, cub::Sum());
  }
};

template <class T, int Threads = 32, int Arch = 0> struct WarpScan {
  struct TempStorage {};
  KC_CUB WarpScan(TempStorage &) {}
  template <class Op> static KC_CUB T kc_scan(T In, Op Combine) {
    if constexpr (kc_is_part_of_warp(Threads))
      return kc_scan_steps<1, Threads>(In, Combine);
    else
      return kc_warp_scan_of_another_width(In);
  }
  template <class Op> KC_CUB void InclusiveScan(T In, T &Out, Op Combine) {
    Out = kc_scan(In, Combine);
  }
  template <class Op>
  KC_CUB void InclusiveScan(T In, T &Out, Op Combine, T &All) {
    Out = kc_scan(In, Combine);
    All = kc_shuffle<KcShuffle::Index>(Out, Threads - 1, Threads);
  }
  template <class Op>
  KC_CUB void ExclusiveScan(T In, T &Out, T First, Op Combine) {
    T Sum = kc_scan(In, Combine);
    T Before = kc_shuffle<KcShuffle::Up>(Sum, 1, Threads);
    Out = kc_lane() % Threads ? Combine(First, Before) : First;
  }
  template <class Op> KC_CUB void ExclusiveScan(T In, T &Out, Op Combine) {
    T Sum = kc_scan(In, Combine);
    Out = kc_shuffle<KcShuffle::Up>(Sum, 1, Threads);
  }
  template <class Op>
  KC_CUB void ExclusiveScan(T In, T &Out, T First, Op Combine, T &All) {
    T Sum = kc_scan(In, Combine);
    T Before = kc_shuffle<KcShuffle::Up>(Sum, 1, Threads);
    All = kc_shuffle<KcShuffle::Index>(Sum, Threads - 1, Threads);
    Out = kc_lane() % Threads ? Combine(First, Before) : First;
  }
  template <class Op>
  KC_CUB void ExclusiveScan(T In, T &Out, Op Combine, T &All) {
    T Sum = kc_scan(In, Combine);
    All = kc_shuffle<KcShuffle::Index>(Sum, Threads - 1, Threads);
    Out = kc_shuffle<KcShuffle::Up>(Sum, 1, Threads);
  }
  template <class Op>
  KC_CUB void InclusiveScan(T In, T &Out, T First, Op Combine) {
    Out = Combine(First, kc_scan(In, Combine));
  }
  template <class Op>
  KC_CUB void InclusiveScan(T In, T &Out, T First, Op Combine, T &All) {
    T Sum = kc_scan(In, Combine);
    All = kc_shuffle<KcShuffle::Index>(Sum, Threads - 1, Threads);
    Out = Combine(First, Sum);
  }
  template <class Op> KC_CUB void Scan(T In, T &Upto, T &Before, Op Combine) {
    Upto = kc_scan(In, Combine);
    Before = kc_shuffle<KcShuffle::Up>(Upto, 1, Threads);
  }
  template <class Op>
  KC_CUB void Scan(T In, T &Upto, T &Before, T First, Op Combine) {
    Scan(In, Upto, Before, Combine);
    Upto = Combine(First, Upto);
    Before = kc_lane() % Threads ? Combine(First, Before) : First;
  }
  KC_CUB void Sum(T In, T &Upto, T &Before) {
    Scan(In, Upto, Before, T(), cub::Sum());
  }
  KC_CUB void InclusiveSum(T In, T &Out) { InclusiveScan(In, Out, cub::Sum()); }
  KC_CUB void InclusiveSum(T In, T &Out, T &All) {
    InclusiveScan(In, Out, cub::Sum(), All);
  }
  KC_CUB void ExclusiveSum(T In, T &Out) {
    ExclusiveScan(In, Out, T(), cub::Sum());
  }
  KC_CUB void ExclusiveSum(T In, T &Out, T &All) {
    ExclusiveScan(In, Out, T(), cub::Sum(), All);
  }
  KC_CUB T Broadcast(T In, unsigned Lane) {
    return kc_shuffle<KcShuffle::Index>(In, Lane, Threads);
  }
};

template <class T, int X, BlockReduceAlgorithm A = BLOCK_REDUCE_WARP_REDUCTIONS,
          int Y = 1, int Z = 1, int Arch = 0>
struct BlockReduce {
  enum {
    Threads = X * Y * Z,
    Warps = (Threads + 31) / 32,
    IsRaking = A != BLOCK_REDUCE_WARP_REDUCTIONS && Threads > 32,
    // The first warp keeps its own values if their order is all one.
    Kept =
        A == BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY && Threads % 32 == 0 ? 32 : 0
  };
  typedef kc_raking<Threads - Kept> Raking;
  struct TempStorage {
    typename kc_unset<T, IsRaking ? (int)Raking::values : (int)Warps>::type
        Values;
  };
  KC_COLLECTIVE(BlockReduce)
  template <class Op> KC_CUB T Reduce(T Value, Op Combine, int Valid) {
    const unsigned Thread = kc_thread<X, Y, Z>();
    if constexpr (IsRaking) {
      constexpr int Segment = Raking::segment;
      if (Kept == 0 || Thread >= Kept)
        Temp->Values[Raking::place(Thread - Kept)] = Value;
      __syncthreads();
      if (Thread < 32) {
        const T *Mine = Temp->Values + Thread * (Segment + Raking::gap);
        if constexpr (Kept != 0)
          Value = kc_fold<0, Segment>(Value, Mine, Combine);
        else
          Value = kc_fold<1, Segment>(Mine[0], Mine, Combine);
        Value = kc_reduce_steps<1, 32>(Value, Combine, 32);
      }
      return Value;
    } else {
      constexpr int Width = Threads < 32 ? Threads : 32;
      const int Left = Valid - (int)(Thread / 32 * 32);
      Value = kc_reduce_steps<1, Width>(Value, Combine,
                                        Left < Width ? Left : Width);
      if constexpr (Warps > 1) {
        if (kc_lane() == 0)
          Temp->Values[Thread / 32] = Value;
        __syncthreads();
        if (Thread == 0)
          Value = kc_fold<1, Warps>(Value, (T *)Temp->Values, Combine);
      }
      return Value;
    }
  }
  template <class Op> KC_CUB T Reduce(T Value, Op Combine) {
    return Reduce(Value, Combine, Threads);
  }
  template <int N, class Op> KC_CUB T Reduce(T (&Items)[N], Op Combine) {
    return Reduce(kc_fold<1, N>(Items[0], Items, Combine), Combine, Threads);
  }
  KC_CUB T Sum(T Value) { return Reduce(Value, cub::Sum()); }
  KC_CUB T Sum(T Value, int Valid) { return Reduce(Value, cub::Sum(), Valid); }
  template <int N> KC_CUB T Sum(T (&Items)[N]) {
    return Reduce(Items, cub::Sum());
  }
};

template <class T, int X, BlockScanAlgorithm A = BLOCK_SCAN_RAKING, int Y = 1,
          int Z = 1, int Arch = 0>
struct BlockScan {
  enum {
    Threads = X * Y * Z,
    Warps = (Threads + 31) / 32,
    // Without whole warps the library rakes.
    IsRaking = A != BLOCK_SCAN_WARP_SCANS || Threads % 32 != 0
  };
  typedef kc_raking<Threads> Raking;
  struct TempStorage {
    typename kc_unset<T, IsRaking ? (int)Raking::values : (int)Warps>::type
        Values;
    typename kc_unset<T, 1>::type Prefix;
  };
  KC_COLLECTIVE(BlockScan)
  /// The first warp's lanes scan a segment each. \p Seed makes of a lane's
  /// inclusive and exclusive sums what comes before its segment.
  template <class Op, class Function>
  KC_CUB T kc_rake(T Value, Op Combine, Function Seed) {
    constexpr int Segment = Raking::segment;
    const unsigned Thread = kc_thread<X, Y, Z>();
    Temp->Values[Raking::place(Thread)] = Value;
    __syncthreads();
    if (Thread < 32) {
      T *Mine = Temp->Values + Thread * (Segment + Raking::gap);
      T Sum = kc_fold<1, Segment>(Mine[0], Mine, Combine);
      T Inclusive = kc_scan_steps<1, 32>(Sum, Combine);
      T Before = kc_shuffle<KcShuffle::Up>(Inclusive, 1, 32);
      kc_exclusive<0, Segment>(T(Seed(Inclusive, Before)), Mine, Mine, Combine);
    }
    __syncthreads();
    return Temp->Values[Raking::place(Thread)];
  }
  /// The sum of what the threads before this one have; of thread 0 nothing
  /// that is of use. All: the block's.
  template <class Op> KC_CUB T kc_before(T Value, Op Combine, T &All) {
    const unsigned Thread = kc_thread<X, Y, Z>();
    if constexpr (IsRaking) {
      T Mine = kc_rake(Value, Combine, [&](T Inclusive, T Before) {
        if (Thread == 31)
          Temp->Prefix[0] = Inclusive;
        return Before;
      });
      All = Temp->Prefix[0];
      return Mine;
    } else {
      T Inclusive = kc_scan_steps<1, 32>(Value, Combine);
      T Before = kc_shuffle<KcShuffle::Up>(Inclusive, 1, 32);
      if (kc_lane() == 31)
        Temp->Values[Thread / 32] = Inclusive;
      __syncthreads();
      T Prefix = Temp->Values[0];
      All = Prefix;
      kc_prefix(kc_upto<Warps - 1>(), Prefix, All, (T *)Temp->Values, Combine,
                Thread / 32);
      if (Thread < 32)
        return Before;
      return kc_lane() == 0 ? Prefix : Combine(Prefix, Before);
    }
  }
  template <int N, class Op>
  KC_CUB void ExclusiveScan(T (&In)[N], T (&Out)[N], T First, Op Combine,
                            T &All) {
    T Before = kc_before(kc_fold<1, N>(In[0], In, Combine), Combine, All);
    if (kc_thread<X, Y, Z>() == 0)
      Before = First;
    else
      Before = Combine(First, Before);
    kc_exclusive<0, N>(Before, In, Out, Combine);
  }
  template <int N, class Op>
  KC_CUB void InclusiveScan(T (&In)[N], T (&Out)[N], Op Combine, T &All) {
    T Before = kc_before(kc_fold<1, N>(In[0], In, Combine), Combine, All);
    if (kc_thread<X, Y, Z>() == 0) {
      T Sum = In[0];
      Out[0] = Sum;
      kc_inclusive<1, N>(Sum, In, Out, Combine);
    } else {
      kc_inclusive<0, N>(Before, In, Out, Combine);
    }
  }
  template <int N, class Op>
  KC_CUB void ExclusiveScan(T (&In)[N], T (&Out)[N], T First, Op Combine) {
    T All;
    ExclusiveScan(In, Out, First, Combine, All);
  }
  template <int N, class Op>
  KC_CUB void InclusiveScan(T (&In)[N], T (&Out)[N], Op Combine) {
    T All;
    InclusiveScan(In, Out, Combine, All);
  }
  template <class Op>
  KC_CUB void ExclusiveScan(T In, T &Out, T First, Op Combine, T &All) {
    T Before = kc_before(In, Combine, All);
    Out = kc_thread<X, Y, Z>() == 0 ? First : Combine(First, Before);
  }
  template <class Op>
  KC_CUB void ExclusiveScan(T In, T &Out, T First, Op Combine) {
    T All;
    ExclusiveScan(In, Out, First, Combine, All);
  }
  template <class Op>
  KC_CUB void InclusiveScan(T In, T &Out, Op Combine, T &All) {
    T Before = kc_before(In, Combine, All);
    Out = kc_thread<X, Y, Z>() == 0 ? In : Combine(Before, In);
  }
  template <class Op> KC_CUB void InclusiveScan(T In, T &Out, Op Combine) {
    T All;
    InclusiveScan(In, Out, Combine, All);
  }
  // Inclusive with a first value, exclusive without: of thread 0 the first item
  // is then nothing that is of use.
  template <int N, class Op>
  KC_CUB void InclusiveScan(T (&In)[N], T (&Out)[N], T First, Op Combine,
                            T &All) {
    T Before = kc_before(kc_fold<1, N>(In[0], In, Combine), Combine, All);
    if (kc_thread<X, Y, Z>() == 0)
      Before = First;
    else
      Before = Combine(First, Before);
    kc_inclusive<0, N>(Before, In, Out, Combine);
  }
  template <int N, class Op>
  KC_CUB void InclusiveScan(T (&In)[N], T (&Out)[N], T First, Op Combine) {
    T All;
    InclusiveScan(In, Out, First, Combine, All);
  }
  template <class Op>
  KC_CUB void InclusiveScan(T In, T &Out, T First, Op Combine, T &All) {
    T Before;
    ExclusiveScan(In, Before, First, Combine, All);
    Out = Combine(Before, In);
  }
  template <class Op>
  KC_CUB void InclusiveScan(T In, T &Out, T First, Op Combine) {
    T All;
    InclusiveScan(In, Out, First, Combine, All);
  }
  template <int N, class Op>
  KC_CUB void ExclusiveScan(T (&In)[N], T (&Out)[N], Op Combine, T &All) {
    T Before = kc_before(kc_fold<1, N>(In[0], In, Combine), Combine, All);
    if (kc_thread<X, Y, Z>() == 0) {
      T Sum = In[0];
      Out[0] = Before;
      kc_exclusive<1, N>(Sum, In, Out, Combine);
    } else {
      kc_exclusive<0, N>(Before, In, Out, Combine);
    }
  }
  template <int N, class Op>
  KC_CUB void ExclusiveScan(T (&In)[N], T (&Out)[N], Op Combine) {
    T All;
    ExclusiveScan(In, Out, Combine, All);
  }
  template <class Op>
  KC_CUB void ExclusiveScan(T In, T &Out, Op Combine, T &All) {
    Out = kc_before(In, Combine, All);
  }
  template <class Op> KC_CUB void ExclusiveScan(T In, T &Out, Op Combine) {
    T All;
    Out = kc_before(In, Combine, All);
  }
  /// The exclusive prefix of this thread, seeded by the block's prefix, for
  /// which the first warp calls \p Before with the block's aggregate.
  template <class Op, class Prefix>
  KC_CUB T kc_behind(T Value, Op Combine, Prefix &Before) {
    const unsigned Thread = kc_thread<X, Y, Z>();
    if constexpr (IsRaking) {
      return kc_rake(Value, Combine, [&](T Inclusive, T Mine) {
        T First = Before(kc_shuffle<KcShuffle::Index>(Inclusive, 31, 32));
        First = kc_shuffle<KcShuffle::Index>(First, 0, 32);
        return Thread == 0 ? First : Combine(First, Mine);
      });
    } else {
      T All;
      T Mine = kc_before(Value, Combine, All);
      if (Thread < 32) {
        T First = Before(All);
        if (Thread == 0) {
          Temp->Prefix[0] = First;
          Mine = First;
        }
      }
      __syncthreads();
      T First = Temp->Prefix[0];
      if (Thread > 0)
        Mine = Combine(First, Mine);
      return Mine;
    }
  }
  template <int N, class Op, class Prefix>
  KC_CUB void InclusiveScan(T (&In)[N], T (&Out)[N], Op Combine,
                            Prefix &Before) {
    T Mine = kc_behind(kc_fold<1, N>(In[0], In, Combine), Combine, Before);
    kc_inclusive<0, N>(Mine, In, Out, Combine);
  }
  template <int N, class Op, class Prefix>
  KC_CUB void ExclusiveScan(T (&In)[N], T (&Out)[N], Op Combine,
                            Prefix &Before) {
    T Mine = kc_behind(kc_fold<1, N>(In[0], In, Combine), Combine, Before);
    kc_exclusive<0, N>(Mine, In, Out, Combine);
  }
  template <class Op, class Prefix>
  KC_CUB void InclusiveScan(T In, T &Out, Op Combine, Prefix &Before) {
    Out = Combine(kc_behind(In, Combine, Before), In);
  }
  template <class Op, class Prefix>
  KC_CUB void ExclusiveScan(T In, T &Out, Op Combine, Prefix &Before) {
    Out = kc_behind(In, Combine, Before);
  }
  template <class Prefix>
  KC_CUB void InclusiveSum(T In, T &Out, Prefix &Before) {
    InclusiveScan(In, Out, cub::Sum(), Before);
  }
  template <class Prefix>
  KC_CUB void ExclusiveSum(T In, T &Out, Prefix &Before) {
    ExclusiveScan(In, Out, cub::Sum(), Before);
  }
  template <int N, class Prefix>
  KC_CUB void InclusiveSum(T (&In)[N], T (&Out)[N], Prefix &Before) {
    InclusiveScan(In, Out, cub::Sum(), Before);
  }
  template <int N, class Prefix>
  KC_CUB void ExclusiveSum(T (&In)[N], T (&Out)[N], Prefix &Before) {
    ExclusiveScan(In, Out, cub::Sum(), Before);
  }
  KC_CUB void InclusiveSum(T In, T &Out) { InclusiveScan(In, Out, cub::Sum()); }
  KC_CUB void InclusiveSum(T In, T &Out, T &All) {
    InclusiveScan(In, Out, cub::Sum(), All);
  }
  KC_CUB void ExclusiveSum(T In, T &Out) {
    ExclusiveScan(In, Out, T(), cub::Sum());
  }
  KC_CUB void ExclusiveSum(T In, T &Out, T &All) {
    ExclusiveScan(In, Out, T(), cub::Sum(), All);
  }
  template <int N> KC_CUB void InclusiveSum(T (&In)[N], T (&Out)[N]) {
    InclusiveScan(In, Out, cub::Sum());
  }
  template <int N> KC_CUB void InclusiveSum(T (&In)[N], T (&Out)[N], T &All) {
    InclusiveScan(In, Out, cub::Sum(), All);
  }
  template <int N> KC_CUB void ExclusiveSum(T (&In)[N], T (&Out)[N]) {
    ExclusiveScan(In, Out, T(), cub::Sum());
  }
  template <int N> KC_CUB void ExclusiveSum(T (&In)[N], T (&Out)[N], T &All) {
    ExclusiveScan(In, Out, T(), cub::Sum(), All);
  }
};

// N items of a thread: from Memory[First] on, Step apart, all or those whose
// place is below Valid.
template <class It, class T>
KC_CUB void kc_load_item(It Memory, unsigned At, T &Item, unsigned Valid) {
  if (At < Valid)
    Item = Memory[At];
}
template <class It, class T>
KC_CUB void kc_store_item(It Memory, unsigned At, const T &Item,
                          unsigned Valid) {
  if (At < Valid)
    Memory[At] = Item;
}
template <class It, class T, int... I>
KC_CUB void kc_load_each(kc_numbers<int, I...>, It Memory, unsigned First,
                         unsigned Step, T *Items) {
  ((Items[I] = Memory[First + I * Step]), ...);
}
template <class It, class T, int... I>
KC_CUB void kc_load_each(kc_numbers<int, I...>, It Memory, unsigned First,
                         unsigned Step, T *Items, unsigned Valid) {
  (kc_load_item(Memory, First + I * Step, Items[I], Valid), ...);
}
template <class It, class T, int... I>
KC_CUB void kc_store_each(kc_numbers<int, I...>, It Memory, unsigned First,
                          unsigned Step, const T *Items) {
  ((Memory[First + I * Step] = Items[I]), ...);
}
template <class It, class T, int... I>
KC_CUB void kc_store_each(kc_numbers<int, I...>, It Memory, unsigned First,
                          unsigned Step, const T *Items, unsigned Valid) {
  (kc_store_item(Memory, First + I * Step, Items[I], Valid), ...);
}
template <int N, class It, class T, class... Limit>
KC_CUB void kc_load_items(It Memory, unsigned First, unsigned Step, T *Items,
                          Limit... Valid) {
  kc_load_each(kc_upto<N>(), Memory, First, Step, Items, Valid...);
}
template <int N, class It, class T, class... Limit>
KC_CUB void kc_store_items(It Memory, unsigned First, unsigned Step,
                           const T *Items, Limit... Valid) {
  kc_store_each(kc_upto<N>(), Memory, First, Step, Items, Valid...);
}
template <class T, class V, int... I>
KC_CUB void kc_set_each(kc_numbers<int, I...>, T *Items, const V &Value) {
  ((Items[I] = Value), ...);
}
template <int N, class T, class V>
KC_CUB void kc_set_items(T *Items, const V &Value) {
  kc_set_each(kc_upto<N>(), Items, Value);
}

/// A vector of as many items as 16 bytes hold and N is a multiple of.
template <class T, int N> struct kc_vector {
  enum {
    most = N % 4 == 0   ? 4
           : N % 2 == 0 ? 2
                        : 1,
    width = sizeof(T) * most <= 16             ? most
            : sizeof(T) * 2 <= 16 && most >= 2 ? 2
                                               : 1,
    count = N / width
  };
  struct alignas(sizeof(T) * width) type {
    T Items[width];
  };
};

template <class T, int N>
KC_CUB void kc_load_vectors(const T *Memory, unsigned Thread, T *Items) {
  typedef typename kc_vector<T, N>::type Word;
  kc_load_items<kc_vector<T, N>::count>(reinterpret_cast<const Word *>(Memory),
                                        Thread * kc_vector<T, N>::count, 1,
                                        reinterpret_cast<Word *>(Items));
}
template <class T, int N>
KC_CUB void kc_store_vectors(T *Memory, unsigned Thread, const T *Items) {
  typedef typename kc_vector<T, N>::type Word;
  kc_store_items<kc_vector<T, N>::count>(reinterpret_cast<Word *>(Memory),
                                         Thread * kc_vector<T, N>::count, 1,
                                         reinterpret_cast<const Word *>(Items));
}

/// Count items in shared memory through which they are exchanged; if IsPadded,
/// with one more after every 32, where banks would meet.
template <class T, int Count, bool IsPadded> struct kc_tile {
  typename kc_unset<T, Count + (IsPadded ? Count / 32 : 0)>::type Values;
  static KC_CUB unsigned kc_place(unsigned Item) {
    return IsPadded ? Item + Item / 32 : Item;
  }
  template <int... I>
  KC_CUB void kc_put(kc_numbers<int, I...>, const T *In, unsigned First,
                     unsigned Step) {
    ((Values[kc_place(First + I * Step)] = In[I]), ...);
  }
  template <class To, int... I>
  KC_CUB void kc_get(kc_numbers<int, I...>, To *Out, unsigned First,
                     unsigned Step) {
    ((Out[I] = Values[kc_place(First + I * Step)]), ...);
  }
  template <class Rank, int... I>
  KC_CUB void kc_scatter(kc_numbers<int, I...>, const T *In,
                         const Rank *Ranks) {
    ((Values[kc_place(Ranks[I])] = In[I]), ...);
  }
};

template <class T, int X, int Items = 1, bool Timeslice = false, int Y = 1,
          int Z = 1, int Arch = 0>
struct BlockExchange {
  enum {
    Threads = X * Y * Z,
    IsPadded = Items > 4 && (Items & (Items - 1)) == 0
  };
  struct TempStorage : kc_tile<T, Threads * Items, IsPadded> {};
  KC_COLLECTIVE(BlockExchange)
  KC_CUB BlockExchange(TempStorage &Storage, int, int, int) : Temp(&Storage) {}
  KC_CUB void StripedToBlocked(const T (&In)[Items], T (&Out)[Items]) {
    const unsigned Thread = kc_thread<X, Y, Z>();
    Temp->kc_put(kc_upto<Items>(), In, Thread, Threads);
    __syncthreads();
    Temp->kc_get(kc_upto<Items>(), Out, Thread * Items, 1);
  }
  KC_CUB void BlockedToStriped(const T (&In)[Items], T (&Out)[Items]) {
    const unsigned Thread = kc_thread<X, Y, Z>();
    Temp->kc_put(kc_upto<Items>(), In, Thread * Items, 1);
    __syncthreads();
    Temp->kc_get(kc_upto<Items>(), Out, Thread, Threads);
  }
  KC_CUB void WarpStripedToBlocked(const T (&In)[Items], T (&Out)[Items]) {
    const unsigned Thread = kc_thread<X, Y, Z>();
    Temp->kc_put(kc_upto<Items>(), In, Thread / 32 * 32 * Items + kc_lane(),
                 32);
    __syncwarp();
    Temp->kc_get(kc_upto<Items>(), Out, Thread * Items, 1);
  }
  KC_CUB void BlockedToWarpStriped(const T (&In)[Items], T (&Out)[Items]) {
    const unsigned Thread = kc_thread<X, Y, Z>();
    Temp->kc_put(kc_upto<Items>(), In, Thread * Items, 1);
    __syncwarp();
    Temp->kc_get(kc_upto<Items>(), Out, Thread / 32 * 32 * Items + kc_lane(),
                 32);
  }
  template <class Rank>
  KC_CUB void ScatterToBlocked(const T (&In)[Items], T (&Out)[Items],
                               Rank (&Ranks)[Items]) {
    Temp->kc_scatter(kc_upto<Items>(), In, Ranks);
    __syncthreads();
    Temp->kc_get(kc_upto<Items>(), Out, kc_thread<X, Y, Z>() * Items, 1);
  }
  template <class Rank>
  KC_CUB void ScatterToStriped(const T (&In)[Items], T (&Out)[Items],
                               Rank (&Ranks)[Items]) {
    Temp->kc_scatter(kc_upto<Items>(), In, Ranks);
    __syncthreads();
    Temp->kc_get(kc_upto<Items>(), Out, kc_thread<X, Y, Z>(), Threads);
  }
  KC_CUB void StripedToBlocked(T (&Both)[Items]) {
    StripedToBlocked(Both, Both);
  }
  KC_CUB void BlockedToStriped(T (&Both)[Items]) {
    BlockedToStriped(Both, Both);
  }
  template <class Rank>
  KC_CUB void ScatterToBlocked(T (&Both)[Items], Rank (&Ranks)[Items]) {
    ScatterToBlocked(Both, Both, Ranks);
  }
  template <class Rank>
  KC_CUB void ScatterToStriped(T (&Both)[Items], Rank (&Ranks)[Items]) {
    ScatterToStriped(Both, Both, Ranks);
  }
  KC_CUB void WarpStripedToBlocked(T (&Both)[Items]) {
    WarpStripedToBlocked(Both, Both);
  }
  KC_CUB void BlockedToWarpStriped(T (&Both)[Items]) {
    BlockedToWarpStriped(Both, Both);
  }
  /// Items with a rank, and those with a flag: each by itself if it has one.
  template <class Rank>
  KC_CUB void kc_scatter_item(const T &Item, Rank At, bool Has) {
    if (Has)
      Temp->Values[Temp->kc_place(At)] = Item;
  }
  template <class Rank, int... I>
  KC_CUB void kc_scatter_some(kc_numbers<int, I...>, const T *In,
                              const Rank *Ranks) {
    (kc_scatter_item(In[I], Ranks[I], Ranks[I] >= 0), ...);
  }
  template <class Rank, class Flag, int... I>
  KC_CUB void kc_scatter_some(kc_numbers<int, I...>, const T *In,
                              const Rank *Ranks, const Flag *Flags) {
    (kc_scatter_item(In[I], Ranks[I], Flags[I]), ...);
  }
  template <class Rank, class... Flag>
  KC_CUB void kc_scatter_to_striped(const T *In, T *Out, const Rank *Ranks,
                                    const Flag *...Flags) {
    kc_scatter_some(kc_upto<Items>(), In, Ranks, Flags...);
    __syncthreads();
    Temp->kc_get(kc_upto<Items>(), Out, kc_thread<X, Y, Z>(), Threads);
  }
  template <class Rank>
  KC_CUB void ScatterToStripedGuarded(const T (&In)[Items], T (&Out)[Items],
                                      Rank (&Ranks)[Items]) {
    kc_scatter_to_striped(In, Out, Ranks);
  }
  template <class Rank>
  KC_CUB void ScatterToStripedGuarded(T (&Both)[Items], Rank (&Ranks)[Items]) {
    kc_scatter_to_striped(Both, Both, Ranks);
  }
  template <class Rank, class Flag>
  KC_CUB void ScatterToStripedFlagged(const T (&In)[Items], T (&Out)[Items],
                                      Rank (&Ranks)[Items],
                                      Flag (&Flags)[Items]) {
    kc_scatter_to_striped(In, Out, Ranks, Flags);
  }
  template <class Rank, class Flag>
  KC_CUB void ScatterToStripedFlagged(T (&Both)[Items], Rank (&Ranks)[Items],
                                      Flag (&Flags)[Items]) {
    kc_scatter_to_striped(Both, Both, Ranks, Flags);
  }
};

/// One warp after the other, each with the same memory.
template <class T, int X, int Items, int Y, int Z>
struct BlockExchange<T, X, Items, true, Y, Z> {
  enum {
    Threads = X * Y * Z,
    Tile = (Threads < 32 ? Threads : 32) * Items,
    IsPadded = Items > 4 && (Items & (Items - 1)) == 0
  };
  struct alignas(16) TempStorage : kc_tile<T, Tile, IsPadded> {};
  KC_COLLECTIVE(BlockExchange)
  enum { Warps = (Threads + 31) / 32 };
  /// The turn of warp Warp, in which \p Exchange has the memory. All wait
  /// before each turn, before the first one if \p WaitsFirst.
  template <int Warp, class Exchange>
  KC_CUB void kc_turn(bool WaitsFirst, Exchange Do) {
    if (Warp > 0 || WaitsFirst)
      __syncthreads();
    if (kc_thread<X, Y, Z>() / 32 == Warp)
      Do();
  }
  template <class Exchange, int... Warp>
  KC_CUB void kc_turns(kc_numbers<int, Warp...>, bool WaitsFirst, Exchange Do) {
    (kc_turn<Warp>(WaitsFirst, Do), ...);
  }
  KC_CUB void WarpStripedToBlocked(const T (&In)[Items], T (&Out)[Items]) {
    kc_turns(kc_upto<Warps>(), true, [&] {
      Temp->kc_put(kc_upto<Items>(), In, kc_lane(), 32);
      __syncwarp();
      Temp->kc_get(kc_upto<Items>(), Out, kc_lane() * Items, 1);
    });
  }
  KC_CUB void BlockedToWarpStriped(const T (&In)[Items], T (&Out)[Items]) {
    kc_turns(kc_upto<Warps>(), false, [&] {
      Temp->kc_put(kc_upto<Items>(), In, kc_lane() * Items, 1);
      __syncwarp();
      Temp->kc_get(kc_upto<Items>(), Out, kc_lane(), 32);
    });
  }
  template <class... A> __device__ void StripedToBlocked(A &&...);
  template <class... A> __device__ void BlockedToStriped(A &&...);
  template <class... A> __device__ void ScatterToBlocked(A &&...);
  template <class... A> __device__ void ScatterToStriped(A &&...);
};

template <class T, int X, int N, BlockLoadAlgorithm A = BLOCK_LOAD_DIRECT,
          int Y = 1, int Z = 1, int Arch = 0>
struct BlockLoad {
  enum {
    Threads = X * Y * Z,
    ByWarps = A == BLOCK_LOAD_WARP_TRANSPOSE ||
              A == BLOCK_LOAD_WARP_TRANSPOSE_TIMESLICED,
    Exchanges = ByWarps || A == BLOCK_LOAD_TRANSPOSE,
    IsStriped = Exchanges || A == BLOCK_LOAD_STRIPED
  };
  typedef BlockExchange<T, X, N, A == BLOCK_LOAD_WARP_TRANSPOSE_TIMESLICED, Y,
                        Z>
      Exchange;
  struct Nothing {};
  struct TempStorage
      : std::conditional<Exchanges, typename Exchange::TempStorage,
                         Nothing>::type {};
  KC_COLLECTIVE(BlockLoad)
  static KC_CUB unsigned kc_first() {
    const unsigned Thread = kc_thread<X, Y, Z>();
    return ByWarps     ? Thread / 32 * 32 * N + kc_lane()
           : IsStriped ? Thread
                       : Thread * N;
  }
  enum { kc_step = ByWarps ? 32 : IsStriped ? Threads : 1 };
  KC_CUB void kc_finish(T (&Items)[N]) {
    if constexpr (ByWarps)
      Exchange(*Temp).WarpStripedToBlocked(Items, Items);
    else if constexpr (Exchanges)
      Exchange(*Temp).StripedToBlocked(Items, Items);
  }
  template <class It> KC_CUB void Load(It Memory, T (&Items)[N]) {
    if constexpr (A == BLOCK_LOAD_VECTORIZE && std::is_pointer<It>::value) {
      kc_load_vectors<T, N>(Memory, kc_thread<X, Y, Z>(), Items);
    } else {
      kc_load_items<N>(Memory, kc_first(), kc_step, Items);
      kc_finish(Items);
    }
  }
  template <class It> KC_CUB void Load(It Memory, T (&Items)[N], int Valid) {
    kc_load_items<N>(Memory, kc_first(), kc_step, Items, Valid);
    kc_finish(Items);
  }
  template <class It, class V>
  KC_CUB void Load(It Memory, T (&Items)[N], int Valid, V Default) {
    kc_set_items<N>(Items, Default);
    kc_load_items<N>(Memory, kc_first(), kc_step, Items, Valid);
    kc_finish(Items);
  }
};

template <class T, int X, int N, BlockStoreAlgorithm A = BLOCK_STORE_DIRECT,
          int Y = 1, int Z = 1, int Arch = 0>
struct BlockStore {
  enum {
    Threads = X * Y * Z,
    ByWarps = A == BLOCK_STORE_WARP_TRANSPOSE ||
              A == BLOCK_STORE_WARP_TRANSPOSE_TIMESLICED,
    Exchanges = ByWarps || A == BLOCK_STORE_TRANSPOSE,
    IsStriped = Exchanges || A == BLOCK_STORE_STRIPED
  };
  typedef BlockExchange<T, X, N, A == BLOCK_STORE_WARP_TRANSPOSE_TIMESLICED, Y,
                        Z>
      Exchange;
  struct Nothing {};
  struct TempStorage
      : std::conditional<Exchanges, typename Exchange::TempStorage,
                         Nothing>::type {};
  KC_COLLECTIVE(BlockStore)
  static KC_CUB unsigned kc_first() {
    const unsigned Thread = kc_thread<X, Y, Z>();
    return ByWarps     ? Thread / 32 * 32 * N + kc_lane()
           : IsStriped ? Thread
                       : Thread * N;
  }
  enum { kc_step = ByWarps ? 32 : IsStriped ? Threads : 1 };
  KC_CUB void kc_begin(T (&Items)[N]) {
    if constexpr (ByWarps)
      Exchange(*Temp).BlockedToWarpStriped(Items, Items);
    else if constexpr (Exchanges)
      Exchange(*Temp).BlockedToStriped(Items, Items);
  }
  template <class It> KC_CUB void Store(It Memory, T (&Items)[N]) {
    if constexpr (A == BLOCK_STORE_VECTORIZE && std::is_pointer<It>::value) {
      kc_store_vectors<T, N>(Memory, kc_thread<X, Y, Z>(), Items);
    } else {
      kc_begin(Items);
      kc_store_items<N>(Memory, kc_first(), kc_step, Items);
    }
  }
  template <class It> KC_CUB void Store(It Memory, T (&Items)[N], int Valid) {
    kc_begin(Items);
    kc_store_items<N>(Memory, kc_first(), kc_step, Items, Valid);
  }
};

template <class T, int X, int Y = 1, int Z = 1> struct BlockShuffle {
  struct TempStorage {
    typename kc_unset<T, X * Y * Z>::type Values;
  };
  KC_COLLECTIVE(BlockShuffle)
  KC_CUB void Offset(T In, T &Out, int Distance = 1) {
    const int Thread = kc_thread<X, Y, Z>();
    Temp->Values[Thread] = In;
    __syncthreads();
    if (Thread + Distance >= 0 && Thread + Distance < X * Y * Z)
      Out = Temp->Values[Thread + Distance];
  }
  KC_CUB void Rotate(T In, T &Out, unsigned Distance = 1) {
    const unsigned Thread = kc_thread<X, Y, Z>();
    Temp->Values[Thread] = In;
    __syncthreads();
    Out = Temp->Values[(Thread + Distance) % (X * Y * Z)];
  }
  /// Every item one place up, across threads; the first keeps its value.
  template <int N> KC_CUB void Up(T (&In)[N], T (&Out)[N]) {
    const unsigned Thread = kc_thread<X, Y, Z>();
    Temp->Values[Thread] = In[N - 1];
    __syncthreads();
    kc_up(kc_upto<N - 1>(), In, Out);
    if (Thread > 0)
      Out[0] = Temp->Values[Thread - 1];
  }
  template <int N> KC_CUB void Up(T (&In)[N], T (&Out)[N], T &Last) {
    Up(In, Out);
    Last = Temp->Values[X * Y * Z - 1];
  }
  template <int N> KC_CUB void Down(T (&In)[N], T (&Out)[N]) {
    const unsigned Thread = kc_thread<X, Y, Z>();
    Temp->Values[Thread] = In[0];
    __syncthreads();
    kc_down(kc_upto<N - 1>(), In, Out);
    if (Thread < X * Y * Z - 1)
      Out[N - 1] = Temp->Values[Thread + 1];
  }
  template <int N> KC_CUB void Down(T (&In)[N], T (&Out)[N], T &First) {
    Down(In, Out);
    First = Temp->Values[0];
  }
  // In and Out may be the same items: those that others wait for go last.
  template <int... I>
  static KC_CUB void kc_up(kc_numbers<int, I...>, const T *In, T *Out) {
    ((Out[sizeof...(I) - I] = In[sizeof...(I) - 1 - I]), ...);
  }
  template <int... I>
  static KC_CUB void kc_down(kc_numbers<int, I...>, const T *In, T *Out) {
    ((Out[I] = In[I + 1]), ...);
  }
};

} // namespace cub
#include <cub/kc_block_sorts.cuh>
#include <cub/kc_warp_transfers.cuh>
namespace cub {

// Without a body.
#define KC_MEMBER(RESULT, NAME)                                                \
  template <class... Arguments> __device__ RESULT NAME(Arguments &&...)
#define KC_UNKNOWN(NAME, T, THREADS)                                           \
  struct TempStorage {                                                         \
    T Elements[THREADS];                                                       \
  };                                                                           \
  __device__ NAME();                                                           \
  __device__ NAME(TempStorage &);                                              \
  __device__ NAME(TempStorage &, int);                                         \
  __device__ NAME(TempStorage &, int, int, int)
enum WarpMatchAlgorithm { WARP_MATCH_ANY, WARP_MATCH_ATOMIC_OR };
template <int X, int Bits, bool Descending, BlockScanAlgorithm A, class... Rest>
struct BlockRadixRankMatch {
  enum { BINS_TRACKED_PER_THREAD = ((1 << Bits) + X - 1) / X };
  KC_UNKNOWN(BlockRadixRankMatch, unsigned, (X + 31) / 32 * (1 << Bits));
  KC_MEMBER(void, RankKeys);
};
template <class T, int X, int Runs, int Decoded, class Offset = unsigned,
          int Y = 1, int Z = 1>
struct BlockRunLengthDecode {
  struct TempStorage {
    T Values[X * Y * Z * Runs];
    Offset Offsets[X * Y * Z * Runs];
  };
  template <class Lengths, class Total>
  __device__ BlockRunLengthDecode(TempStorage &, T (&)[Runs], Lengths (&)[Runs],
                                  Total &);
  template <class Offsets>
  __device__ BlockRunLengthDecode(TempStorage &, T (&)[Runs],
                                  Offsets (&)[Runs]);
  KC_MEMBER(void, RunLengthDecode);
};
#undef KC_UNKNOWN
#undef KC_COLLECTIVE
#undef KC_MEMBER

} // namespace cub
#include <cub/kc_thread_functions.cuh>
namespace cub {
enum Category {
  NOT_A_NUMBER,
  SIGNED_INTEGER,
  UNSIGNED_INTEGER,
  FLOATING_POINT
};
/// Numbers as bits that sort as they do.
template <class T> struct NumericTraits {
  typedef kc_order<T> Order;
  typedef typename Order::word UnsignedBits;
  static constexpr Category CATEGORY = !Order::isInteger    ? FLOATING_POINT
                                       : !Order::isUnsigned ? SIGNED_INTEGER
                                                            : UNSIGNED_INTEGER;
  enum { PRIMITIVE = true, NULL_TYPE = false };
  static constexpr UnsignedBits LOWEST_KEY = Order::isUnsigned ? 0
                                             : Order::isInteger
                                                 ? Order::sign
                                                 : UnsignedBits(-1);
  static constexpr UnsignedBits MAX_KEY =
      Order::isUnsigned ? UnsignedBits(-1)
                        : UnsignedBits(UnsignedBits(-1) ^ Order::sign);
  static KC_CUB UnsignedBits TwiddleIn(UnsignedBits Key) {
    return Order::in(Key);
  }
  static KC_CUB UnsignedBits TwiddleOut(UnsignedBits Key) {
    return Order::out(Key);
  }
  static __host__ __device__ T Max() {
    if constexpr (std::is_arithmetic<T>::value)
      return std::numeric_limits<T>::max();
    else if constexpr (std::is_same<decltype(T::Value), _Float16>::value)
      return T(65504.0f);
    else
      return T(3.38953139e38f);
  }
  static __host__ __device__ T Lowest() {
    if constexpr (std::is_arithmetic<T>::value)
      return std::numeric_limits<T>::lowest();
    else
      return -Max();
  }
};
template <class T>
struct Traits : NumericTraits<typename std::remove_cv<T>::type> {};
template <class T> struct FpLimits {
  static __host__ __device__ T Max() { return NumericTraits<T>::Max(); }
  static __host__ __device__ T Lowest() { return NumericTraits<T>::Lowest(); }
};
template <class T> struct DoubleBuffer {
  T *d_buffers[2];
  int selector;
  __host__ __device__ DoubleBuffer() {}
  __host__ __device__ DoubleBuffer(T *A, T *B);
  __host__ __device__ T *Current();
  __host__ __device__ T *Alternate();
};
struct CachingDeviceAllocator {
  template <class... A> CachingDeviceAllocator(A &&...);
  template <class... A> cudaError_t DeviceAllocate(A &&...);
  template <class... A> cudaError_t DeviceFree(A &&...);
};
template <class T, class... A> struct CountingInputIterator {
  __host__ __device__ CountingInputIterator(T);
};
template <class T, class... A> struct ConstantInputIterator {
  __host__ __device__ ConstantInputIterator(T);
};
template <class V, class F, class I, class... A> struct TransformInputIterator {
  __host__ __device__ TransformInputIterator(I, F);
};
// The pointer to temporary storage, its size, and what the function needs.
#define KC_MEMBER(NAME)                                                        \
  template <class... A> static cudaError_t NAME(void *, size_t &, A...)
#define KC_DEVICE(NAME)                                                        \
  struct NAME {                                                                \
    KC_MEMBER(Sum);                                                            \
    KC_MEMBER(Reduce);                                                         \
    KC_MEMBER(Max);                                                            \
    KC_MEMBER(Min);                                                            \
    KC_MEMBER(ArgMax);                                                         \
    KC_MEMBER(ArgMin);                                                         \
    KC_MEMBER(InclusiveSum);                                                   \
    KC_MEMBER(ExclusiveSum);                                                   \
    KC_MEMBER(InclusiveScan);                                                  \
    KC_MEMBER(ExclusiveScan);                                                  \
    KC_MEMBER(SortKeys);                                                       \
    KC_MEMBER(SortPairs);                                                      \
    KC_MEMBER(SortKeysDescending);                                             \
    KC_MEMBER(SortPairsDescending);                                            \
    KC_MEMBER(Flagged);                                                        \
    KC_MEMBER(If);                                                             \
    KC_MEMBER(Unique);                                                         \
    KC_MEMBER(Encode);                                                         \
    KC_MEMBER(ReduceByKey);                                                    \
    KC_MEMBER(HistogramEven);                                                  \
    KC_MEMBER(HistogramRange);                                                 \
    KC_MEMBER(MultiHistogramEven);                                             \
    KC_MEMBER(MultiHistogramRange);                                            \
    KC_MEMBER(UniqueByKey);                                                    \
    KC_MEMBER(FlaggedIf);                                                      \
    KC_MEMBER(NonTrivialRuns);                                                 \
    KC_MEMBER(TransformReduce);                                                \
    KC_MEMBER(InclusiveSumByKey);                                              \
    KC_MEMBER(ExclusiveSumByKey);                                              \
    KC_MEMBER(InclusiveScanByKey);                                             \
    KC_MEMBER(ExclusiveScanByKey);                                             \
    KC_MEMBER(InclusiveScanInit);                                              \
    KC_MEMBER(StableSortKeys);                                                 \
    KC_MEMBER(StableSortPairs);                                                \
    KC_MEMBER(StableSortKeysDescending);                                       \
    KC_MEMBER(StableSortPairsDescending);                                      \
    KC_MEMBER(SortKeysCopy);                                                   \
    KC_MEMBER(StableSortKeysCopy);                                             \
    KC_MEMBER(SortPairsCopy);                                                  \
    KC_MEMBER(Batched);                                                        \
    KC_MEMBER(MergeKeys);                                                      \
    KC_MEMBER(MergePairs);                                                     \
    KC_MEMBER(SubtractLeft);                                                   \
    KC_MEMBER(SubtractLeftCopy);                                               \
    KC_MEMBER(SubtractRight);                                                  \
    KC_MEMBER(SubtractRightCopy);                                              \
    KC_MEMBER(CsrMV);                                                          \
  }
KC_DEVICE(DeviceReduce);
KC_DEVICE(DeviceScan);
KC_DEVICE(DeviceRadixSort);
KC_DEVICE(DeviceSelect);
KC_DEVICE(DeviceSegmentedReduce);
KC_DEVICE(DeviceSegmentedSort);
KC_DEVICE(DeviceSegmentedRadixSort);
KC_DEVICE(DeviceMergeSort);
KC_DEVICE(DeviceHistogram);
KC_DEVICE(DevicePartition);
KC_DEVICE(DeviceRunLengthEncode);
KC_DEVICE(DeviceCopy);
KC_DEVICE(DeviceMemcpy);
KC_DEVICE(DeviceMerge);
KC_DEVICE(DeviceAdjacentDifference);
KC_DEVICE(DeviceSpmv);
// These two need no temporary storage, and may be called in both ways.
#define KC_PLAIN(NAME) template <class... A> static cudaError_t NAME(A...)
struct DeviceFor {
  KC_PLAIN(Bulk);
  KC_PLAIN(ForEach);
  KC_PLAIN(ForEachN);
  KC_PLAIN(ForEachCopy);
  KC_PLAIN(ForEachCopyN);
  KC_PLAIN(ForEachInExtents);
};
struct DeviceTransform {
  KC_PLAIN(Transform);
  KC_PLAIN(TransformStableArgumentAddresses);
};
#undef KC_PLAIN
#undef KC_DEVICE
#undef KC_MEMBER
} // namespace cub
#endif
