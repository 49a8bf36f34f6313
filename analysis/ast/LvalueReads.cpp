//===- LvalueReads.cpp - What variables and other lvalues hold ------------===//

#include "analysis/ast/LvalueReads.h"
#include "analysis/ast/ExpressionLowering.h"
#include "analysis/ast/LaunchIndices.h"

using namespace llvm;

namespace kernelcast {

/// The value of \p Variable, which \p E names, where it is known without
/// looking at its storage.
std::optional<Value> LvalueReads::readVariable(const clang::VarDecl *Variable,
                                               const clang::Expr *E,
                                               clang::QualType Type) {
  if (Variable->getType()->isReferenceType())
    return std::nullopt;
  auto Fixed = frame().Fixed.find(Variable);
  if (Fixed != frame().Fixed.end())
    return Fixed->second;
  // Constants of any scope.
  if (!Variable->hasGlobalStorage())
    return std::nullopt;
  clang::Expr::EvalResult Result;
  const bool Const = Variable->getType().isConstQualified();
  const ScalarType T = Layouts.scalar(Type);
  if (Type->isIntegralOrEnumerationType() &&
      (Type.isConstQualified() || Const || Variable->isConstexpr()) &&
      E->EvaluateAsRValue(Result, Context) && Result.Val.isInt())
    return Value{Pool.constant(wrapToType(lowWord(Result.Val.getInt()), T), T)};
  if (Type->isRealFloatingType() && Const &&
      E->EvaluateAsRValue(Result, Context) && Result.Val.isFloat())
    return Value{
        Pool.floatConstant(Result.Val.getFloat().convertToDouble(), T.Bits)};
  return std::nullopt;
}

/// The whole vector is read, then its elements are picked.
Value LvalueReads::readElements(const clang::ExtVectorElementExpr *E,
                                clang::QualType Type) {
  const clang::Expr *Base = E->getBase();
  Value V = E->isArrow() ? Memory.load(Expressions.scalar(Base),
                                       Base->getType()->getPointeeType(), Base)
            : Base->isGLValue()
                ? Memory.load(Expressions.address(Base), Base->getType(), Base)
                : Expressions.rvalue(Base);
  Value Part;
  for (unsigned I : swizzle(E))
    Part.push_back(I < V.size() ? V[I]
                                : Pool.opaque("vector element", ScalarType{}));
  return Numbers.convertAll(Part, Type);
}

Value LvalueReads::read(const clang::Expr *E, clang::QualType Type) {
  const clang::Expr *Source = E->IgnoreParens();
  if (const auto *Cast = dyn_cast<clang::ImplicitCastExpr>(Source);
      Cast && Cast->getCastKind() == clang::CK_NoOp &&
      isa<clang::DeclRefExpr, clang::ConditionalOperator>(
          Cast->getSubExpr()->IgnoreParens()))
    return read(Cast->getSubExpr(), Type);
  if (std::optional<Coordinate> C = launchCoordinate(Source, Model.Lang))
    return {Numbers.convert(Pool.coordinate(*C), Layouts.scalar(Type))};
  if (const auto *Ref = dyn_cast<clang::DeclRefExpr>(Source))
    if (const auto *Variable = dyn_cast<clang::VarDecl>(Ref->getDecl()))
      if (std::optional<Value> V = readVariable(Variable, E, Type))
        return *V;
  // A static member, by way of an object.
  if (const auto *Member = dyn_cast<clang::MemberExpr>(Source))
    if (const auto *Variable =
            dyn_cast<clang::VarDecl>(Member->getMemberDecl()))
      if (std::optional<Value> V = readVariable(Variable, Source, Type))
        return *V;
  if (const auto *Element = dyn_cast<clang::ExtVectorElementExpr>(Source))
    return readElements(Element, Type);
  if (const auto *Either = dyn_cast<clang::ConditionalOperator>(Source))
    return readEither(Either, Type);
  ScalarExpr At = Expressions.address(E);
  // What a = b and ++a yield has just been computed: only what is volatile, or
  // may have lost bits, is read back.
  auto Computed = frame().SideValues.find(Source);
  if (Computed != frame().SideValues.end() && !Source->refersToBitField() &&
      !Source->getType().isVolatileQualified())
    return Numbers.convertAll(Computed->second, Type);
  return Memory.load(At, Type, Source);
}

const clang::Expr *
LvalueReads::copiedChoice(const clang::CXXConstructExpr *Copy,
                          clang::ASTContext &Context) {
  const clang::CXXConstructorDecl *Constructor = Copy->getConstructor();
  if (!Constructor->isCopyOrMoveConstructor() || !Constructor->isTrivial() ||
      Copy->getNumArgs() == 0 || !Copy->getArg(0)->isGLValue())
    return nullptr;
  const clang::Expr *From = Copy->getArg(0)->IgnoreParenNoopCasts(Context);
  return isa<clang::ConditionalOperator>(From) ? From : nullptr;
}

/// The conditional lvalue that \p S reads, as a value or to copy the object
/// that is chosen; null if it reads none.
static const clang::Expr *readChoice(const clang::Stmt *S,
                                     clang::ASTContext &Context) {
  if (const auto *Copy = dyn_cast<clang::CXXConstructExpr>(S))
    return LvalueReads::copiedChoice(Copy, Context);
  const auto *Cast = dyn_cast<clang::CastExpr>(S);
  if (!Cast || Cast->getCastKind() != clang::CK_LValueToRValue)
    return nullptr;
  const clang::Expr *From = Cast->getSubExpr()->IgnoreParens();
  return isa<clang::ConditionalOperator>(From) ? From : nullptr;
}

/// The sides of all conditional lvalues in \p Body that are read.
static DenseSet<const clang::Stmt *> readSides(const clang::Stmt *Body,
                                               clang::ASTContext &Context) {
  DenseSet<const clang::Stmt *> Sides;
  SmallVector<const clang::Stmt *, 32> Left{Body};
  while (!Left.empty()) {
    const clang::Stmt *S = Left.pop_back_val();
    if (!S)
      continue;
    Left.append(S->child_begin(), S->child_end());
    const clang::Expr *Chosen = readChoice(S, Context);
    if (!Chosen)
      continue;
    SmallVector<const clang::Expr *, 4> Reads{Chosen};
    while (!Reads.empty()) {
      const clang::Expr *Read = Reads.pop_back_val()->IgnoreParens();
      // An inner choice may get a const from the outer one.
      const auto *Either = dyn_cast<clang::ConditionalOperator>(
          Read->IgnoreParenNoopCasts(Context));
      if (Either)
        Reads.append({Either->getTrueExpr(), Either->getFalseExpr()});
      else
        Sides.insert(Read);
    }
  }
  return Sides;
}

bool LvalueReads::isReadSide(const clang::Expr *E) {
  std::optional<DenseSet<const clang::Stmt *>> &Sides = frame().ReadSides;
  if (!Sides)
    Sides = readSides(frame().Function->getBody(), Context);
  return Sides->contains(E);
}

/// The value of the side that \p E picks. The sides have been read where they
/// stand, each by its own lanes: a side may be a variable in a register, which
/// has no address that could be picked.
Value LvalueReads::readEither(const clang::ConditionalOperator *E,
                              clang::QualType Type) {
  auto Side = [&](const clang::Expr *S) {
    S = S->IgnoreParens();
    auto Known = frame().SideValues.find(S);
    if (Known != frame().SideValues.end())
      return Known->second;
    return S->isGLValue() ? read(S, Type) : Numbers.opaque(Type, "throw");
  };
  ScalarExpr Test = Pool.isTrue(Expressions.scalar(E->getCond()));
  if (Test->isIntegerConstant())
    return Side(Test->isConstant(0) ? E->getFalseExpr() : E->getTrueExpr());
  Value A = Side(E->getTrueExpr()), B = Side(E->getFalseExpr());
  return Numbers.select(Test, A, B, Type);
}

} // namespace kernelcast
