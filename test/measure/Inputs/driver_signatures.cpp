//===- driver_signatures.cpp - Our declarations against cuda.h ------------===//
//
// Compiles only if every function of host/CudaDriver.h has the parameters that
// cuda.h gives it, up to the names of types: as many, each of the same size and
// kind (pointer, integer, floating point), and every number is cuda.h's.
//===----------------------------------------------------------------------===//
// A macro of cuda.h names the newer cuEventElapsedTime_v2; both take the same.
#include <cuda.h>
#undef cuEventElapsedTime
extern "C" CUresult cuEventElapsedTime(float *, CUevent, CUevent);

#include "host/CudaDriver.h"
#include <type_traits>

namespace ours = measure::cuda;

template <class A, class B> constexpr bool alike() {
  if constexpr (std::is_pointer_v<A> && std::is_pointer_v<B>) {
    using P = std::remove_pointer_t<A>;
    using Q = std::remove_pointer_t<B>;
    if constexpr (std::is_pointer_v<P> || std::is_pointer_v<Q>)
      return alike<std::remove_cv_t<P>, std::remove_cv_t<Q>>();
    else if constexpr (std::is_class_v<P> || std::is_class_v<Q>)
      return std::is_class_v<P> && std::is_class_v<Q>; // opaque handles
    else if constexpr (std::is_void_v<P> || std::is_void_v<Q>)
      return std::is_same_v<P, Q>;
    else
      return std::is_const_v<P> == std::is_const_v<Q> &&
             alike<std::remove_cv_t<P>, std::remove_cv_t<Q>>();
  } else {
    constexpr bool Whole = (std::is_integral_v<A> || std::is_enum_v<A>) &&
                           (std::is_integral_v<B> || std::is_enum_v<B>);
    return sizeof(A) == sizeof(B) && (Whole || std::is_same_v<A, B>);
  }
}

template <class A, class B> struct Same : std::false_type {};
template <class R, class... P, class S, class... Q>
struct Same<R (*)(P...), S (*)(Q...)> {
  static constexpr bool value = [] {
    if constexpr (sizeof...(P) == sizeof...(Q))
      return alike<R, S>() && (alike<P, Q>() && ...);
    else
      return false;
  }();
};

#define CHECK_FUNCTION(FIELD, SYMBOL, PARAMETERS)                              \
  static_assert(Same<decltype(ours::Driver::FIELD), decltype(&SYMBOL)>::value, \
                #SYMBOL);
MEASURE_CUDA_FUNCTIONS(CHECK_FUNCTION)
#if CUDA_VERSION >= 12040
MEASURE_CUDA_OPTIONAL_FUNCTIONS(CHECK_FUNCTION)
#endif

#define CHECK_DEVICE(OURS, THEIRS)                                             \
  static_assert(int(ours::DeviceAttribute::OURS) ==                            \
                int(CU_DEVICE_ATTRIBUTE_##THEIRS));
CHECK_DEVICE(MaxThreadsPerBlock, MAX_THREADS_PER_BLOCK)
CHECK_DEVICE(MaxBlockDimX, MAX_BLOCK_DIM_X)
CHECK_DEVICE(MaxBlockDimY, MAX_BLOCK_DIM_Y)
CHECK_DEVICE(MaxBlockDimZ, MAX_BLOCK_DIM_Z)
CHECK_DEVICE(MaxGridDimX, MAX_GRID_DIM_X)
CHECK_DEVICE(MaxGridDimY, MAX_GRID_DIM_Y)
CHECK_DEVICE(MaxGridDimZ, MAX_GRID_DIM_Z)
CHECK_DEVICE(MaxSharedMemoryPerBlock, MAX_SHARED_MEMORY_PER_BLOCK)
CHECK_DEVICE(WarpSize, WARP_SIZE)
CHECK_DEVICE(ClockRate, CLOCK_RATE)
CHECK_DEVICE(MultiprocessorCount, MULTIPROCESSOR_COUNT)
CHECK_DEVICE(MemoryClockRate, MEMORY_CLOCK_RATE)
CHECK_DEVICE(GlobalMemoryBusWidth, GLOBAL_MEMORY_BUS_WIDTH)
CHECK_DEVICE(L2CacheSize, L2_CACHE_SIZE)
CHECK_DEVICE(ComputeCapabilityMajor, COMPUTE_CAPABILITY_MAJOR)
CHECK_DEVICE(ComputeCapabilityMinor, COMPUTE_CAPABILITY_MINOR)
CHECK_DEVICE(MaxSharedMemoryPerMultiprocessor,
             MAX_SHARED_MEMORY_PER_MULTIPROCESSOR)
CHECK_DEVICE(MaxRegistersPerMultiprocessor, MAX_REGISTERS_PER_MULTIPROCESSOR)
CHECK_DEVICE(MaxSharedMemoryPerBlockOptin, MAX_SHARED_MEMORY_PER_BLOCK_OPTIN)

#define CHECK_KERNEL(OURS, THEIRS)                                             \
  static_assert(int(ours::FunctionAttribute::OURS) ==                          \
                int(CU_FUNC_ATTRIBUTE_##THEIRS));
CHECK_KERNEL(MaxThreadsPerBlock, MAX_THREADS_PER_BLOCK)
CHECK_KERNEL(SharedSizeBytes, SHARED_SIZE_BYTES)
CHECK_KERNEL(LocalSizeBytes, LOCAL_SIZE_BYTES)
CHECK_KERNEL(NumRegs, NUM_REGS)
CHECK_KERNEL(MaxDynamicSharedSizeBytes, MAX_DYNAMIC_SHARED_SIZE_BYTES)

static_assert(ours::Success == int(CUDA_SUCCESS));
static_assert(ours::InvalidValue == int(CUDA_ERROR_INVALID_VALUE));
static_assert(ours::OutOfMemory == int(CUDA_ERROR_OUT_OF_MEMORY));
static_assert(ours::LaunchOutOfResources ==
              int(CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES));
