//===- CallLowering.cpp - Calls, constructors, inlining -------------------===//

#include "analysis/ast/CallLowering.h"
#include "analysis/ast/BodyLowering.h"
#include "analysis/ast/ExpressionLowering.h"
#include "analysis/ast/ModifiedVariables.h"
#include "analysis/instructions/Builtins.h"
#include "clang/Basic/Builtins.h"

using namespace llvm;

namespace kernelcast {

/// The definition of \p Function that can be lowered, or null.
static const clang::FunctionDecl *
definitionOf(const clang::FunctionDecl *Function) {
  const clang::FunctionDecl *Definition = nullptr;
  if (!Function->hasBody(Definition) || !Definition ||
      Definition->isDependentContext())
    return nullptr;
  return Definition;
}

/// That of a pointer to a function that is a constant expression, as a table of
/// functions that the compiler looks up; else null.
static const clang::FunctionDecl *
constantFunction(const clang::Expr *Pointer, const clang::ASTContext &Context) {
  clang::Expr::EvalResult Result;
  if (!Pointer->getType()->isFunctionPointerType() ||
      Pointer->isValueDependent() ||
      !Pointer->EvaluateAsRValue(Result, Context) || Result.HasSideEffects ||
      !Result.Val.isLValue() || !Result.Val.getLValueOffset().isZero())
    return nullptr;
  const auto *Named =
      Result.Val.getLValueBase().dyn_cast<const clang::ValueDecl *>();
  return dyn_cast_or_null<clang::FunctionDecl>(Named);
}

/// The function that \p Pointer is known to point to: the name of one, a
/// constant, or a parameter that was given one. Null if it is not known.
const clang::FunctionDecl *
CallLowering::functionAt(const clang::Expr *Pointer) {
  if (const auto *Function = constantFunction(Pointer, Context))
    return Function;
  Pointer = Pointer->IgnoreParenImpCasts();
  if (const auto *Unary = dyn_cast<clang::UnaryOperator>(Pointer);
      Unary && (Unary->getOpcode() == clang::UO_AddrOf ||
                Unary->getOpcode() == clang::UO_Deref))
    Pointer = Unary->getSubExpr()->IgnoreParenImpCasts();
  const auto *Name = dyn_cast<clang::DeclRefExpr>(Pointer);
  if (!Name)
    return nullptr;
  if (const auto *Function = dyn_cast<clang::FunctionDecl>(Name->getDecl()))
    return isa<clang::CXXMethodDecl>(Function) &&
                   cast<clang::CXXMethodDecl>(Function)->isInstance()
               ? nullptr
               : Function;
  const auto *Parameter = dyn_cast<clang::ParmVarDecl>(Name->getDecl());
  return Parameter ? frame().Functions.lookup(Parameter) : nullptr;
}

/// Each parameter is an object of the callee's frame \p F; arguments are
/// lowered in the caller's.
void CallLowering::passArguments(InlinedFrame &F, const Callee &Of) {
  for (unsigned I = 0; I < Of.Body->getNumParams(); ++I) {
    const clang::ParmVarDecl *P = Of.Body->getParamDecl(I);
    clang::QualType Type = P->getType();
    ScalarExpr Home = Memory.newObject(Type, P->getName(), P->getLocation());
    F.Addresses[P] = Home;
    if (I >= Of.Arguments.size())
      continue;
    if (const auto *Function = functionAt(Of.Arguments[I]);
        Function && !F.Modified.contains(P))
      F.Functions[P] = Function;
    Expressions.Initializers.initialize(Home, Type, Of.Arguments[I]);
    if (isConstantClosure(Type))
      Registers.keep(Home);
    Expressions.skipDestructor(Type, Of.Arguments[I]->getExprLoc());
    if (F.Modified.contains(P) && !Type->isReferenceType())
      continue;
    if (Value V = Registers.held(Home, Type); !V.empty())
      F.Fixed[P] = std::move(V);
  }
}

/// The parameters of an inherited constructor are those that its heir was
/// called with: no copy is made ([class.inhctor.init]).
void CallLowering::shareParameters(InlinedFrame &F, const Callee &Of) {
  InlinedFrame &Heir = frame();
  for (unsigned I = 0; I < Of.Body->getNumParams(); ++I) {
    const clang::ParmVarDecl *P = Of.Body->getParamDecl(I);
    const clang::ParmVarDecl *Given = Heir.Function->getParamDecl(I);
    F.Addresses[P] = Heir.Addresses.lookup(Given);
    if (F.Modified.contains(P))
      continue;
    if (auto It = Heir.Fixed.find(Given); It != Heir.Fixed.end())
      F.Fixed[P] = It->second;
    if (auto It = Heir.Functions.find(Given); It != Heir.Functions.end())
      F.Functions[P] = It->second;
  }
}

/// Inside a lambda's body captured variables are fields of the closure, to
/// which \p F.This points.
void CallLowering::bindCaptures(InlinedFrame &F,
                                const clang::CXXMethodDecl *Operator,
                                const clang::Expr *Site) {
  ScalarExpr Closure = F.This;
  auto FieldAt = [&](const clang::FieldDecl *Field) {
    return Numbers.shifted(Closure, Context.getFieldOffset(Field) / 8);
  };
  DenseMap<const clang::ValueDecl *, clang::FieldDecl *> Captures;
  clang::FieldDecl *ThisCapture = nullptr;
  Operator->getParent()->getCaptureFields(Captures, ThisCapture);
  for (auto &[Variable, Field] : Captures) {
    ScalarExpr Address = FieldAt(Field);
    if (Field->getType()->isReferenceType())
      Address = Memory.load(Address, Field->getType(), Site).front();
    if (const auto *V = dyn_cast<clang::VarDecl>(Variable)) {
      F.Addresses[V] = Address;
      if (V->getType()->isReferenceType())
        F.Fixed[V] = {Address};
    }
  }
  if (ThisCapture)
    F.This =
        Memory.load(FieldAt(ThisCapture), ThisCapture->getType(), Site).front();
}

/// A call of code that is not looked into: it may write whatever it gets an
/// address of, and its result is unknown.
Value CallLowering::unseen(const Callee &Of, const clang::Expr *Site,
                           clang::QualType ResultType, StringRef Why) {
  if (Of.This) {
    Memory.lose(Of.This);
    Memory.clobber(Of.This, Why, Site);
  }
  if (Of.Inherits)
    loseParameters(Site, Why);
  Expressions.escape(Of.Arguments, Site, Why);
  return Numbers.opaque(ResultType, Why);
}

/// The parameters of the function that is being lowered are another's, too,
/// which is not looked into.
void CallLowering::loseParameters(const clang::Expr *Site, StringRef Why) {
  for (const clang::ParmVarDecl *P : frame().Function->parameters()) {
    ScalarExpr Home = frame().Addresses.lookup(P);
    if (!Home)
      continue;
    const clang::QualType Type = P->getType();
    const Value V = Memory.load(Home, Type, Site);
    Memory.lose(V);
    if (!V.empty() && (Type->isPointerType() || Type->isReferenceType()))
      Memory.clobber(V.front(), Why, Site);
  }
}

/// Whether a constructor that is called so makes a base of an object: what then
/// are virtual bases of that base is made by the object's own constructor.
bool CallLowering::makesBase(clang::CXXConstructionKind Kind) {
  switch (Kind) {
  case clang::CXXConstructionKind::Complete:
    return false;
  case clang::CXXConstructionKind::NonVirtualBase:
  case clang::CXXConstructionKind::VirtualBase:
    return true;
  case clang::CXXConstructionKind::Delegating:
    return frame().MakesBase;
  }
  llvm_unreachable("no other kind");
}

Value CallLowering::inlined(const Callee &Of, const clang::Expr *Site) {
  clang::QualType ResultType = Of.Body->getReturnType();
  const std::string Name = Of.Body->getNameAsString();
  if (Inlined.isActive(Of.Body)) {
    Flow.reason("recursion in " + Name, Site->getExprLoc());
    return unseen(Of, Site, ResultType, "recursive call");
  }
  if (!Flow.noteCall())
    return unseen(Of, Site, ResultType, "analysis stopped");
  if (Inlined.depth() > Options.MaxInlineDepth) {
    Flow.reason("calls nested deeper than " + Twine(Options.MaxInlineDepth),
                Site->getExprLoc());
    return unseen(Of, Site, ResultType, "calls nested too deeply");
  }
  InlinedFrame F;
  F.Function = Of.Body;
  F.Caller = &frame();
  F.Call = Site;
  F.This = Of.This;
  F.MakesBase = Of.MakesBase;
  F.Modified = modifiedVariables(Of.Body->getBody());
  SourceSpot Where = Source.spot(Site->getExprLoc());
  F.CallText = Name + "() at " + std::to_string(Where.Line) + ":" +
               std::to_string(Where.Column);
  const ArrayId FirstArray = Model.Arrays.size();
  if (Of.Inherits)
    shareParameters(F, Of);
  else
    passArguments(F, Of);
  if (const auto *Method = dyn_cast<clang::CXXMethodDecl>(Of.Body);
      Method && Method->getParent()->isLambda() && Of.This)
    bindCaptures(F, Method, Site);
  bool Returns = !ResultType->isVoidType();
  if (Returns)
    F.ReturnAddress = Memory.newObject(ResultType, Name, Site->getExprLoc());
  Inlined.enter(F);
  Uses.enter(Of.Body, Site, FirstArray);
  bool Lowered = Bodies.lower();
  Uses.leave();
  Inlined.leave();
  if (!Lowered) {
    Flow.reason("no control flow graph for " + Name, Site->getExprLoc());
    return unseen(Of, Site, ResultType, "call that could not be analysed");
  }
  if (!Returns)
    return {};
  if (Flow.gaveUp())
    return Numbers.opaque(ResultType, "analysis stopped");
  if (!Layouts.of(ResultType).Complete)
    return Numbers.opaque(ResultType, "large result");
  return Registers.held(F.ReturnAddress, ResultType);
}

/// Finds the object that a member function works on. False if it is not known
/// which function that is.
bool CallLowering::findObject(const clang::CallExpr *E, Callee &Of) {
  const auto *Method = dyn_cast<clang::CXXMethodDecl>(Of.Function);
  if (!Method)
    return true;
  if (const auto *Member = dyn_cast<clang::CXXMemberCallExpr>(E)) {
    const clang::Expr *Object = Member->getImplicitObjectArgument();
    if (!Object)
      return true;
    Of.This = Object->getType()->isPointerType() ? Expressions.scalar(Object)
                                                 : Expressions.address(Object);
    if (!Method->isVirtual())
      return true;
    const auto *Known =
        Method->getDevirtualizedMethod(Object, /*IsAppleKext=*/false);
    if (Known && !Known->hasBody(Of.Body))
      Of.Body = nullptr;
    return Known != nullptr;
  }
  if (isa<clang::CXXOperatorCallExpr>(E) && !Method->isStatic() &&
      !Of.Arguments.empty()) {
    Of.This = Expressions.address(Of.Arguments.front());
    Of.Arguments.erase(Of.Arguments.begin());
  }
  return true;
}

/// a = b, memberwise as the compiler does it; nothing for any other call.
std::optional<Value> CallLowering::copyAssignment(const clang::CallExpr *E,
                                                  const Callee &Of) {
  const auto *Method = dyn_cast<clang::CXXMethodDecl>(Of.Function);
  if (!Method || !Of.This || Of.Arguments.empty() ||
      !(Method->isCopyAssignmentOperator() ||
        Method->isMoveAssignmentOperator()) ||
      !(Method->isTrivial() || (Method->isDefaulted() && !Of.Body)))
    return std::nullopt;
  clang::QualType Class = Context.getTypeDeclType(Method->getParent());
  const clang::Expr *From = Of.Arguments[0];
  Value V = From->isGLValue()
                ? Memory.load(Expressions.address(From), Class, From)
                : Expressions.rvalue(From);
  Memory.store(Of.This, Class, V,
               isa<clang::CXXOperatorCallExpr>(E) ? E->getArg(0) : E);
  return Value{Of.This};
}

/// A pure function of scalars is an instruction; anything else is unknown.
Value CallLowering::withoutBody(const clang::CallExpr *E, const Callee &Of) {
  clang::QualType Type = E->getCallReturnType(Context);
  if (const auto *Destructor = dyn_cast<clang::CXXDestructorDecl>(Of.Function);
      Destructor && Destructor->isTrivial())
    return {};
  bool Pure = !Type->isVoidType() && !Type->isReferenceType() && !Of.This &&
              Of.Function->getDeclName().isIdentifier();
  for (const clang::Expr *Argument : E->arguments())
    Pure &= !Argument->getType()->isPointerType() && !Argument->isGLValue() &&
            !Argument->getType()->isRecordType();
  if (Pure)
    if (std::optional<Value> V =
            Builtins.mathematics().lower(Of.Function->getName(), E))
      return *V;
  std::string Name = Of.Function->getNameAsString();
  Flow.reason("call of " + Name + ", which has no body", E->getExprLoc());
  Flow.effect(EffectKind::Call, E);
  return unseen(Of, E, Type, "result of " + Name);
}

Value CallLowering::lower(const clang::CallExpr *E) {
  clang::QualType Type = E->getCallReturnType(Context);
  // A call in error, in a header whose errors are not told, has none.
  if (Type.isNull())
    Type = E->getType();
  if (isa<clang::CUDAKernelCallExpr>(E)) {
    Flow.reason("kernel launch from device code", E->getExprLoc());
    return {};
  }
  Callee Of;
  Of.Function = E->getDirectCallee();
  if (!Of.Function)
    Of.Function = functionAt(E->getCallee());
  if (!Of.Function) {
    if (isa<clang::CXXPseudoDestructorExpr>(
            E->getCallee()->IgnoreParenImpCasts()))
      return {};
    Flow.reason("call through a function pointer", E->getExprLoc());
    Of.Arguments.append(E->arg_begin(), E->arg_end());
    return unseen(Of, E, Type, "call through a function pointer");
  }
  // std::move() and the like, of which the compiler makes no body.
  switch (Of.Function->getBuiltinID()) {
  case clang::Builtin::BIas_const:
  case clang::Builtin::BIforward:
  case clang::Builtin::BIforward_like:
  case clang::Builtin::BImove:
  case clang::Builtin::BImove_if_noexcept:
    return {Expressions.address(E->getArg(0))};
  case clang::Builtin::BIaddressof:
  case clang::Builtin::BI__addressof:
    if (!E->getArg(0)->getType()->isFunctionType()) {
      ScalarExpr Address = Expressions.address(E->getArg(0));
      Memory.take(Address);
      return {Address};
    }
    break;
  default:
    break;
  }
  Of.Body = definitionOf(Of.Function);
  if (!Of.Body || !Source.isUserCode(Of.Body->getLocation()))
    if (std::optional<Value> V = Builtins.lower(E, Of.Function)) {
      // A function of numbers changes no argument, but if it is the user's,
      // maybe what earlier calls have kept. Those that the compiler declares
      // by itself stand where they are called.
      if (!Of.Body && !Of.Function->isImplicit() &&
          Source.isUserCode(Of.Function->getLocation())) {
        Memory.runUnseen("call of a function without a body");
        const StringRef Name = Of.Function->getName();
        if (!findBuiltin(Name, Model.Lang) && !isMathFunction(plainName(Name)))
          Flow.reason("call of " + Of.Function->getNameAsString() +
                          ", which has no body",
                      E->getExprLoc());
      }
      return *V;
    }

  // A constant expression is its value, recursion and all.
  clang::Expr::EvalResult Constant;
  if (Of.Body && Of.Function->isConstexpr() &&
      Type->isIntegralOrEnumerationType() && !E->isValueDependent() &&
      E->EvaluateAsInt(Constant, Context)) {
    ScalarType T = Layouts.scalar(Type);
    return {Pool.constant(wrapToType(lowWord(Constant.Val.getInt()), T), T)};
  }

  Of.Arguments.append(E->arg_begin(), E->arg_end());
  if (!findObject(E, Of)) {
    Flow.reason("virtual call", E->getExprLoc());
    return unseen(Of, E, Type, "virtual call");
  }
  if (std::optional<Value> V = copyAssignment(E, Of))
    return *V;
  return Of.Body ? inlined(Of, E) : withoutBody(E, Of);
}

void CallLowering::construct(ScalarExpr Address,
                             const clang::CXXConstructExpr *E) {
  clang::QualType Type = E->getType();
  const clang::CXXConstructorDecl *Constructor = E->getConstructor();
  if (Context.getAsConstantArrayType(Type)) {
    if (!Constructor->isTrivial())
      Memory.clobber(Address, "array of constructed elements");
    return;
  }
  if (E->requiresZeroInitialization())
    Memory.store(Address, Type, Numbers.zero(Type), nullptr);
  Callee Of;
  Of.Function = Constructor;
  Of.Body = definitionOf(Constructor);
  Of.This = Address;
  Of.MakesBase = makesBase(E->getConstructionKind());
  if (Constructor->isCopyOrMoveConstructor() && E->getNumArgs() >= 1 &&
      (Constructor->isTrivial() || !Of.Body)) {
    const clang::Expr *From = E->getArg(0);
    Value V;
    // A choice between two objects is a choice between their members.
    if (const clang::Expr *Choice = LvalueReads::copiedChoice(E, Context))
      V = Expressions.Reads.read(Choice, Type.getUnqualifiedType());
    else if (From->isGLValue())
      V = Memory.load(Expressions.address(From), Type, From);
    else
      V = Expressions.rvalue(From);
    Memory.store(Address, Type, V, nullptr);
    return;
  }
  if (Constructor->isTrivial())
    return;
  if (!Of.Body) {
    if (Constructor->isDefaulted())
      return;
    Flow.reason("constructor of " +
                    Constructor->getParent()->getNameAsString() +
                    ", which has no body",
                E->getExprLoc());
    Of.Arguments.append(E->arg_begin(), E->arg_end());
    unseen(Of, E, Type, "constructor without a body");
    return;
  }
  Of.Arguments.append(E->arg_begin(), E->arg_end());
  inlined(Of, E);
}

void CallLowering::constructInherited(
    ScalarExpr Address, const clang::CXXInheritedCtorInitExpr *E) {
  Callee Of;
  Of.Function = E->getConstructor();
  Of.Body = definitionOf(Of.Function);
  Of.This = Address;
  Of.Inherits = Of.MakesBase = true;
  if (Of.Body && frame().Function->getNumParams() == Of.Body->getNumParams()) {
    inlined(Of, E);
    return;
  }
  Flow.reason("inherited constructor of " +
                  E->getConstructor()->getParent()->getNameAsString() +
                  ", which cannot be followed",
              E->getExprLoc());
  unseen(Of, E, E->getType(), "inherited constructor that is not followed");
}

void CallLowering::destroy(ScalarExpr Address, clang::QualType Type,
                           const clang::Expr *Site,
                           clang::SourceLocation Where) {
  const auto *Class = Context.getBaseElementType(Type)->getAsCXXRecordDecl();
  if (!Class || !Class->hasDefinition() || Class->hasTrivialDestructor())
    return;
  Callee Of;
  Of.This = Address;
  Of.Function = Class->getDestructor();
  Of.Body = Of.Function ? definitionOf(Of.Function) : nullptr;
  if (Of.Body && Site && !Type->isArrayType()) {
    inlined(Of, Site);
    return;
  }
  Flow.reason("destructor of " + Class->getNameAsString(), Where);
  if (Registers.isSlot(Address))
    Memory.lose(Memory.load(Address, Type, nullptr));
  unseen(Of, Site, Context.VoidTy, "destructor that is not followed");
}

} // namespace kernelcast
