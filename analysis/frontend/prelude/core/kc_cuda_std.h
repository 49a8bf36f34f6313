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
#if __cplusplus >= 202002L
#include <bit>
#endif
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
#include <kc_cuda_atomics.h>
template <class R, class F>
__host__ __device__ constexpr F proclaim_return_type(F Function) {
  return Function;
}
class stream_ref {
  cudaStream_t Stream = nullptr;

public:
  stream_ref() = default;
  __host__ __device__ stream_ref(cudaStream_t S) : Stream(S) {}
  __host__ __device__ cudaStream_t get() const { return Stream; }
  void wait() const;
};
/// Division by a number that the host prepares. The vendor's multiplies by a
/// factor and shifts; this one divides, so that the quotient stays known.
template <class T, bool = false> class fast_mod_div {
  T Divisor;

public:
  fast_mod_div() = delete;
  __host__ __device__ explicit fast_mod_div(T D) : Divisor(D) {}
  __host__ __device__ operator T() const { return Divisor; }
  template <class N>
  friend __host__ __device__ auto operator/(N X, fast_mod_div D) {
    return X / D.Divisor;
  }
  template <class N>
  friend __host__ __device__ auto operator%(N X, fast_mod_div D) {
    return X % D.Divisor;
  }
};
namespace std {
using namespace ::std;
using cuda::memory_order;
using cuda::memory_order_acq_rel;
using cuda::memory_order_acquire;
using cuda::memory_order_relaxed;
using cuda::memory_order_release;
using cuda::memory_order_seq_cst;
// Programs specialise these here, and tell this byte from the other.
template <class T> struct tuple_size : ::std::tuple_size<T> {};
template <class T> constexpr ::std::size_t tuple_size_v = tuple_size<T>::value;
template <::std::size_t I, class T>
struct tuple_element : ::std::tuple_element<I, T> {};
template <::std::size_t I, class T>
using tuple_element_t = typename tuple_element<I, T>::type;
enum class byte : unsigned char {};
template <class T> __host__ __device__ constexpr T to_integer(byte X) {
  return T(X);
}
#define KC_BYTES(OP)                                                           \
  __host__ __device__ constexpr byte operator OP(byte A, byte B) {             \
    return byte((unsigned char)A OP(unsigned char) B);                         \
  }                                                                            \
  __host__ __device__ constexpr byte &operator OP##=(byte & A, byte B) {       \
    return A = A OP B;                                                         \
  }
KC_BYTES(|)
KC_BYTES(&)
KC_BYTES(^)
#undef KC_BYTES
#define KC_BYTES(OP)                                                           \
  template <class T, class = typename enable_if<is_integral<T>::value>::type>  \
  __host__ __device__ constexpr byte operator OP(byte A, T By) {               \
    return byte((unsigned char)((unsigned char)A OP By));                      \
  }                                                                            \
  template <class T, class = typename enable_if<is_integral<T>::value>::type>  \
  __host__ __device__ constexpr byte &operator OP##=(byte & A, T By) {         \
    return A = A OP By;                                                        \
  }
KC_BYTES(<<)
KC_BYTES(>>)
#undef KC_BYTES
__host__ __device__ constexpr byte operator~(byte A) {
  return byte((unsigned char)~(unsigned char)A);
}
#if __cplusplus < 202002L
// What C++20 has in <bit>, and the vendor in every version.
#define KC_BITS                                                                \
  template <class T, class = typename enable_if<is_unsigned<T>::value>::type>  \
  __host__ __device__ constexpr
KC_BITS int countl_zero(T X) {
  return X == 0 ? int(8 * sizeof(T))
                : __builtin_clzll(X) - int(64 - 8 * sizeof(T));
}
KC_BITS int countr_zero(T X) {
  return X == 0 ? int(8 * sizeof(T)) : __builtin_ctzll(X);
}
KC_BITS int popcount(T X) { return __builtin_popcountll(X); }
KC_BITS bool has_single_bit(T X) { return X != 0 && (X & (X - 1)) == 0; }
KC_BITS int bit_width(T X) { return int(8 * sizeof(T)) - countl_zero(X); }
KC_BITS T bit_floor(T X) { return X == 0 ? T(0) : T(1) << (bit_width(X) - 1); }
KC_BITS T bit_ceil(T X) { return X <= 1 ? T(1) : T(1) << bit_width(T(X - 1)); }
KC_BITS T rotl(T X, int By) {
  const int Bits = 8 * sizeof(T), Left = (By % Bits + Bits) % Bits;
  return Left == 0 ? X : T(X << Left | X >> (Bits - Left));
}
KC_BITS T rotr(T X, int By) { return rotl(X, -By); }
#undef KC_BITS
template <class To, class From>
__host__ __device__ constexpr To bit_cast(const From &X) {
  return __builtin_bit_cast(To, X);
}
struct identity {
  template <class T> __host__ __device__ constexpr T &&operator()(T &&X) const {
    return static_cast<T &&>(X);
  }
};
#endif
} // namespace std
} // namespace cuda

// Which code is compiled for what: <nv/target>.
#define CCCL_VERSION 2005000
#define CCCL_MAJOR_VERSION 2
#define CCCL_MINOR_VERSION 5
#define _NV_FIRST_ARG(FIRST, ...) FIRST
#define KC_NV_BARE(...) __VA_ARGS__
#define KC_NV_THEN_1(THEN, ...) KC_NV_BARE THEN
#define KC_NV_THEN_0(THEN, ...) __VA_OPT__(KC_NV_BARE __VA_ARGS__)
#define KC_NV_JOIN(A, B) A##B
#define KC_NV_PICK(WHEN) KC_NV_JOIN(KC_NV_THEN_, WHEN)
#define NV_IF_TARGET(WHEN, ...) KC_NV_PICK(WHEN)(__VA_ARGS__)
#define NV_IF_ELSE_TARGET(WHEN, ...) KC_NV_PICK(WHEN)(__VA_ARGS__)
#define NV_IS_DEVICE 1
#define NV_IS_HOST 0
#define NV_ANY_TARGET 1
#define NV_NO_TARGET 0
// The first of up to four pairs whose condition holds.
#define KC_NV_1(WHEN, THEN, ...) KC_NV_PICK(WHEN)(THEN)
#define KC_NV_2(WHEN, THEN, ...) KC_NV_PICK(WHEN)(THEN, (KC_NV_1(__VA_ARGS__)))
#define KC_NV_3(WHEN, THEN, ...) KC_NV_PICK(WHEN)(THEN, (KC_NV_2(__VA_ARGS__)))
#define KC_NV_4(WHEN, THEN, ...) KC_NV_PICK(WHEN)(THEN, (KC_NV_3(__VA_ARGS__)))
#define KC_NV_PAIRS(A, B, C, D, E, F, G, H, N, ...) N
#define NV_DISPATCH_TARGET(...)                                                \
  KC_NV_PAIRS(__VA_ARGS__, KC_NV_4, , KC_NV_3, , KC_NV_2, , KC_NV_1, )         \
  (__VA_ARGS__)
#if __CUDA_ARCH__ >= 350
#define NV_PROVIDES_SM_35 1
#else
#define NV_PROVIDES_SM_35 0
#endif
#if __CUDA_ARCH__ >= 370
#define NV_PROVIDES_SM_37 1
#else
#define NV_PROVIDES_SM_37 0
#endif
#if __CUDA_ARCH__ >= 500
#define NV_PROVIDES_SM_50 1
#else
#define NV_PROVIDES_SM_50 0
#endif
#if __CUDA_ARCH__ >= 520
#define NV_PROVIDES_SM_52 1
#else
#define NV_PROVIDES_SM_52 0
#endif
#if __CUDA_ARCH__ >= 530
#define NV_PROVIDES_SM_53 1
#else
#define NV_PROVIDES_SM_53 0
#endif
#if __CUDA_ARCH__ >= 600
#define NV_PROVIDES_SM_60 1
#else
#define NV_PROVIDES_SM_60 0
#endif
#if __CUDA_ARCH__ >= 610
#define NV_PROVIDES_SM_61 1
#else
#define NV_PROVIDES_SM_61 0
#endif
#if __CUDA_ARCH__ >= 620
#define NV_PROVIDES_SM_62 1
#else
#define NV_PROVIDES_SM_62 0
#endif
#if __CUDA_ARCH__ >= 700
#define NV_PROVIDES_SM_70 1
#else
#define NV_PROVIDES_SM_70 0
#endif
#if __CUDA_ARCH__ >= 720
#define NV_PROVIDES_SM_72 1
#else
#define NV_PROVIDES_SM_72 0
#endif
#if __CUDA_ARCH__ >= 750
#define NV_PROVIDES_SM_75 1
#else
#define NV_PROVIDES_SM_75 0
#endif
#if __CUDA_ARCH__ >= 800
#define NV_PROVIDES_SM_80 1
#else
#define NV_PROVIDES_SM_80 0
#endif
#if __CUDA_ARCH__ >= 860
#define NV_PROVIDES_SM_86 1
#else
#define NV_PROVIDES_SM_86 0
#endif
#if __CUDA_ARCH__ >= 870
#define NV_PROVIDES_SM_87 1
#else
#define NV_PROVIDES_SM_87 0
#endif
#if __CUDA_ARCH__ >= 890
#define NV_PROVIDES_SM_89 1
#else
#define NV_PROVIDES_SM_89 0
#endif
#if __CUDA_ARCH__ >= 900
#define NV_PROVIDES_SM_90 1
#else
#define NV_PROVIDES_SM_90 0
#endif
#if __CUDA_ARCH__ >= 1000
#define NV_PROVIDES_SM_100 1
#else
#define NV_PROVIDES_SM_100 0
#endif
#if __CUDA_ARCH__ >= 1200
#define NV_PROVIDES_SM_120 1
#else
#define NV_PROVIDES_SM_120 0
#endif
#define NV_HAS_FEATURE_SM_90a NV_PROVIDES_SM_90
#define NV_HAS_FEATURE_SM_100a NV_PROVIDES_SM_100
#endif
