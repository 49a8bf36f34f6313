//===- CommonOffsets.cpp - Lanes whose address starts at the same data ----===//

#include "analysis/evaluator/CommonOffsets.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"

using namespace llvm;
using namespace kernelcast;

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

bool kernelcast::commonOffsets(WarpValues &Values,
                               const ExpressionProgram::OffsetAddress &Parts,
                               LaneMask Lanes, bool HalfWarpsApart,
                               WarpValue &Known, CommonOffsets &Offsets) {
  WarpValue Storage;
  SmallVector<LaneMask, 2> Groups = {Lanes};
  bool Split = false;
  auto Divide = [&](SlotId S) -> const WarpValue * {
    const WarpValue *V = Values.alike(S, Lanes, Storage);
    Split |= !V;
    if (!V || (Lanes & V->Unknown))
      return nullptr;
    divide(Groups, *V);
    return V;
  };
  if (!Values.update(Parts.DecidingList, Lanes))
    return false;
  if (!all_of(Parts.Deciding, Divide))
    return !Split;
  if (!Values.update(Parts.KnownList, Lanes))
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
  const WarpValue *V = Values.alike(Parts.Known, Lanes, Storage);
  if (!V || (Lanes & V->Unknown))
    return V != nullptr;
  unsigned NumGroups = Groups.size();
  if (NumGroups > 1 && (NumGroups == unsigned(popcount(Lanes)) ||
                        (HalfWarpsApart && !areWholeHalfWarps(Groups))))
    return true;
  Known = *V;
  Offsets.Groups = std::move(Groups);
  if (Bits % AlignmentPeriod != 0)
    Offsets.Alignment = 1u << countr_zero(Bits);
  return true;
}
