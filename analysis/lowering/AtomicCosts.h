//===- AtomicCosts.h - Atomic operations of a warp --------------*- C++ -*-===//
//
// Where all lanes change one place by whole numbers, the warp adds them up and
// one lane goes to memory. A number that is the same for all is multiplied by
// how many lanes there are; others are summed by shuffles if the warp is
// complete, else one by one.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_LOWERING_ATOMICCOSTS_H
#define KERNELCAST_ANALYSIS_LOWERING_ATOMICCOSTS_H

namespace llvm {
class AtomicRMWInst;
} // namespace llvm

namespace kernelcast {

class CodeWriter;

/// Writes the code of \p I.
void writeAtomic(const llvm::AtomicRMWInst &I, CodeWriter &Code);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_LOWERING_ATOMICCOSTS_H
