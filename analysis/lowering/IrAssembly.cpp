//===- IrAssembly.cpp - Inline assembly of the IR -------------------------===//

#include "analysis/lowering/IrAssembly.h"
#include "analysis/instructions/PtxReading.h"
#include "analysis/lowering/IrTypes.h"
#include "llvm/IR/InlineAsm.h"

using namespace llvm;

namespace kernelcast {

/// The pointer that \p V, an address as a number, is made of; null if that is
/// not to be seen.
static const Value *pointerIn(const Value *V, unsigned Depth = 0) {
  if (V->getType()->isPointerTy())
    return V;
  const auto *Made = dyn_cast<Operator>(V);
  if (!Made || Depth > 16)
    return nullptr;
  switch (Made->getOpcode()) {
  case llvm::Instruction::PtrToInt:
  case llvm::Instruction::Trunc:
  case llvm::Instruction::ZExt:
    return pointerIn(Made->getOperand(0), Depth + 1);
  case llvm::Instruction::Add:
  case llvm::Instruction::Or:
    for (const Value *Operand : Made->operand_values())
      if (const Value *Found = pointerIn(Operand, Depth + 1))
        return Found;
    return nullptr;
  default:
    return nullptr;
  }
}

namespace {

/// Puts the effects of one call into the block that is read.
class CompiledSteps : public PtxSteps {
public:
  CompiledSteps(const CallBase &Call, ArrayRef<const Value *> Operands,
                KernelModel &Model, IrMemory &Memory, IrSteps &Steps)
      : Call(Call), Operands(Operands), Model(Model), Memory(Memory),
        Steps(Steps) {}

  AccessId access(const PtxAccess &Access) override {
    const Value *Operand =
        Access.Argument < Operands.size() ? Operands[Access.Argument] : nullptr;
    const Value *Pointer = Operand ? pointerIn(Operand) : nullptr;
    AccessId Id = None;
    if (Pointer) {
      Id = Memory.access(
          Access.Kind, Call, *Pointer, 0, Access.Bytes,
          Align(std::min<uint64_t>(16, PowerOf2Ceil(Access.Bytes))),
          Access.Address);
    } else {
      MemoryAccess Made;
      Made.Kind = Access.Kind;
      Made.Bytes = Access.Bytes;
      Made.Address = Access.Address;
      Id = Steps.append(std::move(Made), Call);
    }
    MemoryAccess &Made = Model.Accesses[Id];
    Made.Stored = Access.Stored;
    Made.FloatingPoint = Access.FloatingPoint;
    Made.Volatile = Access.Volatile;
    Made.CanGather = Access.Kind == AccessKind::Atomic && Access.CanGather;
    Made.Combines =
        Made.CanGather && !Access.FloatingPoint && Access.Bytes == 4;
    if (Access.Space && Made.Array == None)
      Made.Space = *Access.Space;
    if (Access.Lanes < 32)
      Model.MatrixRows.push_back({Id, Access.Lanes});
    Made.Bulk = Access.Bulk;
    if (Access.Bulk == BulkSource::Barrier)
      Made.Text = "bulk copies";
    if (Access.SizeUnknown)
      Model.UnsizedCopies.push_back(Id);
    return Id;
  }

  void effect(EffectKind Kind, const MatrixProduct &Product) override {
    Steps.effect(Kind, Call, Product);
  }

  void enterPredicated(const Expr *Predicate) override {
    Steps.enterPredicated(Predicate, Call);
  }
  void leavePredicated() override { Steps.leavePredicated(); }

  void bringBoxes() override { Model.BringsBoxes = true; }

  void reason(StringRef Why) override { Steps.reason(Why, Call); }

private:
  const CallBase &Call;
  ArrayRef<const Value *> Operands;
  KernelModel &Model;
  IrMemory &Memory;
  IrSteps &Steps;
};

} // namespace

/// Reads \p Call; why it is not understood, or "".
std::string IrAssembly::read(const CallBase &Call, IrScalars &Results) {
  const auto *Asm = cast<InlineAsm>(Call.getCalledOperand());
  const auto Code = parsePtx(Asm->getAsmString());
  if (std::string Name = unknownIn(Code); !Name.empty())
    return "inline assembly: " + Name + ", which is not understood";
  // $0, $1, ... are the constraints in order, those for what is written first.
  // An input that is tied to an output has a number of its own, too.
  SmallVector<IrLeaf, 4> Leaves = leavesOf(Call.getType(), Parts.Layout);
  SmallVector<PtxArgument, 8> Arguments;
  SmallVector<const Value *, 8> Operands;
  unsigned NextResult = 0, NextOperand = 0;
  for (const InlineAsm::ConstraintInfo &Each : Asm->ParseConstraints()) {
    if (Each.Type == InlineAsm::isClobber)
      continue;
    if (Each.isIndirect || Each.Type == InlineAsm::isLabel)
      return "inline assembly with operands that are no registers";
    PtxArgument A;
    if (Each.Type == InlineAsm::isOutput) {
      if (NextResult >= Leaves.size())
        return "inline assembly with a result of a rare format";
      A.Type = scalarTypeOrWord(Leaves[NextResult++].Type, false);
      Operands.push_back(nullptr);
    } else {
      const Value *Operand = Call.getArgOperand(NextOperand++);
      const IrScalars V = Values.scalars(Operand);
      if (V.size() != 1)
        return "inline assembly with operands that are no registers";
      A = {V.front(), V.front()->type()};
      Operands.push_back(Operand);
    }
    Arguments.push_back(A);
  }
  for (auto [Number, Each] : enumerate(Asm->ParseConstraints()))
    if (Each.Type == InlineAsm::isOutput && Each.hasMatchingInput() &&
        unsigned(Each.MatchingInput) < Arguments.size() &&
        Number < Arguments.size()) {
      Arguments[Number].In = Arguments[Each.MatchingInput].In;
      Operands[Number] = Operands[Each.MatchingInput];
    }
  CompiledSteps Done(Call, Operands, Parts.Model, Memory, Steps);
  const auto Written = readPtx(Code, Arguments, Parts.Pool, Done);
  for (unsigned I = 0; I < NextResult; ++I) {
    const ScalarType Type = Arguments[I].Type;
    const Expr *V = Written[I] ? Written[I] : Arguments[I].In;
    if (V && V->type() != Type)
      V = Parts.Pool.cast(V, Type); // of integers: readPtx() keeps bits
    Results.push_back(V ? V : Parts.Pool.opaque("inline assembly", Type));
  }
  return {};
}

IrScalars IrAssembly::lower(const CallBase &Call) {
  const auto *Asm = cast<InlineAsm>(Call.getCalledOperand());
  const StringRef Text = StringRef(Asm->getAsmString()).trim();
  // The target's own ends of a thread; the block ends there as well.
  if (Text == "trap;" && Call.getParent()->isEntryBlock())
    Steps.reason("trap in inline assembly, which ends every thread", Call);
  if (Text.empty() || Text == "exit;" || Text == "trap;")
    return Values.opaque(Call.getType(), "inline assembly");
  IrScalars Results;
  const std::string Why = read(Call, Results);
  if (Why.empty())
    return Results;
  Steps.reason(Why, Call);
  Steps.effect(EffectKind::Call, Call);
  return Values.opaque(Call.getType(), "inline assembly");
}

} // namespace kernelcast
