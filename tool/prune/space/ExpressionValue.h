//===- ExpressionValue.h - Values of a space's expressions ------*- C++ -*-===//
//
// Conditions and sizes of a tuning space are written in a small part of Python,
// so their values behave as Python's do: whole numbers are exact, True is a 1,
// `/` gives a real number, `//` and `%` round down, and 2**53 + 1 differs from
// the real number next to it. In one thing they do not: what leaves 64 bits is
// a failure, where Python would take more bits.
//
// A value is two words, copied freely. Texts and lists belong to a storage that
// outlives it: the expression's for what is written in it, an evaluator's for
// what a run makes.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_TOOL_PRUNE_SPACE_EXPRESSIONVALUE_H
#define KERNELCAST_TOOL_PRUNE_SPACE_EXPRESSIONVALUE_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <vector>

namespace kernelcast {

/// Longer lists and texts are refused. Elements of lists in lists count.
inline constexpr size_t MaxListElements = 1000000;
/// As many elements may be in all lists that one evaluation makes.
inline constexpr size_t MaxStoredElements = 4 * MaxListElements;

struct ExpressionList;

/// One value: a truth value, a whole number, a real number, a text or a list.
struct ExpressionValue {
  enum class Kind : uint8_t { Boolean, Integer, Real, Text, List };

  Kind Type = Kind::Integer;
  union {
    int64_t Integer = 0; ///< also of a Boolean: 0 or 1
    double Real;
    const std::string *Text;
    const ExpressionList *List;
  };

  static ExpressionValue boolean(bool Value) {
    ExpressionValue Made;
    Made.Type = Kind::Boolean;
    Made.Integer = Value;
    return Made;
  }
  static ExpressionValue integer(int64_t Value) {
    ExpressionValue Made;
    Made.Integer = Value;
    return Made;
  }
  static ExpressionValue real(double Value) {
    ExpressionValue Made;
    Made.Type = Kind::Real;
    Made.Real = Value;
    return Made;
  }
  static ExpressionValue text(const std::string &Value) {
    ExpressionValue Made;
    Made.Type = Kind::Text;
    Made.Text = &Value;
    return Made;
  }
  static ExpressionValue list(const ExpressionList &Value) {
    ExpressionValue Made;
    Made.Type = Kind::List;
    Made.List = &Value;
    return Made;
  }

  /// A Boolean counts as the whole number that it is in Python.
  bool isInteger() const {
    return Type == Kind::Integer || Type == Kind::Boolean;
  }
  bool isNumber() const { return isInteger() || Type == Kind::Real; }
  /// The nearest double of a number.
  double asReal() const {
    return Type == Kind::Real ? Real : static_cast<double>(Integer);
  }
};

struct ExpressionList {
  std::vector<ExpressionValue> Elements;
  size_t Weight = 0;    ///< elements, those of lists among them included
  bool IsTuple = false; ///< never equal to a list
};

/// Owns lists and texts.
struct ExpressionStorage {
  std::deque<ExpressionList> Lists;
  std::deque<std::string> Texts;
  size_t Elements = 0; ///< of all lists, and characters of all texts

  void clear() {
    Lists.clear();
    Texts.clear();
    Elements = 0;
  }
  bool isEmpty() const { return Lists.empty() && Texts.empty(); }
};

/// Why an evaluation has no value.
struct ExpressionFailure {
  enum class Kind : uint8_t {
    None,
    DivisionByZero,
    Overflow,  ///< not within 64 bits, or not a finite real number
    WrongType, ///< an operator or function does not take such a value
    TooLarge   ///< a bound of this evaluator is hit
  };
  Kind Reason = Kind::None;
  unsigned Column = 0;   ///< in the expression, from 1
  const char *What = ""; ///< the sentence for the user
};

enum class UnaryOperator : uint8_t { Not, Negate, Plus, Invert };
enum class BinaryOperator : uint8_t {
  Add,
  Subtract,
  Multiply,
  Divide,
  FloorDivide,
  Modulo,
  Power,
  BitAnd,
  BitOr,
  BitXor,
  ShiftLeft,
  ShiftRight
};
enum class Comparison : uint8_t {
  Less,
  LessEqual,
  Greater,
  GreaterEqual,
  Equal,
  NotEqual,
  In,
  NotIn
};
enum class ExpressionFunction : uint8_t {
  Abs,
  Float,
  Int,
  Len,
  List,
  Max,
  Min,
  Range,
  Round,
  Sum
};

/// Whether Python takes \p Value for true.
bool isTrue(const ExpressionValue &Value);

/// Python's `==`.
bool areEqual(const ExpressionValue &Left, const ExpressionValue &Right);

/// Each of these puts its value into Result, or says false and why there is
/// none. The column of a failure is the caller's to add.
bool apply(UnaryOperator Operator, const ExpressionValue &Value,
           ExpressionValue &Result, ExpressionFailure &Failure);
bool apply(BinaryOperator Operator, const ExpressionValue &Left,
           const ExpressionValue &Right, ExpressionValue &Result,
           ExpressionStorage &Storage, ExpressionFailure &Failure);
bool apply(Comparison Operator, const ExpressionValue &Left,
           const ExpressionValue &Right, bool &Result,
           ExpressionFailure &Failure);
bool apply(ExpressionFunction Function, const ExpressionValue *Arguments,
           size_t Count, ExpressionValue &Result, ExpressionStorage &Storage,
           ExpressionFailure &Failure);

/// A list of \p Count values, or a text, or TooLarge.
bool makeList(const ExpressionValue *Values, size_t Count, bool IsTuple,
              ExpressionValue &Result, ExpressionStorage &Storage,
              ExpressionFailure &Failure);

bool makeText(std::string Value, ExpressionValue &Result,
              ExpressionStorage &Storage, ExpressionFailure &Failure);

/// A real number as Python's repr() has it: 1.0, 0.5, 1e-05.
std::string pythonText(double Value);

} // namespace kernelcast

#endif // KERNELCAST_TOOL_PRUNE_SPACE_EXPRESSIONVALUE_H
