//===- PtxReading.h - Inline assembly as steps and values -------*- C++ -*-===//
//
// Both readings of a kernel, that of its source and that of its compiled code,
// meet inline assembly as a text with operands. Here the text is read once for
// both: instruction by instruction, with an environment of the registers that
// it declares. Moves and arithmetic of integers are followed, so that an
// address that is computed in assembly stays an address; accesses to memory,
// barriers, shuffles and products of matrices are handed to the reader.
//
// An asm statement is understood as a whole or not at all: one instruction that
// the table does not have, and nobody knows what the statement does.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_INSTRUCTIONS_PTXREADING_H
#define KERNELCAST_ANALYSIS_INSTRUCTIONS_PTXREADING_H

#include "analysis/instructions/PtxRegisters.h"

namespace kernelcast {

/// An access to memory by an instruction.
struct PtxAccess {
  AccessKind Kind = AccessKind::Load;
  std::optional<MemorySpace> Space; ///< nothing: as the address tells
  unsigned Argument = None;      ///< number of the operand that has the address
  const Expr *Address = nullptr; ///< 64-bit bytes
  unsigned Bytes = 4;            ///< per lane
  const Expr *Stored = nullptr;
  bool FloatingPoint = false;
  bool Volatile = false;
  bool CanGather = false; ///< as of MemoryAccess
  unsigned Lanes = 32;    ///< whose addresses count, as of MatrixRows
  std::string Opcode;     ///< where these are fewer than 32
  BulkSource Bulk = BulkSource::None;
  bool SizeUnknown = false; ///< of a bulk copy
};

/// What a reading does for the effects of inline assembly.
class PtxSteps {
public:
  virtual ~PtxSteps() = default;
  virtual AccessId access(const PtxAccess &Access) = 0;
  virtual void effect(EffectKind Kind, const MatrixProduct &Product) = 0;
  /// What follows, until leavePredicated(), happens in lanes for which
  /// \p Predicate, a truth that is not known before the launch, holds.
  virtual void enterPredicated(const Expr *Predicate) = 0;
  virtual void leavePredicated() = 0;
  /// Boxes that the host describes are brought to shared memory.
  virtual void bringBoxes() = 0;
  /// What makes the kernel partial although the statement is understood.
  virtual void reason(llvm::StringRef Why) = 0;
};

/// The name of what is not understood in \p Code, or "".
std::string unknownIn(llvm::ArrayRef<PtxInstruction> Code);

/// Reads \p Code, in which nothing is unknown. What the statement's operands
/// hold afterwards: null for those that it does not write.
llvm::SmallVector<const Expr *, 4>
readPtx(llvm::ArrayRef<PtxInstruction> Code,
        llvm::ArrayRef<PtxArgument> Arguments, ExpressionPool &Pool,
        PtxSteps &Steps);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_INSTRUCTIONS_PTXREADING_H
