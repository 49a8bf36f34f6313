//===- IrSigns.h - Which integers of the IR are signed ----------*- C++ -*-===//
//
// Integers of the IR have no sign; those of expressions do, and the closed
// forms and trip counts take less to wrap around where the sign is the
// source's. What an integer is used for tells it: it is extended by its sign or
// by zeros, compared, divided, or added to where one of the two does not wrap
// around. The uses vote, also those of what is made of it by operations that do
// not care. A loop's variable that may wrap around as a signed number is none,
// for closed forms take such steps not to overflow. Whatever the outcome, the
// bits are right.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_LOWERING_IRSIGNS_H
#define KERNELCAST_ANALYSIS_LOWERING_IRSIGNS_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/Value.h"

namespace kernelcast {

class IrSigns {
public:
  /// Whether \p V is better taken for a signed number; \p Otherwise where
  /// nothing tells.
  bool isSigned(const llvm::Value *V, bool Otherwise = true);

private:
  static int vote(const llvm::Use &U, unsigned Depth);
  static int votes(const llvm::Value *V, unsigned Depth);

  llvm::DenseMap<const llvm::Value *, int> Known;
};

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_LOWERING_IRSIGNS_H
