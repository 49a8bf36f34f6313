//===- PtxReading.cpp - Inline assembly as steps and values ---------------===//

#include "analysis/instructions/PtxReading.h"
#include "analysis/instructions/IndexValues.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include <cmath>

using namespace llvm;

namespace kernelcast {

std::string unknownIn(ArrayRef<PtxInstruction> Code) {
  auto Jumps = [](const PtxInstruction &I) {
    return formOf(I) == PtxForm::Branch;
  };
  auto IsWait = [](const PtxInstruction &I) {
    return formOf(I) == PtxForm::Wait;
  };
  // A loop that does nothing but wait is a wait.
  const bool Waits =
      any_of(Code, IsWait) && all_of(Code, [&](const PtxInstruction &I) {
        return I.Opcode.empty() || Jumps(I) || IsWait(I) ||
               formOf(I) == PtxForm::Nothing;
      });
  for (const PtxInstruction &I : Code) {
    if (I.Opcode.empty() || (Waits && Jumps(I)))
      continue;
    const PtxForm Form = formOf(I);
    if (Form == PtxForm::Unknown || Form == PtxForm::Branch ||
        Form == PtxForm::Exit)
      return I.Opcode;
    if (hasBrokenOperand(I))
      return "operand of " + I.Opcode;
    if (Form == PtxForm::Matrix && !productOf(I))
      return I.Opcode;
    if ((Form == PtxForm::LoadMatrix || Form == PtxForm::StoreMatrix) &&
        !matrixRowsOf(I))
      return I.Opcode;
    if (Form == PtxForm::AsynchronousCopy && I.Operands.size() < 3)
      return I.Opcode;
  }
  return {};
}

namespace {

class Reading {
public:
  Reading(ArrayRef<PtxArgument> Arguments, ExpressionPool &Pool,
          PtxSteps &Steps)
      : Arguments(Arguments), Pool(Pool), Steps(Steps),
        Written(Arguments.size()) {}

  void read(const PtxInstruction &I);
  SmallVector<const Expr *, 4> outputs() &&;

private:
  const Expr *withBits(const Expr *V, ScalarType Type);
  const Expr *value(StringRef Name, ScalarType Type);
  const Expr *operand(const PtxInstruction &I, unsigned Number,
                      ScalarType Type);
  void define(StringRef Name, const Expr *V);
  void define(const PtxInstruction &I, const Expr *V);
  void defineAll(const PtxInstruction &I, StringRef Why);
  const Expr *address(const PtxOperand &At, unsigned &Argument);
  const Expr *called(const PtxInstruction &I, ScalarType Result);
  AccessId access(const PtxInstruction &I, AccessKind Kind, unsigned Operand,
                  std::optional<MemorySpace> Space, unsigned Bytes,
                  const Expr *Stored);
  void load(const PtxInstruction &I);
  void atomic(const PtxInstruction &I);
  void copy(const PtxInstruction &I);
  const Expr *ofFirstLanes(const PtxInstruction &I, const Expr *Address,
                           unsigned Lanes);
  void ifItHeld(const PtxInstruction &I);
  bool fills(const PtxInstruction &I, unsigned Each, unsigned &Read);
  void matrices(const PtxInstruction &I, bool Store);
  void move(const PtxInstruction &I);
  const Expr *integer(const PtxInstruction &I, PtxForm Form, ScalarType Type);
  const Expr *compared(const PtxInstruction &I, ScalarType Type);

  ArrayRef<PtxArgument> Arguments;
  ExpressionPool &Pool;
  PtxSteps &Steps;
  SmallVector<const Expr *, 4> Written;
  StringMap<const Expr *> Registers;
  const Expr *Predicate = nullptr; ///< of the instruction; null: it runs
};

} // namespace

/// The number of "$N", or nothing.
static std::optional<unsigned> argumentNumber(StringRef Name) {
  unsigned Number = 0;
  if (!Name.consume_front("$") || Name.getAsInteger(10, Number))
    return std::nullopt;
  return Number;
}

/// The bits of \p V as a \p Type of as many, one of the two a number in
/// floating point: constants are followed, of everything else nobody knows the
/// value, only what it costs to compute.
const Expr *Reading::withBits(const Expr *V, ScalarType Type) {
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

/// What the statement's operands hold in the end, as the variables' types.
SmallVector<const Expr *, 4> Reading::outputs() && {
  for (auto [V, Argument] : zip_equal(Written, Arguments))
    if (V && V->type() != Argument.Type &&
        (V->type().Float || Argument.Type.Float))
      V = withBits(V, Argument.Type);
  return std::move(Written);
}

/// \p Name as a \p Type: integers are converted, others keep their bits.
const Expr *Reading::value(StringRef Name, ScalarType Type) {
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

const Expr *Reading::operand(const PtxInstruction &I, unsigned Number,
                             ScalarType Type) {
  if (Number >= I.Operands.size() || I.Operands[Number].Elements.empty())
    return Pool.opaque("operand of inline assembly", Type);
  return value(I.Operands[Number].Elements.front(), Type);
}

/// \p Name holds \p V from here on, where the instruction's predicate holds.
void Reading::define(StringRef Name, const Expr *V) {
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

/// The first operand, which is one register, becomes \p V.
void Reading::define(const PtxInstruction &I, const Expr *V) {
  if (I.Operands.empty() || I.Operands[0].IsAddress)
    return;
  if (I.Operands[0].Elements.size() == 1)
    define(I.Operands[0].Elements[0], V);
  else
    defineAll(I, "result of inline assembly");
}

/// Nobody knows what the first operand, one register or several, becomes.
void Reading::defineAll(const PtxInstruction &I, StringRef Why) {
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

/// What "reg", "reg + 16" or "16" between brackets leads to, and the operand
/// of the statement that it comes from.
const Expr *Reading::address(const PtxOperand &At, unsigned &Argument) {
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

/// The value of an instruction that stays one.
const Expr *Reading::called(const PtxInstruction &I, ScalarType Result) {
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

AccessId Reading::access(const PtxInstruction &I, AccessKind Kind,
                         unsigned Operand, std::optional<MemorySpace> Space,
                         unsigned Bytes, const Expr *Stored) {
  PtxAccess Made;
  Made.Kind = Kind;
  Made.Space = Space;
  Made.Bytes = Bytes;
  Made.Stored = Stored;
  Made.Address = Operand < I.Operands.size()
                     ? address(I.Operands[Operand], Made.Argument)
                     : Pool.opaque("address", ScalarType::pointer());
  if (const PtxForm Form = formOf(I);
      Form == PtxForm::LoadMatrix || Form == PtxForm::StoreMatrix)
    if (const unsigned Lanes = *matrixRowsOf(I); Lanes < 32) {
      Made.Address = ofFirstLanes(I, Made.Address, Lanes);
      Made.Bytes = Bytes * Lanes / 32;
    }
  const ScalarType Type = typeOf(I).value_or(ScalarType::integer(32, false));
  Made.FloatingPoint = Type.Float || isOfHalves(I);
  Made.Volatile = I.hasPart("volatile") || I.hasPart("acquire") ||
                  I.hasPart("release") || I.hasPart("relaxed");
  Made.CanGather =
      any_of(ArrayRef<StringLiteral>{"add", "min", "max", "and", "or", "xor"},
             [&](StringLiteral Operation) { return I.hasPart(Operation); });
  if (any_of(
          I.parts(),
          [](StringRef Part) { return Part.starts_with("shared::cluster"); }) &&
      formOf(I) != PtxForm::AsynchronousCopy)
    Steps.reason(I.Opcode + " in inline assembly, counted as if it went to the "
                            "own block's memory");
  ifItHeld(I);
  return Steps.access(Made);
}

/// The kernel is partial where nobody knows whether \p I runs.
void Reading::ifItHeld(const PtxInstruction &I) {
  if (Predicate)
    Steps.reason("predicate of " + I.Opcode +
                 " in inline assembly, counted as if it held");
}

/// Bits of one element in memory, in a register of the same type.
static ScalarType elementType(const PtxInstruction &I) {
  const ScalarType Type = typeOf(I).value_or(ScalarType::integer(32, false));
  return Type.Bits < 8    ? ScalarType::integer(8, false)
         : Type.Bits > 64 ? ScalarType::pointer()
                          : Type;
}

/// Whether an element has more bits than a value of ours.
static bool isTooWide(const PtxInstruction &I) {
  const auto Type = typeOf(I);
  return Type && Type->Bits > 64;
}

void Reading::load(const PtxInstruction &I) {
  const ScalarType Type = elementType(I);
  const AccessId Id =
      access(I, AccessKind::Load, 1, spaceOf(I), bytesOf(I), nullptr);
  if (I.Operands.empty())
    return;
  if (isTooWide(I))
    return defineAll(I, "value of more than 64 bits");
  for (auto [Lane, Name] : enumerate(I.Operands[0].Elements))
    define(Name, Pool.load(Id, Type, Lane));
}

void Reading::atomic(const PtxInstruction &I) {
  const bool HasResult = formOf(I) == PtxForm::Atomic;
  const ScalarType Type = elementType(I);
  const unsigned At = HasResult ? 1 : 0;
  const AccessId Id =
      access(I, AccessKind::Atomic, At, spaceOf(I), bytesOf(I),
             operand(I, I.Operands.size() > At + 2 ? At + 2 : At + 1, Type));
  if (HasResult && isTooWide(I))
    return defineAll(I, "value of more than 64 bits");
  if (HasResult && !I.Operands.empty())
    for (auto [Lane, Name] : enumerate(I.Operands[0].Elements))
      define(Name, Pool.load(Id, Type, Lane));
}

/// How many of the \p Each bytes that cp.async \p I copies it reads, the others
/// being zeros; false where that is not known. What may follow the size is the
/// number of bytes that are read or a predicate, which says that none are, and
/// behind it a policy for the cache.
bool Reading::fills(const PtxInstruction &I, unsigned Each, unsigned &Read) {
  Read = Each;
  const size_t Count = I.Operands.size() - I.hasPart("L2::cache_hint");
  if (Count < 4)
    return true;
  const StringRef Name = I.Operands[3].Elements.front();
  const auto It = Registers.find(Name.ltrim('!'));
  const bool Ignores = Name.starts_with("!") ||
                       (It != Registers.end() && It->second->type().Bits <= 8);
  const Expr *V = operand(
      I, 3, Ignores ? ScalarType::truth() : ScalarType::integer(32, false));
  if (!V->isIntegerConstant())
    return false;
  if (Ignores)
    Read = V->isConstant(0) ? Each : 0;
  else if (V->value() >= 0 && V->value() < Each)
    Read = static_cast<unsigned>(V->value());
  return true;
}

/// cp.async [shared], [global], bytes, ...: as the load and the store that it
/// stands for.
void Reading::copy(const PtxInstruction &I) {
  const ScalarType Word = ScalarType::integer(32, false);
  const Expr *Bytes = operand(I, 2, Word);
  const bool IsSize =
      Bytes->isConstant(4) || Bytes->isConstant(8) || Bytes->isConstant(16);
  const unsigned Each = IsSize ? static_cast<unsigned>(Bytes->value()) : 16;
  unsigned Read = Each;
  if (!IsSize)
    Steps.reason(I.Opcode + " of an unknown size, counted as 16 bytes");
  if (!fills(I, Each, Read))
    Steps.reason(I.Opcode + " that may fill with zeros, counted as if it read");
  const Expr *Stored = Pool.constant(0, Word);
  if (Read != 0)
    Stored = Pool.load(
        access(I, AccessKind::Load, 1, MemorySpace::Global, Read, nullptr),
        Word);
  access(I, AccessKind::Store, 0, MemorySpace::Shared, Each, Stored);
}

/// ldmatrix and stmatrix: a lane has the address of a row of 16 bytes. With
/// fewer than 32 rows the other lanes' addresses are ignored: here all lanes
/// share the rows of the first ones, each with its part of 4 or 8 bytes. That
/// is the address of another thread of the warp, which has another threadIdx.x
/// and the same y and z where rows of threads are whole warps; in other blocks,
/// and of what else may differ between the two, nobody knows it.
const Expr *Reading::ofFirstLanes(const PtxInstruction &I, const Expr *Address,
                                  unsigned Lanes) {
  const Expr *X = Pool.coordinate(Coordinate::ThreadX);
  const ScalarType Type = X->type();
  auto Number = [&](int64_t Value) { return Pool.constant(Value, Type); };
  const Expr *IsWhole = Pool.binary(
      Op::Equal,
      Pool.binary(Op::And, Pool.coordinate(Coordinate::BlockSizeX), Number(31)),
      Number(0));
  const Expr *Own = Pool.select(
      IsWhole, X,
      Pool.opaque("row of a matrix in warps of several rows", Type));
  const Expr *First =
      Pool.binary(Op::And, Own, Number(~int64_t(31) | int64_t(Lanes - 1)));
  bool MayDiffer = false;
  const Expr *There =
      Pool.rewrite(Address, [&](const Expr *Leaf) -> const Expr * {
        MayDiffer |= Leaf->op() == Op::Phi || Leaf->op() == Op::Load ||
                     Leaf->op() == Op::Opaque;
        const bool IsX = Leaf->op() == Op::Coordinate &&
                         Leaf->value() == int64_t(Coordinate::ThreadX);
        return IsX ? Pool.cast(First, Leaf->type()) : nullptr;
      });
  if (MayDiffer)
    Steps.reason("address of " + I.Opcode +
                 " in inline assembly, counted as if a variable in it were the "
                 "same in all lanes");
  // X & 8 and X & 16 of 8 lanes, by 4 bytes: (X & 24) / 2; X & 16 of 16 lanes,
  // by 8 bytes: (X & 16) / 2.
  const Expr *Part = Pool.binary(
      Op::Shr, Pool.binary(Op::And, Own, Number(32 - Lanes)), Number(1));
  return Pool.binary(Op::Add, There, Pool.cast(Part, ScalarType::pointer()));
}

void Reading::matrices(const PtxInstruction &I, bool Store) {
  constexpr unsigned RowBytes = 16;
  const ScalarType Word = ScalarType::integer(32, false);
  const AccessId Id = access(I, Store ? AccessKind::Store : AccessKind::Load,
                             Store ? 0 : 1, MemorySpace::Shared, RowBytes,
                             Store ? operand(I, 1, Word) : nullptr);
  if (Store || I.Operands.empty())
    return;
  for (auto [Lane, Name] : enumerate(I.Operands[0].Elements))
    define(Name, Pool.load(Id, Word, Lane));
}

/// One register to another one; several to one or one to several: the first
/// element has the lowest bits.
void Reading::move(const PtxInstruction &I) {
  if (I.Operands.size() < 2)
    return;
  const ScalarType Type = elementType(I);
  const PtxOperand &To = I.Operands[0], &From = I.Operands[1];
  if (isTooWide(I))
    return defineAll(I, "value of more than 64 bits");
  if (I.hasPart("mapa"))
    Steps.reason("mapa in inline assembly, counted as if the address were in "
                 "the own block's memory");
  const unsigned Parts = std::max(To.Elements.size(), From.Elements.size());
  if (Parts <= 1) {
    // The register's own type: addresses are cut to bits only in name, and a
    // number in floating point keeps its bits.
    const StringRef Name = From.Elements.front();
    const auto Number = argumentNumber(Name);
    const auto It = Registers.find(Name);
    const ScalarType Own = Number && *Number < Arguments.size()
                               ? Arguments[*Number].Type
                           : It != Registers.end() ? It->second->type()
                                                   : Type;
    return define(I, operand(I, 1, Own.Bits == Type.Bits ? Own : Type));
  }
  if (Type.Bits % Parts)
    return defineAll(I, "parts of a register");
  const unsigned Bits = Type.Bits / Parts;
  const ScalarType Part = ScalarType::integer(Bits, false);
  const ScalarType Whole = ScalarType::integer(Type.Bits, false);
  if (To.Elements.size() > 1) {
    const Expr *V = operand(I, 1, Whole);
    for (auto [N, Name] : enumerate(To.Elements))
      define(Name,
             Pool.cast(Pool.binary(Op::Shr, V, Pool.constant(N * Bits, Whole)),
                       Part));
    return;
  }
  const Expr *Sum = Pool.constant(0, Whole);
  for (auto [N, Name] : enumerate(From.Elements))
    Sum = Pool.binary(Op::Or, Sum,
                      Pool.binary(Op::Shl, Pool.cast(value(Name, Part), Whole),
                                  Pool.constant(N * Bits, Whole)));
  define(I, Sum);
}

/// setp.CompareOp.type p, a, b
const Expr *Reading::compared(const PtxInstruction &I, ScalarType Type) {
  const auto Parts = I.parts();
  if (I.Operands.size() != 3 || Type.Float || isOfHalves(I) ||
      Parts.size() != 3) // setp, how, type
    return nullptr;
  const StringRef How = Parts[1];
  // "lo" and its kin compare without sign.
  if (How == "lo" || How == "ls" || How == "hi" || How == "hs")
    Type.Signed = false;
  const Expr *A = operand(I, 1, Type), *B = operand(I, 2, Type);
  if (How == "eq")
    return Pool.binary(Op::Equal, A, B);
  if (How == "ne")
    return Pool.binary(Op::NotEqual, A, B);
  if (How == "lt" || How == "lo")
    return Pool.binary(Op::Less, A, B);
  if (How == "le" || How == "ls")
    return Pool.binary(Op::LessEqual, A, B);
  if (How == "gt" || How == "hi")
    return Pool.binary(Op::Less, B, A);
  if (How == "ge" || How == "hs")
    return Pool.binary(Op::LessEqual, B, A);
  return nullptr;
}

/// What \p I, an operation of integers, computes; null where it is another one
/// of that name.
const Expr *Reading::integer(const PtxInstruction &I, PtxForm Form,
                             ScalarType Type) {
  // Every other modifier (cc, sat, hi, relu, ...) makes it another operation.
  const auto Parts = I.parts();
  const bool IsPlain = all_of(drop_begin(Parts), [](StringRef Part) {
    PtxInstruction Alone;
    Alone.Opcode = Part.str();
    return Part == "lo" || Part == "wide" ||
           (typeOf(Alone) && !Part.contains('x'));
  });
  if (!IsPlain || Type.Float || Type.Bits < 16 || Type.Bits > 64 ||
      isOfHalves(I) || isTooWide(I))
    return nullptr;
  const bool Wide = I.hasPart("wide");
  const ScalarType Result =
      Wide ? ScalarType::integer(std::min(64, 2 * Type.Bits), Type.Signed)
           : Type;
  auto At = [&](unsigned N) { return operand(I, N, Type); };
  auto Product = [&] {
    return Pool.mul(Pool.cast(At(1), Result), Pool.cast(At(2), Result));
  };
  const ScalarType Amount = ScalarType::integer(32, false);
  switch (Form) {
  case PtxForm::Add:
    return Pool.add(At(1), At(2));
  case PtxForm::Subtract:
    return Pool.sub(At(1), At(2));
  case PtxForm::Multiply:
    return Product();
  case PtxForm::MultiplyAdd:
    return Pool.add(Product(), operand(I, 3, Result));
  case PtxForm::And:
    return Pool.binary(Op::And, At(1), At(2));
  case PtxForm::Or:
    return Pool.binary(Op::Or, At(1), At(2));
  case PtxForm::Xor:
    return Pool.binary(Op::Xor, At(1), At(2));
  case PtxForm::Not:
    return Pool.unary(Op::Not, At(1));
  case PtxForm::Negate:
    return Pool.unary(Op::Negate, At(1));
  case PtxForm::ShiftLeft:
  case PtxForm::ShiftRight: {
    // More than the width are as many as there are, unlike in C.
    const Expr *By = operand(I, 2, Amount);
    if (!By->isIntegerConstant() || By->value() >= Type.Bits)
      return nullptr;
    return Pool.binary(Form == PtxForm::ShiftLeft ? Op::Shl : Op::Shr, At(1),
                       By);
  }
  case PtxForm::Minimum:
    return Pool.binary(Op::Min, At(1), At(2));
  case PtxForm::Maximum:
    return Pool.binary(Op::Max, At(1), At(2));
  case PtxForm::BitField: {
    const Expr *From = operand(I, 2, Amount), *Bits = operand(I, 3, Amount);
    if (Type.Signed || !From->isIntegerConstant() ||
        !Bits->isIntegerConstant() || From->value() >= Type.Bits ||
        Bits->value() <= 0 || Bits->value() >= 63)
      return nullptr;
    const int64_t Mask = (int64_t(1) << Bits->value()) - 1;
    return Pool.binary(Op::And, Pool.binary(Op::Shr, At(1), From),
                       Pool.constant(wrapToType(Mask, Type), Type));
  }
  case PtxForm::Choose:
    return Pool.select(operand(I, 3, ScalarType::truth()), At(1), At(2));
  default:
    return nullptr;
  }
}

void Reading::read(const PtxInstruction &I) {
  if (I.Opcode.empty())
    return;
  Predicate = nullptr;
  if (!I.Predicate.empty()) {
    Predicate = value(I.Predicate, ScalarType::truth());
    if (I.Negated)
      Predicate = Pool.unary(Op::Not, Predicate);
    if (Predicate->isConstant(0))
      return;
    if (Predicate->isIntegerConstant())
      Predicate = nullptr;
  }
  const PtxForm Form = formOf(I);
  const ScalarType Type = elementType(I);
  auto Effect = [&](EffectKind Kind, StringRef Why) {
    if (Kind != EffectKind::Fence) // of which it matters little who waits
      ifItHeld(I);
    Steps.effect(Kind, {});
    defineAll(I, Why);
  };
  // Arithmetic whose predicate is false adds and multiplies nothing.
  if (ptxCost(I).Operations > 0)
    ifItHeld(I);
  switch (Form) {
  case PtxForm::Unknown:
  case PtxForm::Exit:
  case PtxForm::Branch: // of a loop that waits
  case PtxForm::Nothing:
    return;
  case PtxForm::Load:
    return load(I);
  case PtxForm::Store:
    access(I, AccessKind::Store, 0, spaceOf(I), bytesOf(I),
           operand(I, 1, Type));
    return;
  case PtxForm::Reduction:
  case PtxForm::Atomic:
    return atomic(I);
  case PtxForm::AsynchronousCopy:
    return copy(I);
  case PtxForm::LoadMatrix:
    return matrices(I, /*Store=*/false);
  case PtxForm::StoreMatrix:
    return matrices(I, /*Store=*/true);
  case PtxForm::Matrix:
    ifItHeld(I);
    if (I.hasPart("wgmma"))
      Steps.reason("factors of " + I.Opcode +
                   " in inline assembly, which it reads from shared memory: "
                   "not counted");
    Steps.effect(EffectKind::MatrixProduct, *productOf(I));
    return defineAll(I, "product of matrices");
  case PtxForm::MatrixOfSizes: {
    const ScalarType Int = ScalarType::integer(32, false);
    MatrixProduct Product{1, 0};
    for (unsigned N = 0; N < 4; ++N)
      if (!operand(I, N, Int)->isIntegerConstant())
        return Steps.reason("product of matrices of unknown sizes in inline "
                            "assembly, not counted");
    ifItHeld(I);
    for (unsigned N = 0; N < 3; ++N)
      Product.MultiplyAdds *= static_cast<double>(operand(I, N, Int)->value());
    Product.OperandBits = static_cast<unsigned>(operand(I, 3, Int)->value());
    return Steps.effect(EffectKind::MatrixProduct, Product);
  }
  case PtxForm::Wait:
    return Effect(EffectKind::Fence, "result of a wait");
  case PtxForm::Barrier: {
    // bar.red has its result first.
    const unsigned At = I.hasPart("red");
    const bool HasNumber = I.Operands.size() > At;
    if (hasThreadCount(I) ||
        (HasNumber && !operand(I, At, ScalarType::integer(32, false))
                           ->isIntegerConstant())) {
      Steps.reason(I.Opcode + " in inline assembly, a barrier of some threads "
                              "of the block, counted as one that nobody waits "
                              "at");
      return Effect(EffectKind::Fence, "result of a barrier");
    }
    return Effect(EffectKind::Barrier, "result of a barrier");
  }
  case PtxForm::WarpBarrier:
    return Effect(EffectKind::WarpBarrier, "result of a barrier");
  case PtxForm::Shuffle:
    return Effect(EffectKind::Shuffle, "value of another lane");
  case PtxForm::Vote:
    return Effect(EffectKind::Vote, "result of a vote");
  case PtxForm::Move:
    return move(I);
  case PtxForm::Compare: {
    const Expr *V = compared(I, Type);
    return define(I, V ? V : called(I, ScalarType::truth()));
  }
  case PtxForm::Convert: {
    // cvt.To.From: of the two types the first is the result's.
    std::optional<ScalarType> To;
    for (StringRef Part : I.parts()) {
      PtxInstruction Alone;
      Alone.Opcode = Part.str();
      if (const auto Named = typeOf(Alone); Named && !To)
        To = Named;
    }
    const ScalarType Result = To.value_or(Type);
    const bool IsPlain = !Result.Float && !Type.Float && !isOfHalves(I) &&
                         !I.hasPart("sat") && Result.Bits >= 8 &&
                         Result.Bits <= 64 && I.Operands.size() == 2;
    return define(I, IsPlain ? Pool.cast(operand(I, 1, Type), Result)
                             : called(I, Result.Bits < 8 || Result.Bits > 64
                                             ? ScalarType::integer(32, false)
                                             : Result));
  }
  default:
    break;
  }
  const Expr *V = integer(I, Form, Type);
  if (!V && (I.Operands.empty() || I.Operands[0].Elements.size() != 1))
    return defineAll(I, "result of inline assembly");
  define(I, V ? V : called(I, Type));
}

SmallVector<const Expr *, 4> readPtx(ArrayRef<PtxInstruction> Code,
                                     ArrayRef<PtxArgument> Arguments,
                                     ExpressionPool &Pool, PtxSteps &Steps) {
  Reading All(Arguments, Pool, Steps);
  for (const PtxInstruction &I : Code)
    All.read(I);
  return std::move(All).outputs();
}

} // namespace kernelcast
