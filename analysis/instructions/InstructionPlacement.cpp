//===- InstructionPlacement.cpp - Where each value is computed ------------===//
//
// Expressions are hash-consed, so value numbering is done: what remains is to
// give each value that an effect or a branch needs one place, like Click's
// global code motion (Global Code Motion / Global Value Numbering, PLDI 1995):
//
//   late   the lowest common dominator of all uses; an operand of a phi is
//          used at the end of the predecessor
//   hoist  out of the loops in which the value does not vary
//
// and to count what a compiler makes of it:
//
//   * a multiplication whose only use is an addition is part of it (fma,
//     integer multiply-add, also with a shift by a constant);
//   * a + c * counter is one addition an iteration (LoopVariance.h), and
//     nothing if it is only needed for another such value;
//   * addresses come apart as AddressForm.h says;
//   * constants, arguments and sizes are operands from the constant bank;
//   * in a loop that is unrolled the counter is a constant, and so is what is
//     made of it and constants: no instruction, no comparison, no branch.
//
// Every effect is an instruction too, and has a place in the source; so has the
// branch of a condition. A value has none: equal ones of several lines are one.
// Loops are rotated, as compilers do: the test at the head is the branch at the
// bottom, so a latch that jumps back to such a head adds none; the last latch
// of an unrolled loop runs into the next iteration's code.
//===----------------------------------------------------------------------===//

#include "analysis/instructions/InstructionPlacement.h"
#include "analysis/instructions/AddressForm.h"
#include "analysis/instructions/InstructionCost.h"
#include "analysis/instructions/LoopCopies.h"
#include "analysis/instructions/PlaceNumbers.h"
#include "analysis/pdg/ConstantInIteration.h"
#include "analysis/pdg/FlowNodes.h"
#include "analysis/pdg/LoopVariance.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/GenericDomTreeConstruction.h"

using namespace llvm;
using namespace kernelcast;

namespace {

/// What is known of one needed expression.
struct Value {
  const Expr *E;
  BlockId Block = None; ///< common dominator of the uses, then its place
  unsigned Uses = 0;
  unsigned FusableUses = 0;   ///< additions that can take it in
  unsigned Fused = None;      ///< the multiplication that this addition takes
  bool NeedsRegister = false; ///< used by more than linear values of its loop
  LoopId Advances = None;     ///< computed by addition in this loop
  bool Emitted = false;
};

class Placement {
public:
  Placement(KernelModel &Kernel, LoopVariance &Variance)
      : Kernel(Kernel), Variance(Variance), Constants(Kernel), Graph(Kernel),
        Lines(Kernel.Places) {
    Dominators.recalculate(Graph);
    Dominators.updateDFSNumbers();
  }

  void run() {
    findAddresses();
    collect();
    countUses();
    place();
    for (BasicBlock &Block : Kernel.Blocks)
      emit(Block);
  }

private:
  using Root = std::pair<const Expr *, BlockId>;

  void findAddresses();
  void collect();
  void countUses();
  void place();
  BlockId dominatorOf(BlockId Block) const;
  BlockId commonDominator(BlockId A, BlockId B) const;
  BlockId hoisted(const Expr *E, BlockId Block);
  void chooseFusion(unsigned Index);
  bool isFusable(const Expr *Addition, const Expr *Factor) const;
  bool isFolded(const Value &V) const {
    return V.FusableUses != 0 && V.FusableUses == V.Uses &&
           (!V.E->type().Float || V.Uses == 1);
  }
  void useAt(const Expr *E, BlockId Block, LoopId LinearUser);
  void emit(BasicBlock &Block);
  void emitValue(BasicBlock &Block, const Expr *Root);
  void emitOperation(BasicBlock &Block, Value &V);
  bool needsJump(const BasicBlock &Block) const;
  bool isRegister(const MemoryAccess &Access) const {
    return Access.Silent || (Access.Array < Kernel.Arrays.size() &&
                             Kernel.Arrays[Access.Array].InRegisters);
  }

  KernelModel &Kernel;
  LoopVariance &Variance;
  ConstantInIteration Constants;
  FlowNodes Graph;
  DomTreeBase<FlowNode> Dominators;
  PlaceNumbers Lines;
  std::vector<const Expr *> Address; ///< by access
  std::vector<bool> Register;        ///< local arrays without run-time indices
  std::vector<Root> Roots;
  std::vector<Value> Values;     ///< by expression number, operands first
  std::vector<unsigned> IndexOf; ///< in Values, by expression number
  std::vector<std::vector<unsigned>> Placed; ///< values by block
  DenseSet<int64_t> SpecialRegisters;        ///< coordinates already read
};

void Placement::findAddresses() {
  Register.assign(Kernel.Arrays.size(), true);
  for (const MemoryAccess &Access : Kernel.Accesses) {
    if (isRegister(Access)) {
      Address.push_back(nullptr);
      continue;
    }
    Address.push_back(addressForm(Kernel, Access, Variance, Constants));
    if (Access.Array < Register.size() &&
        (Access.Space != MemorySpace::Local || Address.back()))
      Register[Access.Array] = false;
  }
}

/// Finds everything that effects and branches need, through phis.
void Placement::collect() {
  auto Need = [&](const Expr *E, BlockId Block) {
    if (E)
      Roots.emplace_back(E, Block);
  };
  for (const BasicBlock &Block : Kernel.Blocks) {
    for (const Effect &Step : Block.Effects)
      if (Step.Access < Kernel.Accesses.size()) {
        Need(Address[Step.Access], Block.Id);
        Need(Kernel.Accesses[Step.Access].Stored, Block.Id);
      }
    Need(Block.Condition, Block.Id);
  }
  DenseSet<const Expr *> Seen;
  SmallVector<const Expr *, 64> Work;
  for (size_t I = 0; I < Roots.size(); ++I) { // grows with the phis
    Work.push_back(Roots[I].first);
    while (!Work.empty()) {
      const Expr *E = Work.pop_back_val();
      if (!Seen.insert(E).second)
        continue;
      Values.push_back({E});
      append_range(Work, E->operands());
      size_t Phi = static_cast<size_t>(E->value());
      if (E->op() != Op::Phi || Phi >= Kernel.Phis.size())
        continue;
      const PhiNode &Node = Kernel.Phis[Phi];
      if (Node.Block >= Kernel.Blocks.size())
        continue;
      for (auto [Incoming, From] :
           zip(Node.Incoming, Kernel.Blocks[Node.Block].Predecessors))
        if (Incoming != E)
          Need(Incoming, From);
    }
  }
  llvm::sort(Values, [](const Value &A, const Value &B) {
    return A.E->id() < B.E->id();
  });
  IndexOf.resize(Kernel.Pool->size());
  for (auto [I, V] : enumerate(Values))
    IndexOf[V.E->id()] = I;
}

void Placement::countUses() {
  for (const Root &R : Roots)
    ++Values[IndexOf[R.first->id()]].Uses;
  for (const Value &V : Values)
    for (const Expr *O : V.E->operands())
      ++Values[IndexOf[O->id()]].Uses;
}

void Placement::useAt(const Expr *E, BlockId Block, LoopId LinearUser) {
  Value &V = Values[IndexOf[E->id()]];
  V.Block = V.Block == None ? Block : commonDominator(V.Block, Block);
  if (LinearUser == None || Variance.linearLoop(E) != LinearUser)
    V.NeedsRegister = true;
}

/// The immediate dominator; None for the entry and what cannot be reached.
BlockId Placement::dominatorOf(BlockId Block) const {
  const auto *Node = Dominators.getNode(Graph.Pointers[Block]);
  return Node && Node->getIDom() ? Node->getIDom()->getBlock()->Id : None;
}

/// The lowest block that dominates both; the entry where one of them cannot be
/// reached. Uses come mostly from below, which is told without a climb.
BlockId Placement::commonDominator(BlockId A, BlockId B) const {
  FlowNode *First = Graph.Pointers[A], *Second = Graph.Pointers[B];
  if (A == B)
    return A;
  if (!Dominators.isReachableFromEntry(First) ||
      !Dominators.isReachableFromEntry(Second))
    return 0;
  if (Dominators.dominates(First, Second))
    return A;
  if (Dominators.dominates(Second, First))
    return B;
  return Dominators.findNearestCommonDominator(First, Second)->Id;
}

/// The place outside the loops in which \p E does not vary.
BlockId Placement::hoisted(const Expr *E, BlockId Block) {
  LoopId Loop = Kernel.Blocks[Block].Loop;
  while (Loop != None && !Variance.varies(E, Loop)) {
    LoopId Parent = Kernel.Loops[Loop].Parent;
    BlockId Before = dominatorOf(Kernel.Loops[Loop].Header);
    // The loop before may have no block of its own behind it; go on to a block
    // that runs no more often than this loop is entered.
    while (Before != None) {
      LoopId Other = Kernel.Blocks[Before].Loop;
      if (Other == None || Other == Parent || Variance.inside(Parent, Other))
        break;
      if (Variance.varies(E, Other))
        return Block;
      Before = dominatorOf(Kernel.Loops[Other].Header);
    }
    if (Before == None)
      return Block;
    Block = Before;
    Loop = Kernel.Blocks[Block].Loop;
  }
  return Block;
}

bool Placement::isFusable(const Expr *Addition, const Expr *Factor) const {
  if (Factor->op() == Op::Mul && Factor->type() == Addition->type())
    return Factor->type().Float || Factor->type().Bits <= 32 ||
           operationCost(Factor, Kernel.FastMath).Count ==
               1; // wide multiply-add
  return Factor->op() == Op::Shl && !Factor->type().Float &&
         Factor->type().Bits <= 32 && Factor->operand(1)->isIntegerConstant();
}

/// Lets the addition take in one multiplication, of two the one that fewer
/// others use.
void Placement::chooseFusion(unsigned Index) {
  Value &V = Values[Index];
  if (V.E->op() != Op::Add && V.E->op() != Op::Sub)
    return;
  for (const Expr *O : V.E->operands()) {
    if (V.E->type().Float && O->op() == Op::Negate)
      O = O->operand(0); // sign of an operand
    unsigned Candidate = IndexOf[O->id()];
    if (isFusable(V.E, O) &&
        (V.Fused == None || Values[Candidate].Uses < Values[V.Fused].Uses))
      V.Fused = Candidate;
  }
  if (V.Fused != None)
    ++Values[V.Fused].FusableUses;
}

void Placement::place() {
  for (const Root &R : Roots)
    useAt(R.first, R.second, None);
  Placed.resize(Kernel.Blocks.size());
  for (unsigned I = Values.size(); I-- != 0;) {
    Value &V = Values[I];
    if (V.Block == None)
      continue;
    V.Block = hoisted(V.E, V.Block);
    LoopId Linear = Variance.linearLoop(V.E);
    if (Linear != None && Variance.inside(Kernel.Blocks[V.Block].Loop, Linear))
      V.Advances = Linear;
    else
      chooseFusion(I);
    for (const Expr *O : V.E->operands())
      useAt(O, V.Block, V.Advances);
    Placed[V.Block].push_back(I);
  }
  for (auto &InBlock : Placed)
    std::reverse(InBlock.begin(), InBlock.end());
}

/// Of the integer instructions that \p E becomes, the shares.
static PipelineShares pipesOf(const Expr *E) {
  switch (E->op()) {
  case Op::Mul:
    return {.Products = 1};
  case Op::Shl:
    return {.Either = E->operand(1)->isConstant() ? 1.0 : 0.0};
  case Op::Add:
  case Op::Sub:
    return {.Either = 1};
  case Op::Div:
  case Op::Rem:
    return QuotientPipes;
  default:
    return {};
  }
}

/// Of the conversions that \p E becomes, the shares.
static PipelineShares conversionsOf(const Expr *E) {
  const ScalarType To = E->type();
  const ScalarType From = E->operands().empty() ? To : E->operand(0)->type();
  if (To.Bits == 64 || From.Bits == 64)
    return {.Wide = 1};
  const bool IsPlain = To.Float && (!From.Float || To.Bits < From.Bits);
  return {.Plain = IsPlain ? 1.0 : 0.0};
}

void Placement::emitOperation(BasicBlock &Block, Value &V) {
  if (Constants.contains(V.E))
    return;
  if (V.Advances != None) {
    if (V.NeedsRegister)
      Block.Instructions.push_back({.Class = InstructionClass::Int,
                                    .Value = V.E,
                                    .Pipes = {.Either = 1}});
    return;
  }
  if (isFolded(V) ||
      (V.E->op() == Op::Select && Constants.contains(V.E->operand(0))))
    return;
  OperationCost Cost = operationCost(V.E, Kernel.FastMath);
  if (V.E->op() == Op::Coordinate &&
      !SpecialRegisters.insert(V.E->value()).second)
    return;
  if (V.Fused != None && isFolded(Values[V.Fused]))
    Cost.Count = 1; // also the wide one, of 64-bit integers
  if (Cost.Sfu != 0)
    Block.Instructions.push_back({InstructionClass::Sfu, V.E, None, Cost.Sfu});
  if (Cost.Int != 0)
    Block.Instructions.push_back({InstructionClass::Int, V.E, None, Cost.Int});
  if (Cost.Count != 0) {
    Block.Instructions.push_back({Cost.Class, V.E, None, Cost.Count});
    if (Cost.Class == InstructionClass::Int)
      Block.Instructions.back().Pipes =
          V.Fused != None && isFolded(Values[V.Fused])
              ? PipelineShares{.Products = 1}
              : pipesOf(V.E);
    else if (Cost.Class == InstructionClass::Conversion)
      Block.Instructions.back().Pipes = conversionsOf(V.E);
  }
}

/// Emits what \p Root needs of the values placed in this block, operands
/// first.
void Placement::emitValue(BasicBlock &Block, const Expr *Root) {
  SmallVector<unsigned, 32> Path{IndexOf[Root->id()]};
  while (!Path.empty()) {
    Value &V = Values[Path.back()];
    if (V.Emitted || V.Block != Block.Id) {
      Path.pop_back();
      continue;
    }
    size_t Size = Path.size();
    for (const Expr *O : V.E->operands()) {
      unsigned Index = IndexOf[O->id()];
      if (!Values[Index].Emitted && Values[Index].Block == Block.Id)
        Path.push_back(Index);
    }
    if (Path.size() != Size)
      continue;
    Path.pop_back();
    V.Emitted = true;
    emitOperation(Block, V);
  }
}

/// Whether a latch with one successor needs a jump of its own: not the last
/// one of a loop that tests at its head.
bool Placement::needsJump(const BasicBlock &Block) const {
  if (Block.Successors.size() != 1 || Block.Successors[0] > Block.Id)
    return false;
  for (LoopId L = Block.Loop; L != None; L = Kernel.Loops[L].Parent) {
    const LoopInfo &Loop = Kernel.Loops[L];
    if (Loop.Header != Block.Successors[0])
      continue;
    if (Loop.Unrolled && Block.Id == Loop.Latches.back())
      return false;
    bool TestsAtHead = any_of(Loop.Exits, [&](const auto &Exit) {
      return Exit.first == Loop.Header;
    });
    return !TestsAtHead || Block.Id != Loop.Latches.back();
  }
  return true;
}

void Placement::emit(BasicBlock &Block) {
  Block.Instructions.clear();
  for (auto [Number, Step] : enumerate(Block.Effects)) {
    Instruction I;
    I.Class = isBarrier(Step.Kind) ? InstructionClass::Barrier
                                   : InstructionClass::Other;
    I.Effect = Number;
    std::string Callees;
    if (Step.Access < Kernel.Accesses.size()) {
      const MemoryAccess &Access = Kernel.Accesses[Step.Access];
      Callees = Access.Callees;
      I.Address = Address[Step.Access];
      if (I.Address)
        emitValue(Block, I.Address);
      if (Access.Stored)
        emitValue(Block, Access.Stored);
      OperationCost Cost = accessCost(Access);
      I.Class = Cost.Class;
      I.Count = Cost.Count;
      if (isRegister(Access) ||
          (Access.Array < Register.size() && Register[Access.Array])) {
        I.Class = InstructionClass::Other;
        I.Count = 0;
      }
    }
    I.Place = Lines.of({Step.Location.File, Step.Location.Line, Callees});
    Block.Instructions.push_back(I);
  }
  for (unsigned Index : Placed[Block.Id])
    emitValue(Block, Values[Index].E);
  bool Decides = Block.Successors.size() >= 2 &&
                 !(Block.Condition && Constants.contains(Block.Condition));
  if (Block.Predicated) // by inline assembly
    return;
  if (!Decides && !needsJump(Block))
    return;
  Instruction Jump{InstructionClass::Branch};
  if (Decides)
    Jump.Place = Lines.of({Block.ConditionLocation.File,
                           Block.ConditionLocation.Line, Block.Callees});
  Block.Instructions.push_back(Jump);
}

} // namespace

void kernelcast::placeInstructions(KernelModel &Kernel) {
  if (Kernel.Blocks.empty())
    return;
  LoopVariance Variance(Kernel);
  Placement(Kernel, Variance).run();
  findLoopCopies(Kernel, Variance);
  shareLoopControl(Kernel, Variance);
}
