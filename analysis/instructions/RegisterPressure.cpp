//===- RegisterPressure.cpp - Registers from the values alive at once -----===//
//
// Backward liveness over the placed instructions, one value at a time
// (Boissinot et al.: Computing Liveness Sets for SSA-Form Programs, 2011,
// algorithm 6): from each use up through the predecessors to the definition. A
// phi is defined at the start of its block and its operands are used at the
// ends of the predecessors; a value that advances in a loop lives in all of it.
//
// An array in registers takes one for each four bytes from the first store of
// an element to the last load of one, within the loop statement that it is
// declared in; its elements are not told apart.
//===----------------------------------------------------------------------===//

#include "analysis/instructions/RegisterPressure.h"
#include "analysis/instructions/LoadsInFlight.h"
#include "analysis/pdg/InstructionUses.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace kernelcast;

static constexpr unsigned Overhead = 6, Fewest = 8, Most = 255;
/// Entries of the live sets of all blocks together.
static constexpr size_t MaxEntries = 8'000'000;

namespace {

class Pressure {
public:
  explicit Pressure(const KernelModel &Kernel)
      : Kernel(Kernel), Uses(Kernel), NumberOf(Kernel.Pool->size(), None),
        LiveOut(Kernel.Blocks.size()), MarkedIn(Kernel.Blocks.size(), None),
        MarkedOut(Kernel.Blocks.size(), None) {}
  /// The peak, or nothing if the kernel is too large.
  std::optional<unsigned> peak();

private:
  struct Value {
    const Expr *E;
    unsigned Registers;
    BlockId Block;                     ///< of the definition
    bool AtStart;                      ///< defined at the start of the block
    SmallVector<BlockId, 2> UsedIn;    ///< somewhere in these blocks
    SmallVector<BlockId, 2> UsedAtEnd; ///< of these blocks
    std::vector<bool> Written; ///< of an array: blocks that a store can precede
  };

  /// An instruction that reads or writes an element of an array.
  struct ArrayUse {
    BlockId Block;
    size_t Instruction; ///< in ReadBy
    AccessId Access;
  };

  unsigned number(const Expr *E);
  void collect();
  void addArrays();
  void addArray(ArrayId Array, ArrayRef<ArrayUse> ArrayUses);
  std::vector<bool> writtenBefore(ArrayRef<ArrayUse> ArrayUses,
                                  BlockId Start) const;
  void spread(unsigned V);
  unsigned scan(const BasicBlock &Block);
  bool isInRegisters(const Expr *Load) const {
    size_t Access = static_cast<uint32_t>(Load->value());
    return Access < Kernel.Accesses.size() &&
           Kernel.Accesses[Access].Array < Kernel.Arrays.size() &&
           Kernel.Arrays[Kernel.Accesses[Access].Array].InRegisters;
  }

  const KernelModel &Kernel;
  InstructionUses Uses;
  std::vector<Value> Values;
  std::vector<unsigned> NumberOf; ///< in Values, by expression number
  std::vector<std::vector<unsigned>> ReadBy; ///< by instruction in order
  std::vector<size_t> FirstInstruction;      ///< of a block, in ReadBy
  DenseMap<AccessId, SmallVector<unsigned, 1>> LoadedBy;
  std::vector<std::vector<unsigned>> LiveOut;
  std::vector<unsigned> MarkedIn, MarkedOut, InBlock;
  size_t Entries = 0;
};

} // namespace

unsigned Pressure::number(const Expr *E) {
  unsigned &Number = NumberOf[E->id()];
  if (Number != None)
    return Number;
  Number = Values.size();
  ScalarType Type = E->type();
  unsigned Registers = Type.Bits == 1 ? 0 : Type.Bits == 64 ? 2 : 1;
  if (E->op() == Op::Load && isInRegisters(E))
    Registers = 0; // the array's own
  Value V{E, Registers, Uses.definition(E).Block, false, {}, {}, {}};
  if (E->op() == Op::Phi) {
    size_t Phi = static_cast<size_t>(E->value());
    V.Block = Phi < Kernel.Phis.size() ? Kernel.Phis[Phi].Block : None;
    V.AtStart = true;
  } else if (E->op() == Op::Load) {
    LoadedBy[static_cast<uint32_t>(E->value())].push_back(Number);
  } else if (V.Block != None) {
    LoopId Loop = Uses.advancesIn(E, V.Block);
    if (Loop != None) {
      V.Block = Kernel.Loops[Loop].Header;
      V.AtStart = true;
      append_range(V.UsedAtEnd, Kernel.Loops[Loop].Latches);
    }
  }
  Values.push_back(std::move(V));
  return Number;
}

void Pressure::collect() {
  for (const BasicBlock &Block : Kernel.Blocks) {
    FirstInstruction.push_back(ReadBy.size());
    for (unsigned I = 0; I != Block.Instructions.size(); ++I) {
      auto &Read = ReadBy.emplace_back();
      Uses.visitRead(Block, I, [&](const Expr *E) {
        unsigned V = number(E);
        Read.push_back(V);
        auto &UsedIn = Values[V].UsedIn;
        if (UsedIn.empty() || UsedIn.back() != Block.Id)
          UsedIn.push_back(Block.Id);
      });
    }
  }
  for (size_t V = 0; V < Values.size(); ++V) { // grows with phi operands
    const Expr *E = Values[V].E;
    if (E->op() != Op::Phi || Values[V].Block >= Kernel.Blocks.size())
      continue;
    for (auto [Incoming, From] :
         zip(Kernel.Phis[E->value()].Incoming,
             Kernel.Blocks[Values[V].Block].Predecessors))
      if (Incoming)
        Uses.visit(Incoming, [&, From = From](const Expr *Operand) {
          Values[number(Operand)].UsedAtEnd.push_back(From);
        });
  }
  addArrays();
}

void Pressure::addArrays() {
  std::vector<std::vector<ArrayUse>> UsesOf(Kernel.Arrays.size());
  for (const BasicBlock &Block : Kernel.Blocks)
    for (auto [Index, I] : enumerate(Block.Instructions)) {
      if (I.Effect >= Block.Effects.size())
        continue;
      AccessId Access = Block.Effects[I.Effect].Access;
      if (Access >= Kernel.Accesses.size())
        continue;
      ArrayId Array = Kernel.Accesses[Access].Array;
      if (Array < Kernel.Arrays.size() && Kernel.Arrays[Array].InRegisters)
        UsesOf[Array].push_back(
            {Block.Id, FirstInstruction[Block.Id] + Index, Access});
    }
  for (ArrayId A = 0; A < Kernel.Arrays.size(); ++A)
    if (Kernel.Arrays[A].InRegisters)
      addArray(A, UsesOf[A]);
}

/// The blocks that are reached from a store without passing \p Start.
std::vector<bool> Pressure::writtenBefore(ArrayRef<ArrayUse> ArrayUses,
                                          BlockId Start) const {
  std::vector<bool> Result(Kernel.Blocks.size());
  SmallVector<BlockId, 16> Work;
  auto Reach = [&](BlockId Block) {
    if (!Result[Block])
      Work.push_back(Block);
    Result[Block] = true;
  };
  for (const ArrayUse &Use : ArrayUses)
    if (Kernel.Accesses[Use.Access].Kind != AccessKind::Load)
      Reach(Use.Block);
  while (!Work.empty())
    for (BlockId Next : Kernel.Blocks[Work.pop_back_val()].Successors)
      if (Next != Start)
        Reach(Next);
  return Result;
}

/// An array as one value that its loads use.
void Pressure::addArray(ArrayId Array, ArrayRef<ArrayUse> ArrayUses) {
  const ArrayInfo &Info = Kernel.Arrays[Array];
  unsigned Element = std::max(Info.ElementBytes, 1u);
  Value V{nullptr, unsigned(Info.Bytes / Element * divideCeil(Element, 4)),
          None,    true,
          {},      {},
          {}};
  for (const LoopInfo &Loop : Kernel.Loops)
    if (any_of(Loop.Latches, [&](BlockId Latch) {
          return Info.SourceLoop != None &&
                 Kernel.Blocks[Latch].SourceLoop == Info.SourceLoop;
        }))
      V.Block = Loop.Header;
  // The elements of a small table of integers are values of their own.
  bool Read = false, Table = true;
  for (const ArrayUse &Use : ArrayUses) {
    const MemoryAccess &Access = Kernel.Accesses[Use.Access];
    if (Access.Kind == AccessKind::Store)
      continue;
    Read = true;
    Table &= !Access.Silent && !LoadedBy.count(Use.Access);
    ReadBy[Use.Instruction].push_back(Values.size());
    if (V.UsedIn.empty() || V.UsedIn.back() != Use.Block)
      V.UsedIn.push_back(Use.Block);
  }
  V.Written = writtenBefore(ArrayUses, V.Block);
  if (!Read || Table)
    V.Registers = 0;
  Values.push_back(std::move(V));
}

/// Enters the value into the live sets between its definition and its uses.
void Pressure::spread(unsigned V) {
  const Value &Of = Values[V];
  if (Of.Registers == 0)
    return;
  SmallVector<BlockId, 16> Work; // blocks at whose start the value may live
  auto AtEnd = [&](BlockId Block) {
    if (MarkedOut[Block] == V || (!Of.Written.empty() && !Of.Written[Block]))
      return;
    MarkedOut[Block] = V;
    LiveOut[Block].push_back(V);
    ++Entries;
    Work.push_back(Block);
  };
  append_range(Work, Of.UsedIn);
  for (BlockId Block : Of.UsedAtEnd)
    AtEnd(Block);
  while (!Work.empty() && Entries <= MaxEntries) {
    BlockId Block = Work.pop_back_val();
    if (Block == Of.Block || MarkedIn[Block] == V)
      continue;
    MarkedIn[Block] = V;
    for (BlockId P : Kernel.Blocks[Block].Predecessors)
      AtEnd(P);
  }
}

/// The most registers in use at one point of the block.
unsigned Pressure::scan(const BasicBlock &Block) {
  // InBlock[V] == Block.Id + 1 while V is alive.
  unsigned Now = 0, Peak = 0;
  auto Enliven = [&](unsigned V) {
    if (InBlock[V] == Block.Id + 1)
      return;
    InBlock[V] = Block.Id + 1;
    Now += Values[V].Registers;
  };
  auto Kill = [&](unsigned V) {
    if (InBlock[V] != Block.Id + 1 || Values[V].AtStart)
      return;
    InBlock[V] = 0;
    Now -= Values[V].Registers;
  };
  for (unsigned V : LiveOut[Block.Id])
    Enliven(V);
  Peak = Now;
  for (size_t I = Block.Instructions.size(); I-- != 0;) {
    const Instruction &Step = Block.Instructions[I];
    if (Step.Value && NumberOf[Step.Value->id()] != None)
      Kill(NumberOf[Step.Value->id()]);
    if (Step.Effect < Block.Effects.size() &&
        Block.Effects[Step.Effect].Access != None)
      for (unsigned V : LoadedBy.lookup(Block.Effects[Step.Effect].Access))
        Kill(V);
    for (unsigned V : ReadBy[FirstInstruction[Block.Id] + I])
      Enliven(V);
    Peak = std::max(Peak, Now);
  }
  return Peak;
}

std::optional<unsigned> Pressure::peak() {
  collect();
  for (unsigned V = 0; V < Values.size() && Entries <= MaxEntries; ++V)
    spread(V);
  if (Uses.exhausted() || Entries > MaxEntries)
    return std::nullopt;
  InBlock.assign(Values.size(), 0);
  unsigned Peak = 0;
  std::vector<unsigned> Flight = loadsInFlight(Kernel);
  for (const BasicBlock &Block : Kernel.Blocks) {
    unsigned Most = scan(Block);
    for (LoopId L = Block.Loop; L != None; L = Kernel.Loops[L].Parent)
      Most += Flight[L];
    Peak = std::max(Peak, Most);
  }
  return Peak;
}

unsigned kernelcast::estimatedRegisters(const KernelModel &Kernel) {
  std::optional<unsigned> Peak = Pressure(Kernel).peak();
  if (!Peak)
    return Most;
  return std::clamp<unsigned>(alignTo(*Peak + Overhead, 2), Fewest, Most);
}
