//===- NeighbouringAddresses.cpp - One register, many offsets -------------===//

#include "analysis/lowering/NeighbouringAddresses.h"
#include "analysis/lowering/BranchCosts.h"
#include "analysis/lowering/FoldedOperations.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Dominators.h"
#include "llvm/Support/MathExtras.h"
#include <map>
#include <optional>
#include <tuple>

using namespace llvm;
using namespace kernelcast;

/// Values that are no sums, in an order that is always the same for the same
/// ones.
using Terms = SmallVector<const Value *, 4>;

/// Sums that are taken apart for one index, one inside the other, and terms.
static constexpr unsigned MostSums = 8, MostTerms = 4;

namespace {

/// Base[terms + c].
struct RowElement {
  const GetElementPtrInst *Address;
  const CastInst *Extension;
  SmallPtrSet<const llvm::Instruction *, 8> Sums; ///< behind the index
  Terms X;
  int64_t Scale;
  int64_t Offset; ///< in bytes, with that of c
};

/// What the first address of a row is asked by.
struct RowKey {
  const Value *Base;
  int64_t Scale;
  Terms X;
  bool operator<(const RowKey &Other) const {
    return std::tie(Base, Scale, X) <
           std::tie(Other.Base, Other.Scale, Other.X);
  }
};

} // namespace

/// Takes \p Index, of 32 bits, apart; returns the constant.
static std::optional<int64_t>
takeApart(const Value *Index, Terms &X,
          SmallPtrSetImpl<const llvm::Instruction *> &Sums) {
  int64_t Constant = 0;
  SmallVector<const Value *, 8> Work{Index};
  while (!Work.empty()) {
    const Value *V = Work.pop_back_val();
    if (const auto *C = dyn_cast<ConstantInt>(V)) {
      Constant += C->getSExtValue();
      continue;
    }
    const auto *Sum = dyn_cast<BinaryOperator>(V);
    if (Sum && Sum->getOpcode() == llvm::Instruction::Add) {
      if (Sums.size() == MostSums)
        return std::nullopt;
      Sums.insert(Sum);
      Work.append({Sum->getOperand(0), Sum->getOperand(1)});
      continue;
    }
    if (X.size() == MostTerms)
      return std::nullopt;
    X.push_back(V);
  }
  llvm::sort(X);
  return Constant;
}

static std::optional<RowElement> rowElement(const llvm::Instruction &I,
                                            const DataLayout &Layout) {
  const auto *Address = dyn_cast<GetElementPtrInst>(&I);
  if (!Address)
    return std::nullopt;
  const FoldedAddress Parts = partsOf(*Address, Layout);
  if (!Parts.Known || Parts.Indices.size() != 1)
    return std::nullopt;
  const auto [Index, Scale] = Parts.Indices.front();
  const auto *Extension = dyn_cast<CastInst>(Index);
  if (!Extension || !Extension->getOperand(0)->getType()->isIntegerTy(32))
    return std::nullopt;
  // An address of 32 bits does not see how the index is made longer.
  if (!isa<SExtInst>(Extension) &&
      !(isa<ZExtInst>(Extension) && hasShortAddress(Address->getType())))
    return std::nullopt;
  RowElement Result{Address, Extension, {}, {}, Scale, Parts.Offset};
  const std::optional<int64_t> Constant =
      takeApart(Extension->getOperand(0), Result.X, Result.Sums);
  int64_t Distance = 0;
  if (!Constant || MulOverflow(*Constant, Scale, Distance) ||
      AddOverflow(Parts.Offset, Distance, Result.Offset)) {
    // A row of its own, of equal indices.
    Result.Sums.clear();
    Result.X = {Extension->getOperand(0)};
    Result.Offset = Parts.Offset;
  }
  if (!isInt<24>(Result.Offset))
    return std::nullopt;
  return Result;
}

namespace {

/// Blocks that machine code has as one: those behind one another, and short
/// sides of branches in between.
class Stretches {
public:
  explicit Stretches(
      const ReversePostOrderTraversal<const Function *> &BlocksInOrder) {
    for (const llvm::BasicBlock *Block : BlocksInOrder)
      Of[Block] = placeOf(*Block);
  }

  /// Whether what \p First computes is there for \p Later.
  bool reaches(const llvm::BasicBlock &First,
               const llvm::BasicBlock &Later) const {
    const Place &From = Of.find(&First)->second, &To = Of.find(&Later)->second;
    return &First == &Later || (From.Begin == To.Begin && !From.IsSide);
  }

private:
  struct Place {
    const llvm::BasicBlock *Begin; ///< of the stretch
    bool IsSide;
  };

  Place placeOf(const llvm::BasicBlock &Block) const {
    if (const llvm::BasicBlock *Before = Block.getSinglePredecessor())
      if (auto Known = Of.find(Before);
          Known != Of.end() && !Known->second.IsSide) {
        if (Before->getSingleSuccessor())
          return Known->second;
        if (isShortSide(Block, *Before))
          return {Known->second.Begin, true};
      }
    // Behind a branch with one side that is short.
    if (pred_size(&Block) == 2)
      for (const llvm::BasicBlock *Side : predecessors(&Block))
        if (auto Known = Of.find(Side);
            Known != Of.end() && Known->second.IsSide)
          return {Known->second.Begin, false};
    return {&Block, false};
  }

  /// Whether \p Block leads to where \p Before leads without it, and is short
  /// enough for a predicate: in instructions of IR, since how many machine code
  /// has of them depends on the rows that are looked for here.
  static bool isShortSide(const llvm::BasicBlock &Block,
                          const llvm::BasicBlock &Before) {
    const llvm::BasicBlock *Join = Block.getSingleSuccessor();
    return Join && Join != &Before && is_contained(successors(&Before), Join) &&
           isa<BranchInst>(Before.getTerminator()) &&
           none_of(Block,
                   [](const llvm::Instruction &I) {
                     return isa<CallBase>(I) || I.isAtomic();
                   }) &&
           float(Block.sizeWithoutDebug()) <= LongestSplitSide + 1;
  }

  DenseMap<const llvm::BasicBlock *, Place> Of;
};

/// A row that has begun: its first address, and whether there are others.
struct Row {
  RowElement First;
  bool IsOne = true;
};

class Neighbours {
public:
  Neighbours(const Function &Kernel, RowReach Reach)
      : Kernel(Kernel), Order(&Kernel), InLine(Order), Reach(Reach) {
    if (Reach == RowReach::Dominated)
      Tree.recalculate(const_cast<Function &>(Kernel));
  }

  std::vector<const Value *> find() {
    const DataLayout &Layout = Kernel.getDataLayout();
    for (const llvm::BasicBlock *Block : Order)
      for (const llvm::Instruction &I : *Block)
        if (auto Element = rowElement(I, Layout))
          add(*Element);
    for (const auto &[Key, Begun] : Rows)
      for (const Row &R : Begun)
        if (!R.IsOne)
          dropConstant(R.First);
    // Users before operands.
    const SmallVector<const llvm::BasicBlock *> Blocks(Order.begin(),
                                                       Order.end());
    for (const llvm::BasicBlock *Block : reverse(Blocks))
      for (const llvm::Instruction &I : reverse(*Block))
        if (Sums.contains(&I) && all_of(I.users(), [&](const User *U) {
              return Found.contains(U) ||
                     (Begins.contains(U) && addsConstant(I));
            }))
          Found.insert(&I);
    return {Found.begin(), Found.end()};
  }

private:
  /// Rows of one kind that an address is looked for in, the last ones.
  static constexpr size_t MostRows = 8;

  void add(RowElement &Element) {
    std::vector<Row> &Known =
        Rows[{Element.Address->getPointerOperand(), Element.Scale, Element.X}];
    const size_t Oldest = Known.size() - std::min(Known.size(), MostRows);
    for (size_t I = Known.size(); I-- > Oldest;)
      if (reaches(*Known[I].First.Address, *Element.Address)) {
        Known[I].IsOne = false;
        Found.insert(Element.Address);
        dropIndex(Element);
        return;
      }
    Known.push_back({std::move(Element)});
  }

  /// \p Later comes later in the order of blocks.
  bool reaches(const llvm::Instruction &First,
               const llvm::Instruction &Later) const {
    return Reach == RowReach::Block
               ? InLine.reaches(*First.getParent(), *Later.getParent())
               : Tree.dominates(&First, &Later);
  }

  /// Of the first address: what is left is the sum of the terms.
  void dropConstant(const RowElement &First) {
    if (First.X.size() == 1) {
      dropIndex(First);
      return;
    }
    Sums.insert(First.Sums.begin(), First.Sums.end());
    if (const auto *Last = dyn_cast<llvm::Instruction>(indexOf(First))) {
      Sums.erase(Last);
      Begins.insert(Last);
    }
  }

  static bool addsConstant(const llvm::Instruction &Sum) {
    return any_of(Sum.operands(),
                  [](const Value *V) { return isa<ConstantInt>(V); });
  }

  void dropIndex(const RowElement &Element) {
    Sums.insert(Element.Sums.begin(), Element.Sums.end());
    const Value *Index = indexOf(Element);
    if (Element.Extension->hasOneUse() && Index->hasOneUse() &&
        is_contained(Element.Sums, Index))
      Found.insert(Element.Extension);
  }

  static const Value *indexOf(const RowElement &Element) {
    return Element.Extension->getOperand(0);
  }

  const Function &Kernel;
  const ReversePostOrderTraversal<const Function *> Order;
  const Stretches InLine;
  const RowReach Reach;
  DominatorTree Tree; ///< for RowReach::Dominated
  std::map<RowKey, std::vector<Row>> Rows;
  SmallSetVector<const Value *, 32> Found;
  /// Behind indices that are not computed, and last ones that are.
  SmallPtrSet<const Value *, 32> Sums, Begins;
};

} // namespace

std::vector<const Value *>
kernelcast::neighbouringAddresses(const Function &Kernel, RowReach Reach) {
  return Neighbours(Kernel, Reach).find();
}
