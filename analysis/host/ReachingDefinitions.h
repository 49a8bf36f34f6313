//===- ReachingDefinitions.h - The change that reaches a use ----*- C++ -*-===//
//
// Reaching definitions on demand, by structure instead of a data-flow
// fixpoint. Two questions call each other:
//
//   before(P, S)  the value of P when S starts: the last statement before S in
//                 its block that changes P, else before the block
//   after(S, P)   the value that S, which changes P, leaves:
//                   P = e           e, evaluated there
//                   P += e, ++P     before, and the operation
//                   if (c) A else B select(c, after A, after B), where a branch
//                                   that does not change P has before(P, S),
//                                   and one that returns does not count
//                   loop            unknown: a symbol
//
// A variable that a command line may override keeps what the source gives it
// as the symbol's default: int n = 1024; if (argc > 1) n = atoi(argv[1]);
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_HOST_REACHINGDEFINITIONS_H
#define KERNELCAST_ANALYSIS_HOST_REACHINGDEFINITIONS_H

#include "analysis/host/HostSymbols.h"

namespace kernelcast::host {

class Effort;
class HostValues;

class ReachingDefinitions {
public:
  explicit ReachingDefinitions(HostValues &Values);

  /// The value of \p P just before the statement \p S of \p F runs.
  const Expr *before(const Place &P, const clang::Stmt *S, const Frame *F);
  /// The value that \p S, which changes \p P or an object around it, leaves in
  /// \p P; inside a loop, over the symbols of what the loop changes.
  const Expr *after(const clang::Stmt *S, const Place &P, const Frame *F);

private:
  const Expr *search(const Place &P, const clang::Stmt *S, const Frame *F);
  const Expr *follow(const clang::Stmt *S, const Place &P, const Frame *F);
  const Expr *assigned(const clang::Expr *E, const Place &P, const Frame *F);
  const clang::CallExpr *changingCall(const clang::Stmt *S, const Place &P,
                                      const Frame *F) const;
  const Expr *afterBranch(const Expr *Condition, const clang::Stmt *Then,
                          const clang::Stmt *Else, const clang::Stmt *Whole,
                          const Place &P, const Frame *F);
  bool changedByCall(const Place &P, const clang::Stmt *Change,
                     const clang::Stmt *Use, const Frame *F);
  const Expr *inLoop(const clang::Stmt *Loop, const Place &P, const Frame *F);
  const Expr *afterLoop(const clang::Stmt *Loop, const Place &P,
                        const Frame *F);

  HostValues &Values;
  HostFacts &Facts;
  ExpressionPool &Pool;
  HostSymbols &Symbols;
  Effort &Work;
  std::map<std::tuple<unsigned, const clang::Stmt *, const Frame *>,
           const Expr *>
      Reached, Left; ///< before and after
};

/// Whether control never leaves \p S at its end: it returns, jumps or exits.
bool leaves(const clang::Stmt *S);

} // namespace kernelcast::host

#endif // KERNELCAST_ANALYSIS_HOST_REACHINGDEFINITIONS_H
