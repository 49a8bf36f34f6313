//===- Places.cpp - Which part of which variable an lvalue names ------===//

#include "analysis/host/Places.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;
using namespace kernelcast::host;

static bool mayBeSame(const PathStep &A, const PathStep &B) {
  if (A.Field || B.Field)
    return A.Field == B.Field;
  if (A.isSize() || B.isSize())
    return A.Element == B.Element;
  return A.Element == B.Element || A.Element == PathStep::AnyElement ||
         B.Element == PathStep::AnyElement;
}

bool kernelcast::host::overlaps(ArrayRef<PathStep> Changed,
                                ArrayRef<PathStep> Read) {
  for (unsigned I = 0; I < Changed.size() && I < Read.size(); ++I)
    if (!mayBeSame(Changed[I], Read[I])) {
      // An unknown element stands for anything behind a pointer, whatever
      // type it was passed as.
      bool Behind = !Changed[I].Field &&
                    Changed[I].Element == PathStep::AnyElement &&
                    !Read[I].isSize();
      return Behind;
    }
  return true;
}

bool kernelcast::host::covers(ArrayRef<PathStep> Changed,
                              ArrayRef<PathStep> Read) {
  if (Changed.size() > Read.size())
    return false;
  for (unsigned I = 0; I < Changed.size(); ++I)
    if (Changed[I] != Read[I] ||
        (!Changed[I].Field && Changed[I].Element == PathStep::AnyElement))
      return false;
  return true;
}

bool kernelcast::host::isPassedOn(const CallExpr *Call) {
  const FunctionDecl *Callee = Call->getDirectCallee();
  return Callee && Callee->getIdentifier() && Callee->isInStdNamespace() &&
         Call->getNumArgs() == 1 &&
         (Callee->getName() == "forward" || Callee->getName() == "move" ||
          Callee->getName() == "as_const");
}

const Expr *kernelcast::host::stripped(const Expr *E) {
  while (E) {
    if (const auto *P = dyn_cast<ParenExpr>(E))
      E = P->getSubExpr();
    else if (const auto *C = dyn_cast<FullExpr>(E))
      E = C->getSubExpr();
    else if (const auto *M = dyn_cast<MaterializeTemporaryExpr>(E))
      E = M->getSubExpr();
    else if (const auto *B = dyn_cast<CXXBindTemporaryExpr>(E))
      E = B->getSubExpr();
    else if (const auto *I = dyn_cast<ImplicitCastExpr>(E))
      E = I->getSubExpr();
    else if (const auto *S = dyn_cast<SubstNonTypeTemplateParmExpr>(E))
      E = S->getReplacement();
    else if (const auto *C = dyn_cast<CallExpr>(E); C && isPassedOn(C))
      E = C->getArg(0);
    else
      return E;
  }
  return E;
}

/// What a range-based for goes over, if \p Init is what it gives its variable.
static const Expr *rangeOf(const Expr *Init) {
  auto Hidden = [](const Expr *E) -> const Expr * {
    const auto *R = dyn_cast_or_null<DeclRefExpr>(E ? stripped(E) : nullptr);
    const auto *V = R ? dyn_cast<VarDecl>(R->getDecl()) : nullptr;
    return V && V->isImplicit() ? V->getInit() : nullptr;
  };
  const auto *At = dyn_cast<UnaryOperator>(stripped(Init));
  if (!At || At->getOpcode() != UO_Deref)
    return nullptr;
  return Hidden(Hidden(At->getSubExpr())); // *__begin, of __range
}

std::optional<Place> kernelcast::host::placeOf(const Expr *E,
                                               const ASTContext &Context,
                                               unsigned Depth) {
  E = stripped(E);
  if (!E || Depth > 16)
    return std::nullopt;
  auto Part = [&](const Expr *Base, PathStep Step) -> std::optional<Place> {
    std::optional<Place> P = placeOf(Base, Context, Depth + 1);
    if (P)
      P->Steps.push_back(Step);
    return P;
  };
  if (const auto *R = dyn_cast<DeclRefExpr>(E)) {
    const auto *V = dyn_cast<VarDecl>(R->getDecl());
    if (!V)
      return std::nullopt;
    // A local reference is another name for its initialiser.
    if (V->getType()->isReferenceType() && !isa<ParmVarDecl>(V)) {
      const Expr *Init = V->getInit();
      if (!Init || Init->getType()->isDependentType())
        return std::nullopt;
      if (const Expr *Range = rangeOf(Init)) // some element of it
        return Part(Range, {nullptr, PathStep::AnyElement});
      if (std::optional<Place> P = placeOf(Init, Context, Depth + 1))
        return P;
    }
    return Place{V, {}};
  }
  if (isa<CXXThisExpr>(E))
    return Place{nullptr, {}};
  if (const auto *M = dyn_cast<MemberExpr>(E)) {
    if (const auto *V = dyn_cast<VarDecl>(M->getMemberDecl()))
      return Place{V, {}};
    const auto *F = dyn_cast<FieldDecl>(M->getMemberDecl());
    if (!F)
      return std::nullopt;
    std::optional<Place> P = placeOf(M->getBase(), Context, Depth + 1);
    if (!P)
      return std::nullopt;
    if (M->isArrow() && (P->Variable || !P->Steps.empty()))
      P->Steps.push_back({nullptr, 0});
    P->Steps.push_back({F, 0});
    return P;
  }
  if (const auto *A = dyn_cast<ArraySubscriptExpr>(E)) {
    PathStep Step{nullptr, PathStep::AnyElement};
    Expr::EvalResult Result;
    if (!A->getIdx()->isValueDependent() &&
        A->getIdx()->EvaluateAsInt(Result, Context) &&
        Result.Val.getInt().getSignificantBits() < 32 &&
        !Result.Val.getInt().isNegative())
      Step.Element = Result.Val.getInt().getExtValue();
    return Part(A->getBase(), Step);
  }
  if (const auto *U = dyn_cast<UnaryOperator>(E);
      U && U->getOpcode() == UO_Deref) {
    const Expr *Pointer = stripped(U->getSubExpr());
    if (const auto *Address = dyn_cast<UnaryOperator>(Pointer);
        Address && Address->getOpcode() == UO_AddrOf)
      return placeOf(Address->getSubExpr(), Context, Depth + 1);
    if (isa<CXXThisExpr>(Pointer))
      return Place{nullptr, {}};
    return Part(Pointer, {nullptr, 0});
  }
  return std::nullopt;
}

QualType kernelcast::host::typeOf(const Place &P, const ASTContext &Context) {
  QualType T = P.Variable ? P.Variable->getType() : QualType();
  for (const PathStep &Step : P.Steps) {
    if (Step.Field) {
      T = Step.Field->getType();
      continue;
    }
    if (Step.isSize())
      return Context.getSizeType();
    if (T.isNull())
      return T;
    T = T.getNonReferenceType();
    if (T->isPointerType())
      T = T->getPointeeType();
    else if (const ArrayType *A = Context.getAsArrayType(T))
      T = A->getElementType();
    else
      return {};
  }
  return T.isNull() ? T : T.getNonReferenceType();
}

std::string kernelcast::host::textOf(const Place &P) {
  std::string Text = P.Variable ? P.Variable->getNameAsString() : "";
  bool Arrow = false;
  for (unsigned I = 0; I < P.Steps.size(); ++I) {
    const PathStep &Step = P.Steps[I];
    if (Step.Field) {
      if (!Text.empty())
        Text += Arrow ? "->" : ".";
      Text += Step.Field->getNameAsString();
    } else if (Step.Element == 0 && I + 1 < P.Steps.size() &&
               (P.Steps[I + 1].Field || P.Steps[I + 1].isSize())) {
      Arrow = true;
      continue;
    } else if (Step.isSize()) {
      Text += Arrow ? "->size()" : ".size()";
    } else {
      Text += "[" + std::to_string(Step.Element) + "]";
    }
    Arrow = false;
  }
  return Text.empty() ? "value" : Text;
}
