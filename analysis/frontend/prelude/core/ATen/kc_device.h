//===- kc_device.h - PyTorch's helpers for kernels ------------------------===//
//
// Types to add up in, atomics on small types, shuffles, and the loop that most
// kernels of PyTorch are.
//===----------------------------------------------------------------------===//
#pragma GCC system_header
#ifndef KERNELCAST_ATEN_DEVICE_H
#define KERNELCAST_ATEN_DEVICE_H
#include "kc_elements.h"

namespace at {
/// How types are widened to add them up.
template <class T, bool OnGpu> struct AccumulateType {
  using type = typename std::conditional<
      std::is_same<T, float>::value, float,
      typename std::conditional<std::is_integral<T>::value &&
                                    !std::is_same<T, bool>::value,
                                int64_t, T>::type>::type;
};
template <> struct AccumulateType<bool, true> {
  using type = bool;
};
template <> struct AccumulateType<float, false> {
  using type = double;
};
template <bool G> struct AccumulateType<Half, G> {
  using type = float;
};
template <bool G> struct AccumulateType<BFloat16, G> {
  using type = float;
};
template <class T, bool OnGpu>
using acc_type = typename AccumulateType<T, OnGpu>::type;
template <class T> struct OpMathType {
  using type = T;
};
template <> struct OpMathType<Half> {
  using type = float;
};
template <> struct OpMathType<BFloat16> {
  using type = float;
};
template <class T> using opmath_type = typename OpMathType<T>::type;

template <class T> __host__ __device__ bool _isnan(T X) {
  return (float)X != (float)X;
}
template <class T> __host__ __device__ T ceil_div(T A, T B) {
  return (A + B - 1) / B;
}
namespace cuda {
template <class T> __host__ __device__ T ATenCeilDiv(T A, T B) {
  return (A + B - 1) / B;
}
} // namespace cuda
} // namespace at

// Templates where programs without ATen/cuda/Atomic.cuh have their own.
#define KC_ATOMIC(TYPE, BASE)                                                  \
  inline __device__ TYPE gpuAtomicAdd(TYPE *To, TYPE By) {                     \
    return atomicAdd((BASE *)To, (BASE)By);                                    \
  }                                                                            \
  template <int = 0> inline __device__ TYPE atomicAdd(TYPE *To, TYPE By) {     \
    return atomicAdd((BASE *)To, (BASE)By);                                    \
  }                                                                            \
  inline __device__ TYPE __ldg(const TYPE *From) {                             \
    return __ldg((const BASE *)From);                                          \
  }
KC_ATOMIC(c10::Half, __half)
KC_ATOMIC(c10::BFloat16, __nv_bfloat16)
#undef KC_ATOMIC
/// An atomic on a part of a word is an exchange of the word.
template <class T, class Change>
inline __device__ T kc_atomic_of_part(T *To, Change By) {
  unsigned *Word = (unsigned *)((size_t)To & ~(size_t)3);
  const unsigned Shift = ((size_t)To & 3) * 8;
  const unsigned Mask = ((1u << (8 * sizeof(T))) - 1) << Shift;
  unsigned Was = *Word, Assumed;
  do {
    Assumed = Was;
    const T Changed = By((T)(Was >> Shift));
    Was = atomicCAS(Word, Assumed,
                    (Assumed & ~Mask) | ((unsigned)Changed << Shift & Mask));
  } while (Assumed != Was);
  return (T)(Was >> Shift);
}
#define KC_ATOMIC(TYPE)                                                        \
  template <int = 0> inline __device__ TYPE atomicAdd(TYPE *To, TYPE By) {     \
    return kc_atomic_of_part(To, [=](TYPE X) { return (TYPE)(X + By); });      \
  }
KC_ATOMIC(uint8_t)
KC_ATOMIC(int8_t)
KC_ATOMIC(int16_t)
KC_ATOMIC(bool)
#undef KC_ATOMIC
template <int = 0>
inline __device__ int64_t atomicAdd(int64_t *To, int64_t By) {
  return (int64_t)atomicAdd((unsigned long long *)To, (unsigned long long)By);
}
/// T, from which no argument's type is deduced: PyTorch's own are no templates,
/// and what is added is converted.
template <class T> struct kc_as {
  using type = T;
};
template <class T>
inline __device__ T gpuAtomicAdd(T *To, typename kc_as<T>::type By) {
  return atomicAdd(To, By);
}
template <class T>
inline __device__ c10::complex<T>
gpuAtomicAdd(c10::complex<T> *To, typename kc_as<c10::complex<T>>::type By) {
  return {atomicAdd(&To->real_, By.real_), atomicAdd(&To->imag_, By.imag_)};
}
template <class T>
inline __device__ void gpuAtomicAddNoReturn(T *To, typename kc_as<T>::type By) {
  gpuAtomicAdd(To, By);
}
/// What no instruction does is exchanges until nobody else came between.
template <class T, class Change>
inline __device__ T kc_atomic_by_exchange(T *To, Change By) {
  if constexpr (sizeof(T) < 4) {
    typedef std::conditional_t<sizeof(T) == 1, uint8_t, uint16_t> Bits;
    return __builtin_bit_cast(T, kc_atomic_of_part((Bits *)To, [=](Bits X) {
                                return __builtin_bit_cast(
                                    Bits, By(__builtin_bit_cast(T, X)));
                              }));
  } else {
    typedef std::conditional_t<sizeof(T) == 4, unsigned, unsigned long long>
        Bits;
    Bits Was = *(Bits *)To, Assumed;
    do {
      Assumed = Was;
      const T Changed = By(__builtin_bit_cast(T, Was));
      Was = atomicCAS((Bits *)To, Assumed, __builtin_bit_cast(Bits, Changed));
    } while (Assumed != Was);
    return __builtin_bit_cast(T, Was);
  }
}
template <class T> inline __device__ T gpuAtomicMul(T *To, T By) {
  return kc_atomic_by_exchange(To, [=](T X) { return T(X * By); });
}
#define KC_ATOMIC(NAME, FUNCTION, BETTER)                                      \
  template <class T> inline __device__ T NAME(T *To, T By) {                   \
    if constexpr (std::is_same<T, int>::value ||                               \
                  std::is_same<T, unsigned>::value)                            \
      return FUNCTION(To, By);                                                 \
    else if constexpr (std::is_integral<T>::value && sizeof(T) == 8)           \
      return (T)FUNCTION(                                                      \
          (std::conditional_t<std::is_signed<T>::value, long long,             \
                              unsigned long long> *)To,                        \
          By);                                                                 \
    else                                                                       \
      return kc_atomic_by_exchange(To,                                         \
                                   [=](T X) { return By BETTER X ? By : X; }); \
  }
KC_ATOMIC(gpuAtomicMax, atomicMax, >)
KC_ATOMIC(gpuAtomicMin, atomicMin, <)
#undef KC_ATOMIC
namespace at {
namespace native {
template <class T, class I>
inline __device__ void fastAtomicAdd(T *To, I Index, I, T By, bool = false) {
  gpuAtomicAddNoReturn(To + Index, By);
}
} // namespace native
} // namespace at

#define KC_SHUFFLE(NAME, FUNCTION, LANE)                                       \
  template <class T>                                                           \
  __device__ __forceinline__ T NAME(T Value, LANE Lane, int Width = warpSize,  \
                                    unsigned Mask = 0xffffffff) {              \
    return FUNCTION(Mask, Value, Lane, Width);                                 \
  }
KC_SHUFFLE(WARP_SHFL, __shfl_sync, int)
KC_SHUFFLE(WARP_SHFL_XOR, __shfl_xor_sync, int)
KC_SHUFFLE(WARP_SHFL_UP, __shfl_up_sync, unsigned)
KC_SHUFFLE(WARP_SHFL_DOWN, __shfl_down_sync, unsigned)
#undef KC_SHUFFLE
// Those of small types as the vendor has them, not as PyTorch.
#define KC_SHUFFLE(TYPE, BASE, NAME, FUNCTION, LANE)                           \
  template <>                                                                  \
  __device__ __forceinline__ TYPE NAME<TYPE>(TYPE Value, LANE Lane, int Width, \
                                             unsigned Mask) {                  \
    return FUNCTION(Mask, (BASE)Value, Lane, Width);                           \
  }
#define KC_SHUFFLES(TYPE, BASE)                                                \
  KC_SHUFFLE(TYPE, BASE, WARP_SHFL, __shfl_sync, int)                          \
  KC_SHUFFLE(TYPE, BASE, WARP_SHFL_XOR, __shfl_xor_sync, int)                  \
  KC_SHUFFLE(TYPE, BASE, WARP_SHFL_UP, __shfl_up_sync, unsigned)               \
  KC_SHUFFLE(TYPE, BASE, WARP_SHFL_DOWN, __shfl_down_sync, unsigned)
KC_SHUFFLES(c10::Half, __half)
KC_SHUFFLES(c10::BFloat16, __nv_bfloat16)
#undef KC_SHUFFLES
#undef KC_SHUFFLE
__device__ __forceinline__ unsigned WARP_BALLOT(int Predicate,
                                                unsigned Mask = 0xffffffff) {
  return __ballot_sync(Mask, Predicate);
}
__device__ __forceinline__ unsigned WARP_ACTIVE_MASK() {
  return __activemask();
}

#define CUDA_KERNEL_LOOP_TYPE(I, N, TYPE)                                      \
  int64_t _i_n_d_e_x = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;         \
  for (TYPE I = _i_n_d_e_x; _i_n_d_e_x < (N);                                  \
       _i_n_d_e_x += blockDim.x * gridDim.x, I = _i_n_d_e_x)
#define CUDA_KERNEL_LOOP(I, N) CUDA_KERNEL_LOOP_TYPE(I, N, int)
#endif
