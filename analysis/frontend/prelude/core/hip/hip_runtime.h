//===- hip_runtime.h - HIP's names for CUDA's functions -------------------===//
//
// HIP is CUDA's language and runtime under other names. They are read as HIP's
// own headers read them for an NVIDIA GPU: warps have 32 lanes.
//===----------------------------------------------------------------------===//
#pragma GCC system_header
#ifndef KERNELCAST_HIP_RUNTIME_H
#define KERNELCAST_HIP_RUNTIME_H
#define __HIP__ 1
#define __HIPCC__ 1
#define __HIP_PLATFORM_NVIDIA__ 1
#define __HIP_PLATFORM_NVCC__ 1
#define __HIP_DEVICE_COMPILE__ 1
#define HIP_VERSION_MAJOR 6
#define HIP_VERSION_MINOR 0
#define HIP_VERSION 60000000
// hipMalloc for cudaMalloc, and so on: made from CUDA's own headers.
#include <hip/kc_hip_names.h>

// Names that differ in more than their beginning.
#define hipDeviceProp_t cudaDeviceProp
#define hipCtx_t CUcontext
#define hipDevice_t CUdevice
#define hipModule_t CUmodule
#define hipFunction_t CUfunction
#define hipDeviceptr_t CUdeviceptr
#define hipErrorOutOfMemory cudaErrorMemoryAllocation
#define hipErrorNotInitialized cudaErrorInitializationError
#define hipErrorFileNotFound cudaErrorUnknown
#define hipHostFree cudaFreeHost
#define hipHostMallocDefault cudaHostAllocDefault
#define hipHostMallocPortable cudaHostAllocPortable
#define hipHostMallocMapped cudaHostAllocMapped
#define hipHostMallocWriteCombined cudaHostAllocWriteCombined
#define hipDeviceAttributeWarpSize cudaDevAttrWarpSize
#define hipDeviceAttributeMultiprocessorCount cudaDevAttrMultiProcessorCount
#define hipDeviceAttributeMaxThreadsPerBlock cudaDevAttrMaxThreadsPerBlock
#define hipDeviceAttributeMaxSharedMemoryPerBlock                              \
  cudaDevAttrMaxSharedMemoryPerBlock
#define hipDeviceAttributeClockRate cudaDevAttrClockRate
#define hipDeviceAttributeComputeCapabilityMajor                               \
  cudaDevAttrComputeCapabilityMajor
#define hipDeviceAttributeComputeCapabilityMinor                               \
  cudaDevAttrComputeCapabilityMinor
#define hipDeviceAttributeMemoryPoolsSupported cudaDevAttrMemoryPoolsSupported
#define hipMemcpyWithStream cudaMemcpyAsync
#define hipModuleLaunchKernel cuLaunchKernel
template <class T>
__host__ cudaError_t hipHostMalloc(T **P, size_t N,
                                   unsigned Flags = cudaHostAllocDefault) {
  return cudaHostAlloc(P, N, Flags);
}
#define HIP_SYMBOL(NAME) NAME
#define HIP_KERNEL_NAME(...) __VA_ARGS__
#define HIP_DYNAMIC_SHARED(TYPE, NAME) extern __shared__ TYPE NAME[];
#define hipLaunchKernelGGL(KERNEL, BLOCKS, THREADS, SHARED, STREAM, ...)       \
  KERNEL<<<(BLOCKS), (THREADS), (SHARED), (STREAM)>>>(__VA_ARGS__)

// The old names of the coordinates.
#define hipThreadIdx_x threadIdx.x
#define hipThreadIdx_y threadIdx.y
#define hipThreadIdx_z threadIdx.z
#define hipBlockIdx_x blockIdx.x
#define hipBlockIdx_y blockIdx.y
#define hipBlockIdx_z blockIdx.z
#define hipBlockDim_x blockDim.x
#define hipBlockDim_y blockDim.y
#define hipBlockDim_z blockDim.z
#define hipGridDim_x gridDim.x
#define hipGridDim_y gridDim.y
#define hipGridDim_z gridDim.z
#endif
