//===- RegisterChoices.cpp - Indexed arrays in registers ------------------===//

#include "analysis/lowering/RegisterChoices.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Support/KnownBits.h"

using namespace llvm;
using namespace llvm::PatternMatch;
using kernelcast::RegisterChoices;

namespace {

constexpr uint64_t RegisterBytes = 4;
/// The most that is known of where an address lies.
constexpr uint64_t WidestPlace = 16;
constexpr uint64_t MostBytes = 256;
/// Ways of all indices of loads and of stores together.
constexpr uint64_t MostWays = 10, MostWaysToWidest = 32;
/// Ways of all accesses together.
constexpr uint64_t MostChoices = 512;

/// A place in an array: what it is computed from, but for constants.
struct Place {
  const Value *Index = nullptr; ///< null: constant
  uint64_t Multiple = WidestPlace;
};

struct ElementAccess {
  const Instruction *Access;
  Place At;
  uint64_t Bytes;
};

/// \p Index without the constant that it adds.
const Value *withoutConstant(const Value *Index) {
  const Value *X = nullptr;
  while (match(Index, m_CombineOr(m_ZExtOrSExt(m_Value(X)),
                                  m_AddLike(m_Value(X), m_ConstantInt()))))
    Index = X;
  return Index;
}

/// Everything that is done with one array.
class ArrayUses {
public:
  explicit ArrayUses(const AllocaInst &Array)
      : Layout(Array.getModule()->getDataLayout()) {
    follow(Array, {});
  }

  bool AreAccesses = true; ///< of whole registers, and nothing else
  SmallVector<ElementAccess, 32> All;

private:
  void follow(const Value &Pointer, const Place &At);
  Place after(const GetElementPtrInst &Address, Place At);
  void access(const Instruction &I, const Place &At, Type *T, bool Plain);

  const DataLayout &Layout;
};

} // namespace

/// Where \p Address leads from \p At. One that is added to another index is
/// known as itself.
Place ArrayUses::after(const GetElementPtrInst &Address, Place At) {
  const unsigned Bits =
      Layout.getIndexSizeInBits(Address.getPointerAddressSpace());
  MapVector<Value *, APInt> Variable;
  APInt Constant(Bits, 0);
  if (!Address.collectOffset(Layout, Bits, Variable, Constant)) {
    AreAccesses = false;
    return At;
  }
  if (Constant.urem(RegisterBytes) != 0)
    AreAccesses = false;
  for (const auto &[Index, Scale] : Variable) {
    const bool Alone = !At.Index && Variable.size() == 1;
    At.Index = Alone ? withoutConstant(Index) : &Address;
    const unsigned Zeros =
        computeKnownBits(At.Index == &Address ? Index : At.Index, Layout)
            .countMinTrailingZeros() +
        Scale.countr_zero();
    At.Multiple = std::min(At.Multiple, uint64_t(1) << std::min(Zeros, 4u));
  }
  return At;
}

void ArrayUses::access(const Instruction &I, const Place &At, Type *T,
                       bool Plain) {
  const uint64_t Bytes = Layout.getTypeStoreSize(T).getKnownMinValue();
  if (!Plain || Bytes == 0 || Bytes % RegisterBytes != 0 ||
      Bytes > WidestPlace || At.Multiple < Bytes)
    AreAccesses = false;
  All.push_back({&I, At, Bytes});
}

void ArrayUses::follow(const Value &Pointer, const Place &At) {
  constexpr size_t MostUses = 4096;
  for (const User *U : Pointer.users()) {
    if (!AreAccesses || All.size() > MostUses) {
      AreAccesses = false;
      return;
    }
    if (const auto *Load = dyn_cast<LoadInst>(U))
      access(*Load, At, Load->getType(), Load->isSimple());
    else if (const auto *Store = dyn_cast<StoreInst>(U);
             Store && Store->getPointerOperand() == &Pointer)
      access(*Store, At, Store->getValueOperand()->getType(),
             Store->isSimple());
    else if (const auto *Address = dyn_cast<GetElementPtrInst>(U))
      follow(*Address, after(*Address, At));
    else if (isa<AddrSpaceCastInst>(U))
      follow(*U, At);
    else if (!isa<LifetimeIntrinsic>(U))
      AreAccesses = false;
  }
}

void RegisterChoices::consider(const AllocaInst &Array) {
  const DataLayout &Layout = Array.getModule()->getDataLayout();
  const std::optional<TypeSize> Size = Array.getAllocationSize(Layout);
  if (!Size || Size->isScalable() || Size->getFixedValue() > MostBytes ||
      Size->getFixedValue() < RegisterBytes)
    return;
  const uint64_t Bytes = Size->getFixedValue();
  const ArrayUses Found(Array);
  if (!Found.AreAccesses || Found.All.empty())
    return;
  uint64_t Multiple = WidestPlace;
  for (const ElementAccess &Each : Found.All)
    Multiple = std::min(Multiple, Each.At.Multiple);
  const uint64_t Ways = divideCeil(Bytes, Multiple);
  uint64_t Choices = 0;
  DenseSet<std::pair<const Value *, unsigned>> Indices; ///< and opcodes
  for (const ElementAccess &Each : Found.All)
    if (Each.At.Index) {
      Indices.insert({Each.At.Index, Each.Access->getOpcode()});
      Choices += Ways;
    }
  if (Indices.size() * Ways >
          (Multiple == WidestPlace ? MostWaysToWidest : MostWays) ||
      Choices > MostChoices)
    return;
  Arrays[&Array] = divideCeil(Bytes, RegisterBytes);
  Registers += Arrays[&Array];
  DenseSet<std::pair<const Value *, const BasicBlock *>> Compared;
  for (const ElementAccess &Each : Found.All)
    Accesses[Each.Access] = {
        Each.At.Index ? static_cast<unsigned>(Ways) : 1,
        static_cast<unsigned>(Each.Bytes / RegisterBytes),
        Each.At.Index &&
            Compared.insert({Each.At.Index, Each.Access->getParent()}).second};
}

RegisterChoices::RegisterChoices(const Function &Kernel) {
  for (const Instruction &I : Kernel.getEntryBlock())
    if (const auto *Array = dyn_cast<AllocaInst>(&I))
      consider(*Array);
}
