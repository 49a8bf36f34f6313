//===- RegisterVariables.cpp - Local variables as register slots ----------===//

#include "analysis/ast/RegisterVariables.h"
#include "analysis/ast/BitFields.h"

using namespace llvm;

namespace kernelcast {

void RegisterVariables::declare(ArrayId Id, const TypeLayout &Layout,
                                clang::SourceLocation Location) {
  auto Made = std::make_unique<Object>();
  Made->Layout = Layout;
  Made->Unknown = Pointers.isChosen(Location.getRawEncoding());
  Made->Rewritten = Pointers.isRewritten(Location.getRawEncoding());
  Pointers.declare(Id, Location.getRawEncoding());
  if (Objects.size() <= Id)
    Objects.resize(Id + 1);
  Objects[Id] = std::move(Made);
}

RegisterVariables::Place RegisterVariables::placeOf(ScalarExpr Address) const {
  ScalarExpr Base = baseOf(Address);
  if (Pointers.choosesBase(Address) || !Base || !object(Base->value()))
    return {};
  Place At;
  At.Of = object(Base->value());
  At.Array = Base->value();
  ScalarExpr Rest = offsetFrom(Pool, Address, Base);
  At.Constant = Rest->isIntegerConstant();
  At.Offset = At.Constant ? Rest->value() : 0;
  return At;
}

/// The slots of \p O that a scalar of \p Type at byte \p From overlaps, in
/// memory order.
SmallVector<unsigned, 4>
RegisterVariables::slotsIn(const Object &O, uint64_t From, ScalarType Type) {
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
RegisterVariables::Slots
RegisterVariables::slotsAround(const Object &O, ScalarExpr Address) const {
  const ElementExtents::Extent Within = Extents.of(Address);
  Slots Found;
  for (auto [Slot, L] : enumerate(O.Layout.Leaves))
    if (L.Offset < Within.To && Within.From < L.Offset + bytesOf(L.Type))
      Found.push_back(Slot);
  return Found;
}

Value RegisterVariables::held(ScalarExpr Address, clang::QualType Type) {
  const TypeLayout &Layout = Layouts.of(Type);
  Value V;
  for (unsigned I = 0; I < Layout.Leaves.size(); ++I)
    V.push_back(
        Flow.read({unsigned(Address->value()), I}, Layout.Leaves[I].Type));
  return V;
}

void RegisterVariables::write(SsaVariable Variable, ScalarExpr V) {
  Escapes.hold(Variable.first, V);
  overwrite(Variable, V);
}

/// As write(), of a value that holds no address.
void RegisterVariables::overwrite(SsaVariable Variable, ScalarExpr V) {
  if (const Object *O = object(Variable.first); O && !O->Kept.empty())
    Pointers.rewrite(Variable.first);
  Flow.write(Variable, V);
}

void RegisterVariables::define(ScalarExpr Address, const Value &V) {
  for (unsigned I = 0; I < V.size(); ++I)
    write({unsigned(Address->value()), I}, V[I]);
}

void RegisterVariables::keep(ScalarExpr Address) {
  const Place At = placeOf(Address);
  if (!At.isSlot() || At.Of->Rewritten)
    return;
  Value Now;
  for (unsigned Slot = 0; Slot < At.Of->Layout.Leaves.size(); ++Slot)
    Now.push_back(readSlot(At, Slot));
  At.Of->Kept = std::move(Now);
}

bool RegisterVariables::settled(ScalarExpr Address, const TypeLayout &Part,
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

RegisterVariables::Slots
RegisterVariables::smallTable(ScalarExpr Address,
                              const TypeLayout &Element) const {
  constexpr unsigned MaxElements = 16;
  const Place At = placeOf(Address);
  if (!At.Of || At.Of->Unknown || At.Constant || Element.Leaves.size() != 1)
    return {};
  Slots Table = slotsAround(*At.Of, Address);
  if (Table.size() > MaxElements)
    return {};
  for (unsigned Slot : Table) {
    const ScalarType Held = At.Of->Layout.Leaves[Slot].Type;
    if (Held.Float || Element.Leaves[0].Type.Float ||
        Held.Bits != Element.Leaves[0].Type.Bits)
      return {};
  }
  return Table;
}

/// Whether \p Offset is that of \p Element.
ScalarExpr RegisterVariables::elementTest(ScalarExpr Offset,
                                          const Leaf &Element) {
  return Pool.binary(Op::Equal, Offset,
                     Pool.constant(Element.Offset, ScalarType::pointer()));
}

ChosenPlaces RegisterVariables::chosenPlaces(ScalarExpr Address,
                                             const TypeLayout &Part) const {
  if (Part.Leaves.size() != 1)
    return {};
  auto IsVariable = [&](ScalarExpr Base) { return contains(Base->value()); };
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

ScalarExpr RegisterVariables::loadChosen(const ChosenPlaces &From,
                                         const Leaf &Part) {
  ScalarExpr Found = nullptr;
  for (const ChosenPlace &Place : reverse(From)) {
    ScalarExpr Read = load(placeOf(Place.Address), Part);
    Found = Found ? Pool.select(Place.Condition, Read, Found) : Read;
  }
  return Found;
}

void RegisterVariables::storeChosen(const ChosenPlaces &To, const Leaf &Part,
                                    ScalarExpr V) {
  V = V->type().Float == Part.Type.Float
          ? Numbers.convert(V, Part.Type)
          : Pool.opaque("reinterpreted bits", Part.Type);
  for (const ChosenPlace &Chosen : To) {
    const Place At = placeOf(Chosen.Address);
    store(At, Part, Pool.select(Chosen.Condition, V, load(At, Part)));
  }
}

bool RegisterVariables::settled(ScalarExpr Address, const ChosenPlaces &Places,
                                const TypeLayout &Part, const clang::Expr *Site,
                                bool Writes) {
  if (Places.empty())
    return settled(Address, Part, Site, Writes);
  bool All = true;
  for (const ChosenPlace &Place : Places)
    All &= settled(Place.Address, Part, Site, Writes);
  return All;
}

ScalarExpr RegisterVariables::readSlot(const Place &At, unsigned Slot) {
  if (Slot < At.Of->Kept.size())
    return At.Of->Kept[Slot];
  const ScalarType Held = At.Of->Layout.Leaves[Slot].Type;
  return At.Of->Unknown
             ? Pool.opaque("variable behind a pointer to one of several", Held)
             : Flow.read({At.Array, Slot}, Held);
}

ScalarExpr RegisterVariables::load(const Place &At, const Leaf &Part) {
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

void RegisterVariables::store(const Place &At, const Leaf &Part, ScalarExpr V) {
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
      Escapes.lose(V);
      Stored = Pool.opaque("reinterpreted bits", Held.Type);
    }
    write({At.Array, Slot}, Stored);
  }
}

void RegisterVariables::storePadding(const Place &At,
                                     const TypeLayout &Layout) {
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
      store(At, {I, Byte}, Pool.opaque("padding", Byte));
}

ScalarExpr RegisterVariables::loadBits(const Place &At,
                                       const clang::FieldDecl *Field) {
  if (std::optional<BitField> Bits = BitField::of(Field, Layouts, Context))
    return Bits->valueIn(Pool, load(At, {0, Bits->unit()}));
  return Pool.opaque("bit-field",
                     Field ? Layouts.scalar(Field->getType()) : ScalarType{});
}

void RegisterVariables::storeBits(const Place &At,
                                  const clang::FieldDecl *Field, ScalarExpr V) {
  std::optional<BitField> Bits = BitField::of(Field, Layouts, Context);
  if (!Bits)
    return clobber(At, "bit-field");
  const Leaf Unit{0, Bits->unit()};
  store(At, Unit, Bits->written(Pool, load(At, Unit), V));
}

bool RegisterVariables::hasParts(ArrayId Id) const {
  return object(Id)->Layout.Leaves.size() > 1;
}

ScalarExpr RegisterVariables::loadFrom(const Slots &Table, ScalarExpr Address,
                                       const Leaf &Element) {
  const Place At = placeOf(Address);
  ScalarExpr Rest = offsetFrom(Pool, Address, baseOf(Address));
  ScalarExpr Found = nullptr;
  for (unsigned Slot : reverse(Table)) {
    const Leaf &L = At.Of->Layout.Leaves[Slot];
    ScalarExpr Read = Flow.read({At.Array, Slot}, L.Type);
    Found = Found ? Pool.select(elementTest(Rest, L), Read, Found) : Read;
  }
  return Numbers.convert(Found, Element.Type);
}

void RegisterVariables::storeTo(const Slots &Table, ScalarExpr Address,
                                ScalarExpr V) {
  const Place At = placeOf(Address);
  ScalarExpr Rest = offsetFrom(Pool, Address, baseOf(Address));
  for (unsigned Slot : Table) {
    const Leaf &L = At.Of->Layout.Leaves[Slot];
    SsaVariable Element{At.Array, Slot};
    ScalarExpr Old = Flow.read(Element, L.Type);
    ScalarExpr New = Numbers.convert(V, L.Type);
    write(Element, Pool.select(elementTest(Rest, L), New, Old));
  }
}

void RegisterVariables::clobber(const Place &At, StringRef Why,
                                const clang::Expr *Site) {
  for (unsigned Slot = 0; Slot < At.Of->Layout.Leaves.size(); ++Slot) {
    if (Site)
      Uses.use({At.Array, Slot}, Site, /*Writes=*/true);
    overwrite({At.Array, Slot},
              Pool.opaque(Why, At.Of->Layout.Leaves[Slot].Type));
  }
}

void RegisterVariables::clobberAround(const Place &At, ScalarExpr Address,
                                      StringRef Why) {
  for (unsigned Slot : slotsAround(*At.Of, Address))
    overwrite({At.Array, Slot},
              Pool.opaque(Why, At.Of->Layout.Leaves[Slot].Type));
}

void RegisterVariables::clobberExposed(StringRef Why) {
  for (ArrayId Array = 0; Array < Objects.size(); ++Array)
    if (Objects[Array] && Pointers.isExposed(Array))
      clobber({.Of = Objects[Array].get(), .Array = Array, .Constant = true},
              Why);
}

} // namespace kernelcast
