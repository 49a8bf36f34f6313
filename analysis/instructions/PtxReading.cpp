//===- PtxReading.cpp - Inline assembly as steps and values ---------------===//

#include "analysis/instructions/PtxReading.h"
#include "analysis/instructions/IndexValues.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"

using namespace llvm;

namespace kernelcast {

std::string unknownIn(ArrayRef<PtxInstruction> Code) {
  auto Jumps = [](const PtxInstruction &I) {
    return formOf(I) == PtxForm::Branch;
  };
  // A loop that does nothing but wait is a wait.
  const bool Waits = all_of(Code, [&](const PtxInstruction &I) {
    return I.Opcode.empty() || Jumps(I) || formOf(I) == PtxForm::Wait ||
           formOf(I) == PtxForm::Nothing;
  });
  for (const PtxInstruction &I : Code) {
    if (I.Opcode.empty() || (Waits && Jumps(I)))
      continue;
    const PtxForm Form = formOf(I);
    if (Form == PtxForm::Unknown || Form == PtxForm::Branch ||
        Form == PtxForm::Exit)
      return I.Opcode;
    if (Form == PtxForm::Matrix && !productOf(I))
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
  SmallVector<const Expr *, 4> outputs() && { return std::move(Written); }

private:
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
  const Expr *ofFirstLanes(const Expr *Address, unsigned Lanes);
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

/// \p Name as a \p Type: integers are converted, others keep their bits where
/// they have as many.
const Expr *Reading::value(StringRef Name, ScalarType Type) {
  Name = Name.trim();
  auto As = [&](const Expr *V) -> const Expr * {
    if (!V)
      return Pool.opaque("register of inline assembly", Type);
    if (V->type() == Type)
      return V;
    if (V->type().Float || Type.Float)
      return Pool.opaque("reinterpreted bits", Type);
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
    if (const unsigned Lanes = 8 * matricesOf(I); Lanes < 32) {
      Made.Address = ofFirstLanes(Made.Address, Lanes);
      Made.Bytes = Bytes * Lanes / 32;
    }
  const ScalarType Type = typeOf(I).value_or(ScalarType::integer(32, false));
  Made.FloatingPoint = Type.Float || isOfHalves(I);
  Made.Volatile = I.hasPart("volatile") || I.hasPart("acquire") ||
                  I.hasPart("release") || I.hasPart("relaxed");
  Made.CanGather =
      any_of(ArrayRef<StringLiteral>{"add", "min", "max", "and", "or", "xor"},
             [&](StringLiteral Operation) { return I.hasPart(Operation); });
  if (Predicate)
    Steps.reason("predicate of " + I.Opcode +
                 " in inline assembly, counted as if it held");
  return Steps.access(Made);
}

/// Bits of one element in memory, in a register of the same type.
static ScalarType elementType(const PtxInstruction &I) {
  const ScalarType Type = typeOf(I).value_or(ScalarType::integer(32, false));
  return Type.Bits < 8    ? ScalarType::integer(8, false)
         : Type.Bits > 64 ? ScalarType::pointer()
                          : Type;
}

void Reading::load(const PtxInstruction &I) {
  const ScalarType Type = elementType(I);
  const AccessId Id = access(I, AccessKind::Load, 1, spaceOf(I),
                             Type.Bits / 8 * vectorOf(I), nullptr);
  if (I.Operands.empty())
    return;
  for (auto [Lane, Name] : enumerate(I.Operands[0].Elements))
    define(Name, Pool.load(Id, Type, Lane));
}

void Reading::atomic(const PtxInstruction &I) {
  const bool HasResult = formOf(I) == PtxForm::Atomic;
  const ScalarType Type = elementType(I);
  const unsigned At = HasResult ? 1 : 0;
  const AccessId Id =
      access(I, AccessKind::Atomic, At, spaceOf(I), Type.Bits / 8 * vectorOf(I),
             operand(I, I.Operands.size() > At + 2 ? At + 2 : At + 1, Type));
  if (HasResult && !I.Operands.empty())
    for (auto [Lane, Name] : enumerate(I.Operands[0].Elements))
      define(Name, Pool.load(Id, Type, Lane));
}

/// cp.async [shared], [global], bytes, bytes that are read: as the load and the
/// store that it stands for. The rest is filled with zeros; how much that is, a
/// constant tells.
void Reading::copy(const PtxInstruction &I) {
  const ScalarType Count = ScalarType::integer(32, false);
  const Expr *Bytes = operand(I, 2, Count);
  const bool MayFill = I.Operands.size() > 3 && !I.Operands[3].IsAddress &&
                       !I.hasPart("L2::cache_hint");
  const Expr *FromMemory = MayFill ? operand(I, 3, Count) : Bytes;
  if (!FromMemory->isIntegerConstant())
    Steps.reason(I.Opcode + " that may fill with zeros, counted as if it read");
  const unsigned Each =
      Bytes->isIntegerConstant() && Bytes->value() >= 4 && Bytes->value() <= 16
          ? static_cast<unsigned>(Bytes->value())
          : 16;
  const Expr *Stored = Pool.constant(0, Count);
  if (!FromMemory->isConstant(0))
    Stored = Pool.load(
        access(I, AccessKind::Load, 1, MemorySpace::Global, Each, nullptr),
        Count);
  access(I, AccessKind::Store, 0, MemorySpace::Shared, Each, Stored);
}

/// ldmatrix and stmatrix: 8 lanes have the addresses of the 8 rows, of 16 bytes
/// each, of one matrix. With fewer than four matrices the other lanes'
/// addresses are ignored: here all lanes share the rows of the first ones, each
/// with its part of 4 or 8 bytes, as far as the address is a formula of
/// threadIdx.x.
const Expr *Reading::ofFirstLanes(const Expr *Address, unsigned Lanes) {
  const Expr *X = Pool.coordinate(Coordinate::ThreadX);
  const Expr *First = Pool.binary(
      Op::And, X, Pool.constant(~int64_t(31) | int64_t(Lanes - 1), X->type()));
  const Expr *Row = Pool.rewrite(
      Address, [&](const Expr *Leaf) { return Leaf == X ? First : nullptr; });
  // X & 8 and X & 16 of 8 lanes, by 4 bytes: (X & 24) / 2; X & 16 of 16 lanes,
  // by 8 bytes: (X & 16) / 2.
  const Expr *Part = Pool.binary(
      Op::Shr,
      Pool.binary(Op::And, X, Pool.constant(int64_t(32 - Lanes), X->type())),
      Pool.constant(1, X->type()));
  return Pool.binary(Op::Add, Row, Pool.cast(Part, ScalarType::pointer()));
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
  const unsigned Parts = std::max(To.Elements.size(), From.Elements.size());
  if (Parts <= 1) {
    // The register's own type, since addresses are cut to bits only in name.
    const auto Number = argumentNumber(From.Elements.front());
    const bool IsWhole = Number && *Number < Arguments.size() &&
                         Arguments[*Number].Type.Bits == Type.Bits;
    return define(I, operand(I, 1, IsWhole ? Arguments[*Number].Type : Type));
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
  if (I.Operands.size() != 3 || Type.Float)
    return nullptr;
  const auto Parts = I.parts();
  const StringRef How = Parts.size() > 1 ? Parts[1] : StringRef();
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
  if (Type.Float || Type.Bits < 16 || Type.Bits > 64 || isOfHalves(I) ||
      I.hasPart("cc") || I.hasPart("sat") || I.hasPart("hi") ||
      I.hasPart("u16x2") || I.hasPart("s16x2"))
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
    Steps.effect(Kind, {});
    defineAll(I, Why);
  };
  switch (Form) {
  case PtxForm::Unknown:
  case PtxForm::Exit:
  case PtxForm::Branch: // of a loop that waits
  case PtxForm::Nothing:
    return;
  case PtxForm::Load:
    return load(I);
  case PtxForm::Store:
    access(I, AccessKind::Store, 0, spaceOf(I), Type.Bits / 8 * vectorOf(I),
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
    Steps.effect(EffectKind::MatrixProduct, *productOf(I));
    return defineAll(I, "product of matrices");
  case PtxForm::MatrixOfSizes: {
    const ScalarType Int = ScalarType::integer(32, false);
    MatrixProduct Product{1, 0};
    for (unsigned N = 0; N < 3; ++N)
      Product.MultiplyAdds *= static_cast<double>(operand(I, N, Int)->value());
    Product.OperandBits = static_cast<unsigned>(operand(I, 3, Int)->value());
    return Steps.effect(EffectKind::MatrixProduct, Product);
  }
  case PtxForm::Wait:
    return Effect(EffectKind::Fence, "result of a wait");
  case PtxForm::Barrier:
    return Effect(EffectKind::Barrier, "result of a barrier");
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
