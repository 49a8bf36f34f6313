//===- ParameterExpression.h - What a space says of its values --*- C++ -*-===//
//
// Conditions, sizes and lists of values are expressions in a part of Python:
//
//   numbers, 'text', True, False, parameters, (a, b), [a, b]
//   x if c else y   or   and   not   < <= > >= == != in, not in (chained)
//   | ^ & << >> + - * / // % **   unary - + ~
//   abs float int len list max min range round sum
//   [e for i in list if c]
//
// An expression is translated once, by a Pratt parser, into the instructions of
// a machine with a stack, and then run for each configuration:
//
//   a * b <= 1024 or c   ──▶   a  b  *  1024  <=  (true: end)  c
//
// What comes first in the text but runs later (x of `x if c else y`) is moved
// behind; jumps count from where they stand, so that this costs nothing.
// Operators whose operands are constants are worked out in advance.
//
// A text is not trusted: its length, its nesting, the lists that it makes and
// the steps that it takes are bounded, and there is no way to names or
// functions other than these.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_TOOL_PRUNE_SPACE_PARAMETEREXPRESSION_H
#define KERNELCAST_TOOL_PRUNE_SPACE_PARAMETEREXPRESSION_H

#include "tool/prune/space/ExpressionValue.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <memory>

namespace kernelcast {

/// Longer texts are refused.
inline constexpr size_t MaxExpressionBytes = 4096;
/// Deeper nesting of brackets, operators in front and `**` is refused.
inline constexpr unsigned MaxExpressionDepth = 200;
/// Instructions, and elements of lists looked at, of one evaluation.
inline constexpr uint64_t MaxExpressionSteps = 10000000;

/// What is wrong with an expression, and where in it.
class ExpressionError : public llvm::ErrorInfo<ExpressionError> {
public:
  static char ID;
  unsigned Column; ///< in bytes, from 1
  std::string Message;

  ExpressionError(unsigned Column, std::string Message)
      : Column(Column), Message(std::move(Message)) {}
  void log(llvm::raw_ostream &Out) const override;
  std::error_code convertToErrorCode() const override;
};

struct ExpressionCode; // ExpressionCompiler.h

/// An expression over named parameters, ready to run. Cheap to copy; any number
/// of threads may run one.
class ParameterExpression {
public:
  /// Reads \p Text, in which \p Names are known. The error is an
  /// ExpressionError.
  static llvm::Expected<ParameterExpression>
  parse(llvm::StringRef Text, llvm::ArrayRef<std::string> Names);

  /// The whole number \p Value, whatever the parameters are.
  static ParameterExpression constant(int64_t Value);

  /// The parameters that it reads: places in Names, ascending.
  llvm::ArrayRef<unsigned> parameters() const;

  const ExpressionCode &code() const { return *Code; }

private:
  std::shared_ptr<const ExpressionCode> Code;
};

/// Runs expressions; one of these belongs to one thread.
class ExpressionEvaluator {
public:
  /// The value of \p Expression where the parameters have \p Values (a place
  /// for each of its Names). It is there until the next run; null: failure()
  /// says why.
  const ExpressionValue *run(const ParameterExpression &Expression,
                             llvm::ArrayRef<ExpressionValue> Values);

  const ExpressionFailure &failure() const { return Failure; }
  /// The failure as an ExpressionError.
  llvm::Error error() const;

private:
  friend class ExpressionCompiler;
  bool execute(const ExpressionCode &Code,
               llvm::ArrayRef<ExpressionValue> Values,
               ExpressionStorage &Lasting);
  struct Iteration {
    const ExpressionList *List = nullptr;
    size_t Next = 0;
    ExpressionValue Current;
    std::vector<ExpressionValue> Made;
  };
  std::vector<ExpressionValue> Stack;
  std::vector<Iteration> Iterations;
  ExpressionStorage Storage;
  ExpressionFailure Failure;
};

} // namespace kernelcast

#endif // KERNELCAST_TOOL_PRUNE_SPACE_PARAMETEREXPRESSION_H
