//===- cuda_pipeline_primitives.h - Asynchronous copies of a thread -------===//
//
// As the plain copies that they stand for: a load and a store of the same
// bytes. What is filled with zeros as a whole is not read.
//===----------------------------------------------------------------------===//
#pragma GCC system_header
#ifndef KERNELCAST_CUDA_PIPELINE_PRIMITIVES_H
#define KERNELCAST_CUDA_PIPELINE_PRIMITIVES_H
#include <kc_copies.h>
#define KC_PIPELINE __device__ inline __attribute__((always_inline))
template <class Word>
KC_PIPELINE void kc_copy_word(void *To, const void *From, bool Reads) {
  if (Reads)
    *(Word *)To = *(const Word *)From;
  else
    *(Word *)To = Word();
}
KC_PIPELINE void __pipeline_memcpy_async(void *To, const void *From,
                                         size_t Bytes, size_t Zeros = 0) {
  if (Bytes == 4)
    kc_copy_word<unsigned>(To, From, Zeros < 4);
  else if (Bytes == 8)
    kc_copy_word<uint2>(To, From, Zeros < 8);
  else
    kc_copy_word<uint4>(To, From, Zeros < 16);
}
KC_PIPELINE void __pipeline_commit() { asm volatile("cp.async.commit_group;"); }
KC_PIPELINE void __pipeline_wait_prior(size_t) {
  asm volatile("cp.async.wait_group 0;");
}
#undef KC_PIPELINE
#endif
