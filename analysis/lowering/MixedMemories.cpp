//===- MixedMemories.cpp - Accesses to one of two memories ----------------===//

#include "analysis/lowering/MixedMemories.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

/// Whether \p Choice is between the addresses of accesses that were merged:
/// LLVM then names it after what was loaded, or what is stored, with a suffix
/// that no name of a program has.
static bool isMadeByMerging(const llvm::Instruction &Choice) {
  const StringRef Name =
      Choice.getName().rtrim("0123456789"); // which tell names apart
  return Name.ends_with(".in") || Name.ends_with(".sink");
}

namespace {

/// One access and how its address comes from a choice: Steps lead from the
/// chosen pointer to the address, the last one first.
class ChosenAccess {
public:
  explicit ChosenAccess(llvm::Instruction &Access) : Access(Access) {
    llvm::Value *At = getLoadStorePointerOperand(&Access);
    while (isa<GetElementPtrInst, AddrSpaceCastInst>(At)) {
      Steps.push_back(cast<llvm::Instruction>(At));
      At = cast<llvm::Instruction>(At)->getOperand(0);
    }
    Choice = dyn_cast<llvm::Instruction>(At);
  }

  /// False: it is not between memories, or cannot be taken apart here.
  bool separate() {
    if (!Choice || !isMadeByMerging(*Choice))
      return false;
    if (auto *Select = dyn_cast<SelectInst>(Choice))
      return bySelect(*Select);
    if (auto *Phi = dyn_cast<PHINode>(Choice))
      return byWay(*Phi);
    return false;
  }

private:
  llvm::Instruction &Access;
  SmallVector<llvm::Instruction *, 4> Steps;
  llvm::Instruction *Choice = nullptr;

  llvm::Instruction *copyFor(llvm::Value *Pointer, llvm::Instruction *Before);
  bool bySelect(SelectInst &Select);
  bool byWay(llvm::PHINode &Phi);
  void
  replaceBy(ArrayRef<std::pair<llvm::Instruction *, llvm::BasicBlock *>> Copies,
            llvm::Instruction *At);
};

} // namespace

/// The address space that \p Pointer leads to, 1 being global memory; nothing
/// where that is not one.
static std::optional<unsigned> memoryOf(const llvm::Value *Pointer) {
  constexpr unsigned Generic = 0, Global = 1, Local = 5, Parameter = 101;
  SmallVector<const llvm::Value *, 4> Objects;
  getUnderlyingObjects(Pointer, Objects);
  std::optional<unsigned> Found;
  for (const llvm::Value *Object : Objects) {
    unsigned Here = Object->getType()->getPointerAddressSpace();
    if (const auto *Given = dyn_cast<Argument>(Object);
        Given && Given->hasByValAttr())
      Here = Parameter;
    else if (isa<AllocaInst>(Object))
      Here = Local;
    else if (Here == Generic)
      Here = Global;
    if (Found && *Found != Here)
      return std::nullopt;
    Found = Here;
  }
  return Found;
}

/// Whether \p Pointers lead to more than one memory.
template <typename Range> static bool areMixed(const Range &Pointers) {
  std::optional<unsigned> First;
  for (const llvm::Value *Pointer : Pointers) {
    const std::optional<unsigned> Here = memoryOf(Pointer);
    if (!Here || (First && *First != *Here))
      return true;
    First = Here;
  }
  return false;
}

/// The access with \p Pointer in place of the choice.
llvm::Instruction *ChosenAccess::copyFor(llvm::Value *Pointer,
                                         llvm::Instruction *Before) {
  for (llvm::Instruction *Step : reverse(Steps)) {
    llvm::Instruction *Copy = Step->clone();
    Copy->setOperand(0, Pointer);
    Copy->insertBefore(Before);
    Pointer = Copy;
  }
  llvm::Instruction *Copy = Access.clone();
  Copy->setOperand(isa<StoreInst>(Copy) ? StoreInst::getPointerOperandIndex()
                                        : LoadInst::getPointerOperandIndex(),
                   Pointer);
  Copy->insertBefore(Before);
  return Copy;
}

void ChosenAccess::replaceBy(
    ArrayRef<std::pair<llvm::Instruction *, llvm::BasicBlock *>> Copies,
    llvm::Instruction *At) {
  if (!Access.getType()->isVoidTy()) {
    auto *Loaded =
        PHINode::Create(Access.getType(), Copies.size(), "", At->getIterator());
    for (auto [Copy, Block] : Copies)
      Loaded->addIncoming(Copy, Block);
    Access.replaceAllUsesWith(Loaded);
  }
  Access.eraseFromParent();
  for (llvm::Instruction *Step : Steps)
    if (Step->use_empty())
      Step->eraseFromParent();
}

bool ChosenAccess::bySelect(SelectInst &Select) {
  llvm::Value *Arms[] = {Select.getTrueValue(), Select.getFalseValue()};
  if (Select.getCondition()->getType()->isVectorTy() || !areMixed(Arms))
    return false;
  llvm::Instruction *Then = nullptr, *Else = nullptr;
  SplitBlockAndInsertIfThenElse(Select.getCondition(), &Access, &Then, &Else);
  Then->setDebugLoc(Access.getDebugLoc());
  Else->setDebugLoc(Access.getDebugLoc());
  const std::pair<llvm::Instruction *, llvm::BasicBlock *> Copies[] = {
      {copyFor(Arms[0], Then), Then->getParent()},
      {copyFor(Arms[1], Else), Else->getParent()}};
  replaceBy(Copies, &Access.getParent()->front());
  return true;
}

bool ChosenAccess::byWay(llvm::PHINode &Phi) {
  llvm::BasicBlock *Block = Access.getParent();
  if (Phi.getParent() != Block || !isa<LoadInst>(Access) ||
      !areMixed(Phi.incoming_values()))
    return false;
  // Nothing may come between the end of a way and the load.
  for (const llvm::Instruction &I : *Block) {
    if (&I == &Access)
      break;
    if (I.mayHaveSideEffects())
      return false;
  }
  SmallPtrSet<const llvm::BasicBlock *, 4> Ways;
  for (const llvm::BasicBlock *Way : Phi.blocks())
    if (Way == Block || !Ways.insert(Way).second ||
        !isa<BranchInst>(Way->getTerminator()))
      return false;
  for (const llvm::Instruction *Step : Steps)
    for (const llvm::Value *Operand : drop_begin(Step->operand_values()))
      if (const auto *Made = dyn_cast<llvm::Instruction>(Operand);
          Made && Made->getParent() == Block)
        return false;
  SmallVector<std::pair<llvm::Instruction *, llvm::BasicBlock *>, 4> Copies;
  for (unsigned I = 0; I < Phi.getNumIncomingValues(); ++I) {
    // Where the way may lead elsewhere, too, the load needs a block of its own.
    llvm::BasicBlock *Way = Phi.getIncomingBlock(I);
    if (!Way->getSingleSuccessor())
      Way = SplitEdge(Way, Block);
    Copies.push_back(
        {copyFor(Phi.getIncomingValue(I), Way->getTerminator()), Way});
  }
  replaceBy(Copies, &Block->front());
  return true;
}

void kernelcast::separateMemories(llvm::Function &Kernel) {
  constexpr unsigned MostSeparated = 256;
  auto isPlain = [](const llvm::Instruction &I) {
    if (const auto *Load = dyn_cast<LoadInst>(&I))
      return Load->isSimple();
    const auto *Store = dyn_cast<StoreInst>(&I);
    return Store && Store->isSimple();
  };
  // What was taken apart may be a choice again.
  unsigned Separated = 0, Before = 0;
  do {
    Before = Separated;
    SmallVector<llvm::Instruction *, 32> Accesses;
    for (llvm::Instruction &I : instructions(Kernel))
      if (isPlain(I))
        Accesses.push_back(&I);
    for (llvm::Instruction *Access : Accesses)
      if (Separated < MostSeparated)
        Separated += ChosenAccess(*Access).separate();
  } while (Separated != Before);
}
