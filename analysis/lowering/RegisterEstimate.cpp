//===- RegisterEstimate.cpp - Registers that machine code needs -----------===//

#include "analysis/lowering/RegisterEstimate.h"
#include "analysis/lowering/AssemblerUnrolling.h"
#include "analysis/lowering/FoldedOperations.h"
#include "analysis/lowering/NeighbouringAddresses.h"
#include "analysis/lowering/PressureOrder.h"
#include "analysis/lowering/RegisterChoices.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include <algorithm>
#include <array>

using namespace llvm;

namespace {

constexpr unsigned MostRegisters = 255;
/// Instructions of a block that is ordered anew.
constexpr size_t MostOrdered = 200'000;
/// Instructions of a block for which the assembler finds the order by pressure.
constexpr size_t SurelyOrdered = 4096;

/// The values of a block, and its instructions among them.
struct BlockValues {
  std::vector<kernelcast::OrderedValue> Values;
  std::vector<unsigned> Order;                 ///< of the IR
  std::vector<const llvm::Instruction *> Code; ///< parallel to Order
};

/// Loads by what may write where they read; the last kind, nothing.
constexpr unsigned MemoryKinds = 7, NobodyWrites = 6;

class Liveness {
public:
  Liveness(const Function &Kernel, unsigned Architecture,
           const kernelcast::AssemblerLoops &Unrolled)
      : Kernel(Kernel), Architecture(Architecture), Unrolled(Unrolled),
        Layout(Kernel.getDataLayout()), Folded(Kernel) {
    for (const Value *V : kernelcast::neighbouringAddresses(
             Kernel, kernelcast::RowReach::Dominated))
      Recomputed.insert(V);
    for (const llvm::BasicBlock &Block : Kernel)
      find(Block);
    for (const llvm::BasicBlock *Block : ReversePostOrderTraversal(&Kernel))
      takeBack(*Block);
    solve();
  }

  /// Registers beside those of values: the stack pointer; the scale of indices
  /// into arrays that parameters lead to; what pairs lose, which begin at even
  /// registers.
  unsigned reserve() const;

  /// Registers that are in use at one place.
  struct Pressures {
    unsigned Least = 0; ///< each block in the best of the orders of the IR and
                        ///< by pressure
    unsigned Usual = 0; ///< without the one from the end
    unsigned Early = 0; ///< in the order by latency
  };
  struct MostPressure : Pressures {
    unsigned InOrder = 0; ///< in the order of the IR, in long blocks
    const llvm::BasicBlock *FullestInOrder = nullptr; ///< of these
    const llvm::BasicBlock *Fullest = nullptr;        ///< by Least
  };
  /// The most at any place; at each instruction, into \p At.
  MostPressure most(DenseMap<const llvm::Instruction *, Pressures> &At);

private:
  using Values = SmallSetVector<const Value *, 8>;

  void find(const llvm::BasicBlock &Block);
  void takeBack(const llvm::BasicBlock &Block);
  void solve();
  /// The values in registers that stand for \p V.
  void addValues(const Value *V, Values &Result, unsigned Depth = 0) const;
  const Values &operands(const llvm::Instruction &I);
  bool isCopy(const Value *V) const;
  /// Between its operands and its users.
  bool needsNoRegister(const llvm::Instruction &I) const {
    return (Folded.isFolded(I) && !isa<PHINode>(I)) || Recomputed.contains(&I);
  }
  unsigned width(const Value *V) const;
  unsigned temporaries(const llvm::Instruction &I) const;
  unsigned loadedParameters(const llvm::Instruction &I) const;
  unsigned ofSequence(const llvm::Instruction &I) const;
  BlockValues valuesOf(const llvm::BasicBlock &Block);

  const Function &Kernel;
  const unsigned Architecture;
  const kernelcast::AssemblerLoops &Unrolled;
  const DataLayout &Layout;
  kernelcast::FoldedOperations Folded;
  DenseSet<const Value *> Recomputed; ///< where they are used
  DenseMap<const llvm::Instruction *, Values> Operands;
  /// By value: instructions and phis that have it as an operand.
  DenseMap<const Value *, SmallVector<const llvm::Instruction *, 2>> Users;
  /// What each block runs, phis, copies and what is folded left out.
  DenseMap<const llvm::BasicBlock *, std::vector<const llvm::Instruction *>>
      Code;
  /// The block of those that are elsewhere than in the IR.
  DenseMap<const llvm::Instruction *, const llvm::BasicBlock *> Moved;
  DenseMap<const llvm::BasicBlock *, DenseSet<const Value *>> LiveIn, LiveOut;
};

} // namespace

/// Whether \p V is its operand by another name.
bool Liveness::isCopy(const Value *V) const {
  const auto *I = dyn_cast<llvm::Instruction>(V);
  if (!I)
    return false;
  return isa<FreezeInst, AddrSpaceCastInst, IntToPtrInst, PtrToIntInst,
             BitCastInst, TruncInst, ExtractElementInst, ExtractValueInst,
             InsertElementInst, InsertValueInst, ShuffleVectorInst>(I) ||
         (isa<ZExtInst>(I) && !I->getOperand(0)->getType()->isIntegerTy(1));
}

void Liveness::addValues(const Value *V, Values &Result, unsigned Depth) const {
  if (isa<Constant>(V) || isa<BasicBlock>(V) || isa<MetadataAsValue>(V) ||
      isa<InlineAsm>(V) || Depth > 32)
    return;
  if (kernelcast::isInConstantBank(V) || isa<AllocaInst>(V))
    return;
  if (const auto *I = dyn_cast<llvm::Instruction>(V))
    if (isCopy(I) || needsNoRegister(*I)) {
      for (const Value *Operand : I->operands())
        addValues(Operand, Result, Depth + 1);
      return;
    }
  Result.insert(V);
}

const Liveness::Values &Liveness::operands(const llvm::Instruction &I) {
  return Operands[&I];
}

unsigned Liveness::width(const Value *V) const {
  unsigned Registers = kernelcast::registersOf(V->getType(), Layout);
  return Registers == 2 && V->getType()->isIntegerTy(64) && !Folded.needsHigh(V)
             ? 1
             : Registers;
}

/// Registers in which a sequence of instructions keeps what it works on.
unsigned Liveness::temporaries(const llvm::Instruction &I) const {
  return loadedParameters(I) + ofSequence(I);
}

/// On sm_90 parameters are no operands: each is loaded for its user, if not
/// before.
unsigned Liveness::loadedParameters(const llvm::Instruction &I) const {
  if (Architecture < 90 || I.isTerminator() || isa<CallBase>(I))
    return 0;
  SmallPtrSet<const Value *, 4> Loaded;
  unsigned Registers = 0;
  SmallVector<std::pair<const Value *, unsigned>, 8> Work;
  auto Push = [&](const llvm::Instruction &User, unsigned Depth) {
    for (const Value *Operand : User.operands())
      Work.push_back({Operand, Depth});
  };
  Push(I, 0);
  while (!Work.empty()) {
    auto [V, Depth] = Work.pop_back_val();
    if (kernelcast::isInConstantBank(V)) {
      if (Loaded.insert(V).second)
        Registers += kernelcast::registersOf(V->getType(), Layout);
      continue;
    }
    const auto *Other = dyn_cast<llvm::Instruction>(V);
    if (Other && Depth < 8 && (isCopy(Other) || needsNoRegister(*Other)))
      Push(*Other, Depth + 1);
  }
  return Registers;
}

/// Those of a sequence of instructions that stands for one.
unsigned Liveness::ofSequence(const llvm::Instruction &I) const {
  bool Wide = kernelcast::registersOf(I.getType(), Layout) > 1;
  // A parameter that an access goes to is moved into registers.
  if (const Value *Pointer = getLoadStorePointerOperand(&I);
      Pointer && Architecture < 90)
    if (!kernelcast::hasShortAddress(Pointer->getType()) &&
        kernelcast::isInConstantBank(Pointer->stripInBoundsConstantOffsets()))
      return 2;
  switch (I.getOpcode()) {
  case llvm::Instruction::UDiv:
  case llvm::Instruction::SDiv:
  case llvm::Instruction::URem:
  case llvm::Instruction::SRem:
    if (isa<Constant>(I.getOperand(1)))
      return Wide ? 6 : 1;
    return Wide ? 16 : 4;
  case llvm::Instruction::FDiv:
  case llvm::Instruction::FRem:
    return Wide ? 12 : 6;
  default:
    return 0;
  }
}

void Liveness::find(const llvm::BasicBlock &Block) {
  std::vector<const llvm::Instruction *> &Mine = Code[&Block];
  for (const llvm::Instruction &I : Block) {
    Values Used;
    if (isa<PHINode>(I)) {
      for (const Value *Operand : I.operands())
        addValues(Operand, Used);
    } else if (isCopy(&I) || isa<AllocaInst>(I) || needsNoRegister(I)) {
      continue;
    } else {
      for (const Value *Operand : I.operands())
        addValues(Operand, Used);
      Mine.push_back(&I);
    }
    for (const Value *V : Used)
      Users[V].push_back(&I);
    if (!isa<PHINode>(I))
      Operands[&I] = std::move(Used);
  }
}

/// Whether \p I may run in front of the branch to its block as well.
static bool canRunEarlier(const llvm::Instruction &I) {
  const auto *Load = dyn_cast<LoadInst>(&I);
  if (!Load)
    return !I.getType()->isVoidTy() && !I.mayReadFromMemory() &&
           !I.mayHaveSideEffects() && isSafeToSpeculativelyExecute(&I);
  // Of an array of the block; LLVM has moved it here with its user.
  return Load->isSimple() && Load->getPointerAddressSpace() == 3;
}

/// LLVM moves arithmetic with one user to it, into the side of a branch:
///
///   s = fma(...) x 225;  if (inside) out[i] = s;
///
/// Whatever its operands wait for stays in registers until then. The assembler
/// does without: what can run in front of the branch does, if fewer registers
/// are in use at it then.
void Liveness::takeBack(const llvm::BasicBlock &Block) {
  const llvm::BasicBlock *Before = Block.getSinglePredecessor();
  if (!Before || Before == &Block)
    return;
  SmallSetVector<const llvm::Instruction *, 16> Early;
  for (const llvm::Instruction *I : Code[&Block]) {
    if (I->mayWriteToMemory())
      break;
    if (!canRunEarlier(*I))
      continue;
    if (none_of(Operands[I], [&](const Value *V) {
          const auto *Other = dyn_cast<llvm::Instruction>(V);
          return Other && Other->getParent() == &Block &&
                 !Early.contains(Other) && Moved.lookup(Other) == nullptr;
        }))
      Early.insert(I);
  }
  // Registers in use at the branch, now and then.
  auto EndsThere = [&](const Value *V) {
    return all_of(Users[V], [&](const llvm::Instruction *User) {
      if (Early.contains(User))
        return true;
      const llvm::BasicBlock *Place = Moved.lookup(User);
      return (Place ? Place : User->getParent()) == Before &&
             !isa<PHINode>(User);
    });
  };
  DenseSet<const Value *> Seen;
  int64_t Change = 0;
  for (const llvm::Instruction *I : Early) {
    bool IsNeeded = any_of(Users[I], [&](const llvm::Instruction *User) {
      return !Early.contains(User);
    });
    Change += IsNeeded ? width(I) : 0;
    for (const Value *V : Operands[I]) {
      const auto *Other = dyn_cast<llvm::Instruction>(V);
      if ((!Other || !Early.contains(Other)) && Seen.insert(V).second &&
          EndsThere(V))
        Change -= width(V);
    }
  }
  if (Change >= 0)
    return;
  std::vector<const llvm::Instruction *> &To = Code[Before],
                                         &From = Code[&Block];
  To.insert(To.end() - 1, Early.begin(), Early.end());
  erase_if(From, [&](const llvm::Instruction *I) { return Early.contains(I); });
  for (const llvm::Instruction *I : Early)
    Moved[I] = Before;
}

void Liveness::solve() {
  // What blocks use before they define it, and what they define.
  DenseMap<const llvm::BasicBlock *, DenseSet<const Value *>> Defines;
  for (const llvm::BasicBlock &Block : Kernel) {
    DenseSet<const Value *> &In = LiveIn[&Block];
    DenseSet<const Value *> &Own = Defines[&Block];
    for (const PHINode &Phi : Block.phis())
      Own.insert(&Phi);
    for (const llvm::Instruction *I : Code[&Block]) {
      for (const Value *V : operands(*I))
        if (!Own.contains(V))
          In.insert(V);
      Own.insert(I);
    }
    for (const llvm::BasicBlock *Next : successors(&Block))
      for (const PHINode &Phi : Next->phis()) {
        Values Incoming;
        addValues(Phi.getIncomingValueForBlock(&Block), Incoming);
        for (const Value *V : Incoming) {
          LiveOut[&Block].insert(V);
          if (!Own.contains(V))
            In.insert(V);
        }
      }
  }
  bool Changed = true;
  while (Changed) {
    Changed = false;
    for (const llvm::BasicBlock *Block : post_order(&Kernel)) {
      DenseSet<const Value *> &Out = LiveOut[Block];
      DenseSet<const Value *> &In = LiveIn[Block];
      const DenseSet<const Value *> &Own = Defines[Block];
      for (const llvm::BasicBlock *Next : successors(Block))
        for (const Value *V : LiveIn[Next])
          if (Out.insert(V).second && !Own.contains(V))
            Changed |= In.insert(V).second;
    }
  }
}

/// The kind of memory that \p Load reads: its address space, or NobodyWrites.
static unsigned memoryKind(const LoadInst &Load) {
  const unsigned Space = Load.getPointerAddressSpace();
  const auto *A =
      dyn_cast<Argument>(getUnderlyingObject(Load.getPointerOperand()));
  if (Space == 4 || Load.hasMetadata(LLVMContext::MD_invariant_load) ||
      (A && A->hasNoAliasAttr() && A->onlyReadsMemory()))
    return NobodyWrites;
  return Space < NobodyWrites ? Space : 0;
}

/// Whether \p Writer may write to memory of the kind \p Kind. Space 0 is any
/// other one; a barrier orders all.
static bool mayWrite(const llvm::Instruction &Writer, unsigned Kind) {
  if (Kind == NobodyWrites)
    return false;
  const auto *Store = dyn_cast<StoreInst>(&Writer);
  if (!Store || Store->isVolatile())
    return true;
  const unsigned Space = Store->getPointerAddressSpace();
  return Space == Kind || Space == 0 || Kind == 0;
}

/// Whether \p I is a load from shared memory.
static bool isBankedLoad(const llvm::Instruction &I) {
  const auto *Load = dyn_cast<LoadInst>(&I);
  return Load && Load->getPointerAddressSpace() == 3;
}

/// Cycles from an instruction to its result, as the assembler plans with them.
/// Source: Jia et al., Dissecting the NVIDIA Turing GPU T4 via
/// Microbenchmarking, 2019: dependent arithmetic 4, the L2 188, shared memory
/// 19, which local memory is given as well. ptxas 13.0 for sm_75 takes as many
/// registers as if loads from shared memory ran about 20 multiply-adds ahead of
/// the one that needs them, in one chain of sums as in two, each load for one
/// of them or for eight: 80 cycles. (It gives registers out before its last
/// order, in which loads are ten ahead, and to one chain's loads odd ones
/// only.)
static unsigned latencyOf(const llvm::Instruction &I) {
  constexpr unsigned Arithmetic = 4, Shared = 80, Local = 19, Far = 188;
  const Value *Pointer = getLoadStorePointerOperand(&I);
  if (!Pointer || !isa<LoadInst>(I))
    return I.mayReadFromMemory() ? Far : Arithmetic;
  if (isBankedLoad(I))
    return Shared;
  return kernelcast::hasShortAddress(Pointer->getType()) ? Local : Far;
}

/// The values of \p Block, in as many copies as the assembler makes of it, and
/// what holds each back.
BlockValues Liveness::valuesOf(const llvm::BasicBlock &Block) {
  BlockValues Result;
  DenseMap<const Value *, unsigned> Numbers;
  auto Number = [&](const Value *V) {
    auto [Found, New] = Numbers.try_emplace(V, Result.Values.size());
    if (New) {
      kernelcast::OrderedValue Given;
      Given.Width = width(V);
      Given.Given = true;
      Result.Values.push_back(std::move(Given));
    }
    return Found->second;
  };
  constexpr unsigned Nobody = ~0u;
  unsigned LastWriter = Nobody;
  // By kind of memory: the last that writes there, and who has read since.
  std::array<unsigned, MemoryKinds> Wrote;
  Wrote.fill(Nobody);
  std::array<SmallVector<unsigned, 16>, MemoryKinds> Readers;
  auto Add = [&](const llvm::Instruction &I) {
    kernelcast::OrderedValue Mine;
    for (const Value *V : operands(I))
      Mine.Operands.push_back(Number(V));
    // What nobody uses is not kept: an atomic operation then has no result.
    Mine.Width = I.use_empty() ? 0 : width(&I);
    Mine.Temporaries = temporaries(I);
    Mine.Latency = latencyOf(I);
    Mine.ReadsLate = isa<LoadInst>(I);
    const unsigned Me = Result.Values.size();
    const auto *Load = dyn_cast<LoadInst>(&I);
    if (I.isTerminator()) {
      Mine.After.append(Result.Order.begin(), Result.Order.end());
    } else if (Load && Load->isUnordered() && !Load->isVolatile()) {
      const unsigned Kind = memoryKind(*Load);
      if (Wrote[Kind] != Nobody)
        Mine.After.push_back(Wrote[Kind]);
      Readers[Kind].push_back(Me);
    } else if (I.mayHaveSideEffects() || Load) {
      if (LastWriter != Nobody)
        Mine.After.push_back(LastWriter);
      LastWriter = Me;
      for (unsigned Kind = 0; Kind != MemoryKinds; ++Kind)
        if (mayWrite(I, Kind)) {
          Wrote[Kind] = Me;
          Mine.After.append(Readers[Kind].begin(), Readers[Kind].end());
          Readers[Kind].clear();
        }
    }
    Numbers[&I] = Me;
    Result.Values.push_back(std::move(Mine));
    Result.Order.push_back(Me);
    Result.Code.push_back(&I);
  };
  if (const auto Loop = Unrolled.find(&Block); Loop != Unrolled.end()) {
    const auto &Once = Loop->second;
    for (unsigned Copy = 1; Copy != kernelcast::AssemblerCopies; ++Copy) {
      for (const llvm::Instruction *I : Code[&Block])
        if (!Once.contains(I))
          Add(*I);
      // What an iteration leaves to the next one; what only advances is an
      // operand with a constant.
      SmallVector<std::pair<const Value *, unsigned>, 8> Next;
      for (const PHINode &Phi : Block.phis()) {
        Values Incoming;
        addValues(Phi.getIncomingValueForBlock(&Block), Incoming);
        if (Incoming.size() == 1 &&
            !Once.contains(dyn_cast<llvm::Instruction>(Incoming[0])))
          Next.push_back({&Phi, Number(Incoming[0])});
      }
      for (auto [Phi, Now] : Next)
        Numbers[Phi] = Now;
    }
  }
  for (const llvm::Instruction *I : Code[&Block])
    Add(*I);
  for (const Value *V : LiveOut[&Block])
    Result.Values[Number(V)].Stays = true;
  return Result;
}

unsigned Liveness::reserve() const {
  bool Scales = false, Pairs = false;
  for (const llvm::Instruction &I : instructions(Kernel)) {
    if (const auto *Address = dyn_cast<GetElementPtrInst>(&I))
      Scales |= !kernelcast::hasShortAddress(I.getType()) &&
                !Address->hasAllConstantIndices() &&
                kernelcast::isInConstantBank(Address->getPointerOperand());
    Pairs |= width(&I) == 2 && !needsNoRegister(I) && !isCopy(&I) &&
             !isa<AllocaInst>(I);
  }
  return 1 + (Scales ? 1 : 0) + (Pairs ? 1 : 0);
}

Liveness::MostPressure
Liveness::most(DenseMap<const llvm::Instruction *, Pressures> &At) {
  MostPressure Most;
  for (const llvm::BasicBlock &Block : Kernel) {
    const BlockValues Mine = valuesOf(Block);
    kernelcast::BlockPressure Least =
        kernelcast::pressureOf(Mine.Values, Mine.Order);
    kernelcast::BlockPressure Usual = Least, Early = Least;
    if (Mine.Order.size() > SurelyOrdered && Least.Most > Most.InOrder) {
      Most.InOrder = Least.Most;
      Most.FullestInOrder = &Block;
    }
    if (Mine.Order.size() <= MostOrdered) {
      std::vector<unsigned> Order = Mine.Order;
      auto Try = [&](std::vector<unsigned> Other) {
        kernelcast::BlockPressure Pressure =
            kernelcast::pressureOf(Mine.Values, Other);
        if (Pressure.Most >= Least.Most)
          return;
        Least = std::move(Pressure);
        Order = std::move(Other);
      };
      Try(kernelcast::orderByPressure(Mine.Values));
      Usual = Least;
      Try(kernelcast::orderFromEnd(Mine.Values, Order));
      Early = kernelcast::pressureOf(
          Mine.Values, kernelcast::orderByLatency(Mine.Values, Order));
    }
    for (auto [I, Number] : zip(Mine.Code, Mine.Order)) {
      Pressures &Here = At[I];
      Here.Least = std::max(Here.Least, Least.At[Number]);
      Here.Usual = std::max(Here.Usual, Usual.At[Number]);
      Here.Early = std::max(Here.Early, Early.At[Number]);
    }
    // Phis are all there at once, beside what the block is given.
    unsigned Given = 0;
    DenseSet<const Value *> Seen = LiveIn[&Block];
    for (const PHINode &Phi : Block.phis())
      if (!Phi.use_empty())
        Seen.insert(&Phi);
    for (const Value *V : Seen)
      Given += width(V);
    if (std::max(Least.Most, Given) > Most.Least)
      Most.Fullest = &Block;
    Most.Least = std::max({Most.Least, Least.Most, Given});
    Most.Usual = std::max({Most.Usual, Usual.Most, Given});
    Most.Early = std::max({Most.Early, Early.Most, Given});
  }
  return Most;
}

/// Registers that a thread can have while a multiprocessor holds as many
/// threads as it can at all: loads are started early up to there.
static unsigned freeRegisters(unsigned Architecture) {
  switch (Architecture) {
  case 75:
    return 64; // 1,024 threads
  case 86:
  case 87:
  case 89:
    return 40; // 1,536
  default:
    return 32; // 2,048
  }
}

unsigned kernelcast::registerLimit(unsigned Threads, unsigned Blocks) {
  constexpr unsigned Available = 65536, Granule = 8;
  uint64_t Resident = uint64_t((Threads + 31) / 32 * 32) * std::max(Blocks, 1u);
  if (Resident == 0)
    return MostRegisters;
  uint64_t Each = Available / Resident / Granule * Granule;
  return static_cast<unsigned>(std::clamp<uint64_t>(Each, 24, MostRegisters));
}

kernelcast::RegisterEstimate
kernelcast::estimateRegisters(const Function &Kernel, unsigned Architecture,
                              unsigned Limit, const AssemblerLoops &Unrolled) {
  Liveness Values(Kernel, Architecture, Unrolled);
  unsigned Most = Limit ? std::min(Limit, MostRegisters) : MostRegisters;
  const unsigned Free = std::min(freeRegisters(Architecture), Most);
  DenseMap<const llvm::Instruction *, Liveness::Pressures> At;
  const Liveness::MostPressure Pressure = Values.most(At);
  const RegisterChoices Choices(Kernel);
  const unsigned Beside = Values.reserve() + Choices.registers();
  const unsigned Least = Pressure.Least + Beside;
  const unsigned Usual = Pressure.Usual + Beside;
  auto Registers = [&](const Liveness::Pressures &Here) {
    if (Least <= Free)
      return std::max(Here.Least, std::min(Here.Early, Free - Beside)) + Beside;
    return (Usual <= Most ? Here.Usual : Here.Least) + Beside;
  };
  RegisterEstimate Result;
  for (const auto &[I, Here] : At)
    Result.At[I] = std::min(Registers(Here), Most);
  for (const llvm::Instruction &I : instructions(Kernel))
    if (const auto *Variable = dyn_cast<AllocaInst>(&I);
        Variable && !Choices.keeps(*Variable))
      if (auto Size = Variable->getAllocationSize(Kernel.getDataLayout());
          Size && !Size->isScalable())
        Result.VariableBytes += Size->getFixedValue();
  Result.Limit = Most;
  Result.Least = std::clamp(Least, 8u, Most);
  // A few more are found a place by small changes of the order.
  const unsigned InOrder = Pressure.InOrder + Beside;
  if (InOrder > Most + Most / 8 && InOrder > Least) {
    Result.InOrder = InOrder;
    Result.FullestInOrder = Pressure.FullestInOrder;
  }
  Result.Registers = std::clamp(Registers(Pressure), 8u, Most);
  Result.Fullest = Pressure.Fullest;
  Result.Spilled = Least > Most ? Least - Most : 0;
  return Result;
}
