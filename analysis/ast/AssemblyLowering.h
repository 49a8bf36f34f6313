//===- AssemblyLowering.h - Inline assembly of the source -------*- C++ -*-===//
#ifndef KERNELCAST_ANALYSIS_AST_ASSEMBLYLOWERING_H
#define KERNELCAST_ANALYSIS_AST_ASSEMBLYLOWERING_H

#include "analysis/ast/LoweringParts.h"
#include "clang/AST/Stmt.h"

namespace kernelcast {

class ExpressionLowering;

class AssemblyLowering : private LoweringParts {
public:
  AssemblyLowering(const LoweringParts &Parts, ExpressionLowering &Expressions)
      : LoweringParts(Parts), Expressions(Expressions) {}

  /// The effects of \p S and what its outputs hold afterwards. Where one of its
  /// instructions is not understood (PtxReading.h), the kernel is partial, and
  /// whatever the statement could write holds what nobody knows.
  void lower(const clang::AsmStmt *S);

private:
  bool understood(const clang::GCCAsmStmt *S, llvm::StringRef Text);
  void unknown(const clang::AsmStmt *S, llvm::StringRef Text);

  ExpressionLowering &Expressions;
};

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_AST_ASSEMBLYLOWERING_H
