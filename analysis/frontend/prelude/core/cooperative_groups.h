//===- cooperative_groups.h - Groups of threads ---------------------------===//
//
// Ranks and sizes are inline arithmetic on threadIdx and the lane, collectives
// are shuffles: what an analysis sees is what the hardware does.
//===----------------------------------------------------------------------===//
#pragma GCC system_header
#ifndef KERNELCAST_COOPERATIVE_GROUPS_H
#define KERNELCAST_COOPERATIVE_GROUPS_H
#define _COOPERATIVE_GROUPS_H_
#include <kc_copies.h>
#include <tuple>

// What barriers of a grid that people write themselves take from the vendor's.
#define _CG_ASM_PTR_CONSTRAINT "l"
namespace cooperative_groups {
namespace details {
inline __device__ bool bar_has_flipped(unsigned Old, unsigned Now) {
  return ((Old ^ Now) & 0x80000000u) != 0;
}
} // namespace details

#define KC_CG __device__ inline __attribute__((always_inline))

KC_CG unsigned kc_block_rank() {
  return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
}
KC_CG unsigned kc_block_size() { return blockDim.x * blockDim.y * blockDim.z; }
KC_CG unsigned kc_lane() { return kc_block_rank() & 31; }

class thread_group {
public:
  unsigned Rank = 0, Size = 1;
  KC_CG thread_group() {}
  KC_CG thread_group(unsigned Rank, unsigned Size) : Rank(Rank), Size(Size) {}
  KC_CG unsigned long long thread_rank() const { return Rank; }
  KC_CG unsigned long long size() const { return Size; }
  KC_CG unsigned long long num_threads() const { return Size; }
  KC_CG bool is_valid() const { return true; }
  KC_CG void sync() const {
    if (Size > 32)
      __syncthreads();
    else
      __syncwarp();
  }
};

class thread_block {
public:
  struct arrival_token {};
  KC_CG operator thread_group() const {
    return thread_group(kc_block_rank(), kc_block_size());
  }
  static KC_CG unsigned thread_rank() { return kc_block_rank(); }
  static KC_CG unsigned size() { return kc_block_size(); }
  static KC_CG unsigned num_threads() { return kc_block_size(); }
  static KC_CG dim3 group_index() {
    return dim3(blockIdx.x, blockIdx.y, blockIdx.z);
  }
  static KC_CG dim3 thread_index() {
    return dim3(threadIdx.x, threadIdx.y, threadIdx.z);
  }
  static KC_CG dim3 group_dim() {
    return dim3(blockDim.x, blockDim.y, blockDim.z);
  }
  static KC_CG dim3 dim_threads() { return group_dim(); }
  static KC_CG void sync() { __syncthreads(); }
  static KC_CG bool is_valid() { return true; }
  static KC_CG arrival_token barrier_arrive() { return {}; }
  static KC_CG void barrier_wait(arrival_token &&) { __syncthreads(); }
};

/// Blocks that have come to a barrier of the grid. Block 0 adds what makes the
/// sum flip the first bit, the others 1.
static __device__ unsigned kc_blocks_at_barrier;

/// A barrier of all blocks, as the vendor's library has it: one thread of each
/// block counts it in and reads the count until its first bit flips. How often
/// it reads depends on the other blocks, and is unknown like all that data
/// decide.
class grid_group {
public:
  typedef unsigned arrival_token;
  static KC_CG arrival_token barrier_arrive() {
    __syncthreads();
    return kc_block_rank() == 0 ? kc_count_in() : 0;
  }
  static KC_CG void barrier_wait(arrival_token &&Before) {
    if (kc_block_rank() == 0)
      kc_wait(Before);
    __syncthreads();
  }
  static KC_CG void sync() {
    __syncthreads();
    if (kc_block_rank() == 0)
      kc_wait(kc_count_in());
    __syncthreads();
  }
  static KC_CG bool is_valid() { return true; }
  static KC_CG unsigned long long block_rank() {
    return ((unsigned long long)blockIdx.z * gridDim.y + blockIdx.y) *
               gridDim.x +
           blockIdx.x;
  }
  static KC_CG unsigned long long num_blocks() {
    return (unsigned long long)gridDim.x * gridDim.y * gridDim.z;
  }
  static KC_CG unsigned long long thread_rank() {
    return block_rank() * kc_block_size() + kc_block_rank();
  }
  static KC_CG unsigned long long size() {
    return num_blocks() * kc_block_size();
  }
  static KC_CG unsigned long long num_threads() { return size(); }
  static KC_CG dim3 group_dim() {
    return dim3(gridDim.x, gridDim.y, gridDim.z);
  }
  static KC_CG dim3 dim_blocks() { return group_dim(); }
  static KC_CG dim3 block_index() {
    return dim3(blockIdx.x, blockIdx.y, blockIdx.z);
  }

private:
  static KC_CG unsigned kc_count_in() {
    __threadfence();
    return atomicAdd(&kc_blocks_at_barrier,
                     block_rank() == 0 ? 0x80000001u - num_blocks() : 1u);
  }
  static KC_CG void kc_wait(unsigned Before) {
    while (!details::bar_has_flipped(
        Before, *static_cast<volatile unsigned *>(&kc_blocks_at_barrier)))
      ;
    __threadfence();
  }
};
class multi_grid_group : public grid_group {
public:
  __device__ void sync() const;
  __device__ unsigned grid_rank() const;
  __device__ unsigned num_grids() const;
};
/// Which block of its cluster one is nobody knows here: the hardware tells. The
/// shared memory of another block is read as the own one.
class cluster_group {
public:
  struct arrival_token {};
  static KC_CG void sync() {
    asm volatile("barrier.cluster.arrive.aligned;\n\t"
                 "barrier.cluster.wait.aligned;");
  }
  static KC_CG arrival_token barrier_arrive() {
    asm volatile("barrier.cluster.arrive.aligned;");
    return {};
  }
  static KC_CG void barrier_wait(arrival_token &&) {
    asm volatile("barrier.cluster.wait.aligned;");
  }
  static KC_CG void barrier_wait() {
    asm volatile("barrier.cluster.wait.aligned;");
  }
  static KC_CG unsigned block_rank() {
    unsigned V;
    asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(V));
    return V;
  }
  static KC_CG unsigned num_blocks() {
    unsigned V;
    asm volatile("mov.u32 %0, %%cluster_nctarank;" : "=r"(V));
    return V;
  }
  static KC_CG dim3 block_index() {
    dim3 V;
    asm volatile("mov.u32 %0, %%cluster_ctaid.x;" : "=r"(V.x));
    asm volatile("mov.u32 %0, %%cluster_ctaid.y;" : "=r"(V.y));
    asm volatile("mov.u32 %0, %%cluster_ctaid.z;" : "=r"(V.z));
    return V;
  }
  static KC_CG dim3 dim_blocks() {
    dim3 V;
    asm volatile("mov.u32 %0, %%cluster_nctaid.x;" : "=r"(V.x));
    asm volatile("mov.u32 %0, %%cluster_nctaid.y;" : "=r"(V.y));
    asm volatile("mov.u32 %0, %%cluster_nctaid.z;" : "=r"(V.z));
    return V;
  }
  static KC_CG unsigned thread_rank() {
    return block_rank() * kc_block_size() + kc_block_rank();
  }
  static KC_CG unsigned num_threads() { return num_blocks() * kc_block_size(); }
  template <class T> KC_CG T *map_shared_rank(T *P, int Rank) const {
    T *There;
    asm("mapa.u64 %0, %1, %2;" : "=l"(There) : "l"(P), "r"(Rank));
    return There;
  }
};

/// Whether the hardware's shuffles take a T.
template <class T, class = void> struct kc_is_shuffled {
  static constexpr bool value = false;
};
template <class T>
struct kc_is_shuffled<T, decltype(void(
                             __shfl_sync(0u, std::declval<T>(), 0, 32)))> {
  static constexpr bool value = true;
};
/// Other types move word by word.
template <unsigned N> struct kc_words {
  int First;
  kc_words<N - 1> Others;
  template <class F> KC_CG void each(F Shuffle) {
    First = Shuffle(First);
    Others.each(Shuffle);
  }
};
template <> struct kc_words<1> {
  int First;
  template <class F> KC_CG void each(F Shuffle) { First = Shuffle(First); }
};
#define KC_SHUFFLE(NAME, TYPE)                                                 \
  struct kc_##NAME {                                                           \
    unsigned Mask;                                                             \
    TYPE By;                                                                   \
    int Width;                                                                 \
    template <class T> KC_CG T operator()(T V) const {                         \
      return __##NAME##_sync(Mask, V, By, Width);                              \
    }                                                                          \
  };
KC_SHUFFLE(shfl, int)
KC_SHUFFLE(shfl_down, unsigned)
KC_SHUFFLE(shfl_up, unsigned)
KC_SHUFFLE(shfl_xor, unsigned)
#undef KC_SHUFFLE
template <class T, class F>
KC_CG typename std::enable_if<kc_is_shuffled<T>::value, T>::type
kc_shuffled(T V, F Shuffle) {
  return Shuffle(V);
}
template <class T, class F>
KC_CG typename std::enable_if<!kc_is_shuffled<T>::value, T>::type
kc_shuffled(T V, F Shuffle) {
  static_assert(sizeof(T) % 4 == 0 && sizeof(T) <= 32, "at most 8 whole words");
  using Words = kc_words<sizeof(T) / 4>;
  Words All = __builtin_bit_cast(Words, V);
  All.each(Shuffle);
  return __builtin_bit_cast(T, All);
}

/// What tiles and coalesced groups share: a mask and shuffles within it.
template <class Self> class kc_warp_part {
  KC_CG const Self &self() const { return static_cast<const Self &>(*this); }
  KC_CG unsigned mask() const { return self().kc_mask(); }

public:
  KC_CG operator thread_group() const {
    return thread_group(self().thread_rank(), self().size());
  }
  KC_CG void sync() const { __syncwarp(mask()); }
  KC_CG bool is_valid() const { return true; }
  template <class T> KC_CG T shfl(T V, int Lane) const {
    return kc_shuffled(V, kc_shfl{mask(), Lane, self().kc_width()});
  }
  template <class T> KC_CG T shfl_down(T V, unsigned Delta) const {
    return kc_shuffled(V, kc_shfl_down{mask(), Delta, self().kc_width()});
  }
  template <class T> KC_CG T shfl_up(T V, unsigned Delta) const {
    return kc_shuffled(V, kc_shfl_up{mask(), Delta, self().kc_width()});
  }
  template <class T> KC_CG T shfl_xor(T V, unsigned LaneMask) const {
    return kc_shuffled(V, kc_shfl_xor{mask(), LaneMask, self().kc_width()});
  }
  KC_CG int any(int Predicate) const { return __any_sync(mask(), Predicate); }
  KC_CG int all(int Predicate) const { return __all_sync(mask(), Predicate); }
  KC_CG unsigned ballot(int Predicate) const {
    return __ballot_sync(mask(), Predicate);
  }
  template <class T> KC_CG unsigned match_any(T V) const {
    return __match_any_sync(mask(), V);
  }
  template <class T> KC_CG unsigned match_all(T V, int &Predicate) const {
    return __match_all_sync(mask(), V, &Predicate);
  }
};

template <unsigned Size, class Parent = void>
class thread_block_tile : public kc_warp_part<thread_block_tile<Size, Parent>> {
public:
  thread_block_tile() = default;
  // A tile forgets its parent, never the other way round.
  template <class Other, class = typename std::enable_if<
                             __is_void(Parent) && !__is_void(Other)>::type>
  KC_CG thread_block_tile(const thread_block_tile<Size, Other> &) {}
  static KC_CG unsigned thread_rank() { return kc_block_rank() & (Size - 1); }
  static constexpr KC_CG unsigned size() { return Size; }
  static constexpr KC_CG unsigned num_threads() { return Size; }
  static KC_CG unsigned meta_group_rank() { return kc_block_rank() / Size; }
  static KC_CG unsigned meta_group_size() {
    return (kc_block_size() + Size - 1) / Size;
  }
  static constexpr KC_CG int kc_width() { return Size < 32 ? Size : 32; }
  static KC_CG unsigned kc_mask() {
    return Size >= 32 ? 0xffffffffu
                      : ((1u << (Size & 31)) - 1) << (kc_lane() & ~(Size - 1));
  }
};

class coalesced_group : public kc_warp_part<coalesced_group> {
  unsigned Mask;

public:
  KC_CG explicit coalesced_group(unsigned Mask = __activemask()) : Mask(Mask) {}
  KC_CG unsigned thread_rank() const {
    return __popc(Mask & ((1u << kc_lane()) - 1));
  }
  KC_CG unsigned size() const { return __popc(Mask); }
  KC_CG unsigned num_threads() const { return size(); }
  KC_CG unsigned meta_group_rank() const { return 0; }
  KC_CG unsigned meta_group_size() const { return 1; }
  KC_CG int kc_width() const { return 32; }
  KC_CG unsigned kc_mask() const { return Mask; }
};

KC_CG thread_block this_thread_block() { return {}; }
KC_CG grid_group this_grid() { return {}; }
KC_CG multi_grid_group this_multi_grid() { return {}; }
KC_CG cluster_group this_cluster() { return {}; }
KC_CG coalesced_group coalesced_threads() { return coalesced_group(); }
template <unsigned Size, class Parent>
KC_CG thread_block_tile<Size, Parent> tiled_partition(const Parent &) {
  return {};
}
template <class Parent>
KC_CG thread_group tiled_partition(const Parent &G, unsigned Size) {
  return thread_group(G.thread_rank() % Size, Size);
}
template <class Group>
KC_CG coalesced_group binary_partition(const Group &G, bool Predicate) {
  unsigned Yes = G.ballot(Predicate);
  return coalesced_group(Predicate ? Yes : G.ballot(!Predicate));
}
template <class Group, class T>
KC_CG coalesced_group labeled_partition(const Group &G, T Label) {
  return coalesced_group(G.match_any(Label));
}
template <class Group> KC_CG void sync(const Group &G) { G.sync(); }
template <class Group> KC_CG unsigned thread_rank(const Group &G) {
  return G.thread_rank();
}
template <class Group> KC_CG unsigned group_size(const Group &G) {
  return G.size();
}

template <class T = void> struct plus {
  template <class A> KC_CG A operator()(A X, A Y) const { return X + Y; }
};
template <class T = void> struct less {
  template <class A> KC_CG A operator()(A X, A Y) const {
    return X < Y ? X : Y;
  }
};
template <class T = void> struct greater {
  template <class A> KC_CG A operator()(A X, A Y) const {
    return X > Y ? X : Y;
  }
};
template <class T = void> struct bit_and {
  template <class A> KC_CG A operator()(A X, A Y) const { return X & Y; }
};
template <class T = void> struct bit_or {
  template <class A> KC_CG A operator()(A X, A Y) const { return X | Y; }
};
template <class T = void> struct bit_xor {
  template <class A> KC_CG A operator()(A X, A Y) const { return X ^ Y; }
};
template <class Group, class T, class Op>
KC_CG T reduce(const Group &G, T V, Op Combine) {
  for (unsigned Step = G.size() / 2; Step; Step /= 2)
    V = Combine(V, G.shfl_xor(V, Step));
  return V;
}
template <class Group, class T, class Op>
KC_CG T inclusive_scan(const Group &G, T V, Op Combine) {
  for (unsigned Step = 1; Step < G.size(); Step *= 2) {
    T Other = G.shfl_up(V, Step);
    if (G.thread_rank() >= Step)
      V = Combine(V, Other);
  }
  return V;
}
template <class Group, class T> KC_CG T inclusive_scan(const Group &G, T V) {
  return inclusive_scan(G, V, plus<T>());
}
template <class Group, class T, class Op>
KC_CG T exclusive_scan(const Group &G, T V, Op Combine) {
  T Sum = inclusive_scan(G, V, Combine);
  T Before = G.shfl_up(Sum, 1);
  return G.thread_rank() ? Before : T();
}
template <class Group, class T> KC_CG T exclusive_scan(const Group &G, T V) {
  return exclusive_scan(G, V, plus<T>());
}
template <class Group, class T, class N>
KC_CG void memcpy_async(const Group &G, T *To, const T *From, N Bytes) {
  kc_copy(G.thread_rank(), G.size(), To, From, Bytes);
}
template <class Group, class T, class U, class N, class M>
KC_CG void memcpy_async(const Group &G, T *To, N ToCount, const U *From,
                        M FromCount) {
  for (size_t I = G.thread_rank(); I < FromCount; I += G.size())
    To[I] = From[I];
}
template <class Group> KC_CG void wait(const Group &G) { G.sync(); }
template <unsigned N, class Group> KC_CG void wait_prior(const Group &G) {
  G.sync();
}
template <class Group, class F>
KC_CG void invoke_one(const Group &G, F Function) {
  if (G.thread_rank() == 0)
    Function();
}
namespace experimental {
using cooperative_groups::thread_block_tile;
using cooperative_groups::tiled_partition;
template <size_t, int> struct block_tile_memory {
  char Storage;
};
} // namespace experimental
template <size_t> struct block_tile_memory {
  char Storage;
};
template <size_t N>
KC_CG thread_block this_thread_block(block_tile_memory<N> &) {
  return {};
}
#undef KC_CG
} // namespace cooperative_groups
#endif
