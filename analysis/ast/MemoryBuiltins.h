//===- MemoryBuiltins.h - Atomics, cached and vector accesses, textures ---===//
#ifndef KERNELCAST_ANALYSIS_AST_MEMORYBUILTINS_H
#define KERNELCAST_ANALYSIS_AST_MEMORYBUILTINS_H

#include "analysis/ast/LoweringParts.h"
#include "analysis/instructions/Builtins.h"

namespace kernelcast {

class ExpressionLowering;

class MemoryBuiltins : private LoweringParts {
public:
  MemoryBuiltins(const LoweringParts &Parts, ExpressionLowering &Expressions)
      : LoweringParts(Parts), Expressions(Expressions) {}

  /// What \p E, a call of a function of this form, yields; nothing if its
  /// arguments are not such a function's.
  std::optional<Value> lower(MemoryForm Form, const clang::CallExpr *E);

private:
  Value load(MemoryForm Form, const clang::CallExpr *E);
  std::optional<Value> atomic(MemoryForm Form, const clang::CallExpr *E);
  uint64_t alignmentOf(const clang::Expr *E, ScalarExpr At);
  std::optional<Value> copy(const clang::CallExpr *E);
  std::optional<Value> fill(const clang::CallExpr *E);
  struct Pieces {
    clang::QualType Type; ///< of a piece
    uint64_t Width = 0;   ///< bytes of a piece
    uint64_t Bytes = 0;   ///< of all
  };
  std::optional<uint64_t> constantBytes(const clang::CallExpr *E);
  std::optional<Pieces> piecesOf(uint64_t Bytes, uint64_t Width);
  std::optional<Value> vectorAccess(MemoryForm Form, const clang::CallExpr *E);
  Value storeElements(ScalarExpr At, clang::QualType Element, unsigned Width,
                      const Value &V, const clang::CallExpr *E);
  Value texture(MemoryForm Form, const clang::CallExpr *E);
  Value loaded(AccessId Id, clang::QualType Type);

  ExpressionLowering &Expressions;
  uint64_t Moved = 0; ///< pieces of copies and fills so far
};

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_AST_MEMORYBUILTINS_H
