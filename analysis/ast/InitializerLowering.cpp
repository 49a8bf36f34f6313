//===- InitializerLowering.cpp - Initialisation of variables and members --===//

#include "analysis/ast/InitializerLowering.h"
#include "analysis/ast/CallLowering.h"
#include "analysis/ast/ExpressionLowering.h"
#include "clang/AST/RecordLayout.h"

using namespace llvm;

namespace kernelcast {

Value InitializerLowering::value(const clang::InitListExpr *E) {
  clang::QualType Type = E->getType();
  if (!E->isSemanticForm() && E->getSemanticForm())
    E = E->getSemanticForm();
  if (E->isTransparent())
    return Expressions.rvalue(E->getInit(0));
  if (Type->isVectorType()) {
    Value V;
    for (const clang::Expr *Init : E->inits()) {
      Value Part = Expressions.rvalue(Init);
      V.append(Part.begin(), Part.end());
    }
    if (V.empty())
      return Numbers.zero(Type);
    // Missing elements are zero.
    Value Zero = Numbers.zero(Type);
    while (V.size() < Zero.size())
      V.push_back(Zero[V.size()]);
    return Numbers.convertAll(V, Type);
  }
  if (!Type->isRecordType() && !Type->isArrayType()) {
    if (E->getNumInits() == 0)
      return Numbers.zero(Type);
    return Numbers.convertAll(Expressions.rvalue(E->getInit(0)), Type);
  }
  ScalarExpr Home = Memory.newObject(Type, "temporary", E->getExprLoc());
  initialize(Home, Type, E);
  return Memory.load(Home, Type, E);
}

void InitializerLowering::initialize(ScalarExpr Address, clang::QualType Type,
                                     const clang::Expr *Init) {
  Init = Init->IgnoreParens();
  if (Type->isReferenceType()) {
    ScalarExpr Target = Init->isGLValue() ? Expressions.address(Init) : nullptr;
    if (!Target) {
      Target =
          Memory.newObject(Init->getType(), "temporary", Init->getExprLoc());
      initialize(Target, Init->getType(), Init);
      Expressions.skipDestructor(Init->getType(), Init->getExprLoc());
    }
    Memory.take(Target);
    Memory.store(Address, Type, {Target}, Init);
    return;
  }
  if (const auto *Cleanups = dyn_cast<clang::ExprWithCleanups>(Init))
    return initialize(Address, Type, Cleanups->getSubExpr());
  if (const auto *Bound = dyn_cast<clang::CXXBindTemporaryExpr>(Init))
    return initialize(Address, Type, Bound->getSubExpr());
  if (const auto *Default = dyn_cast<clang::CXXDefaultInitExpr>(Init))
    return initialize(Address, Type, Default->getExpr());
  if (const auto *Construct = dyn_cast<clang::CXXConstructExpr>(Init))
    return Calls.construct(Address, Construct);
  if (const auto *Inherited = dyn_cast<clang::CXXInheritedCtorInitExpr>(Init))
    return Calls.constructInherited(Address, Inherited);
  if (const auto *List = dyn_cast<clang::CXXStdInitializerListExpr>(Init);
      List && initializeView(Address, Type, List))
    return;
  if (const auto *List = dyn_cast<clang::InitListExpr>(Init);
      List && !List->isTransparent() && initializeParts(Address, Type, List))
    return;
  if (isa<clang::ArrayInitLoopExpr, clang::StringLiteral>(Init)) {
    Memory.clobber(Address, "array copy");
    return;
  }
  Value V = Init->isGLValue()
                ? Memory.load(Expressions.address(Init), Type, Init)
                : Expressions.rvalue(Init);
  Memory.store(Address, Type, V, nullptr);
  // A variable too large for registers is written in memory.
  if (!Registers.isInRegisters(Address) && !Type->isVoidType())
    Memory.store(Address, Type, V, Init);
}

void InitializerLowering::initialize(ScalarExpr Address,
                                     const clang::FieldDecl *Field,
                                     const clang::Expr *Init) {
  if (!Field->isBitField() || !Registers.isInRegisters(Address))
    return initialize(Address, Field->getType(), Init);
  if (const auto *Default = dyn_cast<clang::CXXDefaultInitExpr>(Init))
    Init = Default->getExpr();
  Memory.storeBits(Address, Field, Expressions.scalar(Init));
}

/// Elements of an array and members of a record from braces. False if \p Type
/// is neither.
bool InitializerLowering::initializeParts(ScalarExpr Address,
                                          clang::QualType Type,
                                          const clang::InitListExpr *List) {
  if (!List->isSemanticForm() && List->getSemanticForm())
    List = List->getSemanticForm();
  if (const auto *Array = Context.getAsConstantArrayType(Type)) {
    clang::QualType Element = Array->getElementType();
    uint64_t Size = Layouts.bytes(Element);
    uint64_t Count = Array->getSize().getLimitedValue(TypeLayout::MaxLeaves);
    for (uint64_t I = 0; I < Count; ++I) {
      ScalarExpr Part = Numbers.shifted(Address, I * Size);
      if (I < List->getNumInits())
        initialize(Part, Element, List->getInit(I));
      else
        Memory.store(Part, Element, Numbers.zero(Element), nullptr);
    }
    return true;
  }
  const auto *Record = Type->getAsRecordDecl();
  if (Record)
    initializeMembers(Address, Record, List);
  return Record != nullptr;
}

/// std::initializer_list is where its elements begin, and their number or where
/// they end. False if \p Type is something else.
bool InitializerLowering::initializeView(
    ScalarExpr Address, clang::QualType Type,
    const clang::CXXStdInitializerListExpr *List) {
  const clang::RecordDecl *Record = Type->getAsRecordDecl();
  const auto *Array =
      Context.getAsConstantArrayType(List->getSubExpr()->getType());
  if (!Record || !Array || range_size(Record->fields()) != 2)
    return false;
  const clang::ASTRecordLayout &Layout = Context.getASTRecordLayout(Record);
  const uint64_t Count = Array->getSize().getZExtValue();
  ScalarExpr Elements = Expressions.address(List->getSubExpr());
  Memory.take(Elements);
  for (const clang::FieldDecl *Field : Record->fields()) {
    const unsigned Index = Field->getFieldIndex();
    const clang::QualType Held = Field->getType();
    ScalarExpr V =
        Index == 0 ? Elements
        : Held->isPointerType()
            ? Numbers.shifted(Elements,
                              Count * Layouts.bytes(Array->getElementType()))
            : Pool.constant(static_cast<int64_t>(Count), Layouts.scalar(Held));
    Memory.store(Numbers.shifted(Address, Layout.getFieldOffset(Index) / 8),
                 Held, {V}, nullptr);
  }
  return true;
}

void InitializerLowering::initializeMembers(ScalarExpr Address,
                                            const clang::RecordDecl *Record,
                                            const clang::InitListExpr *List) {
  // Bit-fields share bytes, of which none holds what nobody knows afterwards.
  if (any_of(Record->fields(), [](const auto *F) { return F->isBitField(); })) {
    const clang::QualType Whole = Context.getRecordType(Record);
    Memory.store(Address, Whole, Numbers.zero(Whole), nullptr);
  }
  if (Record->isUnion()) {
    if (List->getNumInits() && List->getInitializedFieldInUnion())
      initialize(Address, List->getInitializedFieldInUnion(), List->getInit(0));
    return;
  }
  const clang::ASTRecordLayout &Layout = Context.getASTRecordLayout(Record);
  unsigned I = 0;
  if (const auto *Class = dyn_cast<clang::CXXRecordDecl>(Record))
    for (const clang::CXXBaseSpecifier &Base : Class->bases())
      if (const auto *BaseClass = Base.getType()->getAsCXXRecordDecl();
          BaseClass && I < List->getNumInits())
        initialize(
            Numbers.shifted(Address,
                            Layout.getBaseClassOffset(BaseClass).getQuantity()),
            Base.getType(), List->getInit(I++));
  for (const clang::FieldDecl *Field : Record->fields()) {
    if (Field->isUnnamedBitField())
      continue;
    if (I < List->getNumInits())
      initialize(
          Numbers.shifted(Address,
                          Layout.getFieldOffset(Field->getFieldIndex()) / 8),
          Field, List->getInit(I++));
  }
}

Value InitializerLowering::value(const clang::LambdaExpr *E) {
  clang::QualType Type = E->getType();
  ScalarExpr Home = Memory.newObject(Type, "lambda", E->getExprLoc());
  auto Init = E->capture_init_begin();
  for (const clang::FieldDecl *Field : E->getLambdaClass()->fields()) {
    uint64_t At = Context.getFieldOffset(Field) / 8;
    if (Init != E->capture_init_end() && *Init)
      initialize(Numbers.shifted(Home, At), Field->getType(), *Init);
    if (Init != E->capture_init_end())
      ++Init;
  }
  return Memory.load(Home, Type, E);
}

void InitializerLowering::initialize(const clang::CXXCtorInitializer *Init) {
  ScalarExpr Address = frame().This;
  if (!Address || !Init->getInit())
    return;
  const auto *Class =
      cast<clang::CXXConstructorDecl>(frame().Function)->getParent();
  clang::QualType Type = Context.getTypeDeclType(Class); // delegating
  if (Init->isAnyMemberInitializer()) {
    const clang::FieldDecl *Field = Init->getAnyMember();
    uint64_t Offset =
        Context.getFieldOffset(Init->isIndirectMemberInitializer()
                                   ? static_cast<const clang::ValueDecl *>(
                                         Init->getIndirectMember())
                                   : Field) /
        8;
    return initialize(Numbers.shifted(Address, Offset), Field, Init->getInit());
  } else if (Init->isBaseInitializer()) {
    Type = clang::QualType(Init->getBaseClass(), 0);
    if (Init->isBaseVirtual() && frame().MakesBase)
      return; // the whole object's constructor makes it
    const clang::ASTRecordLayout &Layout = Context.getASTRecordLayout(Class);
    if (const auto *Base = Type->getAsCXXRecordDecl())
      Address = Numbers.shifted(Address, (Init->isBaseVirtual()
                                              ? Layout.getVBaseClassOffset(Base)
                                              : Layout.getBaseClassOffset(Base))
                                             .getQuantity());
  }
  initialize(Address, Type, Init->getInit());
}

} // namespace kernelcast
