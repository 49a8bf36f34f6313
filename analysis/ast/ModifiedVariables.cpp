//===- ModifiedVariables.cpp - Variables that change after declaration ----===//

#include "analysis/ast/ModifiedVariables.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"

using namespace llvm;

namespace kernelcast {

namespace {
/// Collects variables whose value can change after their declaration.
class ModificationFinder
    : public clang::RecursiveASTVisitor<ModificationFinder> {
public:
  DenseSet<const clang::VarDecl *> Found;
  bool shouldVisitTemplateInstantiations() const { return true; }
  bool shouldVisitImplicitCode() const { return true; }

  bool VisitDeclRefExpr(clang::DeclRefExpr *E) {
    // A use that only reads sits right under an lvalue-to-rvalue cast; those
    // are taken back in VisitImplicitCastExpr. Everything else may modify.
    if (const auto *Variable = dyn_cast<clang::VarDecl>(E->getDecl()))
      ++Uses[Variable];
    return true;
  }
  bool VisitImplicitCastExpr(clang::ImplicitCastExpr *E) {
    if (E->getCastKind() == clang::CK_LValueToRValue)
      read(E->getSubExpr());
    return true;
  }
  void finish() {
    for (auto &[Variable, Count] : Uses)
      if (Reads.lookup(Variable) != Count)
        Found.insert(Variable);
  }

private:
  /// Of a choice, a lvalue in C++, either side is read.
  void read(const clang::Expr *E) {
    E = E->IgnoreParens();
    if (const auto *Cast = dyn_cast<clang::ImplicitCastExpr>(E);
        Cast && Cast->getCastKind() == clang::CK_NoOp) {
      read(Cast->getSubExpr());
    } else if (const auto *Either = dyn_cast<clang::ConditionalOperator>(E)) {
      read(Either->getTrueExpr());
      read(Either->getFalseExpr());
    } else if (const auto *Ref = dyn_cast<clang::DeclRefExpr>(E)) {
      if (const auto *Variable = dyn_cast<clang::VarDecl>(Ref->getDecl()))
        ++Reads[Variable];
    }
  }

  DenseMap<const clang::VarDecl *, unsigned> Uses, Reads;
};
} // namespace

DenseSet<const clang::VarDecl *> modifiedVariables(const clang::Stmt *Body) {
  ModificationFinder Finder;
  Finder.TraverseStmt(const_cast<clang::Stmt *>(Body));
  Finder.finish();
  return std::move(Finder.Found);
}

bool isConstantClosure(clang::QualType Type) {
  const clang::CXXRecordDecl *Class = Type->getAsCXXRecordDecl();
  if (!Class || !Class->isLambda())
    return false;
  const clang::CXXMethodDecl *Operator = Class->getLambdaCallOperator();
  return Operator && Operator->isConst();
}

} // namespace kernelcast
