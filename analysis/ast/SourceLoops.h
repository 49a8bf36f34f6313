//===- SourceLoops.h - The loop statement around each block -----*- C++ -*-===//
//
// A CFG does not tell { found = i; break; } inside a loop from the code behind
// the loop, but threads run the former in the iteration in which they leave.
// So each block remembers the innermost loop statement of the source that it
// stands in, through inlined calls as well. Each loop statement also remembers
// what the source says about unrolling it.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_AST_SOURCELOOPS_H
#define KERNELCAST_ANALYSIS_AST_SOURCELOOPS_H

#include "analysis/KernelModel.h"
#include "clang/Analysis/CFG.h"

namespace kernelcast {

/// The loop statement around each block of \p Graph, which is that of \p Body,
/// by block number; \p Outside (or None) is the one around all of it. Loop
/// statements become known to \p Model.
std::vector<unsigned> sourceLoops(const clang::Stmt *Body,
                                  const clang::CFG &Graph, unsigned Outside,
                                  const clang::ASTContext &Context,
                                  KernelModel &Model);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_AST_SOURCELOOPS_H
