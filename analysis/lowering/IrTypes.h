//===- IrTypes.h - A type of the IR as a list of scalars --------*- C++ -*-===//
#ifndef KERNELCAST_ANALYSIS_LOWERING_IRTYPES_H
#define KERNELCAST_ANALYSIS_LOWERING_IRTYPES_H

#include "analysis/symbolic/Expression.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/DataLayout.h"

namespace kernelcast {

/// One scalar of a type.
struct IrLeaf {
  llvm::Type *Type;
  uint64_t Offset; ///< in bytes from the start of the value in memory
};

/// The scalars of \p Type in memory order; none for void, for more scalars than
/// a value is followed with, and for what has no fixed number of them.
llvm::SmallVector<IrLeaf, 4> leavesOf(llvm::Type *Type,
                                      const llvm::DataLayout &Layout);

/// The type of an expression for a scalar of \p Type; nothing for integers of
/// more than 64 bits and formats that no GPU computes in.
std::optional<ScalarType> scalarType(llvm::Type *Type, bool Signed);

/// The same, with a number of 64 bits in place of what has no such type.
ScalarType scalarTypeOrWord(llvm::Type *Type, bool Signed);

/// Whether all scalars of \p Type have a scalarType().
bool isUnderstood(llvm::Type *Type);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_LOWERING_IRTYPES_H
