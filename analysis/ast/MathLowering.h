//===- MathLowering.h - Functions of numbers --------------------*- C++ -*-===//
//
// Integer functions become the arithmetic that they stand for, so that indices
// stay known through them; all others become Call expressions, element by
// element, under one name for all spellings.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_AST_MATHLOWERING_H
#define KERNELCAST_ANALYSIS_AST_MATHLOWERING_H

#include "analysis/ast/LoweringParts.h"
#include "analysis/instructions/Builtins.h"

namespace kernelcast {

class ExpressionLowering;

class MathLowering : private LoweringParts {
public:
  MathLowering(const LoweringParts &Parts, ExpressionLowering &Expressions)
      : LoweringParts(Parts), Expressions(Expressions) {}

  /// The value of \p E, a call of \p Name; nothing if it takes or yields
  /// anything but numbers.
  std::optional<Value> lower(llvm::StringRef Name, const clang::CallExpr *E);

  /// Functions with further results behind pointers: sincos(x, &s, &c), modf,
  /// frexp, fract and the like; nothing for any other.
  std::optional<Value> splitting(llvm::StringRef Name,
                                 const clang::CallExpr *E);

private:
  std::optional<Value> converted(llvm::StringRef Name,
                                 llvm::MutableArrayRef<Value> Arguments,
                                 clang::QualType Type);
  std::optional<Value> convertedConstant(llvm::StringRef Name,
                                         llvm::ArrayRef<Value> Arguments,
                                         clang::QualType Type);
  std::string asCompiled(llvm::StringRef Name, ScalarType T) const;
  Value chosen(llvm::ArrayRef<Value> Arguments, const TypeLayout &Layout,
               bool Vector);

  ExpressionLowering &Expressions;
};

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_AST_MATHLOWERING_H
