//===- CastAlignments.h - What a cast of a pointer promises -----*- C++ -*-===//
//
// reinterpret_cast<float4 *>(&tile[i])[0], of halves, is one access of 16
// bytes: CUDA programs are written so, and the vendor's compiler takes the
// alignment of the type that is cast to. Clang looks through the cast, finds an
// array that is aligned to two bytes, and would copy in eight pieces.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_LOWERING_CASTALIGNMENTS_H
#define KERNELCAST_ANALYSIS_LOWERING_CASTALIGNMENTS_H

namespace clang {
class ASTContext;
class Decl;
} // namespace clang

namespace kernelcast {

/// Makes the generator take the alignment of the type for what explicit casts
/// of pointers in \p Root lead to, where it is more than that of the type that
/// is cast. Puts a unary plus around the pointer: the code is the same, but
/// Clang's generator does not look through it.
void trustPointerCasts(clang::Decl *Root, clang::ASTContext &Context);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_LOWERING_CASTALIGNMENTS_H
