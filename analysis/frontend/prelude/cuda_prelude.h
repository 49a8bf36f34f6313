//===- cuda_prelude.h - What nvcc includes before every CUDA file ---------===//
//
// Read before each CUDA file instead of the vendor's cuda_runtime.h. The parts
// come in the order in which they need one another: clang's forward
// declarations must precede <cmath>, the vector types must precede clang's
// intrinsics. Only the device side is compiled; host functions are parsed, so
// that launches are seen, but never generated.
//===----------------------------------------------------------------------===//
#pragma GCC system_header
#ifndef KERNELCAST_CUDA_PRELUDE_H
#define KERNELCAST_CUDA_PRELUDE_H

#define __host__ __attribute__((host))
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __managed__ __attribute__((device))
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#define __forceinline__ __inline__ __attribute__((always_inline))
#define __align__(N) __attribute__((aligned(N)))
#define __builtin_align__(N) __align__(N)
#define __grid_constant__
#define __cluster_dims__(...)
#define __nv_pure__ __attribute__((pure))
#define __device_builtin__
#define __cudart_builtin__
#define __maxnreg__(N)
#define __tile_static__
#define _CUDA_HD __host__ __device__
#define CUDARTAPI
#define CUDART_CB
#define CUDAAPI
#define CUDART_DEVICE __device__
#define __device_builtin_texture_type__                                        \
  __attribute__((device_builtin_texture_type))
#define __device_builtin_surface_type__                                        \
  __attribute__((device_builtin_surface_type))

#define CUDA_VERSION 12020
#define CUDART_VERSION 12020
#define CUDA_API_VERSION 12020
#define __CUDACC_VER_MAJOR__ 12
#define __CUDACC_VER_MINOR__ 2
#define __CUDACC_VER_BUILD__ 0
#define __CUDACC_EXTENDED_LAMBDA__ 1
#define __CUDACC_RELAXED_CONSTEXPR__ 1
#define __NVCC__ 1
#define __CUDA_FP16_TYPES_EXIST__ 1
#define __CUDA_ARCH_HAS_FEATURE__(FEATURE) __CUDA_ARCH_FEAT_##FEATURE
#define __CUDA_ARCH_LIST__ 700

// Guards of the vendor's headers that well-known helper headers test for.
#define __DRIVER_TYPES_H__
#define __CUDA_RUNTIME_H__
#define __CUDA_RUNTIME_API_H__
#define __VECTOR_TYPES_H__
#define __VECTOR_FUNCTIONS_H__
#define __DEVICE_LAUNCH_PARAMETERS_H__
#define __cuda_cuda_h__
#define __CUDA_H__
#define __HOST_DEFINES_H__
#define __CUDA_TEXTURE_TYPES_H__
#define __TEXTURE_TYPES_H__
#define __SURFACE_TYPES_H__

#include <__clang_cuda_math_forward_declares.h>
#define __CUDACC__ 1
#include <assert.h>
#include <limits.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <cmath>
#include <cstdlib>
#include <new>
#include <utility>

#include "cuda_vector_types.h"
#include <__clang_cuda_builtin_vars.h>
#include <__clang_cuda_libdevice_declares.h>
#include <__clang_cuda_device_functions.h>
#include <__clang_cuda_math.h>
#include "cuda_device_functions.h"
#include "cuda_enumerations.h"
#include "cuda_driver_types.h"
#include <__clang_cuda_cmath.h>
#include <__clang_cuda_intrinsics.h>
#include <__clang_cuda_complex_builtins.h>
#include "cuda_warp_functions.h"
#include "cuda_textures.h"
#include "cuda_host_api.h"

#endif // KERNELCAST_CUDA_PRELUDE_H
