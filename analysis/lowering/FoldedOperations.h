//===- FoldedOperations.h - What needs no instruction of its own *- C++ -*-===//
//
// GPU instructions do more than one thing: a multiplication adds, an addition
// takes three operands, any logic function of three bits is one instruction,
// an access adds a constant to its address. An operation in IR whose only user
// can do it on the way is folded into that user. Users are looked at before
// their operands, as instruction selection does, so that the largest pattern
// wins:
//
//   user          folds                                    into
//   a + b         one of its operands that is x * y        multiply-add
//                 or x << constant                         LEA
//                 or x + y, x - y                          IADD3
//   & | ^         operands that are & | ^, 3 leaves        LOP3
//   x + y (float) operands that are products               FFMA
//   any float     negations, absolute values               operand modifiers
//   p & q         a comparison                             its third operand
//   x == 0        a logic operation                        its predicate result
//   address       extensions to 64 bits, constants         IMAD.WIDE, [R + c]
//                 an index that is x << constant           LEA
//
// Addresses that differ by constants alone are one register with offsets
// (NeighbouringAddresses.h).
//
// Apart from that, the upper half of a 64-bit value is computed only if some
// user looks at it.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_LOWERING_FOLDEDOPERATIONS_H
#define KERNELCAST_ANALYSIS_LOWERING_FOLDEDOPERATIONS_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"

namespace kernelcast {

/// Registers of 32 bits that a value of \p Type takes; none for truth values,
/// which are predicates.
unsigned registersOf(const llvm::Type *Type, const llvm::DataLayout &Layout);

/// Whether \p Pointer leads to memory with addresses of 32 bits.
bool hasShortAddress(const llvm::Type *Pointer);

/// The thing itself behind casts that cost nothing.
const llvm::Value *withoutFreeCasts(const llvm::Value *V);

/// Whether \p V is read from the constant bank as an operand: a parameter, a
/// size of the launch, a constant variable at a known place.
bool isInConstantBank(const llvm::Value *V);

/// An address, as one instruction computes it at most: Base + the sum of the
/// indices times their scales + Offset.
struct FoldedAddress {
  const llvm::Value *Base = nullptr;
  llvm::SmallVector<std::pair<const llvm::Value *, int64_t>, 2> Indices;
  int64_t Offset = 0;
  bool Known = false; ///< the parts are all of it
};
FoldedAddress partsOf(const llvm::GetElementPtrInst &Address,
                      const llvm::DataLayout &Layout);

class FoldedOperations {
public:
  explicit FoldedOperations(const llvm::Function &Kernel);

  /// Whether \p I needs no instruction.
  bool isFolded(const llvm::Instruction &I) const {
    return Folded.contains(&I);
  }

  /// Whether \p Sum, of floats, multiplies on the way. Its product may be there
  /// for others besides.
  bool multiplies(const llvm::Instruction &Sum) const {
    return Multiplying.contains(&Sum);
  }

  /// Whether anybody looks at the upper half of \p V, of 64 bits.
  bool needsHigh(const llvm::Value *V) const { return High.contains(V); }

private:
  void findHighHalves(const llvm::Function &Kernel);
  void foldInto(const llvm::Instruction &User);
  bool tryFold(const llvm::Value *Operand, const llvm::Instruction &User);
  void foldSum(const llvm::Instruction &Sum);
  void foldAddress(const llvm::GetElementPtrInst &Address);
  void foldFloatSum(const llvm::Instruction &Sum);
  void foldLogic(const llvm::Instruction &Root);
  bool isAbsorbedByUsers(const llvm::Instruction &I) const;

  const llvm::DataLayout &Layout;
  llvm::DenseSet<const llvm::Instruction *> Folded;
  llvm::DenseSet<const llvm::Value *> High;
  /// Products that a sum multiplies on the way, with how many sums.
  llvm::DenseMap<const llvm::Instruction *, unsigned> FusedUses;
  llvm::DenseSet<const llvm::Instruction *> Multiplying; ///< those sums
};

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_LOWERING_FOLDEDOPERATIONS_H
