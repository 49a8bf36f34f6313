//===- NvccSpelling.h - What nvcc takes and Clang does not ------*- C++ -*-===//
//
//   kernel << <grid, block >> > (a);         kernel<<< grid, block >>>  (a);
//   kernel<<<grid, {32, 8}>>>(a);            kernel<<<grid,$(32, 8)>>>(a);
//   extern __shared__ float tile[32][32];           __shared__ float tile[...
//   __shared__ alignas(16) float a[4];       alignas(16) __shared__ float a[4];
//   asm("mov.u32 %0, %laneid;" : "=r"(l));   asm("mov.u32 %0,%%laneid;" ...
//   asm("..." : : "r"(a) "r"(b));            asm("..." : : "r"(a),"r"(b));
//   #define UNROLL #pragma unroll            #define UNROLL $P( unroll)
//   <class T> f(T __restrict__ map);         <class T> f(T              map);
//   X<T>::f<3>(a);                          X<T>$T f<3>(a);
//
// On the left is what programs have, on the right what Clang reads instead. `$`
// is the prelude's other name of dim3, for braces as the grid or the block of a
// launch, `$T` its `::template`, and `$P` its _Pragma, for nvcc reads a macro's
// pragma as if it stood in a line of its own; an extern array in shared memory
// that says how large it is, is a definition to nvcc, which warns of it; and
// what a type parameter stands for need not be a pointer to be `__restrict__`.
//
// Every line stays as long as it is, so that places in messages are those of
// the file: where more characters are needed, a blank nearby goes. What has
// none to give, and what is in comments, stays.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_FRONTEND_NVCCSPELLING_H
#define KERNELCAST_ANALYSIS_FRONTEND_NVCCSPELLING_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/VirtualFileSystem.h"
#include <optional>

namespace kernelcast {

/// \p Source as Clang takes it; nothing if it does already.
std::optional<std::string> withClangSpelling(llvm::StringRef Source);

/// \p Under, whose files are read that way.
llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>
respelled(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Under);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_FRONTEND_NVCCSPELLING_H
