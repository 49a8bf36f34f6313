//===- ReachedCode.cpp - The bodies that a kernel runs --------------------===//

#include "analysis/changes/ReachedCode.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace kernelcast;

ReachedCode::ReachedCode(const clang::FunctionDecl *Kernel,
                         const SourceText &Source)
    : Source(Source) {
  add(Kernel);
  for (size_t I = 0; I != Functions.size(); ++I)
    visit(Functions[I]->getBody());
}

void ReachedCode::add(const clang::FunctionDecl *Definition) {
  if (Functions.size() == MostFunctions) {
    Cut = true;
    return;
  }
  if (Seen.insert(Definition).second)
    Functions.push_back(Definition);
}

/// The user's function whose body \p S runs, if it is seen.
static const clang::FunctionDecl *calledBy(const clang::Stmt *S) {
  const clang::FunctionDecl *Callee = nullptr, *Definition = nullptr;
  if (const auto *Call = dyn_cast<clang::CallExpr>(S))
    Callee = Call->getDirectCallee();
  else if (const auto *Made = dyn_cast<clang::CXXConstructExpr>(S))
    Callee = Made->getConstructor();
  return Callee && Callee->hasBody(Definition) ? Definition : nullptr;
}

void ReachedCode::visit(const clang::Stmt *Body) {
  SmallVector<const clang::Stmt *, 64> Left = {Body};
  while (!Left.empty()) {
    const clang::Stmt *S = Left.pop_back_val();
    if (Statements.size() == MostStatements) {
      Cut = true;
      return;
    }
    Statements.push_back(S);
    if (const auto *Name = dyn_cast<clang::DeclRefExpr>(S))
      if (const auto *Variable = dyn_cast<clang::VarDecl>(Name->getDecl()))
        References[Variable->getCanonicalDecl()].push_back(Name);
    if (const auto *Declared = dyn_cast<clang::DeclStmt>(S))
      for (const clang::Decl *D : Declared->decls())
        if (const auto *Variable = dyn_cast<clang::VarDecl>(D))
          Variables.push_back(Variable);
    if (const clang::FunctionDecl *Callee = calledBy(S);
        Callee && Source.isUserCode(Callee->getLocation()))
      add(Callee);
    const size_t First = Left.size();
    for (const clang::Stmt *Child : S->children())
      if (Child && Parents.try_emplace(Child, S).second)
        Left.push_back(Child);
    std::reverse(Left.begin() + static_cast<ptrdiff_t>(First), Left.end());
  }
}

const clang::Stmt *ReachedCode::meaningfulParent(const clang::Stmt *S) const {
  do
    S = parent(S);
  while (isa_and_nonnull<clang::ParenExpr, clang::ImplicitCastExpr>(S));
  return S;
}

/// Whether \p Callee copies an object and does nothing else.
static bool isPlainCopy(const clang::FunctionDecl *Callee) {
  const auto *Method = dyn_cast_or_null<clang::CXXMethodDecl>(Callee);
  if (!Method || !Method->isTrivial())
    return false;
  const auto *Constructor = dyn_cast<clang::CXXConstructorDecl>(Method);
  return Constructor ? Constructor->isCopyOrMoveConstructor()
                     : Method->isCopyAssignmentOperator() ||
                           Method->isMoveAssignmentOperator();
}

/// What is done with the object of class type \p Element that \p Around takes.
static UseKind useOfObject(const clang::Stmt *Element,
                           const clang::Stmt *Around) {
  if (const auto *Made = dyn_cast<clang::CXXConstructExpr>(Around))
    return isPlainCopy(Made->getConstructor()) ? UseKind::Read : UseKind::Whole;
  const auto *Call = dyn_cast<clang::CXXOperatorCallExpr>(Around);
  if (!Call || !isPlainCopy(Call->getDirectCallee()) || Call->getNumArgs() != 2)
    return UseKind::Whole;
  return Call->getArg(0)->IgnoreParens() == Element ? UseKind::Written
                                                    : UseKind::Read;
}

/// Whether \p Around takes the address \p Pointer to change what is there, and
/// keeps nothing.
static bool isAtomic(const clang::Stmt *Around, const SourceText &Source) {
  const auto *Call = dyn_cast_or_null<clang::CallExpr>(Around);
  const clang::FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  return Callee && Callee->getIdentifier() &&
         Callee->getName().starts_with("atomic") &&
         !Source.isUserCode(Callee->getLocation());
}

UseKind ReachedCode::useOfElement(const clang::Expr *Element) const {
  const clang::Stmt *Inner = Element, *Around = parent(Element);
  for (; Around; Inner = Around, Around = parent(Around)) {
    if (const auto *Cast = dyn_cast<clang::ImplicitCastExpr>(Around)) {
      if (Cast->getCastKind() == clang::CK_LValueToRValue)
        return UseKind::Read;
      if (Cast->getCastKind() != clang::CK_NoOp)
        return UseKind::Whole;
    } else if (const auto *Member = dyn_cast<clang::MemberExpr>(Around)) {
      if (!isa<clang::FieldDecl>(Member->getMemberDecl()) ||
          Member->getType()->isArrayType())
        return UseKind::Whole;
    } else if (!isa<clang::ParenExpr, clang::ExtVectorElementExpr>(Around)) {
      break;
    }
  }
  if (!Around)
    return UseKind::NoAccess;
  if (const auto *Binary = dyn_cast<clang::BinaryOperator>(Around))
    return !Binary->isAssignmentOp() || Binary->getLHS() != Inner
               ? UseKind::Whole
           : Binary->isCompoundAssignmentOp() ? UseKind::Updated
                                              : UseKind::Written;
  if (const auto *Unary = dyn_cast<clang::UnaryOperator>(Around)) {
    if (Unary->isIncrementDecrementOp())
      return UseKind::Updated;
    return Unary->getOpcode() == clang::UO_AddrOf &&
                   isAtomic(meaningfulParent(Unary), Source)
               ? UseKind::Updated
               : UseKind::Whole;
  }
  if (isa<clang::UnaryExprOrTypeTraitExpr, clang::CompoundStmt>(Around))
    return UseKind::NoAccess;
  return useOfObject(Inner, Around);
}

VariableUse ReachedCode::use(const clang::DeclRefExpr *Name,
                             unsigned Dimensions) const {
  VariableUse Use;
  Use.Name = Name;
  const clang::Stmt *Inner = Name;
  for (unsigned D = 0; D != Dimensions;) {
    const clang::Stmt *Around = parent(Inner);
    if (!Around)
      return Use;
    if (isa<clang::UnaryExprOrTypeTraitExpr>(Around)) {
      Use.Kind = UseKind::Size;
      return Use;
    }
    if (const auto *Subscript = dyn_cast<clang::ArraySubscriptExpr>(Around)) {
      if (Subscript->getBase() != Inner)
        return Use;
      ++D;
    } else if (const auto *Unary = dyn_cast<clang::UnaryOperator>(Around)) {
      if (Unary->getOpcode() != clang::UO_Deref)
        return Use;
      ++D;
    } else if (const auto *Cast = dyn_cast<clang::ImplicitCastExpr>(Around)) {
      const clang::CastKind Kind = Cast->getCastKind();
      if (Kind != clang::CK_ArrayToPointerDecay && Kind != clang::CK_NoOp &&
          Kind != clang::CK_LValueToRValue)
        return Use;
    } else if (!isa<clang::ParenExpr>(Around)) {
      return Use;
    }
    Inner = Around;
  }
  Use.Element = cast<clang::Expr>(Inner);
  Use.Kind = useOfElement(Use.Element);
  return Use;
}

ArrayRef<const clang::DeclRefExpr *>
ReachedCode::references(const clang::VarDecl *Variable) const {
  auto Found = References.find(Variable->getCanonicalDecl());
  return Found == References.end()
             ? ArrayRef<const clang::DeclRefExpr *>()
             : ArrayRef<const clang::DeclRefExpr *>(Found->second);
}

const clang::FunctionDecl *ReachedCode::owner(const clang::Stmt *S) const {
  while (const clang::Stmt *Around = parent(S))
    S = Around;
  const auto Found = find_if(Functions, [&](const clang::FunctionDecl *F) {
    return F->getBody() == S;
  });
  return Found == Functions.end() ? nullptr : *Found;
}

ArrayRef<VariableUse> ReachedCode::uses(const clang::VarDecl *Variable) const {
  std::unique_ptr<std::vector<VariableUse>> &Known =
      Uses[Variable->getCanonicalDecl()];
  if (Known)
    return *Known;
  Known = std::make_unique<std::vector<VariableUse>>();
  unsigned Dimensions = 0;
  clang::QualType Type = Variable->getType();
  for (; Type->isArrayType(); ++Dimensions)
    Type = clang::QualType(Type->getArrayElementTypeNoTypeQual(), 0);
  for (const clang::DeclRefExpr *Name : references(Variable))
    Known->push_back(use(Name, std::max(1u, Dimensions)));
  return *Known;
}
