//===- DoubleOperations.cpp - Double precision among floats ---------------===//

#include "analysis/changes/DoubleOperations.h"
#include "analysis/changes/ProductFlow.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace kernelcast;

static bool isFloat(clang::QualType Type) {
  return Type->isSpecificBuiltinType(clang::BuiltinType::Float);
}
static bool isDouble(clang::QualType Type) {
  return Type->isSpecificBuiltinType(clang::BuiltinType::Double);
}

namespace {

/// Where the value of a tree of double precision goes.
enum class Sink : uint8_t { ToFloat, ToInteger, Comparison };

/// Operations in double precision up to where their value is one no more.
struct Tree {
  const clang::Expr *Root = nullptr; ///< the conversion, or the comparison
  Sink Goes = Sink::ToFloat;
  SmallVector<const clang::Expr *, 4> Operations; ///< the comparison, too
  SmallVector<const clang::FloatingLiteral *, 4> Literals;
  SmallVector<const clang::Expr *, 4> Floats; ///< that are converted to double
  unsigned Integers = 0;                      ///< that are
  bool HasFunction = false;
  bool HasDoubles = false; ///< it is meant to be in double precision

  bool isAmongFloats() const {
    return !HasDoubles && !Operations.empty() &&
           (!Floats.empty() ||
            (Integers && !Literals.empty() && Goes == Sink::ToFloat));
  }
};

/// Finds the trees in bodies.
class TreeFinder {
public:
  static std::vector<Tree> all(const ReachedCode &Code) {
    std::vector<Tree> Result;
    for (const clang::Stmt *S : Code.statements())
      if (Tree Found = TreeFinder().at(S); Found.isAmongFloats())
        Result.push_back(std::move(Found));
    return Result;
  }

private:
  Tree at(const clang::Stmt *S) {
    if (const auto *Cast = dyn_cast<clang::CastExpr>(S)) {
      if (!isDouble(Cast->getSubExpr()->getType()))
        return {};
      const bool ToInteger =
          Cast->getCastKind() == clang::CK_FloatingToIntegral;
      if (!ToInteger && !(Cast->getCastKind() == clang::CK_FloatingCast &&
                          isFloat(Cast->getType())))
        return {};
      Found.Root = Cast;
      Found.Goes = ToInteger ? Sink::ToInteger : Sink::ToFloat;
      scan(Cast->getSubExpr());
    } else if (const auto *Update =
                   dyn_cast<clang::CompoundAssignOperator>(S)) {
      if (!isDouble(Update->getComputationResultType()) ||
          !isFloat(Update->getType()))
        return {};
      Found.Root = Update;
      Found.Operations.push_back(Update);
      Found.Floats.push_back(Update->getLHS());
      scan(Update->getRHS());
    } else if (const auto *Binary = dyn_cast<clang::BinaryOperator>(S)) {
      if (!Binary->isComparisonOp() || !isDouble(Binary->getLHS()->getType()))
        return {};
      Found.Root = Binary;
      Found.Goes = Sink::Comparison;
      Found.Operations.push_back(Binary);
      scan(Binary->getLHS());
      scan(Binary->getRHS());
    }
    return std::move(Found);
  }

  void scan(const clang::Expr *E) {
    constexpr unsigned MostDeep = 200;
    E = E->IgnoreParens();
    if (++Depth > MostDeep)
      Found.HasDoubles = true;
    else
      node(E);
    --Depth;
  }

  void node(const clang::Expr *E) {
    if (isFloat(E->getType())) { // of a function that takes it as it is
      Found.Floats.push_back(E);
    } else if (const auto *Literal = dyn_cast<clang::FloatingLiteral>(E)) {
      Found.Literals.push_back(Literal);
    } else if (const auto *Cast = dyn_cast<clang::ImplicitCastExpr>(E)) {
      if (Cast->getCastKind() == clang::CK_FloatingCast &&
          isFloat(Cast->getSubExpr()->getType()))
        Found.Floats.push_back(Cast->getSubExpr());
      else if (Cast->getCastKind() == clang::CK_IntegralToFloating)
        ++Found.Integers;
      else
        Found.HasDoubles = true;
    } else if (const auto *Unary = dyn_cast<clang::UnaryOperator>(E)) {
      if (Unary->getOpcode() == clang::UO_Minus ||
          Unary->getOpcode() == clang::UO_Plus)
        scan(Unary->getSubExpr());
      else
        Found.HasDoubles = true;
    } else if (const auto *Binary = dyn_cast<clang::BinaryOperator>(E);
               Binary &&
               (Binary->isAdditiveOp() || Binary->isMultiplicativeOp())) {
      Found.Operations.push_back(Binary);
      scan(Binary->getLHS());
      scan(Binary->getRHS());
    } else if (const auto *Call = dyn_cast<clang::CallExpr>(E);
               Call && Call->getDirectCallee() && isDouble(Call->getType())) {
      Found.Operations.push_back(Call);
      Found.HasFunction = true;
      for (const clang::Expr *Argument : Call->arguments())
        scan(Argument);
    } else {
      Found.HasDoubles = true;
    }
  }

  Tree Found;
  unsigned Depth = 0;
};

/// What the change of one tree rests on.
class Proof {
public:
  Proof(const ReachedCode &Code, const SourceText &Source,
        const KernelModel &Model)
      : Code(Code), Source(Source), Model(Model), Flow(Code) {}

  SourceChange change(const Tree &T) {
    SourceChange Change;
    hinder(Change, T);
    addText(Change, T);
    if (Code.isCut())
      Change.hinder(ChangeObstacle::NotModelled);
    else if (Change.isProved() && !isSameInAllInstances(T))
      Change.hinder(ChangeObstacle::NotModelled,
                    Source.spot(T.Root->getExprLoc()));
    return Change;
  }

private:
  void hinder(SourceChange &Change, const Tree &T) const {
    const SourceSpot Here = Source.spot(T.Root->getExprLoc());
    if (T.HasFunction)
      Change.hinder(ChangeObstacle::OfFunction, Here);
    if (T.Operations.size() > 1 || T.Integers || T.Goes == Sink::ToInteger)
      Change.hinder(ChangeObstacle::SeveralRoundings, Here);
    for (const clang::FloatingLiteral *Literal : T.Literals)
      if (!isExactFloat(Literal->getValue()))
        Change.hinder(ChangeObstacle::InexactLiteral,
                      Source.spot(Literal->getLocation()));
    if (Change.Obstacle != ChangeObstacle::None || T.Goes == Sink::Comparison)
      return;
    const auto *Operation = cast<clang::BinaryOperator>(T.Operations.front());
    const clang::BinaryOperatorKind Kind =
        Operation->isCompoundAssignmentOp()
            ? clang::BinaryOperator::getOpForCompoundAssignment(
                  Operation->getOpcode())
            : Operation->getOpcode();
    if (Model.FastMath || Model.InexactFloats ||
        (Model.Lang == Language::OpenCL && Kind == clang::BO_Div))
      Change.hinder(ChangeObstacle::InexactFloats, Here);
    if (T.Floats.size() != 1 || T.Literals.size() != 1 ||
        mayFuse(T, *Operation, Kind))
      Change.hinder(ChangeObstacle::MayFuse, Here);
  }

  static bool isExactFloat(APFloat Value) {
    bool Loses = false;
    Value.convert(APFloat::IEEEsingle(), APFloat::rmNearestTiesToEven, &Loses);
    return !Loses && (Value.isZero() || Value.isNormal());
  }

  bool mayFuse(const Tree &T, const clang::BinaryOperator &Operation,
               clang::BinaryOperatorKind Kind) const {
    if (Kind == clang::BO_Add || Kind == clang::BO_Sub)
      return Flow.mayBeProduct(T.Floats.front());
    const bool ByLiteral =
        !isa<clang::ImplicitCastExpr>(Operation.getRHS()->IgnoreParens());
    const bool IsProduct =
        Kind == clang::BO_Mul ||
        (ByLiteral && T.Literals.front()->getValue().getExactInverse(nullptr));
    if (!IsProduct)
      return false;
    const auto *Update = dyn_cast<clang::CompoundAssignOperator>(T.Root);
    return Update ? Flow.mayBeAddedAfter(Update) : Flow.mayBeAdded(T.Root);
  }

  /// Adds the suffixes.
  void addText(SourceChange &Change, const Tree &T) const {
    SmallVector<const clang::FloatingLiteral *, 4> InOrder(T.Literals);
    llvm::sort(InOrder, [](const auto *A, const auto *B) {
      return A->getLocation() < B->getLocation();
    });
    for (const clang::FloatingLiteral *Literal : InOrder) {
      const clang::SourceLocation At = Literal->getLocation();
      Change.hinder(Source.obstacleAt(At), Source.spot(At));
      const TextRange Behind = Source.insertion(At, /*Behind=*/true);
      if (!Behind.isValid()) {
        Change.Replacements.clear();
        return;
      }
      Change.File = Source.spot(At).File;
      Change.Replacements.push_back({Behind, "f"});
    }
  }

  /// The text of a template's instance is that of others, too: it must mean
  /// the same there, whatever the arguments are.
  bool isSameInAllInstances(const Tree &T) {
    const clang::FunctionDecl *Owner = Code.owner(T.Root);
    const clang::FunctionDecl *Pattern =
        Owner ? Owner->getTemplateInstantiationPattern() : nullptr;
    if (!Pattern)
      return Owner != nullptr;
    auto [Known, New] = InPattern.try_emplace(Pattern);
    if (New && Pattern->hasBody())
      for (const Tree &Each : TreeFinder::all(ReachedCode(Pattern, Source)))
        Known->second.insert(Each.Root->getExprLoc());
    return Known->second.contains(T.Root->getExprLoc());
  }

  const ReachedCode &Code;
  const SourceText &Source;
  const KernelModel &Model;
  ProductFlow Flow;
  DenseMap<const clang::FunctionDecl *, DenseSet<clang::SourceLocation>>
      InPattern;
};

} // namespace

void kernelcast::findDoubleOperations(const ReachedCode &Code,
                                      const SourceText &Source,
                                      KernelModel &Model) {
  Proof Proved(Code, Source, Model);
  for (const Tree &T : TreeFinder::all(Code)) {
    const SourceChange Change = Proved.change(T);
    for (const clang::Expr *Operation : T.Operations) {
      DoubleOperation Found;
      Found.Location = Source.spot(Operation->getExprLoc());
      Found.Range = Source.range(Operation->getSourceRange());
      Found.Text = Source.text(Operation);
      Found.Cause = isa<clang::CallExpr>(Operation) ? DoubleCause::Function
                                                    : DoubleCause::Literal;
      Found.Change = Change;
      Model.DoubleOperations.push_back(std::move(Found));
    }
  }
  stable_sort(Model.DoubleOperations,
              [](const DoubleOperation &A, const DoubleOperation &B) {
                return A.Location < B.Location;
              });
}
