//===- MemoryBuiltins.cpp - Atomics, cached and vector accesses, textures -===//

#include "analysis/ast/MemoryBuiltins.h"
#include "analysis/ast/ExpressionLowering.h"

using namespace llvm;

namespace kernelcast {

/// The value that access \p Id has read, as \p Type.
Value MemoryBuiltins::loaded(AccessId Id, clang::QualType Type) {
  Value V;
  for (const Leaf &L : Layouts.of(Type).Leaves)
    V.push_back(Pool.load(Id, L.Type, V.size()));
  return V;
}

Value MemoryBuiltins::load(MemoryForm Form, const clang::CallExpr *E) {
  const clang::QualType Type = E->getCallReturnType(Context);
  const ScalarExpr At = Expressions.scalar(E->getArg(0));
  const size_t First = Model.Accesses.size();
  Value V = Memory.load(
      At, Form == MemoryForm::VolatileLoad ? Type.withVolatile() : Type, E);
  if (Form == MemoryForm::ReadOnlyLoad)
    for (MemoryAccess &Access : drop_begin(Model.Accesses, First))
      Access.ReadOnly = Access.Space == MemorySpace::Global;
  return V;
}

std::optional<Value> MemoryBuiltins::lower(MemoryForm Form,
                                           const clang::CallExpr *E) {
  clang::QualType Type = E->getCallReturnType(Context);
  switch (Form) {
  case MemoryForm::Atomic:
  case MemoryForm::AtomicInitialisation:
    return atomic(Form, E);
  case MemoryForm::Load:
  case MemoryForm::ReadOnlyLoad:
  case MemoryForm::VolatileLoad:
    if (E->getNumArgs() != 1)
      return std::nullopt;
    return load(Form, E);
  case MemoryForm::Store: {
    if (E->getNumArgs() != 2)
      return std::nullopt;
    ScalarExpr At = Expressions.scalar(E->getArg(0));
    clang::QualType Pointee = E->getArg(0)->getType()->getPointeeType();
    Memory.store(At, Pointee, Expressions.rvalue(E->getArg(1)), E);
    return Value{};
  }
  case MemoryForm::VectorLoad:
  case MemoryForm::VectorStore:
    return vectorAccess(Form, E);
  case MemoryForm::TextureRead:
  case MemoryForm::TextureFetch:
  case MemoryForm::TextureWrite:
    return texture(Form, E);
  case MemoryForm::Copy:
    return copy(E);
  case MemoryForm::Fill:
    return fill(E);
  case MemoryForm::AsynchronousCopy:
    Flow.reason("asynchronous copy", E->getExprLoc());
    Expressions.writeTargets(E, "asynchronous copy");
    return Numbers.opaque(Type, "event");
  }
  llvm_unreachable("no such form of access");
}

/// Whether lanes can do the atomic function \p Name, with so many \p Arguments,
/// among themselves first.
static bool canGather(StringRef Name, unsigned Arguments) {
  // Those of OpenCL add 1; CUDA's have a limit at which they wrap.
  if (Name.contains_insensitive("inc") || Name.contains_insensitive("dec"))
    return Arguments == 1;
  if (Name.contains_insensitive("exch") || Name.contains_insensitive("flag"))
    return false;
  return any_of(
      ArrayRef<StringLiteral>{"add", "sub", "min", "max", "and", "or", "xor"},
      [&](StringLiteral Operation) {
        return Name.contains_insensitive(Operation);
      });
}

/// Whether the atomic function \p Name adds one, without a limit at which it
/// wraps or with one that no grid reaches. \p Operand is its first argument
/// after the address, or null.
static bool countsUp(StringRef Name, const Expr *Operand) {
  if (Name.contains_insensitive("inc"))
    return !Operand || !Operand->isIntegerConstant() ||
           static_cast<uint32_t>(Operand->value()) >= 1u << 30;
  return Name.contains_insensitive("add") && Operand && Operand->isConstant(1);
}

/// Atomics: the first argument is the address.
std::optional<Value> MemoryBuiltins::atomic(MemoryForm Form,
                                            const clang::CallExpr *E) {
  if (E->getNumArgs() == 0 || !E->getArg(0)->getType()->isPointerType())
    return std::nullopt;
  ScalarExpr At = Expressions.scalar(E->getArg(0));
  clang::QualType Pointee = E->getArg(0)->getType()->getPointeeType();
  Value Stored;
  const Expr *Operand = nullptr;
  for (unsigned I = 1; I < E->getNumArgs(); ++I)
    if (!E->getArg(I)->isGLValue()) {
      Stored = Expressions.rvalue(E->getArg(I));
      if (I == 1 && !Stored.empty())
        Operand = Stored.front();
    }
  if (Form == MemoryForm::AtomicInitialisation) {
    Memory.store(At, Pointee, Stored, nullptr);
    return Value{};
  }
  AccessId Id =
      Memory.access(AccessKind::Atomic, At,
                    Pointee->isIncompleteType() ? 4 : Layouts.bytes(Pointee), E,
                    Pointee, Stored.empty() ? nullptr : Stored.front());
  const clang::FunctionDecl *Callee = E->getDirectCallee();
  MemoryAccess &Access = Model.Accesses[Id];
  Access.CanGather = Callee && Callee->getIdentifier() &&
                     canGather(Callee->getName(), E->getNumArgs());
  Access.CountsUp =
      Callee && Callee->getIdentifier() && countsUp(Callee->getName(), Operand);
  Access.Combines =
      Access.CanGather && Pointee->isIntegerType() && Access.Bytes == 4;
  // A compare-exchange also writes what it was told to expect.
  Expressions.writeTargets(E, "atomic operation");
  return loaded(Id, E->getCallReturnType(Context));
}

/// The alignment in bytes that the type of pointer argument \p E promises, at
/// most that of the widest access. Objects in registers have any.
uint64_t MemoryBuiltins::alignmentOf(const clang::Expr *E, ScalarExpr At) {
  constexpr uint64_t Widest = 16;
  if (Registers.isSlot(At))
    return Widest;
  clang::QualType From = E->IgnoreParenImpCasts()->getType();
  clang::QualType Pointee = From->isArrayType()
                                ? Context.getBaseElementType(From)
                                : From->getPointeeType();
  if (Pointee.isNull() || Pointee->isIncompleteType() ||
      Pointee->isFunctionType() || Pointee->isDependentType())
    return 1;
  return std::min<uint64_t>(Context.getTypeAlignInChars(Pointee).getQuantity(),
                            Widest);
}

/// The third argument of \p E, if it is a constant number of bytes.
std::optional<uint64_t>
MemoryBuiltins::constantBytes(const clang::CallExpr *E) {
  if (E->getNumArgs() < 3)
    return std::nullopt;
  ScalarExpr Bytes = Expressions.scalar(E->getArg(2));
  if (!Bytes->isIntegerConstant() || Bytes->value() < 0)
    return std::nullopt;
  return static_cast<uint64_t>(Bytes->value());
}

/// The pieces in which \p Bytes are moved that are aligned to \p Width; nothing
/// if they are many.
std::optional<MemoryBuiltins::Pieces> MemoryBuiltins::piecesOf(uint64_t Bytes,
                                                               uint64_t Width) {
  // ptxas 13.0 makes no loop of 1024 yet. Those of a whole kernel are bounded
  // for the sake of time.
  constexpr uint64_t MostPieces = 1024, MostOfAll = 8192;
  while (Bytes % Width)
    Width /= 2;
  if (Bytes / Width > MostPieces || Moved + Bytes / Width > MostOfAll)
    return std::nullopt;
  Moved += Bytes / Width;
  const clang::QualType Type =
      Width == 16  ? Context.getExtVectorType(Context.UnsignedIntTy, 4)
      : Width == 8 ? Context.getIntTypeForBitwidth(64, /*Signed=*/false)
      : Width == 4 ? Context.UnsignedIntTy
      : Width == 2 ? Context.UnsignedShortTy
                   : Context.UnsignedCharTy;
  return Pieces{Type, Width, Bytes};
}

/// memcpy of a few bytes, whose number is constant: the widest loads and stores
/// that size and alignment allow, as the compiler makes them. Others have no
/// known effects.
std::optional<Value> MemoryBuiltins::copy(const clang::CallExpr *E) {
  const std::optional<uint64_t> Bytes = constantBytes(E);
  if (!Bytes)
    return std::nullopt;
  ScalarExpr To = Expressions.scalar(E->getArg(0));
  ScalarExpr From = Expressions.scalar(E->getArg(1));
  const std::optional<Pieces> Of =
      piecesOf(*Bytes, std::min(alignmentOf(E->getArg(0), To),
                                alignmentOf(E->getArg(1), From)));
  if (!Of)
    return std::nullopt;
  // Everything is read before anything is written: memmove may overlap.
  SmallVector<Value, 4> Read;
  for (uint64_t At = 0; At < Of->Bytes; At += Of->Width)
    Read.push_back(Memory.load(Numbers.shifted(From, At), Of->Type, E));
  for (auto [I, V] : enumerate(Read))
    Memory.store(Numbers.shifted(To, I * Of->Width), Of->Type, V, E);
  return Value{To};
}

/// memset of a few bytes, likewise.
std::optional<Value> MemoryBuiltins::fill(const clang::CallExpr *E) {
  const std::optional<uint64_t> Bytes = constantBytes(E);
  if (!Bytes)
    return std::nullopt;
  ScalarExpr To = Expressions.scalar(E->getArg(0));
  ScalarExpr Byte = Expressions.scalar(E->getArg(1));
  const std::optional<Pieces> Of =
      piecesOf(*Bytes, alignmentOf(E->getArg(0), To));
  if (!Of)
    return std::nullopt;
  Value V = Numbers.opaque(Of->Type, "bytes of memset");
  if (Byte->isIntegerConstant())
    for (ScalarExpr &Word : V)
      Word = Pool.constant(
          static_cast<int64_t>((Byte->value() & 0xff) * 0x0101010101010101ull &
                               ~0ull >> (64 - Word->type().Bits)),
          Word->type());
  for (uint64_t At = 0; At < Of->Bytes; At += Of->Width)
    Memory.store(Numbers.shifted(To, At), Of->Type, V, E);
  return Value{To};
}

/// How many elements a vload or vstore of this name moves, and how far apart
/// vectors lie, in elements: three of them are aligned like four by vloada.
static std::pair<unsigned, unsigned> vectorShape(StringRef Name) {
  Name.consume_front("vload");
  Name.consume_front("vstore");
  const bool Aligned = Name.consume_front("a_half");
  if (!Aligned)
    Name.consume_front("_half");
  unsigned Width = 0;
  if (Name.consumeInteger(10, Width))
    Width = 1;
  return {Width, Aligned && Width == 3 ? 4 : Width};
}

/// vloadN(offset, p) and vstoreN(value, offset, p), those of half precision
/// too: N elements from p[offset * N] on. Without a number they move one.
std::optional<Value> MemoryBuiltins::vectorAccess(MemoryForm Form,
                                                  const clang::CallExpr *E) {
  const bool Store = Form == MemoryForm::VectorStore;
  const unsigned Offset = Store ? 1 : 0;
  // Those with a rounding mode have it in the name.
  if (E->getNumArgs() != Offset + 2)
    return std::nullopt;
  auto [Width, Step] = vectorShape(E->getDirectCallee()->getName());
  clang::QualType From =
      E->getArg(Offset + 1)->IgnoreParenImpCasts()->getType();
  if (From->isArrayType())
    From = Context.getDecayedType(From);
  clang::QualType Element = From->getPointeeType();
  if (Element.isNull())
    return std::nullopt;
  uint64_t Size = Layouts.bytes(Element);
  Value V;
  if (Store)
    V = Expressions.rvalue(E->getArg(0));
  ScalarExpr Index =
      Pool.mul(Numbers.convert(Expressions.scalar(E->getArg(Offset)),
                               ScalarType::pointer()),
               Pool.constant(Size * Step, ScalarType::pointer()));
  ScalarExpr At = Pool.add(Expressions.scalar(E->getArg(Offset + 1)), Index);
  if (Store)
    return storeElements(At, Element, Width, V, E);
  if (!Registers.isSlot(At))
    return loaded(Memory.access(AccessKind::Load, At, Size * Width, E, Element),
                  E->getCallReturnType(Context));
  for (unsigned I = 0; I < Width; ++I)
    V.append(Memory.load(Numbers.shifted(At, I * Size), Element, E));
  return Numbers.convertAll(V, E->getCallReturnType(Context));
}

/// \p Width elements from \p At on become \p V, with one access if they lie in
/// memory.
Value MemoryBuiltins::storeElements(ScalarExpr At, clang::QualType Element,
                                    unsigned Width, const Value &V,
                                    const clang::CallExpr *E) {
  const uint64_t Size = Layouts.bytes(Element);
  const ScalarType Held = Layouts.scalar(Element);
  if (Registers.isInRegisters(At))
    for (unsigned I = 0; I < Width; ++I)
      Memory.store(Numbers.shifted(At, I * Size), Element,
                   {I < V.size() ? Numbers.convert(V[I], Held)
                                 : Pool.opaque("vector element", Held)},
                   nullptr);
  if (Registers.isSlot(At))
    return {};
  Memory.compute(ArrayRef(V).drop_front(V.empty() ? 0 : 1));
  Memory.access(AccessKind::Store, At, Size * Width, E, Element,
                V.empty() ? nullptr : V.front());
  return {};
}

/// The texture or surface that \p E hands over, by value or not; null for all
/// else. A handle is no memory: copying it reads nothing.
static const clang::Expr *textureHandle(const clang::Expr *E) {
  E = E->IgnoreParenImpCasts();
  if (const auto *Copy = dyn_cast<clang::CXXConstructExpr>(E);
      Copy && Copy->getNumArgs() == 1)
    E = Copy->getArg(0)->IgnoreParenImpCasts();
  const clang::RecordDecl *Record = E->getType()->getAsRecordDecl();
  if (!Record || !E->isGLValue())
    return nullptr;
  StringRef Name = Record->getName();
  return Name == "texture" || Name == "surface" ? E : nullptr;
}

/// Textures, surfaces and images: the address is the texture unit's affair,
/// except for tex1Dfetch, whose coordinate is an element number.
Value MemoryBuiltins::texture(MemoryForm Form, const clang::CallExpr *E) {
  clang::QualType Type = E->getCallReturnType(Context);
  const bool Write = Form == MemoryForm::TextureWrite;
  ScalarExpr Base = nullptr;
  SmallVector<Value, 4> Values;
  for (const clang::Expr *Argument : E->arguments()) {
    const clang::Expr *Handle = textureHandle(Argument);
    if (Handle || Argument->isGLValue()) {
      ScalarExpr At = Expressions.address(Handle ? Handle : Argument);
      if (!Base)
        Base = baseOf(At);
      Values.push_back({At});
    } else {
      Values.push_back(Expressions.rvalue(Argument));
      if (!Base && !Values.back().empty())
        Base = baseOf(Values.back().front());
    }
  }
  if (!Base) {
    ArrayInfo Info;
    Info.Name = Source.text(E->getArg(0));
    Info.Space = MemorySpace::Texture;
    Base = Memory.newArray(std::move(Info));
  } else {
    Model.Arrays[Base->value()].Space = MemorySpace::Texture;
  }
  clang::QualType Element = Type;
  if (Write)
    for (const clang::Expr *Argument : E->arguments())
      if (Argument->getType()->isVectorType())
        Element = Argument->getType();
  if (Element->isVoidType())
    Element = Context.FloatTy;
  uint64_t Size = std::max<uint64_t>(1, Layouts.of(Element).Bytes);
  ScalarExpr Where;
  if (Form == MemoryForm::TextureFetch && Values.size() >= 2 &&
      !Values[Values.size() == 3 && !Type->isVoidType() ? 1 : Values.size() - 1]
           .empty())
    Where = Pool.add(
        Base,
        Pool.mul(Numbers.convert(Values[1].front(), ScalarType::pointer()),
                 Pool.constant(Size, ScalarType::pointer())));
  else
    Where = Pool.add(Base,
                     Pool.opaque("texture coordinates", ScalarType::pointer()));
  for (const Value &Argument : Values) // coordinates, and what is written
    Memory.compute(Argument);
  AccessId Id = Memory.access(Write ? AccessKind::Store : AccessKind::Load,
                              Where, Size, E, Element);
  Model.Accesses[Id].Space = MemorySpace::Texture;
  Expressions.writeTargets(E, "texture access"); // surf2Dread(&value, ...)
  return loaded(Id, Type);
}

} // namespace kernelcast
