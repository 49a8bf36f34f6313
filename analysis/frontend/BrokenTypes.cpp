//===- BrokenTypes.cpp - Types that rest on a declaration in error --------===//

#include "analysis/frontend/BrokenTypes.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/AST/TypeVisitor.h"

using namespace clang;

namespace kernelcast {

BrokenTypes::BrokenTypes(const SourceManager &Sources,
                         llvm::ArrayRef<SourceLocation> ErrorPlaces)
    : Sources(Sources) {
  for (SourceLocation Place : ErrorPlaces)
    while (Place.isValid()) { // and wherever its file is part of another
      auto Spot = Sources.getDecomposedExpansionLoc(Place);
      Errors.insert(Spot);
      Place = Sources.getIncludeLoc(Spot.first);
    }
}

bool BrokenTypes::hasError(SourceRange Range) const {
  if (Errors.empty() || Range.isInvalid())
    return false;
  auto Begin = Sources.getDecomposedExpansionLoc(Range.getBegin());
  auto End = Sources.getDecomposedExpansionLoc(Range.getEnd());
  auto First = Errors.lower_bound(Begin);
  return First != Errors.end() && *First <= End;
}

const NamedDecl *BrokenTypes::find(QualType Type) {
  if (Type.isNull())
    return nullptr;
  auto [At, New] = Known.try_emplace(Type.getTypePtr(), nullptr);
  if (!New)
    return At->second;
  const NamedDecl *Found = look(Type.getTypePtr());
  return Known[Type.getTypePtr()] = Found;
}

const NamedDecl *BrokenTypes::look(const clang::Type *Type) {
  if (const auto *Typedef = dyn_cast<TypedefType>(Type))
    if (Typedef->getDecl()->isInvalidDecl())
      return Typedef->getDecl();
  if (const auto *Template = dyn_cast<TemplateSpecializationType>(Type))
    for (const TemplateArgument &Argument : Template->template_arguments())
      if (Argument.getKind() == TemplateArgument::Type)
        if (const NamedDecl *Found = find(Argument.getAsType()))
          return Found;
  if (const auto *Record = dyn_cast<RecordType>(Type))
    return inRecord(Record->getDecl());
  if (const auto *Enumeration = dyn_cast<EnumType>(Type)) {
    const EnumDecl *Declaration = Enumeration->getDecl();
    return Declaration->isInvalidDecl() ||
                   hasError(Declaration->getSourceRange())
               ? Declaration
               : nullptr;
  }
  if (const auto *Array = dyn_cast<ArrayType>(Type))
    return find(Array->getElementType());
  if (const auto *Vector = dyn_cast<VectorType>(Type))
    return find(Vector->getElementType());
  if (QualType Pointee = Type->getPointeeType(); !Pointee.isNull())
    return find(Pointee);
  QualType Next = Type->getLocallyUnqualifiedSingleStepDesugaredType();
  return Next.getTypePtr() != Type ? find(Next) : nullptr;
}

const NamedDecl *BrokenTypes::inRecord(const RecordDecl *Record) {
  Record = Record->getDefinition();
  if (!Record || Record->isFromASTFile())
    return nullptr;
  // Members' bodies do not count, but the list of bases does.
  if (Record->isInvalidDecl() ||
      hasError({Record->getBeginLoc(), Record->getBraceRange().getBegin()}))
    return Record;
  for (const FieldDecl *Field : Record->fields()) {
    if (Field->isInvalidDecl() || hasError(Field->getSourceRange()))
      return Field;
    if (const NamedDecl *Found = find(Field->getType()))
      return Found;
  }
  if (const auto *Class = dyn_cast<CXXRecordDecl>(Record))
    for (const CXXBaseSpecifier &Base : Class->bases())
      if (const NamedDecl *Found = find(Base.getType()))
        return Found;
  return nullptr;
}

namespace {

/// Goes through the places that name a specialization of a function template.
class InstantiationFinder : public RecursiveASTVisitor<InstantiationFinder> {
public:
  explicit InstantiationFinder(BrokenTypes &Types) : Types(Types) {}

  llvm::DenseMap<const FunctionDecl *, const NamedDecl *> Found;

  bool shouldVisitTemplateInstantiations() const { return true; }
  bool VisitDeclRefExpr(DeclRefExpr *E) {
    for (const TemplateArgumentLoc &Argument : E->template_arguments())
      if (Argument.getArgument().getKind() == TemplateArgument::Type)
        note(E->getDecl(), Types.find(Argument.getArgument().getAsType()));
    return true;
  }
  bool VisitCallExpr(CallExpr *E) {
    if (const FunctionDecl *Callee = E->getDirectCallee();
        Callee && Callee->isTemplateInstantiation())
      for (const clang::Expr *Argument : E->arguments())
        note(Callee, Types.find(Argument->IgnoreParenImpCasts()->getType()));
    return true;
  }

private:
  void note(const ValueDecl *Of, const NamedDecl *Broken) {
    if (const auto *Function = dyn_cast<FunctionDecl>(Of); Function && Broken)
      Found.try_emplace(Function->getCanonicalDecl(), Broken);
  }

  BrokenTypes &Types;
};

} // namespace

llvm::DenseMap<const FunctionDecl *, const NamedDecl *>
brokenInstantiations(llvm::ArrayRef<Decl *> TopLevel, BrokenTypes &Types) {
  InstantiationFinder Finder(Types);
  for (Decl *D : TopLevel)
    if (D && !D->isFromASTFile())
      Finder.TraverseDecl(D);
  return std::move(Finder.Found);
}

} // namespace kernelcast
