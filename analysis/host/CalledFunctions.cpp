//===- CalledFunctions.cpp - What calls in host code return ---------------===//

#include "analysis/host/CalledFunctions.h"
#include "analysis/host/ContainerSizes.h"
#include "analysis/host/Containers.h"
#include "analysis/host/HostValues.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/StringSwitch.h"
#include <cmath>

using namespace llvm;
using namespace kernelcast;
using namespace kernelcast::host;
namespace k = kernelcast;

CalledFunctions::CalledFunctions(HostValues &Values)
    : Values(Values), Facts(Values.Facts), Pool(Values.Pool),
      Arithmetic(Values.Arithmetic), Chains(Values.Chains), Work(Values.Work) {}

/// What the statements after an if still do.
struct CalledFunctions::Rest {
  ArrayRef<const clang::Stmt *> Statements;
  const Rest *Next;
};

const k::Expr *
CalledFunctions::returned(ArrayRef<const clang::Stmt *> Statements,
                          const Rest *Next, ArrayRef<PathStep> Steps,
                          const Frame *F) {
  if (!Work.step())
    return nullptr;
  auto Deeper = Work.deeper();
  auto Returns = [&](const clang::Stmt *S) {
    return llvm::any_of(F->Facts->Returns, [&](const clang::Stmt *R) {
      return F->Facts->contains(S, R);
    });
  };
  for (; !Statements.empty(); Statements = Statements.drop_front()) {
    const clang::Stmt *S = Statements.front();
    Rest After{Statements.drop_front(), Next};
    if (const auto *R = dyn_cast<clang::ReturnStmt>(S))
      return Values.part(R->getRetValue(), Steps, F);
    if (!S || !Returns(S))
      continue;
    if (const auto *B = dyn_cast<clang::CompoundStmt>(S)) {
      SmallVector<const clang::Stmt *, 8> Inner(B->body_begin(), B->body_end());
      return returned(Inner, &After, Steps, F);
    }
    const auto *If = dyn_cast<clang::IfStmt>(S);
    if (!If)
      return nullptr;
    const Expr *Condition = Values.value(If->getCond(), F);
    auto Way = [&](const clang::Stmt *Branch) -> const Expr * {
      if (!Branch)
        return returned({}, &After, Steps, F);
      return returned({Branch}, &After, Steps, F);
    };
    if (Condition && Condition->isIntegerConstant())
      return Way(Condition->value() ? If->getThen() : If->getElse());
    if (!Condition)
      return nullptr;
    const Expr *A = Way(If->getThen());
    return A ? Values.join(Condition, A, Way(If->getElse())) : nullptr;
  }
  return Next ? returned(Next->Statements, Next->Next, Steps, F) : nullptr;
}

const k::Expr *CalledFunctions::result(const clang::CallExpr *C,
                                       ArrayRef<PathStep> Steps,
                                       const Frame *F) {
  const clang::FunctionDecl *Callee = C->getDirectCallee();
  if (!Callee || F->Depth >= MaximumCallDepth || Callee->isVariadic())
    return nullptr;
  // x.operator()() and conversions of objects that hold one value.
  const FunctionFacts *Body = Facts.of(Callee);
  if (!Body || Body->Returns.empty())
    return nullptr;
  const Frame *Inner = Chains.enter(Body, C, F, /*Inlined=*/true);
  return returned({Body->Function->getBody()}, nullptr, Steps, Inner);
}

/// Whether \p P is the size of the container \p Whole, or of what that points
/// to.
static bool isSizeOf(const Place &P, const Place &Whole) {
  ArrayRef<PathStep> Rest = ArrayRef(P.Steps).drop_back();
  return P.Variable == Whole.Variable &&
         (Rest == ArrayRef(Whole.Steps) ||
          (Rest.size() == Whole.Steps.size() + 1 && !Rest.back().Field &&
           Rest.back().Element == 0 &&
           Rest.drop_back() == ArrayRef(Whole.Steps)));
}

const k::Expr *CalledFunctions::left(const clang::CallExpr *C, const Place &P,
                                     const Frame *F) {
  const clang::FunctionDecl *Callee = C->getDirectCallee();
  if (!Callee || F->Depth >= MaximumCallDepth)
    return nullptr;
  if (const auto *Member = dyn_cast<clang::CXXMemberCallExpr>(C);
      Member && !P.Steps.empty() && P.Steps.back().isSize())
    if (std::optional<Place> Changed =
            placeOf(Member->getImplicitObjectArgument(), Facts.Context);
        Changed && isSizeOf(P, *Changed))
      return sizeLeft(Member, F, Values, Pool);
  const FunctionFacts *Body = Facts.of(Callee);
  const auto *Block =
      Body ? dyn_cast_or_null<clang::CompoundStmt>(Body->Function->getBody())
           : nullptr;
  if (!Block || Body->JumpsBack ||
      any_of(Body->Returns,
             [&](const clang::Stmt *R) { return R != Block->body_back(); }))
    return nullptr;
  std::optional<Place> Inside;
  auto Passed = [&](const clang::Expr *E, const clang::VarDecl *As,
                    bool Pointer) -> bool {
    E = E->IgnoreParenCasts();
    if (const auto *U = dyn_cast<clang::UnaryOperator>(E);
        U && U->getOpcode() == clang::UO_AddrOf && Pointer) {
      E = U->getSubExpr();
    } else if (Pointer) {
      return false; // a pointer variable, which other names may share
    }
    std::optional<Place> T = placeOf(E, Facts.Context);
    if (!T || T->Variable != P.Variable || !covers(T->Steps, P.Steps))
      return false;
    Inside = Place{As, {}};
    if (Pointer && As)
      Inside->Steps.push_back({nullptr, 0});
    Inside->Steps.append(P.Steps.begin() + T->Steps.size(), P.Steps.end());
    return true;
  };
  unsigned Ways = 0;
  for (unsigned I = 0; I < Body->Function->getNumParams(); ++I) {
    const clang::ParmVarDecl *Parameter = Body->Function->getParamDecl(I);
    const clang::Expr *A = argument(C, I);
    bool Pointer = Parameter->getType()->isPointerType();
    if (!A || (!Pointer && !Parameter->getType()->isReferenceType()))
      continue;
    Ways += Passed(A, Parameter, Pointer);
  }
  if (const auto *M = dyn_cast<clang::CXXMemberCallExpr>(C);
      M && M->getImplicitObjectArgument() &&
      !M->getImplicitObjectArgument()->getType()->isPointerType())
    Ways += Passed(M->getImplicitObjectArgument(), nullptr, false);
  if (!Inside || Ways != 1)
    return nullptr;
  const Frame *Inner = Chains.enter(Body, C, F, /*Inlined=*/true);
  if (!Body->modifies(Block, *Inside))
    return Values.before(P, C, F);
  return Values.after(Block, *Inside, Inner);
}

const k::Expr *CalledFunctions::wellKnown(const clang::CallExpr *C,
                                          const Frame *F) {
  const clang::FunctionDecl *Callee = C->getDirectCallee();
  if (!Callee || !Callee->getIdentifier() || C->getNumArgs() == 0 ||
      C->getNumArgs() > 2)
    return nullptr;
  StringRef Name = Callee->getName();
  Name.consume_front("__builtin_");
  std::optional<ScalarType> Type = scalarType(C->getType(), Facts.Context);
  if (!Type)
    return nullptr;
  if (C->getNumArgs() == 2) {
    bool Min = StringSwitch<bool>(Name)
                   .Cases("min", "umin", "MIN", "Min", true)
                   .Default(false);
    bool Max = StringSwitch<bool>(Name)
                   .Cases("max", "umax", "MAX", "Max", true)
                   .Default(false);
    if (Type->Float || (!Min && !Max))
      return nullptr;
    const Expr *A = Arithmetic.convert(Values.value(C->getArg(0), F), *Type);
    const Expr *B = Arithmetic.convert(Values.value(C->getArg(1), F), *Type);
    return A && B ? Pool.binary(Min ? Op::Min : Op::Max, A, B) : nullptr;
  }
  bool Ceil = Name == "ceil" || Name == "ceilf";
  bool Floor = Name == "floor" || Name == "floorf" || Name == "trunc" ||
               Name == "truncf";
  bool Root = Name == "sqrt" || Name == "sqrtf";
  bool Log2 = Name == "log2" || Name == "log2f";
  if (!Ceil && !Floor && !Root && !Log2)
    return nullptr;
  const Expr *V = Values.value(C->getArg(0), F);
  if (!V)
    return nullptr;
  if (Ceil || Floor) {
    const Expr *Whole = V->type().Float ? Arithmetic.rounded(V, Ceil) : V;
    return Whole ? Pool.cast(Whole, *Type) : nullptr;
  }
  double X;
  if (V->isIntegerConstant())
    X = static_cast<double>(V->value());
  else if (V->isConstant())
    X = V->floatValue();
  else
    return nullptr;
  if (!Type->Float || !(X > 0))
    return nullptr;
  return Pool.floatConstant(Root ? std::sqrt(X) : std::log2(X), Type->Bits);
}

const k::Expr *CalledFunctions::constructed(const clang::CXXConstructExpr *K,
                                            ArrayRef<PathStep> Steps,
                                            const Frame *F) {
  const clang::CXXConstructorDecl *Constructor = K->getConstructor();
  if (Constructor->isCopyOrMoveConstructor() && K->getNumArgs() >= 1)
    return Values.part(K->getArg(0), Steps, F);
  if (Steps[0].isSize())
    return containerKind(K->getType()) == ContainerKind::None
               ? nullptr
               : sizeConstructed(K, F, Values, Pool);
  const clang::FieldDecl *Field = Steps[0].Field;
  if (!Field || F->Depth >= MaximumCallDepth)
    return nullptr;
  const clang::CXXRecordDecl *Record = Constructor->getParent();
  if (Record->getName() == "dim3" &&
      (K->getNumArgs() == 0 ||
       scalarType(K->getArg(0)->getType(), Facts.Context))) {
    ScalarType Type = ScalarType::integer(32, false);
    unsigned I = Field->getFieldIndex();
    if (I >= K->getNumArgs())
      return Pool.constant(1, Type);
    return Arithmetic.convert(Values.value(K->getArg(I), F), Type);
  }
  const FunctionFacts *Body = Facts.of(Constructor);
  const Frame *Inner = Chains.enter(Body, K, F, /*Inlined=*/true);
  Place P{nullptr, Path(Steps.begin(), Steps.end())};
  if (Body) {
    const auto *Definition = cast<clang::CXXConstructorDecl>(Body->Function);
    if (Body->modifies(Definition->getBody(), P))
      return Values.after(Definition->getBody(), P, Inner);
    for (const clang::CXXCtorInitializer *I : Definition->inits())
      if (I->isAnyMemberInitializer() && I->getMember() == Field)
        return Values.part(I->getInit(), Steps.drop_front(), Inner);
    return nullptr;
  }
  if (const clang::Expr *Init = Field->getInClassInitializer();
      Init && K->getNumArgs() == 0)
    return Values.part(Init, Steps.drop_front(), F);
  // T x{}; of a plain aggregate.
  if (K->requiresZeroInitialization())
    if (std::optional<ScalarType> Type =
            scalarType(Steps.back().Field ? Steps.back().Field->getType()
                                          : clang::QualType(),
                       Facts.Context);
        Type && !Type->Float)
      return Pool.constant(0, *Type);
  return nullptr;
}
