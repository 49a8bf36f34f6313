//===- BranchCosts.cpp - Branches that machine code has left --------------===//

#include "analysis/lowering/BranchCosts.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace {

/// The same where no warp splits.
constexpr float LongestUniformSide = 6;

/// Instructions that are hoisted with a condition at most, besides its last
/// comparison.
constexpr unsigned MostHoisted = 4;

/// A block that does nothing but end the kernel.
bool isBareExit(const BasicBlock &Block) {
  return isa<ReturnInst>(Block.getFirstNonPHI());
}

/// Whether \p I becomes a sequence with jumps of its own.
bool isLong(const Instruction &I) {
  if (const auto *Call = dyn_cast<CallBase>(&I)) {
    const Function *Called = Call->getCalledFunction();
    return !Called || !Called->isIntrinsic() ||
           Called->getName().contains("sqrt") ||
           Called->getName().contains("div");
  }
  return I.isIntDivRem() || I.getOpcode() == Instruction::FDiv ||
         I.getOpcode() == Instruction::FRem;
}

/// Instructions of \p Block that would be hoisted with the condition that it
/// ends in. What only the code behind the branch needs is not among them, since
/// it can be computed there.
std::optional<unsigned> hoistedWithCondition(const BasicBlock &Block) {
  const auto *Branch = dyn_cast<BranchInst>(Block.getTerminator());
  if (!Branch || !Branch->isConditional() || isa<PHINode>(Block.front()))
    return std::nullopt;
  unsigned Number = 0;
  SmallPtrSet<const Instruction *, 16> Later;
  for (const Instruction &I : reverse(Block)) {
    if (&I == Branch || I.isDebugOrPseudoInst() || I.isLifetimeStartOrEnd())
      continue;
    if (I.mayReadOrWriteMemory() || !I.willReturn() || isLong(I))
      return std::nullopt;
    const auto Behind = count_if(I.users(), [&](const User *By) {
      const auto *Other = cast<Instruction>(By);
      return Other->getParent() != &Block || Later.contains(Other);
    });
    if (Behind == I.getNumUses())
      Later.insert(&I);
    else if (Behind)
      return std::nullopt;
    else
      Number += !isa<BitCastInst, FreezeInst>(I);
  }
  const auto *Last = dyn_cast<Instruction>(Branch->getCondition());
  return Last && Last->getParent() == &Block ? std::optional(Number)
                                             : std::nullopt;
}

/// Whether each phi of \p Meeting has one value for \p A and \p B.
bool meetsWithOneValue(const BasicBlock &Meeting, const BasicBlock &A,
                       const BasicBlock &B) {
  return all_of(Meeting.phis(), [&](const PHINode &Phi) {
    return Phi.getIncomingValueForBlock(&A) == Phi.getIncomingValueForBlock(&B);
  });
}

} // namespace

kernelcast::BranchCosts::BranchCosts(
    const Function &Kernel, unsigned Architecture,
    const DenseMap<const llvm::BasicBlock *, float> &Sizes,
    const DenseSet<const llvm::BasicBlock *> &Fixed)
    : Kernel(Kernel) {
  auto &Mutable = const_cast<Function &>(Kernel);
  DominatorTree Before(Mutable);
  PostDominatorTree Behind(Mutable);
  UniformValues Values(Kernel, Behind);
  for (const llvm::BasicBlock &Block : Kernel) {
    if (!Before.isReachableFromEntry(&Block))
      continue;
    Run &R = Runs[&Block];
    R.Size = Sizes.lookup(&Block);
    R.Fixed = Fixed.contains(&Block);
    R.Splits = Values.splitsWarp(Block);
    R.Last = &Block;
    R.WithCondition = hoistedWithCondition(Block);
    for (const llvm::BasicBlock *Next : successors(&Block))
      if (!is_contained(R.To, Next))
        R.To.push_back(Next);
  }
  for (auto &[Block, R] : Runs)
    for (const llvm::BasicBlock *Next : R.To)
      ++Entries[Next];
  const LoopInfo Loops(Before);
  hoistConditions(Loops);
  predicate();
  lay(Loops);
  synchronize(Before, Behind, Architecture);
}

/// From the inside out: two that have become one may be hoisted together.
void kernelcast::BranchCosts::hoistConditions(const LoopInfo &Loops) {
  for (const llvm::BasicBlock *Block : post_order(&Kernel)) {
    const auto *Outer = Block->getSinglePredecessor();
    Run &R = Runs[Block];
    if (!Outer || !R.WithCondition || *R.WithCondition > MostHoisted + 1 ||
        R.To.size() != 2)
      continue;
    Run &Into = Runs[Outer];
    const auto *Branch = dyn_cast<BranchInst>(Outer->getTerminator());
    if (!Branch || !Branch->isConditional() || Into.To.size() != 2)
      continue;
    const llvm::BasicBlock *Meeting = Into.To[Into.To[0] == Block ? 1 : 0];
    if (!is_contained(R.To, Meeting))
      continue;
    const llvm::BasicBlock *Side = R.To[R.To[0] == Meeting ? 1 : 0];
    const Loop *Around = Loops.getLoopFor(Block);
    const bool StaysInside =
        Loops.getLoopFor(Outer) == Around &&
        Loops.getLoopFor(Meeting) == Around &&
        (!Around ||
         (Meeting != Around->getHeader() && Around->contains(Side) &&
          Side != Around->getHeader() && Side != Around->getLoopLatch()));
    if (!StaysInside || isBareExit(*Meeting) || isBareExit(*Side) ||
        !meetsWithOneValue(*Meeting, *Outer, *Block))
      continue;
    R.Gone = true;
    Hoisted.insert(Block);
    Predicated.insert(Block);
    Into.Size += R.Size;
    Into.Splits |= R.Splits;
    Into.To = {Meeting, Side};
    --Entries[Meeting];
    if (Into.WithCondition)
      *Into.WithCondition += *R.WithCondition;
  }
}

/// From the inside out: what has become one run may be a short side itself.
void kernelcast::BranchCosts::predicate() {
  auto Absorb = [&](Run &Into, const llvm::BasicBlock *Side) {
    Run &S = Runs[Side];
    S.Gone = true;
    Into.Size += S.Size;
    Into.Fixed = true; // one predicate is all that an instruction has
    Predicated.insert(Side);
    --Entries[S.To[0]];
  };
  bool Changed = true;
  // Each round makes at least one run fewer.
  while (Changed) {
    Changed = false;
    for (const llvm::BasicBlock *Block : post_order(&Kernel)) {
      Run &R = Runs[Block];
      if (R.Gone)
        continue;
      // A run that always goes on to a block of its own becomes one with it.
      if (R.To.size() == 1 && R.To[0] != Block && Entries[R.To[0]] == 1 &&
          R.To[0] != &Kernel.getEntryBlock() && !isBareExit(*R.To[0])) {
        Run &Next = Runs[R.To[0]];
        if (!Next.Gone) {
          R.Size += Next.Size;
          R.Fixed |= Next.Fixed;
          R.Splits = Next.Splits;
          R.Last = Next.Last;
          Next.Gone = true;
          R.To = Next.To;
          Changed = true;
          continue;
        }
      }
      if (R.To.size() != 2 || !isa<BranchInst>(R.Last->getTerminator()) ||
          isBareExit(*R.To[0]) || isBareExit(*R.To[1]))
        continue;
      float Longest = R.Splits ? LongestSplitSide : LongestUniformSide;
      auto IsSide = [&](const llvm::BasicBlock *Side, float Jump) {
        const Run &S = Runs[Side];
        return !S.Gone && S.To.size() == 1 && S.To[0] != Side &&
               S.To[0] != Block && Entries[Side] == 1 && !S.Fixed &&
               S.Size + Jump <= Longest;
      };
      const llvm::BasicBlock *A = R.To[0], *B = R.To[1];
      auto JoinOf = [&](const llvm::BasicBlock *Side) {
        return Runs[Side].To.size() == 1 ? Runs[Side].To[0] : nullptr;
      };
      if (JoinOf(A) == B && IsSide(A, 0)) {
        Absorb(R, A);
        R.To = {B};
      } else if (JoinOf(B) == A && IsSide(B, 0)) {
        Absorb(R, B);
        R.To = {A};
      } else if (JoinOf(A) && JoinOf(A) == JoinOf(B) && IsSide(A, 1)) {
        const llvm::BasicBlock *Join = JoinOf(A);
        Absorb(R, A);
        if (IsSide(B, 0)) {
          Absorb(R, B);
          R.To = {Join};
          ++Entries[Join];
        } else {
          R.To = {B, Join};
          ++Entries[Join];
        }
      } else {
        continue;
      }
      if (R.To.size() == 1)
        R.Splits = false;
      Changed = true;
    }
  }
}

/// Of a two-way branch only the lanes of one side jump: for those that go on to
/// the block that follows, the jump is switched off. If nothing follows, a
/// second jump takes the others.
void kernelcast::BranchCosts::noteJump(const Run &From) {
  const auto *Branch = dyn_cast<BranchInst>(From.Last->getTerminator());
  if (From.To.size() != 2 || !Branch || !Branch->isConditional())
    return;
  if (!From.Following) {
    Off[From.Last] = {1, 1};
    return;
  }
  // A side that is predicated goes on to where both sides meet.
  unsigned Side = 0;
  if (Branch->getSuccessor(1) == From.Following)
    Side = 1;
  else if (Branch->getSuccessor(0) != From.Following)
    Side = is_contained(From.To, Branch->getSuccessor(0)) ? 1 : 0;
  Off[From.Last][Side] = 1;
}

/// Lanes that jump to \p Exit leave by that jump, and do not execute the EXIT
/// that stands there.
void kernelcast::BranchCosts::noteExits(const llvm::BasicBlock &Exit) {
  for (auto &[Block, R] : Runs)
    if (!R.Gone && R.Following != &Exit && is_contained(R.To, &Exit) &&
        (R.Following || R.To.size() == 1))
      Off[R.Last] = {1, 1};
}

/// Jumps: none to the block that follows. What an inner loop leads to follows
/// it, whatever else leads there, for that is the way taken most often.
void kernelcast::BranchCosts::lay(const LoopInfo &Loops) {
  ReversePostOrderTraversal<const Function *> Order(&Kernel);
  DenseMap<const llvm::BasicBlock *, unsigned> Number;
  for (const llvm::BasicBlock *Block : Order)
    Number[Block] = Number.size();
  SmallPtrSet<const llvm::BasicBlock *, 16> Follows;
  auto MayFollow = [&](const llvm::BasicBlock *From,
                       const llvm::BasicBlock *To) {
    return Number[To] > Number[From] && !Follows.contains(To);
  };
  // Jumps that are there in any case choose last.
  SmallVector<std::tuple<unsigned, size_t, const llvm::BasicBlock *>, 32> Turns;
  unsigned Deepest = 0;
  for (const llvm::BasicBlock *Block : Order)
    Deepest = std::max(Deepest, Loops.getLoopDepth(Block));
  for (const llvm::BasicBlock *Block : Order)
    Turns.emplace_back(Deepest - Loops.getLoopDepth(Block),
                       std::min<size_t>(Runs[Block].To.size(), 3), Block);
  stable_sort(Turns, [](const auto &A, const auto &B) {
    return std::tie(std::get<0>(A), std::get<1>(A)) <
           std::tie(std::get<0>(B), std::get<1>(B));
  });
  for (auto [Outside, Ways, Block] : Turns) {
    Run &R = Runs[Block];
    if (R.Gone || Ways == 0)
      continue;
    float Jumps = static_cast<float>(R.To.size());
    for (const llvm::BasicBlock *Next : R.To)
      if (MayFollow(Block, Next)) {
        R.Following = Next;
        Follows.insert(Next);
        --Jumps;
        break;
      }
    noteJump(R);
    if (const auto *Switch = dyn_cast<SwitchInst>(R.Last->getTerminator()))
      Jumps = static_cast<float>(Switch->getNumCases() + 1);
    End[R.Last] += Jumps;
  }
  // The end of the kernel follows somebody, or every way there has an EXIT.
  for (const llvm::BasicBlock &Block : Kernel)
    if (isa<ReturnInst>(Block.getTerminator()) && Runs.count(&Block))
      if (!isBareExit(Block) || Follows.contains(&Block) ||
          &Block == &Kernel.getEntryBlock()) {
        ++End[&Block];
        if (isBareExit(Block))
          noteExits(Block);
      }
}

/// Where lanes meet again.
void kernelcast::BranchCosts::synchronize(const DominatorTree &Before,
                                          const PostDominatorTree &Behind,
                                          unsigned Architecture) {
  MapVector<const llvm::BasicBlock *, const llvm::BasicBlock *> Noted;
  for (const llvm::BasicBlock &Block : Kernel) {
    auto Found = Runs.find(&Block);
    if (Found == Runs.end() || Found->second.Gone || !Found->second.Splits)
      continue;
    const llvm::BasicBlock *From = Found->second.Last;
    const auto *Node = Behind.getNode(From);
    const auto *Parent = Node ? Node->getIDom() : nullptr;
    const llvm::BasicBlock *Join = Parent ? Parent->getBlock() : nullptr;
    if (!Join || isBareExit(*Join))
      continue;
    auto [Place, New] = Noted.insert({Join, From});
    if (!New)
      Place->second = Before.findNearestCommonDominator(
          const_cast<llvm::BasicBlock *>(Place->second),
          const_cast<llvm::BasicBlock *>(From));
  }
  for (auto [Join, From] : Noted) {
    // In front of the loop that the lanes leave one by one.
    bool IsHeader = any_of(predecessors(From), [&](const llvm::BasicBlock *P) {
      return Before.dominates(From, P);
    });
    const auto *Node = Before.getNode(From);
    if (IsHeader && Node && Node->getIDom())
      From = Node->getIDom()->getBlock();
    End[From] += Architecture < 80 ? 2 : 1;
    ++Begin[Join];
  }
}
