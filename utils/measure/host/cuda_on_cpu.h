//===- cuda_on_cpu.h - CUDA's language for a C++ compiler -----------------===//
//
// Included before a CUDA source that is compiled for the processor, by
// driver/emulate.py. Three words stay as they are until after the preprocessor,
// because no macro can say them: that script turns
//
//   __global__                       into nothing, and notes the kernel's name
//   __shared__                       into static storage in a section of its
//   own extern __shared__ T name[];      into a pointer to memory of the launch
//   __launch_bounds__(N)             into nothing, and notes N
//===----------------------------------------------------------------------===//
#ifndef MEASURE_CUDA_ON_CPU_H
#define MEASURE_CUDA_ON_CPU_H

#include <assert.h>
#include <float.h>
#include <limits.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <utility>

#include "cuda_on_cpu/arithmetic.h"
#include "cuda_on_cpu/entry.h"
#include "cuda_on_cpu/threads.h"
#include "cuda_on_cpu/vectors.h"

#define __host__
#define __device__
#define __constant__
#define __forceinline__ inline __attribute__((always_inline))
#define __noinline__ __attribute__((noinline))
#define __align__(N) __attribute__((aligned(N)))
#define __CUDACC__ 1

#endif // MEASURE_CUDA_ON_CPU_H
