//===- DeviceVectors.cpp - What vectors of the device do ------------------===//

#include "analysis/host/DeviceVectors.h"
#include "analysis/host/ContainerSizes.h"
#include "analysis/host/Containers.h"
#include "analysis/host/LibraryAlgorithms.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;
using namespace kernelcast;
using namespace kernelcast::host;
namespace k = kernelcast;

using InMemory = IteratorPosition::Memory;

static bool isOnDevice(clang::QualType Type) {
  return containerKind(Type) == ContainerKind::OnDevice;
}

/// Whether \p Method gives access to an element: v[i], p[i], *p.
static bool isAccess(const clang::CXXMethodDecl *Method) {
  clang::OverloadedOperatorKind Operator = Method->getOverloadedOperator();
  return Operator == clang::OO_Subscript ||
         (Operator == clang::OO_Star && Method->getNumParams() == 0);
}

bool DeviceVectors::works(const clang::CXXMethodDecl *Method,
                          const clang::Expr *Call) {
  clang::QualType Own(Method->getParent()->getTypeForDecl(), 0);
  StringRef Class = className(Own);
  if (Class == "device_ptr" || Class == "kc_result")
    return isAccess(Method);
  if (isOnDevice(Own)) {
    StringRef Name = Method->getIdentifier() ? Method->getName() : StringRef();
    return !StringSwitch<bool>(Name)
                .Cases("begin", "end", "cbegin", "cend", "data", true)
                .Cases("rbegin", "rend", "size", "empty", "capacity", true)
                .Cases("reserve", "clear", "swap", "shrink_to_fit", true)
                .Case("pop_back", true)
                .Default(false) &&
           !isa<clang::CXXDestructorDecl, clang::CXXConversionDecl>(Method);
  }
  // A host_vector where it takes from the device.
  if (containerKind(Own) == ContainerKind::None)
    return false;
  const auto ofDevice = [](const clang::Expr *E) {
    return isOnDevice(E->getType()) || className(E->getType()) == "device_ptr";
  };
  if (const auto *Made = dyn_cast<clang::CXXConstructExpr>(Call))
    return any_of(Made->arguments(), ofDevice);
  return any_of(cast<clang::CallExpr>(Call)->arguments(), ofDevice);
}

/// A copy of elements, or on the device a pass where it converts them.
void DeviceVectors::copy(const clang::Expr *Call, clang::QualType From,
                         bool FromDevice, clang::QualType To, bool ToDevice,
                         const k::Expr *Elements, std::string Operands,
                         Steps &Out) {
  uint64_t Read = Write.bytesOf(From), Written = Write.bytesOf(To);
  if (FromDevice && ToDevice && Read != Written)
    return Write.addConversion(Call, Elements, Read, Written,
                               std::move(Operands), Out);
  Write.addCopy(Call,
                !FromDevice ? CopyKind::ToDevice
                : ToDevice  ? CopyKind::WithinDevice
                            : CopyKind::FromDevice,
                Elements, Read, std::move(Operands), Out);
}

bool DeviceVectors::made(const clang::CXXConstructExpr *Made, const Frame *F,
                         Steps &To) {
  std::vector<const clang::Expr *> Given = givenTo(Made);
  if (outermostSpace(Made->getConstructor()) == "std")
    return false; // it copies element by element
  if (Made->getConstructor()->isMoveConstructor() || Given.empty())
    return true;
  bool ToDevice = isOnDevice(Made->getType());
  clang::QualType Element = elementOf(Made->getType());
  const k::Expr *Elements =
      Values.part(Made, PathStep{nullptr, PathStep::Size}, F);
  const clang::Expr *From = Given[0];
  std::string Text = sourceText(From, Facts.Context);
  if (isNumber(From)) {
    if (ToDevice)
      Write.addFill(Made, Elements, Element, "", To);
    return true;
  }
  clang::QualType Source = elementOf(From->getType());
  bool FromDevice = isOnDevice(From->getType());
  if (isa<clang::CXXStdInitializerListExpr>(stripped(From))) {
    Source = Element;
  } else if (Source.isNull()) {
    std::optional<IteratorPosition> At = Positions.of(From, F);
    if (!At || At->CallsFunction)
      return false;
    if (At->In == InMemory::None && ToDevice) {
      Write.addFill(Made, Elements, Element, Text, To);
      return true;
    }
    FromDevice = At->In == InMemory::Device;
    Source = At->Bytes == At->ValueBytes ? At->Element : clang::QualType();
  }
  if (!ToDevice && !FromDevice)
    return true;
  copy(Made, Source, FromDevice, Element, ToDevice, Elements, Text, To);
  return true;
}

bool DeviceVectors::assigned(const clang::CXXOperatorCallExpr *Call,
                             const Frame *F, Steps &To) {
  const clang::Expr *Into = Call->getArg(0), *From = Call->getArg(1);
  bool ToDevice = isOnDevice(Into->getType()),
       FromDevice = isOnDevice(From->getType());
  if (containerKind(From->getType()) == ContainerKind::None ||
      (!ToDevice && !FromDevice))
    return false;
  if (!From->isLValue() &&
      Facts.Context.hasSameUnqualifiedType(Into->getType(), From->getType()))
    return true; // it is moved
  copy(Call, elementOf(From->getType()), FromDevice, elementOf(Into->getType()),
       ToDevice, Values.sizeOf(From, F),
       sourceText(Into, Facts.Context) + " <- " +
           sourceText(From, Facts.Context),
       To);
  return true;
}

/// One element, read or written; its address alone moves nothing.
void DeviceVectors::element(const clang::CXXOperatorCallExpr *Call,
                            clang::QualType Type, const Frame *F, Steps &To) {
  const clang::Stmt *Use = F->Facts->parent(Call);
  while (isa_and_nonnull<clang::ParenExpr>(Use))
    Use = F->Facts->parent(Use);
  const auto *U = dyn_cast_or_null<clang::UnaryOperator>(Use);
  if (U && U->getOpcode() == clang::UO_AddrOf)
    return;
  const auto *Sets = dyn_cast_or_null<clang::BinaryOperator>(Use);
  bool Assigns =
      Sets && Sets->isAssignmentOp() && stripped(Sets->getLHS()) == Call;
  bool Both = (U && U->isIncrementDecrementOp()) ||
              (Assigns && Sets->isCompoundAssignmentOp());
  std::string Place = sourceText(Call, Facts.Context);
  uint64_t Bytes = Write.bytesOf(Type);
  if (!Assigns || Both)
    Write.addCopy(Call, CopyKind::FromDevice, Pool.constant(1), Bytes, Place,
                  To);
  if (Assigns || Both)
    Write.addCopy(Call, CopyKind::ToDevice, Pool.constant(1), Bytes, Place, To);
}

bool DeviceVectors::resized(const clang::CXXMemberCallExpr *Call,
                            const Frame *F, Steps &To) {
  const clang::CXXMethodDecl *Method = Call->getMethodDecl();
  const clang::Expr *Object = Call->getImplicitObjectArgument();
  if (!Method || !Method->getIdentifier() || Call->getNumArgs() == 0 ||
      Object->getType()->isPointerType())
    return false;
  clang::QualType Element = elementOf(Object->getType());
  std::string Text = sourceText(Object, Facts.Context);
  const k::Expr *Before = Values.sizeOf(Object, F);
  const k::Expr *Size = sizeLeft(Call, F, Values, Pool);
  if (Method->getName() == "resize") {
    if (Before && Before == Size)
      return true;
    if (!Before || !Before->isConstant(0))
      return false; // what it keeps is copied
    Write.addFill(Call, Size, Element, Text, To);
    return true;
  }
  if (Method->getName() != "assign")
    return false;
  if (isNumber(Call->getArg(0))) {
    Write.addFill(Call, Size, Element, Text, To);
    return true;
  }
  std::optional<IteratorPosition> At = Positions.of(Call->getArg(0), F);
  if (!At || At->In == InMemory::None || At->CallsFunction)
    return false;
  copy(Call, At->Bytes == At->ValueBytes ? At->Element : clang::QualType(),
       At->In == InMemory::Device, Element, true, Size, Text, To);
  return true;
}

bool DeviceVectors::changed(const clang::CallExpr *Call, const Frame *F,
                            Steps &To) {
  const clang::CXXMethodDecl *Method = methodOf(Call);
  const auto *O = dyn_cast<clang::CXXOperatorCallExpr>(Call);
  if (!O) {
    const auto *Member = dyn_cast<clang::CXXMemberCallExpr>(Call);
    return Member && resized(Member, F, To);
  }
  if (O->getOperator() == clang::OO_Equal && O->getNumArgs() == 2)
    return assigned(O, F, To);
  clang::QualType Own = O->getArg(0)->getType();
  if (!Method || !isAccess(Method) || className(Own) == "kc_result")
    return false;
  element(O, O->getType().getNonReferenceType(), F, To);
  return true;
}
