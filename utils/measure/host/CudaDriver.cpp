//===- CudaDriver.cpp - Finds the driver's functions ----------------------===//
#include "host/CudaDriver.h"
#include "host/Device.h"

#include <cstring>
#include <dlfcn.h>

using namespace measure;
using namespace measure::cuda;

Driver measure::cuda::loadDriver() {
  void *Library = dlopen("libcuda.so.1", RTLD_NOW);
  if (!Library)
    throw Failure(std::string("no CUDA device: ") + dlerror());
  Driver Result;
  auto Find = [&](auto &Field, const char *Symbol, bool Needed) {
    void *Found = dlsym(Library, Symbol);
    if (!Found && Needed)
      throw Failure(std::string("no CUDA device: the driver's library lacks ") +
                    Symbol);
    std::memcpy(&Field, &Found, sizeof(Found));
  };
#define MEASURE_CUDA_FIND(FIELD, SYMBOL, PARAMETERS)                           \
  Find(Result.FIELD, #SYMBOL, true);
  MEASURE_CUDA_FUNCTIONS(MEASURE_CUDA_FIND)
#undef MEASURE_CUDA_FIND
#define MEASURE_CUDA_FIND(FIELD, SYMBOL, PARAMETERS)                           \
  Find(Result.FIELD, #SYMBOL, false);
  MEASURE_CUDA_OPTIONAL_FUNCTIONS(MEASURE_CUDA_FIND)
#undef MEASURE_CUDA_FIND
  return Result;
}

std::string measure::cuda::errorText(const Driver &Cuda, Status Error,
                                     const char *Call) {
  const char *Name = nullptr;
  std::string Text = std::string(Call) + ": ";
  if (Cuda.GetErrorName(Error, &Name) == Success && Name)
    return Text + Name;
  return Text + "CUDA error " + std::to_string(Error);
}
