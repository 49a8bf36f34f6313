//===- PtxRegisters.h - What the names of inline assembly hold --*- C++ -*-===//
//
// The operands of an asm statement ($0, $1, ...), the registers that its text
// declares, the special registers and the literals: what each of them holds
// while the instructions are read one after the other.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_INSTRUCTIONS_PTXREGISTERS_H
#define KERNELCAST_ANALYSIS_INSTRUCTIONS_PTXREGISTERS_H

#include "analysis/instructions/PtxTable.h"
#include "llvm/ADT/StringMap.h"

namespace kernelcast {

/// One operand of an asm statement: $0, $1, ...
struct PtxArgument {
  const Expr *In = nullptr; ///< what it holds before; null for pure outputs
  ScalarType Type;          ///< of the variable that it is, or of the value
};

class PtxRegisters {
public:
  PtxRegisters(llvm::ArrayRef<PtxArgument> Arguments, ExpressionPool &Pool)
      : Pool(Pool), Arguments(Arguments), Written(Arguments.size()) {}

  /// Goes on to \p I, whose predicate decides from here on what is defined.
  /// False: it never runs.
  bool enter(const PtxInstruction &I);
  /// Whether \p I, which was entered, may or may not run.
  bool isConditional() const { return Predicate != nullptr; }
  /// What decides about that; null: it runs.
  const Expr *predicate() const { return Predicate; }

  /// What \p Name holds, as a \p Type: integers are converted, others keep
  /// their bits. A value that nobody knows is opaque.
  const Expr *value(llvm::StringRef Name, ScalarType Type);
  /// The first element of operand \p Number of \p I.
  const Expr *operand(const PtxInstruction &I, unsigned Number,
                      ScalarType Type);
  /// The type of the operand or register \p Name; nothing for what has none.
  std::optional<ScalarType> ownType(llvm::StringRef Name) const;
  /// What "reg", "reg + 16" or "16" between brackets leads to, and in
  /// \p Argument the operand of the statement that it comes from, or None.
  const Expr *address(const PtxOperand &At, unsigned &Argument);
  /// The value of an instruction that stays one.
  const Expr *called(const PtxInstruction &I, ScalarType Result);

  /// \p Name holds \p V from here on, where the predicate holds.
  void define(llvm::StringRef Name, const Expr *V);
  /// The first operand of \p I, which is one register, becomes \p V.
  void define(const PtxInstruction &I, const Expr *V);
  /// Nobody knows what the first operand, one register or several, becomes.
  void defineAll(const PtxInstruction &I, llvm::StringRef Why);

  /// What the statement's operands hold in the end, as the variables' types;
  /// null for those that were not written.
  llvm::SmallVector<const Expr *, 4> outputs() &&;

  ExpressionPool &Pool;

private:
  const Expr *withBits(const Expr *V, ScalarType Type);

  llvm::ArrayRef<PtxArgument> Arguments;
  llvm::SmallVector<const Expr *, 4> Written;
  llvm::StringMap<const Expr *> Registers;
  const Expr *Predicate = nullptr; ///< of the instruction; null: it runs
};

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_INSTRUCTIONS_PTXREGISTERS_H
