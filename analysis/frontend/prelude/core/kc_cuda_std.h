//===- kc_cuda_std.h - Barriers and pipelines of namespace cuda -----------===//
//
// Asynchronous copies are the plain ones that they stand for. Of the steps of a
// pipeline, waiting for the other threads' copies is a barrier; acquiring,
// committing and releasing a stage are an arrival at one, which the hardware
// has as one instruction.
//===----------------------------------------------------------------------===//
#pragma GCC system_header
#ifndef KERNELCAST_CUDA_STD_H
#define KERNELCAST_CUDA_STD_H
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <kc_copies.h>
#include <limits>
#include <optional>
#include <tuple>
#include <type_traits>
#include <utility>
namespace cuda {
enum thread_scope {
  thread_scope_system,
  thread_scope_device,
  thread_scope_block,
  thread_scope_thread = 10
};
#define KC_OPERATION(NAME, BODY)                                               \
  template <class T = void> struct NAME {                                      \
    __host__ __device__ constexpr T operator()(const T &A, const T &B) const { \
      return BODY;                                                             \
    }                                                                          \
  };                                                                           \
  template <> struct NAME<void> {                                              \
    template <class X, class Y>                                                \
    __host__ __device__ constexpr auto operator()(const X &A,                  \
                                                  const Y &B) const ->         \
        typename std::common_type<X, Y>::type {                                \
      return BODY;                                                             \
    }                                                                          \
  }
KC_OPERATION(maximum, A < B ? B : A);
KC_OPERATION(minimum, B < A ? B : A);
#undef KC_OPERATION
template <class T, class U>
__host__ __device__ constexpr auto ceil_div(T A, U B)
    -> decltype((A + B - 1) / B) {
  return (A + B - 1) / B;
}
template <class T, class U>
__host__ __device__ constexpr auto round_up(T A, U B)
    -> decltype((A + B - 1) / B * B) {
  return (A + B - 1) / B * B;
}
__device__ inline void kc_arrive() {
  asm volatile("mbarrier.arrive.shared.b64;");
}
template <thread_scope S = thread_scope_system, class Completion = void>
class barrier {
  long long State;

public:
  class arrival_token {};
  barrier() = default;
  __host__ __device__ barrier(long) {}
  __device__ inline arrival_token arrive(long = 1) {
    kc_arrive();
    return {};
  }
  __device__ inline void wait(arrival_token &&) const { __syncthreads(); }
  __device__ inline void arrive_and_wait() { __syncthreads(); }
  __device__ inline void arrive_and_drop() { kc_arrive(); }
  __device__ friend inline void init(barrier *, long) {}
  static constexpr long(max)() { return 1 << 20; }
};
template <thread_scope S, unsigned char Stages> struct pipeline_shared_state {
  char Storage[16 * Stages];
};
enum class pipeline_role { producer, consumer };
template <thread_scope S = thread_scope_thread> class pipeline {
public:
  __device__ inline void producer_acquire() {
    if constexpr (S != thread_scope_thread)
      kc_arrive();
  }
  __device__ inline void producer_commit() { kc_arrive(); }
  // A thread that is alone in its pipeline waits for its own copies.
  __device__ inline void consumer_wait() {
    if constexpr (S != thread_scope_thread)
      __syncthreads();
  }
  __device__ inline void consumer_release() {
    if constexpr (S != thread_scope_thread)
      kc_arrive();
  }
  template <class B> __device__ inline void arrive_on(B &) { kc_arrive(); }
  __device__ bool quit();
};
__device__ inline pipeline<thread_scope_thread> make_pipeline() { return {}; }
template <class G, thread_scope S, unsigned char N, class... R>
__device__ inline pipeline<S>
make_pipeline(const G &, pipeline_shared_state<S, N> *, R...) {
  return {};
}
template <unsigned N, thread_scope S>
__device__ inline void pipeline_consumer_wait_prior(pipeline<S> &P) {
  P.consumer_wait();
}
template <thread_scope S, class... R>
__device__ inline void pipeline_producer_commit(pipeline<S> &, R &&...) {
  kc_arrive();
}
template <class T, class N, class Sync>
__device__ inline void memcpy_async(T *To, const T *From, N Bytes, Sync &) {
  kc_copy(0, 1, To, From, Bytes);
}
template <class N, class Sync>
__device__ inline void memcpy_async(void *To, const void *From, N Bytes,
                                    Sync &) {
  kc_copy(0, 1, (unsigned char *)To, (const unsigned char *)From, Bytes);
}
template <class G, class T, class N, class Sync>
__device__ inline void memcpy_async(const G &Group, T *To, const T *From,
                                    N Bytes, Sync &) {
  kc_copy(Group.thread_rank(), Group.size(), To, From, Bytes);
}
enum memory_order_kc {
  memory_order_relaxed,
  memory_order_acquire,
  memory_order_release,
  memory_order_acq_rel,
  memory_order_seq_cst
};
template <class T, thread_scope S = thread_scope_system> class atomic_ref {
  T *P;

public:
  explicit __host__ __device__ atomic_ref(T &R) : P(&R) {}
  template <class... R> __device__ T load(R...) const { return *P; }
  template <class... R> __device__ void store(T V, R...) const { *P = V; }
  template <class... R> __device__ T fetch_add(T V, R...) const {
    return atomicAdd(P, V);
  }
  template <class... R> __device__ T fetch_min(T V, R...) const {
    return atomicMin(P, V);
  }
  template <class... R> __device__ T fetch_max(T V, R...) const {
    return atomicMax(P, V);
  }
};
template <class T, thread_scope S = thread_scope_system> class atomic {
  T V;

public:
  atomic() = default;
  __host__ __device__ atomic(T V) : V(V) {}
  template <class... R> __device__ T load(R...) const { return V; }
  template <class... R> __device__ void store(T X, R...) { V = X; }
  template <class... R> __device__ T fetch_add(T X, R...) {
    return atomicAdd(&V, X);
  }
};
namespace std {
using namespace ::std;
}
} // namespace cuda
#endif
