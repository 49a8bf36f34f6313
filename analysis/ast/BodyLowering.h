//===- BodyLowering.h - A function's statements and control flow -*- C++ -*-==//
//
// Walks Clang's CFG of a function in reverse post order. Every CFG block
// starts a block of the model; a call in the middle splices the callee's
// blocks in and goes on in a new block. A function's exit block is the block
// in which its caller goes on.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_AST_BODYLOWERING_H
#define KERNELCAST_ANALYSIS_AST_BODYLOWERING_H

#include "analysis/ast/BuiltinLowering.h"
#include "clang/Analysis/CFG.h"

namespace kernelcast {

class CallLowering;

class BodyLowering : private LoweringParts {
public:
  BodyLowering(const LoweringParts &Parts, ExpressionLowering &Expressions,
               BuiltinLowering &Builtins, CallLowering &Calls)
      : LoweringParts(Parts), Expressions(Expressions), Builtins(Builtins),
        Calls(Calls) {}

  /// Lowers the body of frame().Function into fresh blocks from the current one
  /// on; ends with the current block at its exit. False if it has no usable
  /// CFG.
  bool lower();

private:
  clang::CFG *graph(const clang::FunctionDecl *Function);
  void beginBlockBehindEffects();
  void block(const clang::CFGBlock &Block);
  void terminator(const clang::CFGBlock &Block, llvm::ArrayRef<BlockId> Starts);
  void switchOver(const clang::SwitchStmt *Switch, const clang::CFGBlock &Block,
                  llvm::ArrayRef<BlockId> Starts);
  ScalarExpr caseTest(const clang::CaseStmt *Case, ScalarExpr On);
  void statement(const clang::Stmt *S);
  void destructor(const clang::CFGImplicitDtor &Element);
  void expression(const clang::Expr *E);
  void declaration(const clang::VarDecl *Variable);

  ExpressionLowering &Expressions;
  BuiltinLowering &Builtins;
  CallLowering &Calls;
  llvm::DenseMap<const clang::FunctionDecl *, std::unique_ptr<clang::CFG>>
      Graphs;
};

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_AST_BODYLOWERING_H
