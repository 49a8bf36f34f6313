//===- ReaderParts.h - What all readers of one function share ---*- C++ -*-===//
#ifndef KERNELCAST_ANALYSIS_LOWERING_READERPARTS_H
#define KERNELCAST_ANALYSIS_LOWERING_READERPARTS_H

#include "analysis/KernelModel.h"
#include "analysis/lowering/RegisterChoices.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Function.h"

namespace kernelcast {

/// The function that is read, the model of its source, and the model that
/// grows.
struct ReaderParts {
  const llvm::Function &Function;
  const llvm::DataLayout &Layout;
  const KernelModel &Source;
  KernelModel &Model;
  ExpressionPool &Pool;
  const RegisterChoices &Choices; ///< arrays that are no memory
};

/// A value of the IR: its scalars in memory order. Vectors and structures have
/// several.
using IrScalars = llvm::SmallVector<const Expr *, 4>;

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_LOWERING_READERPARTS_H
