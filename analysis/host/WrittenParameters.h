//===- WrittenParameters.h - Pointers that a kernel may write by *- C++ -*-===//
//
//   __global__ void k(float *a, float *b) { b[0] = a[0]; }      b, not a
//
// A pointer to non-const says only that a kernel may write. Where its body uses
// it for nothing but reading elements, it does not. That is told by the body's
// text alone: a pointer that is copied, compared, or handed on as one to
// non-const counts as written through.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_HOST_WRITTENPARAMETERS_H
#define KERNELCAST_ANALYSIS_HOST_WRITTENPARAMETERS_H

#include "clang/AST/Decl.h"

namespace kernelcast::host {

/// Whether \p Kernel may write what its parameter number \p Parameter, a
/// pointer to non-const, leads to. A kernel without a body may.
bool mayWrite(const clang::FunctionDecl *Kernel, unsigned Parameter);

} // namespace kernelcast::host

#endif // KERNELCAST_ANALYSIS_HOST_WRITTENPARAMETERS_H
