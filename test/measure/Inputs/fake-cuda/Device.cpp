//===- Device.cpp - The fake library and its device -----------------------===//
#include "State.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>

using namespace measure;
using namespace measure::cuda;

Everything measure::cuda::Fake;

void measure::cuda::record(const char *Call) {
  static std::FILE *Log = [] {
    const char *Path = std::getenv("FAKE_CUDA_LOG");
    return Path ? std::fopen(Path, "a") : nullptr;
  }();
  if (Log) {
    std::fprintf(Log, "%s\n", Call);
    std::fflush(Log);
  }
}

Status measure::cuda::ready(const char *Call) {
  record(Call);
  if (!Fake.Initialized)
    return NotInitialized;
  if (!Fake.Current)
    return InvalidContext;
  return Fake.Broken ? LaunchFailed : Success;
}

EXPORT cuInit(unsigned Flags) {
  record("cuInit");
  const char *Devices = std::getenv("FAKE_CUDA_DEVICES");
  if (Devices && !std::strcmp(Devices, "0"))
    return NoDevice;
  Fake.Initialized = Flags == 0;
  return Flags == 0 ? Success : InvalidValue;
}

EXPORT cuDriverGetVersion(int *Version) {
  *Version = 12040;
  return Success;
}

EXPORT cuGetErrorName(Status Error, const char **Name) {
  static const std::map<Status, const char *> Names = {
      {InvalidValue, "CUDA_ERROR_INVALID_VALUE"},
      {OutOfMemory, "CUDA_ERROR_OUT_OF_MEMORY"},
      {NotInitialized, "CUDA_ERROR_NOT_INITIALIZED"},
      {NoDevice, "CUDA_ERROR_NO_DEVICE"},
      {InvalidDevice, "CUDA_ERROR_INVALID_DEVICE"},
      {InvalidContext, "CUDA_ERROR_INVALID_CONTEXT"},
      {FileNotFound, "CUDA_ERROR_FILE_NOT_FOUND"},
      {InvalidHandle, "CUDA_ERROR_INVALID_HANDLE"},
      {NotFound, "CUDA_ERROR_NOT_FOUND"},
      {NotReady, "CUDA_ERROR_NOT_READY"},
      {LaunchOutOfResources, "CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES"},
      {LaunchFailed, "CUDA_ERROR_LAUNCH_FAILED"}};
  auto It = Names.find(Error);
  *Name = It == Names.end() ? nullptr : It->second;
  return *Name ? Success : InvalidValue;
}

EXPORT cuDeviceGetCount(int *Count) {
  *Count = 1;
  return Fake.Initialized ? Success : NotInitialized;
}

EXPORT cuDeviceGet(Ordinal *Device, int Index) {
  *Device = 0;
  return Index == 0 ? Success : InvalidDevice;
}

EXPORT cuDeviceGetName(char *Name, int Length, Ordinal Device) {
  std::snprintf(Name, size_t(Length), "Fake GPU");
  return Device == 0 ? Success : InvalidDevice;
}

EXPORT cuDeviceTotalMem_v2(size_t *Bytes, Ordinal Device) {
  *Bytes = size_t(1) << 30;
  return Device == 0 ? Success : InvalidDevice;
}

EXPORT cuDeviceGetAttribute(int *Value, DeviceAttribute Which, Ordinal Device) {
  static const std::map<DeviceAttribute, int> Values = {
      {DeviceAttribute::MaxThreadsPerBlock, 1024},
      {DeviceAttribute::MaxBlockDimX, 1024},
      {DeviceAttribute::MaxBlockDimY, 1024},
      {DeviceAttribute::MaxBlockDimZ, 64},
      {DeviceAttribute::MaxGridDimX, 2147483647},
      {DeviceAttribute::MaxGridDimY, 65535},
      {DeviceAttribute::MaxGridDimZ, 65535},
      {DeviceAttribute::MaxSharedMemoryPerBlock, SharedByDefault},
      {DeviceAttribute::WarpSize, 32},
      {DeviceAttribute::ClockRate, 1000000},
      {DeviceAttribute::MultiprocessorCount, 2},
      {DeviceAttribute::MemoryClockRate, 500000},
      {DeviceAttribute::GlobalMemoryBusWidth, 256},
      {DeviceAttribute::L2CacheSize, 1 << 16},
      {DeviceAttribute::ComputeCapabilityMajor, 7},
      {DeviceAttribute::ComputeCapabilityMinor, 0},
      {DeviceAttribute::MaxSharedMemoryPerMultiprocessor, SharedOptin},
      {DeviceAttribute::MaxRegistersPerMultiprocessor, 65536},
      {DeviceAttribute::MaxSharedMemoryPerBlockOptin, SharedOptin}};
  auto It = Values.find(Which);
  if (It == Values.end() || Device != 0)
    return InvalidValue;
  *Value = It->second;
  return Success;
}

EXPORT cuDevicePrimaryCtxRetain(Context *Primary, Ordinal Device) {
  record("cuDevicePrimaryCtxRetain");
  *Primary = reinterpret_cast<Context>(&Fake.Context);
  return !Fake.Initialized ? NotInitialized
         : Device == 0     ? Success
                           : InvalidDevice;
}

EXPORT cuCtxSetCurrent(Context Current) {
  record("cuCtxSetCurrent");
  Fake.Current = Current == reinterpret_cast<Context>(&Fake.Context);
  return Fake.Current ? Success : InvalidContext;
}

EXPORT cuCtxSynchronize() {
  READY();
  return Success;
}
