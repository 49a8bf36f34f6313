//===- FormulaText.h - Formulas in C ----------------------------*- C++ -*-===//
#ifndef KERNELCAST_COST_MODELS_EMIT_FORMULATEXT_H
#define KERNELCAST_COST_MODELS_EMIT_FORMULATEXT_H

#include "analysis/formulas/FormulaTree.h"

namespace kernelcast {

/// Writes formulas as C expressions of type int64_t (or int, where only 0 and
/// 1 or small numbers are possible). Sums become loops in front of them.
class FormulaText {
public:
  /// \p Names maps the formulas' words to C names.
  explicit FormulaText(const std::map<std::string, std::string> &Names)
      : Names(Names) {}

  /// \p Tree as an expression; appends the loops that it needs first to
  /// \p Loops, indented by \p Indent.
  std::string expression(const FormulaTree &Tree, std::string &Loops,
                         unsigned Indent);
  /// The same as a condition.
  std::string condition(const FormulaTree &Tree, std::string &Loops,
                        unsigned Indent);
  /// Whether some operation may be undefined; it then sets `undefined`.
  bool mayBeUndefined() const { return Undefined; }

private:
  std::string infix(const FormulaTree &Tree, std::string &Loops,
                    unsigned Indent);
  std::string sum(const FormulaTree &Tree, std::string &Loops, unsigned Indent);

  const std::map<std::string, std::string> &Names;
  std::map<std::string, std::string> Counters; ///< names that sums count with
  unsigned Sums = 0;
  bool Undefined = false;
};

} // namespace kernelcast

#endif // KERNELCAST_COST_MODELS_EMIT_FORMULATEXT_H
