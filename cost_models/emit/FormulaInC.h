//===- FormulaInC.h - Formulas as C code ------------------------*- C++ -*-===//
#ifndef KERNELCAST_COST_MODELS_EMIT_FORMULAINC_H
#define KERNELCAST_COST_MODELS_EMIT_FORMULAINC_H

#include "analysis/formulas/Formula.h"
#include <map>

namespace kernelcast {

/// Writes formulas as C expressions of type int64_t (or int, where only 0 and
/// 1 or small numbers are possible). Sums become loops in front of them.
class FormulaInC {
public:
  /// \p Names maps the texts of leaves to C names.
  explicit FormulaInC(const std::map<std::string, std::string> &Names)
      : Names(Names) {}

  /// \p F as an expression; appends the loops that it needs first to \p Loops,
  /// indented by \p Indent.
  std::string expression(Formula F, std::string &Loops, unsigned Indent);
  /// The same as a condition.
  std::string condition(Formula F, std::string &Loops, unsigned Indent);
  /// Whether some operation may be undefined; it then sets `undefined`.
  bool mayBeUndefined() const { return Undefined; }
  /// Whether some loop goes over the lanes of warps; each then takes one from
  /// `warps_left`, and the function returns -1 where there are none.
  bool goesOverLanes() const { return OverLanes; }

private:
  std::string operand(Formula F, std::string &Loops, unsigned Indent);
  std::string truth(Formula F, std::string &Loops, unsigned Indent);
  std::string call(llvm::StringRef Function, Formula F, std::string &Loops,
                   unsigned Indent);
  std::string infix(Formula F, std::string &Loops, unsigned Indent);
  std::string sum(Formula F, std::string &Loops, unsigned Indent);
  std::string overLanes(Formula F, std::string &Loops, unsigned Indent);
  std::string leaf(Formula F) const;

  const std::map<std::string, std::string> &Names;
  llvm::DenseMap<const FormulaNode *, std::string> Counters; ///< of open sums
  unsigned Sums = 0;
  bool Undefined = false, OverLanes = false;
};

} // namespace kernelcast

#endif // KERNELCAST_COST_MODELS_EMIT_FORMULAINC_H
