//===- PtxReading.cpp - Inline assembly as steps and values ---------------===//

#include "analysis/instructions/PtxReading.h"
#include "analysis/instructions/PtxArithmetic.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace kernelcast {

/// The number of the operand of \p I, an announcement, that says how many bytes
/// are going to come: the one behind the barrier.
static std::optional<unsigned> announcedOperand(const PtxInstruction &I) {
  for (unsigned N = 1; N < I.Operands.size(); ++N)
    if (I.Operands[N - 1].IsAddress)
      return N;
  return std::nullopt;
}

/// Whether a modifier of \p I begins with \p Beginning.
static bool hasModifier(const PtxInstruction &I, StringRef Beginning) {
  return any_of(I.parts(),
                [&](StringRef Part) { return Part.starts_with(Beginning); });
}

/// Whether \p I accesses shared memory that may be another block's. What copies
/// bring from global memory is for the own one, unless they name several.
static bool goesToCluster(const PtxInstruction &I) {
  switch (formOf(I)) {
  case PtxForm::AsynchronousCopy:
  case PtxForm::Announcement:
    return false;
  case PtxForm::BulkCopy:
  case PtxForm::TensorCopy:
    return hasModifier(I, "multicast") || I.hasPart("cta_group::2") ||
           copySpacesOf(I).From == copySpacesOf(I).To;
  default:
    return hasModifier(I, "shared::cluster");
  }
}

/// Whether an operand of \p I that has to be an address does not stand in
/// brackets.
static bool lacksAddress(const PtxInstruction &I) {
  auto IsNone = [&](unsigned Operand) {
    return Operand < I.Operands.size() && !I.Operands[Operand].IsAddress;
  };
  switch (formOf(I)) {
  case PtxForm::Load:
  case PtxForm::Atomic:
  case PtxForm::LoadMatrix:
    return IsNone(1);
  case PtxForm::Store:
  case PtxForm::Reduction:
  case PtxForm::StoreMatrix:
  case PtxForm::TensorAllocation:
  case PtxForm::TensorFill:
    return IsNone(0);
  case PtxForm::AsynchronousCopy:
  case PtxForm::BulkCopy:
    return IsNone(0) || IsNone(1);
  default:
    return false;
  }
}

std::string unknownIn(ArrayRef<PtxInstruction> Code) {
  auto Jumps = [](const PtxInstruction &I) {
    return formOf(I) == PtxForm::Branch;
  };
  auto IsWait = [](const PtxInstruction &I) {
    return formOf(I) == PtxForm::Wait || formOf(I) == PtxForm::Fence;
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
    if (lacksAddress(I))
      return "operand of " + I.Opcode;
    if (Form == PtxForm::Matrix && !productOf(I))
      return I.Opcode;
    if ((Form == PtxForm::LoadMatrix || Form == PtxForm::StoreMatrix) &&
        !matrixRowsOf(I))
      return I.Opcode;
    const bool IsCopy =
        Form == PtxForm::AsynchronousCopy || Form == PtxForm::BulkCopy;
    if (IsCopy && I.Operands.size() < 3)
      return I.Opcode;
    if (Form == PtxForm::Announcement && !announcedOperand(I))
      return I.Opcode;
    if (Form == PtxForm::DescribedMatrix && !describedProduct(I, ~0u))
      return I.Opcode;
    if (Form == PtxForm::TensorFill && !tensorFillBytes(I))
      return I.Opcode;
  }
  return {};
}

namespace {

/// The bytes that a bulk copy moves, as the instruction says.
struct BulkSize {
  unsigned Bytes = 16;
  bool Unknown = true;

  explicit BulkSize(const Expr *Said) {
    constexpr int64_t Most = (1 << 20) - 1; // that a barrier counts
    if (!Said->isIntegerConstant() || Said->value() < 0 || Said->value() > Most)
      return;
    Bytes = static_cast<unsigned>(Said->value());
    Unknown = false;
  }
};

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
  void bulkCopy(const PtxInstruction &I);
  void tensorCopy(const PtxInstruction &I);
  void announcement(const PtxInstruction &I);
  void tensorFill(const PtxInstruction &I);
  void elect(const PtxInstruction &I);
  std::optional<MatrixProduct> described(const PtxInstruction &I);
  void bulk(PtxAccess From, PtxAccess To, const BulkSize &Size);
  void ifItHeld(const PtxInstruction &I);
  void noteCluster(const PtxInstruction &I);
  /// Of a copy, the bytes that it reads where a condition holds; null: always.
  struct Filled {
    unsigned Bytes = 0;
    const Expr *Condition = nullptr;
  };
  Filled filled(const PtxInstruction &I, unsigned Each);
  const Expr *loadIf(const PtxInstruction &I, unsigned Bytes,
                     const Expr *Condition);
  void matrices(const PtxInstruction &I, bool Store);

  ExpressionPool &Pool;
  PtxSteps &Steps;
  PtxRegisters Registers;
};

} // namespace

void Reading::noteCluster(const PtxInstruction &I) {
  if (goesToCluster(I))
    Steps.reason(I.Opcode + " in inline assembly, counted as if it went to the "
                            "own block's memory");
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
  noteCluster(I);
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

/// Whether \p Size is all of \p Each bytes or none.
static bool isAllOrNone(const Expr *Size, unsigned Each, unsigned Depth = 0) {
  constexpr unsigned Most = 8;
  if (Size->op() == Op::Select && Depth < Most)
    return isAllOrNone(Size->operand(1), Each, Depth + 1) &&
           isAllOrNone(Size->operand(2), Each, Depth + 1);
  if (Size->op() == Op::Cast && Depth < Most)
    return isAllOrNone(Size->operand(0), Each, Depth + 1);
  return Size->isConstant(0) || Size->isConstant(Each);
}

/// What cp.async \p I reads of the \p Each bytes that it copies, the others
/// being zeros. What may follow the size is the number of bytes that are read
/// or a predicate, which says that none are, and behind it a policy for the
/// cache.
Reading::Filled Reading::filled(const PtxInstruction &I, unsigned Each) {
  const size_t Count = I.Operands.size() - I.hasPart("L2::cache_hint");
  if (Count < 4)
    return {Each};
  const StringRef Name = I.Operands[3].Elements.front();
  const auto Own = Registers.ownType(Name.ltrim('!'));
  const bool Ignores = Name.starts_with("!") || (Own && Own->Bits <= 8);
  const Expr *V = Registers.operand(
      I, 3, Ignores ? ScalarType::truth() : ScalarType::integer(32, false));
  if (!V->isIntegerConstant() && Ignores)
    return {Each, Pool.unary(Op::Not, V)};
  if (!V->isIntegerConstant() && isAllOrNone(V, Each))
    return {Each, Pool.binary(Op::NotEqual, V, Pool.constant(0, V->type()))};
  if (!V->isIntegerConstant()) {
    Steps.reason(I.Opcode + " that may fill with zeros, counted as if it read");
    return {Each};
  }
  if (Ignores)
    return {V->isConstant(0) ? Each : 0};
  return {V->value() >= 0 && V->value() < Each
              ? static_cast<unsigned>(V->value())
              : Each};
}

/// The load of \p Bytes by \p I, a copy, where \p Condition holds; null:
/// always. What is loaded, else zeros.
const Expr *Reading::loadIf(const PtxInstruction &I, unsigned Bytes,
                            const Expr *Condition) {
  const ScalarType Word = ScalarType::integer(32, false);
  auto Load = [&] {
    return Pool.load(access(I, AccessKind::Load, 1, MemorySpace::Global, Bytes,
                            /*Stored=*/nullptr),
                     Word);
  };
  if (!Condition)
    return Load();
  const Expr *Own = Registers.predicate();
  if (Own)
    Steps.leavePredicated();
  Steps.enterPredicated(Own ? Pool.binary(Op::And, Own, Condition) : Condition);
  const Expr *Loaded = Load();
  Steps.leavePredicated();
  if (Own)
    Steps.enterPredicated(Own);
  return Pool.select(Condition, Loaded, Pool.constant(0, Word));
}

/// cp.async [shared], [global], bytes, ...: as the load and the store that it
/// stands for.
void Reading::copy(const PtxInstruction &I) {
  const ScalarType Word = ScalarType::integer(32, false);
  const Expr *Bytes = Registers.operand(I, 2, Word);
  const bool IsSize =
      Bytes->isConstant(4) || Bytes->isConstant(8) || Bytes->isConstant(16);
  const unsigned Each = IsSize ? static_cast<unsigned>(Bytes->value()) : 16;
  if (!IsSize)
    Steps.reason(I.Opcode + " of an unknown size, counted as 16 bytes");
  const Filled Of = filled(I, Each);
  const Expr *Stored =
      Of.Bytes ? loadIf(I, Of.Bytes, Of.Condition) : Pool.constant(0, Word);
  access(I, AccessKind::Store, 0, MemorySpace::Shared, Each, Stored);
}

/// The accesses \p From and \p To of \p Size bytes, in pieces of as many as an
/// access is counted of.
void Reading::bulk(PtxAccess From, PtxAccess To, const BulkSize &Size) {
  constexpr unsigned Most = 1 << 16;
  From.SizeUnknown = Size.Unknown; // which is said once
  const Expr *Source = From.Address, *Target = To.Address;
  for (unsigned Done = 0; Done < Size.Bytes; Done += Most) {
    const Expr *Offset = Pool.constant(Done, ScalarType::pointer());
    From.Bytes = To.Bytes = std::min(Most, Size.Bytes - Done);
    From.Address = Pool.add(Source, Offset);
    To.Address = Pool.add(Target, Offset);
    To.Stored = Pool.load(Steps.access(From), ScalarType::integer(32, false));
    Steps.access(To);
  }
}

/// cp.async.bulk [to], [from], bytes, ...: as the load and the store that it
/// stands for, of all the bytes by the one lane that starts it.
void Reading::bulkCopy(const PtxInstruction &I) {
  const PtxCopySpaces Spaces = copySpacesOf(I);
  PtxAccess From, To;
  To.Kind = AccessKind::Store;
  To.Space = Spaces.To;
  To.Address = Registers.address(I.Operands[0], To.Argument);
  From.Space = Spaces.From;
  From.Address = Registers.address(I.Operands[1], From.Argument);
  From.Bulk = To.Bulk =
      Spaces.To == MemorySpace::Shared ? BulkSource::Copy : BulkSource::Other;
  noteCluster(I);
  bulk(From, To,
       BulkSize(Registers.operand(I, 2, ScalarType::integer(32, false))));
}

/// cp.async.bulk.tensor: what it brings is announced; what it takes away nobody
/// announces.
void Reading::tensorCopy(const PtxInstruction &I) {
  if (copySpacesOf(I).To != MemorySpace::Shared)
    return Steps.reason(I.Opcode + " in inline assembly, which copies a box "
                                   "whose size the host knows, not counted");
  noteCluster(I);
  Steps.bringBoxes();
}

/// mbarrier.expect_tx [barrier], bytes: as the load and the store of what is
/// going to come, from and to where nobody knows.
void Reading::announcement(const PtxInstruction &I) {
  PtxAccess From, To;
  To.Kind = AccessKind::Store;
  To.Space = MemorySpace::Shared;
  From.Space = MemorySpace::Global;
  From.Address = To.Address =
      Pool.opaque("the tensor map of a bulk copy", ScalarType::pointer());
  From.Bulk = To.Bulk = BulkSource::Barrier;
  bulk(From, To,
       BulkSize(Registers.operand(I, *announcedOperand(I),
                                  ScalarType::integer(32, false))));
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
  case PtxForm::BulkCopy:
  case PtxForm::Announcement:
  case PtxForm::TensorAllocation:
  case PtxForm::TensorFill:
  case PtxForm::LoadMatrix:
  case PtxForm::StoreMatrix:
    return true;
  default:
    return false;
  }
}

/// Whether \p Form is a product of matrices.
static bool isProduct(PtxForm Form) {
  return Form == PtxForm::Matrix || Form == PtxForm::MatrixOfSizes ||
         Form == PtxForm::DescribedMatrix;
}

void Reading::read(const PtxInstruction &I) {
  if (I.Opcode.empty() || !Registers.enter(I))
    return;
  if (!Registers.isConditional() ||
      !(isAccess(formOf(I)) || isProduct(formOf(I))))
    return perform(I);
  Steps.enterPredicated(Registers.predicate());
  perform(I);
  Steps.leavePredicated();
}

/// The product of matrices that tcgen05.mma does, by what its descriptor says:
/// the operand behind those of the factors and, of a sparse one, its places.
std::optional<MatrixProduct> Reading::described(const PtxInstruction &I) {
  const unsigned At = I.hasPart("sp") ? 4 : 3;
  const Expr *Descriptor =
      Registers.operand(I, At, ScalarType::integer(32, false));
  if (!Descriptor->isIntegerConstant())
    return std::nullopt;
  return describedProduct(I, static_cast<uint32_t>(Descriptor->value()));
}

/// A product of matrices.
void Reading::multiply(const PtxInstruction &I) {
  const std::optional<MatrixProduct> Product =
      formOf(I) == PtxForm::DescribedMatrix ? described(I) : productOf(I);
  if (!Product)
    return Steps.reason("product of matrices of unknown sizes in inline "
                        "assembly, not counted");
  Steps.effect(EffectKind::MatrixProduct, *Product);
}

/// elect.sync lane|is, mask: one of the lanes that take part, in which \p is
/// holds. Which one nobody says; of a whole warp the first is taken.
void Reading::elect(const PtxInstruction &I) {
  const ScalarType Word = ScalarType::integer(32, false);
  const Expr *Mask = Registers.operand(I, 1, Word);
  if (I.Operands.empty() || I.Operands[0].Elements.empty() ||
      !Mask->isConstant(0xffffffff))
    return;
  auto [Lane, Is] = StringRef(I.Operands[0].Elements.front()).split('|');
  const Expr *First = Pool.constant(0, Word);
  Registers.define(Lane.trim(), First);
  if (!Is.empty())
    Registers.define(
        Is.trim(),
        Pool.binary(Op::Equal, Registers.value("%laneid", Word), First));
}

/// tcgen05.cp: as a load from where the descriptor says, which is not followed.
void Reading::tensorFill(const PtxInstruction &I) {
  PtxAccess From;
  From.Space = MemorySpace::Shared;
  if (I.Operands.size() > 1) // which operand to show
    Registers.address(I.Operands[1], From.Argument);
  From.Address = Pool.opaque("the descriptor of a copy to tensor memory",
                             ScalarType::pointer());
  From.Bytes = tensorFillBytes(I).value_or(0);
  From.Bulk = BulkSource::Other;
  Steps.access(From);
}

void Reading::perform(const PtxInstruction &I) {
  const PtxForm Form = formOf(I);
  const ScalarType Type = elementTypeOf(I);
  auto Effect = [&](EffectKind Kind, StringRef Why) {
    // Of a wait it matters little who waits.
    if (Kind != EffectKind::Fence && Kind != EffectKind::Wait &&
        Kind != EffectKind::PartialBarrier)
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
  case PtxForm::BulkCopy:
    return bulkCopy(I);
  case PtxForm::TensorCopy:
    return tensorCopy(I);
  case PtxForm::Announcement:
    announcement(I);
    return Effect(EffectKind::Wait, "state of a barrier");
  case PtxForm::LoadMatrix:
    return matrices(I, /*Store=*/false);
  case PtxForm::StoreMatrix:
    return matrices(I, /*Store=*/true);
  case PtxForm::TensorAllocation:
    access(I, AccessKind::Store, 0, spaceOf(I), bytesOf(I),
           Pool.opaque("address of tensor memory", Type));
    return;
  case PtxForm::TensorMemory:
    return Registers.defineAll(I, "value of tensor memory");
  case PtxForm::TensorFill:
    return tensorFill(I);
  case PtxForm::DescribedMatrix:
  case PtxForm::Matrix:
    multiply(I);
    return Registers.defineAll(I, "product of matrices");
  case PtxForm::MatrixOfSizes: {
    const ScalarType Int = ScalarType::integer(32, false);
    MatrixProduct Product{1, 0};
    for (unsigned N = 0; N < 4; ++N)
      if (!Registers.operand(I, N, Int)->isIntegerConstant())
        return Steps.reason("product of matrices of unknown sizes in inline "
                            "assembly, not counted");
    for (unsigned N = 0; N < 3; ++N)
      Product.MultiplyAdds *=
          static_cast<double>(Registers.operand(I, N, Int)->value());
    Product.OperandBits =
        static_cast<unsigned>(Registers.operand(I, 3, Int)->value());
    return Steps.effect(EffectKind::MatrixProduct, Product);
  }
  case PtxForm::Fence:
    return Effect(EffectKind::Fence, "result of a fence");
  case PtxForm::Wait:
    return Effect(EffectKind::Wait, "result of a wait");
  case PtxForm::Barrier: {
    // bar.red has its result first.
    const unsigned At = I.hasPart("red");
    const bool HasNumber = I.Operands.size() > At;
    // Threads of a warp may come one by one to what is not aligned.
    if (hasThreadCount(I) || (I.hasPart("barrier") && !I.hasPart("aligned")) ||
        (HasNumber && !Registers.operand(I, At, ScalarType::integer(32, false))
                           ->isIntegerConstant()))
      return Effect(EffectKind::PartialBarrier, "result of a barrier");
    return Effect(EffectKind::Barrier, "result of a barrier");
  }
  case PtxForm::WarpBarrier:
    return Effect(EffectKind::WarpBarrier, "result of a barrier");
  case PtxForm::Shuffle:
    return Effect(EffectKind::Shuffle, "value of another lane");
  case PtxForm::Vote:
    return Effect(EffectKind::Vote, "result of a vote");
  case PtxForm::Elect:
    Effect(EffectKind::Vote, "result of a vote");
    return elect(I);
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
