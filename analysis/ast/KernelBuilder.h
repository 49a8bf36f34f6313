//===- KernelBuilder.h - From a kernel's AST to its model -------*- C++ -*-===//
#ifndef KERNELCAST_ANALYSIS_AST_KERNELBUILDER_H
#define KERNELCAST_ANALYSIS_AST_KERNELBUILDER_H

#include "analysis/KernelModel.h"

namespace clang {
class ASTContext;
class FunctionDecl;
} // namespace clang

namespace kernelcast {

struct BuilderOptions {
  unsigned MaxInlineDepth = 64;      ///< calls in calls
  unsigned MaxCalls = 200000;        ///< in all, a function counting each time
  unsigned MaxBlocks = 50000;        ///< flow graph blocks after inlining
  unsigned MaxExpressions = 2000000; ///< nodes in the pool
  unsigned MaxValues = 10000000;     ///< of a variable in a block
};

/// The model of \p Kernel: inlined, in SSA form, with loops, closed forms and
/// trip counts. What cannot be represented becomes an Opaque value and a
/// reason; a bound that is hit makes the kernel NotModelled with that reason.
KernelModel buildKernelModel(const clang::FunctionDecl *Kernel,
                             clang::ASTContext &Context, Language Lang,
                             const BuilderOptions &Options = {});

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_AST_KERNELBUILDER_H
