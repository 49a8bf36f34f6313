//===- Storage.cpp - Variables as register slots or memory --------------===//
//
// Every variable is an array of the model. Those with few leaves also have an
// Object: a load or store at a constant offset of it reads or writes slots,
// anything else is a memory access.
//===----------------------------------------------------------------------===//

#include "analysis/ast/KernelLowering.h"
#include "clang/AST/Attr.h"

using namespace llvm;

namespace kernelcast {

static constexpr StringLiteral OpenOrder = "order of evaluation left open";

ScalarExpr KernelLowering::newObject(clang::QualType Type, StringRef Name,
                                     clang::SourceLocation Location) {
  ArrayId Id = Model.Arrays.size();
  ArrayInfo Info;
  Info.Name = Name.str();
  Info.Space = MemorySpace::Local;
  const TypeLayout &Layout = Layouts.of(Type);
  Info.Bytes = Layout.Bytes;
  clang::QualType Element = Context.getBaseElementType(Type);
  if (!Element->isIncompleteType() && !Element->isFunctionType() &&
      !Element->isReferenceType())
    Info.ElementBytes = Context.getTypeSizeInChars(Element).getQuantity();
  Info.Location = spot(Location);
  Info.SourceLoop = SourceLoop;
  Model.Arrays.push_back(std::move(Info));
  Objects.resize(Id + 1);
  if (Layout.Complete) {
    auto Made = std::make_unique<Object>();
    Made->Layout = Layout;
    Made->Unknown = Pointers.isChosen(Location.getRawEncoding());
    Pointers.declare(Id, Location.getRawEncoding());
    for (unsigned I = 0; I < Layout.Leaves.size(); ++I)
      Made->SlotAt.try_emplace(Layout.Leaves[I].Offset, I);
    Objects[Id] = std::move(Made);
  }
  return pool().base(Id);
}

ArrayId KernelLowering::staticArray(const clang::VarDecl *Variable) {
  Variable = Variable->getCanonicalDecl();
  auto [It, New] = StaticArrays.try_emplace(Variable, Model.Arrays.size());
  if (!New)
    return It->second;
  ArrayId Id = It->second;
  ArrayInfo Info;
  Info.Name = Variable->getNameAsString();
  Info.Location = spot(Variable->getLocation());
  clang::QualType Type = Variable->getType();
  clang::LangAS AddressSpace = Type.getAddressSpace();
  if (const auto *Array = Context.getAsArrayType(Type))
    AddressSpace = Context.getBaseElementType(Array).getAddressSpace();
  if (AddressSpace == clang::LangAS::Default)
    AddressSpace = Type.getAddressSpace();
  if (Variable->hasAttr<clang::CUDASharedAttr>() ||
      AddressSpace == clang::LangAS::opencl_local)
    Info.Space = MemorySpace::Shared;
  else if (Variable->hasAttr<clang::CUDAConstantAttr>() ||
           AddressSpace == clang::LangAS::opencl_constant)
    Info.Space = MemorySpace::Constant;
  std::string TypeName = Type.getCanonicalType().getAsString();
  if (StringRef(TypeName).contains("texture") ||
      StringRef(TypeName).contains("surface"))
    Info.Space = MemorySpace::Texture;
  clang::QualType Element = Context.getBaseElementType(Type);
  if (!Element->isIncompleteType())
    Info.ElementBytes = Context.getTypeSizeInChars(Element).getQuantity();
  uint64_t Alignment = 16;
  if (!Type->isIncompleteType()) {
    Info.Bytes = Context.getTypeSizeInChars(Type).getQuantity();
    Alignment = Context.getDeclAlign(Variable).getQuantity();
  }
  if (Info.Space == MemorySpace::Shared) {
    if (Type->isIncompleteArrayType()) {
      Info.DynamicShared = true;
      Model.UsesDynamicShared = true;
    } else {
      Model.StaticSharedBytes =
          alignTo(Model.StaticSharedBytes, std::max<uint64_t>(1, Alignment));
      Info.SharedOffset = Model.StaticSharedBytes;
      Model.StaticSharedBytes += Info.Bytes;
    }
  }
  Model.Arrays.push_back(std::move(Info));
  Objects.resize(Id + 1);
  return Id;
}

ScalarExpr KernelLowering::addressOfVariable(const clang::VarDecl *Variable) {
  for (Frame *F = TheFrame; F; F = F->Caller) {
    auto It = F->Addresses.find(Variable);
    if (It != F->Addresses.end())
      return It->second;
  }
  if (Variable->hasGlobalStorage() ||
      Variable->getType().getAddressSpace() == clang::LangAS::opencl_local)
    return pool().base(staticArray(Variable));
  // Used before its declaration was lowered (a goto into its scope, or a
  // variable of a function that is not being inlined).
  return TheFrame->Addresses[Variable] = newObject(
             Variable->getType(), Variable->getName(), Variable->getLocation());
}

KernelLowering::Object *
KernelLowering::objectOf(ScalarExpr Address, uint64_t &Offset, bool &Constant) {
  ScalarExpr Base = baseOf(Address);
  if (Pointers.choosesBase(Address) || !Base || !Objects[Base->value()])
    return nullptr;
  ScalarExpr Rest = offsetFrom(pool(), Address, Base);
  Constant = Rest->isIntegerConstant();
  Offset = Constant ? Rest->value() : 0;
  return Objects[Base->value()].get();
}

Value KernelLowering::opaque(clang::QualType Type, StringRef Why) {
  Value V;
  const TypeLayout &Layout = Layouts.of(Type);
  for (const Leaf &L : Layout.Leaves)
    V.push_back(pool().opaque(Why, L.Type));
  if (!Layout.Complete)
    V.push_back(pool().opaque(Why, ScalarType::pointer()));
  return V;
}

Value KernelLowering::zero(clang::QualType Type) {
  Value V;
  for (const Leaf &L : Layouts.of(Type).Leaves)
    V.push_back(L.Type.Float ? pool().floatConstant(0, L.Type.Bits)
                             : pool().constant(0, L.Type));
  return V;
}

AccessId KernelLowering::access(AccessKind Kind, ScalarExpr Address,
                                unsigned Bytes, const clang::Expr *Site,
                                clang::QualType Type, ScalarExpr Stored) {
  AccessId Id = Model.Accesses.size();
  MemoryAccess Made;
  const clang::Expr *Shown = inSource(Site);
  Made.Location = spot(Shown->getExprLoc());
  Made.Kind = Kind;
  Made.Bytes = std::max(1u, Bytes);
  Made.Address = Address;
  Made.Text = text(Shown);
  Made.Block = Current;
  Made.Stored = Stored;
  Made.FloatingPoint = Type->hasFloatingRepresentation();
  Made.Callees = inlinedCalls();
  if (SmallVector<ScalarExpr, 2> Bases = Pointers.basesOf(Address);
      !Bases.empty()) {
    auto Space = [&](ScalarExpr Base) {
      return Model.Arrays[Base->value()].Space;
    };
    Made.Space = Space(Bases.front());
    if (Bases.size() == 1)
      Made.Array = Bases.front()->value();
    else if (any_of(Bases,
                    [&](ScalarExpr B) { return Space(B) != Made.Space; }))
      Made.Address = pool().opaque("pointer into one of several memories",
                                   ScalarType::pointer());
  } else {
    switch (Site->getType().getAddressSpace()) {
    case clang::LangAS::opencl_local:
    case clang::LangAS::cuda_shared:
      Made.Space = MemorySpace::Shared;
      break;
    case clang::LangAS::opencl_constant:
    case clang::LangAS::cuda_constant:
      Made.Space = MemorySpace::Constant;
      break;
    case clang::LangAS::opencl_private:
      Made.Space = MemorySpace::Local;
      break;
    default:
      Made.Space = MemorySpace::Global;
    }
  }
  Effect Step;
  Step.Kind = EffectKind::Access;
  Step.Access = Id;
  Step.Location = Made.Location;
  current().Effects.push_back(std::move(Step));
  Model.Accesses.push_back(std::move(Made));
  return Id;
}

/// The object of \p Address if it is an array of at most 16 integers of the
/// type that \p Element describes, and the index is computed; else null.
const KernelLowering::Object *
KernelLowering::smallTable(ScalarExpr Address, const TypeLayout &Element) {
  constexpr unsigned MaxElements = 16;
  uint64_t Offset;
  bool Constant;
  const Object *O = objectOf(Address, Offset, Constant);
  if (!O || O->Unknown || Constant || Element.Leaves.size() != 1 ||
      O->Layout.Leaves.size() > MaxElements)
    return nullptr;
  for (const Leaf &L : O->Layout.Leaves)
    if (L.Type.Float || !(L.Type == Element.Leaves[0].Type))
      return nullptr;
  return O;
}

/// Whether \p Offset is that of \p Element.
ScalarExpr KernelLowering::elementTest(ScalarExpr Offset, const Leaf &Element) {
  return pool().binary(Op::Equal, Offset,
                       pool().constant(Element.Offset, ScalarType::pointer()));
}

Value KernelLowering::load(ScalarExpr Address, clang::QualType Type,
                           const clang::Expr *Site) {
  const TypeLayout &Layout = Layouts.of(Type);
  uint64_t Offset;
  bool Constant;
  Value V;
  const bool Settled = settled(Address, Layout, Site, /*Writes=*/false);
  if (Object *O = objectOf(Address, Offset, Constant); O && Constant) {
    if (!Settled)
      return opaque(Type, OpenOrder);
    ArrayId Array = baseOf(Address)->value();
    for (const Leaf &L : Layout.Leaves) {
      auto Slot = O->SlotAt.find(Offset + L.Offset);
      if (Slot == O->SlotAt.end() ||
          O->Layout.Leaves[Slot->second].Type.Bits != L.Type.Bits) {
        V.push_back(pool().opaque("part of a variable", L.Type));
        continue;
      }
      ScalarType Held = O->Layout.Leaves[Slot->second].Type;
      elementUse(AccessKind::Load, Address, L);
      ScalarExpr Read =
          O->Unknown ? pool().opaque(
                           "variable behind a pointer to one of several", Held)
                     : Ssa.read(Current, {Array, Slot->second}, Held);
      if (Held.Float != L.Type.Float)
        Read = pool().opaque("reinterpreted bits", L.Type);
      V.push_back(convert(Read, L.Type));
    }
    if (!Layout.Complete)
      V.push_back(pool().opaque("large value", ScalarType::pointer()));
    return V;
  }
  if (const Object *Table = smallTable(Address, Layout)) {
    // A look-up in a small table of integers: its value stays known.
    access(AccessKind::Load, Address, Layout.Bytes, Site, Type);
    if (!Settled)
      return opaque(Type, OpenOrder);
    ScalarExpr Base = baseOf(Address), Rest = offsetFrom(pool(), Address, Base);
    ScalarExpr Found = nullptr;
    for (unsigned Slot = Table->Layout.Leaves.size(); Slot-- > 0;) {
      const Leaf &L = Table->Layout.Leaves[Slot];
      ScalarExpr Element =
          Ssa.read(Current, {unsigned(Base->value()), Slot}, L.Type);
      Found =
          Found ? pool().select(elementTest(Rest, L), Element, Found) : Element;
    }
    return {convert(Found, Layout.Leaves[0].Type)};
  }
  if (Layout.Leaves.size() > 1 && !Layouts.isSingleAccess(Type)) {
    for (const Leaf &L : Layout.Leaves) {
      ScalarExpr At =
          pool().add(Address, pool().constant(L.Offset, ScalarType::pointer()));
      AccessId Id = access(AccessKind::Load, At,
                           std::max(1u, unsigned(L.Type.Bits) / 8), Site, Type);
      V.push_back(pool().load(Id, L.Type));
    }
    return V;
  }
  AccessId Id = access(AccessKind::Load, Address, Layout.Bytes, Site, Type);
  unsigned Lane = 0;
  for (const Leaf &L : Layout.Leaves)
    V.push_back(pool().load(Id, L.Type, Lane++));
  if (V.empty())
    V.push_back(pool().load(Id, ScalarType::pointer()));
  return V;
}

void KernelLowering::clobber(ScalarExpr Address, StringRef Why,
                             const clang::Expr *Site) {
  uint64_t Offset;
  bool Constant;
  Object *O = objectOf(Address, Offset, Constant);
  if (!O)
    return;
  ArrayId Array = baseOf(Address)->value();
  for (unsigned Slot = 0; Slot < O->Layout.Leaves.size(); ++Slot) {
    if (Site)
      use({Array, Slot}, Site, /*Writes=*/true);
    Ssa.write(Current, {Array, Slot},
              pool().opaque(Why, O->Layout.Leaves[Slot].Type));
  }
}

void KernelLowering::store(ScalarExpr Address, clang::QualType Type,
                           const Value &Given, const clang::Expr *Site) {
  const TypeLayout &Layout = Layouts.of(Type);
  uint64_t Offset;
  bool Constant;
  const Value V = settled(Address, Layout, Site, /*Writes=*/true)
                      ? Given
                      : opaque(Type, OpenOrder);
  if (Object *O = objectOf(Address, Offset, Constant); O && Constant) {
    ArrayId Array = baseOf(Address)->value();
    for (unsigned I = 0; I < Layout.Leaves.size(); ++I) {
      const Leaf &L = Layout.Leaves[I];
      auto Slot = O->SlotAt.find(Offset + L.Offset);
      if (Slot == O->SlotAt.end()) {
        clobber(Address, "part of a variable");
        return;
      }
      ScalarType Held = O->Layout.Leaves[Slot->second].Type;
      ScalarExpr Stored = I < V.size() && Held.Float == V[I]->type().Float
                              ? convert(V[I], Held)
                              : pool().opaque("reinterpreted bits", Held);
      Ssa.write(Current, {Array, Slot->second}, Stored);
      elementUse(AccessKind::Store, Address, L, Stored);
    }
    return;
  } else if (O && smallTable(Address, Layout) && V.size() == 1) {
    ScalarExpr Base = baseOf(Address), Rest = offsetFrom(pool(), Address, Base);
    for (unsigned Slot = 0; Slot < O->Layout.Leaves.size(); ++Slot) {
      const Leaf &L = O->Layout.Leaves[Slot];
      SsaVariable Key{unsigned(Base->value()), Slot};
      Ssa.write(Current, Key,
                pool().select(elementTest(Rest, L), convert(V[0], L.Type),
                              Ssa.read(Current, Key, L.Type)));
    }
  } else if (O) {
    clobber(Address, "element with a computed index");
  }
  if (!Site)
    return;
  if (Layout.Leaves.size() > 1 && !Layouts.isSingleAccess(Type)) {
    for (unsigned I = 0; I < Layout.Leaves.size(); ++I) {
      const Leaf &L = Layout.Leaves[I];
      ScalarExpr At =
          pool().add(Address, pool().constant(L.Offset, ScalarType::pointer()));
      access(AccessKind::Store, At, std::max(1u, unsigned(L.Type.Bits) / 8),
             Site, Type, I < V.size() ? V[I] : nullptr);
    }
    return;
  }
  compute(ArrayRef(V).drop_front(V.empty() ? 0 : 1));
  access(AccessKind::Store, Address, Layout.Bytes, Site, Type,
         V.empty() ? nullptr : V.front());
}

} // namespace kernelcast
