//===- FlowBuilder.h - A flow graph that grows block by block ---*- C++ -*-===//
//
// The block that is being filled, edges between blocks, steps whose order
// matters, and what could not be modelled. Variables have their values in SSA
// form at the current block.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_AST_FLOWBUILDER_H
#define KERNELCAST_ANALYSIS_AST_FLOWBUILDER_H

#include "analysis/ast/InlinedCalls.h"
#include "analysis/ast/KernelBuilder.h"
#include "analysis/ast/SsaBuilder.h"
#include "llvm/ADT/StringSet.h"

namespace kernelcast {

class FlowBuilder {
public:
  FlowBuilder(KernelModel &Model, const BuilderOptions &Options,
              SsaBuilder &Ssa, const SourceText &Source,
              const InlinedCalls &Inlined)
      : Model(Model), Options(Options), Ssa(Ssa), Source(Source),
        Inlined(Inlined) {}

  /// The block that is being filled.
  BlockId current() const { return Current; }
  BasicBlock &block() { return Model.Blocks[Current]; }
  void goOnIn(BlockId Block) { Current = Block; }

  /// New blocks and variables stand in this loop statement (None: in none).
  unsigned sourceLoop() const { return SourceLoop; }
  void setSourceLoop(unsigned Loop) { SourceLoop = Loop; }

  BlockId newBlock();
  /// All edges to \p Block are there.
  void seal(BlockId Block) { Ssa.seal(Block); }
  void jump(BlockId To);
  /// To one of two blocks; \p Site is what decides, if the source says so.
  void branch(ScalarExpr Condition, BlockId IfTrue, BlockId IfFalse,
              const clang::Stmt *Site);

  /// What follows, until leavePredicated(), is executed by the lanes for which
  /// \p Condition holds, and the hardware switches the others off without a
  /// branch. \p Site is the statement that says so.
  void enterPredicated(ScalarExpr Condition, const clang::Stmt *Site);
  void leavePredicated();

  ScalarExpr read(SsaVariable Variable, ScalarType Type) {
    return Ssa.read(Current, Variable, Type);
  }
  void write(SsaVariable Variable, ScalarExpr V) {
    Ssa.write(Current, Variable, V);
  }

  void effect(EffectKind Kind, const clang::Expr *Site);
  /// The same of inline assembly.
  void effect(EffectKind Kind, const clang::AsmStmt *Site,
              const MatrixProduct &Product = {});
  /// \p Access happens here.
  AccessId append(MemoryAccess Access);

  /// Notes the value \p Result, which \p Site computes, if that takes long.
  void noteOperation(ScalarExpr Result, const clang::Expr *Site);

  SourceSpot spot(clang::SourceLocation Where) const {
    return Source.spot(Where);
  }
  /// Records \p Why once with its place; the kernel becomes partial.
  void reason(const llvm::Twine &Why, clang::SourceLocation Where);
  /// The kernel is not modelled at all.
  void refuse(llvm::StringRef Why);
  /// One more call is inlined, which may be all that it does. False if that is
  /// one too many.
  bool noteCall() {
    ++Calls;
    return !overBudget();
  }
  /// Whether the kernel has grown too large; it is refused then.
  bool overBudget();
  bool gaveUp() const { return GaveUp; }

private:
  KernelModel &Model;
  const BuilderOptions &Options;
  SsaBuilder &Ssa;
  const SourceText &Source;
  const InlinedCalls &Inlined;
  BlockId Current = 0;
  BlockId BehindPredicated = None;
  unsigned SourceLoop = None;
  unsigned Calls = 0;
  bool GaveUp = false;
  llvm::DenseSet<ScalarExpr> SeenOperations;
};

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_AST_FLOWBUILDER_H
