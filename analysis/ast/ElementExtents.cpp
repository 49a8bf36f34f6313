//===- ElementExtents.cpp - How far a computed index may lead -------------===//

#include "analysis/ast/ElementExtents.h"
#include "analysis/ast/SlotBytes.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/TypeLoc.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace llvm;

namespace kernelcast {

/// Whether the array \p Array is a member to which a template gives its size:
/// one element is then not a struct's open end, but, for this element, its
/// size.
static bool isSizedByTemplate(const clang::Expr *Array) {
  const auto *Member = dyn_cast<clang::MemberExpr>(Array);
  const auto *Field =
      Member ? dyn_cast<clang::FieldDecl>(Member->getMemberDecl()) : nullptr;
  if (!Field || !Field->getTypeSourceInfo())
    return false;
  const auto Type =
      Field->getTypeSourceInfo()->getTypeLoc().getAs<clang::ArrayTypeLoc>();
  SmallVector<const clang::Stmt *, 8> Work;
  SmallPtrSet<const clang::VarDecl *, 4> Constants;
  if (Type)
    Work.push_back(Type.getSizeExpr());
  while (!Work.empty()) {
    const clang::Stmt *S = Work.pop_back_val();
    if (!S)
      continue;
    if (isa<clang::SubstNonTypeTemplateParmExpr>(S))
      return true;
    if (const auto *Ref = dyn_cast<clang::DeclRefExpr>(S))
      if (const auto *Constant = dyn_cast<clang::VarDecl>(Ref->getDecl());
          Constant && Constants.insert(Constant).second)
        Work.push_back(Constant->getAnyInitializer());
    append_range(Work, S->children());
  }
  return false;
}

/// The size of \p Type, which may be null; 0 if it has none.
uint64_t ElementExtents::sizeOf(clang::QualType Type) const {
  return Type.isNull() || Type->isIncompleteType() || Type->isFunctionType()
             ? 0
             : Layouts.bytes(Type);
}

/// \p Base without the casts between an array and what is read of it, which is
/// no larger than the array's elements.
const clang::Expr *ElementExtents::arrayUnder(const clang::Expr *Base) const {
  uint64_t Widest = 0;
  while (true) {
    Base = Base->IgnoreParens();
    const auto *Cast = dyn_cast<clang::CastExpr>(Base);
    if (!Cast)
      break;
    const clang::CastKind Kind = Cast->getCastKind();
    if (Kind == clang::CK_BitCast)
      Widest = std::max(Widest, sizeOf(Cast->getType()->getPointeeType()));
    else if (Kind != clang::CK_NoOp && Kind != clang::CK_ArrayToPointerDecay)
      break;
    Base = Cast->getSubExpr();
  }
  const auto *Type = Context.getAsConstantArrayType(Base->getType());
  return Type && Widest > Layouts.bytes(Type->getElementType()) ? nullptr
                                                                : Base;
}

/// Whether \p Array is a variable or a member that is an array of a size that
/// holds. One that is written with one element at the end of an object stands
/// for more.
bool ElementExtents::hasEnd(const clang::Expr *Array) const {
  const auto *Type = Context.getAsConstantArrayType(Array->getType());
  return Type && isa<clang::MemberExpr, clang::DeclRefExpr>(Array) &&
         (Type->getSize().ugt(1) || isSizedByTemplate(Array));
}

/// The extent of the array of \p Bytes at \p Address, if that is a known place
/// in an object.
std::optional<ElementExtents::Extent>
ElementExtents::arrayAt(ScalarExpr Address, uint64_t Bytes) const {
  ScalarExpr Base = baseOf(Address);
  ScalarExpr Rest = Base ? offsetFrom(Pool, Address, Base) : nullptr;
  if (!Rest || !Rest->isIntegerConstant() || Rest->value() < 0)
    return std::nullopt;
  const uint64_t From = Rest->value();
  return Extent{From, From + Bytes};
}

/// Two arrays may have an element at one address, as far as that is an
/// expression; then it may be in both.
void ElementExtents::note(ScalarExpr Address, Extent Within) {
  auto [Known, New] = Extents.try_emplace(Address, Within);
  if (!New) {
    Known->second.From = std::min(Known->second.From, Within.From);
    Known->second.To = std::max(Known->second.To, Within.To);
  }
}

void ElementExtents::notePart(ScalarExpr Part, ScalarExpr Whole) {
  if (Part != Whole)
    note(Part, of(Whole));
}

/// A loop over all elements may go through the rows of a larger array.
void ElementExtents::noteElement(const clang::ArraySubscriptExpr *E,
                                 ScalarExpr At, ScalarExpr Base) {
  const clang::Expr *Array = arrayUnder(E->getBase());
  if (Array && hasEnd(Array)) {
    if (auto Whole = arrayAt(Base, Layouts.bytes(Array->getType())))
      note(At, *Whole);
    else
      notePart(At, Base);
  } else if (isa_and_nonnull<clang::ArraySubscriptExpr>(Array) &&
             Context.getAsConstantArrayType(Array->getType())) {
    notePart(At, Base);
  } else {
    note(At, used(Base, E->getType()));
  }
}

void ElementExtents::noteTarget(const clang::UnaryOperator *E, ScalarExpr At) {
  note(At, used(At, E->getType()));
}

/// What is wider than an element may reach beyond the last one.
void ElementExtents::noteRetyped(ScalarExpr At, clang::QualType From,
                                 clang::QualType To) {
  if (sizeOf(To) > sizeOf(From))
    note(At, {});
}

/// Where an index may lead that is applied to \p Pointer.
ElementExtents::Extent ElementExtents::used(ScalarExpr Pointer,
                                            clang::QualType Pointee) {
  auto Source = Sources.find(key(Pointer, Pointee));
  if (Source == Sources.end() || Wide.contains(Pointer))
    return {};
  Used.insert(Pointer);
  return Source->second;
}

ElementExtents::PointerKey ElementExtents::key(ScalarExpr Pointer,
                                               clang::QualType Pointee) const {
  return {Pointer,
          Context.getCanonicalType(Pointee).getUnqualifiedType().getTypePtr()};
}

/// Where the pointer that \p E makes may lead with an index.
ElementExtents::Extent ElementExtents::madeOf(const clang::Expr *E,
                                              ScalarExpr Pointer) const {
  if (const auto *Cast = dyn_cast<clang::CastExpr>(E);
      Cast && Cast->getCastKind() == clang::CK_ArrayToPointerDecay) {
    const clang::Expr *Array = Cast->getSubExpr()->IgnoreParens();
    if (hasEnd(Array))
      return arrayAt(Pointer, Layouts.bytes(Array->getType()))
          .value_or(Extent{});
    return isa<clang::ArraySubscriptExpr>(Array) ? of(Pointer) : Extent{};
  }
  if (const auto *Unary = dyn_cast<clang::UnaryOperator>(E);
      Unary && Unary->getOpcode() == clang::UO_AddrOf &&
      isa<clang::ArraySubscriptExpr>(Unary->getSubExpr()->IgnoreParens()))
    return of(Pointer);
  return {};
}

/// Whether who walks through scalars of type \p A in memory may go on to those
/// of type \p B: words, whatever they hold, but not from doubles to pointers.
static bool areAlike(ScalarType A, ScalarType B) {
  return A.Bits == B.Bits && (A.Bits < 64 || A.Float == B.Float);
}

/// \p Array, and around it what holds scalars like its first and its last one
/// in the object that \p Pointer leads to.
ElementExtents::Extent ElementExtents::withAlike(Extent Array,
                                                 ScalarExpr Pointer) const {
  ScalarExpr Base = baseOf(Pointer);
  const TypeLayout *Object = Base ? Objects.lookup(Base->value()) : nullptr;
  if (!Object || Array == Extent{})
    return {};
  const auto Find = [&](uint64_t At) {
    return find_if(Object->Leaves, [&](const Leaf &L) {
      return L.Offset <= At && At < L.Offset + bytesOf(L.Type);
    });
  };
  const auto Grow = [&](uint64_t Inside, auto Next) {
    auto L = Find(Inside);
    if (L == Object->Leaves.end())
      return false;
    const ScalarType Alike = L->Type;
    while (true) {
      Array.From = std::min<uint64_t>(Array.From, L->Offset);
      Array.To = std::max<uint64_t>(Array.To, L->Offset + bytesOf(L->Type));
      L = Find(Next());
      if (L == Object->Leaves.end() || !areAlike(L->Type, Alike))
        return true;
    }
  };
  const bool Known = Grow(Array.From, [&] { return Array.From - 1; }) &&
                     Grow(Array.To - 1, [&] { return Array.To; });
  const bool IsAll = Array.From == 0 && Array.To >= Object->Bytes;
  return Known && !IsAll ? Array : Extent{};
}

/// Whether \p E hands on a pointer that was made before, or makes one to an
/// object as such. What is read through another pointer may have been written
/// as something else.
static bool handsOn(const clang::Expr *E) {
  if (const auto *Cast = dyn_cast<clang::CastExpr>(E))
    switch (Cast->getCastKind()) {
    case clang::CK_NoOp:
    case clang::CK_UserDefinedConversion:
    case clang::CK_DerivedToBase:
    case clang::CK_UncheckedDerivedToBase:
      return true;
    case clang::CK_LValueToRValue:
      return isa<clang::DeclRefExpr, clang::MemberExpr,
                 clang::ArraySubscriptExpr>(Cast->getSubExpr()->IgnoreParens());
    default:
      return false;
    }
  if (const auto *Call = dyn_cast<clang::CallExpr>(E))
    return Call->getDirectCallee() && Call->getDirectCallee()->hasBody() &&
           Call->getBuiltinCallee() == 0;
  if (const auto *Unary = dyn_cast<clang::UnaryOperator>(E))
    return Unary->isIncrementDecrementOp(); // noteMoved() knows more
  if (const auto *Binary = dyn_cast<clang::BinaryOperator>(E))
    return Binary->isAssignmentOp() || Binary->isCommaOp() ||
           Binary->isAdditiveOp(); // noteMoved() knows more
  return isa<clang::AbstractConditionalOperator, clang::FullExpr,
             clang::MaterializeTemporaryExpr, clang::InitListExpr,
             clang::SubstNonTypeTemplateParmExpr, clang::CXXDefaultArgExpr,
             clang::CXXDefaultInitExpr, clang::OpaqueValueExpr,
             clang::CXXThisExpr>(E);
}

void ElementExtents::noteSource(ScalarExpr Pointer, clang::QualType Pointee,
                                Extent Within) {
  note(Pointer, Within);
  auto [Known, New] = Sources.try_emplace(key(Pointer, Pointee), Within);
  const bool IsWider = !New && Known->second != Within;
  if (IsWider)
    Known->second = {};
  if ((IsWider || Within == Extent{}) && Wide.insert(Pointer).second &&
      Used.contains(Pointer))
    Pointers.choose(baseOf(Pointer)->value());
}

void ElementExtents::notePointer(const clang::Expr *E, ScalarExpr Pointer) {
  const clang::QualType Pointee = E->getType()->getPointeeType();
  if (!Pointee.isNull() && baseOf(Pointer) && !handsOn(E))
    noteSource(Pointer, Pointee, withAlike(madeOf(E, Pointer), Pointer));
}

void ElementExtents::noteMoved(clang::QualType Type, ScalarExpr Pointer,
                               ScalarExpr From) {
  const clang::QualType Pointee = Type->getPointeeType();
  if (!Pointee.isNull() && baseOf(Pointer))
    noteSource(Pointer, Pointee, used(From, Pointee));
}

} // namespace kernelcast
