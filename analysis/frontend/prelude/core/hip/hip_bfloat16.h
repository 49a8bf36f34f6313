#include <hip/hip_runtime.h>
#include <hip/hip_bf16.h>
