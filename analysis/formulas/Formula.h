//===- Formula.h - Counts as formulas a reader can compute ------*- C++ -*-===//
//
// A formula says how large a count is for any launch: an expression over
// kernel arguments, launch coordinates (blockIdx.x, blockDim.x, offset.x, ...)
// and the counters k0, k1, ... of loops, each 0 in the loop's first iteration.
//
//   + - * / % << >> & ^ | ~ == != < <= > >= ! && || ?:   as in C, division
//                                                        towards zero
//   min  max  abs  floorlog2                             -1 below 1
//   sum(k0 < count, term)          the term over k0 = 0, ..., count - 1
//
// and over the lanes of a warp, as a reader of SIMT code would expect:
//
//   largest(x < 32, term)              the largest term
//   distinct(x < 32, active, a, b)     how many numbers the active lanes have
//                                      that are at least a and at most b
//   conflicts(x < 32, active, word)    the most words of theirs in one bank; as
//                                      many banks as lanes
//
// Its numbers are integers that never wrap around. That is what sets it apart
// from a kernel's expression (symbolic/Expression.h), where each operation has
// the width and the sign of its type: n - 1 of an unsigned n = 0 is 4294967295
// there and -1 here. FormulaOfExpression.h says when the two agree.
//
// Formulas are hash-consed: equal ones of a pool are one node, and == compares
// addresses. Arithmetic on them makes nodes of their pool; constants are folded
// and sums and products lean to the left, as they are read. Where an operand is
// no formula (false), neither is the result, so that only the end needs a test.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_FORMULAS_FORMULA_H
#define KERNELCAST_ANALYSIS_FORMULAS_FORMULA_H

#include "analysis/symbolic/Expression.h"
#include "llvm/ADT/FoldingSet.h"

namespace kernelcast {

// clang-format off
enum class FormulaOp : uint8_t {
  // Leaves.
  Number,     ///< value()
  Argument,   ///< name()
  Coordinate, ///< value(): a Coordinate
  Counter,    ///< value(): a loop
  // One operand.
  Negate, Not, Complement, Abs, FloorLog2,
  // Two operands; comparisons, Not, And and Or are 0 or 1.
  Add, Sub, Mul, Div, Rem, ShiftLeft, ShiftRight, BitAnd, BitXor, BitOr,
  Equal, NotEqual, Less, LessEqual, Greater, GreaterEqual, And, Or, Min, Max,
  // Three operands.
  Choice, ///< condition, if true, if false
  Sum,    ///< the leaf that counts, count, term
  // Over the lanes of a warp, value() of them: the leaf that is the lane, and
  Largest,   ///< the term
  Distinct,  ///< whether a lane counts, its first and its last value
  Conflicts, ///< whether a lane counts, the word
};
// clang-format on

class FormulaPool;

/// A node of a pool, which owns it.
class FormulaNode : public llvm::FoldingSetNode {
public:
  void Profile(llvm::FoldingSetNodeID &ID) const;

private:
  friend class Formula;
  friend class FormulaPool;
  FormulaPool *Pool = nullptr;
  FormulaOp Operation = FormulaOp::Number;
  uint8_t NumOperands = 0;
  unsigned Size = 1;
  int64_t Value = 0;
  llvm::StringRef Name;
  const FormulaNode *Operands[4] = {nullptr, nullptr, nullptr, nullptr};
};

/// A formula, or none. Valid as long as its pool.
class Formula {
public:
  Formula() = default;
  Formula(const FormulaNode *Node) : Node(Node) {}
  explicit operator bool() const { return Node; }
  friend bool operator==(Formula A, Formula B) { return A.Node == B.Node; }

  FormulaOp op() const { return Node->Operation; }
  int64_t value() const { return Node->Value; }
  llvm::StringRef name() const { return Node->Name; }
  llvm::ArrayRef<const FormulaNode *> operands() const {
    return {Node->Operands, Node->NumOperands};
  }
  Formula operand(unsigned I) const { return Node->Operands[I]; }
  FormulaPool &pool() const { return *Node->Pool; }
  const FormulaNode *node() const { return Node; }

  /// Nodes, a shared one as often as it is used.
  unsigned size() const { return Node->Size; }
  bool isNumber() const { return op() == FormulaOp::Number; }
  bool isNumber(int64_t V) const { return isNumber() && value() == V; }
  bool isLeaf() const { return op() <= FormulaOp::Counter; }
  /// Whether it is 0 or 1 by its operation.
  bool isTruth() const;
  /// Whether it goes over the lanes of a warp.
  bool isOverLanes() const { return op() >= FormulaOp::Largest; }
  /// Whether some part of it does.
  bool goesOverLanes() const;
  bool mentions(Formula Leaf) const;
  bool mentions(Coordinate Which) const;

private:
  const FormulaNode *Node = nullptr;
};

/// Owns formulas. Not thread-safe.
class FormulaPool {
public:
  FormulaPool() = default;
  FormulaPool(const FormulaPool &) = delete;

  Formula number(int64_t Value);
  Formula argument(llvm::StringRef Name);
  Formula coordinate(Coordinate Which);
  Formula counter(unsigned Loop);
  Formula unary(FormulaOp Operation, Formula A);
  Formula binary(FormulaOp Operation, Formula A, Formula B);
  Formula choice(Formula Condition, Formula A, Formula B);
  Formula sum(Formula Leaf, Formula Count, Formula Term);
  Formula largest(Formula Lane, unsigned Lanes, Formula Term);
  Formula distinct(Formula Lane, unsigned Lanes, Formula Active, Formula First,
                   Formula Last);
  Formula conflicts(Formula Lane, unsigned Lanes, Formula Active, Formula Word);

  /// All arguments, coordinates and counters that there are.
  llvm::ArrayRef<Formula> leaves() const { return Leaves; }

private:
  Formula make(FormulaOp Operation, int64_t Value, llvm::StringRef Name,
               llvm::ArrayRef<Formula> Operands);
  Formula add(Formula A, Formula B);
  Formula subtract(Formula A, Formula B);
  Formula multiply(Formula A, Formula B);

  llvm::BumpPtrAllocator Allocator;
  llvm::FoldingSet<FormulaNode> Nodes;
  llvm::SmallVector<Formula> Leaves;
};

Formula operator-(Formula A);
Formula operator+(Formula A, Formula B);
Formula operator-(Formula A, Formula B);
Formula operator*(Formula A, Formula B);
Formula operator+(Formula A, int64_t B);
Formula operator-(Formula A, int64_t B);
Formula operator*(Formula A, int64_t B);
Formula operator/(Formula A, int64_t B);
Formula operator%(Formula A, int64_t B);
Formula abs(Formula A);
Formula min(Formula A, Formula B);
Formula min(Formula A, int64_t B);
Formula max(Formula A, int64_t B);
Formula isEqual(Formula A, int64_t B);
Formula isLess(Formula A, Formula B);
Formula isAbove(Formula A, int64_t B);
Formula isAtLeast(Formula A, int64_t B);
Formula both(Formula A, Formula B); ///< A && B
Formula isFalse(Formula A);         ///< !A
Formula choose(Formula Condition, Formula A, Formula B);
/// \p A where \p Condition holds, else 0.
Formula onlyIf(Formula Condition, Formula A);

/// Calls \p Visit for the leaves of \p F, from left to right, each once.
void visitLeaves(Formula F, llvm::function_ref<void(Formula)> Visit);

/// Numbers for leaves.
using FormulaValues = llvm::DenseMap<const FormulaNode *, int64_t>;

/// The value of \p F, or nothing: an overflow of 64 bits, a division by 0, a
/// leaf without value, or more than \p Steps operations, of which those that
/// were taken are subtracted. Sums bind their leaf in \p Values meanwhile.
std::optional<int64_t> evaluate(Formula F, FormulaValues &Values,
                                uint64_t &Steps);

/// The result of \p Operation (unary ones ignore \p B), or nothing as above.
/// This one function defines the arithmetic of formulas.
std::optional<int64_t> compute(FormulaOp Operation, int64_t A, int64_t B);

/// As C programmers write it, with the functions of above; "" for none.
std::string toText(Formula F);
/// Conditions joined by &&.
std::string toText(llvm::ArrayRef<Formula> Conditions);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_FORMULAS_FORMULA_H
