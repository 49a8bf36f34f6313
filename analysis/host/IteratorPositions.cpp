//===- IteratorPositions.cpp - Where a host's iterator stands -------------===//

#include "analysis/host/IteratorPositions.h"
#include "analysis/host/Containers.h"
#include "analysis/host/HostValues.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;
using namespace kernelcast;
using namespace kernelcast::host;
namespace k = kernelcast;

using Memory = IteratorPosition::Memory;

/// Iterators nest no deeper than this.
static constexpr unsigned MaximumNesting = 24;

static ScalarType offsetType() { return ScalarType::integer(64, true); }

StringRef kernelcast::host::outermostSpace(const clang::Decl *D) {
  StringRef Name;
  for (const clang::DeclContext *C = D->getDeclContext(); C; C = C->getParent())
    if (const auto *Space = dyn_cast<clang::NamespaceDecl>(C))
      Name = Space->getName();
  return Name;
}

bool kernelcast::host::isOfUser(const clang::Expr *Callable) {
  clang::QualType Type = Callable->getType().getNonReferenceType();
  const clang::CXXRecordDecl *Record = Type->getAsCXXRecordDecl();
  if (!Record || Record->isLambda())
    return true;
  StringRef Space = outermostSpace(Record);
  return !is_contained({"std", "thrust", "cub", "cuda"}, Space);
}

/// The type that the class template \p Type has as its first argument.
static clang::QualType firstArgument(clang::QualType Type) {
  const auto *Record = dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(
      Type.getNonReferenceType()->getAsCXXRecordDecl());
  return Record && Record->getTemplateArgs().size() > 0 &&
                 Record->getTemplateArgs()[0].getKind() ==
                     clang::TemplateArgument::Type
             ? Record->getTemplateArgs()[0].getAsType()
             : clang::QualType();
}

const k::Expr *IteratorPositions::distance(const clang::Expr *First,
                                           const clang::Expr *Last,
                                           const Frame *F) {
  Answer From = of(First, F), To = of(Last, F);
  if (!From || !To || !From->Offset || !To->Offset ||
      From->Base.Variable != To->Base.Variable ||
      From->Base.Steps != To->Base.Steps || From->Owner != To->Owner)
    return nullptr;
  return Pool.sub(To->Offset, From->Offset);
}

/// The position at the start of the array that \p E names.
IteratorPositions::Answer IteratorPositions::base(const clang::Expr *E,
                                                  clang::QualType Element,
                                                  Memory In, const Frame *F) {
  std::optional<Place> P = placeOf(E, Values.context());
  if (!P || Element.isNull() || Element->isIncompleteType() ||
      Element->isDependentType())
    return std::nullopt;
  IteratorPosition At;
  At.In = In;
  At.Base = *P;
  At.Owner = F;
  At.Offset = Pool.constant(0, offsetType());
  At.Element = Element;
  At.Bytes = At.ValueBytes =
      Values.context().getTypeSizeInChars(Element).getQuantity();
  return At;
}

IteratorPositions::Answer IteratorPositions::moved(Answer From,
                                                   const clang::Expr *By,
                                                   bool Back, const Frame *F) {
  if (!From)
    return From;
  const k::Expr *Steps = Values.integer(By, F);
  if (!Steps || !From->Offset) {
    From->Offset = nullptr;
    return From;
  }
  Steps = Pool.cast(Steps, offsetType());
  From->Offset =
      Back ? Pool.sub(From->Offset, Steps) : Pool.add(From->Offset, Steps);
  return From;
}

/// What \p Container.Name() gives.
IteratorPositions::Answer
IteratorPositions::ofMember(const clang::Expr *Container, StringRef Name,
                            const Frame *F) {
  bool AtEnd = Name == "end" || Name == "cend";
  if (!AtEnd && Name != "begin" && Name != "cbegin" && Name != "data")
    return std::nullopt;
  clang::QualType Type = Container->getType();
  bool Pointer = Type->isPointerType();
  if (Pointer)
    Type = Type->getPointeeType();
  ContainerKind Kind = containerKind(Type);
  if (Kind == ContainerKind::None)
    return std::nullopt;
  Answer At =
      base(Container, elementOf(Type),
           Kind == ContainerKind::OnDevice ? Memory::Device : Memory::Host, F);
  if (At && AtEnd) {
    const k::Expr *Size = Values.sizeOf(Container, F);
    At->Offset = Size ? Pool.cast(Size, offsetType()) : nullptr;
  }
  return At;
}

/// What the library's function or class \p Maker makes of \p From.
IteratorPositions::Answer
IteratorPositions::made(StringRef Maker, ArrayRef<const clang::Expr *> From,
                        const Frame *F, unsigned Depth) {
  if (From.empty())
    return std::nullopt;
  Maker.consume_front("make_");
  auto is = [&](StringRef Name) { return Maker == Name; };
  const clang::Expr *First = From[0];
  const bool Raw = is("raw_pointer_cast");
  if (Raw || is("device_pointer_cast") || is("device_ptr")) {
    Answer At = of(First, F, Depth);
    if (At)
      At->In = Raw ? Memory::Pointer : Memory::Device;
    return At;
  }
  if (is("counting_iterator") || is("CountingInputIterator")) {
    const k::Expr *At = Values.integer(First, F);
    IteratorPosition Made;
    Made.Offset = At ? Pool.cast(At, offsetType()) : nullptr;
    return Made;
  }
  if (is("constant_iterator") || is("discard_iterator") ||
      is("ConstantInputIterator")) {
    // (value, index), or (index) alone.
    const clang::Expr *Index = is("discard_iterator") ? First
                               : From.size() > 1      ? From[1]
                                                      : nullptr;
    const k::Expr *At =
        Index ? Values.integer(Index, F) : Pool.constant(0, offsetType());
    IteratorPosition Made;
    Made.Offset = At ? Pool.cast(At, offsetType()) : nullptr;
    return Made;
  }
  if ((is("transform_iterator") || is("TransformInputIterator")) &&
      From.size() >= 2) {
    Answer At = of(First, F, Depth);
    if (At)
      At->CallsFunction |= isOfUser(From[1]);
    return At;
  }
  if (is("permutation_iterator") && From.size() >= 2) {
    Answer Elements = of(First, F, Depth), Order = of(From[1], F, Depth);
    if (!Elements || !Order)
      return std::nullopt;
    Order->Bytes += Elements->Bytes;
    Order->ValueBytes = Elements->ValueBytes;
    Order->CallsFunction |= Elements->CallsFunction;
    if (Order->In == Memory::None || Order->In == Memory::Pointer)
      Order->In = Elements->In;
    return Order;
  }
  if (is("zip_iterator") || is("tuple")) {
    Answer All;
    for (const clang::Expr *Part : From) {
      Answer One = of(Part, F, Depth);
      if (!One)
        return std::nullopt;
      if (All) {
        All->Bytes += One->Bytes;
        All->ValueBytes += One->ValueBytes;
        All->CallsFunction |= One->CallsFunction;
        if (All->In == Memory::None || All->In == Memory::Pointer)
          All->In = One->In;
      } else {
        All = One;
      }
    }
    return All;
  }
  return std::nullopt;
}

IteratorPositions::Answer IteratorPositions::ofCall(const clang::CallExpr *Call,
                                                    const Frame *F,
                                                    unsigned Depth) {
  ArrayRef<const clang::Expr *> Arguments(Call->getArgs(), Call->getNumArgs());
  if (const auto *O = dyn_cast<clang::CXXOperatorCallExpr>(Call)) {
    bool Back = O->getOperator() == clang::OO_Minus;
    if ((Back || O->getOperator() == clang::OO_Plus) && O->getNumArgs() == 2 &&
        O->getArg(1)->getType()->isIntegerType())
      return moved(of(O->getArg(0), F, Depth), O->getArg(1), Back, F);
    return std::nullopt;
  }
  const clang::FunctionDecl *Callee = Call->getDirectCallee();
  if (!Callee || !Callee->getIdentifier())
    return std::nullopt;
  if (const auto *M = dyn_cast<clang::CXXMemberCallExpr>(Call)) {
    if (Callee->getName() == "get") { // a device_ptr's pointer
      Answer At = of(M->getImplicitObjectArgument(), F, Depth);
      if (At)
        At->In = Memory::Pointer;
      return At;
    }
    return ofMember(M->getImplicitObjectArgument(), Callee->getName(), F);
  }
  StringRef Space = outermostSpace(Callee);
  if (Space == "std" && Call->getNumArgs() == 1 &&
      (Callee->getName() == "begin" || Callee->getName() == "end"))
    return ofMember(Call->getArg(0), Callee->getName(), F);
  if (Space == "thrust" || Space == "cub" || Space == "cuda" || Space == "std")
    return made(Callee->getName(), Arguments, F, Depth);
  return std::nullopt;
}

IteratorPositions::Answer
IteratorPositions::ofObject(const clang::CXXConstructExpr *Made, const Frame *F,
                            unsigned Depth) {
  if (Made->getNumArgs() == 0)
    return std::nullopt;
  if (Made->getConstructor()->isCopyOrMoveConstructor())
    return of(Made->getArg(0), F, Depth);
  return made(className(Made->getType()), givenTo(Made), F, Depth);
}

/// What \p V is declared with, or the caller passes; itself, where it is a
/// pointer that other code sets too.
IteratorPositions::Answer IteratorPositions::ofVariable(const clang::VarDecl *V,
                                                        const clang::Expr *E,
                                                        const Frame *F,
                                                        unsigned Depth) {
  clang::QualType Type = V->getType().getNonReferenceType();
  auto Changes = F->Facts->Modified.find(V);
  unsigned Changed = 0;
  if (Changes != F->Facts->Modified.end())
    for (const Modification &M : Changes->second)
      Changed += M.Steps.empty();
  bool Kept = !F->Facts->isKept(V) && !V->hasGlobalStorage();
  if (const auto *P = dyn_cast<clang::ParmVarDecl>(V);
      P && Kept && Changed == 0 && F->Call && F->Caller &&
      P->getDeclContext() == F->Facts->Function)
    if (const clang::Expr *Passed =
            argument(F->Call, P->getFunctionScopeIndex()))
      if (Answer Found = of(Passed, F->Caller, Depth))
        return Found;
  if (!isa<clang::ParmVarDecl>(V) && Kept && Changed <= 1 && V->getInit()) {
    SaveAndRestore Earlier(IsEarlier, true);
    if (Answer Found = of(V->getInit(), F, Depth))
      return Found;
  }
  // What a variable held when another was made of it, it may hold no longer.
  bool Moves = !Kept || Changed > (isa<clang::ParmVarDecl>(V) ? 0 : 1);
  if (IsEarlier && Moves)
    return std::nullopt;
  if (Type->isPointerType())
    return base(E, Type->getPointeeType(), Memory::Pointer, F);
  if (className(Type) == "device_ptr")
    return base(E, firstArgument(Type), Memory::Device, F);
  return std::nullopt;
}

IteratorPositions::Answer
IteratorPositions::of(const clang::Expr *E, const Frame *F, unsigned Depth) {
  if (!E || !F || ++Depth > MaximumNesting)
    return std::nullopt;
  E = stripped(E);
  if (const auto *C = dyn_cast<clang::ExplicitCastExpr>(E)) {
    // A pointer under another type counts other elements.
    if (C->getType()->isPointerType() &&
        C->getSubExpr()->getType()->isPointerType()) {
      Answer At = of(C->getSubExpr(), F, Depth);
      if (At && !At->Element.isNull() &&
          !Values.context().hasSameUnqualifiedType(
              At->Element, C->getType()->getPointeeType()))
        return std::nullopt;
      return At;
    }
    return of(C->getSubExpr(), F, Depth);
  }
  if (const auto *Made = dyn_cast<clang::CXXConstructExpr>(E))
    return ofObject(Made, F, Depth);
  if (const auto *Call = dyn_cast<clang::CallExpr>(E))
    return ofCall(Call, F, Depth);
  if (const auto *B = dyn_cast<clang::BinaryOperator>(E);
      B && B->isAdditiveOp() && B->getType()->isPointerType()) {
    bool Left = B->getLHS()->getType()->isPointerType();
    return moved(of(Left ? B->getLHS() : B->getRHS(), F, Depth),
                 Left ? B->getRHS() : B->getLHS(),
                 B->getOpcode() == clang::BO_Sub, F);
  }
  if (const auto *U = dyn_cast<clang::UnaryOperator>(E);
      U && U->getOpcode() == clang::UO_AddrOf) {
    const clang::Expr *Of = stripped(U->getSubExpr());
    if (const auto *A = dyn_cast<clang::ArraySubscriptExpr>(Of))
      return moved(of(A->getBase(), F, Depth), A->getIdx(), false, F);
    if (const auto *O = dyn_cast<clang::CXXOperatorCallExpr>(Of);
        O && O->getOperator() == clang::OO_Subscript && O->getNumArgs() == 2)
      return moved(ofMember(O->getArg(0), "data", F), O->getArg(1), false, F);
    return std::nullopt;
  }
  if (const auto *R = dyn_cast<clang::DeclRefExpr>(E)) {
    const auto *V = dyn_cast<clang::VarDecl>(R->getDecl());
    if (V && V->getType().getNonReferenceType()->isConstantArrayType())
      return base(E,
                  Values.context()
                      .getAsArrayType(V->getType().getNonReferenceType())
                      ->getElementType(),
                  Memory::Pointer, F);
    return V ? ofVariable(V, E, F, Depth) : std::nullopt;
  }
  if (isa<clang::MemberExpr, clang::ArraySubscriptExpr>(E) && !IsEarlier &&
      E->getType()->isPointerType())
    return base(E, E->getType()->getPointeeType(), Memory::Pointer, F);
  return std::nullopt;
}
