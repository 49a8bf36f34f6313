//===- PtxText.h - Inline assembly as a list of instructions ----*- C++ -*-===//
//
// The text of an asm statement, cut into instructions: PTX separates them by
// semicolons, puts an optional predicate in front ("@p", "@!p"), and operands
// behind, with commas between:
//
//   @p  ld.global.v2.u32  {$0, $1},  [$2 + 8];
//
// $0, $1, ... are the statement's operands, as LLVM numbers them: outputs
// first. Everything else that is not a number or a special register (%laneid)
// is a register that the text declares itself.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_INSTRUCTIONS_PTXTEXT_H
#define KERNELCAST_ANALYSIS_INSTRUCTIONS_PTXTEXT_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace kernelcast {

/// One operand as written: a name, a number, "[...]" without its brackets, or
/// the elements of "{...}".
struct PtxOperand {
  llvm::SmallVector<std::string, 4> Elements; ///< one, unless it is a vector
  bool IsAddress = false;                     ///< it stood in brackets
  bool IsVector = false;                      ///< it stood in braces
};

struct PtxInstruction {
  std::string Label;     ///< in front of it, or ""
  std::string Predicate; ///< register that decides whether it runs, or ""
  bool Negated = false;  ///< it runs where the predicate is false
  std::string Opcode;    ///< with all its modifiers; "" for a label alone
  llvm::SmallVector<PtxOperand, 4> Operands;

  /// The parts of the opcode between its dots: "ld", "global", "v2", "u32".
  llvm::SmallVector<llvm::StringRef, 8> parts() const;
  bool hasPart(llvm::StringRef Part) const;
};

/// The instructions of \p Text in order. Comments, scopes and declarations of
/// registers are gone. What cannot be read this way is an instruction that no
/// table has, whose opcode says what it is: everything behind the first
/// MostPtxInstructions, and a register that an inner scope declares once more,
/// since registers are told apart by their names alone.
llvm::SmallVector<PtxInstruction, 4> parsePtx(llvm::StringRef Text);
inline constexpr unsigned MostPtxInstructions = 4096;

/// Whether an operand of \p I is missing, or has two words where one belongs,
/// as where the semicolon behind the instruction is missing.
bool hasBrokenOperand(const PtxInstruction &I);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_INSTRUCTIONS_PTXTEXT_H
