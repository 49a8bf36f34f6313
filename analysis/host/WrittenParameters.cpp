//===- WrittenParameters.cpp - Pointers that a kernel may write by --------===//

#include "analysis/host/WrittenParameters.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/SmallVector.h"

using namespace llvm;
using namespace kernelcast;
using namespace kernelcast::host;

namespace {

/// What an expression is wanted for.
enum class Use : uint8_t {
  Open,    ///< anything
  Element, ///< an lvalue of which only the value is read
  Pointer, ///< a pointer through which only values are read
};

struct Step {
  const clang::Stmt *What = nullptr;
  Use For = Use::Open;
};

} // namespace

/// Adds to \p Left the parts of \p E, which is wanted for \p For.
static void addParts(const clang::Stmt *E, Use For,
                     SmallVectorImpl<Step> &Left) {
  const bool Read = For == Use::Element, Through = For == Use::Pointer;
  if (const auto *Cast = dyn_cast<clang::CastExpr>(E)) {
    const clang::Expr *Of = Cast->getSubExpr();
    const clang::QualType Type = Cast->getType();
    if (Cast->getCastKind() == clang::CK_LValueToRValue)
      For = isa<clang::DeclRefExpr>(Of->IgnoreParens()) ? For : Use::Element;
    else if (Cast->isGLValue() && Type.isConstQualified())
      For = Use::Element;
    else if (Type->isPointerType() && Type->getPointeeType().isConstQualified())
      For = Use::Pointer;
    Left.push_back({Of, For});
  } else if (const auto *In = dyn_cast<clang::ParenExpr>(E)) {
    Left.push_back({In->getSubExpr(), For});
  } else if (const auto *Part = dyn_cast<clang::ArraySubscriptExpr>(E)) {
    Left.push_back({Part->getBase(), Read ? Use::Pointer : Use::Open});
    Left.push_back({Part->getIdx(), Use::Open});
  } else if (const auto *Member = dyn_cast<clang::MemberExpr>(E)) {
    Left.push_back({Member->getBase(), !Read               ? Use::Open
                                       : Member->isArrow() ? Use::Pointer
                                                           : Use::Element});
  } else if (const auto *Unary = dyn_cast<clang::UnaryOperator>(E)) {
    const bool Leads = Unary->getOpcode() == clang::UO_Deref && Read;
    const bool Names = Unary->getOpcode() == clang::UO_AddrOf && Through;
    Left.push_back({Unary->getSubExpr(), Leads   ? Use::Pointer
                                         : Names ? Use::Element
                                                 : Use::Open});
  } else if (const auto *Sum = dyn_cast<clang::BinaryOperator>(E);
             Sum && Sum->isAdditiveOp() && Through) {
    for (const clang::Expr *Side : {Sum->getLHS(), Sum->getRHS()})
      Left.push_back(
          {Side, Side->getType()->isPointerType() ? For : Use::Open});
  } else {
    for (const clang::Stmt *Each : E->children())
      if (Each)
        Left.push_back({Each, Use::Open});
  }
}

bool kernelcast::host::mayWrite(const clang::FunctionDecl *Kernel,
                                unsigned Parameter) {
  constexpr unsigned MostStatements = 100000;
  const clang::FunctionDecl *Defined = nullptr;
  if (!Kernel->hasBody(Defined) || Parameter >= Defined->getNumParams())
    return true;
  const clang::ParmVarDecl *Own = Defined->getParamDecl(Parameter);
  SmallVector<Step, 32> Left = {{Defined->getBody(), Use::Open}};
  for (unsigned I = 0; !Left.empty(); ++I) {
    const Step Next = Left.pop_back_val();
    const auto *Name = dyn_cast<clang::DeclRefExpr>(Next.What);
    if (I == MostStatements ||
        (Name && Name->getDecl() == Own && Next.For != Use::Pointer))
      return true;
    addParts(Next.What, Next.For, Left);
  }
  return false;
}
