//===- EscapedAddresses.h - Addresses that get out of sight -----*- C++ -*-===//
//
//   int x = 1, *p = &x;
//   rows[i] = p;         the address of x goes to memory
//   *rows[j] = 2;        and comes back as something loaded
//
// A pointer whose variable is in sight is followed (PointerTargets.h). Others
// are values of which nothing is known; a store through one of them may write
//
//   what comes from memory      the variables whose addresses went there, or
//                               to code that is not seen
//   what is unknown altogether  all variables whose addresses were taken
//
// and code that is not seen, the variables of the first line. Which ones those
// are is not known before the whole kernel is lowered; so it is lowered once
// more, with slots that such a store leaves unknown.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_AST_ESCAPEDADDRESSES_H
#define KERNELCAST_ANALYSIS_AST_ESCAPEDADDRESSES_H

#include "analysis/ast/FlowBuilder.h"
#include "llvm/ADT/SetVector.h"

namespace kernelcast {

class EscapedAddresses {
public:
  EscapedAddresses(KernelModel &Model, PointerTargets &Pointers,
                   FlowBuilder &Flow)
      : Model(Model), Pointers(Pointers), Flow(Flow) {}

  /// \p Address is a value from here on, not only the place of an access.
  void take(ScalarExpr Address);
  /// \p V goes where it is not followed any more.
  void lose(ScalarExpr V) { Lost.push_back(V); }
  /// \p Variable holds \p V from here on: who knows its address, knows both.
  void hold(ArrayId Variable, ScalarExpr V) {
    if (!V->isConstant() && !V->type().Float)
      Held[Variable].push_back(V);
  }
  /// \p Access is by an address that a variable may have.
  void access(AccessId Access, clang::SourceLocation Where) {
    Accesses.push_back({Access, Where});
  }
  /// \p Address is written without an access.
  void write(ScalarExpr Address) { Written.push_back(Address); }
  /// Something runs here that may write whatever it has an address of.
  void runUnseen() { RunsUnseen = true; }

  /// With all phis complete: settles what may have been written.
  void settle();

private:
  using Variables = llvm::SmallSetVector<ArrayId, 8>;

  const Variables &lostVariables();
  const Variables *writtenThrough(ScalarExpr Address);

  KernelModel &Model;
  PointerTargets &Pointers;
  FlowBuilder &Flow;
  Variables Taken;
  std::optional<Variables> Out; ///< of them, those whose addresses are lost
  std::vector<ScalarExpr> Lost, Written;
  llvm::DenseMap<ArrayId, llvm::SmallVector<ScalarExpr, 2>> Held;
  std::vector<std::pair<AccessId, clang::SourceLocation>> Accesses;
  bool RunsUnseen = false;
};

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_AST_ESCAPEDADDRESSES_H
