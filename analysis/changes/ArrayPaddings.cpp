//===- ArrayPaddings.cpp - Shared arrays with longer rows -----------------===//

#include "analysis/changes/ArrayPaddings.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/TypeLoc.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace kernelcast;

/// The innermost dimension of \p Variable as it is written; null where a named
/// type has it, or there is only one.
static clang::ArrayTypeLoc innermostRow(const clang::VarDecl *Variable) {
  const clang::TypeSourceInfo *Written = Variable->getTypeSourceInfo();
  if (!Written)
    return {};
  auto asArray = [](clang::TypeLoc Type) {
    return Type.IgnoreParens().getUnqualifiedLoc().getAs<clang::ArrayTypeLoc>();
  };
  clang::ArrayTypeLoc Row = asArray(Written->getTypeLoc()), Last;
  for (unsigned Dimension = 1; Row; ++Dimension) {
    if (Dimension > 1)
      Last = Row;
    Row = asArray(Row.getElementLoc());
  }
  return Last && !Last.getElementLoc().getType()->isArrayType()
             ? Last
             : clang::ArrayTypeLoc();
}

/// Whether " + 1" behind \p Size adds to all of it.
static bool bindsTighterThanPlus(const clang::Expr *Size) {
  Size = Size->IgnoreImplicit();
  if (const auto *Constant = dyn_cast<clang::ConstantExpr>(Size))
    Size = Constant->getSubExpr()->IgnoreImplicit();
  if (const auto *Binary = dyn_cast<clang::BinaryOperator>(Size))
    return Binary->isAdditiveOp() || Binary->isMultiplicativeOp();
  return isa<clang::IntegerLiteral, clang::DeclRefExpr, clang::ParenExpr,
             clang::SubstNonTypeTemplateParmExpr>(Size);
}

/// What keeps the uses of \p Variable from being the same with longer rows.
static void checkUses(const clang::VarDecl *Variable, const ReachedCode &Code,
                      const SourceText &Source, ArrayPadding &Padding) {
  auto hinder = [&](ChangeObstacle Why, clang::SourceLocation At) {
    if (Padding.Obstacle != ChangeObstacle::None)
      return;
    Padding.Obstacle = Why;
    Padding.ObstacleAt = Source.spot(At);
  };
  if (Code.isCut())
    hinder(ChangeObstacle::NotModelled, Variable->getLocation());
  for (const VariableUse &Use : Code.uses(Variable))
    if (Use.Kind == UseKind::Size)
      hinder(ChangeObstacle::SizeTaken, Use.Name->getLocation());
    else if (Use.Kind == UseKind::Whole)
      hinder(ChangeObstacle::UsedAsWhole, Use.Name->getLocation());
  // decltype(tile) names its size, and no expression does.
  const auto *Owner = dyn_cast<clang::FunctionDecl>(Variable->getDeclContext());
  if (!Owner || Source.contains(Owner->getSourceRange(), "decltype") ||
      Source.contains(Owner->getSourceRange(), "typeof"))
    hinder(ChangeObstacle::SizeTaken, Variable->getLocation());
}

static ArrayPadding paddingOf(const clang::VarDecl *Variable, ArrayId Array,
                              const ReachedCode &Code,
                              const SourceText &Source) {
  ArrayPadding Padding;
  Padding.Array = Array;
  const clang::ArrayTypeLoc Row = innermostRow(Variable);
  if (!Row || !Row.getSizeExpr()) {
    Padding.Obstacle = ChangeObstacle::NotSpelledOut;
    Padding.ObstacleAt = Source.spot(Variable->getLocation());
    return Padding;
  }
  const clang::SourceLocation From = Row.getLBracketLoc(),
                              To = Row.getRBracketLoc();
  Padding.File = Source.spot(To).File;
  Padding.Begin = Source.insertion(From, /*Behind=*/true);
  Padding.End = Source.insertion(To);
  Padding.Parenthesize = !bindsTighterThanPlus(Row.getSizeExpr());
  for (clang::SourceLocation End : {From, To})
    if (ChangeObstacle Why = Source.obstacleAt(End);
        Why != ChangeObstacle::None &&
        Padding.Obstacle == ChangeObstacle::None) {
      Padding.Obstacle = Why;
      Padding.ObstacleAt = Source.spot(End);
    }
  checkUses(Variable, Code, Source, Padding);
  return Padding;
}

void kernelcast::findArrayPaddings(const ReachedCode &Code,
                                   const SourceText &Source,
                                   KernelModel &Model) {
  for (const auto &[Id, Array] : enumerate(Model.Arrays)) {
    if (Array.Space != MemorySpace::Shared || Array.Parameter != None ||
        Array.DynamicShared)
      continue;
    const auto *Found = find_if(Code.variables(), [&](const clang::VarDecl *V) {
      return V->getName() == Array.Name &&
             Source.spot(V->getLocation()) == Array.Location;
    });
    if (Found == Code.variables().end())
      continue;
    const clang::QualType Type = (*Found)->getType();
    if (Type->isArrayType() &&
        clang::QualType(Type->getArrayElementTypeNoTypeQual(), 0)
            ->isArrayType())
      Model.Paddings.push_back(
          paddingOf(*Found, static_cast<ArrayId>(Id), Code, Source));
  }
}
