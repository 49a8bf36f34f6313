//===- SourceChanges.h - What a kernel's source may say otherwise -*- C++ -*-=//
//
// The changes of the source that are known for a kernel, each proved or with
// what is in the way (support/SourceChange.h):
//
//   ArrayPaddings     longer rows of shared arrays
//   DoubleOperations  double precision among floats
//   LoadHoistings     loads in front of their loops
//   PointerPromises   const and __restrict__ of parameters
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_CHANGES_SOURCECHANGES_H
#define KERNELCAST_ANALYSIS_CHANGES_SOURCECHANGES_H

#include "analysis/KernelModel.h"

namespace clang {
class ASTContext;
class FunctionDecl;
} // namespace clang

namespace kernelcast {

/// Fills in the changes of \p Model, the model of \p Kernel with its launches.
void findSourceChanges(const clang::FunctionDecl *Kernel,
                       const clang::ASTContext &Context, KernelModel &Model);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_CHANGES_SOURCECHANGES_H
