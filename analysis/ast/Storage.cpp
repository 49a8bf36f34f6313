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
    auto Made = std::make_unique<Object>();
    Made->Layout = Layout;
    Made->Unknown = Pointers.isChosen(Location.getRawEncoding());
    Made->Rewritten = Pointers.isRewritten(Location.getRawEncoding());
    Pointers.declare(Id, Location.getRawEncoding());
    Extents.declare(Id, Layout);
    Objects[Id] = std::move(Made);
  }
  return Pool.base(Id);
}

ArrayId Storage::add(ArrayInfo Info) {
  Model.Arrays.push_back(std::move(Info));
  Objects.resize(Model.Arrays.size());
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

Storage::Place Storage::placeOf(ScalarExpr Address) {
  ScalarExpr Base = baseOf(Address);
  if (Pointers.choosesBase(Address) || !Base || !Objects[Base->value()])
    return {};
  Place At;
  At.Of = Objects[Base->value()].get();
  At.Array = Base->value();
  ScalarExpr Rest = offsetFrom(Pool, Address, Base);
  At.Constant = Rest->isIntegerConstant();
  At.Offset = At.Constant ? Rest->value() : 0;
  return At;
}

/// The slots of \p O that a scalar of \p Type at byte \p From overlaps, in
/// memory order.
SmallVector<unsigned, 4> Storage::slotsIn(const Object &O, uint64_t From,
                                          ScalarType Type) {
  const std::vector<Leaf> &Leaves = O.Layout.Leaves;
  SmallVector<unsigned, 4> Found;
  const uint64_t To = From + bytesOf(Type);
  for (unsigned Slot = 0; Slot < Leaves.size(); ++Slot)
    if (Leaves[Slot].Offset < To &&
        From < Leaves[Slot].Offset + bytesOf(Leaves[Slot].Type))
      Found.push_back(Slot);
  llvm::sort(Found, [&](unsigned A, unsigned B) {
    return Leaves[A].Offset < Leaves[B].Offset;
  });
  return Found;
}

/// The slots of \p O that \p Address, whose place in it is not known, may lead
/// to.
SmallVector<unsigned, 16> Storage::slotsAround(const Object &O,
                                               ScalarExpr Address) const {
  const ElementExtents::Extent Within = Extents.of(Address);
  SmallVector<unsigned, 16> Found;
  for (auto [Slot, L] : enumerate(O.Layout.Leaves))
    if (L.Offset < Within.To && Within.From < L.Offset + bytesOf(L.Type))
      Found.push_back(Slot);
  return Found;
}

bool Storage::isInRegisters(ScalarExpr Address) {
  return placeOf(Address).Of != nullptr;
}

bool Storage::isSlot(ScalarExpr Address) { return placeOf(Address).Constant; }

Value Storage::held(ScalarExpr Object, clang::QualType Type) {
  const TypeLayout &Layout = Layouts.of(Type);
  Value V;
  for (unsigned I = 0; I < Layout.Leaves.size(); ++I)
    V.push_back(
        Flow.read({unsigned(Object->value()), I}, Layout.Leaves[I].Type));
  return V;
}

void Storage::write(SsaVariable Variable, ScalarExpr V) {
  Escapes.hold(Variable.first, V);
  overwrite(Variable, V);
}

/// As write(), of a value that holds no address.
void Storage::overwrite(SsaVariable Variable, ScalarExpr V) {
  if (const Object *O = Objects[Variable.first].get(); O && !O->Kept.empty())
    Pointers.rewrite(Variable.first);
  Flow.write(Variable, V);
}

void Storage::define(ScalarExpr Object, const Value &V) {
  for (unsigned I = 0; I < V.size(); ++I)
    write({unsigned(Object->value()), I}, V[I]);
}

void Storage::keep(ScalarExpr Object) {
  const Place At = placeOf(Object);
  if (!At.Of || !At.Constant || At.Of->Rewritten)
    return;
  Value Now;
  for (unsigned Slot = 0; Slot < At.Of->Layout.Leaves.size(); ++Slot)
    Now.push_back(readSlot(At, Slot));
  At.Of->Kept = std::move(Now);
}

/// Notes that \p Site reads or writes \p Part of a type at \p Address. False if
/// the value is known to depend on an order that is left open.
bool Storage::settled(ScalarExpr Address, const TypeLayout &Part,
                      const clang::Expr *Site, bool Writes) {
  const Place At = Site ? placeOf(Address) : Place{};
  if (!At.Of)
    return true; // memory, whose contents are never known, or a new object
  if (!At.Constant)
    for (unsigned Slot : slotsAround(*At.Of, Address))
      Uses.use({At.Array, Slot}, Site, Writes);
  else
    for (const Leaf &L : Part.Leaves)
      for (unsigned Slot : slotsIn(*At.Of, At.Offset + L.Offset, L.Type))
        Uses.use({At.Array, Slot}, Site, Writes);
  return !Uses.isOpen(Site);
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

/// The slots that \p Address may lead to if it is in an array of at most 16
/// integers of the width that \p Element describes, and the index is computed;
/// else none.
SmallVector<unsigned, 16> Storage::smallTable(ScalarExpr Address,
                                              const TypeLayout &Element) {
  constexpr unsigned MaxElements = 16;
  const Place At = placeOf(Address);
  if (!At.Of || At.Of->Unknown || At.Constant || Element.Leaves.size() != 1)
    return {};
  SmallVector<unsigned, 16> Slots = slotsAround(*At.Of, Address);
  if (Slots.size() > MaxElements)
    return {};
  for (unsigned Slot : Slots) {
    const ScalarType Held = At.Of->Layout.Leaves[Slot].Type;
    if (Held.Float || Element.Leaves[0].Type.Float ||
        Held.Bits != Element.Leaves[0].Type.Bits)
      return {};
  }
  return Slots;
}

/// Whether \p Offset is that of \p Element.
ScalarExpr Storage::elementTest(ScalarExpr Offset, const Leaf &Element) {
  return Pool.binary(Op::Equal, Offset,
                     Pool.constant(Element.Offset, ScalarType::pointer()));
}

//===----------------------------------------------------------------------===//
// Places that an address chooses between
//===----------------------------------------------------------------------===//

/// The places in registers that \p Address chooses between, by a condition or
/// by a computed offset; none if it is one place, or leads elsewhere. A table
/// whose elements are as wide as \p Part is no such choice (smallTable()).
ChosenPlaces Storage::chosenPlaces(ScalarExpr Address, const TypeLayout &Part) {
  if (Part.Leaves.size() != 1)
    return {};
  auto IsVariable = [&](ScalarExpr Base) {
    return Objects[Base->value()] != nullptr;
  };
  if (ChosenPlaces Sides = sidesOf(Pool, Address, IsVariable); !Sides.empty())
    return Sides;
  if (!baseOf(Address) || !smallTable(Address, Part).empty())
    return {};
  const Place At = placeOf(Address);
  auto IsReal = [](const Leaf &L) { return L.Type.Float; };
  if (!At.Of || At.Constant || At.Of->Unknown || IsReal(Part.Leaves[0]) ||
      any_of(At.Of->Layout.Leaves, IsReal))
    return {};
  return elementsOf(Pool, Address, At.Of->Layout.Bytes, Part.Bytes);
}

ScalarExpr Storage::loadChosen(const ChosenPlaces &From, const Leaf &Part) {
  ScalarExpr Found = nullptr;
  for (const ChosenPlace &Place : reverse(From)) {
    ScalarExpr Read = loadScalar(placeOf(Place.Address), Part);
    Found = Found ? Pool.select(Place.Condition, Read, Found) : Read;
  }
  return Found;
}

void Storage::storeChosen(const ChosenPlaces &To, const Leaf &Part,
                          ScalarExpr V) {
  V = V->type().Float == Part.Type.Float
          ? Numbers.convert(V, Part.Type)
          : Pool.opaque("reinterpreted bits", Part.Type);
  for (const ChosenPlace &Chosen : To) {
    const Place At = placeOf(Chosen.Address);
    storeScalar(At, Part,
                Pool.select(Chosen.Condition, V, loadScalar(At, Part)));
  }
}

bool Storage::settled(ScalarExpr Address, const ChosenPlaces &Places,
                      const TypeLayout &Part, const clang::Expr *Site,
                      bool Writes) {
  if (Places.empty())
    return settled(Address, Part, Site, Writes);
  bool All = true;
  for (const ChosenPlace &Place : Places)
    All &= settled(Place.Address, Part, Site, Writes);
  return All;
}

ScalarExpr Storage::readSlot(const Place &At, unsigned Slot) {
  if (Slot < At.Of->Kept.size())
    return At.Of->Kept[Slot];
  const ScalarType Held = At.Of->Layout.Leaves[Slot].Type;
  return At.Of->Unknown
             ? Pool.opaque("variable behind a pointer to one of several", Held)
             : Flow.read({At.Array, Slot}, Held);
}

/// What \p Part of the type that is read at \p At holds: a slot as it is, or
/// bytes of one or several.
ScalarExpr Storage::loadScalar(const Place &At, const Leaf &Part) {
  const uint64_t From = At.Offset + Part.Offset;
  SmallVector<PlacedScalar, 4> Parts;
  for (unsigned Slot : slotsIn(*At.Of, From, Part.Type))
    Parts.push_back({At.Of->Layout.Leaves[Slot].Offset, readSlot(At, Slot)});
  if (Parts.size() == 1 && Parts[0].Offset == From) {
    ScalarExpr Read = Parts[0].Value;
    if (Read->type().Bits == Part.Type.Bits &&
        Read->type().Float == Part.Type.Float)
      return Numbers.convert(Read, Part.Type);
  }
  ScalarExpr Read = scalarOfBytes(Pool, From, Part.Type, Parts);
  return Read ? Read : Pool.opaque("reinterpreted bits", Part.Type);
}

Value Storage::loadSlots(const Place &At, ScalarExpr Address,
                         const TypeLayout &Layout) {
  Value V;
  for (const Leaf &L : Layout.Leaves) {
    elementUse(AccessKind::Load, Address, L);
    V.push_back(loadScalar(At, L));
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
      Bits ? ChosenPlaces() : chosenPlaces(Address, Layout);
  const bool Settled = settled(Address, Places, Layout, Site, /*Writes=*/false);
  if (!Places.empty()) {
    access(AccessKind::Load, Address, Layout.Bytes, Site, Type);
    return Settled ? Value{loadChosen(Places, Layout.Leaves[0])}
                   : Numbers.opaque(Type, OpenOrder);
  }
  if (const Place At = placeOf(Address); At.Of && At.Constant) {
    if (!Settled)
      return Numbers.opaque(Type, OpenOrder);
    if (Bits)
      return {loadBits(At, Site->getSourceBitField())};
    return loadSlots(At, Address, Layout);
  }
  const SmallVector<unsigned, 16> Table = smallTable(Address, Layout);
  if (Table.empty())
    return loadMemory(Address, Type, Site);
  // A look-up in a small table of integers: its value stays known.
  access(AccessKind::Load, Address, Layout.Bytes, Site, Type);
  if (!Settled)
    return Numbers.opaque(Type, OpenOrder);
  ScalarExpr Base = baseOf(Address), Rest = offsetFrom(Pool, Address, Base);
  ScalarExpr Found = nullptr;
  for (unsigned Slot : reverse(Table)) {
    const Leaf &L = Objects[Base->value()]->Layout.Leaves[Slot];
    ScalarExpr Element = Flow.read({unsigned(Base->value()), Slot}, L.Type);
    Found = Found ? Pool.select(elementTest(Rest, L), Element, Found) : Element;
  }
  return {Numbers.convert(Found, Layout.Leaves[0].Type)};
}

void Storage::clobber(ScalarExpr Address, StringRef Why,
                      const clang::Expr *Site) {
  const Place At = placeOf(Address);
  if (!At.Of)
    return Escapes.write(Address);
  for (unsigned Slot = 0; Slot < At.Of->Layout.Leaves.size(); ++Slot) {
    if (Site)
      Uses.use({At.Array, Slot}, Site, /*Writes=*/true);
    overwrite({At.Array, Slot},
              Pool.opaque(Why, At.Of->Layout.Leaves[Slot].Type));
  }
}

/// Writes \p V, which is \p Part of a type that is stored at \p At: over a
/// slot, or over bytes of one or several.
void Storage::storeScalar(const Place &At, const Leaf &Part, ScalarExpr V) {
  const uint64_t From = At.Offset + Part.Offset;
  for (unsigned Slot : slotsIn(*At.Of, From, Part.Type)) {
    const Leaf &Held = At.Of->Layout.Leaves[Slot];
    ScalarExpr Stored = nullptr;
    if (Held.Offset == From && Held.Type.Bits == Part.Type.Bits &&
        Held.Type.Float == Part.Type.Float)
      Stored = Numbers.convert(V, Held.Type);
    else
      Stored = overwritten(Pool, {Held.Offset, readSlot(At, Slot)}, {From, V});
    if (!Stored) {
      lose(V);
      Stored = Pool.opaque("reinterpreted bits", Held.Type);
    }
    write({At.Array, Slot}, Stored);
  }
}

/// Whoever writes a whole struct leaves its padding open, which may be part of
/// something else there, such as another member of a union.
void Storage::storePadding(const Place &At, const TypeLayout &Layout) {
  uint64_t Used = 0;
  for (const Leaf &L : Layout.Leaves)
    Used += bytesOf(L.Type);
  if (Used >= Layout.Bytes)
    return;
  const ScalarType Byte = ScalarType::integer(8, false);
  for (uint64_t I = 0; I < Layout.Bytes; ++I)
    if (none_of(Layout.Leaves, [&](const Leaf &L) {
          return L.Offset <= I && I < L.Offset + bytesOf(L.Type);
        }))
      storeScalar(At, {I, Byte}, Pool.opaque("padding", Byte));
}

void Storage::storeSlots(const Place &At, ScalarExpr Address,
                         const TypeLayout &Layout, const Value &V) {
  if (!Layout.Complete)
    clobber(Address, "part of a variable");
  for (unsigned I = 0; I < Layout.Leaves.size(); ++I) {
    const Leaf &L = Layout.Leaves[I];
    ScalarExpr Stored = I < V.size() && V[I]->type().Float == L.Type.Float
                            ? Numbers.convert(V[I], L.Type)
                            : Pool.opaque("reinterpreted bits", L.Type);
    storeScalar(At, L, Stored);
    elementUse(AccessKind::Store, Address, L, Stored);
  }
  storePadding(At, Layout);
}

ScalarExpr Storage::loadBits(const Place &At, const clang::FieldDecl *Field) {
  if (std::optional<BitField> Bits = BitField::of(Field, Layouts, Context))
    return Bits->valueIn(Pool, loadScalar(At, {0, Bits->unit()}));
  return Pool.opaque("bit-field",
                     Field ? Layouts.scalar(Field->getType()) : ScalarType{});
}

void Storage::storeBits(ScalarExpr Address, const clang::FieldDecl *Field,
                        ScalarExpr V) {
  const Place At = placeOf(Address);
  std::optional<BitField> Bits = BitField::of(Field, Layouts, Context);
  if (!At.Of || !At.Constant || !Bits)
    return clobber(Address, "bit-field");
  const Leaf Unit{0, Bits->unit()};
  storeScalar(At, Unit, Bits->written(Pool, loadScalar(At, Unit), V));
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
      Bits ? ChosenPlaces() : chosenPlaces(Address, Layout);
  const Value V = settled(Address, Places, Layout, Site, /*Writes=*/true)
                      ? Given
                      : Numbers.opaque(Type, OpenOrder);
  if (!Places.empty() && V.size() == 1) {
    storeChosen(Places, Layout.Leaves[0], V[0]);
    if (Site)
      storeMemory(Address, Type, V, Site);
    return;
  }
  const Place At = placeOf(Address);
  if (At.Of && At.Constant && Bits && !V.empty())
    return storeBits(Address, Site->getSourceBitField(), V.front());
  if (At.Of && At.Constant)
    return storeSlots(At, Address, Layout, V);
  if (const auto Table = smallTable(Address, Layout);
      !Table.empty() && V.size() == 1) {
    ScalarExpr Rest = offsetFrom(Pool, Address, baseOf(Address));
    for (unsigned Slot : Table) {
      const Leaf &L = At.Of->Layout.Leaves[Slot];
      SsaVariable Element{At.Array, Slot};
      ScalarExpr Old = Flow.read(Element, L.Type);
      ScalarExpr New = Numbers.convert(V[0], L.Type);
      write(Element, Pool.select(elementTest(Rest, L), New, Old));
    }
  } else if (At.Of) {
    lose(V);
    for (unsigned Slot : slotsAround(*At.Of, Address))
      overwrite({At.Array, Slot}, Pool.opaque("element with a computed index",
                                              At.Of->Layout.Leaves[Slot].Type));
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
  for (ArrayId Array = 0; Array < Objects.size(); ++Array)
    if (Objects[Array] && Pointers.isExposed(Array))
      clobber(Pool.base(Array), Why);
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
  if (Objects[Array]->Layout.Leaves.size() > 1)
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
