//===- LibrarySteps.cpp - What a library's call asks, written -------------===//

#include "analysis/host/LibrarySteps.h"
#include "clang/AST/ExprCXX.h"

using namespace llvm;
using namespace kernelcast;
using namespace kernelcast::host;
namespace k = kernelcast;

using Kind = HostAction::Kind;

const clang::CXXMethodDecl *
kernelcast::host::methodOf(const clang::Expr *Call) {
  if (const auto *K = dyn_cast<clang::CXXConstructExpr>(Call))
    return K->getConstructor();
  const auto *C = dyn_cast<clang::CallExpr>(Call);
  return C ? dyn_cast_or_null<clang::CXXMethodDecl>(C->getDirectCallee())
           : nullptr;
}

HostStep LibrarySteps::step(const clang::Expr *Call, Kind What) const {
  HostStep Step;
  Step.What = HostStep::Kind::Action;
  Step.Location = spotOf(Call, Context);
  Step.Action.What = What;
  const auto *C = dyn_cast<clang::CallExpr>(Call);
  const clang::CXXMethodDecl *Method = methodOf(Call);
  if (isa<clang::CXXOperatorCallExpr>(Call) && Method)
    Step.Action.Callee = Method->getQualifiedNameAsString();
  else if (C)
    Step.Action.Callee = sourceText(C->getCallee(), Context);
  else
    Step.Action.Callee =
        Call->getType().getNonReferenceType().getUnqualifiedType().getAsString(
            Context.getPrintingPolicy());
  return Step;
}

/// The bytes of an object of \p Type; 0 where that is not known.
uint64_t LibrarySteps::bytesOf(clang::QualType Type) const {
  return Type.isNull() || Type->isIncompleteType()
             ? 0
             : Context.getTypeSizeInChars(Type).getQuantity();
}

void LibrarySteps::addCopy(const clang::Expr *Call, CopyKind Direction,
                           const k::Expr *Elements, uint64_t ElementBytes,
                           std::string Operands, std::vector<HostStep> &To) {
  HostStep Step = step(Call, Kind::Copy);
  HostAction &A = Step.Action;
  A.Direction = Direction;
  A.Memory = MemoryKind::Pageable;
  ScalarType Wide = ScalarType::integer(64, false);
  if (Elements && ElementBytes)
    A.Bytes = Pool.mul(Pool.cast(Elements, Wide),
                       Pool.constant(static_cast<int64_t>(ElementBytes), Wide));
  A.Operands = std::move(Operands);
  if (!A.Bytes)
    A.Note = "its size cannot be followed";
  To.push_back(std::move(Step));
}

void LibrarySteps::addFill(const clang::Expr *Call, const k::Expr *Elements,
                           clang::QualType Element, std::string Operands,
                           std::vector<HostStep> &To) {
  addConversion(Call, Elements, 0, bytesOf(Element), std::move(Operands), To);
}

void LibrarySteps::addConversion(const clang::Expr *Call,
                                 const k::Expr *Elements, uint64_t Read,
                                 uint64_t Written, std::string Operands,
                                 std::vector<HostStep> &To) {
  HostStep Step = step(Call, Kind::Pass);
  HostAction &A = Step.Action;
  A.Operands = std::move(Operands);
  A.Pass.Elements = Elements;
  A.Pass.BytesRead = Read;
  A.Pass.BytesWritten = Written;
  A.Pass.HostWaits = true;
  To.push_back(std::move(Step));
}
