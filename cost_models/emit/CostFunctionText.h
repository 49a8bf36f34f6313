//===- CostFunctionText.h - A cost function in C ----------------*- C++ -*-===//
#ifndef KERNELCAST_COST_MODELS_EMIT_COSTFUNCTIONTEXT_H
#define KERNELCAST_COST_MODELS_EMIT_COSTFUNCTIONTEXT_H

#include "cost_models/emit/CostFunction.h"
#include "llvm/Support/raw_ostream.h"

namespace kernelcast {

struct CostFunctionTextOptions {
  std::string Function;          ///< name of the C function
  std::vector<std::string> Head; ///< lines of the comment above it
};

/// A C99 file of one function, double Function(arguments, grid, block): the
/// microseconds, or -1 for a launch that is not covered. It needs nothing but
/// <stdint.h>. docs/emit-cost.md says what it promises.
void writeC(const CostFunction &Function,
            const CostFunctionTextOptions &Options, llvm::raw_ostream &OS);

} // namespace kernelcast

#endif // KERNELCAST_COST_MODELS_EMIT_COSTFUNCTIONTEXT_H
