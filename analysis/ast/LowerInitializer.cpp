//===- LowerInitializer.cpp - Initialisation of variables and members ---===//
//
// Initialisers write the leaves of an object one by one; what is not listed is
// zero, as in C.
//===----------------------------------------------------------------------===//

#include "analysis/ast/KernelLowering.h"
#include "clang/AST/RecordLayout.h"

using namespace llvm;

namespace kernelcast {

Value KernelLowering::lowerInitList(const clang::InitListExpr *E) {
  clang::QualType Type = E->getType();
  if (E->isSemanticForm() == false && E->getSemanticForm())
    E = E->getSemanticForm();
  if (E->isTransparent())
    return rvalue(E->getInit(0));
  if (Type->isVectorType()) {
    Value V;
    for (const clang::Expr *Init : E->inits()) {
      Value Part = rvalue(Init);
      V.append(Part.begin(), Part.end());
    }
    if (V.empty())
      return zero(Type);
    // Missing elements are zero.
    const TypeLayout &Layout = Layouts.of(Type);
    Value Zero = zero(Type);
    while (V.size() < Layout.Leaves.size())
      V.push_back(Zero[V.size()]);
    return convertAll(V, Type);
  }
  if (!Type->isRecordType() && !Type->isArrayType()) {
    if (E->getNumInits() == 0)
      return zero(Type);
    return convertAll(rvalue(E->getInit(0)), Type);
  }
  ScalarExpr Home = newObject(Type, "temporary", E->getExprLoc());
  initialize(Home, Type, E);
  return load(Home, Type, E);
}

void KernelLowering::initialize(ScalarExpr Address, clang::QualType Type,
                                const clang::Expr *Init) {
  Init = Init->IgnoreParens();
  if (Type->isReferenceType()) {
    ScalarExpr Target = Init->isGLValue() ? address(Init) : nullptr;
    if (!Target) {
      Target = newObject(Init->getType(), "temporary", Init->getExprLoc());
      initialize(Target, Init->getType(), Init);
    }
    store(Address, Type, {Target}, Init);
    return;
  }
  if (const auto *Cleanups = dyn_cast<clang::ExprWithCleanups>(Init))
    return initialize(Address, Type, Cleanups->getSubExpr());
  if (const auto *Bound = dyn_cast<clang::CXXBindTemporaryExpr>(Init))
    return initialize(Address, Type, Bound->getSubExpr());
  if (const auto *Default = dyn_cast<clang::CXXDefaultInitExpr>(Init))
    return initialize(Address, Type, Default->getExpr());
  if (const auto *Construct = dyn_cast<clang::CXXConstructExpr>(Init))
    return construct(Address, Construct);
  if (const auto *List = dyn_cast<clang::InitListExpr>(Init);
      List && (Type->isRecordType() || Type->isArrayType()) &&
      !List->isTransparent()) {
    if (!List->isSemanticForm() && List->getSemanticForm())
      List = List->getSemanticForm();
    auto Part = [&](uint64_t Offset) {
      return pool().add(Address,
                        pool().constant(Offset, ScalarType::pointer()));
    };
    if (const auto *Array = Context.getAsConstantArrayType(Type)) {
      clang::QualType Element = Array->getElementType();
      uint64_t Size = Context.getTypeSizeInChars(Element).getQuantity();
      uint64_t Count = Array->getSize().getLimitedValue(TypeLayout::MaxLeaves);
      for (uint64_t I = 0; I < Count; ++I) {
        if (I < List->getNumInits())
          initialize(Part(I * Size), Element, List->getInit(I));
        else
          store(Part(I * Size), Element, zero(Element), nullptr);
      }
      return;
    }
    if (const auto *Record = Type->getAsRecordDecl()) {
      const clang::ASTRecordLayout &Layout = Context.getASTRecordLayout(Record);
      unsigned I = 0;
      if (Record->isUnion()) {
        if (List->getNumInits() && List->getInitializedFieldInUnion())
          initialize(Address, List->getInitializedFieldInUnion()->getType(),
                     List->getInit(0));
        return;
      }
      if (const auto *Class = dyn_cast<clang::CXXRecordDecl>(Record))
        for (const clang::CXXBaseSpecifier &Base : Class->bases())
          if (const auto *BaseClass = Base.getType()->getAsCXXRecordDecl();
              BaseClass && I < List->getNumInits())
            initialize(Part(Layout.getBaseClassOffset(BaseClass).getQuantity()),
                       Base.getType(), List->getInit(I++));
      for (const clang::FieldDecl *Field : Record->fields()) {
        if (Field->isUnnamedBitField())
          continue;
        if (I < List->getNumInits())
          initialize(Part(Layout.getFieldOffset(Field->getFieldIndex()) / 8),
                     Field->getType(), List->getInit(I++));
      }
      return;
    }
  }
  if (isa<clang::ArrayInitLoopExpr, clang::StringLiteral>(Init)) {
    clobber(Address, "array copy");
    return;
  }
  Value V = Init->isGLValue() ? load(address(Init), Type, Init) : rvalue(Init);
  store(Address, Type, V, nullptr);
  // A variable too large for registers is written in memory.
  uint64_t Offset;
  bool Constant;
  if (!objectOf(Address, Offset, Constant) && !Type->isVoidType())
    store(Address, Type, V, Init);
}

Value KernelLowering::lowerLambda(const clang::LambdaExpr *E) {
  clang::QualType Type = E->getType();
  ScalarExpr Home = newObject(Type, "lambda", E->getExprLoc());
  auto Init = E->capture_init_begin();
  for (const clang::FieldDecl *Field : E->getLambdaClass()->fields()) {
    uint64_t At = Context.getFieldOffset(Field) / 8;
    if (Init != E->capture_init_end() && *Init)
      initialize(pool().add(Home, pool().constant(At, ScalarType::pointer())),
                 Field->getType(), *Init);
    if (Init != E->capture_init_end())
      ++Init;
  }
  return load(Home, Type, E);
}

} // namespace kernelcast
