//===- TypeLayouts.cpp - The scalar leaves of a type ----------------------===//

#include "analysis/ast/TypeLayouts.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Expr.h"
#include "clang/AST/RecordLayout.h"
#include "llvm/ADT/bit.h"

using namespace llvm;
using namespace kernelcast;

ScalarType TypeLayouts::scalar(clang::QualType Type) const {
  Type = Type.getCanonicalType().getNonReferenceType();
  if (const auto *Atomic = Type->getAs<clang::AtomicType>())
    Type = Atomic->getValueType();
  if (const auto *Enum = Type->getAs<clang::EnumType>())
    if (clang::QualType Underlying = Enum->getDecl()->getIntegerType();
        !Underlying.isNull())
      Type = Underlying;
  if (Type->isBooleanType())
    return ScalarType::truth();
  if (Type->isRealFloatingType())
    return ScalarType::floating(
        std::min<unsigned>(64, Context.getTypeSize(Type)));
  if (Type->isIntegerType() && !Type->isDependentType())
    return ScalarType::integer(
        std::min<uint64_t>(64, Context.getTypeSize(Type)),
        Type->isSignedIntegerType());
  return ScalarType::pointer();
}

void TypeLayouts::append(clang::QualType Type, uint64_t Offset, TypeLayout &To,
                         unsigned Nesting) const {
  if (!To.Complete)
    return;
  if (To.Leaves.size() > TypeLayout::MaxLeaves || Nesting > 32) {
    To.Complete = false;
    return;
  }
  if (Type->isReferenceType()) {
    To.Leaves.push_back({Offset, ScalarType::pointer()});
    return;
  }
  if (const auto *Array = Context.getAsConstantArrayType(Type)) {
    clang::QualType Element = Array->getElementType();
    uint64_t Size = bytes(Element);
    uint64_t Count = Array->getSize().getLimitedValue();
    if (Count > TypeLayout::MaxLeaves) {
      To.Complete = false;
      return;
    }
    for (uint64_t I = 0; I < Count && To.Complete; ++I)
      append(Element, Offset + I * Size, To, Nesting + 1);
    return;
  }
  if (Type->isArrayType()) {
    To.Complete = false;
    return;
  }
  if (const auto *Vector = Type->getAs<clang::VectorType>()) {
    uint64_t Size = bytes(Vector->getElementType());
    for (unsigned I = 0; I < Vector->getNumElements(); ++I)
      To.Leaves.push_back(
          {Offset + I * Size, scalar(Vector->getElementType())});
    return;
  }
  if (const auto *Record = Type->getAsRecordDecl())
    return appendMembers(Record, Offset, To, Nesting);
  To.Leaves.push_back({Offset, scalar(Type)});
}

/// Words from byte \p At to byte \p End, and what is left as smaller ones.
static void appendWords(uint64_t At, uint64_t End, TypeLayout &To) {
  while (At < End) {
    uint64_t Bytes = std::min(llvm::bit_floor(End - At), uint64_t(4));
    To.Leaves.push_back({At, ScalarType::integer(8 * Bytes, false)});
    At += Bytes;
  }
}

/// What of the bytes of \p Field is not there yet: the whole unit that it is
/// declared in, if nothing else lies there.
void TypeLayouts::appendBits(const clang::FieldDecl *Field, uint64_t Offset,
                             TypeLayout &To) const {
  const clang::RecordDecl *Record = Field->getParent();
  const clang::ASTRecordLayout &Layout = Context.getASTRecordLayout(Record);
  const uint64_t FirstBit = Layout.getFieldOffset(Field->getFieldIndex());
  const uint64_t LastBit = FirstBit + Field->getBitWidthValue(Context) - 1;
  const uint64_t Unit = bytes(Field->getType());
  const uint64_t UnitAt = FirstBit / 8 / Unit * Unit;
  uint64_t Free = Layout.getSize().getQuantity();
  for (const clang::FieldDecl *Other : Record->fields())
    if (uint64_t Start = Layout.getFieldOffset(Other->getFieldIndex());
        !Other->isBitField() && Start > LastBit)
      Free = std::min(Free, Start / 8);
  const uint64_t Taken = To.Leaves.empty() || To.Leaves.back().Offset < Offset
                             ? 0
                             : To.Leaves.back().Offset - Offset +
                                   std::max(1, To.Leaves.back().Type.Bits / 8);
  // Of a bool's byte the other bits may be those of its neighbours.
  if (Taken <= UnitAt && !Field->getType()->isBooleanType() &&
      UnitAt + Unit <= Free && LastBit / 8 < UnitAt + Unit)
    To.Leaves.push_back({Offset + UnitAt, scalar(Field->getType())});
  else
    appendWords(Offset + std::max(Taken, FirstBit / 8),
                Offset + LastBit / 8 + 1, To);
}

void TypeLayouts::appendMembers(const clang::RecordDecl *Record,
                                uint64_t Offset, TypeLayout &To,
                                unsigned Nesting) const {
  Record = Record->getDefinition();
  if (!Record || Record->isInvalidDecl() || Record->isDependentType()) {
    To.Complete = false;
    return;
  }
  const clang::ASTRecordLayout &Layout = Context.getASTRecordLayout(Record);
  if (Record->isUnion()) {
    // Members share storage; words are the common denominator.
    appendWords(Offset, Offset + Layout.getSize().getQuantity(), To);
    return;
  }
  if (const auto *Class = dyn_cast<clang::CXXRecordDecl>(Record))
    for (const clang::CXXBaseSpecifier &Base : Class->bases())
      if (const auto *BaseClass = Base.getType()->getAsCXXRecordDecl();
          BaseClass && !Base.isVirtual())
        append(Base.getType(),
               Offset + Layout.getBaseClassOffset(BaseClass).getQuantity(), To,
               Nesting + 1);
  for (const clang::FieldDecl *Field : Record->fields()) {
    if (Field->isZeroSize(Context) || Field->isUnnamedBitField())
      continue;
    if (Field->isBitField())
      appendBits(Field, Offset, To);
    else
      append(Field->getType(),
             Offset + Layout.getFieldOffset(Field->getFieldIndex()) / 8, To,
             Nesting + 1);
  }
}

const TypeLayout &TypeLayouts::of(clang::QualType Type) {
  const clang::Type *Key = Type.getCanonicalType().getTypePtr();
  std::unique_ptr<TypeLayout> &Cached = Layouts[Key];
  if (Cached)
    return *Cached;
  auto Made = std::make_unique<TypeLayout>();
  if (Type->isVoidType() || Type->isFunctionType() || Type->isDependentType()) {
    Made->Complete = Type->isVoidType();
  } else {
    append(Type, 0, *Made, 0);
    if (!Type->isIncompleteType() && !Type->isReferenceType())
      Made->Bytes = bytes(Type);
    else if (Type->isReferenceType())
      Made->Bytes = 8;
  }
  if (Made->Leaves.size() > TypeLayout::MaxLeaves)
    Made->Complete = false;
  if (!Made->Complete)
    Made->Leaves.clear();
  Cached = std::move(Made);
  return *Cached;
}

bool TypeLayouts::isSingleAccess(clang::QualType Type) const {
  if (Type->isVectorType())
    return true;
  if (!Type->isRecordType())
    return true;
  uint64_t Size = bytes(Type);
  uint64_t Alignment = Context.getTypeAlignInChars(Type).getQuantity();
  return Size <= 16 && Alignment >= Size;
}

/// Whether members of \p Type may lie at addresses that their own types would
/// not allow.
static bool isPacked(clang::QualType Type, const clang::ASTContext &Context) {
  if (Type.isNull())
    return false;
  const auto *Record = Context.getBaseElementType(Type)->getAsRecordDecl();
  if (!Record || !Record->getDefinition())
    return false;
  auto Squeezes = [](const clang::Decl *D) {
    return D->hasAttr<clang::PackedAttr>() ||
           D->hasAttr<clang::MaxFieldAlignmentAttr>();
  };
  Record = Record->getDefinition();
  return Squeezes(Record) || any_of(Record->fields(), [&](const auto *Field) {
           return Squeezes(Field) || isPacked(Field->getType(), Context);
         });
}

unsigned TypeLayouts::alignment(const clang::Expr *Site,
                                clang::QualType Type) const {
  constexpr int64_t Widest = 16;
  const auto Of = [&](clang::QualType T) {
    return T.isNull() || T->isIncompleteType() || T->isDependentType() ||
                   T->isFunctionType() || T->isReferenceType()
               ? Widest
               : Context.getTypeAlignInChars(T).getQuantity();
  };
  int64_t Least = std::min(Widest, Of(Type));
  if (isPacked(Type, Context))
    return 1;
  if (!Site || !Site->isGLValue())
    return Least;
  Least = std::min(Least, Of(Site->getType()));
  for (const clang::Expr *E = Site; E;) {
    E = E->IgnoreParenImpCasts();
    if (isPacked(E->getType(), Context))
      return 1;
    if (const auto *Member = dyn_cast<clang::MemberExpr>(E)) {
      E = Member->getBase();
      if (Member->isArrow() &&
          isPacked(E->getType()->getPointeeType(), Context))
        return 1;
    } else if (const auto *Element = dyn_cast<clang::ArraySubscriptExpr>(E)) {
      E = Element->getBase();
    } else if (const auto *Part = dyn_cast<clang::ExtVectorElementExpr>(E)) {
      E = Part->getBase();
    } else {
      E = nullptr;
    }
  }
  return Least;
}

/// The record that \p Site is a part of, as far as members lead to it, and
/// where in it; a null type for an address that no type says more of.
static std::pair<clang::QualType, uint64_t>
recordAround(const clang::Expr *Site, const clang::ASTContext &Context) {
  uint64_t Offset = 0;
  for (Site = Site->IgnoreParens();;) {
    if (const auto *Member = dyn_cast<clang::MemberExpr>(Site)) {
      const auto *Field = dyn_cast<clang::FieldDecl>(Member->getMemberDecl());
      if (!Field || Field->isBitField() || Field->getType()->isReferenceType())
        return {};
      Offset += Context.getFieldOffset(Field) / 8;
      Site = Member->getBase()->IgnoreParens();
      if (Member->isArrow())
        return {Site->getType()->getPointeeType(), Offset};
      continue;
    }
    // A known element of an array inside of a record.
    const auto *Element = dyn_cast<clang::ArraySubscriptExpr>(Site);
    clang::Expr::EvalResult Index;
    if (!Element)
      return {Site->getType(), Offset};
    const clang::Expr *Array = Element->getBase()->IgnoreParens();
    const auto *Decay = dyn_cast<clang::ImplicitCastExpr>(Array);
    if (!Decay || Decay->getCastKind() != clang::CK_ArrayToPointerDecay ||
        !isa<clang::MemberExpr>(Decay->getSubExpr()->IgnoreParens()) ||
        Element->getIdx()->isValueDependent() ||
        !Element->getIdx()->EvaluateAsInt(Index, Context))
      return {Element->getType(), Offset};
    Offset += Index.Val.getInt().getZExtValue() *
              Context.getTypeSizeInChars(Element->getType()).getQuantity();
    Site = Decay->getSubExpr()->IgnoreParens();
  }
}

TypeLayouts::Piece TypeLayouts::alignedPiece(const clang::Expr *Site) {
  auto [Record, Offset] = recordAround(Site, Context);
  if (Record.isNull() || Record->isIncompleteType() ||
      Record->isDependentType() || Record->isPointerType() ||
      Record->isReferenceType())
    return {};
  const uint64_t Alignment =
      std::min<uint64_t>(16, Context.getTypeAlignInChars(Record).getQuantity());
  if (bytes(Record) < Alignment)
    return {};
  return {Alignment, Offset};
}
