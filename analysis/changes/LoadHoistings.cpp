//===- LoadHoistings.cpp - Loads in front of their loops ------------------===//

#include "analysis/changes/LoadHoistings.h"
#include "analysis/changes/PointerPromises.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/FoldingSet.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace kernelcast;

static bool isLoop(const clang::Stmt *S) {
  return isa<clang::ForStmt, clang::WhileStmt, clang::DoStmt,
             clang::CXXForRangeStmt>(S);
}

/// What leaves an iteration, or a loop, before its end.
static bool leaves(const clang::Stmt *S) {
  return isa<clang::BreakStmt, clang::ContinueStmt, clang::ReturnStmt,
             clang::GotoStmt, clang::IndirectGotoStmt>(S);
}

namespace {

/// The loads of one loop that are not in a loop inside of it.
class LoopLoads {
public:
  LoopLoads(const clang::Stmt *Loop, const ReachedCode &Code,
            const SourceText &Source, const clang::ASTContext &Context,
            KernelModel &Model)
      : Loop(Loop), Code(Code), Source(Source), Context(Context), Model(Model) {
    collect(Loop);
  }

  /// The first MostLoads of them, in a loop of at most MostStatements.
  void find() {
    if (Inside.size() > MostStatements)
      return;
    for (const clang::Stmt *S : Inside)
      if (const auto *Load = dyn_cast<clang::ArraySubscriptExpr>(S);
          Load && loopAround(Load) == Loop && isRead(Load))
        if (const clang::VarDecl *Root = invariantRoot(Load);
            Root && ++Loads <= MostLoads)
          note(Load, Root);
  }

private:
  static constexpr size_t MostStatements = 20000;
  static constexpr unsigned MostLoads = 100;

  void collect(const clang::Stmt *From) {
    SmallVector<const clang::Stmt *, 32> Left = {From};
    while (!Left.empty()) {
      const clang::Stmt *S = Left.pop_back_val();
      Inside.push_back(S);
      InsideSet.insert(S);
      CanLeave |= leaves(S);
      if (const auto *Here = dyn_cast<clang::DeclStmt>(S))
        Declared.insert(Here->decl_begin(), Here->decl_end());
      for (const clang::Stmt *Child : S->children())
        if (Child)
          Left.push_back(Child);
    }
  }

  const clang::Stmt *loopAround(const clang::Stmt *S) const {
    do
      S = Code.parent(S);
    while (S && !isLoop(S));
    return S;
  }

  /// Whether \p Load is a whole element of a number that is read.
  bool isRead(const clang::ArraySubscriptExpr *Load) const {
    const auto *Cast =
        dyn_cast_or_null<clang::ImplicitCastExpr>(Code.parent(Load));
    return Cast && Cast->getCastKind() == clang::CK_LValueToRValue &&
           Cast->getType()->isArithmeticType() &&
           !Load->getType().isVolatileQualified();
  }

  /// Whether \p Variable has one value all through the loop.
  bool isFixed(const clang::VarDecl *Variable) const {
    if (!Source.isUserCode(Variable->getLocation()))
      return Variable->hasGlobalStorage(); // threadIdx and the like
    if (!Variable->hasLocalStorage() ||
        Variable->getType()->isReferenceType() ||
        Variable->getType().isVolatileQualified())
      return false;
    if (Declared.contains(Variable))
      return false;
    return all_of(
        Code.references(Variable), [&](const clang::DeclRefExpr *Name) {
          const clang::Stmt *Around = Code.parent(Name);
          const auto *Cast = dyn_cast_or_null<clang::ImplicitCastExpr>(Around);
          if (Cast && Cast->getCastKind() == clang::CK_LValueToRValue)
            return true;
          const auto *Binary = dyn_cast_or_null<clang::BinaryOperator>(Around);
          const auto *Unary = dyn_cast_or_null<clang::UnaryOperator>(Around);
          const bool Changes = (Binary && Binary->isAssignmentOp() &&
                                Binary->getLHS() == Name) ||
                               (Unary && Unary->isIncrementDecrementOp());
          return Changes && !InsideSet.contains(Name);
        });
  }

  /// The array or pointer of \p Load if its address stays the same during the
  /// loop, else null.
  const clang::VarDecl *invariantRoot(const clang::ArraySubscriptExpr *Load) {
    SmallVector<const clang::Stmt *, 16> Left;
    const clang::Expr *Base = Load;
    while (const auto *Subscript = dyn_cast<clang::ArraySubscriptExpr>(Base)) {
      Left.push_back(Subscript->getIdx());
      Base = Subscript->getBase()->IgnoreParenImpCasts();
      if (!isa<clang::ArraySubscriptExpr>(Base))
        break;
      if (!Base->getType()->isArrayType())
        return nullptr; // what it leads to is itself in memory
    }
    const auto *Name = dyn_cast<clang::DeclRefExpr>(Base);
    const auto *Root =
        Name ? dyn_cast<clang::VarDecl>(Name->getDecl()) : nullptr;
    if (!Root || (Root->getType()->isPointerType() && !isFixed(Root)))
      return nullptr;
    while (!Left.empty()) {
      const clang::Stmt *S = Left.pop_back_val();
      if (isCoordinate(S))
        continue;
      if (!isInvariant(S))
        return nullptr;
      append_range(Left, S->children());
    }
    return Root;
  }

  /// Whether \p S is threadIdx.x or the like, a property of a variable of the
  /// language's own.
  bool isCoordinate(const clang::Stmt *S) const {
    const auto *Whole = dyn_cast<clang::PseudoObjectExpr>(S);
    const auto *Property =
        Whole ? dyn_cast<clang::MSPropertyRefExpr>(Whole->getSyntacticForm())
              : nullptr;
    const clang::Expr *Of =
        Property ? Property->getBaseExpr()->IgnoreParens() : nullptr;
    if (const auto *Opaque = dyn_cast_or_null<clang::OpaqueValueExpr>(Of))
      Of = Opaque->getSourceExpr();
    const auto *Name = dyn_cast_or_null<clang::DeclRefExpr>(Of);
    return Name && !Source.isUserCode(Name->getDecl()->getLocation());
  }

  /// Whether \p S, by itself, has the same value in each iteration.
  bool isInvariant(const clang::Stmt *S) const {
    if (const auto *Name = dyn_cast<clang::DeclRefExpr>(S)) {
      const auto *Variable = dyn_cast<clang::VarDecl>(Name->getDecl());
      return Variable ? isFixed(Variable) : !Name->isLValue();
    }
    if (const auto *Call = dyn_cast<clang::CallExpr>(S)) {
      const clang::FunctionDecl *Callee = Call->getDirectCallee();
      return Callee && Callee->getIdentifier() &&
             Callee->getName().starts_with("get_") &&
             !Source.isUserCode(Callee->getLocation());
    }
    if (const auto *Member = dyn_cast<clang::MemberExpr>(S))
      return !Member->isArrow();
    if (const auto *Binary = dyn_cast<clang::BinaryOperator>(S))
      return !Binary->isAssignmentOp();
    if (const auto *Unary = dyn_cast<clang::UnaryOperator>(S))
      return Unary->isArithmeticOp() && !Unary->isIncrementDecrementOp();
    return isa<clang::IntegerLiteral, clang::ParenExpr, clang::CastExpr,
               clang::SubstNonTypeTemplateParmExpr>(S);
  }

  void note(const clang::ArraySubscriptExpr *Load, const clang::VarDecl *Root) {
    LoadHoisting Found;
    Found.Location = Source.spot(Load->getExprLoc());
    Found.Range = Source.range(Load->getSourceRange());
    checkMemory(Found.Change, Root);
    if (!runsAtOnce() || !isReachedFirst(Load))
      Found.Change.hinder(ChangeObstacle::MayNotRun,
                          Source.spot(Loop->getBeginLoc()));
    addText(Found.Change, Load, Root);
    Model.LoadHoistings.push_back(std::move(Found));
  }

  /// What may write to \p Root while the loop runs.
  void checkMemory(SourceChange &Change, const clang::VarDecl *Root) const {
    const clang::FunctionDecl *Kernel = Code.functions().front();
    if (const auto *Parameter = dyn_cast<clang::ParmVarDecl>(Root);
        Parameter && Parameter->getDeclContext() == Kernel)
      return checkOnlyRead(Change, Parameter, Code, Source, Model);
    const clang::QualType Type = Context.getBaseElementType(Root->getType());
    if (Root->hasAttr<clang::CUDAConstantAttr>() ||
        Type.getAddressSpace() == clang::LangAS::opencl_constant)
      return;
    const bool Shared = Root->hasAttr<clang::CUDASharedAttr>() ||
                        Type.getAddressSpace() == clang::LangAS::opencl_local;
    if (!Shared || Code.isCut() || Model.Status != ModelStatus::Modelled ||
        !Root->getType()->isArrayType())
      Change.hinder(ChangeObstacle::MayBeWritten,
                    Source.spot(Root->getLocation()));
    for (const VariableUse &Use : Code.uses(Root)) {
      const SourceSpot At = Source.spot(Use.Name->getLocation());
      if (Use.Kind == UseKind::Whole)
        Change.hinder(ChangeObstacle::UsedAsWhole, At);
      // A function that the loop calls may write, too.
      else if (Use.Kind != UseKind::Read && Use.Kind != UseKind::NoAccess &&
               (InsideSet.contains(Use.Name) || Code.owner(Use.Name) != Kernel))
        Change.hinder(ChangeObstacle::MayBeWritten, At);
    }
  }

  std::optional<APSInt> constant(const clang::Expr *E) const {
    clang::Expr::EvalResult Result;
    if (!E || E->isValueDependent() || !E->EvaluateAsInt(Result, Context))
      return std::nullopt;
    return Result.Val.getInt();
  }

  /// Whether the first iteration is sure to come.
  bool runsAtOnce() const {
    if (isa<clang::DoStmt>(Loop))
      return true;
    const auto *For = dyn_cast<clang::ForStmt>(Loop);
    const auto *Test =
        For ? dyn_cast_or_null<clang::BinaryOperator>(For->getCond()) : nullptr;
    const auto *Init =
        For ? dyn_cast_or_null<clang::DeclStmt>(For->getInit()) : nullptr;
    const auto *Variable = Init && Init->isSingleDecl()
                               ? dyn_cast<clang::VarDecl>(Init->getSingleDecl())
                               : nullptr;
    const auto *Tested = Test ? dyn_cast<clang::DeclRefExpr>(
                                    Test->getLHS()->IgnoreParenImpCasts())
                              : nullptr;
    if (!Variable || !Tested || Tested->getDecl() != Variable ||
        !Variable->getType()->isIntegerType())
      return false;
    const std::optional<APSInt> From = constant(Variable->getInit()),
                                To = constant(Test->getRHS());
    if (!From || !To)
      return false;
    const int Order = APSInt::compareValues(*From, *To);
    switch (Test->getOpcode()) {
    case clang::BO_LT:
      return Order < 0;
    case clang::BO_LE:
      return Order <= 0;
    case clang::BO_GT:
      return Order > 0;
    case clang::BO_GE:
      return Order >= 0;
    case clang::BO_NE:
      return Order != 0;
    default:
      return false;
    }
  }

  /// Whether each iteration comes to \p Load.
  bool isReachedFirst(const clang::Stmt *Load) const {
    if (CanLeave)
      return false;
    const clang::Stmt *Inner = Load, *Around = Code.parent(Load);
    for (; Around != Loop; Inner = Around, Around = Code.parent(Around)) {
      if (!Around)
        return false;
      if (const auto *Branch = dyn_cast<clang::IfStmt>(Around)) {
        if (Inner != Branch->getCond())
          return false;
      } else if (const auto *Binary = dyn_cast<clang::BinaryOperator>(Around)) {
        if (Binary->isLogicalOp() && Inner != Binary->getLHS())
          return false;
      } else if (isa<clang::AbstractConditionalOperator, clang::LambdaExpr>(
                     Around) ||
                 (!isa<clang::Expr>(Around) &&
                  !isa<clang::CompoundStmt, clang::DeclStmt>(Around))) {
        return false;
      }
    }
    const auto *For = dyn_cast<clang::ForStmt>(Loop);
    return !For || Inner == For->getBody();
  }

  /// Whether \p A and \p B are the same expression of the same variables.
  bool areEqual(const clang::Stmt *A, const clang::Stmt *B) const {
    FoldingSetNodeID OfA, OfB;
    A->Profile(OfA, Context, /*Canonical=*/true);
    B->Profile(OfB, Context, /*Canonical=*/true);
    return OfA == OfB;
  }

  void addText(SourceChange &Change, const clang::ArraySubscriptExpr *Load,
               const clang::VarDecl *Root) const {
    const clang::FunctionDecl *Kernel = Code.functions().front();
    const clang::SourceLocation Begin = Loop->getBeginLoc();
    Change.hinder(Source.obstacleAt(Begin), Source.spot(Begin));
    const TextRange Front = Source.insertion(Begin);
    const std::optional<std::string> Indent = Source.blanksBefore(Begin);
    const std::string Name = Root->getNameAsString() + "Value";
    const std::string Value = Source.text(Load);
    if (!isa_and_nonnull<clang::CompoundStmt>(Code.parent(Loop)) || !Indent ||
        Source.contains(Kernel->getSourceRange(), Name) ||
        StringRef(Value).ends_with("..."))
      return Change.hinder(ChangeObstacle::NoRoom, Source.spot(Begin));
    if (!Front.isValid())
      return;
    std::vector<Replacement> Texts;
    const clang::QualType Type =
        cast<clang::Expr>(Code.parent(Load))->getType().getUnqualifiedType();
    const std::string Written =
        Kernel->isTemplateInstantiation()
            ? "auto"
            : Type.getAsString(Context.getPrintingPolicy());
    Texts.push_back({Front, "const " + Written + " " + Name + " = " + Value +
                                ";\n" + *Indent});
    for (const clang::Stmt *S : Inside)
      if (const auto *Same = dyn_cast<clang::ArraySubscriptExpr>(S);
          Same && isRead(Same) && areEqual(Same, Load)) {
        for (clang::SourceLocation At :
             {Same->getBeginLoc(), Same->getEndLoc()})
          Change.hinder(Source.obstacleAt(At), Source.spot(At));
        const TextRange Range = Source.replaceable(Same->getSourceRange());
        if (!Range.isValid())
          return;
        Texts.push_back({Range, Name});
      }
    Change.File = Source.spot(Begin).File;
    Change.Replacements = std::move(Texts);
    llvm::sort(Change.Replacements, [](const auto &A, const auto &B) {
      return std::tie(A.Range.Line, A.Range.Column) <
             std::tie(B.Range.Line, B.Range.Column);
    });
  }

  const clang::Stmt *Loop;
  const ReachedCode &Code;
  const SourceText &Source;
  const clang::ASTContext &Context;
  KernelModel &Model;
  std::vector<const clang::Stmt *> Inside;
  DenseSet<const clang::Stmt *> InsideSet;
  DenseSet<const clang::Decl *> Declared; ///< inside
  bool CanLeave = false;                  ///< before an iteration's end
  unsigned Loads = 0;
};

} // namespace

void kernelcast::findLoadHoistings(const ReachedCode &Code,
                                   const SourceText &Source,
                                   KernelModel &Model) {
  const clang::FunctionDecl *Kernel = Code.functions().front();
  for (const clang::Stmt *S : Code.statements())
    if (isLoop(S) && Code.owner(S) == Kernel)
      LoopLoads(S, Code, Source, Kernel->getASTContext(), Model).find();
  stable_sort(Model.LoadHoistings,
              [](const LoadHoisting &A, const LoadHoisting &B) {
                return A.Location < B.Location;
              });
}
