//===- PtxReading.cpp - Inline assembly as steps and values ---------------===//

#include "analysis/instructions/PtxReading.h"
#include "analysis/instructions/PtxArithmetic.h"
#include "llvm/ADT/STLExtras.h"

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
      : Pool(Pool), Steps(Steps), Registers(Arguments, Pool) {}

  void read(const PtxInstruction &I);
  void multiply(const PtxInstruction &I);
  void perform(const PtxInstruction &I);
  SmallVector<const Expr *, 4> outputs() && {
    return std::move(Registers).outputs();
  }

private:
  AccessId access(const PtxInstruction &I, AccessKind Kind, unsigned Operand,
                  std::optional<MemorySpace> Space, unsigned Bytes,
                  const Expr *Stored);
  void load(const PtxInstruction &I);
  void atomic(const PtxInstruction &I);
  void copy(const PtxInstruction &I);
  void ifItHeld(const PtxInstruction &I);
  bool fills(const PtxInstruction &I, unsigned Each, unsigned &Read);
  void matrices(const PtxInstruction &I, bool Store);

  ExpressionPool &Pool;
  PtxSteps &Steps;
  PtxRegisters Registers;
};

} // namespace

AccessId Reading::access(const PtxInstruction &I, AccessKind Kind,
                         unsigned Operand, std::optional<MemorySpace> Space,
                         unsigned Bytes, const Expr *Stored) {
  PtxAccess Made;
  Made.Kind = Kind;
  Made.Space = Space;
  Made.Bytes = Bytes;
  Made.Stored = Stored;
  Made.Address = Operand < I.Operands.size()
                     ? Registers.address(I.Operands[Operand], Made.Argument)
                     : Pool.opaque("address", ScalarType::pointer());
  if (const PtxForm Form = formOf(I);
      Form == PtxForm::LoadMatrix || Form == PtxForm::StoreMatrix)
    if (const unsigned Lanes = matrixRowsOf(I).value_or(32); Lanes < 32) {
      Made.Bytes = Bytes * Lanes / 32;
      Made.Lanes = Lanes;
      Made.Opcode = I.Opcode;
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
  return Steps.access(Made);
}

/// The kernel is partial where nobody knows whether \p I runs.
void Reading::ifItHeld(const PtxInstruction &I) {
  if (Registers.isConditional())
    Steps.reason("predicate of " + I.Opcode +
                 " in inline assembly, counted as if it held");
}

void Reading::load(const PtxInstruction &I) {
  const ScalarType Type = elementTypeOf(I);
  const AccessId Id =
      access(I, AccessKind::Load, 1, spaceOf(I), bytesOf(I), nullptr);
  if (I.Operands.empty())
    return;
  if (isTooWide(I))
    return Registers.defineAll(I, "value of more than 64 bits");
  for (auto [Lane, Name] : enumerate(I.Operands[0].Elements))
    Registers.define(Name, Pool.load(Id, Type, Lane));
}

void Reading::atomic(const PtxInstruction &I) {
  const bool HasResult = formOf(I) == PtxForm::Atomic;
  const ScalarType Type = elementTypeOf(I);
  const unsigned At = HasResult ? 1 : 0;
  const AccessId Id = access(
      I, AccessKind::Atomic, At, spaceOf(I), bytesOf(I),
      Registers.operand(I, I.Operands.size() > At + 2 ? At + 2 : At + 1, Type));
  if (HasResult && isTooWide(I))
    return Registers.defineAll(I, "value of more than 64 bits");
  if (HasResult && !I.Operands.empty())
    for (auto [Lane, Name] : enumerate(I.Operands[0].Elements))
      Registers.define(Name, Pool.load(Id, Type, Lane));
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
  const auto Own = Registers.ownType(Name.ltrim('!'));
  const bool Ignores = Name.starts_with("!") || (Own && Own->Bits <= 8);
  const Expr *V = Registers.operand(
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
  const Expr *Bytes = Registers.operand(I, 2, Word);
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

void Reading::matrices(const PtxInstruction &I, bool Store) {
  constexpr unsigned RowBytes = 16;
  const ScalarType Word = ScalarType::integer(32, false);
  const AccessId Id = access(I, Store ? AccessKind::Store : AccessKind::Load,
                             Store ? 0 : 1, MemorySpace::Shared, RowBytes,
                             Store ? Registers.operand(I, 1, Word) : nullptr);
  if (Store || I.Operands.empty())
    return;
  for (auto [Lane, Name] : enumerate(I.Operands[0].Elements))
    Registers.define(Name, Pool.load(Id, Word, Lane));
}

/// Whether \p Form touches memory.
static bool isAccess(PtxForm Form) {
  switch (Form) {
  case PtxForm::Load:
  case PtxForm::Store:
  case PtxForm::Reduction:
  case PtxForm::Atomic:
  case PtxForm::AsynchronousCopy:
  case PtxForm::LoadMatrix:
  case PtxForm::StoreMatrix:
    return true;
  default:
    return false;
  }
}

void Reading::read(const PtxInstruction &I) {
  if (I.Opcode.empty() || !Registers.enter(I))
    return;
  if (!Registers.isConditional() || !isAccess(formOf(I)))
    return perform(I);
  Steps.enterPredicated(Registers.predicate());
  perform(I);
  Steps.leavePredicated();
}

/// A product of matrices.
void Reading::multiply(const PtxInstruction &I) {
  const std::optional<MatrixProduct> Product = productOf(I);
  if (!Product)
    return Steps.reason("product of matrices of unknown sizes in inline "
                        "assembly, not counted");
  if (Product->SharedBytes > 0)
    Steps.reason("factors of " + I.Opcode +
                 " in inline assembly, which it reads from shared memory: "
                 "counted as if read once by four warps, none of them in "
                 "another's bank");
  Steps.effect(EffectKind::MatrixProduct, *Product);
}

void Reading::perform(const PtxInstruction &I) {
  const PtxForm Form = formOf(I);
  const ScalarType Type = elementTypeOf(I);
  auto Effect = [&](EffectKind Kind, StringRef Why) {
    if (Kind != EffectKind::Fence) // of which it matters little who waits
      ifItHeld(I);
    Steps.effect(Kind, {});
    Registers.defineAll(I, Why);
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
           Registers.operand(I, 1, Type));
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
    multiply(I);
    return Registers.defineAll(I, "product of matrices");
  case PtxForm::MatrixOfSizes: {
    const ScalarType Int = ScalarType::integer(32, false);
    MatrixProduct Product{1, 0};
    for (unsigned N = 0; N < 4; ++N)
      if (!Registers.operand(I, N, Int)->isIntegerConstant())
        return Steps.reason("product of matrices of unknown sizes in inline "
                            "assembly, not counted");
    ifItHeld(I);
    for (unsigned N = 0; N < 3; ++N)
      Product.MultiplyAdds *=
          static_cast<double>(Registers.operand(I, N, Int)->value());
    Product.OperandBits =
        static_cast<unsigned>(Registers.operand(I, 3, Int)->value());
    return Steps.effect(EffectKind::MatrixProduct, Product);
  }
  case PtxForm::Wait:
    return Effect(EffectKind::Fence, "result of a wait");
  case PtxForm::Barrier: {
    // bar.red has its result first.
    const unsigned At = I.hasPart("red");
    const bool HasNumber = I.Operands.size() > At;
    if (hasThreadCount(I) ||
        (HasNumber && !Registers.operand(I, At, ScalarType::integer(32, false))
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
    if (I.hasPart("mapa"))
      Steps.reason("mapa in inline assembly, counted as if the address were in "
                   "the own block's memory");
    return readMove(I, Registers);
  case PtxForm::Compare:
    return readComparison(I, Registers);
  case PtxForm::Convert:
    return readConversion(I, Registers);
  default:
    return readArithmetic(I, Registers);
  }
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
