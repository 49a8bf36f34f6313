#pragma GCC system_header
#include <cub/cub.cuh>
#include <hip/hip_runtime.h>
namespace hipcub = cub;
