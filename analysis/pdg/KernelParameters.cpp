//===- KernelParameters.cpp - Parameters and attributes of a kernel -----===//

#include "analysis/pdg/KernelLowering.h"
#include "clang/AST/Attr.h"
#include "clang/AST/RecordLayout.h"

using namespace llvm;

namespace kernelcast {

void KernelLowering::readAttributes(const clang::FunctionDecl *Kernel) {
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

void KernelLowering::declareParameters(const clang::FunctionDecl *Kernel) {
  for (const clang::ParmVarDecl *P : Kernel->parameters()) {
    clang::QualType Type = P->getType();
    ParameterInfo Info;
    Info.Name = P->getNameAsString();
    if (Info.Name.empty())
      Info.Name = "parameter" + std::to_string(Model.Parameters.size());
    Info.Type = Type.getAsString(Context.getPrintingPolicy());
    ScalarExpr Home = newObject(Type, Info.Name, P->getLocation());
    ArrayId HomeId = Home->value();
    TheFrame->Addresses[P] = Home;
    Value V;
    // One leaf: the pointer or scalar itself; more: the fields of a struct.
    const TypeLayout Layout = layout(Type);
    std::vector<std::string> Names(Layout.Leaves.size(), Info.Name);
    if (Layout.Leaves.size() != 1 || Type->isRecordType())
      if (const auto *Record = Type->getAsRecordDecl())
        for (const clang::FieldDecl *Field : Record->fields()) {
          uint64_t At = Context.getFieldOffset(Field) / 8;
          for (unsigned I = 0; I < Names.size(); ++I)
            if (Layout.Leaves[I].Offset == At)
              Names[I] = Info.Name + "." + Field->getNameAsString();
        }
    bool PointerLeaf =
        Type->isPointerType() || Type->isReferenceType() || Type->isImageType();
    for (unsigned I = 0; I < Layout.Leaves.size(); ++I) {
      ScalarType Leaf = Layout.Leaves[I].Type;
      bool Pointer = PointerLeaf;
      if (Type->isRecordType())
        // A 64-bit unsigned leaf of a struct is a pointer if a field says so.
        if (const auto *Record = Type->getAsRecordDecl())
          for (const clang::FieldDecl *Field : Record->fields())
            if (Context.getFieldOffset(Field) / 8 == Layout.Leaves[I].Offset)
              Pointer = Field->getType()->isPointerType();
      if (!Pointer) {
        V.push_back(pool().symbol(Names[I], Leaf));
        continue;
      }
      ArrayId Id = Model.Arrays.size();
      ArrayInfo Array;
      Array.Name = Names[I];
      Array.Parameter = Model.Parameters.size();
      Array.Location = spot(P->getLocation());
      clang::QualType Pointee =
          Type->isRecordType() ? clang::QualType() : Type->getPointeeType();
      if (!Pointee.isNull()) {
        if (Pointee.getAddressSpace() == clang::LangAS::opencl_local) {
          Array.Space = MemorySpace::Shared;
          Array.DynamicShared = true;
          Info.LocalPointer = true;
          Model.UsesDynamicShared = true;
        } else if (Pointee.getAddressSpace() ==
                   clang::LangAS::opencl_constant) {
          Array.Space = MemorySpace::Constant;
        }
        if (!Pointee->isIncompleteType() && !Pointee->isFunctionType())
          Array.ElementBytes =
              Context.getTypeSizeInChars(Pointee).getQuantity();
      }
      if (Type->isImageType())
        Array.Space = MemorySpace::Texture;
      Model.Arrays.push_back(std::move(Array));
      Objects.resize(Id + 1);
      Info.Pointer = Layout.Leaves.size() == 1 && !Type->isRecordType();
      Info.Array = Id;
      V.push_back(pool().base(Id));
    }
    if (!Info.Pointer && Layout.Leaves.size() == 1)
      Info.Scalar = Layout.Leaves[0].Type;
    for (unsigned I = 0; I < V.size(); ++I)
      writeSlot(Current, {HomeId, I}, V[I]);
    if (!TheFrame->Modified.contains(P) && !V.empty())
      TheFrame->Fixed[P] = V;
    Model.Parameters.push_back(std::move(Info));
  }
}

} // namespace kernelcast
