//===- CudaDriver.h - The few functions of CUDA's driver that we call -----===//
//
// The driver is found at run time, so that the program builds where there is no
// CUDA and starts where there is no driver. Hence our own declarations: names,
// parameters and numbers are those of cuda.h, which has kept them since CUDA 4
// (a "_v2" in a name is from then). Handles are opaque pointers, device
// addresses 64-bit numbers. Everything here is queued on the default stream.
//===----------------------------------------------------------------------===//
#ifndef MEASURE_HOST_CUDADRIVER_H
#define MEASURE_HOST_CUDADRIVER_H

#include <cstddef>
#include <string>

namespace measure::cuda {

using Status = int;                    // CUresult
using Address = unsigned long long;    // CUdeviceptr
using Ordinal = int;                   // CUdevice
using Context = struct ContextTag *;   // CUcontext
using Module = struct ModuleTag *;     // CUmodule
using Function = struct FunctionTag *; // CUfunction
using Stream = struct StreamTag *;     // CUstream; null: the default stream
using Event = struct EventTag *;       // CUevent

enum : Status {
  Success = 0,
  InvalidValue = 1,
  OutOfMemory = 2,
  LaunchOutOfResources = 701
};

/// CU_DEVICE_ATTRIBUTE_*
enum class DeviceAttribute : int {
  MaxThreadsPerBlock = 1,
  MaxBlockDimX = 2,
  MaxBlockDimY = 3,
  MaxBlockDimZ = 4,
  MaxGridDimX = 5,
  MaxGridDimY = 6,
  MaxGridDimZ = 7,
  MaxSharedMemoryPerBlock = 8,
  WarpSize = 10,
  ClockRate = 13, // kHz
  MultiprocessorCount = 16,
  MemoryClockRate = 36,      // kHz
  GlobalMemoryBusWidth = 37, // bits
  L2CacheSize = 38,
  ComputeCapabilityMajor = 75,
  ComputeCapabilityMinor = 76,
  MaxSharedMemoryPerMultiprocessor = 81,
  MaxRegistersPerMultiprocessor = 82,
  MaxSharedMemoryPerBlockOptin = 97
};

/// CU_FUNC_ATTRIBUTE_*
enum class FunctionAttribute : int {
  MaxThreadsPerBlock = 0,
  SharedSizeBytes = 1,
  LocalSizeBytes = 3,
  NumRegs = 4,
  MaxDynamicSharedSizeBytes = 8
};

/// X(field, symbol, parameters): functions without which nothing works.
#define MEASURE_CUDA_FUNCTIONS(X)                                              \
  X(Init, cuInit, (unsigned Flags))                                            \
  X(DriverGetVersion, cuDriverGetVersion, (int *Version))                      \
  X(GetErrorName, cuGetErrorName, (Status Error, const char **Name))           \
  X(DeviceGetCount, cuDeviceGetCount, (int *Count))                            \
  X(DeviceGet, cuDeviceGet, (Ordinal * Device, int Index))                     \
  X(DeviceGetName, cuDeviceGetName, (char *Name, int Length, Ordinal Device))  \
  X(DeviceTotalMem, cuDeviceTotalMem_v2, (size_t *Bytes, Ordinal Device))      \
  X(DeviceGetAttribute, cuDeviceGetAttribute,                                  \
    (int *Value, DeviceAttribute Which, Ordinal Device))                       \
  X(DevicePrimaryCtxRetain, cuDevicePrimaryCtxRetain,                          \
    (Context * Primary, Ordinal Device))                                       \
  X(CtxSetCurrent, cuCtxSetCurrent, (Context Current))                         \
  X(CtxSynchronize, cuCtxSynchronize, ())                                      \
  X(ModuleLoad, cuModuleLoad, (Module * Loaded, const char *Path))             \
  X(ModuleUnload, cuModuleUnload, (Module Loaded))                             \
  X(ModuleGetFunction, cuModuleGetFunction,                                    \
    (Function * Found, Module In, const char *Name))                           \
  X(FuncGetAttribute, cuFuncGetAttribute,                                      \
    (int *Value, FunctionAttribute Which, Function Of))                        \
  X(FuncSetAttribute, cuFuncSetAttribute,                                      \
    (Function Of, FunctionAttribute Which, int Value))                         \
  X(LaunchKernel, cuLaunchKernel,                                              \
    (Function What, unsigned GridX, unsigned GridY, unsigned GridZ,            \
     unsigned BlockX, unsigned BlockY, unsigned BlockZ, unsigned SharedBytes,  \
     Stream On, void **Parameters, void **Extra))                              \
  X(MemAlloc, cuMemAlloc_v2, (Address * Memory, size_t Bytes))                 \
  X(MemFree, cuMemFree_v2, (Address Memory))                                   \
  X(MemcpyHtoD, cuMemcpyHtoD_v2, (Address To, const void *From, size_t Bytes)) \
  X(MemcpyDtoH, cuMemcpyDtoH_v2, (void *To, Address From, size_t Bytes))       \
  X(MemcpyDtoDAsync, cuMemcpyDtoDAsync_v2,                                     \
    (Address To, Address From, size_t Bytes, Stream On))                       \
  X(MemsetD8Async, cuMemsetD8Async,                                            \
    (Address To, unsigned char Value, size_t Count, Stream On))                \
  X(MemHostAlloc, cuMemHostAlloc,                                              \
    (void **Memory, size_t Bytes, unsigned Flags))                             \
  X(MemFreeHost, cuMemFreeHost, (void *Memory))                                \
  X(EventCreate, cuEventCreate, (Event * Created, unsigned Flags))             \
  X(EventDestroy, cuEventDestroy_v2, (Event Destroyed))                        \
  X(EventRecord, cuEventRecord, (Event Recorded, Stream On))                   \
  X(EventSynchronize, cuEventSynchronize, (Event Awaited))                     \
  X(EventElapsedTime, cuEventElapsedTime,                                      \
    (float *Milliseconds, Event Start, Event End))

/// Functions of newer drivers, null where the driver lacks them:
/// cuFuncGetParamInfo came with CUDA 12.4.
#define MEASURE_CUDA_OPTIONAL_FUNCTIONS(X)                                     \
  X(FuncGetParamInfo, cuFuncGetParamInfo,                                      \
    (Function Of, size_t Index, size_t *Offset, size_t *Bytes))

struct Driver {
#define MEASURE_CUDA_FIELD(FIELD, SYMBOL, PARAMETERS)                          \
  Status(*FIELD) PARAMETERS = nullptr;
  MEASURE_CUDA_FUNCTIONS(MEASURE_CUDA_FIELD)
  MEASURE_CUDA_OPTIONAL_FUNCTIONS(MEASURE_CUDA_FIELD)
#undef MEASURE_CUDA_FIELD
};

/// The functions of the driver's library; throws Failure where it is missing or
/// lacks one.
Driver loadDriver();

/// "CALL: CUDA_ERROR_..."
std::string errorText(const Driver &Cuda, Status Error, const char *Call);

} // namespace measure::cuda

#endif // MEASURE_HOST_CUDADRIVER_H
