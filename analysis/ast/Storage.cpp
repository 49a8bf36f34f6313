//===- Storage.cpp - Variables as register slots or memory ----------------===//

#include "analysis/ast/Storage.h"
#include "clang/AST/Attr.h"

using namespace llvm;

namespace kernelcast {

static constexpr StringLiteral OpenOrder = "order of evaluation left open";

ScalarExpr Storage::newObject(clang::QualType Type, StringRef Name,
                              clang::SourceLocation Location) {
  ArrayInfo Info;
  Info.Name = Name.str();
  Info.Space = MemorySpace::Local;
  const TypeLayout &Layout = Layouts.of(Type);
  Info.Bytes = Layout.Bytes;
  clang::QualType Element = Context.getBaseElementType(Type);
  if (!Element->isIncompleteType() && !Element->isFunctionType() &&
      !Element->isReferenceType())
    Info.ElementBytes = Layouts.bytes(Element);
  Info.Location = Source.spot(Location);
  Info.SourceLoop = Flow.sourceLoop();
  ArrayId Id = add(std::move(Info));
  if (Layout.Complete) {
    Registers.declare(Id, Layout, Location);
    Extents.declare(Id, Layout);
  }
  return Pool.base(Id);
}

ArrayId Storage::add(ArrayInfo Info) {
  Model.Arrays.push_back(std::move(Info));
  return Model.Arrays.size() - 1;
}

ScalarExpr Storage::newArray(ArrayInfo Info) {
  return Pool.base(add(std::move(Info)));
}

/// The memory that a variable which is there once lies in.
static MemorySpace spaceOf(const clang::VarDecl *Variable,
                           const clang::ASTContext &Context) {
  clang::QualType Type = Variable->getType();
  std::string TypeName = Type.getCanonicalType().getAsString();
  if (StringRef(TypeName).contains("texture") ||
      StringRef(TypeName).contains("surface"))
    return MemorySpace::Texture;
  clang::LangAS AddressSpace = Type.getAddressSpace();
  if (const auto *Array = Context.getAsArrayType(Type))
    AddressSpace = Context.getBaseElementType(Array).getAddressSpace();
  if (AddressSpace == clang::LangAS::Default)
    AddressSpace = Type.getAddressSpace();
  if (Variable->hasAttr<clang::CUDASharedAttr>() ||
      AddressSpace == clang::LangAS::opencl_local)
    return MemorySpace::Shared;
  if (Variable->hasAttr<clang::CUDAConstantAttr>() ||
      AddressSpace == clang::LangAS::opencl_constant)
    return MemorySpace::Constant;
  return MemorySpace::Global;
}

ArrayId Storage::staticArray(const clang::VarDecl *Variable) {
  Variable = Variable->getCanonicalDecl();
  auto [It, New] = StaticArrays.try_emplace(Variable, Model.Arrays.size());
  if (!New)
    return It->second;
  ArrayInfo Info;
  Info.Name = Variable->getNameAsString();
  Info.Location = Source.spot(Variable->getLocation());
  Info.Range = Source.range(Variable->getSourceRange());
  clang::QualType Type = Variable->getType();
  Info.Space = spaceOf(Variable, Context);
  clang::QualType Element = Context.getBaseElementType(Type);
  if (!Element->isIncompleteType())
    Info.ElementBytes = Layouts.bytes(Element);
  uint64_t Alignment = 16;
  if (!Type->isIncompleteType()) {
    Info.Bytes = Layouts.bytes(Type);
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
  return add(std::move(Info));
}

/// All extern __shared__ arrays start at the same place. Each __local parameter
/// has memory of its own, of a size that is not known here: so far apart that
/// none reaches the next.
void Storage::placeDynamicShared() {
  constexpr uint64_t Alignment = 16, Apart = uint64_t(1) << 20;
  const uint64_t Start = alignTo(Model.StaticSharedBytes, Alignment);
  uint64_t Next = Start;
  for (ArrayInfo &Array : Model.Arrays) {
    if (!Array.DynamicShared)
      continue;
    Array.SharedOffset = Array.Parameter == None ? Start : Next;
    if (Array.Parameter != None)
      Next += Apart;
  }
}

bool Storage::isStatic(const clang::VarDecl *Variable) {
  return Variable->hasGlobalStorage() ||
         Variable->getType().getAddressSpace() == clang::LangAS::opencl_local;
}

ScalarExpr Storage::addressOf(const clang::VarDecl *Variable) {
  if (ScalarExpr Known = Inlined.addressOf(Variable))
    return Known;
  if (isStatic(Variable))
    return Pool.base(staticArray(Variable));
  // Used before its declaration was lowered (a goto into its scope, or a
  // variable of a function that is not being inlined).
  ScalarExpr Home = newObject(Variable->getType(), Variable->getName(),
                              Variable->getLocation());
  return Inlined.top().Addresses[Variable] = Home;
}

/// Where an address that starts from no array leads, by the type of what is
/// there.
static MemorySpace spaceOf(clang::QualType Type) {
  switch (Type.getAddressSpace()) {
  case clang::LangAS::opencl_local:
  case clang::LangAS::cuda_shared:
    return MemorySpace::Shared;
  case clang::LangAS::opencl_constant:
  case clang::LangAS::cuda_constant:
    return MemorySpace::Constant;
  case clang::LangAS::opencl_private:
    return MemorySpace::Local;
  default:
    return MemorySpace::Global;
  }
}

/// Whether an lvalue of type \p Type can be no local variable.
static bool isNeverPrivate(clang::QualType Type) {
  switch (Type.getAddressSpace()) {
  case clang::LangAS::Default:
  case clang::LangAS::opencl_private:
  case clang::LangAS::opencl_generic:
    return false;
  default:
    return true;
  }
}

AccessId Storage::access(AccessKind Kind, ScalarExpr Address, unsigned Bytes,
                         const clang::Expr *Site, clang::QualType Type,
                         ScalarExpr Stored, std::optional<MemorySpace> Stated) {
  MemoryAccess Made;
  const clang::Expr *Shown = Inlined.inSource(Site);
  Made.Location = Source.spot(Shown->getExprLoc());
  Made.Range = Source.range(Shown->getSourceRange());
  Made.Kind = Kind;
  Made.Bytes = std::max(1u, Bytes);
  Made.Alignment = Layouts.alignment(Site, Type);
  Made.Address = Address;
  Made.Text = Source.text(Shown);
  Made.Stored = Stored;
  Made.FloatingPoint = Type->hasFloatingRepresentation();
  Made.Volatile =
      Type.isVolatileQualified() || Site->getType().isVolatileQualified();
  Made.Callees = Inlined.text();
  if (Stored)
    lose(Stored);
  const bool MayBePrivate =
      Stated ? *Stated == MemorySpace::Local : !isNeverPrivate(Site->getType());
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
      Made.Address = Pool.opaque("pointer into one of several memories",
                                 ScalarType::pointer());
  } else {
    Made.Space = spaceOf(Site->getType());
  }
  if (Stated && Made.Array == None)
    Made.Space = *Stated;
  const AccessId Id = Flow.append(std::move(Made));
  if (MayBePrivate)
    Escapes.access(Id, Shown->getExprLoc());
  return Id;
}

/// Notes the aligned piece around an access by \p Site, \p Offset bytes into
/// it.
void Storage::setPiece(AccessId Id, const clang::Expr *Site, uint64_t Offset) {
  MemoryAccess &Part = Model.Accesses[Id];
  if (auto Piece = Layouts.alignedPiece(Site); Piece.Bytes > Part.Bytes) {
    Part.PieceBytes = Piece.Bytes;
    Part.PieceOffset = (Piece.Offset + Offset) % Piece.Bytes;
  }
}

Value Storage::loadSlots(const RegisterVariables::Place &At, ScalarExpr Address,
                         const TypeLayout &Layout) {
  Value V;
  for (const Leaf &L : Layout.Leaves) {
    elementUse(AccessKind::Load, Address, L);
    V.push_back(Registers.load(At, L));
  }
  if (!Layout.Complete)
    V.push_back(Pool.opaque("large value", ScalarType::pointer()));
  return V;
}

Value Storage::loadMemory(ScalarExpr Address, clang::QualType Type,
                          const clang::Expr *Site) {
  const TypeLayout &Layout = Layouts.of(Type);
  Value V;
  if (Layout.Leaves.size() > 1 && !Layouts.isSingleAccess(Type)) {
    for (const Leaf &L : Layout.Leaves) {
      AccessId Id = access(AccessKind::Load, Numbers.shifted(Address, L.Offset),
                           std::max(1u, unsigned(L.Type.Bits) / 8), Site, Type);
      setPiece(Id, Site, L.Offset);
      V.push_back(Pool.load(Id, L.Type));
    }
    return V;
  }
  AccessId Id = access(AccessKind::Load, Address, Layout.Bytes, Site, Type);
  setPiece(Id, Site, 0);
  unsigned Lane = 0;
  for (const Leaf &L : Layout.Leaves)
    V.push_back(Pool.load(Id, L.Type, Lane++));
  if (V.empty())
    V.push_back(Pool.load(Id, ScalarType::pointer()));
  return V;
}

Value Storage::load(ScalarExpr Address, clang::QualType Type,
                    const clang::Expr *Site) {
  const TypeLayout &Layout = Layouts.of(Type);
  // A copy of an object without members reads nothing.
  if (const auto *Class = Type->getAsCXXRecordDecl();
      Class && Class->hasDefinition() && Class->isEmpty())
    return {};
  const bool Bits = Site && Site->refersToBitField();
  const ChosenPlaces Places =
      Bits ? ChosenPlaces() : Registers.chosenPlaces(Address, Layout);
  const bool Settled =
      Registers.settled(Address, Places, Layout, Site, /*Writes=*/false);
  if (!Places.empty()) {
    access(AccessKind::Load, Address, Layout.Bytes, Site, Type);
    return Settled ? Value{Registers.loadChosen(Places, Layout.Leaves[0])}
                   : Numbers.opaque(Type, OpenOrder);
  }
  if (const auto At = Registers.placeOf(Address); At.isSlot()) {
    if (!Settled)
      return Numbers.opaque(Type, OpenOrder);
    if (Bits)
      return {Registers.loadBits(At, Site->getSourceBitField())};
    return loadSlots(At, Address, Layout);
  }
  const auto Table = Registers.smallTable(Address, Layout);
  if (Table.empty())
    return loadMemory(Address, Type, Site);
  // A look-up in a small table of integers: its value stays known.
  access(AccessKind::Load, Address, Layout.Bytes, Site, Type);
  return Settled ? Value{Registers.loadFrom(Table, Address, Layout.Leaves[0])}
                 : Numbers.opaque(Type, OpenOrder);
}

void Storage::clobber(ScalarExpr Address, StringRef Why,
                      const clang::Expr *Site) {
  if (const auto At = Registers.placeOf(Address); At.Of)
    Registers.clobber(At, Why, Site);
  else
    Escapes.write(Address);
}

void Storage::storeSlots(const RegisterVariables::Place &At, ScalarExpr Address,
                         const TypeLayout &Layout, const Value &V) {
  if (!Layout.Complete)
    Registers.clobber(At, "part of a variable");
  for (unsigned I = 0; I < Layout.Leaves.size(); ++I) {
    const Leaf &L = Layout.Leaves[I];
    ScalarExpr Stored = I < V.size() && V[I]->type().Float == L.Type.Float
                            ? Numbers.convert(V[I], L.Type)
                            : Pool.opaque("reinterpreted bits", L.Type);
    Registers.store(At, L, Stored);
    elementUse(AccessKind::Store, Address, L, Stored);
  }
  Registers.storePadding(At, Layout);
}

void Storage::storeBits(ScalarExpr Address, const clang::FieldDecl *Field,
                        ScalarExpr V) {
  if (const auto At = Registers.placeOf(Address); At.isSlot())
    Registers.storeBits(At, Field, V);
  else
    clobber(Address, "bit-field");
}

void Storage::storeMemory(ScalarExpr Address, clang::QualType Type,
                          const Value &V, const clang::Expr *Site) {
  const TypeLayout &Layout = Layouts.of(Type);
  if (Layout.Leaves.size() > 1 && !Layouts.isSingleAccess(Type)) {
    for (unsigned I = 0; I < Layout.Leaves.size(); ++I) {
      const Leaf &L = Layout.Leaves[I];
      setPiece(access(AccessKind::Store, Numbers.shifted(Address, L.Offset),
                      std::max(1u, unsigned(L.Type.Bits) / 8), Site, Type,
                      I < V.size() ? V[I] : nullptr),
               Site, L.Offset);
    }
    return;
  }
  compute(ArrayRef(V).drop_front(V.empty() ? 0 : 1));
  setPiece(access(AccessKind::Store, Address, Layout.Bytes, Site, Type,
                  V.empty() ? nullptr : V.front()),
           Site, 0);
}

void Storage::store(ScalarExpr Address, clang::QualType Type,
                    const Value &Given, const clang::Expr *Site) {
  const TypeLayout &Layout = Layouts.of(Type);
  const bool Bits = Site && Site->refersToBitField();
  const ChosenPlaces Places =
      Bits ? ChosenPlaces() : Registers.chosenPlaces(Address, Layout);
  const Value V =
      Registers.settled(Address, Places, Layout, Site, /*Writes=*/true)
          ? Given
          : Numbers.opaque(Type, OpenOrder);
  if (!Places.empty() && V.size() == 1) {
    Registers.storeChosen(Places, Layout.Leaves[0], V[0]);
    if (Site)
      storeMemory(Address, Type, V, Site);
    return;
  }
  const RegisterVariables::Place At = Registers.placeOf(Address);
  if (At.isSlot() && Bits && !V.empty())
    return Registers.storeBits(At, Site->getSourceBitField(), V.front());
  if (At.isSlot())
    return storeSlots(At, Address, Layout, V);
  if (const auto Table = Registers.smallTable(Address, Layout);
      !Table.empty() && V.size() == 1) {
    Registers.storeTo(Table, Address, V[0]);
  } else if (At.Of) {
    lose(V);
    Registers.clobberAround(At, Address, "element with a computed index");
  } else if (!Site) {
    lose(V);
    Escapes.write(Address);
  }
  if (Site)
    storeMemory(Address, Type, V, Site);
}

void Storage::silentAccess(AccessKind Kind, ArrayId Array, ScalarExpr Address,
                           ScalarExpr Stored) {
  MemoryAccess Made;
  Made.Silent = true;
  Made.Kind = Kind;
  Made.Space = MemorySpace::Local;
  Made.Array = Array;
  Made.Address = Address;
  Made.Stored = Stored;
  Flow.append(std::move(Made));
}

void Storage::lose(ArrayRef<ScalarExpr> V) {
  for (ScalarExpr E : V)
    Escapes.lose(E);
}

Value Storage::relayed(Value V) {
  for (ScalarExpr E : V)
    Pointers.relay(E);
  return V;
}

void Storage::writeAnywhere(StringRef Why) {
  Escapes.write(Pool.opaque(Why, ScalarType::pointer()));
}

void Storage::runUnseen(StringRef Why) {
  Escapes.runUnseen();
  Registers.clobberExposed(Why);
}

void Storage::compute(ArrayRef<ScalarExpr> Needed) {
  lose(Needed);
  for (ScalarExpr E : Needed)
    silentAccess(AccessKind::Store, None, nullptr, E);
}

/// A silent access to a leaf of the object at \p Address.
void Storage::elementUse(AccessKind Kind, ScalarExpr Address,
                         const Leaf &Element, ScalarExpr Stored) {
  ArrayId Array = baseOf(Address)->value();
  if (Registers.hasParts(Array))
    silentAccess(Kind, Array, Numbers.shifted(Address, Element.Offset), Stored);
}

/// Forgets the silent accesses to objects that no computed index reads or
/// writes.
void Storage::dropElementUses() {
  std::vector<bool> Indexed(Model.Arrays.size());
  for (const MemoryAccess &Access : Model.Accesses)
    if (!Access.Silent && Access.Array != None)
      Indexed[Access.Array] = true;
  auto Needless = [&](const MemoryAccess &Access) {
    return Access.Silent && Access.Array != None && !Indexed[Access.Array];
  };
  for (BasicBlock &Block : Model.Blocks)
    erase_if(Block.Effects, [&](const Effect &Step) {
      return Step.Access != None && Needless(Model.Accesses[Step.Access]);
    });
  // What no effect refers to is dropped later; it must not keep values alive.
  for (MemoryAccess &Access : Model.Accesses)
    if (Needless(Access))
      Access.Address = Access.Stored = nullptr;
}

/// What a loop's pointer leads to may show at the end of the loop.
void Storage::dropAmbiguousArrays() {
  for (MemoryAccess &Access : Model.Accesses)
    if (Access.Array != None && Access.Address &&
        Pointers.basesOf(Access.Address).size() > 1)
      Access.Array = None;
}

} // namespace kernelcast
