//===- cuda_pipeline_primitives.h - Asynchronous copies of a thread -------===//
//
// As the plain copies that they stand for: a load and a store of the same
// bytes. A copy of a size that is no constant is one of 16 bytes.
//===----------------------------------------------------------------------===//
#pragma GCC system_header
#ifndef KERNELCAST_CUDA_PIPELINE_PRIMITIVES_H
#define KERNELCAST_CUDA_PIPELINE_PRIMITIVES_H
#include <kc_copies.h>
#define KC_PIPELINE __device__ inline __attribute__((always_inline))
KC_PIPELINE void __pipeline_memcpy_async(void *To, const void *From,
                                         size_t Bytes, size_t = 0) {
  if (Bytes == 4)
    *(unsigned *)To = *(const unsigned *)From;
  else if (Bytes == 8)
    *(uint2 *)To = *(const uint2 *)From;
  else
    *(uint4 *)To = *(const uint4 *)From;
}
KC_PIPELINE void __pipeline_commit() { asm volatile("cp.async.commit_group;"); }
KC_PIPELINE void __pipeline_wait_prior(size_t) {
  asm volatile("cp.async.wait_group 0;");
}
#undef KC_PIPELINE
#endif
