//===- CastAlignments.h - What a cast of a pointer promises -----*- C++ -*-===//
//
// reinterpret_cast<float4 *>(&tile[i])[0], of halves, is one access of 16
// bytes: CUDA programs are written so, and the vendor's compiler takes the
// alignment of the type that is cast to. Clang looks through the cast, finds an
// array that is aligned to two bytes, and would copy in eight pieces.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_LOWERING_CASTALIGNMENTS_H
#define KERNELCAST_ANALYSIS_LOWERING_CASTALIGNMENTS_H

#include "llvm/ADT/SmallVector.h"
#include <utility>

namespace clang {
class ASTContext;
class Decl;
class Expr;
class ExplicitCastExpr;
} // namespace clang

namespace kernelcast {

/// Casts whose word the generator takes while this lives.
class TrustedCasts {
public:
  explicit TrustedCasts(clang::ASTContext &Context) : Context(Context) {}
  TrustedCasts(const TrustedCasts &) = delete;
  TrustedCasts &operator=(const TrustedCasts &) = delete;
  /// Leaves the tree as it was.
  ~TrustedCasts();

  /// Makes the generator take the alignment of the type for what explicit casts
  /// of pointers in \p Root lead to, where it is more than that of the type
  /// that is cast. Puts a unary plus around the pointer: the code is the same,
  /// but Clang's generator does not look through it.
  void add(clang::Decl *Root);

private:
  clang::ASTContext &Context;
  /// What each cast was of.
  llvm::SmallVector<std::pair<clang::ExplicitCastExpr *, clang::Expr *>> Casts;
};

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_LOWERING_CASTALIGNMENTS_H
