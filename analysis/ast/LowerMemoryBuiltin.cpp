//===- LowerMemoryBuiltin.cpp - Atomics, cached and vector loads, textures
//-===//

#include "analysis/ast/KernelLowering.h"
#include "clang/Basic/CharInfo.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;

namespace kernelcast {

std::optional<Value>
KernelLowering::lowerMemoryFunction(StringRef Name, const clang::CallExpr *E) {
  clang::QualType Type = E->getCallReturnType(Context);
  auto PointerArgument = [&](unsigned I) -> clang::QualType {
    if (E->getNumArgs() <= I)
      return {};
    return E->getArg(I)->IgnoreParenImpCasts()->getType()->getPointeeType();
  };
  // Atomics: the first argument is the address.
  if (Name.starts_with("atomic") || Name.starts_with("atom_") ||
      Name.starts_with("__atomic_") || Name.starts_with("__nvvm_atom") ||
      Name.starts_with("__iAtomic") || Name.starts_with("__uAtomic") ||
      Name.starts_with("__fAtomic") || Name.starts_with("__dAtomic")) {
    if (E->getNumArgs() == 0 || !E->getArg(0)->getType()->isPointerType())
      return std::nullopt;
    ScalarExpr At = scalar(E->getArg(0));
    clang::QualType Pointee = E->getArg(0)->getType()->getPointeeType();
    Value Stored;
    for (unsigned I = 1; I < E->getNumArgs(); ++I)
      if (!E->getArg(I)->isGLValue())
        Stored = rvalue(E->getArg(I));
    if (Name == "atomic_init")
      return Value{};
    AccessId Id =
        access(AccessKind::Atomic, At,
               Pointee->isIncompleteType()
                   ? 4
                   : Context.getTypeSizeInChars(Pointee).getQuantity(),
               E, Pointee, Stored.empty() ? nullptr : Stored.front());
    clobber(At, "atomic operation");
    Value V;
    for (const Leaf &L : layout(Type).Leaves)
      V.push_back(pool().load(Id, L.Type, V.size()));
    return V;
  }
  bool CachedLoad = StringSwitch<bool>(Name)
                        .Cases("__ldg", "__ldca", "__ldcg", "__ldcs", true)
                        .Cases("__ldlu", "__ldcv", true)
                        .Default(false);
  if (CachedLoad && E->getNumArgs() == 1)
    return load(scalar(E->getArg(0)), Type, E);
  bool CachedStore = StringSwitch<bool>(Name)
                         .Cases("__stcg", "__stcs", "__stwb", "__stwt", true)
                         .Default(false);
  if (CachedStore && E->getNumArgs() == 2) {
    ScalarExpr At = scalar(E->getArg(0));
    clang::QualType Pointee = E->getArg(0)->getType()->getPointeeType();
    store(At, Pointee, rvalue(E->getArg(1)), E);
    return Value{};
  }
  // vloadN(offset, p), vstoreN(value, offset, p), also _half.
  unsigned Width = 0;
  StringRef Rest = Name;
  if (Rest.consume_front("vload") && E->getNumArgs() == 2) {
    bool Half = Rest.consume_front("_half") || Rest.consume_front("a_half");
    if (Rest.consumeInteger(10, Width))
      Width = 1;
    clang::QualType Element = PointerArgument(1);
    if (Element.isNull())
      return std::nullopt;
    uint64_t Size = Context.getTypeSizeInChars(Element).getQuantity();
    ScalarExpr Index =
        pool().mul(convert(scalar(E->getArg(0)), ScalarType::pointer()),
                   pool().constant(Size * Width, ScalarType::pointer()));
    ScalarExpr At = pool().add(scalar(E->getArg(1)), Index);
    AccessId Id = access(AccessKind::Load, At, Size * Width, E, Element);
    Value V;
    for (const Leaf &L : layout(Type).Leaves)
      V.push_back(pool().load(Id, L.Type, V.size()));
    (void)Half;
    return V;
  }
  Rest = Name;
  if (Rest.consume_front("vstore") && E->getNumArgs() == 3) {
    if (Rest.consume_front("_half") || Rest.consume_front("a_half"))
      Width = 1;
    if (Rest.consumeInteger(10, Width))
      Width = 1;
    clang::QualType Element = PointerArgument(2);
    if (Element.isNull())
      return std::nullopt;
    uint64_t Size = Context.getTypeSizeInChars(Element).getQuantity();
    Value V = rvalue(E->getArg(0));
    ScalarExpr Index =
        pool().mul(convert(scalar(E->getArg(1)), ScalarType::pointer()),
                   pool().constant(Size * Width, ScalarType::pointer()));
    ScalarExpr At = pool().add(scalar(E->getArg(2)), Index);
    compute(ArrayRef(V).drop_front(V.empty() ? 0 : 1));
    access(AccessKind::Store, At, Size * Width, E, Element,
           V.empty() ? nullptr : V.front());
    return Value{};
  }
  // Textures, surfaces and images: the address is the texture unit's affair,
  // except for tex1Dfetch, whose coordinate is an element number.
  bool Read = (Name.starts_with("tex") && Name.size() > 3 &&
               (clang::isDigit(Name[3]) || Name.starts_with("texCube"))) ||
              Name.starts_with("read_image") ||
              (Name.starts_with("surf") && Name.contains("read"));
  bool Write = Name.starts_with("write_image") ||
               (Name.starts_with("surf") && Name.contains("write"));
  if (!Read && !Write)
    return std::nullopt;
  ScalarExpr Base = nullptr;
  SmallVector<Value, 4> Values;
  for (const clang::Expr *Argument : E->arguments()) {
    if (Argument->isGLValue()) {
      ScalarExpr At = address(Argument);
      if (!Base)
        Base = baseOf(At);
      Values.push_back({At});
    } else {
      Values.push_back(rvalue(Argument));
      if (!Base && !Values.back().empty())
        Base = baseOf(Values.back().front());
    }
  }
  if (!Base) {
    ArrayId Id = Model.Arrays.size();
    ArrayInfo Info;
    Info.Name = text(E->getArg(0));
    Info.Space = MemorySpace::Texture;
    Model.Arrays.push_back(std::move(Info));
    Objects.resize(Id + 1);
    Base = pool().base(Id);
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
  uint64_t Size = std::max<uint64_t>(1, layout(Element).Bytes);
  ScalarExpr Where;
  if (Name.starts_with("tex1Dfetch") && Values.size() >= 2 &&
      !Values[Values.size() == 3 && !Type->isVoidType() ? 1 : Values.size() - 1]
           .empty())
    Where = pool().add(
        Base, pool().mul(convert(Values[1].front(), ScalarType::pointer()),
                         pool().constant(Size, ScalarType::pointer())));
  else
    Where = pool().add(
        Base, pool().opaque("texture coordinates", ScalarType::pointer()));
  for (const Value &Argument : Values) // coordinates, and what is written
    compute(Argument);
  AccessId Id = access(Write ? AccessKind::Store : AccessKind::Load, Where,
                       Size, E, Element);
  Model.Accesses[Id].Space = MemorySpace::Texture;
  Value V;
  for (const Leaf &L : layout(Type).Leaves)
    V.push_back(pool().load(Id, L.Type, V.size()));
  return V;
}

} // namespace kernelcast
