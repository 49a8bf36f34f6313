//===- PtxRegisters.cpp - What the names of inline assembly hold ----------===//

#include "analysis/instructions/PtxRegisters.h"
#include "analysis/instructions/IndexValues.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>

using namespace llvm;

namespace kernelcast {

/// The number of "$N", or nothing.
static std::optional<unsigned> argumentNumber(StringRef Name) {
  unsigned Number = 0;
  if (!Name.consume_front("$") || Name.getAsInteger(10, Number))
    return std::nullopt;
  return Number;
}

bool PtxRegisters::enter(const PtxInstruction &I) {
  Predicate = nullptr;
  if (I.Predicate.empty())
    return true;
  Predicate = value(I.Predicate, ScalarType::truth());
  if (I.Negated)
    Predicate = Pool.unary(Op::Not, Predicate);
  if (Predicate->isConstant(0))
    return false;
  if (Predicate->isIntegerConstant())
    Predicate = nullptr;
  return true;
}

/// The bits of \p V as a \p Type of as many, one of the two a number in
/// floating point: constants are followed, of everything else nobody knows the
/// value, only what it costs to compute.
const Expr *PtxRegisters::withBits(const Expr *V, ScalarType Type) {
  const ScalarType From = V->type();
  if (From == Type)
    return V;
  if (V->isConstant() && From.Bits == 32 && Type.Bits == 32) {
    if (From.Float)
      return Pool.constant(
          wrapToType(bit_cast<uint32_t>(static_cast<float>(V->floatValue())),
                     Type),
          Type);
    const float Number = bit_cast<float>(static_cast<uint32_t>(V->value()));
    if (!std::isnan(Number))
      return Pool.floatConstant(Number);
  }
  return Pool.call(ptxCallName("mov"), {V}, Type);
}

SmallVector<const Expr *, 4> PtxRegisters::outputs() && {
  for (auto [V, Argument] : zip_equal(Written, Arguments))
    if (V && V->type() != Argument.Type &&
        (V->type().Float || Argument.Type.Float))
      V = withBits(V, Argument.Type);
  return std::move(Written);
}

const Expr *PtxRegisters::value(StringRef Name, ScalarType Type) {
  Name = Name.trim();
  auto As = [&](const Expr *V) -> const Expr * {
    if (!V)
      return Pool.opaque("register of inline assembly", Type);
    if (V->type() == Type)
      return V;
    if (V->type().Float || Type.Float)
      return withBits(V, Type);
    return Pool.cast(V, Type);
  };
  if (Name.consume_front("!"))
    return Pool.unary(Op::Not, value(Name, ScalarType::truth()));
  if (const auto Number = argumentNumber(Name)) {
    if (*Number >= Arguments.size())
      return Pool.opaque("operand of inline assembly", Type);
    return As(Written[*Number] ? Written[*Number] : Arguments[*Number].In);
  }
  if (Name.starts_with("%"))
    if (const auto Index = specialRegisterNamed(Name))
      if (const Expr *V = indexValue(Pool, *Index, 0))
        return As(V);
  int64_t Number = 0;
  uint64_t Unsigned = 0;
  StringRef Digits = Name;
  Digits.consume_back("U");
  if (!Type.Float && !Digits.getAsInteger(0, Number))
    return Pool.constant(wrapToType(Number, Type), Type);
  if (!Type.Float && !Digits.getAsInteger(0, Unsigned))
    return Pool.constant(wrapToType(static_cast<int64_t>(Unsigned), Type),
                         Type);
  // 0f3F800000: the bits of a float.
  uint32_t Bits = 0;
  if (StringRef Hex = Name;
      Type == ScalarType::floating(32) &&
      (Hex.consume_front("0f") || Hex.consume_front("0F")) &&
      !Hex.getAsInteger(16, Bits))
    return Pool.floatConstant(bit_cast<float>(Bits));
  if (const auto It = Registers.find(Name); It != Registers.end())
    return As(It->second);
  return Pool.opaque("register of inline assembly", Type);
}

std::optional<ScalarType> PtxRegisters::ownType(StringRef Name) const {
  if (const auto Number = argumentNumber(Name);
      Number && *Number < Arguments.size())
    return Arguments[*Number].Type;
  const auto It = Registers.find(Name);
  if (It == Registers.end())
    return std::nullopt;
  return It->second->type();
}

const Expr *PtxRegisters::operand(const PtxInstruction &I, unsigned Number,
                                  ScalarType Type) {
  if (Number >= I.Operands.size() || I.Operands[Number].Elements.empty())
    return Pool.opaque("operand of inline assembly", Type);
  return value(I.Operands[Number].Elements.front(), Type);
}

void PtxRegisters::define(StringRef Name, const Expr *V) {
  auto [First, Second] = Name.split('|'); // "p|q"
  if (!Second.empty()) {
    define(First.trim(), V);
    return define(Second.trim(),
                  Pool.opaque("second result of inline assembly", V->type()));
  }
  if (Name == "_")
    return;
  const auto Number = argumentNumber(Name);
  if (Number && *Number >= Written.size())
    return;
  const Expr *&Place = Number ? Written[*Number] : Registers[Name];
  if (Predicate)
    V = Pool.select(Predicate, V, value(Name, V->type()));
  Place = V;
}

void PtxRegisters::define(const PtxInstruction &I, const Expr *V) {
  if (I.Operands.empty() || I.Operands[0].IsAddress)
    return;
  if (I.Operands[0].Elements.size() == 1)
    define(I.Operands[0].Elements[0], V);
  else
    defineAll(I, "result of inline assembly");
}

void PtxRegisters::defineAll(const PtxInstruction &I, StringRef Why) {
  if (I.Operands.empty() || I.Operands[0].IsAddress)
    return;
  for (const std::string &Name : I.Operands[0].Elements) {
    const auto Number = argumentNumber(Name);
    const ScalarType Type =
        Number && *Number < Arguments.size()
            ? Arguments[*Number].Type
            : typeOf(I).value_or(ScalarType::integer(32, false));
    define(Name,
           Pool.opaque(Why, Type.Bits > 64 ? ScalarType::pointer() : Type));
  }
}

/// Whether the sums and conversions that \p E is made of begin with an array.
static bool hasBase(const Expr *E, unsigned Depth = 0) {
  if (E->op() == Op::Base)
    return true;
  const bool Goes =
      E->op() == Op::Cast || E->op() == Op::Add || E->op() == Op::Sub;
  return Goes && Depth < 32 &&
         any_of(
             E->operands(),
             [&](const Expr *Operand) { return hasBase(Operand, Depth + 1); });
}

/// \p E, an address in shared memory that may have been cut to 32 bits on the
/// way, as one of 64 bits with its array.
static const Expr *wideAddress(ExpressionPool &Pool, const Expr *E) {
  if (E->type().Float)
    return Pool.opaque("address", ScalarType::pointer());
  if (!hasBase(E) || E->op() == Op::Base)
    return Pool.cast(E, ScalarType::pointer());
  if (E->op() == Op::Cast)
    return wideAddress(Pool, E->operand(0));
  return Pool.binary(E->op(), wideAddress(Pool, E->operand(0)),
                     wideAddress(Pool, E->operand(1)));
}

const Expr *PtxRegisters::address(const PtxOperand &At, unsigned &Argument) {
  Argument = None;
  const ScalarType Wide = ScalarType::pointer();
  if (At.Elements.empty())
    return Pool.opaque("address", Wide);
  auto [Register, Offset] = StringRef(At.Elements.front()).split('+');
  Register = Register.trim();
  if (const auto Number = argumentNumber(Register))
    Argument = *Number < Arguments.size() ? *Number : None;
  const Expr *From = nullptr;
  if (Argument != None && !Written[Argument])
    From = Arguments[Argument].In;
  else if (const auto It = Registers.find(Register); It != Registers.end())
    From = It->second;
  From = From ? wideAddress(Pool, From) : value(Register, Wide);
  int64_t Bytes = 0;
  if (!Offset.trim().empty() && Offset.trim().getAsInteger(0, Bytes))
    return Pool.opaque("address", Wide);
  return Pool.add(From, Pool.constant(Bytes, Wide));
}

const Expr *PtxRegisters::called(const PtxInstruction &I, ScalarType Result) {
  SmallVector<const Expr *, 4> Operands;
  for (unsigned N = 1; N < I.Operands.size(); ++N)
    for (const std::string &Element : I.Operands[N].Elements) {
      const auto Number = argumentNumber(Element);
      const ScalarType Type = Number && *Number < Arguments.size()
                                  ? Arguments[*Number].Type
                                  : Result;
      Operands.push_back(value(Element, Type));
    }
  return Pool.call(ptxCallName(I.Opcode), Operands, Result);
}

} // namespace kernelcast
