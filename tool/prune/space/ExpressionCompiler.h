//===- ExpressionCompiler.h - Expressions as instructions -------*- C++ -*-===//
//
// The instructions of a ParameterExpression and the parser that writes them. A
// value is pushed by one instruction; an operator takes its operands from the
// top of the stack and leaves its result there. Jumps are relative, so that the
// code of a part of an expression runs wherever it is put.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_TOOL_PRUNE_SPACE_EXPRESSIONCOMPILER_H
#define KERNELCAST_TOOL_PRUNE_SPACE_EXPRESSIONCOMPILER_H

#include "tool/prune/space/ParameterExpression.h"

namespace kernelcast {

struct ExpressionInstruction {
  enum class Kind : uint8_t {
    Constant,      ///< push constant Operand
    Parameter,     ///< push parameter Operand
    Element,       ///< push the element that iteration Operand is at
    Unary,         ///< Variant is a UnaryOperator
    Binary,        ///< Variant is a BinaryOperator
    Compare,       ///< Variant is a Comparison
    CompareNext,   ///< as Compare; if it holds, the right side stays instead,
                   ///< else the result, and jump by Operand
    KeepFalse,     ///< if the top is false, leave it and jump; else drop it
    KeepTrue,      ///< if the top is true, leave it and jump; else drop it
    JumpIfFalse,   ///< drop the top; if it is false, jump
    Jump,          ///< by Operand
    MakeList,      ///< of the Operand values on top; Variant: a tuple
    Call,          ///< of function Variant with the Operand values on top
    BeginList,     ///< iteration Operand goes over the list on top
    NextElement,   ///< of iteration Variant; at its end, jump
    AppendElement, ///< the top to the list that iteration Operand makes
    EndList        ///< push the list that iteration Operand has made
  };
  Kind Type;
  uint8_t Variant = 0;
  uint16_t Column = 0; ///< of what a failure is about
  int32_t Operand = 0;
};

struct ExpressionCode {
  std::vector<ExpressionInstruction> Instructions;
  std::vector<ExpressionValue> Constants;
  ExpressionStorage Storage; ///< of the constants
  std::vector<unsigned> Parameters;
  unsigned Iterations = 0;
};

/// \p Text as instructions; the error is an ExpressionError.
llvm::Expected<std::shared_ptr<const ExpressionCode>>
compileExpression(llvm::StringRef Text, llvm::ArrayRef<std::string> Names);

} // namespace kernelcast

#endif // KERNELCAST_TOOL_PRUNE_SPACE_EXPRESSIONCOMPILER_H
