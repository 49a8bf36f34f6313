//===- cub.cuh - Block and warp collectives, declared ---------------------===//
//
// The collectives are calls without a body: their cost is for a model of the
// library to say. Shared storage has the size of one element per thread.
//===----------------------------------------------------------------------===//
#pragma GCC system_header
#ifndef KERNELCAST_CUB_CUH
#define KERNELCAST_CUB_CUH
#define CUB_PTX_ARCH __CUDA_ARCH__
#define CUB_NS_PREFIX
#define CUB_NS_POSTFIX
#define CUB_MIN(A, B) ((A) < (B) ? (A) : (B))
#define CUB_MAX(A, B) ((A) > (B) ? (A) : (B))
#define CUB_LOG_WARP_THREADS(X) 5
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

#define KC_MEMBER(RESULT, NAME)                                                \
  template <class... Arguments> __device__ RESULT NAME(Arguments &&...)
#define KC_COLLECTIVE(NAME, T, THREADS)                                        \
  struct TempStorage {                                                         \
    T Elements[THREADS];                                                       \
  };                                                                           \
  __device__ NAME();                                                           \
  __device__ NAME(TempStorage &);                                              \
  __device__ NAME(TempStorage &, int);                                         \
  __device__ NAME(TempStorage &, int, int, int)
template <class T, int X, BlockReduceAlgorithm A = BLOCK_REDUCE_WARP_REDUCTIONS,
          int Y = 1, int Z = 1, int Arch = 0>
struct BlockReduce {
  KC_COLLECTIVE(BlockReduce, T, X *Y *Z);
  KC_MEMBER(T, Reduce);
  KC_MEMBER(T, Sum);
};
template <class T, int X, BlockScanAlgorithm A = BLOCK_SCAN_RAKING, int Y = 1,
          int Z = 1, int Arch = 0>
struct BlockScan {
  KC_COLLECTIVE(BlockScan, T, X *Y *Z);
  KC_MEMBER(void, InclusiveSum);
  KC_MEMBER(void, ExclusiveSum);
  KC_MEMBER(void, InclusiveScan);
  KC_MEMBER(void, ExclusiveScan);
};
template <class T, int X, int Items, BlockLoadAlgorithm A = BLOCK_LOAD_DIRECT,
          int Y = 1, int Z = 1, int Arch = 0>
struct BlockLoad {
  KC_COLLECTIVE(BlockLoad, T, X *Y *Z *Items);
  KC_MEMBER(void, Load);
};
template <class T, int X, int Items, BlockStoreAlgorithm A = BLOCK_STORE_DIRECT,
          int Y = 1, int Z = 1, int Arch = 0>
struct BlockStore {
  KC_COLLECTIVE(BlockStore, T, X *Y *Z *Items);
  KC_MEMBER(void, Store);
};
template <class K, int X, int Items, class V = char, int Bits = 4,
          bool Memoize = true, BlockScanAlgorithm A = BLOCK_SCAN_WARP_SCANS,
          class... Rest>
struct BlockRadixSort {
  KC_COLLECTIVE(BlockRadixSort, K, X *Items);
  KC_MEMBER(void, Sort);
  KC_MEMBER(void, SortDescending);
  KC_MEMBER(void, SortBlockedToStriped);
  KC_MEMBER(void, SortDescendingBlockedToStriped);
};
template <class K, int X, int Items, class V = char> struct BlockMergeSort {
  KC_COLLECTIVE(BlockMergeSort, K, X *Items);
  KC_MEMBER(void, Sort);
  KC_MEMBER(void, StableSort);
};
template <class T, int X, int Items, int Bins = 256,
          BlockHistogramAlgorithm A = BLOCK_HISTO_SORT>
struct BlockHistogram {
  KC_COLLECTIVE(BlockHistogram, T, X *Items);
  KC_MEMBER(void, InitHistogram);
  KC_MEMBER(void, Histogram);
  KC_MEMBER(void, Composite);
};
template <class T, int X, int Items = 1, bool Timeslice = false>
struct BlockExchange {
  KC_COLLECTIVE(BlockExchange, T, X *Items);
  KC_MEMBER(void, StripedToBlocked);
  KC_MEMBER(void, BlockedToStriped);
  KC_MEMBER(void, ScatterToBlocked);
  KC_MEMBER(void, ScatterToStriped);
};
template <class T, int X, int Y = 1, int Z = 1> struct BlockDiscontinuity {
  KC_COLLECTIVE(BlockDiscontinuity, T, X *Y *Z);
  KC_MEMBER(void, FlagHeads);
  KC_MEMBER(void, FlagTails);
  KC_MEMBER(void, FlagHeadsAndTails);
};
template <class T, int X, int Y = 1, int Z = 1> struct BlockShuffle {
  KC_COLLECTIVE(BlockShuffle, T, X *Y *Z);
  KC_MEMBER(void, Offset);
  KC_MEMBER(void, Rotate);
  KC_MEMBER(void, Up);
  KC_MEMBER(void, Down);
};
template <class T, int Threads = 32, int Arch = 0> struct WarpReduce {
  KC_COLLECTIVE(WarpReduce, T, Threads);
  KC_MEMBER(T, Reduce);
  KC_MEMBER(T, Sum);
  KC_MEMBER(T, HeadSegmentedSum);
  KC_MEMBER(T, TailSegmentedSum);
  KC_MEMBER(T, HeadSegmentedReduce);
  KC_MEMBER(T, TailSegmentedReduce);
};
template <class T, int Threads = 32, int Arch = 0> struct WarpScan {
  KC_COLLECTIVE(WarpScan, T, Threads);
  KC_MEMBER(void, InclusiveSum);
  KC_MEMBER(void, ExclusiveSum);
  KC_MEMBER(void, InclusiveScan);
  KC_MEMBER(void, ExclusiveScan);
  KC_MEMBER(T, Broadcast);
};
template <class K, int Items, int Threads = 32, class V = char>
struct WarpMergeSort {
  KC_COLLECTIVE(WarpMergeSort, K, Items *Threads);
  KC_MEMBER(void, Sort);
  KC_MEMBER(void, StableSort);
};
#undef KC_COLLECTIVE
#undef KC_MEMBER

template <CacheLoadModifier M, class P>
__device__ auto ThreadLoad(P Pointer) ->
    typename std::remove_reference<decltype(*Pointer)>::type {
  return *Pointer;
}
template <CacheStoreModifier M, class P, class T>
__device__ void ThreadStore(P Pointer, T Value) {
  *Pointer = Value;
}
template <int N, class T> __device__ T ShuffleUp(T, int, int, unsigned);
template <int N, class T> __device__ T ShuffleDown(T, int, int, unsigned);
template <int N, class T> __device__ T ShuffleIndex(T, int, unsigned);
__device__ inline unsigned LaneId() { return threadIdx.x & 31; }
__device__ inline unsigned WarpId() { return threadIdx.x / 32; }
__device__ inline void CTA_SYNC() { __syncthreads(); }
__device__ inline void WARP_SYNC(unsigned Mask) { __syncwarp(Mask); }
template <int N, class... A> __device__ void LoadDirectStriped(A &&...);
template <int N, class... A> __device__ void StoreDirectStriped(A &&...);
template <class... A> __device__ void LoadDirectBlocked(A &&...);
template <class... A> __device__ void StoreDirectBlocked(A &&...);
template <class... A> __device__ void LoadDirectBlockedVectorized(A &&...);
template <class... A> __device__ void StoreDirectBlockedVectorized(A &&...);
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
#define KC_DEVICE(NAME)                                                        \
  struct NAME {                                                                \
    template <class... A> static cudaError_t Sum(A &&...);                     \
    template <class... A> static cudaError_t Reduce(A &&...);                  \
    template <class... A> static cudaError_t Max(A &&...);                     \
    template <class... A> static cudaError_t Min(A &&...);                     \
    template <class... A> static cudaError_t ArgMax(A &&...);                  \
    template <class... A> static cudaError_t ArgMin(A &&...);                  \
    template <class... A> static cudaError_t InclusiveSum(A &&...);            \
    template <class... A> static cudaError_t ExclusiveSum(A &&...);            \
    template <class... A> static cudaError_t InclusiveScan(A &&...);           \
    template <class... A> static cudaError_t ExclusiveScan(A &&...);           \
    template <class... A> static cudaError_t SortKeys(A &&...);                \
    template <class... A> static cudaError_t SortPairs(A &&...);               \
    template <class... A> static cudaError_t SortKeysDescending(A &&...);      \
    template <class... A> static cudaError_t SortPairsDescending(A &&...);     \
    template <class... A> static cudaError_t Flagged(A &&...);                 \
    template <class... A> static cudaError_t If(A &&...);                      \
    template <class... A> static cudaError_t Unique(A &&...);                  \
    template <class... A> static cudaError_t Encode(A &&...);                  \
    template <class... A> static cudaError_t ReduceByKey(A &&...);             \
    template <class... A> static cudaError_t HistogramEven(A &&...);           \
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
#undef KC_DEVICE
} // namespace cub
#endif
