//===- LowerCall.cpp - Calls, constructors, inlining ----------------------===//
//
// A call of a function with a body is inlined: its parameters are objects of a
// new frame and its CFG is spliced in. Functions that the hardware implements
// (LowerBuiltin.cpp) come first when the body is not the user's own.
//===----------------------------------------------------------------------===//

#include "analysis/ast/KernelLowering.h"
#include "analysis/support/PreludeRoot.h"
#include "clang/AST/Attr.h"
#include "clang/Basic/SourceManager.h"

using namespace llvm;

namespace kernelcast {

/// Everything that a call of unknown code may write through its arguments.
void KernelLowering::escapeArguments(const clang::CallExpr *E, StringRef Why) {
  for (const clang::Expr *Argument : E->arguments()) {
    if (Argument->getType()->isFunctionType())
      continue;
    Value V =
        Argument->isGLValue() ? Value{address(Argument)} : rvalue(Argument);
    if (Argument->getType()->isPointerType() || Argument->isGLValue())
      if (!V.empty())
        clobber(V.front(), Why, E);
  }
}

Value KernelLowering::inlineCall(const clang::FunctionDecl *Callee,
                                 ScalarExpr This,
                                 ArrayRef<const clang::Expr *> Arguments,
                                 const clang::Expr *Site) {
  clang::QualType ResultType = Callee->getReturnType();
  unsigned Nesting = 0;
  for (Frame *F = TheFrame; F; F = F->Caller, ++Nesting)
    if (F->Function->getCanonicalDecl() == Callee->getCanonicalDecl()) {
      reason("recursion in " + Callee->getNameAsString(), Site->getExprLoc());
      return opaque(ResultType, "recursive call");
    }
  if (Nesting > Options.MaxInlineDepth) {
    reason("calls nested deeper than " + Twine(Options.MaxInlineDepth),
           Site->getExprLoc());
    return opaque(ResultType, "calls nested too deeply");
  }
  Frame F;
  F.Function = Callee;
  F.Caller = TheFrame;
  F.Call = Site;
  F.Path = hash_combine(TheFrame->Path, Site);
  F.FirstArray = Model.Arrays.size();
  F.This = This;
  F.Modified = modifiedVariables(Callee->getBody());
  SourceSpot Where = spot(Site->getExprLoc());
  F.CallText = Callee->getNameAsString() + "() at " +
               std::to_string(Where.Line) + ":" + std::to_string(Where.Column);
  // Arguments belong to the caller's frame.
  for (unsigned I = 0; I < Callee->getNumParams(); ++I) {
    const clang::ParmVarDecl *P = Callee->getParamDecl(I);
    ScalarExpr Home = newObject(P->getType(), P->getName(), P->getLocation());
    F.Addresses[P] = Home;
    if (I >= Arguments.size())
      continue;
    initialize(Home, P->getType(), Arguments[I]);
    if (!F.Modified.contains(P) || P->getType()->isReferenceType()) {
      const TypeLayout Layout = Layouts.of(P->getType());
      Value V;
      for (unsigned L = 0; L < Layout.Leaves.size(); ++L)
        V.push_back(Ssa.read(Current, {unsigned(Home->value()), L},
                             Layout.Leaves[L].Type));
      if (!V.empty())
        F.Fixed[P] = std::move(V);
    }
  }
  // Inside a lambda's body captured variables are fields of the closure.
  if (const auto *Method = dyn_cast<clang::CXXMethodDecl>(Callee);
      Method && Method->getParent()->isLambda() && This) {
    DenseMap<const clang::ValueDecl *, clang::FieldDecl *> Captures;
    clang::FieldDecl *ThisCapture = nullptr;
    Method->getParent()->getCaptureFields(Captures, ThisCapture);
    for (auto &[Variable, Field] : Captures) {
      uint64_t At = Context.getFieldOffset(Field) / 8;
      ScalarExpr Address =
          pool().add(This, pool().constant(At, ScalarType::pointer()));
      if (Field->getType()->isReferenceType())
        Address = load(Address, Field->getType(), Site).front();
      if (const auto *V = dyn_cast<clang::VarDecl>(Variable)) {
        F.Addresses[V] = Address;
        if (V->getType()->isReferenceType())
          F.Fixed[V] = {Address};
      }
    }
    if (ThisCapture)
      F.This =
          load(pool().add(This, pool().constant(
                                    Context.getFieldOffset(ThisCapture) / 8,
                                    ScalarType::pointer())),
               ThisCapture->getType(), Site)
              .front();
  }
  bool Returns = !ResultType->isVoidType();
  if (Returns)
    F.ReturnAddress =
        newObject(ResultType, Callee->getNameAsString(), Site->getExprLoc());
  TheFrame = &F;
  bool Lowered = lowerBody(F);
  TheFrame = F.Caller;
  if (!Lowered) {
    reason("no control flow graph for " + Callee->getNameAsString(),
           Site->getExprLoc());
    return opaque(ResultType, "call that could not be analysed");
  }
  if (!Returns || GaveUp)
    return Returns ? opaque(ResultType, "analysis stopped") : Value{};
  const TypeLayout Layout = Layouts.of(ResultType);
  Value V;
  for (unsigned L = 0; L < Layout.Leaves.size(); ++L)
    V.push_back(Ssa.read(Current, {unsigned(F.ReturnAddress->value()), L},
                         Layout.Leaves[L].Type));
  if (!Layout.Complete)
    V = opaque(ResultType, "large result");
  return V;
}

/// Whether \p Callee's body is the user's code rather than our prelude's or a
/// system header's.
static bool isUserCode(const clang::FunctionDecl *Callee,
                       const clang::SourceManager &Sources) {
  clang::SourceLocation Where = Sources.getExpansionLoc(Callee->getLocation());
  if (Where.isInvalid() || Sources.isInSystemHeader(Where))
    return false;
  return !isPrelude(Sources.getFilename(Where));
}

Value KernelLowering::lowerCall(const clang::CallExpr *E) {
  clang::QualType Type = E->getCallReturnType(Context);
  if (isa<clang::CUDAKernelCallExpr>(E)) {
    reason("kernel launch from device code", E->getExprLoc());
    return {};
  }
  const clang::FunctionDecl *Callee = E->getDirectCallee();
  if (!Callee) {
    if (isa<clang::CXXPseudoDestructorExpr>(
            E->getCallee()->IgnoreParenImpCasts()))
      return {};
    reason("call through a function pointer", E->getExprLoc());
    escapeArguments(E, "call through a function pointer");
    return opaque(Type, "call through a function pointer");
  }
  const clang::FunctionDecl *Definition = nullptr;
  bool HasBody = Callee->hasBody(Definition) && Definition &&
                 !Definition->isDependentContext();
  if (!HasBody || !isUserCode(Definition, Context.getSourceManager()))
    if (std::optional<Value> V = lowerBuiltin(E, Callee))
      return *V;

  // A constant expression is its value, recursion and all.
  clang::Expr::EvalResult Constant;
  if (HasBody && Callee->isConstexpr() && Type->isIntegralOrEnumerationType() &&
      !E->isValueDependent() && E->EvaluateAsInt(Constant, Context)) {
    ScalarType T = Layouts.scalar(Type);
    return {pool().constant(wrapToType(lowWord(Constant.Val.getInt()), T), T)};
  }

  // The object that a member function works on.
  SmallVector<const clang::Expr *, 8> Arguments(E->arguments());
  ScalarExpr This = nullptr;
  const auto *Method = dyn_cast<clang::CXXMethodDecl>(Callee);
  if (const auto *Member = dyn_cast<clang::CXXMemberCallExpr>(E)) {
    const clang::Expr *ObjectExpr = Member->getImplicitObjectArgument();
    if (Method && ObjectExpr) {
      if (ObjectExpr->getType()->isPointerType())
        This = scalar(ObjectExpr);
      else
        This = address(ObjectExpr);
      if (Method->isVirtual()) {
        const auto *Known =
            Method->getDevirtualizedMethod(ObjectExpr, /*IsAppleKext=*/false);
        if (!Known) {
          reason("virtual call", E->getExprLoc());
          return opaque(Type, "virtual call");
        }
        HasBody = Known->hasBody(Definition);
      }
    }
  } else if (isa<clang::CXXOperatorCallExpr>(E) && Method &&
             !Method->isStatic() && !Arguments.empty()) {
    This = address(Arguments.front());
    Arguments.erase(Arguments.begin());
  }
  if (Method &&
      (Method->isCopyAssignmentOperator() ||
       Method->isMoveAssignmentOperator()) &&
      (Method->isTrivial() || (Method->isDefaulted() && !HasBody)) &&
      !Arguments.empty() && This) {
    clang::QualType Class = Context.getTypeDeclType(Method->getParent());
    Value V = Arguments[0]->isGLValue()
                  ? load(address(Arguments[0]), Class, Arguments[0])
                  : rvalue(Arguments[0]);
    store(This, Class, V,
          isa<clang::CXXOperatorCallExpr>(E) ? E->getArg(0) : E);
    return {This};
  }
  if (HasBody)
    return inlineCall(Definition, This, Arguments, E);

  if (isa<clang::CXXDestructorDecl>(Callee))
    return {};
  // A pure function of scalars is an instruction; anything else is unknown.
  bool Pure = !Type->isVoidType() && !Type->isReferenceType() && !This &&
              Callee->getDeclName().isIdentifier();
  for (const clang::Expr *Argument : E->arguments())
    Pure &= !Argument->getType()->isPointerType() && !Argument->isGLValue() &&
            !Argument->getType()->isRecordType();
  if (Pure)
    if (std::optional<Value> V = lowerMathFunction(Callee->getName(), E))
      return *V;
  std::string Name = Callee->getNameAsString();
  reason("call of " + Name + ", which has no body", E->getExprLoc());
  escapeArguments(E, "call of " + Name);
  effect(EffectKind::Call, E);
  return opaque(Type, "result of " + Name);
}

void KernelLowering::construct(ScalarExpr Address,
                               const clang::CXXConstructExpr *E) {
  clang::QualType Type = E->getType();
  const clang::CXXConstructorDecl *Constructor = E->getConstructor();
  if (const auto *Array = Context.getAsConstantArrayType(Type)) {
    if (!Constructor->isTrivial())
      clobber(Address, "array of constructed elements");
    (void)Array;
    return;
  }
  if (E->requiresZeroInitialization())
    store(Address, Type, zero(Type), nullptr);
  const clang::FunctionDecl *Definition = nullptr;
  bool HasBody = Constructor->hasBody(Definition) && Definition &&
                 !Definition->isDependentContext();
  if (Constructor->isCopyOrMoveConstructor() && E->getNumArgs() >= 1 &&
      (Constructor->isTrivial() || !HasBody)) {
    const clang::Expr *Source = E->getArg(0);
    Value V = Source->isGLValue() ? load(address(Source), Type, Source)
                                  : rvalue(Source);
    store(Address, Type, V, nullptr);
    return;
  }
  if (Constructor->isTrivial())
    return;
  if (!HasBody) {
    if (Constructor->isDefaulted())
      return;
    reason("constructor of " + Constructor->getParent()->getNameAsString() +
               ", which has no body",
           E->getExprLoc());
    clobber(Address, "constructor without a body");
    return;
  }
  SmallVector<const clang::Expr *, 8> Arguments(E->arguments());
  inlineCall(Definition, Address, Arguments, E);
}

} // namespace kernelcast
