//===- SourceReach.cpp - Functions that a kernel's source needs -----------===//

#include "analysis/lowering/SourceReach.h"
#include "analysis/frontend/DroppedStatements.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/Stmt.h"

using namespace clang;

namespace kernelcast {

std::optional<SourceLocation> SourceReach::add(const FunctionDecl *Kernel) {
  Seen.clear();
  Open.clear();
  InError.reset();
  function(Kernel);
  while (!Open.empty() && !InError)
    body(Open.pop_back_val());
  if (!InError)
    All.insert(Seen.begin(), Seen.end());
  return InError;
}

void SourceReach::function(const FunctionDecl *Function) {
  // The prelude is free of errors.
  if (!Function || Function->isFromASTFile() ||
      Function->isDependentContext() ||
      !Seen.insert(Function->getCanonicalDecl()).second)
    return;
  const FunctionDecl *Definition = nullptr;
  if (Function->isInvalidDecl())
    wrong(Function->getLocation());
  if (Function->hasBody(Definition))
    Open.push_back(Definition);
}

/// An object of \p Type ends somewhere.
void SourceReach::objectOf(QualType Type) {
  if (const auto *Class =
          Type->getBaseElementTypeUnsafe()->getAsCXXRecordDecl())
    if (Class->hasDefinition())
      function(Class->getDestructor());
}

void SourceReach::variable(const VarDecl *Variable,
                           llvm::SmallVectorImpl<const Stmt *> &Statements) {
  if (Variable->isFromASTFile() || !Seen.insert(Variable).second)
    return;
  if (Variable->isInvalidDecl())
    wrong(Variable->getLocation());
  objectOf(Variable->getType());
  if (const clang::Expr *Initializer = Variable->getAnyInitializer())
    Statements.push_back(Initializer);
}

void SourceReach::body(const FunctionDecl *Function) {
  if (const auto *Constructor = dyn_cast<CXXConstructorDecl>(Function))
    for (const CXXCtorInitializer *Initializer : Constructor->inits())
      statements(Initializer->getInit());
  if (const auto *Method = dyn_cast<CXXMethodDecl>(Function);
      isa_and_nonnull<CXXConstructorDecl, CXXDestructorDecl>(Method)) {
    for (const FieldDecl *Field : Method->getParent()->fields())
      objectOf(Field->getType());
    for (const CXXBaseSpecifier &Base : Method->getParent()->bases())
      objectOf(Base.getType());
  }
  statements(Function->getBody());
}

/// Walks without recursion: bodies may be nested thousands deep.
void SourceReach::statements(const Stmt *Root) {
  llvm::SmallVector<const Stmt *, 64> Left{Root};
  while (!Left.empty()) {
    const Stmt *S = Left.pop_back_val();
    if (!S)
      continue;
    if (SourceLocation Lost = droppedStatement(S, Context, Skipped);
        Lost.isValid())
      wrong(Lost);
    if (const auto *E = dyn_cast<clang::Expr>(S)) {
      if (E->containsErrors() || E->isInstantiationDependent())
        wrong(E->getBeginLoc());
      else if (E->isPRValue())
        objectOf(E->getType());
    }
    if (const auto *Declaration = dyn_cast<DeclStmt>(S)) {
      for (const Decl *D : Declaration->decls())
        if (const auto *Variable = dyn_cast<VarDecl>(D))
          variable(Variable, Left);
    } else if (const auto *Reference = dyn_cast<DeclRefExpr>(S)) {
      function(dyn_cast<FunctionDecl>(Reference->getDecl()));
      if (const auto *Used = dyn_cast<VarDecl>(Reference->getDecl()))
        variable(Used, Left);
    } else if (const auto *Member = dyn_cast<MemberExpr>(S)) {
      function(dyn_cast<FunctionDecl>(Member->getMemberDecl()));
      if (const auto *Used = dyn_cast<VarDecl>(Member->getMemberDecl()))
        variable(Used, Left);
    } else if (const auto *Construct = dyn_cast<CXXConstructExpr>(S)) {
      function(Construct->getConstructor());
    } else if (const auto *Inherited = dyn_cast<CXXInheritedCtorInitExpr>(S)) {
      function(Inherited->getConstructor());
    } else if (const auto *New = dyn_cast<CXXNewExpr>(S)) {
      function(New->getOperatorNew());
      function(New->getOperatorDelete());
    } else if (const auto *Delete = dyn_cast<CXXDeleteExpr>(S)) {
      function(Delete->getOperatorDelete());
      if (QualType Destroyed = Delete->getDestroyedType(); !Destroyed.isNull())
        objectOf(Destroyed);
    } else if (const auto *Lambda = dyn_cast<LambdaExpr>(S)) {
      // The body belongs to the function, and to each instance of a generic
      // one.
      function(Lambda->getCallOperator());
      llvm::append_range(Left, Lambda->capture_inits());
      continue;
    } else if (const auto *Default = dyn_cast<CXXDefaultArgExpr>(S)) {
      Left.push_back(Default->getExpr());
    } else if (const auto *Default = dyn_cast<CXXDefaultInitExpr>(S)) {
      Left.push_back(Default->getExpr());
    }
    const Stmt *Discarded = discardedSide(S, Context);
    for (const Stmt *Child : S->children())
      if (Child != Discarded)
        Left.push_back(Child);
  }
}

} // namespace kernelcast
