//===- RegisterEstimate.cpp - Registers that machine code needs -----------===//

#include "analysis/lowering/RegisterEstimate.h"
#include "analysis/lowering/FoldedOperations.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include <algorithm>

using namespace llvm;

namespace {

constexpr unsigned MostRegisters = 255;
/// How many writes to memory a load is held against.
constexpr unsigned MostWriters = 64;

class Liveness {
public:
  explicit Liveness(const Function &Kernel)
      : Kernel(Kernel), Layout(Kernel.getDataLayout()), Folded(Kernel) {
    for (const llvm::BasicBlock &Block : Kernel)
      find(Block);
    solve();
  }

  /// Registers beside those of values: the stack pointer; the scale of indices
  /// into arrays that parameters lead to; what pairs lose, which begin at even
  /// registers.
  unsigned reserve() const;

  /// The most registers that are in use at one place. \p Early: loads first.
  unsigned most(bool Early);

private:
  using Values = SmallSetVector<const Value *, 8>;

  void find(const llvm::BasicBlock &Block);
  void solve();
  /// The values in registers that stand for \p V.
  void addValues(const Value *V, Values &Result, unsigned Depth = 0) const;
  const Values &operands(const llvm::Instruction &I);
  bool isCopy(const Value *V) const;
  unsigned width(const Value *V) const;
  unsigned temporaries(const llvm::Instruction &I) const;
  SmallVector<const llvm::Instruction *, 32>
  order(const llvm::BasicBlock &Block, bool Early);

  const Function &Kernel;
  const DataLayout &Layout;
  kernelcast::FoldedOperations Folded;
  DenseMap<const llvm::Instruction *, Values> Operands;
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
    if (isCopy(I) || (Folded.isFolded(*I) && !isa<PHINode>(I))) {
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
  bool Wide = kernelcast::registersOf(I.getType(), Layout) > 1;
  // A parameter that an access goes to is moved into registers.
  if (const Value *Pointer = getLoadStorePointerOperand(&I))
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
  for (const llvm::Instruction &I : Block) {
    if (isa<PHINode>(I) || isCopy(&I) || Folded.isFolded(I))
      continue;
    Values &Mine = Operands[&I];
    for (const Value *Operand : I.operands())
      addValues(Operand, Mine);
  }
}

void Liveness::solve() {
  // What blocks use before they define it, and what they define.
  DenseMap<const llvm::BasicBlock *, DenseSet<const Value *>> Defines;
  for (const llvm::BasicBlock &Block : Kernel) {
    DenseSet<const Value *> &In = LiveIn[&Block];
    DenseSet<const Value *> &Own = Defines[&Block];
    for (const llvm::Instruction &I : Block) {
      auto Found = Operands.find(&I);
      if (Found != Operands.end())
        for (const Value *V : Found->second)
          if (!Own.contains(V))
            In.insert(V);
      Own.insert(&I);
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

/// Whether \p Load may not be started before \p Writer has ended.
static bool waitsFor(const LoadInst &Load, const llvm::Instruction &Writer) {
  if (Load.isVolatile())
    return true;
  unsigned Space = Load.getPointerAddressSpace();
  if (const auto *Store = dyn_cast<StoreInst>(&Writer)) {
    unsigned Other = Store->getPointerAddressSpace();
    if (Space != Other && Space != 0 && Other != 0)
      return false;
  }
  // Nobody writes there.
  const auto *A =
      dyn_cast<Argument>(getUnderlyingObject(Load.getPointerOperand()));
  return !(Space == 4 || Load.hasMetadata(LLVMContext::MD_invariant_load) ||
           (A && A->hasNoAliasAttr() && A->onlyReadsMemory()));
}

/// The instructions of \p Block in an order that the assembler might choose.
SmallVector<const llvm::Instruction *, 32>
Liveness::order(const llvm::BasicBlock &Block, bool Early) {
  SmallVector<const llvm::Instruction *, 32> Result, Loads;
  DenseSet<const llvm::Instruction *> Done;
  // What has to come before, beside operands.
  DenseMap<const llvm::Instruction *, const llvm::Instruction *> After;
  SmallVector<const llvm::Instruction *, 16> Writers;
  for (const llvm::Instruction &I : Block) {
    if (!Operands.count(&I))
      continue;
    if (const auto *Load = dyn_cast<LoadInst>(&I)) {
      unsigned Steps = 0;
      for (const llvm::Instruction *Writer : reverse(Writers))
        if (++Steps > MostWriters || waitsFor(*Load, *Writer)) {
          After[&I] = Writer;
          break;
        }
      Loads.push_back(&I);
    } else if (I.mayWriteToMemory() || I.isTerminator()) {
      if (!Writers.empty())
        After[&I] = Writers.back();
      Writers.push_back(&I);
    }
  }
  auto Place = [&](const llvm::Instruction *Root) {
    // Operands first, without recursion.
    SmallVector<std::pair<const llvm::Instruction *, bool>, 16> Work{
        {Root, false}};
    while (!Work.empty()) {
      auto [I, Ready] = Work.pop_back_val();
      if (Done.contains(I))
        continue;
      if (Ready) {
        Done.insert(I);
        Result.push_back(I);
        continue;
      }
      Work.push_back({I, true});
      for (const Value *V : operands(*I))
        if (const auto *Other = dyn_cast<llvm::Instruction>(V))
          if (Other->getParent() == &Block && !isa<PHINode>(Other) &&
              !Done.contains(Other) && Operands.count(Other))
            Work.push_back({Other, false});
      if (const llvm::Instruction *Other = After.lookup(I))
        if (!Done.contains(Other))
          Work.push_back({Other, false});
    }
  };
  if (Early) {
    for (const llvm::Instruction *I : Loads)
      if (!After.count(I))
        Place(I);
    // While the loads are under way: what needs none of them.
    DenseSet<const llvm::Instruction *> Waiting(Loads.begin(), Loads.end());
    for (const llvm::Instruction &I : Block) {
      if (!Operands.count(&I))
        continue;
      bool Waits = isa<LoadInst>(I) || I.mayWriteToMemory() ||
                   I.isTerminator() || any_of(operands(I), [&](const Value *V) {
                     const auto *Other = dyn_cast<llvm::Instruction>(V);
                     return Other && Waiting.contains(Other);
                   });
      if (Waits)
        Waiting.insert(&I);
      else
        Place(&I);
    }
    for (const llvm::Instruction *I : Loads)
      Place(I);
  }
  for (const llvm::Instruction &I : Block)
    if (Operands.count(&I))
      Place(&I);
  return Result;
}

unsigned Liveness::reserve() const {
  bool Scales = false, Pairs = false;
  for (const llvm::Instruction &I : instructions(Kernel)) {
    if (const auto *Address = dyn_cast<GetElementPtrInst>(&I))
      Scales |= !kernelcast::hasShortAddress(I.getType()) &&
                !Address->hasAllConstantIndices() &&
                kernelcast::isInConstantBank(Address->getPointerOperand());
    Pairs |= width(&I) == 2 && !Folded.isFolded(I) && !isCopy(&I);
  }
  return 1 + (Scales ? 1 : 0) + (Pairs ? 1 : 0);
}

unsigned Liveness::most(bool Early) {
  unsigned Most = 0;
  for (const llvm::BasicBlock &Block : Kernel) {
    DenseSet<const Value *> Live = LiveOut[&Block];
    unsigned Registers = 0;
    for (const Value *V : Live)
      Registers += width(V);
    Most = std::max(Most, Registers);
    auto Order = order(Block, Early);
    for (const llvm::Instruction *I : reverse(Order)) {
      if (Live.erase(I))
        Registers -= width(I);
      else if (!I->getType()->isVoidTy())
        Most = std::max(Most, Registers + width(I));
      unsigned After = Registers;
      for (const Value *V : operands(*I))
        if (Live.insert(V).second)
          Registers += width(V);
      Most = std::max({Most, Registers + temporaries(*I),
                       After + width(I) + temporaries(*I)});
      // A load reads its address late: its result goes elsewhere.
      if (isa<LoadInst>(I))
        Most = std::max(Most, Registers + width(I));
    }
    // Phis are all there at once.
    for (const PHINode &Phi : Block.phis())
      if (!Live.contains(&Phi) && !Phi.use_empty())
        Registers += width(&Phi);
    Most = std::max(Most, Registers);
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
                              unsigned Limit) {
  Liveness Values(Kernel);
  unsigned Most = Limit ? std::min(Limit, MostRegisters) : MostRegisters;
  unsigned Free = std::min(freeRegisters(Architecture), Most);
  unsigned InOrder = Values.most(false) + Values.reserve();
  unsigned Early = Values.most(true) + Values.reserve();
  RegisterEstimate Result;
  Result.InOrder = std::min(InOrder, Most);
  Result.Registers =
      std::clamp(std::max(InOrder, std::min(Early, Free)), 8u, Most);
  Result.Spilled = InOrder > Most ? InOrder - Most : 0;
  return Result;
}
