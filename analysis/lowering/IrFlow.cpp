//===- IrFlow.cpp - Blocks, phis and branches of the IR -------------------===//

#include "analysis/lowering/IrFlow.h"
#include "analysis/instructions/InstructionCost.h"
#include "analysis/lowering/IrTypes.h"
#include "analysis/lowering/MachineCounts.h"
#include "analysis/lowering/PredicatedCode.h"
#include "analysis/symbolic/IntegerRules.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/IR/CFG.h"

using namespace llvm;

namespace kernelcast {

BlockId IrFlow::newBlock(Origin From) {
  const BlockId Id = Parts.Model.Blocks.size();
  BasicBlock &Made = Parts.Model.Blocks.emplace_back();
  Made.Id = Id;
  Made.Operations.emplace();
  Origins.push_back(From);
  return Id;
}

void IrFlow::jump(BlockId From, BlockId To) {
  Parts.Model.Blocks[From].Successors.push_back(To);
  Parts.Model.Blocks[To].Predecessors.push_back(From);
}

void IrFlow::branch(BlockId From, const Expr *Condition, BlockId IfTrue,
                    BlockId IfFalse, const llvm::Instruction &Terminator,
                    const llvm::Value &Tested) {
  if (Condition->isIntegerConstant() || IfTrue == IfFalse)
    return jump(From, Condition->isConstant(0) ? IfFalse : IfTrue);
  IrPlace At = Places.ofCondition(Terminator, Tested);
  BasicBlock &Block = Parts.Model.Blocks[From];
  Block.Condition = Condition;
  Block.ConditionLocation = std::move(At.Location);
  Block.ConditionRange = std::move(At.Range);
  Block.ConditionText = std::move(At.Text);
  Block.Callees = std::move(At.Callees);
  jump(From, IfTrue);
  jump(From, IfFalse);
}

//===----------------------------------------------------------------------===//
// Phis
//===----------------------------------------------------------------------===//

/// The phis of \p Phi's scalars; what comes in is known when all blocks are.
void IrFlow::beginPhi(const PHINode &Phi) {
  KernelModel &Model = Parts.Model;
  SmallVector<IrLeaf, 4> Leaves = leavesOf(Phi.getType(), Parts.Layout);
  if (Leaves.empty() || !isUnderstood(Phi.getType()))
    return Values.define(
        &Phi, Values.opaque(Phi.getType(), "number of a rare format"));
  // Where no use tells, the number that it starts from does.
  bool Otherwise = true;
  for (const Use &Incoming : Phi.incoming_values())
    if (const auto *I = dyn_cast<llvm::Instruction>(Incoming);
        I && BlockOf.lookup(I->getParent()) < Current && Leaves.size() == 1 &&
        I != &Phi) {
      Otherwise = Values.scalar(I)->type().Signed;
      break;
    }
  IrScalars Scalars;
  for (auto [Lane, Leaf] : enumerate(Leaves)) {
    PhiNode Made;
    Made.Block = Current;
    Made.Type = scalarTypeOrWord(Leaf.Type, Signs.isSigned(&Phi, Otherwise));
    Made.Variable = Phi.getName().str();
    const PhiId Id = Model.Phis.size();
    Open.push_back({&Phi, unsigned(Lane), Id});
    Scalars.push_back(Pool.phi(Id, Made.Type));
    Model.Blocks[Current].Phis.push_back(Id);
    Model.Phis.push_back(std::move(Made));
  }
  Values.define(&Phi, std::move(Scalars));
}

void IrFlow::completePhis() {
  for (const OpenPhi &Each : Open) {
    PhiNode &Phi = Parts.Model.Phis[Each.Id];
    for (BlockId From : Parts.Model.Blocks[Phi.Block].Predecessors) {
      const int Index = Each.Phi->getBasicBlockIndex(Origins[From]);
      Phi.Incoming.push_back(
          Index < 0 ? Pool.opaque("value that is not understood", Phi.Type)
                    : Values.as(Phi.Type, Each.Phi->getIncomingValue(Index),
                                Each.Lane));
    }
  }
}

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

/// Adds those of \p Code that run with \p Block, at \p Place. What stands in
/// the code for unusual operands goes with the first one.
static void add(llvm::ArrayRef<MachineInstructions> Code, BasicBlock &Block,
                unsigned Place, const Expr *Value = nullptr) {
  const size_t First = Block.Instructions.size();
  float Rare = 0;
  for (const MachineInstructions &Each : Code) {
    Rare += Each.Rare;
    if (Each.Count > 0)
      Block.Instructions.push_back({.Class = Each.Class,
                                    .Value = Value,
                                    .Count = Each.Count,
                                    .Place = Place,
                                    .Pipes = Each.Pipes});
  }
  if (First != Block.Instructions.size())
    Block.Instructions[First].Rare = Rare;
}

/// The machine's instructions for \p I: accesses and other effects that it has
/// had, \p Had, and what it computes. Of an instruction with
/// effects those of their own class are theirs, in equal parts; the rest
/// computes addresses and operands.
void IrFlow::emit(const llvm::Instruction &I, const IrScalars &Scalars,
                  ArrayRef<EffectsFrom> Had) {
  // Where lanes are switched off, all but the effects is in front of that.
  BasicBlock &Block = Parts.Model.Blocks[Had.front().Block];
  for (const MachineInstructions &Each : Costs.of(I)) {
    if (Block.Operations)
      *Block.Operations += Each.Operations;
    if (Each.Off > 0)
      OffInThread[Block.Id][static_cast<size_t>(Each.Class)] += Each.Off;
  }
  std::array<float, NumInstructionClasses> EffectsOf{};
  auto costOf = [&](InstructionClass Class) {
    float Sum = 0;
    for (const MachineInstructions &Each : Costs.of(I))
      Sum += Each.Class == Class ? Each.Count : 0;
    return Sum;
  };
  const unsigned Place = Lines.of(I.getDebugLoc());
  SmallVector<std::pair<BlockId, Instruction>, 4> Effects;
  auto Add = [&](BlockId In, size_t E) {
    const Effect &Step = Parts.Model.Blocks[In].Effects[E];
    Instruction Made;
    Made.Effect = E;
    Made.Place = Place;
    Made.Class = isBarrier(Step.Kind) ? InstructionClass::Barrier
                                      : InstructionClass::Other;
    if (Step.Access != None) {
      const MemoryAccess &Access = Parts.Model.Accesses[Step.Access];
      Made.Class = accessCost(Access).Class;
      int64_t Constant = 0;
      const Expr *Rest = withConstant(Access.Address, Op::Add, Constant);
      Made.Address = Rest ? Rest : Access.Address;
      if (Made.Address->isLeaf())
        Made.Address = nullptr;
    }
    ++EffectsOf[static_cast<size_t>(Made.Class)];
    Effects.push_back({In, Made});
  };
  for (auto [In, First] : Had)
    for (size_t E = First; E < Parts.Model.Blocks[In].Effects.size(); ++E)
      Add(In, E);
  for (auto &[In, Made] : Effects) {
    Made.Count =
        costOf(Made.Class) / EffectsOf[static_cast<size_t>(Made.Class)];
    Parts.Model.Blocks[In].Instructions.push_back(Made);
  }
  if (!Effects.empty()) {
    for (const MachineInstructions &Each : Costs.of(I))
      if (EffectsOf[static_cast<size_t>(Each.Class)] == 0)
        add(Each, Block, Place);
    return;
  }
  // A value is computed once: others that are equal take time, but are not
  // what its uses wait for.
  const Expr *Value = nullptr;
  if (Scalars.size() == 1 && !Scalars[0]->isConstant() &&
      (!Scalars[0]->isLeaf() || Scalars[0]->op() == Op::Coordinate) &&
      Emitted.insert(Scalars[0]).second)
    Value = Scalars[0];
  add(Costs.of(I), Block, Place, Value);
}

/// What makes \p I slow on a GPU; nothing if it is not.
static std::optional<SlowKind> slowKind(const llvm::Instruction &I) {
  auto isDouble = [](const llvm::Value *V) {
    return V->getType()->getScalarType()->isDoubleTy();
  };
  if (I.isIntDivRem())
    return isa<Constant>(I.getOperand(1))
               ? std::nullopt
               : std::optional(SlowKind::IntegerDivision);
  const bool Calculates =
      I.isBinaryOp() || I.isUnaryOp() || isa<FCmpInst>(I) || isa<CallBase>(I);
  return Calculates && (isDouble(&I) || any_of(I.operand_values(), isDouble))
             ? std::optional(SlowKind::Double)
             : std::nullopt;
}

void IrFlow::noteSlow(const llvm::Instruction &I, const IrScalars &Scalars) {
  const std::optional<SlowKind> Kind = slowKind(I);
  if (!Kind || Scalars.empty())
    return;
  IrPlace At = Places.of(I);
  SlowOperation Slow;
  Slow.Kind = *Kind;
  Slow.Location = std::move(At.Location);
  Slow.Callees = std::move(At.Callees);
  Slow.Value = Scalars[0];
  Parts.Model.SlowOperations.push_back(std::move(Slow));
}

/// Goes on behind what an instruction has done in some lanes only, in blocks
/// that are new; adds these to \p Had.
void IrFlow::followPredicates(SmallVectorImpl<EffectsFrom> &Had) {
  const Origin Block = Origins[Current];
  while (Origins.size() < Parts.Model.Blocks.size()) {
    Had.push_back({static_cast<BlockId>(Origins.size()), 0});
    EndEarly.insert(Had[Had.size() - 2].Block);
    Origins.push_back(Block);
  }
  Current = Steps.current();
}

void IrFlow::read(const llvm::Instruction &I) {
  SmallVector<EffectsFrom, 4> Had{
      {Current, Parts.Model.Blocks[Current].Effects.size()}};
  IrScalars Scalars;
  if (const auto *Call = dyn_cast<CallBase>(&I))
    Scalars = Calls.lower(*Call);
  else if (isa<LoadInst, StoreInst, AtomicRMWInst, AtomicCmpXchgInst,
               FenceInst>(I))
    Scalars = Memory.lower(I);
  else if (const auto *Variable = dyn_cast<AllocaInst>(&I))
    Scalars = Memory.address(*Variable);
  else
    Scalars = Numbers.value(I);
  followPredicates(Had);
  emit(I, Scalars, Had);
  noteSlow(I, Scalars);
  if (!I.getType()->isVoidTy())
    Values.define(&I, std::move(Scalars));
}

//===----------------------------------------------------------------------===//
// Branches
//===----------------------------------------------------------------------===//

/// Looks \p On up in \p Ranges, which are in ascending order.
void IrFlow::search(const SwitchInst &Switch, const Expr *On, BlockId From,
                    ArrayRef<CaseRange> Ranges) {
  constexpr size_t MostInARow = 3;
  struct Part {
    BlockId From;
    ArrayRef<CaseRange> Ranges;
  };
  const ScalarType Type = On->type();
  auto Number = [&](int64_t V) { return Pool.constant(V, Type); };
  const BlockId Default = BlockOf.lookup(Switch.getDefaultDest());
  auto Test = [&](BlockId At, const Expr *Condition, BlockId IfTrue,
                  BlockId IfFalse) {
    BasicBlock &Block = Parts.Model.Blocks[At];
    const unsigned Place = Lines.of(Switch.getDebugLoc());
    add({{InstructionClass::Int, 1}, {InstructionClass::Branch, 1}}, Block,
        Place);
    branch(At, Condition, IfTrue, IfFalse, Switch, *Switch.getCondition());
  };
  SmallVector<Part, 8> Work{{From, Ranges}};
  while (!Work.empty()) {
    const Part Now = Work.pop_back_val();
    if (Now.Ranges.size() > MostInARow) {
      const size_t Half = Now.Ranges.size() / 2;
      const BlockId Below = newBlock(Switch.getParent());
      const BlockId Above = newBlock(Switch.getParent());
      Test(Now.From, Pool.binary(Op::Less, On, Number(Now.Ranges[Half].Low)),
           Below, Above);
      Work.push_back({Above, Now.Ranges.drop_front(Half)});
      Work.push_back({Below, Now.Ranges.take_front(Half)});
      continue;
    }
    BlockId At = Now.From;
    for (auto [I, Range] : enumerate(Now.Ranges)) {
      const bool Last = I + 1 == Now.Ranges.size();
      const BlockId Next = Last ? Default : newBlock(Switch.getParent());
      const Expr *Inside =
          Range.Low == Range.High
              ? Pool.binary(Op::Equal, On, Number(Range.Low))
              : Pool.binary(Op::And,
                            Pool.binary(Op::LessEqual, Number(Range.Low), On),
                            Pool.binary(Op::LessEqual, On, Number(Range.High)));
      Test(At, Inside, BlockOf.lookup(Range.Target), Next);
      At = Next;
    }
    if (Now.Ranges.empty())
      jump(At, Default);
  }
}

void IrFlow::terminate(const SwitchInst &Switch) {
  const llvm::Value *On = Switch.getCondition();
  auto Type = scalarType(On->getType(), /*Signed=*/true);
  const bool Known = Type.has_value();
  if (Known && Type->Bits == 1)
    Type = ScalarType::integer(8, true);
  const ScalarType Compared = Type.value_or(ScalarType::integer(64, true));
  const Expr *Tested = Known ? Pool.cast(Values.scalar(On), Compared)
                             : Pool.opaque("number of a rare format", Compared);
  // An i1 is 0 or 1 here.
  auto CaseNumber = [&](const ConstantInt *V) -> int64_t {
    return V->getBitWidth() == 1    ? V->getZExtValue()
           : V->getBitWidth() <= 64 ? V->getSExtValue()
                                    : V->getValue().trunc(64).getSExtValue();
  };
  std::vector<CaseRange> Ranges;
  for (const auto &Case : Switch.cases()) {
    const int64_t V = CaseNumber(Case.getCaseValue());
    if (Case.getCaseSuccessor() != Switch.getDefaultDest())
      Ranges.push_back({V, V, Case.getCaseSuccessor()});
  }
  llvm::sort(Ranges, [](const CaseRange &A, const CaseRange &B) {
    return A.Low < B.Low;
  });
  std::vector<CaseRange> Joined;
  for (const CaseRange &R : Ranges)
    if (!Joined.empty() && Joined.back().Target == R.Target &&
        Joined.back().High != INT64_MAX && Joined.back().High + 1 == R.Low)
      Joined.back().High = R.High;
    else
      Joined.push_back(R);
  search(Switch, Tested, Current, Joined);
}

void IrFlow::emitTerminator(const llvm::Instruction &Terminator) {
  add(Costs.of(Terminator), Parts.Model.Blocks[Current],
      Lines.of(Terminator.getDebugLoc()));
}

/// What a thread executes of each block, but for effects, which stay in it.
void IrFlow::noteThreads() {
  noteOwnThreads();
  std::vector<BasicBlock> &Blocks = Parts.Model.Blocks;
  // A condition that is hoisted is computed by all lanes that come to the one
  // before it.
  for (BasicBlock &Block : Blocks) {
    BlockId Into = Block.Id;
    while (Costs.isHoisted(*Origins[Into]) &&
           Blocks[Into].Predecessors.size() == 1 &&
           Blocks[Into].Predecessors[0] < Into)
      Into = Blocks[Into].Predecessors[0];
    std::optional<ThreadInstructions> &Before = Blocks[Into].OfThread;
    if (Into == Block.Id || !Block.OfThread || !Before)
      continue;
    for (auto [To, From] : zip(Before->Counts, Block.OfThread->Counts))
      To += std::exchange(From, 0);
  }
}

void IrFlow::noteOwnThreads() {
  for (BasicBlock &Block : Parts.Model.Blocks) {
    ThreadInstructions &Own = Block.OfThread.emplace();
    for (const Instruction &I : Block.Instructions)
      if (I.Effect == None)
        Own.Counts[static_cast<size_t>(I.Class)] += I.Count;
    for (auto [Count, Off] : zip(Own.Counts, OffInThread.lookup(Block.Id)))
      Count -= Off;
    if (EndEarly.contains(Block.Id))
      continue;
    const llvm::BasicBlock &Origin = *Origins[Block.Id];
    const auto *Branch = dyn_cast<BranchInst>(Origin.getTerminator());
    const std::array<float, 2> Off = {Costs.switchedOff(Origin, 0),
                                      Costs.switchedOff(Origin, 1)};
    if (Block.Successors.size() == 2) {
      // A test of a switch jumps to its case.
      Own.OffIfTrue = Branch ? Off[0] : 0;
      Own.OffIfFalse = Branch ? Off[1] : 1;
    } else if (Branch && Block.Successors.size() == 1) {
      // Where there is another side, it is a trap, to which nobody jumps.
      const bool First =
          BlockOf.lookup(Branch->getSuccessor(0)) == Block.Successors[0];
      Own.Counts[static_cast<size_t>(InstructionClass::Branch)] -=
          Off[First ? 0 : 1];
    }
  }
}

/// Whether \p Block is taken not to be reached, as in the source's model: an
/// assertion has failed there, or the program traps.
static bool isTrap(const llvm::BasicBlock &Block) {
  return isa<UnreachableInst>(Block.getTerminator()) ||
         any_of(Block, [](const llvm::Instruction &I) {
           const auto *Call = dyn_cast<CallBase>(&I);
           return Call && isTrap(*Call);
         });
}

/// Ends the current block; false for what cannot be modelled.
bool IrFlow::terminate(const llvm::Instruction &Terminator) {
  if (isa<ReturnInst, UnreachableInst>(Terminator)) {
    emitTerminator(Terminator);
    return true;
  }
  if (const auto *Switch = dyn_cast<SwitchInst>(&Terminator)) {
    terminate(*Switch);
    return true;
  }
  const auto *Branch = dyn_cast<BranchInst>(&Terminator);
  if (!Branch)
    return false;
  emitTerminator(Terminator);
  if (Branch->isUnconditional()) {
    jump(Current, BlockOf.lookup(Branch->getSuccessor(0)));
    return true;
  }
  for (unsigned Side : {0u, 1u})
    if (isTrap(*Branch->getSuccessor(Side)) &&
        !isTrap(*Branch->getSuccessor(1 - Side))) {
      jump(Current, BlockOf.lookup(Branch->getSuccessor(1 - Side)));
      return true;
    }
  branch(Current, Values.as(ScalarType::truth(), Branch->getCondition()),
         BlockOf.lookup(Branch->getSuccessor(0)),
         BlockOf.lookup(Branch->getSuccessor(1)), Terminator,
         *Branch->getCondition());
  return true;
}

std::string IrFlow::read(unsigned MaxBlocks, unsigned MaxExpressions,
                         const MachineFunctionCode *Machine) {
  ReversePostOrderTraversal<const Function *> Order(&Parts.Function);
  for (Origin Block : Order) {
    const BlockId Id = BlockOf[Block] = newBlock(Block);
    Parts.Model.Blocks[Id].CodeBlock = Id;
    if (Parts.Model.Blocks.size() > MaxBlocks)
      return "more flow graph blocks than the limit";
  }
  for (Origin Block : Order) {
    Current = BlockOf.lookup(Block);
    Steps.goOnIn(Current);
    unsigned Number = 0;
    for (const llvm::Instruction &I : *Block) {
      const size_t FirstAccess = Parts.Model.Accesses.size();
      if (const auto *Phi = dyn_cast<PHINode>(&I))
        beginPhi(*Phi);
      else if (!I.isTerminator())
        read(I);
      else if (!terminate(I))
        return std::string("a block that ends in ") + I.getOpcodeName();
      for (MemoryAccess &Access : drop_begin(Parts.Model.Accesses, FirstAccess))
        Access.CodeInstruction = Number;
      Number += !isa<DbgInfoIntrinsic>(I);
      if (Pool.size() > MaxExpressions)
        return "more expressions than the limit";
    }
    if (Parts.Model.Blocks.size() > MaxBlocks)
      return "more flow graph blocks than the limit";
  }
  completePhis();
  if (Machine) {
    // The tables above are NVIDIA's.
    countMachineCode(Parts.Model, Origins,
                     joinMachineCode(*Machine, Parts.Function.getEntryBlock()),
                     Lines);
    return "";
  }
  add(Costs.entry(), Parts.Model.Blocks[0], None);
  noteThreads();
  movePredicatedCode(Parts.Model, [&](BlockId Id) {
    return Costs.isPredicated(*Origins[Id]);
  });
  return "";
}

} // namespace kernelcast
