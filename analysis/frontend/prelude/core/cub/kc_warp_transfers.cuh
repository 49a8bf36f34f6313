//===- kc_warp_transfers.cuh - Loads, stores and exchanges of a warp ------===//
//
// Part of cub.cuh. Each (part of a) warp has storage of its own and begins at
// its own address; what lanes do there is what the threads of a block do in
// BlockLoad, BlockStore and BlockExchange, with lanes for threads and a
// barrier of the warp in place of that of the block.
//===----------------------------------------------------------------------===//
#pragma GCC system_header
#ifndef KERNELCAST_WARP_TRANSFERS_CUH
#define KERNELCAST_WARP_TRANSFERS_CUH
namespace cub {
enum WarpExchangeAlgorithm { WARP_EXCHANGE_SMEM, WARP_EXCHANGE_SHUFFLE };
enum WarpLoadAlgorithm {
  WARP_LOAD_DIRECT,
  WARP_LOAD_STRIPED,
  WARP_LOAD_VECTORIZE,
  WARP_LOAD_TRANSPOSE
};
enum WarpStoreAlgorithm {
  WARP_STORE_DIRECT,
  WARP_STORE_STRIPED,
  WARP_STORE_VECTORIZE,
  WARP_STORE_TRANSPOSE
};

template <class T, int Items, int Threads = 32, int Arch = 0,
          WarpExchangeAlgorithm A = WARP_EXCHANGE_SMEM>
struct WarpExchange {
  // Where items are scattered, there is one more after every 32, as far as
  // banks would meet.
  enum {
    IsPadded = Items > 4 && (Items & (Items - 1)) == 0,
    Tile = Threads * Items + 1
  };
  struct TempStorage : kc_tile<T, Tile, IsPadded> {};
  KC_COLLECTIVE(WarpExchange)
  static KC_CUB unsigned kc_own_lane() { return kc_lane() % Threads; }
  template <class To>
  KC_CUB void BlockedToStriped(const T (&In)[Items], To (&Out)[Items]) {
    kc_exchange(In, Out, kc_own_lane() * Items, 1, kc_own_lane(), Threads);
  }
  template <class To>
  KC_CUB void StripedToBlocked(const T (&In)[Items], To (&Out)[Items]) {
    kc_exchange(In, Out, kc_own_lane(), Threads, kc_own_lane() * Items, 1);
  }
  template <class Rank>
  KC_CUB void ScatterToStriped(const T (&In)[Items], T (&Out)[Items],
                               Rank (&Ranks)[Items]) {
    Temp->kc_scatter(kc_upto<Items>(), In, Ranks);
    __syncwarp();
    Temp->kc_get(kc_upto<Items>(), Out, kc_own_lane(), Threads);
  }
  template <class Rank>
  KC_CUB void ScatterToStriped(T (&Both)[Items], Rank (&Ranks)[Items]) {
    ScatterToStriped(Both, Both, Ranks);
  }
  template <class To>
  KC_CUB void kc_exchange(const T (&In)[Items], To (&Out)[Items],
                          unsigned PutFirst, unsigned PutStep,
                          unsigned GetFirst, unsigned GetStep) {
    // By shuffles: another algorithm, with other widths, that has no body here.
    if constexpr (A == WARP_EXCHANGE_SHUFFLE) {
      kc_exchange_by_shuffles(In, Out);
    } else {
      kc_store_items<Items>(Temp->Values, PutFirst, PutStep, In);
      __syncwarp();
      kc_load_items<Items>(Temp->Values, GetFirst, GetStep, Out);
    }
  }
  template <class To>
  __device__ void kc_exchange_by_shuffles(const T (&)[Items], To (&)[Items]);
};

template <class T, int N, WarpLoadAlgorithm A = WARP_LOAD_DIRECT,
          int Threads = 32, int Arch = 0>
struct WarpLoad {
  enum {
    Exchanges = A == WARP_LOAD_TRANSPOSE,
    IsStriped = Exchanges || A == WARP_LOAD_STRIPED
  };
  typedef WarpExchange<T, N, Threads> Exchange;
  struct Nothing {};
  struct TempStorage
      : std::conditional<Exchanges, typename Exchange::TempStorage,
                         Nothing>::type {};
  KC_COLLECTIVE(WarpLoad)
  static KC_CUB unsigned kc_first() {
    const unsigned Lane = kc_lane() % Threads;
    return IsStriped ? Lane : Lane * N;
  }
  enum { kc_step = IsStriped ? Threads : 1 };
  KC_CUB void kc_finish(T (&Items)[N]) {
    if constexpr (Exchanges)
      Exchange(*Temp).StripedToBlocked(Items, Items);
  }
  template <class It> KC_CUB void Load(It Memory, T (&Items)[N]) {
    if constexpr (A == WARP_LOAD_VECTORIZE && std::is_pointer<It>::value) {
      kc_load_vectors<T, N>(Memory, kc_lane() % Threads, Items);
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
    Load(Memory, Items, Valid);
  }
};

template <class T, int N, WarpStoreAlgorithm A = WARP_STORE_DIRECT,
          int Threads = 32, int Arch = 0>
struct WarpStore {
  enum {
    Exchanges = A == WARP_STORE_TRANSPOSE,
    IsStriped = Exchanges || A == WARP_STORE_STRIPED
  };
  typedef WarpExchange<T, N, Threads> Exchange;
  struct Nothing {};
  struct TempStorage
      : std::conditional<Exchanges, typename Exchange::TempStorage,
                         Nothing>::type {};
  KC_COLLECTIVE(WarpStore)
  static KC_CUB unsigned kc_first() {
    const unsigned Lane = kc_lane() % Threads;
    return IsStriped ? Lane : Lane * N;
  }
  enum { kc_step = IsStriped ? Threads : 1 };
  KC_CUB void kc_begin(T (&Items)[N]) {
    if constexpr (Exchanges)
      Exchange(*Temp).BlockedToStriped(Items, Items);
  }
  template <class It> KC_CUB void Store(It Memory, T (&Items)[N]) {
    if constexpr (A == WARP_STORE_VECTORIZE && std::is_pointer<It>::value) {
      kc_store_vectors<T, N>(Memory, kc_lane() % Threads, Items);
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
} // namespace cub
#endif
