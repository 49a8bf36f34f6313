//===- LowerMemoryBuiltin.cpp - Atomics, vector loads, textures -----------===//

#include "analysis/ast/KernelLowering.h"

using namespace llvm;

namespace kernelcast {

/// The value that access \p Id has read, as \p Type.
Value KernelLowering::loaded(AccessId Id, clang::QualType Type) {
  Value V;
  for (const Leaf &L : Layouts.of(Type).Leaves)
    V.push_back(pool().load(Id, L.Type, V.size()));
  return V;
}

std::optional<Value>
KernelLowering::lowerMemoryFunction(MemoryForm Form, const clang::CallExpr *E) {
  clang::QualType Type = E->getCallReturnType(Context);
  switch (Form) {
  case MemoryForm::Atomic:
  case MemoryForm::AtomicInitialisation:
    return lowerAtomic(Form, E);
  case MemoryForm::Load:
    if (E->getNumArgs() != 1)
      return std::nullopt;
    return load(scalar(E->getArg(0)), Type, E);
  case MemoryForm::Store: {
    if (E->getNumArgs() != 2)
      return std::nullopt;
    ScalarExpr At = scalar(E->getArg(0));
    clang::QualType Pointee = E->getArg(0)->getType()->getPointeeType();
    store(At, Pointee, rvalue(E->getArg(1)), E);
    return Value{};
  }
  case MemoryForm::VectorLoad:
  case MemoryForm::VectorStore:
    return lowerVectorAccess(Form, E);
  case MemoryForm::TextureRead:
  case MemoryForm::TextureFetch:
  case MemoryForm::TextureWrite:
    return lowerTexture(Form, E);
  case MemoryForm::AsynchronousCopy:
    reason("asynchronous copy", E->getExprLoc());
    escapeArguments(E, "asynchronous copy");
    return opaque(Type, "event");
  }
  llvm_unreachable("no such form of access");
}

/// Atomics: the first argument is the address.
std::optional<Value> KernelLowering::lowerAtomic(MemoryForm Form,
                                                 const clang::CallExpr *E) {
  if (E->getNumArgs() == 0 || !E->getArg(0)->getType()->isPointerType())
    return std::nullopt;
  ScalarExpr At = scalar(E->getArg(0));
  clang::QualType Pointee = E->getArg(0)->getType()->getPointeeType();
  Value Stored;
  for (unsigned I = 1; I < E->getNumArgs(); ++I)
    if (!E->getArg(I)->isGLValue())
      Stored = rvalue(E->getArg(I));
  if (Form == MemoryForm::AtomicInitialisation)
    return Value{};
  AccessId Id = access(AccessKind::Atomic, At,
                       Pointee->isIncompleteType() ? 4 : Layouts.bytes(Pointee),
                       E, Pointee, Stored.empty() ? nullptr : Stored.front());
  clobber(At, "atomic operation");
  return loaded(Id, E->getCallReturnType(Context));
}

/// vloadN(offset, p) and vstoreN(value, offset, p), those of half precision
/// too: N elements from p[offset * N] on. Without a number they move one.
std::optional<Value>
KernelLowering::lowerVectorAccess(MemoryForm Form, const clang::CallExpr *E) {
  const bool Store = Form == MemoryForm::VectorStore;
  const unsigned Offset = Store ? 1 : 0;
  if (E->getNumArgs() != Offset + 2)
    return std::nullopt;
  StringRef Rest = E->getDirectCallee()->getName();
  Rest.consume_front(Store ? "vstore" : "vload");
  if (!Rest.consume_front("_half"))
    Rest.consume_front("a_half");
  unsigned Width = 0;
  if (Rest.consumeInteger(10, Width))
    Width = 1;
  clang::QualType Element =
      E->getArg(Offset + 1)->IgnoreParenImpCasts()->getType()->getPointeeType();
  if (Element.isNull())
    return std::nullopt;
  uint64_t Size = Layouts.bytes(Element);
  Value V;
  if (Store)
    V = rvalue(E->getArg(0));
  ScalarExpr Index =
      pool().mul(convert(scalar(E->getArg(Offset)), ScalarType::pointer()),
                 pool().constant(Size * Width, ScalarType::pointer()));
  ScalarExpr At = pool().add(scalar(E->getArg(Offset + 1)), Index);
  if (!Store)
    return loaded(access(AccessKind::Load, At, Size * Width, E, Element),
                  E->getCallReturnType(Context));
  compute(ArrayRef(V).drop_front(V.empty() ? 0 : 1));
  access(AccessKind::Store, At, Size * Width, E, Element,
         V.empty() ? nullptr : V.front());
  return Value{};
}

/// Textures, surfaces and images: the address is the texture unit's affair,
/// except for tex1Dfetch, whose coordinate is an element number.
Value KernelLowering::lowerTexture(MemoryForm Form, const clang::CallExpr *E) {
  clang::QualType Type = E->getCallReturnType(Context);
  const bool Write = Form == MemoryForm::TextureWrite;
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
  uint64_t Size = std::max<uint64_t>(1, Layouts.of(Element).Bytes);
  ScalarExpr Where;
  if (Form == MemoryForm::TextureFetch && Values.size() >= 2 &&
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
  return loaded(Id, Type);
}

} // namespace kernelcast
