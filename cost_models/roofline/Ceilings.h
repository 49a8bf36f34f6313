//===- Ceilings.h - How long a launch keeps each resource busy --*- C++ -*-===//
//
// Williams, Waterman, Patterson: Roofline, CACM 2009, and what is taken from
// there to today's GPUs. One resource at a time:
//
//   DRAM, L2     bytes / bandwidth * clock
//   a unit of    warps * cycles for which a warp keeps it busy / SMs that have
//   the SMs      any; a warp's cycles are those of PipeDemands.h
//   blocks       blocks / the rate at which the device starts them * clock
//   operations   floating-point operations / (2 * lanes * SMs)    as published
//
// The model roofline is the highest of them. Other models take the highest as
// a floor of their own time.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_COST_MODELS_ROOFLINE_CEILINGS_H
#define KERNELCAST_COST_MODELS_ROOFLINE_CEILINGS_H

#include "cost_models/common/EquationModel.h"
#include "cost_models/common/PipeDemands.h"

namespace kernelcast {

/// One resource and the cycles for which the launch keeps it busy.
struct Ceiling {
  Cost Resource = Cost::DramBandwidth;
  double Cycles = 0; ///< of the kernel, at least
};

/// What the ceilings are computed from, as the model that asks names it.
template <typename Number> struct CeilingInputs {
  Number Clock = 0;
  Number DramBandwidth = 0, L3Bandwidth = 0, L2Bandwidth = 0;
  Number Warps = 0;
  Number BusySMs = 0; ///< that have a block
  Number WarpSize = 0;
  Number IssuesPerCycle = 0; ///< of an SM
};

/// Whether starting the blocks of \p Q's launch takes longer than issuing their
/// instructions, or would if they started half as fast. Where it does not, it
/// bounds nothing, and nothing is said of it.
bool startsMayBound(const Question &Q);

/// The resources of today's GPUs that \p Q's launch uses, in a fixed order.
llvm::SmallVector<Cost, 10> usedResources(const Question &Q);

/// The ceiling of \p Resource, one of usedResources(), and what it rests on, as
/// the equation \p Name ("" for the resource's own).
template <typename Number>
Number ceiling(Equations<Number> &Eq, Cost Resource, const Question &Q,
               const CeilingInputs<Number> &In, llvm::StringRef Name = "");

/// All of them, in that order, without a record.
llvm::SmallVector<Ceiling, 10> ceilings(const Question &Q);

/// The highest of them.
Ceiling highestCeiling(const Question &Q);

} // namespace kernelcast

#endif // KERNELCAST_COST_MODELS_ROOFLINE_CEILINGS_H
