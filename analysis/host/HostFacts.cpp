//===- HostFacts.cpp - One walk over the host code ------------------------===//

#include "analysis/host/HostFacts.h"
#include "analysis/frontend/DroppedStatements.h"
#include "analysis/host/CallChains.h"
#include "analysis/host/Containers.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;
using namespace kernelcast::host;

bool FunctionFacts::isKept(const Place &P) const {
  if (AddressKept.contains(P.Variable))
    return true;
  auto Found = PointeesKept.find(P.Variable);
  return Found != PointeesKept.end() &&
         llvm::any_of(Found->second, [&](const Path &Pointer) {
           const size_t Size = Pointer.size();
           return P.Steps.size() > Size && !P.Steps[Size].Field &&
                  overlaps(Pointer, llvm::ArrayRef(P.Steps).take_front(Size));
         });
}

bool FunctionFacts::keepPointee(const Place &Pointer) {
  llvm::SmallVector<Path, 1> &Kept = PointeesKept[Pointer.Variable];
  if (llvm::is_contained(Kept, Pointer.Steps))
    return false;
  Kept.push_back(Pointer.Steps);
  return true;
}

const Stmt *FunctionFacts::parent(const Stmt *S) const {
  auto It = Nodes.find(S);
  return It == Nodes.end() ? nullptr : It->second.Parent;
}

bool FunctionFacts::contains(const Stmt *Outer, const Stmt *Inner) const {
  auto O = Nodes.find(Outer), I = Nodes.find(Inner);
  return O != Nodes.end() && I != Nodes.end() &&
         O->second.First <= I->second.First && I->second.Last <= O->second.Last;
}

bool FunctionFacts::modifies(const Stmt *S, const Place &P) const {
  if (!S)
    return false;
  auto It = Modified.find(P.Variable);
  if (It == Modified.end())
    return false;
  return llvm::any_of(It->second, [&](const Modification &M) {
    return overlaps(M.Steps, P.Steps) && contains(S, M.Where);
  });
}

HostFacts::HostFacts(ASTContext &Context, const SkippedText &Skipped)
    : Context(Context), Skipped(Skipped),
      HasErrors(Context.getDiagnostics().hasUncompilableErrorOccurred()) {
  for (const Decl *D : Context.getTraversalScope())
    addDeclarations(D, 0);
  addCallsThroughParameters();
  if (!LostNames.empty())
    addLostCalls();
}

const llvm::SetVector<const FunctionDecl *> &
HostFacts::changersOf(const ValueDecl *D) {
  const auto *Key = cast<ValueDecl>(D->getCanonicalDecl());
  auto &Slot = Changers[Key];
  if (Slot)
    return *Slot;
  Slot = std::make_unique<llvm::SetVector<const FunctionDecl *>>();
  llvm::SetVector<const FunctionDecl *> &Found = *Slot;
  auto add = [&](const FunctionFacts *In) {
    if (!isa<CXXConstructorDecl>(In->Function))
      Found.insert(In->Function->getCanonicalDecl());
  };
  if (auto It = Definitions.find(Key); It != Definitions.end())
    for (const Definition &Change : It->second)
      add(Change.In);
  for (size_t I = 0; I != Found.size(); ++I)
    if (auto It = Calls.find(Found[I]); It != Calls.end())
      for (const CallSite &Site : It->second)
        add(Site.In);
  return Found;
}

/// What \p E, a callee or an argument, names: `f`, `&f`, `*f`.
static const ValueDecl *namedBy(const Expr *E) {
  E = E ? E->IgnoreParenCasts() : nullptr;
  if (const auto *U = dyn_cast_or_null<UnaryOperator>(E);
      U && (U->getOpcode() == UO_AddrOf || U->getOpcode() == UO_Deref))
    E = U->getSubExpr()->IgnoreParenCasts();
  const auto *R = dyn_cast_or_null<DeclRefExpr>(E);
  return R ? R->getDecl() : nullptr;
}

bool CallSite::isThroughParameter() const {
  const auto *C = dyn_cast<CallExpr>(Call);
  return C && !C->getDirectCallee() &&
         isa_and_nonnull<ParmVarDecl>(namedBy(C->getCallee()));
}

/// The functions that calls pass as \p P, also by way of parameters of their
/// own. Canonical.
llvm::SetVector<const FunctionDecl *>
HostFacts::functionsPassedAs(const ParmVarDecl *P) const {
  llvm::SetVector<const FunctionDecl *> Functions;
  llvm::SetVector<const ParmVarDecl *> Parameters;
  Parameters.insert(P);
  for (size_t I = 0; I != Parameters.size(); ++I) {
    const auto *Owner = dyn_cast<FunctionDecl>(Parameters[I]->getDeclContext());
    auto It = Owner ? Calls.find(Owner->getCanonicalDecl()) : Calls.end();
    if (It == Calls.end())
      continue;
    unsigned Index = Parameters[I]->getFunctionScopeIndex();
    for (const CallSite &Site : It->second) {
      const ValueDecl *Passed = namedBy(argument(Site.Call, Index));
      if (const auto *Function = dyn_cast_or_null<FunctionDecl>(Passed))
        Functions.insert(Function->getCanonicalDecl());
      else if (const auto *Through = dyn_cast_or_null<ParmVarDecl>(Passed))
        Parameters.insert(Through);
    }
  }
  return Functions;
}

void HostFacts::addCallsThroughParameters() {
  std::vector<std::pair<const FunctionDecl *, CallSite>> Found;
  for (const auto &[P, Site] : CallsThroughParameters)
    for (const FunctionDecl *Function : functionsPassedAs(P))
      Found.emplace_back(Function, Site);
  for (const auto &[Function, Site] : Found)
    Calls[Function].push_back(Site);
}

/// Who is called in what was dropped may be called from anywhere, with all that
/// it calls, and may then change what it changes.
void HostFacts::addLostCalls() {
  llvm::DenseMap<const FunctionDecl *,
                 llvm::SmallVector<const FunctionDecl *, 4>>
      CalledBy;
  for (const auto &[Callee, Sites] : Calls)
    for (const CallSite &Site : Sites)
      CalledBy[Site.In->Function->getCanonicalDecl()].push_back(Callee);
  llvm::SetVector<const FunctionDecl *> Called;
  for (const FunctionFacts *Facts : Walked)
    if (mayBeLost(Facts->Function))
      Called.insert(Facts->Function->getCanonicalDecl());
  for (size_t I = 0; I != Called.size(); ++I) {
    HandedOn.insert(Called[I]);
    if (auto It = CalledBy.find(Called[I]); It != CalledBy.end())
      Called.insert(It->second.begin(), It->second.end());
  }
  for (const auto &[Changed, Changes] : Definitions)
    if (Changed->getIdentifier() &&
        llvm::any_of(Changes, [&](const Definition &D) {
          return !isa<CXXConstructorDecl>(D.In->Function) &&
                 Called.contains(D.In->Function->getCanonicalDecl());
        }))
      LostNames.insert(Changed->getName());
}

/// Notes what \p Facts' function may change in code that Clang has dropped.
void HostFacts::addLost(FunctionFacts &Facts) {
  llvm::StringSet<> Here;
  for (const auto &[S, Node] : Facts.Nodes)
    if (isa<CompoundStmt, DeclStmt, NullStmt>(S))
      for (llvm::StringRef Name :
           kernelcast::namesChangedIn(S, Context, Skipped))
        Here.insert(Name);
  if (Here.empty())
    return;
  auto keep = [&](const VarDecl *V) {
    if (V->getIdentifier() && Here.contains(V->getName()))
      Facts.AddressKept.insert(V);
  };
  for (const ParmVarDecl *P : Facts.Function->parameters())
    keep(P);
  for (const auto &[S, Node] : Facts.Nodes)
    if (const auto *D = dyn_cast<DeclStmt>(S))
      for (const Decl *Declared : D->decls())
        if (const auto *V = dyn_cast<VarDecl>(Declared))
          keep(V);
  for (const auto &Name : Here)
    LostNames.insert(Name.getKey());
}

const FunctionFacts *HostFacts::of(const FunctionDecl *Function) {
  const FunctionDecl *Definition = nullptr;
  if (!Function || !Function->hasBody(Definition) ||
      Definition->isDependentContext())
    return nullptr;
  auto It = Functions.find(Definition);
  if (It != Functions.end())
    return It->second.get();
  addFunction(Definition, /*Noted=*/false);
  return Functions.find(Definition)->second.get();
}

/// Host functions under \p D: members, instantiations, nested scopes.
void HostFacts::addDeclarations(const Decl *D, unsigned Depth) {
  // What the standard library declares outnumbers what the user does, and
  // launches nothing. A user's specialization of a template of the library
  // stands in the user's file.
  if (!D || Depth > 64 ||
      Context.getSourceManager().isInSystemHeader(D->getLocation()))
    return;
  if (D->isInvalidDecl()) {
    if (isa<FunctionDecl>(D))
      for (llvm::StringRef Name :
           kernelcast::namesChangedIn(D->getSourceRange(), Context, Skipped))
        LostNames.insert(Name);
    return;
  }
  if (const auto *F = dyn_cast<FunctionDecl>(D)) {
    if (F->doesThisDeclarationHaveABody() && !F->isDependentContext())
      addFunction(F, /*Noted=*/true);
    return;
  }
  if (const auto *T = dyn_cast<FunctionTemplateDecl>(D)) {
    for (const FunctionDecl *F : T->specializations())
      if (const FunctionDecl *Definition = F->getDefinition())
        addDeclarations(Definition, Depth + 1);
    return;
  }
  if (const auto *T = dyn_cast<ClassTemplateDecl>(D)) {
    for (const auto *S : T->specializations())
      addDeclarations(S, Depth + 1);
    return;
  }
  if (const auto *R = dyn_cast<CXXRecordDecl>(D);
      R && (R->isDependentContext() || !R->isThisDeclarationADefinition()))
    return;
  if (isa<TranslationUnitDecl, NamespaceDecl, LinkageSpecDecl, ExportDecl,
          CXXRecordDecl>(D))
    for (const Decl *Child : cast<DeclContext>(D)->decls())
      addDeclarations(Child, Depth + 1);
}

void HostFacts::addFunction(const FunctionDecl *F, bool Noted) {
  auto &Slot = Functions[F];
  if (Slot)
    return;
  Slot = std::make_unique<FunctionFacts>();
  FunctionFacts &Facts = *Slot; // the map may grow below, the object stays
  Facts.Function = F;
  // Launches of other kernels by device code are not host code.
  Noted &= !F->hasAttr<CUDAGlobalAttr>() &&
           (!F->hasAttr<CUDADeviceAttr>() || F->hasAttr<CUDAHostAttr>());
  if (Noted)
    Walked.push_back(&Facts);
  unsigned Number = 0;
  if (const auto *C = dyn_cast<CXXConstructorDecl>(F))
    for (const CXXCtorInitializer *I : C->inits()) {
      walk(Facts, I->getInit(), Number, Noted);
      if (Noted && I->isMemberInitializer() && I->isWritten())
        Definitions[I->getMember()->getCanonicalDecl()].push_back(
            {&Facts, {I->getInit(), {}}});
    }
  walk(Facts, F->getBody(), Number, Noted);
  keepAliased(Facts);
  if (HasErrors && Noted)
    addLost(Facts);
}

/// Numbers the statements under \p Root; no recursion, since generated code
/// nests deeper than a stack.
void HostFacts::walk(FunctionFacts &Facts, const Stmt *Root, unsigned &Number,
                     bool Noted) {
  struct Open {
    const Stmt *S;
    Stmt::const_child_iterator Next, End;
  };
  std::vector<Open> Stack;
  auto Enter = [&](const Stmt *S, const Stmt *Parent) {
    if (!S ||
        !Facts.Nodes.try_emplace(S, FunctionFacts::Node{Parent, Number, 0})
             .second)
      return;
    ++Number;
    Stack.push_back({S, S->child_begin(), S->child_end()});
  };
  Enter(Root, nullptr);
  while (!Stack.empty()) {
    Open &Top = Stack.back();
    if (Top.Next != Top.End) {
      const Stmt *Parent = Top.S, *Child = *Top.Next++;
      Enter(Child, Parent);
      continue;
    }
    const Stmt *S = Top.S;
    Facts.Nodes[S].Last = Number - 1;
    Stack.pop_back();
    note(Facts, S, Noted);
  }
}

/// Keeps the variables that \p E, an lvalue or a pointer, may lead to where it
/// is no place: behind a cast, as one of two, by a structured binding.
void HostFacts::keepNamed(FunctionFacts &Facts, const Expr *E, unsigned Depth) {
  E = E ? stripped(E) : nullptr;
  if (!E || Depth > 16)
    return;
  if (std::optional<Place> P = placeOf(E, Context)) {
    if (P->Variable)
      Facts.AddressKept.insert(P->Variable);
    return;
  }
  if (const auto *C = dyn_cast<ExplicitCastExpr>(E)) {
    if (C->isLValue() || C->getType()->isPointerType())
      keepNamed(Facts, C->getSubExpr(), Depth + 1);
  } else if (const auto *C = dyn_cast<ConditionalOperator>(E)) {
    keepNamed(Facts, C->getTrueExpr(), Depth + 1);
    keepNamed(Facts, C->getFalseExpr(), Depth + 1);
  } else if (const auto *U = dyn_cast<UnaryOperator>(E)) {
    if (U->getOpcode() == UO_AddrOf || U->getOpcode() == UO_Deref)
      keepNamed(Facts, U->getSubExpr(), Depth + 1);
  } else if (const auto *B = dyn_cast<BinaryOperator>(E)) {
    if (B->getOpcode() == BO_Comma)
      keepNamed(Facts, B->getRHS(), Depth + 1);
  } else if (const auto *R = dyn_cast<DeclRefExpr>(E)) {
    if (const auto *B = dyn_cast<BindingDecl>(R->getDecl()))
      if (const auto *Whole = dyn_cast_or_null<VarDecl>(B->getDecomposedDecl()))
        keepNamed(Facts, Whole->getInit(), Depth + 1);
  }
}

/// Records that \p Where may change the place \p Target (\p Inside: what it
/// points to).
void HostFacts::change(FunctionFacts &Facts, const Expr *Target,
                       const Stmt *Where, bool Inside, bool Noted) {
  std::optional<Place> P = placeOf(Target, Context);
  if (!P) {
    // s->Field of an object that has no name: still a change of Field.
    if (const auto *M = dyn_cast<MemberExpr>(stripped(Target)); M && Noted)
      Definitions[cast<ValueDecl>(M->getMemberDecl()->getCanonicalDecl())]
          .push_back({&Facts, {Where, {}}});
    return keepNamed(Facts, Target);
  }
  if (Inside)
    P->Steps.push_back({nullptr, PathStep::AnyElement});
  Facts.Modified[P->Variable].push_back({Where, P->Steps});
  if (!Noted)
    return;
  const ValueDecl *Key = P->Variable;
  Path Rest;
  for (unsigned I = P->Steps.size(); I-- > 0;)
    if (P->Steps[I].Field) {
      Key = P->Steps[I].Field;
      Rest.assign(P->Steps.begin() + I + 1, P->Steps.end());
      Definitions[cast<ValueDecl>(Key->getCanonicalDecl())].push_back(
          {&Facts, {Where, Rest}});
      break;
    }
  if (P->Variable && P->Variable->hasGlobalStorage())
    Definitions[P->Variable->getCanonicalDecl()].push_back(
        {&Facts, {Where, P->Steps}});
}

static bool writesThrough(QualType Parameter) {
  return !Parameter.isNull() &&
         (Parameter->isLValueReferenceType() || Parameter->isPointerType()) &&
         !Parameter->getPointeeType().isConstQualified() &&
         !Parameter->getPointeeType()->isFunctionType();
}

std::optional<LaunchForm> kernelcast::host::launchFormOf(const CallExpr *Call) {
  if (isa<CUDAKernelCallExpr>(Call))
    return LaunchForm::Chevrons;
  const FunctionDecl *Callee = Call->getDirectCallee();
  if (!Callee || !Callee->getIdentifier())
    return std::nullopt;
  struct Named {
    llvm::StringLiteral Name;
    LaunchForm Form;
    unsigned Arguments; ///< at least so many
  };
  static constexpr Named Forms[] = {
      {"cudaLaunchKernel", LaunchForm::Function, 4},
      {"cudaLaunchCooperativeKernel", LaunchForm::Function, 4},
      {"cudaLaunchKernelEx", LaunchForm::Configured, 2},
      {"cudaLaunchKernelExC", LaunchForm::ConfiguredList, 3},
  };
  for (const Named &N : Forms)
    if (Callee->getName() == N.Name && Call->getNumArgs() >= N.Arguments)
      return N.Form;
  return std::nullopt;
}

/// Whether \p S stands in the body of a generic lambda that some call has
/// instantiated: its instances, which know their types, are walked too.
static bool isInstantiatedElsewhere(const FunctionFacts &Facts, const Stmt *S) {
  for (; S; S = Facts.parent(S))
    if (const auto *L = dyn_cast<LambdaExpr>(S); L && L->isGenericLambda())
      if (const FunctionTemplateDecl *Pattern = L->getDependentCallOperator();
          !Pattern->specializations().empty())
        return true;
  return false;
}

void HostFacts::noteCall(FunctionFacts &Facts, const Expr *Call, bool Noted) {
  const FunctionDecl *Callee = nullptr;
  ArrayRef<const Expr *> Arguments;
  if (const auto *C = dyn_cast<CallExpr>(Call)) {
    Callee = C->getDirectCallee();
    Arguments = ArrayRef(C->getArgs(), C->getNumArgs());
    if (isa<CXXOperatorCallExpr>(C) && isa_and_nonnull<CXXMethodDecl>(Callee))
      Arguments = Arguments.drop_front();
    if (std::optional<LaunchForm> Form = launchFormOf(C);
        Noted && Form && !isInstantiatedElsewhere(Facts, C))
      Launches.push_back({&Facts, C, *Form});
  } else {
    const auto *K = cast<CXXConstructExpr>(Call);
    Callee = K->getConstructor();
    Arguments = ArrayRef(K->getArgs(), K->getNumArgs());
  }
  if (Noted && Callee)
    Calls[Callee->getCanonicalDecl()].push_back({&Facts, Call});
  if (CallSite Site{&Facts, Call}; Noted && Site.isThroughParameter())
    CallsThroughParameters.emplace_back(
        cast<ParmVarDecl>(namedBy(cast<CallExpr>(Call)->getCallee())), Site);
  if (const auto *C = dyn_cast<CallExpr>(Call);
      C && (launchFormOf(C) || isPassedOn(C)))
    return; // kernels take copies
  if (const auto *C = dyn_cast<CallExpr>(Call);
      C && !Callee && C->containsErrors()) {
    if (const auto *M =
            dyn_cast<UnresolvedMemberExpr>(stripped(C->getCallee()));
        M && !M->isImplicitAccess())
      noteBroken(Facts, Call, {M->getBase()}, Noted);
    noteBroken(Facts, Call, Arguments, Noted);
  }
  for (auto [I, Argument] : llvm::enumerate(Arguments)) {
    bool Known = Callee && I < Callee->getNumParams();
    QualType Parameter =
        Known ? Callee->getParamDecl(I)->getType() : QualType();
    // What is moved from is left with something else.
    if (Known && Parameter->isRValueReferenceType() &&
        !Parameter->getPointeeType().isConstQualified() &&
        placeOf(Argument, Context))
      change(Facts, Argument, Call, false, Noted);
    if (Known && !writesThrough(Parameter))
      continue;
    const Expr *E = Argument->IgnoreParenCasts();
    if (const auto *U = dyn_cast<UnaryOperator>(E);
        U && U->getOpcode() == UO_AddrOf)
      change(Facts, U->getSubExpr(), Call, false, Noted);
    else if (Known && Parameter->isLValueReferenceType())
      change(Facts, E, Call, false, Noted);
    else if (E->getType()->isPointerType() || E->getType()->isArrayType())
      change(Facts, E, Call, true, Noted);
  }
  if (const auto *M = dyn_cast<CXXMemberCallExpr>(Call)) {
    const CXXMethodDecl *Method = M->getMethodDecl();
    if (!Method) // through a pointer to a member
      keepNamed(Facts, M->getImplicitObjectArgument());
    if (Method && !Method->isConst() && !Method->isStatic() &&
        !isa<CXXConversionDecl>(Method))
      // The callee's own changes are in Definitions; here it is opaque.
      if (const Expr *Object = M->getImplicitObjectArgument();
          !isa<CXXThisExpr>(stripped(Object))) {
        QualType Type = Object->getType();
        bool Pointer = Type->isPointerType();
        bool Container = containerKind(Pointer ? Type->getPointeeType()
                                               : Type) != ContainerKind::None;
        change(Facts, Object, Call, Pointer || (Container && keepsSize(M)),
               Noted && Container);
      }
  }
}

/// \p Broken, with an error in it, may change what it is given.
void HostFacts::noteBroken(FunctionFacts &Facts, const Expr *Broken,
                           llvm::ArrayRef<const Expr *> Given, bool Noted) {
  for (const Expr *E : Given)
    if (const auto *U = dyn_cast<UnaryOperator>(stripped(E));
        U && U->getOpcode() == UO_AddrOf)
      change(Facts, U->getSubExpr(), Broken, false, Noted);
    else if (E->isLValue())
      change(Facts, E, Broken, false, Noted);
}

/// Whether \p List is of untyped pointers, as a kernel's arguments are.
static bool isOfUntypedPointers(const InitListExpr *List,
                                const ASTContext &Context) {
  const ArrayType *Array = Context.getAsArrayType(List->getType());
  return Array && Array->getElementType()->isVoidPointerType();
}

/// The references that \p List, the members of an object, binds.
void HostFacts::noteBound(FunctionFacts &Facts, const InitListExpr *List) {
  if (const InitListExpr *Semantic = List->getSemanticForm())
    List = Semantic;
  if (List->getType()->isRecordType())
    for (const Expr *Member : List->inits())
      if (Member && Member->isLValue() && !Member->getType().isConstQualified())
        keepNamed(Facts, Member);
}

/// Whether \p R names the function that the call around it runs.
static bool isCallee(const FunctionFacts &Facts, const DeclRefExpr *R) {
  const Stmt *Inner = R, *Parent = Facts.parent(R);
  while (isa_and_nonnull<ImplicitCastExpr, ParenExpr>(Parent)) {
    Inner = Parent;
    Parent = Facts.parent(Parent);
  }
  const auto *Call = dyn_cast_or_null<CallExpr>(Parent);
  return Call && Call->getCallee() == Inner;
}

/// \p Pointer, of an array or out of a pointer variable, may go to another
/// pointer, through which the elements can be changed.
void HostFacts::noteAlias(FunctionFacts &Facts, const Expr *Pointer) {
  auto Writes = [](QualType T) {
    return T->isPointerType() && !T->getPointeeType().isConstQualified();
  };
  std::optional<Place> From =
      Writes(Pointer->getType()) ? placeOf(Pointer, Context) : std::nullopt;
  if (!From || !From->Variable)
    return;
  // With a local variable, or with nobody knows whom.
  auto share = [&](const Place &Of, const VarDecl *With) {
    if (With && !With->hasGlobalStorage())
      Facts.Aliases.push_back({Of, With});
    else
      Facts.keepPointee(Of);
  };
  const Stmt *Inner = Pointer, *Parent = Facts.parent(Pointer);
  for (;; Inner = Parent, Parent = Facts.parent(Parent)) {
    const auto *Sum = dyn_cast_or_null<BinaryOperator>(Parent);
    if (!isa_and_nonnull<CastExpr, ParenExpr, ConditionalOperator>(Parent) &&
        !(Sum && Sum->isAdditiveOp() && Sum->getType()->isPointerType()))
      break;
  }
  if (const auto *D = dyn_cast_or_null<DeclStmt>(Parent)) {
    for (const Decl *Declared : D->decls())
      if (const auto *V = dyn_cast<VarDecl>(Declared);
          V && V->getInit() == Inner && !V->isImplicit() &&
          Writes(V->getType()))
        share(*From, V);
  } else if (const auto *B = dyn_cast_or_null<BinaryOperator>(Parent);
             B && B->getOpcode() == BO_Assign && B->getRHS() == Inner &&
             Writes(B->getLHS()->getType())) {
    std::optional<Place> To = placeOf(B->getLHS(), Context);
    share(*From, To && To->Steps.empty() ? To->Variable : nullptr);
  } else if (isa_and_nonnull<ReturnStmt>(Parent)) {
    share(*From, nullptr);
  }
}

/// Keeps what variables lead to that share a pointer with one which is written
/// through, or is itself kept.
void HostFacts::keepAliased(FunctionFacts &Facts) {
  auto Through = [&](const VarDecl *Pointer) {
    auto It = Facts.Modified.find(Pointer);
    return Facts.AddressKept.contains(Pointer) ||
           Facts.PointeesKept.contains(Pointer) ||
           (It != Facts.Modified.end() &&
            llvm::any_of(It->second, [](const Modification &M) {
              return !M.Steps.empty();
            }));
  };
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (const auto &[Of, Pointer] : Facts.Aliases)
      if (Through(Pointer))
        Changed |= Facts.keepPointee(Of);
  }
}

void HostFacts::note(FunctionFacts &Facts, const Stmt *S, bool Noted) {
  if (const auto *B = dyn_cast<BinaryOperator>(S)) {
    if (B->isAssignmentOp())
      change(Facts, B->getLHS(), B, false, Noted);
  } else if (const auto *U = dyn_cast<UnaryOperator>(S)) {
    if (U->isIncrementDecrementOp())
      return change(Facts, U->getSubExpr(), U, false, Noted);
    if (U->getOpcode() != UO_AddrOf)
      return;
    // An address that is an argument of a call is that call's business; one in
    // a list of untyped pointers is a kernel's argument; any other is kept.
    const Stmt *Parent = Facts.parent(U);
    while (isa_and_nonnull<CastExpr, ParenExpr>(Parent))
      Parent = Facts.parent(Parent);
    if (isa_and_nonnull<CallExpr, CXXConstructExpr, MemberExpr,
                        ArraySubscriptExpr>(Parent))
      return;
    if (const auto *List = dyn_cast_or_null<InitListExpr>(Parent);
        List && isOfUntypedPointers(List, Context))
      return;
    if (const auto *D = dyn_cast_or_null<UnaryOperator>(Parent);
        D && D->getOpcode() == UO_Deref)
      return;
    if (const auto *B = dyn_cast_or_null<BinaryOperator>(Parent);
        B &&
        (B->isComparisonOp() || B->getLHS()->getType()->isVoidPointerType()))
      return;
    if (std::optional<Place> P = placeOf(U->getSubExpr(), Context))
      if (P->Variable && !P->Variable->getType().isConstQualified())
        Facts.AddressKept.insert(P->Variable);
  } else if (const auto *C = dyn_cast<ImplicitCastExpr>(S)) {
    if (C->getCastKind() == CK_ArrayToPointerDecay ||
        C->getCastKind() == CK_LValueToRValue)
      noteAlias(Facts, C);
  } else if (const auto *D = dyn_cast<DeclStmt>(S)) {
    for (const Decl *Declared : D->decls()) {
      if (const auto *V = dyn_cast<VarDecl>(Declared)) {
        Facts.Modified[V].push_back({D, {}});
        // Another name for one of several.
        if (V->getInit() && V->getType()->isLValueReferenceType() &&
            !V->getType()->getPointeeType().isConstQualified() &&
            !placeOf(V->getInit(), Context))
          keepNamed(Facts, V->getInit());
      } else if (const auto *R = dyn_cast<CXXRecordDecl>(Declared); R && Noted)
        addDeclarations(R, 1);
    }
  } else if (const auto *O = dyn_cast<CXXOperatorCallExpr>(S)) {
    if ((O->isAssignmentOp() || O->getOperator() == OO_PlusPlus ||
         O->getOperator() == OO_MinusMinus) &&
        O->getNumArgs() > 0)
      change(Facts, O->getArg(0), O, false, Noted);
    noteCall(Facts, O, Noted);
  } else if (const auto *L = dyn_cast<InitListExpr>(S)) {
    noteBound(Facts, L);
  } else if (const auto *R = dyn_cast<RecoveryExpr>(S)) {
    noteBroken(Facts, R, R->subExpressions(), Noted);
  } else if (const auto *G = dyn_cast<GotoStmt>(S)) {
    // Labels further down have not been numbered yet.
    Facts.JumpsBack |= Facts.Nodes.contains(G->getLabel()->getStmt());
  } else if (isa<IndirectGotoStmt>(S)) {
    Facts.JumpsBack = true;
  } else if (isa<ReturnStmt>(S)) {
    Facts.Returns.push_back(S);
  } else if (const auto *R = dyn_cast<CXXForRangeStmt>(S)) {
    Facts.RangeLoops[R->getLoopVariable()] = R;
  } else if (const auto *R = dyn_cast<DeclRefExpr>(S)) {
    if (Noted && isa<FunctionDecl>(R->getDecl()) && !isCallee(Facts, R))
      HandedOn.insert(cast<FunctionDecl>(R->getDecl())->getCanonicalDecl());
  } else if (isa<CallExpr, CXXConstructExpr>(S)) {
    noteCall(Facts, cast<Expr>(S), Noted);
  }
}
