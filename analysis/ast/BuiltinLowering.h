//===- BuiltinLowering.h - Functions that the hardware implements -*- C++ -*-=//
//
// Index functions become coordinates, atomics and cached loads become memory
// accesses, barriers, shuffles and votes become effects, functions of numbers
// arithmetic or instructions. Everything is known by name
// (analysis/instructions/Builtins.def), for CUDA, OpenCL and the compiler's own
// intrinsics alike.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_AST_BUILTINLOWERING_H
#define KERNELCAST_ANALYSIS_AST_BUILTINLOWERING_H

#include "analysis/ast/AssemblyLowering.h"
#include "analysis/ast/MathLowering.h"
#include "analysis/ast/MemoryBuiltins.h"

namespace kernelcast {

class BuiltinLowering : private LoweringParts {
public:
  BuiltinLowering(const LoweringParts &Parts, ExpressionLowering &Expressions)
      : LoweringParts(Parts), Expressions(Expressions),
        Assembly(Parts, Expressions), Accesses(Parts, Expressions),
        Mathematics(Parts, Expressions) {}

  /// What a call of \p Callee yields, if the hardware knows it.
  std::optional<Value> lower(const clang::CallExpr *E,
                             const clang::FunctionDecl *Callee);
  AssemblyLowering &assembly() { return Assembly; }
  MathLowering &mathematics() { return Mathematics; }

private:
  std::optional<Value> index(const IndexFunction &Function,
                             const clang::CallExpr *E);
  Value effect(EffectKind Kind, const clang::CallExpr *E);

  ExpressionLowering &Expressions;
  AssemblyLowering Assembly;
  MemoryBuiltins Accesses;
  MathLowering Mathematics;
};

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_AST_BUILTINLOWERING_H
