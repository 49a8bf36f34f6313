//===- CommonOffsets.h - Lanes whose address starts at the same data ------===//
//
// values[starts[row] + lane], where the lanes of a warp work on one row or on
// several: lanes that read the same starts[row] have one unknown offset in
// common. Lanes form a group if everything that decides about the unknown terms
// of their address (UniformOffset.h) is equal in all of them. What is equal at
// the first point of a box is equal at all, because all lanes move alike.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_EVALUATOR_COMMONOFFSETS_H
#define KERNELCAST_ANALYSIS_EVALUATOR_COMMONOFFSETS_H

#include "analysis/evaluator/Residues.h"
#include "analysis/evaluator/WarpValues.h"

namespace kernelcast {

/// Lanes of a group have an unknown offset in common, a multiple of Alignment.
struct CommonOffsets {
  llvm::SmallVector<LaneMask, 2> Groups;
  unsigned Alignment = AlignmentPeriod;
};

/// The part \p Known of the address \p Parts in \p Lanes that does not depend
/// on data, if the rest is some multiple of \p Offsets.Alignment that all lanes
/// of a group have in common; no groups if it may differ between any two, or if
/// the groups do not help. \p HalfWarpsApart: the access's rule serves one
/// half-warp after the other, so no group may be a part of one beside another.
/// False: the box has to be split.
bool commonOffsets(WarpValues &Values,
                   const ExpressionProgram::OffsetAddress &Parts,
                   LaneMask Lanes, bool HalfWarpsApart, WarpValue &Known,
                   CommonOffsets &Offsets);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_EVALUATOR_COMMONOFFSETS_H
