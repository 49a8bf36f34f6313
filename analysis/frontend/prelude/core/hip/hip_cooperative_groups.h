#include <hip/hip_runtime.h>
#include <cooperative_groups.h>
