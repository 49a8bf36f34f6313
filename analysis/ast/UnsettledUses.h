//===- UnsettledUses.h - Uses of variables whose order is left open -------===//
//
// Within a full expression every use of a variable is remembered, by the part
// of the expression in which it happens: in each function on the way from the
// kernel to an inlined callee, that is the call that leads there. Two uses, of
// which one writes, are a conflict unless the language puts them in the order
// in which they are lowered. The values of both are unknown then.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_AST_UNSETTLEDUSES_H
#define KERNELCAST_ANALYSIS_AST_UNSETTLEDUSES_H

#include "analysis/ast/EvaluationOrder.h"
#include "analysis/ast/SsaBuilder.h"
#include <memory>

namespace kernelcast {

/// What reads or writes a variable, and a hash of the calls that lead there.
using OpenUses = llvm::DenseSet<std::pair<const clang::Expr *, size_t>>;

class UnsettledUses {
public:
  /// Uses in \p Open are known to be unsettled; more may be found.
  explicit UnsettledUses(OpenUses &Open) : Open(Open) {}

  /// The body of \p Function is lowered next, for \p Call (null: the kernel's).
  /// Arrays before \p FirstArray are its callers'.
  void enter(const clang::FunctionDecl *Function, const clang::Expr *Call,
             ArrayId FirstArray);
  void leave() { Levels.pop_back(); }

  /// \p Site reads or writes \p Variable.
  void use(SsaVariable Variable, const clang::Expr *Site, bool Writes);

  /// Whether the value that \p Site reads or writes here depends on an order
  /// that is left open.
  bool isOpen(const clang::Expr *Site) const {
    return Open.contains({Site, Levels.back().Path});
  }

  /// Whether \p E, of the current function, is an assignment or increment whose
  /// value is wanted.
  bool isReadAssignment(const clang::Expr *E) {
    return order(Levels.back().Function).isReadAssignment(E);
  }

  /// \p S has been lowered: what it used is in order with what follows, unless
  /// it is a part of another expression.
  void end(const clang::Stmt *S);

private:
  /// A use within the full expression that is being lowered.
  struct Use {
    const clang::Expr *Part;   ///< of the level's own function
    OpenUses::value_type Site; ///< what reads or writes, maybe in a callee
    bool Writes;
  };
  struct Level {
    const clang::FunctionDecl *Function;
    const clang::Expr *Call; ///< in the function of the level below
    size_t Path;             ///< hash of all calls from the kernel on
    ArrayId FirstArray;
    llvm::DenseMap<SsaVariable, llvm::SmallVector<Use, 2>> Uses;
  };

  EvaluationOrder &order(const clang::FunctionDecl *Function);

  OpenUses &Open;
  std::vector<Level> Levels;
  llvm::DenseMap<const clang::FunctionDecl *, std::unique_ptr<EvaluationOrder>>
      Orders;
};

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_AST_UNSETTLEDUSES_H
