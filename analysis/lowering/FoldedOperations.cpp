//===- FoldedOperations.cpp - What needs no instruction of its own --------===//

#include "analysis/lowering/FoldedOperations.h"
#include "analysis/lowering/NeighbouringAddresses.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace llvm::PatternMatch;
using namespace kernelcast;

namespace {

enum AddressSpace : unsigned {
  Shared = 3,
  ConstantBank = 4,
  Local = 5,
  Parameter = 101
};

/// How far a chain of casts or users is followed.
constexpr unsigned MostSteps = 16;

bool isProduct(const Value *V) {
  const auto *I = dyn_cast<Instruction>(V);
  return I && I->getOpcode() == Instruction::FMul;
}

/// Multiplied and added without a rounding between: allowed, as by default.
bool mayContract(const Instruction &I) {
  const auto *Float = dyn_cast<FPMathOperator>(&I);
  return Float && Float->hasAllowContract();
}

bool isLogic(const Value *V) {
  const auto *I = dyn_cast<BinaryOperator>(V);
  return I && I->isBitwiseLogicOp();
}

/// Operands that have a sign and an absolute value in the encoding.
bool takesFloatModifiers(const Instruction &User) {
  switch (User.getOpcode()) {
  case Instruction::FAdd:
  case Instruction::FSub:
  case Instruction::FMul:
  case Instruction::FDiv:
  case Instruction::FCmp:
  case Instruction::FNeg:
  case Instruction::FPTrunc:
  case Instruction::FPExt:
  case Instruction::FPToSI:
  case Instruction::FPToUI:
    return true;
  case Instruction::Call:
    switch (cast<CallBase>(User).getIntrinsicID()) {
    case Intrinsic::fma:
    case Intrinsic::fmuladd:
    case Intrinsic::minnum:
    case Intrinsic::maxnum:
    case Intrinsic::fabs:
    case Intrinsic::sqrt:
      return true;
    default:
      return false;
    }
  default:
    return false;
  }
}

bool isFloatModifier(const Instruction &I) {
  if (I.getOpcode() == Instruction::FNeg)
    return true;
  const auto *Call = dyn_cast<CallBase>(&I);
  return Call && (Call->getIntrinsicID() == Intrinsic::fabs ||
                  Call->getIntrinsicID() == Intrinsic::nvvm_fabs_f ||
                  Call->getIntrinsicID() == Intrinsic::nvvm_fabs_d);
}

/// The values that a tree of logic operations combines, constants left out.
void addLeaves(const Value *V, SmallPtrSetImpl<const Value *> &Leaves) {
  if (!isa<Constant>(V))
    Leaves.insert(V);
}

} // namespace

unsigned kernelcast::registersOf(const Type *Type, const DataLayout &Layout) {
  auto *T = const_cast<llvm::Type *>(Type);
  if (T->isVoidTy() || T->isTokenTy() || T->isLabelTy() || T->isMetadataTy() ||
      !T->isSized())
    return 0;
  if (T->isIntegerTy(1))
    return 0;
  if (T->isPointerTy())
    return hasShortAddress(T) ? 1 : 2;
  if (auto *Struct = dyn_cast<StructType>(T)) {
    unsigned Sum = 0;
    for (llvm::Type *Element : Struct->elements())
      Sum += registersOf(Element, Layout);
    return Sum;
  }
  if (auto *Vector = dyn_cast<FixedVectorType>(T)) {
    if (Vector->getElementType()->isIntegerTy(1))
      return 0;
    // Only pairs of halves share a register.
    unsigned Bits = Vector->getElementType()->getScalarSizeInBits();
    unsigned Each = Bits == 16 ? 0 : (Bits + 31) / 32;
    return Bits == 16 ? (Vector->getNumElements() + 1) / 2
                      : Each * Vector->getNumElements();
  }
  uint64_t Bits = Layout.getTypeSizeInBits(T).getKnownMinValue();
  return static_cast<unsigned>(std::min<uint64_t>((Bits + 31) / 32, 1024));
}

bool kernelcast::hasShortAddress(const Type *Pointer) {
  if (!Pointer->isPointerTy())
    return false;
  unsigned Space = Pointer->getPointerAddressSpace();
  return Space == Shared || Space == Local || Space == Parameter ||
         Space == ConstantBank;
}

const Value *kernelcast::withoutFreeCasts(const Value *V) {
  for (unsigned Step = 0; Step < MostSteps; ++Step) {
    const auto *I = dyn_cast<Instruction>(V);
    if (!I)
      return V;
    bool Free = isa<FreezeInst>(I) || isa<AddrSpaceCastInst>(I) ||
                isa<IntToPtrInst>(I) || isa<PtrToIntInst>(I);
    if (auto *Cast = dyn_cast<BitCastInst>(I))
      Free = !Cast->getType()->isVectorTy() &&
             !Cast->getOperand(0)->getType()->isVectorTy();
    if (!Free)
      return V;
    V = I->getOperand(0);
  }
  return V;
}

/// A variable with a constant address.
static bool isFixedAddress(const Value *Pointer) {
  return isa<Constant>(Pointer->stripInBoundsConstantOffsets());
}

bool kernelcast::isInConstantBank(const Value *V) {
  V = withoutFreeCasts(V);
  if (const auto *A = dyn_cast<Argument>(V))
    return A->getParent()->getCallingConv() == CallingConv::PTX_Kernel ||
           !A->hasByValAttr();
  if (const auto *Load = dyn_cast<LoadInst>(V)) {
    unsigned Space = Load->getPointerAddressSpace();
    return Space == Parameter ||
           (Space == ConstantBank && isFixedAddress(Load->getPointerOperand()));
  }
  if (const auto *Call = dyn_cast<CallBase>(V))
    switch (Call->getIntrinsicID()) {
    case Intrinsic::nvvm_read_ptx_sreg_ntid_x:
    case Intrinsic::nvvm_read_ptx_sreg_ntid_y:
    case Intrinsic::nvvm_read_ptx_sreg_ntid_z:
    case Intrinsic::nvvm_read_ptx_sreg_nctaid_x:
    case Intrinsic::nvvm_read_ptx_sreg_nctaid_y:
    case Intrinsic::nvvm_read_ptx_sreg_nctaid_z:
      return true;
    default:
      return false;
    }
  return false;
}

FoldedAddress kernelcast::partsOf(const GetElementPtrInst &Address,
                                  const DataLayout &Layout) {
  FoldedAddress Result;
  Result.Base = Address.getPointerOperand();
  unsigned Bits = Layout.getIndexTypeSizeInBits(Address.getType());
  MapVector<Value *, APInt> Variables;
  APInt Offset(Bits, 0);
  if (Address.getType()->isVectorTy() ||
      !Address.collectOffset(Layout, Bits, Variables, Offset))
    return Result;
  for (auto &[Index, Scale] : Variables)
    Result.Indices.push_back({Index, Scale.getSExtValue()});
  Result.Offset = Offset.getSExtValue();
  Result.Known = true;
  return Result;
}

FoldedOperations::FoldedOperations(const Function &Kernel)
    : Layout(Kernel.getDataLayout()) {
  findHighHalves(Kernel);
  for (const Value *V : neighbouringAddresses(Kernel, RowReach::Block))
    Folded.insert(cast<Instruction>(V));
  // Users before operands.
  for (const BasicBlock &Block : reverse(Kernel))
    for (const Instruction &I : reverse(Block))
      if (!Folded.contains(&I))
        foldInto(I);
  // A product is left over if somebody wants it for itself.
  for (auto &[Product, Sums] : FusedUses)
    if (Product->hasNUses(Sums))
      Folded.insert(Product);
  // What every user does on the way.
  for (const BasicBlock &Block : reverse(Kernel))
    for (const Instruction &I : reverse(Block))
      if (!I.use_empty() && isAbsorbedByUsers(I))
        Folded.insert(&I);
}

/// Of \p User, the part of its result on which the upper half of an operand has
/// an influence: none, the upper half of the result, or all that it does.
enum class HighUse : uint8_t { No, AsResult, Yes };

static HighUse highUse(const Instruction &User, const Value *Operand) {
  switch (User.getOpcode()) {
  case Instruction::Trunc:
    return User.getType()->getScalarSizeInBits() <= 32 ? HighUse::No
                                                       : HighUse::Yes;
  case Instruction::And:
    for (const Value *Other : User.operands())
      if (const auto *C = dyn_cast<ConstantInt>(Other))
        if (C->getBitWidth() <= 64 && isUInt<32>(C->getZExtValue()))
          return HighUse::No;
    return HighUse::AsResult;
  case Instruction::Add:
  case Instruction::Sub:
  case Instruction::Mul:
  case Instruction::Or:
  case Instruction::Xor:
  case Instruction::PHI:
  case Instruction::Freeze:
  case Instruction::IntToPtr:
  case Instruction::PtrToInt:
  case Instruction::AddrSpaceCast:
    return HighUse::AsResult;
  case Instruction::Select:
    return Operand == User.getOperand(0) ? HighUse::No : HighUse::AsResult;
  case Instruction::Shl:
    return Operand == User.getOperand(1) ? HighUse::No : HighUse::AsResult;
  case Instruction::LShr:
  case Instruction::AShr:
    return Operand == User.getOperand(1) ? HighUse::No : HighUse::Yes;
  case Instruction::GetElementPtr:
    return hasShortAddress(User.getType()) ? HighUse::No : HighUse::AsResult;
  case Instruction::Load:
  case Instruction::Store:
    if (const auto *Store = dyn_cast<StoreInst>(&User))
      if (Operand == Store->getValueOperand())
        return HighUse::Yes;
    return hasShortAddress(Operand->getType()) ? HighUse::No : HighUse::Yes;
  default:
    return HighUse::Yes;
  }
}

void FoldedOperations::findHighHalves(const Function &Kernel) {
  SmallVector<const Instruction *, 32> Work;
  auto Demand = [&](const Value *V) {
    if (registersOf(V->getType(), Layout) < 2 || !High.insert(V).second)
      return;
    if (const auto *I = dyn_cast<Instruction>(V))
      Work.push_back(I);
  };
  for (const Instruction &I : instructions(Kernel))
    for (const Value *Operand : I.operands())
      if (highUse(I, Operand) == HighUse::Yes)
        Demand(Operand);
  while (!Work.empty()) {
    const Instruction *I = Work.pop_back_val();
    for (const Value *Operand : I->operands())
      if (highUse(*I, Operand) == HighUse::AsResult)
        Demand(Operand);
  }
}

void FoldedOperations::foldInto(const Instruction &User) {
  switch (User.getOpcode()) {
  case Instruction::Add:
  case Instruction::Sub:
    if (!User.getType()->isVectorTy())
      foldSum(User);
    break;
  case Instruction::FAdd:
  case Instruction::FSub:
    foldFloatSum(User);
    break;
  case Instruction::And:
  case Instruction::Or:
  case Instruction::Xor:
    foldLogic(User);
    break;
  case Instruction::Select: // of truth values, "and" and "or" with an order
    if (User.getType()->isIntegerTy(1))
      foldLogic(User);
    break;
  case Instruction::GetElementPtr:
    foldAddress(cast<GetElementPtrInst>(User));
    break;
  case Instruction::ICmp: {
    // A logic function has a predicate as its second result: not all zero.
    const auto &Compare = cast<ICmpInst>(User);
    if (Compare.isEquality() && match(Compare.getOperand(1), m_Zero()) &&
        isLogic(Compare.getOperand(0)) &&
        registersOf(Compare.getOperand(0)->getType(), Layout) == 1)
      Folded.insert(&User);
    break;
  }
  default:
    break;
  }
}

bool FoldedOperations::tryFold(const Value *Operand, const Instruction &User) {
  const auto *I = dyn_cast<Instruction>(Operand);
  if (!I || !I->hasOneUse() || I->getParent() != User.getParent())
    return false;
  return Folded.insert(I).second;
}

/// a * b + c is one instruction, (a << 2) + b is another, a + b + c a third.
void FoldedOperations::foldSum(const Instruction &Sum) {
  bool Wide = registersOf(Sum.getType(), Layout) > 1;
  auto Foldable = [&](const Value *V, unsigned Position) {
    const auto *I = dyn_cast<Instruction>(V);
    if (!I)
      return false;
    switch (I->getOpcode()) {
    case Instruction::Mul: {
      // The one that is subtracted has no sign to be turned, unless it is a
      // constant that has one.
      if (Position == 1 && Sum.getOpcode() == Instruction::Sub &&
          !isa<ConstantInt>(I->getOperand(1)))
        return false;
      return !Wide || isa<SExtInst>(I->getOperand(0)) ||
             isa<ZExtInst>(I->getOperand(0));
    }
    case Instruction::Shl:
      return isa<ConstantInt>(I->getOperand(1)) &&
             (Position == 0 || Sum.getOpcode() == Instruction::Add);
    case Instruction::Add:
    case Instruction::Sub:
      return !Wide;
    default:
      return false;
    }
  };
  // Products first: they save the most.
  for (unsigned Opcode :
       {Instruction::Mul, Instruction::Shl, Instruction::Add, Instruction::Sub})
    for (unsigned Position : {0u, 1u}) {
      const auto *I = dyn_cast<Instruction>(Sum.getOperand(Position));
      if (I && I->getOpcode() == Opcode && Foldable(I, Position) &&
          tryFold(I, Sum))
        return;
    }
}

/// Base + (a << 2) is an LEA for each half. Where the base is known, the shift
/// may be part of the access, which is the address's affair.
void FoldedOperations::foldAddress(const GetElementPtrInst &Address) {
  const FoldedAddress Parts = partsOf(Address, Layout);
  if (!Parts.Known || isa<Constant>(Parts.Base->stripPointerCasts()))
    return;
  for (const auto &[Index, Scale] : Parts.Indices) {
    const auto *Shift = dyn_cast<Instruction>(Index);
    if (Scale == 1 && Shift && Shift->getOpcode() == Instruction::Shl &&
        isa<ConstantInt>(Shift->getOperand(1)))
      tryFold(Shift, Address);
  }
}

/// One product a sum, of two the one that fewer others use; selection looks at
/// one block at a time.
void FoldedOperations::foldFloatSum(const Instruction &Sum) {
  if (!mayContract(Sum))
    return;
  const Instruction *Chosen = nullptr;
  for (const Value *Operand : Sum.operands()) {
    if (const auto *Minus = dyn_cast<Instruction>(Operand))
      if (Minus->getOpcode() == Instruction::FNeg)
        Operand = Minus->getOperand(0);
    if (!isProduct(Operand))
      continue;
    const auto *Product = cast<Instruction>(Operand);
    if (!mayContract(*Product) || Product->getParent() != Sum.getParent())
      continue;
    if (!Chosen || Product->getNumUses() < Chosen->getNumUses())
      Chosen = Product;
  }
  if (!Chosen)
    return;
  ++FusedUses[Chosen];
  Multiplying.insert(&Sum);
}

/// Any function of three values, one of which may be a constant.
void FoldedOperations::foldLogic(const Instruction &Root) {
  if (Root.getType()->isVectorTy())
    return;
  if (Root.getType()->isIntegerTy(1)) {
    // A comparison combines its result with one more predicate.
    for (const Value *Operand : Root.operands())
      if (isa<CmpInst>(Operand) && Operand->hasOneUse()) {
        Folded.insert(&Root);
        return;
      }
    return;
  }
  SmallPtrSet<const Value *, 4> Leaves;
  for (const Value *Operand : Root.operands())
    addLeaves(Operand, Leaves);
  for (const Value *Operand : Root.operands()) {
    const auto *Inner = dyn_cast<Instruction>(Operand);
    if (!Inner || !isLogic(Inner) || !Inner->hasOneUse() ||
        Inner->getParent() != Root.getParent())
      continue;
    SmallPtrSet<const Value *, 4> All = Leaves;
    All.erase(Inner);
    unsigned Constants = 0;
    for (const Value *Leaf : Inner->operands())
      addLeaves(Leaf, All);
    for (const Instruction *I : {&Root, Inner})
      for (const Value *Leaf : I->operands())
        if (const auto *C = dyn_cast<ConstantInt>(Leaf))
          Constants += !C->isMinusOne();
    if (All.size() + std::min(Constants, 1u) <= 3 && Constants <= 1 &&
        Folded.insert(Inner).second)
      Leaves = All;
  }
}

/// Whether all that is done with \p Address, through casts or not, is to access
/// memory there or a constant distance away.
static bool isAddressAlone(const Value &Address) {
  return all_of(Address.users(), [&](const User *U) {
    if (isa<AddrSpaceCastInst>(U))
      return isAddressAlone(*U);
    const auto *Store = dyn_cast<StoreInst>(U);
    return isa<LoadInst>(U) ||
           (Store && Store->getPointerOperand() == &Address) ||
           isa<AtomicRMWInst>(U) || isa<AtomicCmpXchgInst>(U) ||
           (isa<GetElementPtrInst>(U) &&
            cast<GetElementPtrInst>(U)->hasAllConstantIndices());
  });
}

/// Whether each user of \p I does its work, so that nothing is left.
bool FoldedOperations::isAbsorbedByUsers(const Instruction &I) const {
  if (isFloatModifier(I)) {
    return all_of(I.users(), [](const User *U) {
      return takesFloatModifiers(*cast<Instruction>(U));
    });
  }
  if (isa<SExtInst>(I) && I.getType()->isIntegerTy(64) &&
      I.getOperand(0)->getType()->isIntegerTy(32)) {
    if (!needsHigh(&I))
      return true;
    // The wide multiplication extends.
    return all_of(I.users(), [&](const User *U) {
      const auto *Consumer = cast<Instruction>(U);
      switch (Consumer->getOpcode()) {
      case Instruction::GetElementPtr:
      case Instruction::Mul:
      case Instruction::Add:
      case Instruction::Trunc:
        return true;
      case Instruction::Shl:
        return isa<ConstantInt>(Consumer->getOperand(1));
      default:
        return false;
      }
    });
  }
  if (const auto *Address = dyn_cast<GetElementPtrInst>(&I)) {
    FoldedAddress Parts = partsOf(*Address, Layout);
    if (!Parts.Known)
      return false;
    if (Parts.Indices.empty())
      return isInt<24>(Parts.Offset) && isAddressAlone(I);
  }
  return false;
}
