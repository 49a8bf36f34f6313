//===- KernelParameters.h - Parameters and attributes of a kernel ---------===//
//
// A parameter is a local variable that starts as a symbol for each of its
// scalars: the argument's value, known at launch. A pointer starts as the
// address of an array in memory.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_AST_KERNELPARAMETERS_H
#define KERNELCAST_ANALYSIS_AST_KERNELPARAMETERS_H

#include "analysis/ast/LoweringParts.h"

namespace kernelcast {

class KernelParameters : private LoweringParts {
public:
  explicit KernelParameters(const LoweringParts &Parts)
      : LoweringParts(Parts) {}

  /// Launch bounds and required block sizes of \p Kernel.
  void readAttributes(const clang::FunctionDecl *Kernel);
  /// The parameters of \p Kernel, whose frame is the current one.
  void declare(const clang::FunctionDecl *Kernel);

private:
  void declare(const clang::ParmVarDecl *P);
  ScalarExpr newArray(const clang::ParmVarDecl *P, llvm::StringRef Name,
                      ParameterInfo &Info);
};

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_AST_KERNELPARAMETERS_H
