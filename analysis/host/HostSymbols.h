//===- HostSymbols.h - Names for what host code does not say ----*- C++ -*-===//
//
// What stays unknown in host code becomes a Symbol, named after the variable or
// the expression; one for each place (or expression) and the statement that
// leaves it unknown. A symbol may have a default: what the program computes
// with if it is started without a command line.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_HOST_HOSTSYMBOLS_H
#define KERNELCAST_ANALYSIS_HOST_HOSTSYMBOLS_H

#include "analysis/DeviceQuery.h"
#include "analysis/host/CallChains.h"
#include "analysis/symbolic/Expression.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <set>

namespace kernelcast::host {

/// A value that the source does not give.
struct HostSymbol {
  std::string Name;     ///< the variable's, or the expression's text
  std::string Function; ///< where it lives, empty for globals
  unsigned Line = 0;
  unsigned Place = 0;               ///< number of the place; 0: an expression
  std::optional<int64_t> Default;   ///< what it is without a command line
  bool CommandLine = false;         ///< main's argc
  std::optional<DeviceQuery> Query; ///< the device tells
  /// Of a place that changes from one iteration to the next, seen inside the
  /// loop: the loop, where it runs, and the place.
  const clang::Stmt *Loop = nullptr;
  const Frame *LoopFrame = nullptr;
  kernelcast::host::Place Part;
};

class HostSymbols {
public:
  HostSymbols(const clang::ASTContext &Context, ExpressionPool &Pool)
      : Context(Context), Pool(Pool) {}

  /// The symbol of \p P as \p Where leaves it in \p F; null where it is no
  /// integer, or lives in a helper that is inlined.
  const Expr *ofPlace(const Place &P, const void *Where, const Frame *F,
                      std::optional<int64_t> Default = std::nullopt);
  /// The symbol of \p P as \p Call leaves it: what the device answers. Also in
  /// helpers that are inlined.
  const Expr *ofQuery(const DeviceQuery &Query, const Place &P,
                      const clang::Expr *Call, const Frame *F);
  /// The symbol of the expression \p E.
  const Expr *ofExpression(const clang::Expr *E, const Frame *F,
                           std::optional<int64_t> Default = std::nullopt);

  /// The number of the round of \p Loop, from 0; marked as what \p Loop
  /// changes.
  const Expr *ofRound(const clang::CXXForRangeStmt *Loop, const Frame *F);

  /// What \p E is, if it is one of these symbols.
  const HostSymbol *find(const Expr *E) const;
  /// Calls \p Visit for every symbol so far.
  void forEach(
      llvm::function_ref<void(const Expr *, const HostSymbol &)> Visit) const;
  /// Marks \p E as what \p Loop in \p F changes from one iteration to the next.
  void markInLoop(const Expr *E, const clang::Stmt *Loop, const Place &P,
                  const Frame *F);
  void markCommandLine(const Expr *E);

  /// Whether \p E is only a name for \p P itself.
  bool standsFor(const Expr *E, const Place &P);
  /// Whether \p E rests on the symbol of an expression.
  bool hasUnnamed(const Expr *E) const;
  bool fromCommandLine(const Expr *E) const;
  /// \p E if every symbol with a default has it.
  std::optional<int64_t> defaultOf(const Expr *E) const;

  /// Equal places have one number, from 1 on.
  unsigned number(const Place &P);

private:
  const Expr *make(const Place &P, ScalarType Type, const void *Where,
                   const Frame *F, std::optional<int64_t> Default);
  HostSymbol *change(const Expr *E);

  const clang::ASTContext &Context;
  ExpressionPool &Pool;
  std::map<std::pair<const clang::VarDecl *, std::vector<PathStep>>, unsigned>
      Numbers;
  std::map<std::pair<unsigned, const void *>, const Expr *> Unknowns;
  llvm::DenseMap<const Expr *, HostSymbol> Symbols;
};

/// Final names: a symbol has its variable's. Where another one has it already,
/// it is function::name, then function::name@line.
class SymbolNames {
public:
  /// The name of \p S. \p Clash: its variable's name means something else.
  std::string take(const HostSymbol &S, bool Clash = false);

private:
  std::set<std::string> Taken;
};

} // namespace kernelcast::host

#endif // KERNELCAST_ANALYSIS_HOST_HOSTSYMBOLS_H
