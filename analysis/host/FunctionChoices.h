//===- FunctionChoices.h - Which function a pointer names -------*- C++ -*-===//
//
// What a call or a launch runs when its callee is not named there: a parameter
// that got a function, a variable that was set once, a choice between two, an
// entry of a table.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_HOST_FUNCTIONCHOICES_H
#define KERNELCAST_ANALYSIS_HOST_FUNCTIONCHOICES_H

#include "analysis/host/HostValues.h"

namespace kernelcast::host {

/// A function, and when it is the one.
struct FunctionChoice {
  /// A truth value over the symbols of host code; null: where none of the
  /// choices before it is taken.
  const Expr *Condition = nullptr;
  const clang::FunctionDecl *Function = nullptr;
  /// The entry of a table: Condition says that Index is Entry.
  const Expr *Index = nullptr;
  int64_t Entry = 0;
  const clang::CXXForRangeStmt *Loop = nullptr; ///< that goes over the table
};
using FunctionChoices = llvm::SmallVector<FunctionChoice, 1>;

/// The functions that \p Callee, in \p F, may name, in the order in which to
/// ask; the last one without a condition. Empty if they are not known.
FunctionChoices functionsOf(const clang::Expr *Callee, const Frame *F,
                            HostValues &Values, ExpressionPool &Pool);

} // namespace kernelcast::host

#endif // KERNELCAST_ANALYSIS_HOST_FUNCTIONCHOICES_H
