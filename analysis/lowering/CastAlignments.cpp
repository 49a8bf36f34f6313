//===- CastAlignments.cpp - What a cast of a pointer promises -------------===//

#include "analysis/lowering/CastAlignments.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/RecursiveASTVisitor.h"

namespace kernelcast {
namespace {

class CastVisitor : public clang::RecursiveASTVisitor<CastVisitor> {
public:
  using ChangedCast = std::pair<clang::ExplicitCastExpr *, clang::Expr *>;
  CastVisitor(clang::ASTContext &Context,
              llvm::SmallVectorImpl<ChangedCast> &Changed)
      : Context(Context), Changed(Changed) {}

  bool shouldVisitTemplateInstantiations() const { return true; }

  bool VisitExplicitCastExpr(clang::ExplicitCastExpr *Cast) {
    clang::Expr *Pointer = Cast->getSubExpr();
    // A declaration may come here more than once.
    if (const auto *Plus = dyn_cast<clang::UnaryOperator>(Pointer);
        Plus && Plus->getOpcode() == clang::UO_Plus)
      return true;
    if (Cast->getCastKind() != clang::CK_BitCast || Cast->isTypeDependent() ||
        Pointer->isInstantiationDependent() ||
        alignmentBehind(Cast->getType()) <= alignmentBehind(Pointer->getType()))
      return true;
    Changed.emplace_back(Cast, Pointer);
    Cast->setSubExpr(clang::UnaryOperator::Create(
        Context, Pointer, clang::UO_Plus, Pointer->getType(), clang::VK_PRValue,
        clang::OK_Ordinary, Pointer->getExprLoc(),
        /*CanOverflow=*/false, clang::FPOptionsOverride()));
    return true;
  }

private:
  clang::ASTContext &Context;
  llvm::SmallVectorImpl<ChangedCast> &Changed;

  /// Bytes; 0 where \p Type is no pointer to something of a known size.
  int64_t alignmentBehind(clang::QualType Type) const {
    const clang::QualType To = Type->getPointeeType();
    if (To.isNull() || To->isDependentType() || To->isIncompleteType() ||
        To->isFunctionType())
      return 0;
    return Context.getTypeAlignInChars(To).getQuantity();
  }
};

} // namespace

void TrustedCasts::add(clang::Decl *Root) {
  CastVisitor(Context, Casts).TraverseDecl(Root);
}

TrustedCasts::~TrustedCasts() {
  for (auto [Cast, Pointer] : Casts)
    Cast->setSubExpr(Pointer);
}

} // namespace kernelcast
