//===- ClosedForms.h - Induction variables and trip counts ------*- C++ -*-===//
#ifndef KERNELCAST_ANALYSIS_CONTROL_CLOSEDFORMS_H
#define KERNELCAST_ANALYSIS_CONTROL_CLOSEDFORMS_H

#include "analysis/KernelModel.h"

namespace kernelcast {

/// Replaces loop phis by closed forms over the loop's Counter k where their
/// recurrence is x+c (init + c*k), x-c, x*2^c or x<<c (init << c*k), x>>c and
/// x/2^c (init >> c*k), or constant, c invariant in the loop; and join phis by
/// selects where the joined branch decides. Every expression of the model is
/// rewritten (addresses, conditions, stored values, phi operands). Inner loops
/// first, until nothing changes. Wrap-around is kept exact: a closed form is
/// made in the variable's own type.
void findClosedForms(KernelModel &Kernel);

/// Sets LoopInfo::TripCount, SingleExit, TestAtEnd, Location and Text from the
/// exit conditions: linear and geometric variables against invariant bounds
/// with <, <=, >, >=, !=, &&; where the condition is a conjunction, the minimum
/// of both. Runs after findClosedForms; values that leave the loop are then
/// rewritten with the trip count where that is exact.
void findTripCounts(KernelModel &Kernel);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_CONTROL_CLOSEDFORMS_H
