//===- FormulaTree.h - Formulas to compute with -----------------*- C++ -*-===//
//
// The text of a formula (Formulas.h) read back: a tree of whole-number
// operations that can be computed, and walked to be written in another
// language. Its grammar is C's for expressions of integers with the words min,
// max, abs, floorlog2 and sum(name < count, term), the sum of the term over
// name = 0, ..., count - 1.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_FORMULAS_FORMULATREE_H
#define KERNELCAST_ANALYSIS_FORMULAS_FORMULATREE_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace kernelcast {

struct FormulaTree {
  enum class Kind : uint8_t {
    Number, ///< Value
    Name,   ///< Word
    Prefix, ///< Word is - ! or ~
    Infix,  ///< Word is an operator of C
    Choice, ///< condition, if true, if false
    Call,   ///< Word is min, max, abs or floorlog2
    Sum,    ///< Word is the name that counts; count, term
  };
  Kind What = Kind::Number;
  int64_t Value = 0;
  std::string Word;
  std::vector<FormulaTree> Operands;

  /// The tree of \p Text; nothing where that is not a formula.
  static std::optional<FormulaTree> parse(llvm::StringRef Text);

  /// Its value, or nothing: an overflow of 64 bits, a division by 0, a name
  /// without value, or more than \p Steps operations, of which those that were
  /// taken are subtracted.
  std::optional<int64_t> evaluate(std::map<std::string, int64_t> &Values,
                                  uint64_t &Steps) const;
};

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_FORMULAS_FORMULATREE_H
