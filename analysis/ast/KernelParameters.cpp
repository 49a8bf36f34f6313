//===- KernelParameters.cpp - Parameters and attributes of a kernel -------===//

#include "analysis/ast/KernelParameters.h"
#include "clang/AST/Attr.h"
#include "clang/AST/RecordLayout.h"
#include <map>

using namespace llvm;

namespace kernelcast {

void KernelParameters::readAttributes(const clang::FunctionDecl *Kernel) {
  auto Constant = [&](const clang::Expr *E) -> unsigned {
    clang::Expr::EvalResult Result;
    if (!E || E->isValueDependent() || !E->EvaluateAsInt(Result, Context))
      return 0;
    return Result.Val.getInt().getLimitedValue(1u << 20);
  };
  if (const auto *Bounds = Kernel->getAttr<clang::CUDALaunchBoundsAttr>()) {
    Model.MaxThreadsPerBlock = Constant(Bounds->getMaxThreads());
    Model.MinBlocksPerSM = Constant(Bounds->getMinBlocks());
  }
  if (const auto *Size = Kernel->getAttr<clang::ReqdWorkGroupSizeAttr>())
    Model.RequiredBlock = {Size->getXDim(), Size->getYDim(), Size->getZDim()};
}

namespace {
struct NamedLeaf {
  std::string Name; ///< "view.origin.x", "table.row[3]"
  clang::QualType Type;
};
} // namespace

/// Names the scalar leaves of \p Type, which starts at byte \p Offset of a
/// parameter, by the path that leads to them. Each needs a name of its own:
/// leaves with one name would be one symbol and have one value. Of the members
/// of a union the first counts.
static void nameLeaves(clang::ASTContext &Context, clang::QualType Type,
                       uint64_t Offset, const std::string &Path,
                       std::map<uint64_t, NamedLeaf> &Leaves) {
  if (Leaves.size() >= TypeLayout::MaxLeaves)
    return;
  if (const auto *Array = Context.getAsConstantArrayType(Type)) {
    clang::QualType Element = Array->getElementType();
    uint64_t Bytes = Context.getTypeSizeInChars(Element).getQuantity();
    uint64_t Count = std::min<uint64_t>(Array->getSize().getLimitedValue(),
                                        TypeLayout::MaxLeaves);
    for (uint64_t I = 0; I < Count; ++I)
      nameLeaves(Context, Element, Offset + I * Bytes,
                 Path + "[" + std::to_string(I) + "]", Leaves);
    return;
  }
  if (const auto *Vector = Type->getAs<clang::VectorType>()) {
    clang::QualType Element = Vector->getElementType();
    uint64_t Bytes = Context.getTypeSizeInChars(Element).getQuantity();
    for (unsigned I = 0; I < Vector->getNumElements(); ++I)
      nameLeaves(Context, Element, Offset + I * Bytes,
                 Path + (Vector->getNumElements() <= 4
                             ? std::string(".") + "xyzw"[I]
                             : ".s" + std::to_string(I)),
                 Leaves);
    return;
  }
  const auto *Record = Type->getAsRecordDecl();
  if (!Record || !Record->getDefinition() || Record->isInvalidDecl()) {
    Leaves.insert({Offset, {Path, Type}});
    return;
  }
  const clang::ASTRecordLayout &Layout = Context.getASTRecordLayout(Record);
  if (const auto *Class = dyn_cast<clang::CXXRecordDecl>(Record))
    for (const clang::CXXBaseSpecifier &Base : Class->bases())
      if (const auto *BaseClass = Base.getType()->getAsCXXRecordDecl();
          BaseClass && !Base.isVirtual())
        nameLeaves(Context, Base.getType(),
                   Offset + Layout.getBaseClassOffset(BaseClass).getQuantity(),
                   Path, Leaves);
  SmallVector<std::string, 8> Captured;
  if (const auto *Class = dyn_cast<clang::CXXRecordDecl>(Record);
      Class && Class->isLambda())
    for (const clang::LambdaCapture &Capture : Class->captures())
      Captured.push_back(Capture.capturesVariable()
                             ? Capture.getCapturedVar()->getNameAsString()
                             : "this");
  for (const clang::FieldDecl *Field : Record->fields()) {
    if (Field->isBitField()) // a part of a leaf is no argument
      continue;
    unsigned Number = Field->getFieldIndex();
    uint64_t At = Offset + Layout.getFieldOffset(Number) / 8;
    std::string Name = Path;
    if (!Field->getName().empty())
      Name += "." + Field->getNameAsString();
    else if (Number < Captured.size())
      Name += "." + Captured[Number];
    else if (!Field->getType()->isRecordType())
      Name += " at byte " + std::to_string(At);
    nameLeaves(Context, Field->getType(), At, Name, Leaves);
  }
}

/// The array that the pointer \p Name of parameter \p P leads to.
ScalarExpr KernelParameters::newArray(const clang::ParmVarDecl *P,
                                      StringRef Name, ParameterInfo &Info) {
  clang::QualType Type = P->getType();
  ArrayInfo Array;
  Array.Name = Name.str();
  Array.Parameter = Model.Parameters.size();
  Array.Location = Source.spot(P->getLocation());
  Array.Range = Source.range(P->getSourceRange());
  clang::QualType Pointee =
      Type->isRecordType() ? clang::QualType() : Type->getPointeeType();
  if (!Pointee.isNull()) {
    if (Pointee.getAddressSpace() == clang::LangAS::opencl_local) {
      Array.Space = MemorySpace::Shared;
      Array.DynamicShared = true;
      Info.LocalPointer = true;
      Model.UsesDynamicShared = true;
    } else if (Pointee.getAddressSpace() == clang::LangAS::opencl_constant) {
      Array.Space = MemorySpace::Constant;
    }
    if (!Pointee->isIncompleteType() && !Pointee->isFunctionType())
      Array.ElementBytes = Layouts.bytes(Pointee);
  }
  if (Type->isImageType())
    Array.Space = MemorySpace::Texture;
  return Memory.newArray(std::move(Array));
}

void KernelParameters::declare(const clang::ParmVarDecl *P) {
  clang::QualType Type = P->getType();
  ParameterInfo Info;
  Info.Name = P->getNameAsString();
  if (Info.Name.empty())
    Info.Name = "parameter" + std::to_string(Model.Parameters.size());
  Info.Type = Type.getAsString(Context.getPrintingPolicy());
  ScalarExpr Home = Memory.newObject(Type, Info.Name, P->getLocation());
  frame().Addresses[P] = Home;
  // One leaf: the pointer or scalar itself; more: the members of a struct.
  const TypeLayout &Layout = Layouts.of(Type);
  std::map<uint64_t, NamedLeaf> Members;
  nameLeaves(Context, Type, 0, Info.Name, Members);
  const bool PointerLeaf =
      Type->isPointerType() || Type->isReferenceType() || Type->isImageType();
  Value V;
  for (const Leaf &L : Layout.Leaves) {
    auto Member = Members.find(L.Offset);
    const bool Named = Member != Members.end();
    std::string Name = Named
                           ? Member->second.Name
                           : Info.Name + " at byte " + std::to_string(L.Offset);
    // A 64-bit unsigned leaf of a struct is a pointer if a member says so.
    const bool Pointer = Type->isRecordType() && Named
                             ? Member->second.Type->isPointerType()
                             : PointerLeaf;
    if (!Pointer) {
      V.push_back(Pool.symbol(Name, L.Type));
      Info.Leaves.push_back({L.Offset, L.Type, Name, None});
      continue;
    }
    V.push_back(newArray(P, Name, Info));
    Info.Leaves.push_back(
        {L.Offset, L.Type, Name, unsigned(V.back()->value())});
    Info.Pointer = Layout.Leaves.size() == 1 && !Type->isRecordType();
    Info.Array = V.back()->value();
  }
  Info.Restrict = Info.Pointer && Type.isRestrictQualified();
  Info.Aggregate = Type->isRecordType() || Layout.Leaves.size() != 1;
  if (!Info.Pointer && Layout.Leaves.size() == 1)
    Info.Scalar = Layout.Leaves[0].Type;
  Registers.define(Home, V);
  if (!frame().Modified.contains(P) && !V.empty())
    frame().Fixed[P] = V;
  Model.Parameters.push_back(std::move(Info));
}

void KernelParameters::declare(const clang::FunctionDecl *Kernel) {
  for (const clang::ParmVarDecl *P : Kernel->parameters())
    declare(P);
}

} // namespace kernelcast
