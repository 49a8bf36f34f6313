//===- SharedOffsets.cpp - Lanes whose address starts at the same data ----===//
//
// values[starts[row] + lane], where the lanes of a warp work on one row or on
// several: lanes that read the same starts[row] have one unknown offset in
// common. Lanes form a group if everything that decides about the unknown terms
// of their address (UniformOffset.h) is equal in all of them. What is equal at
// the first point of a box is equal at all, because all lanes move alike.
//===----------------------------------------------------------------------===//

#include "analysis/evaluator/Residues.h"
#include "analysis/evaluator/WarpEvaluator.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"

using namespace llvm;
using namespace kernelcast;

WarpEvaluator::~WarpEvaluator() = default;

/// Divides each group where \p V differs between its lanes.
static void divide(SmallVectorImpl<LaneMask> &Groups, const WarpValue &V) {
  if (V.Uniform)
    return;
  SmallVector<LaneMask, 2> Finer;
  for (LaneMask Group : Groups)
    while (Group) {
      LaneMask Same = 0;
      for (LaneMask Left = Group; Left; Left &= Left - 1)
        if (V.lane(countr_zero(Left)) == V.lane(countr_zero(Group)))
          Same |= Left & -Left;
      Finer.push_back(Same);
      Group &= ~Same;
    }
  Groups = std::move(Finer);
}

/// Whether a rule that serves half-warps apart finds one group in each.
static bool areWholeHalfWarps(ArrayRef<LaneMask> Groups) {
  for (LaneMask Half = 0xffff; Half; Half <<= 16)
    if (count_if(Groups, [&](LaneMask G) { return G & Half; }) > 1)
      return false;
  return true;
}

/// The part of an address of \p Lanes that does not depend on data, if the rest
/// is some multiple of \p Offsets.Alignment that all lanes of a group have in
/// common; no groups if it may differ between any two, or if the groups do not
/// help. False: the box has to be split.
bool WarpEvaluator::sharedOffsets(AccessId Id, LaneMask Lanes, WarpValue &Known,
                                  SharedOffsets &Offsets) {
  auto It = Program.Offsets.find(Id);
  if (It == Program.Offsets.end())
    return true;
  const ExpressionProgram::OffsetAddress &Parts = It->second;
  WarpValue Storage;
  SmallVector<LaneMask, 2> Groups = {Lanes};
  bool Split = false;
  auto Divide = [&](SlotId S) -> const WarpValue * {
    const WarpValue *V = Arithmetic.alike(Slots[S].of(Lanes), Lanes, Storage);
    Split |= !V;
    if (!V || (Lanes & V->Unknown))
      return nullptr;
    divide(Groups, *V);
    return V;
  };
  if (!update(Parts.SharedList, Lanes))
    return false;
  if (!all_of(Parts.Shared, Divide))
    return !Split;
  if (!update(Parts.KnownList, Lanes))
    return false;
  uint64_t Bits = 0;
  for (SlotId S : Parts.Factors) {
    const WarpValue *Factor = Divide(S);
    if (!Factor)
      return !Split;
    for (LaneMask Left = Lanes; Left; Left &= Left - 1)
      Bits |= Factor->lane(countr_zero(Left));
    for (unsigned Left = Factor->Varying; Left; Left &= Left - 1)
      Bits |= Factor->Coefficient[countr_zero(Left)];
  }
  const WarpValue *V =
      Arithmetic.alike(Slots[Parts.Known].of(Lanes), Lanes, Storage);
  if (!V || (Lanes & V->Unknown))
    return V != nullptr;
  const MemoryAccess &A = Kernel.Accesses[Id];
  bool HalfWarps = A.Space == MemorySpace::Shared
                       ? Gpu.Banks == BankRule::HalfWarp16
                       : movesTransactions(Gpu);
  unsigned NumGroups = Groups.size();
  if (NumGroups > 1 && (NumGroups == unsigned(popcount(Lanes)) ||
                        (HalfWarps && !areWholeHalfWarps(Groups))))
    return true;
  Known = *V;
  Offsets.Groups = std::move(Groups);
  if (Bits % AlignmentPeriod != 0)
    Offsets.Alignment = 1u << countr_zero(Bits);
  return true;
}
