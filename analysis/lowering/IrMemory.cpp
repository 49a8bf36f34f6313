//===- IrMemory.cpp - Loads, stores and atomics of the IR -----------------===//

#include "analysis/lowering/IrMemory.h"
#include "analysis/lowering/IrTypes.h"
#include "analysis/lowering/ReadOnlyLoads.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/Module.h"
#include "llvm/TargetParser/Triple.h"

using namespace llvm;

namespace kernelcast {

/// The widest access of a thread.
static constexpr uint64_t WidestAccess = 16;

ArrayId IrMemory::arrayOf(const llvm::Value &Object) {
  if (const auto *Variable = dyn_cast<GlobalVariable>(&Object))
    return Arrays.of(*Variable);
  if (const auto *Variable = dyn_cast<AllocaInst>(&Object))
    return Arrays.of(*Variable);
  if (const auto *A = dyn_cast<Argument>(&Object);
      A && (A->hasByValAttr() || A->hasByRefAttr()))
    return Arrays.of(*A);
  return Parameters.arrayOf(&Object);
}

IrMemory::Origin IrMemory::originOf(const llvm::Value &Pointer) {
  constexpr unsigned MostSteps = 1000, MostObjects = 64;
  auto [At, New] = Origins.try_emplace(&Pointer);
  if (!New)
    return At->second;
  Origin Found;
  Found.Space = memorySpace(Pointer.getType()->getPointerAddressSpace());
  SmallVector<const llvm::Value *, 4> Objects;
  getUnderlyingObjects(&Pointer, Objects, nullptr, MostSteps);
  bool Known = !Objects.empty() && Objects.size() <= MostObjects, First = true;
  std::optional<MemorySpace> Space;
  for (const llvm::Value *Object : Objects) {
    // What leads nowhere is not followed there.
    if (isa<UndefValue, ConstantPointerNull>(Object) && Objects.size() > 1)
      continue;
    const ArrayId Array = Known ? arrayOf(*Object) : None;
    if (Array == None) {
      Known = false;
      continue;
    }
    const MemorySpace Here = Parts.Model.Arrays[Array].Space;
    Found.Mixed |= Space && *Space != Here;
    Space = Here;
    if (First)
      Found.Array = Array;
    else if (Found.Array != Array)
      Found.Array = None;
    First = false;
  }
  if (!Known)
    Found.Array = None;
  // Of a pointer into any memory the arrays tell it; but the IR knows better of
  // one that has been cast.
  if (!Found.Space && Known)
    Found.Space = Space;
  Found.Mixed &= !memorySpace(Pointer.getType()->getPointerAddressSpace());
  return Origins[&Pointer] = Found;
}

AccessId IrMemory::access(AccessKind Kind, const llvm::Instruction &I,
                          const llvm::Value &Pointer, uint64_t Offset,
                          unsigned Bytes, Align Alignment,
                          const Expr *Address) {
  const Origin From = originOf(Pointer);
  MemoryAccess Made;
  Made.Kind = Kind;
  Made.Bytes = std::max(1u, Bytes);
  Made.Alignment = std::min<uint64_t>(
      commonAlignment(Alignment, Offset).value(), WidestAccess);
  Made.Array = From.Array;
  Made.Space = From.Space.value_or(MemorySpace::Global);
  if (!Address)
    Address = Values.scalar(&Pointer);
  Made.Address =
      Pool.add(Address, Pool.constant(Offset, ScalarType::pointer()));
  if (From.Mixed)
    Made.Address = Pool.opaque("pointer into one of several memories",
                               ScalarType::pointer());
  return Steps.append(std::move(Made), I);
}

/// The bytes that one instruction moves of a value of so many bytes.
static uint64_t pieceBytes(uint64_t Bytes, uint64_t Element, Align Alignment) {
  uint64_t Piece = std::min(PowerOf2Ceil(Bytes), WidestAccess);
  if (Bytes % Piece)
    Piece = PowerOf2Ceil(std::max<uint64_t>(1, Element));
  return std::max<uint64_t>(1, std::min(Piece, Alignment.value()));
}

IrScalars IrMemory::loadLeaves(const llvm::Instruction &I,
                               const llvm::Value &Pointer, Align Alignment,
                               bool Volatile) {
  llvm::Type *T = I.getType();
  SmallVector<IrLeaf, 4> Leaves = leavesOf(T, Parts.Layout);
  if (Leaves.empty()) {
    Steps.reason("load of a large value", I);
    return Values.opaque(T, "large value");
  }
  const DataLayout &Layout = Parts.Layout;
  auto BytesOf = [&](llvm::Type *Part) -> uint64_t {
    return Layout.getTypeStoreSize(Part).getFixedValue();
  };
  // Members of a structure are loaded one by one, lanes of a vector at once.
  const bool OneByOne = T->isAggregateType();
  const uint64_t Whole = OneByOne ? 0 : BytesOf(T);
  const uint64_t Element = BytesOf(Leaves[0].Type);
  const uint64_t Piece = OneByOne ? 0 : pieceBytes(Whole, Element, Alignment);
  IrScalars Result;
  AccessId Last = None;
  uint64_t LastEnd = 0;
  unsigned Lane = 0;
  const bool Signed = Signs.isSigned(&I);
  const auto *Load = dyn_cast<LoadInst>(&I);
  const bool ReadOnly =
      Load && (isByReadOnlyCall(*Load) || isOfUnwrittenParameter(*Load));
  for (const IrLeaf &Leaf : Leaves) {
    const uint64_t Bytes = BytesOf(Leaf.Type);
    const uint64_t Step =
        OneByOne
            ? pieceBytes(Bytes, Bytes, commonAlignment(Alignment, Leaf.Offset))
            : Piece;
    const bool Begins = Last == None || Leaf.Offset >= LastEnd;
    for (uint64_t At = Begins ? Leaf.Offset : LastEnd; At < Leaf.Offset + Bytes;
         At += Step) {
      const AccessId Id =
          access(AccessKind::Load, I, Pointer, At, Step, Alignment);
      Parts.Model.Accesses[Id].FloatingPoint = Leaf.Type->isFloatingPointTy();
      Parts.Model.Accesses[Id].Volatile = Volatile;
      Parts.Model.Accesses[Id].ReadOnly = ReadOnly;
      if (At == Leaf.Offset || Last == None) {
        Last = Id;
        Lane = 0;
      }
      LastEnd = At + Step;
    }
    const ScalarType Type = scalarTypeOrWord(Leaf.Type, Signed);
    Result.push_back(isUnderstood(Leaf.Type)
                         ? Pool.load(Last, Type, Lane)
                         : Pool.opaque("number of a rare format", Type));
    ++Lane;
  }
  return Result;
}

IrScalars IrMemory::load(const llvm::Instruction &I, const llvm::Value &Pointer,
                         Align Alignment, MemoryForm Form) {
  const size_t First = Parts.Model.Accesses.size();
  IrScalars Result =
      loadLeaves(I, Pointer, Alignment, Form == MemoryForm::VolatileLoad);
  if (Form == MemoryForm::ReadOnlyLoad)
    for (MemoryAccess &Access : drop_begin(Parts.Model.Accesses, First))
      Access.ReadOnly = Access.Space == MemorySpace::Global;
  return Result;
}

void IrMemory::store(const llvm::Instruction &I, const llvm::Value &Pointer,
                     const llvm::Value &V, Align Alignment, bool Volatile) {
  llvm::Type *T = V.getType();
  SmallVector<IrLeaf, 4> Leaves = leavesOf(T, Parts.Layout);
  IrScalars Stored = Values.scalars(&V);
  if (Leaves.empty() || Stored.size() != Leaves.size()) {
    Steps.reason("store of a large value", I);
    return;
  }
  const DataLayout &Layout = Parts.Layout;
  auto Write = [&](uint64_t From, uint64_t Bytes, uint64_t Element,
                   unsigned First) {
    const uint64_t Step =
        pieceBytes(Bytes, Element, commonAlignment(Alignment, From));
    for (uint64_t At = 0; At < Bytes; At += Step) {
      const AccessId Id =
          access(AccessKind::Store, I, Pointer, From + At, Step, Alignment);
      MemoryAccess &Access = Parts.Model.Accesses[Id];
      const uint64_t Lane = First + (Element ? At / Element : 0);
      Access.Stored = Stored[std::min<uint64_t>(Lane, Stored.size() - 1)];
      Access.FloatingPoint = Leaves[First].Type->isFloatingPointTy();
      Access.Volatile = Volatile;
    }
  };
  auto BytesOf = [&](llvm::Type *Part) -> uint64_t {
    return Layout.getTypeStoreSize(Part).getFixedValue();
  };
  if (!T->isAggregateType())
    return Write(0, BytesOf(T), BytesOf(Leaves[0].Type), 0);
  for (auto [Lane, Leaf] : enumerate(Leaves)) {
    const uint64_t Bytes = BytesOf(Leaf.Type);
    Write(Leaf.Offset, Bytes, Bytes, Lane);
  }
}

/// Whether a counter that wraps at \p Limit may do so within a grid.
static bool isSmallLimit(const Expr *Limit) {
  return Limit && Limit->isIntegerConstant() &&
         static_cast<uint32_t>(Limit->value()) < 1u << 30;
}

/// Whether lanes can do \p Operation among themselves first.
static bool canGather(AtomicRMWInst::BinOp Operation) {
  switch (Operation) {
  case AtomicRMWInst::Add:
  case AtomicRMWInst::Sub:
  case AtomicRMWInst::And:
  case AtomicRMWInst::Or:
  case AtomicRMWInst::Xor:
  case AtomicRMWInst::Max:
  case AtomicRMWInst::Min:
  case AtomicRMWInst::UMax:
  case AtomicRMWInst::UMin:
  case AtomicRMWInst::FAdd:
  case AtomicRMWInst::FSub:
  case AtomicRMWInst::FMax:
  case AtomicRMWInst::FMin:
    return true;
  default: // an exchange, or one that wraps at a limit
    return false;
  }
}

IrScalars IrMemory::atomic(const AtomicRMWInst &I) {
  const uint64_t Bytes =
      Parts.Layout.getTypeStoreSize(I.getType()).getFixedValue();
  const AccessId Id = access(AccessKind::Atomic, I, *I.getPointerOperand(), 0,
                             Bytes, I.getAlign());
  MemoryAccess &Access = Parts.Model.Accesses[Id];
  Access.Stored = Values.scalar(I.getValOperand());
  Access.FloatingPoint = I.getType()->isFPOrFPVectorTy();
  Access.Volatile = I.isVolatile();
  Access.CanGather = canGather(I.getOperation());
  Access.CountsUp = (I.getOperation() == AtomicRMWInst::UIncWrap &&
                     !isSmallLimit(Access.Stored)) ||
                    (I.getOperation() == AtomicRMWInst::Add && Access.Stored &&
                     Access.Stored->isConstant(1));
  Access.Combines =
      Access.CanGather && I.getType()->isIntegerTy() && Bytes == 4;
  IrScalars Result;
  for (const IrLeaf &Leaf : leavesOf(I.getType(), Parts.Layout))
    Result.push_back(Pool.load(
        Id, scalarTypeOrWord(Leaf.Type, Signs.isSigned(&I)), Result.size()));
  return Result;
}

IrScalars IrMemory::atomic(const AtomicCmpXchgInst &I) {
  llvm::Type *T = I.getCompareOperand()->getType();
  const uint64_t Bytes = Parts.Layout.getTypeStoreSize(T).getFixedValue();
  const AccessId Id = access(AccessKind::Atomic, I, *I.getPointerOperand(), 0,
                             Bytes, I.getAlign());
  Parts.Model.Accesses[Id].Stored = Values.scalar(I.getNewValOperand());
  Parts.Model.Accesses[Id].Volatile = I.isVolatile();
  const Expr *Was = Pool.load(Id, scalarTypeOrWord(T, true));
  if (I.isWeak() || !isUnderstood(T)) // may fail for no reason
    return {Was,
            Pool.opaque("result of an atomic exchange", ScalarType::truth())};
  return {Was, Pool.binary(Op::Equal, Was,
                           Values.as(Was->type(), I.getCompareOperand()))};
}

IrScalars IrMemory::atomic(const CallBase &Call, const llvm::Value &Pointer,
                           bool CanGather) {
  llvm::Type *T = Call.getType();
  // Of what returns nothing, the operand tells the width.
  if (T->isVoidTy())
    T = Call.arg_size() > 1 ? Call.getArgOperand(1)->getType()
                            : llvm::Type::getInt32Ty(Call.getContext());
  const uint64_t Bytes = Parts.Layout.getTypeStoreSize(T).getFixedValue();
  const AccessId Id = access(AccessKind::Atomic, Call, Pointer, 0, Bytes,
                             Align(PowerOf2Ceil(Bytes)));
  MemoryAccess &Access = Parts.Model.Accesses[Id];
  if (Call.arg_size() > 1)
    Access.Stored = Values.scalar(Call.getArgOperand(Call.arg_size() - 1));
  Access.FloatingPoint = T->isFPOrFPVectorTy();
  Access.CanGather = CanGather;
  Access.CountsUp =
      Call.getIntrinsicID() == Intrinsic::nvvm_atomic_load_inc_32 &&
      !isSmallLimit(Access.Stored);
  Access.Combines = CanGather && T->isIntegerTy() && Bytes == 4;
  IrScalars Result;
  for (const IrLeaf &Leaf : leavesOf(Call.getType(), Parts.Layout))
    Result.push_back(Pool.load(
        Id, scalarTypeOrWord(Leaf.Type, Signs.isSigned(&Call)), Result.size()));
  return Result;
}

/// What \p Load reads of a small table of integers that nothing writes, such as
/// the compiler makes of a switch: the element at a computed place, as a choice
/// between all of them. Null for any other load.
const Expr *IrMemory::tableElement(const LoadInst &Load) {
  constexpr uint64_t MostElements = 16;
  const auto *Table =
      dyn_cast<GlobalVariable>(getUnderlyingObject(Load.getPointerOperand()));
  const auto *T = Table ? dyn_cast<ArrayType>(Table->getValueType()) : nullptr;
  if (!T || !Table->isConstant() || !Table->hasDefinitiveInitializer() ||
      T->getElementType() != Load.getType() || T->getNumElements() == 0 ||
      T->getNumElements() > MostElements)
    return nullptr;
  const auto Type = scalarType(Load.getType(), Signs.isSigned(&Load));
  if (!Type || Type->Float || Load.getType()->isPointerTy() ||
      Load.isVolatile())
    return nullptr;
  const Expr *Offset = Pool.sub(Values.scalar(Load.getPointerOperand()),
                                Pool.base(Arrays.of(*Table)));
  const uint64_t Bytes =
      Parts.Layout.getTypeAllocSize(Load.getType()).getFixedValue();
  IrScalars Elements = Values.scalars(Table->getInitializer());
  if (Elements.size() != T->getNumElements())
    return nullptr;
  const Expr *Found = Pool.cast(Elements.back(), *Type);
  for (size_t I = Elements.size() - 1; I-- > 0;)
    Found = Pool.select(
        Pool.binary(Op::Equal, Offset,
                    Pool.constant(int64_t(I * Bytes), ScalarType::pointer())),
        Pool.cast(Elements[I], *Type), Found);
  return Found;
}

/// The store of what \p Load reads, if that is a local variable of which only
/// loads and this store know, which comes before the load on every way. Such a
/// variable is in memory since it is volatile, and no other thread can see it.
/// Its value is the stored one: between the store and the load nothing that the
/// store's operand is made of is computed again, or the store would be, too.
const StoreInst *IrMemory::onlyStoreBefore(const LoadInst &Load) {
  const auto *Variable = dyn_cast<AllocaInst>(Load.getPointerOperand());
  if (!Variable || Variable->isArrayAllocation())
    return nullptr;
  const StoreInst *Only = nullptr;
  for (const Use &U : Variable->uses()) {
    if (const auto *Store = dyn_cast<StoreInst>(U.getUser());
        Store && U.getOperandNo() == StoreInst::getPointerOperandIndex()) {
      if (Only || Store->getValueOperand()->getType() != Load.getType())
        return nullptr;
      Only = Store;
    } else if (!isa<LoadInst>(U.getUser()) &&
               !cast<llvm::Instruction>(U.getUser())->isLifetimeStartOrEnd()) {
      return nullptr;
    }
  }
  if (!Only)
    return nullptr;
  if (!Dominators) // which takes a function that it could change, and does not
    Dominators.emplace(const_cast<llvm::Function &>(Parts.Function));
  return Dominators->dominates(Only, &Load) ? Only : nullptr;
}

IrScalars IrMemory::lower(const llvm::Instruction &I) {
  if (Parts.Choices.of(I))
    return I.getType()->isVoidTy()
               ? IrScalars()
               : Values.opaque(I.getType(), "element of an array in registers");
  if (const auto *Load = dyn_cast<LoadInst>(&I)) {
    if (std::optional<IrScalars> Known = Parameters.loaded(*Load))
      return *Known;
    IrScalars Read = loadLeaves(
        I, *Load->getPointerOperand(), Load->getAlign(),
        Load->isVolatile() || isStrongerThanUnordered(Load->getOrdering()));
    if (const Expr *Element = tableElement(*Load))
      return {Element};
    if (const StoreInst *Only = onlyStoreBefore(*Load))
      return Values.scalars(Only->getValueOperand());
    return Read;
  }
  if (const auto *Store = dyn_cast<StoreInst>(&I)) {
    store(I, *Store->getPointerOperand(), *Store->getValueOperand(),
          Store->getAlign(),
          Store->isVolatile() || isStrongerThanUnordered(Store->getOrdering()));
    return {};
  }
  if (const auto *Atomic = dyn_cast<AtomicRMWInst>(&I))
    return atomic(*Atomic);
  if (const auto *Atomic = dyn_cast<AtomicCmpXchgInst>(&I))
    return atomic(*Atomic);
  Steps.effect(EffectKind::Fence, I);
  return {};
}

bool IrMemory::lower(const AnyMemIntrinsic &Copy) {
  // NVVM makes loops of copies; of a constant number of parts ptxas 13.0
  // unrolls them, be they 1024.
  // Those of a whole kernel are bounded for the sake of time.
  constexpr uint64_t MostParts = 1024, MostOfAll = 8192;
  const auto *Length = dyn_cast<ConstantInt>(Copy.getLength());
  if (!Length || Length->getValue().ugt(MostParts * WidestAccess))
    return false;
  const uint64_t Bytes = Length->getZExtValue();
  // Of more, LLVM makes loops for AMD's GPUs, which nothing unrolls.
  constexpr uint64_t MostOfAmd = 1024;
  if (Bytes > MostOfAmd &&
      Triple(Parts.Function.getParent()->getTargetTriple()).isAMDGCN())
    return false;
  const Align To = Copy.getDestAlign().valueOrOne();
  const auto *Transfer = dyn_cast<AnyMemTransferInst>(&Copy);
  const Align From =
      Transfer ? Transfer->getSourceAlign().valueOrOne() : Align(WidestAccess);
  uint64_t Width = std::min({To.value(), From.value(), WidestAccess});
  if (Bytes / Width > MostParts || Moved + Bytes / Width > MostOfAll)
    return false;
  Moved += Bytes / Width;
  // All is read before anything is written: memmove may overlap.
  SmallVector<const Expr *, 16> Read;
  auto EachPart = [&](auto Do) {
    for (uint64_t At = 0, Part = Width; At < Bytes; At += Part) {
      while (At + Part > Bytes)
        Part /= 2;
      Do(At, Part);
    }
  };
  if (Transfer)
    EachPart([&](uint64_t At, uint64_t Part) {
      AccessId Id = access(AccessKind::Load, Copy, *Transfer->getRawSource(),
                           At, Part, From);
      // Of 16 bytes the first 8 stand for all: nobody computes with them.
      const unsigned Bits = std::min<uint64_t>(Part * 8, 64);
      Read.push_back(Pool.load(Id, ScalarType::integer(Bits, false)));
    });
  size_t Next = 0;
  EachPart([&](uint64_t At, uint64_t Part) {
    AccessId Id =
        access(AccessKind::Store, Copy, *Copy.getRawDest(), At, Part, To);
    if (Next < Read.size())
      Parts.Model.Accesses[Id].Stored = Read[Next++];
  });
  return true;
}

} // namespace kernelcast
