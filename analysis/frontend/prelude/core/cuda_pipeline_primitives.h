//===- cuda_pipeline_primitives.h - Asynchronous copies of a thread -------===//
//
// As the plain copies that they stand for: a load and a store of the same
// bytes. What is filled with zeros is not read.
//===----------------------------------------------------------------------===//
#pragma GCC system_header
#ifndef KERNELCAST_CUDA_PIPELINE_PRIMITIVES_H
#define KERNELCAST_CUDA_PIPELINE_PRIMITIVES_H
#include <kc_copies.h>
#define KC_PIPELINE __device__ inline __attribute__((always_inline))
// The first Bytes of a Word, the others being zeros.
template <class Word, int Bytes>
KC_PIPELINE void kc_copy_part(void *To, const void *From) {
  asm volatile("cp.async.ca.shared.global [%0], [%1], %2, %3;" ::"r"(
                   (unsigned)__cvta_generic_to_shared(To)),
               "l"(From), "n"((int)sizeof(Word)), "n"(Bytes));
}
template <class Word>
KC_PIPELINE void kc_copy_word(void *To, const void *From, size_t Zeros) {
  if (Zeros == 0)
    *(Word *)To = *(const Word *)From;
  else if (Zeros >= sizeof(Word))
    *(Word *)To = Word();
  else if (Zeros + 4 >= sizeof(Word))
    kc_copy_part<Word, 4>(To, From);
  else if (Zeros + 8 >= sizeof(Word))
    kc_copy_part<Word, 8>(To, From);
  else
    kc_copy_part<Word, 12>(To, From);
}
KC_PIPELINE void __pipeline_memcpy_async(void *To, const void *From,
                                         size_t Bytes, size_t Zeros = 0) {
  if (Bytes == 4)
    kc_copy_word<unsigned>(To, From, Zeros);
  else if (Bytes == 8)
    kc_copy_word<uint2>(To, From, Zeros);
  else
    kc_copy_word<uint4>(To, From, Zeros);
}
KC_PIPELINE void __pipeline_commit() { asm volatile("cp.async.commit_group;"); }
KC_PIPELINE void __pipeline_wait_prior(size_t) {
  asm volatile("cp.async.wait_group 0;");
}
#undef KC_PIPELINE
#endif
