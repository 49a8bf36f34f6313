//===- ExpressionLowering.cpp - What expressions stand for ----------------===//

#include "analysis/ast/ExpressionLowering.h"
#include "analysis/ast/LaunchIndices.h"
#include "clang/AST/DeclCXX.h"
#include "llvm/ADT/ScopeExit.h"

using namespace llvm;

namespace kernelcast {

static constexpr unsigned MaxNesting = 6000;

Value ExpressionLowering::rvalue(const clang::Expr *E) {
  E = E->IgnoreParens();
  clang::QualType Type = E->getType();
  auto Known = frame().Values.find(E);
  if (Known != frame().Values.end()) {
    if (!E->isGLValue() || Known->second.empty())
      return Known->second;
    return Memory.load(Known->second.front(), Type, E);
  }
  if (Flow.gaveUp())
    return Numbers.opaque(Type, "analysis stopped");
  if (Depth > MaxNesting) {
    Flow.reason("expression nested deeper than " + Twine(MaxNesting),
                E->getExprLoc());
    return Numbers.opaque(Type, "nested too deeply");
  }
  ++Depth;
  auto Leave = make_scope_exit([&] { --Depth; });
  if (std::optional<Coordinate> C = launchCoordinate(E, Model.Lang))
    return {Numbers.convert(Pool.coordinate(*C), Layouts.scalar(Type))};
  if (E->isGLValue())
    return Memory.load(address(E), Type, E);
  Value V = Rvalues.lower(E);
  if (Type->isPointerType() && V.size() == 1)
    Extents.notePointer(E, V.front());
  return V;
}

ScalarExpr ExpressionLowering::scalar(const clang::Expr *E) {
  Value V = rvalue(E);
  if (!V.empty())
    return V.front();
  return Pool.opaque("expression without a value",
                     Layouts.scalar(E->getType()));
}

ScalarExpr ExpressionLowering::condition(const clang::Expr *E) {
  E = E->IgnoreParens();
  // The CFG evaluates the last operand of && and || on its own.
  if (const auto *Logical = dyn_cast<clang::BinaryOperator>(E);
      Logical && Logical->isLogicalOp() && !frame().Values.count(E))
    return condition(Logical->getRHS());
  if (E->isGLValue()) {
    Value V = Memory.load(address(E), E->getType(), E);
    return V.empty() ? Pool.truth(true) : Pool.isTrue(V.front());
  }
  return Pool.isTrue(scalar(E));
}

ScalarExpr ExpressionLowering::address(const clang::Expr *E) {
  E = E->IgnoreParens();
  auto Known = frame().Values.find(E);
  if (Known != frame().Values.end() && E->isGLValue() && !Known->second.empty())
    return Known->second.front();
  if (Flow.gaveUp() || Depth > MaxNesting) {
    if (!Flow.gaveUp())
      Flow.reason("expression nested deeper than " + Twine(MaxNesting),
                  E->getExprLoc());
    return Pool.opaque("nested too deeply", ScalarType::pointer());
  }
  ++Depth;
  auto Leave = make_scope_exit([&] { --Depth; });
  return Lvalues.lower(E);
}

void ExpressionLowering::evaluate(const clang::Expr *E) {
  if (E->isGLValue())
    address(E);
  else
    rvalue(E);
}

/// \p Argument, a pointer or an lvalue whose value or address is \p V, is
/// written through at \p Site.
void ExpressionLowering::writeTarget(const clang::Expr *Argument,
                                     const Value &V, const clang::Expr *Site,
                                     StringRef Why) {
  if (!V.empty() &&
      (Argument->getType()->isPointerType() || Argument->isGLValue()))
    Memory.clobber(V.front(), Why, Site);
}

void ExpressionLowering::escape(ArrayRef<const clang::Expr *> Arguments,
                                const clang::Expr *Site, StringRef Why) {
  for (const clang::Expr *Argument : Arguments) {
    if (Argument->getType()->isFunctionType())
      continue;
    Value V =
        Argument->isGLValue() ? Value{address(Argument)} : rvalue(Argument);
    Memory.lose(V);
    writeTarget(Argument, V, Site, Why);
  }
  Memory.runUnseen(Why);
}

void ExpressionLowering::writeTargets(const clang::CallExpr *E, StringRef Why) {
  for (const clang::Expr *Argument : E->arguments()) {
    clang::QualType Type = Argument->getType();
    clang::QualType Target =
        Type->isPointerType() ? Type->getPointeeType() : Type;
    if (Type->isFunctionType() || Target.isConstQualified() ||
        (!Type->isPointerType() && !Argument->isGLValue()))
      continue;
    writeTarget(Argument,
                Argument->isGLValue() ? Value{address(Argument)}
                                      : rvalue(Argument),
                E, Why);
  }
}

void ExpressionLowering::skipDestructor(clang::QualType Type,
                                        clang::SourceLocation Where) {
  const auto *Class = Type->getAsCXXRecordDecl();
  if (!Class || !Class->hasDefinition() || Class->hasTrivialDestructor())
    return;
  Flow.reason("destructor of " + Class->getNameAsString(), Where);
  Memory.writeAnywhere("destructor that is not run");
}

} // namespace kernelcast
