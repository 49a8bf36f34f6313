//===- Containers.cpp - The vectors that host code works with ------------===//

#include "analysis/host/Containers.h"
#include "clang/AST/DeclTemplate.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;
using namespace kernelcast;
using namespace kernelcast::host;

StringRef kernelcast::host::className(clang::QualType Type) {
  const clang::CXXRecordDecl *Record =
      Type.getNonReferenceType()->getAsCXXRecordDecl();
  return Record && Record->getIdentifier() ? Record->getName() : StringRef();
}

/// The vector class that \p Type is.
static const clang::ClassTemplateSpecializationDecl *
vectorOf(clang::QualType Type) {
  if (Type.isNull() || Type->isDependentType())
    return nullptr;
  const auto *Record = dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(
      Type.getNonReferenceType()->getAsCXXRecordDecl());
  if (!Record || !Record->getIdentifier() ||
      Record->getTemplateArgs().size() == 0 ||
      Record->getTemplateArgs()[0].getKind() != clang::TemplateArgument::Type)
    return nullptr;
  return containerKind(Type) == ContainerKind::None ? nullptr : Record;
}

ContainerKind kernelcast::host::containerKind(clang::QualType Type) {
  const clang::CXXRecordDecl *Record =
      Type.isNull() ? nullptr
                    : Type.getNonReferenceType()->getAsCXXRecordDecl();
  if (!Record || !Record->getIdentifier())
    return ContainerKind::None;
  if (Record->isInStdNamespace())
    return Record->getName() == "vector" ? ContainerKind::OnHost
                                         : ContainerKind::None;
  const auto *Space = dyn_cast<clang::NamespaceDecl>(Record->getDeclContext());
  if (!Space || Space->getName() != "thrust")
    return ContainerKind::None;
  return StringSwitch<ContainerKind>(Record->getName())
      .Case("host_vector", ContainerKind::OnHost)
      .Cases("device_vector", "universal_vector", ContainerKind::OnDevice)
      .Default(ContainerKind::None);
}

clang::QualType kernelcast::host::elementOf(clang::QualType Type) {
  const auto *Record = vectorOf(Type);
  return Record ? Record->getTemplateArgs()[0].getAsType() : clang::QualType();
}

StringRef
kernelcast::host::memberOfContainer(const clang::CXXMemberCallExpr *Call) {
  const clang::CXXMethodDecl *Method = Call->getMethodDecl();
  const clang::Expr *Object = Call->getImplicitObjectArgument();
  if (!Method || !Method->getIdentifier() || !Object)
    return "";
  clang::QualType Type = Object->getType();
  if (Type->isPointerType())
    Type = Type->getPointeeType();
  return containerKind(Type) == ContainerKind::None ? StringRef()
                                                    : Method->getName();
}

bool kernelcast::host::keepsSize(const clang::CXXMemberCallExpr *Call) {
  return StringSwitch<bool>(memberOfContainer(Call))
      .Cases("begin", "end", "rbegin", "rend", "data", true)
      .Cases("cbegin", "cend", "at", "front", "back", true)
      .Cases("reserve", "shrink_to_fit", "size", "capacity", "empty", true)
      .Default(false);
}

const clang::Expr *kernelcast::host::sizeAskedOf(const clang::CallExpr *Call) {
  const auto *Member = dyn_cast<clang::CXXMemberCallExpr>(Call);
  return Member && memberOfContainer(Member) == "size"
             ? Member->getImplicitObjectArgument()
             : nullptr;
}
